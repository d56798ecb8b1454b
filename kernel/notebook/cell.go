package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// CellType is one of the three types of cell that the format knows.
type CellType string

const (
	// Markdown cells hold the prose.
	Markdown CellType = "markdown"
	// Code cells hold Go and its outputs.
	Code CellType = "code"
	// Raw cells are passed to exporters as they are; nobody reads them in a lesson.
	Raw CellType = "raw"
)

// ExpectsError is the tag of a cell that fails on purpose, as Jupyter defines it.
const ExpectsError = "raises-exception"

// Cell is one cell of a notebook.
type Cell struct {
	// Number counts the notebook's cells of every type from 1.
	Number int
	// ID is the cell's own id; empty in notebooks of format 4.4 and older.
	ID     string
	Type   CellType
	Source string
	Tags   []string
	// Count is what stands in the brackets beside a code cell; 0 if it was never run.
	Count   int
	Outputs []Output
}

// Tagged tells whether the cell has the tag.
func (c Cell) Tagged(tag string) bool {
	return slices.Contains(c.Tags, tag)
}

// Blank tells whether the cell's source is nothing but white space. Jupyter does not run such a cell.
func (c Cell) Blank() bool {
	return strings.TrimSpace(c.Source) == ""
}

// OutputType is one of the four types of output that the format knows.
type OutputType string

const (
	// Stream is what the cell printed; Output.Stream says where.
	Stream OutputType = "stream"
	// Display is a figure, a table, a card.
	Display OutputType = "display_data"
	// Result is the value of the cell's last expression; Go cells have none.
	Result OutputType = "execute_result"
	// Failure is why the cell failed.
	Failure OutputType = "error"
)

// Output is one output of a code cell.
type Output struct {
	Type OutputType
	// Stream is "stdout" or "stderr", and Text what was printed there.
	Stream, Text string
	// Data holds a display's forms by media type: text as it is, JSON types in their JSON form.
	Data map[string]string
	// ErrorName and ErrorValue say why the cell failed.
	ErrorName, ErrorValue string
	// JSON is the whole output in one canonical form: fields sorted, lists of lines joined. Two outputs that show the
	// same are equal in it, whichever editor saved them.
	JSON string
}

// Claims gives the claims that the output carries, and whether it carries any. The error says why its data cannot be
// understood. Whether each claim is valid is not looked at.
func (o Output) Claims() (claims []claim.Claim, found bool, err error) {
	data, found := o.Data[claim.MIMEType]
	if !found {
		return nil, false, nil
	}
	// A channel that carries text only delivers the set as a string that holds its JSON.
	var inner *string
	if json.Unmarshal([]byte(data), &inner) == nil && inner != nil {
		data = *inner
	}
	var set claim.Set
	if err := json.Unmarshal([]byte(data), &set); err != nil {
		return nil, true, fmt.Errorf("its data under %s cannot be read: %w", claim.MIMEType, err)
	}
	if set.Claims == nil {
		return nil, true, fmt.Errorf("its data under %s has no list \"claims\"", claim.MIMEType)
	}
	return set.Claims, true, nil
}

// cellJSON is a cell as the file has it.
type cellJSON struct {
	ID       string   `json:"id"`
	Type     CellType `json:"cell_type"`
	Source   text     `json:"source"`
	Metadata struct {
		ID   any      `json:"id"` // Colab keeps a cell's id here
		Tags []string `json:"tags"`
	} `json:"metadata"`
	Count   *int              `json:"execution_count"`
	Outputs []json.RawMessage `json:"outputs"`
}

func (c cellJSON) cell(number int) (Cell, error) {
	cell := Cell{Number: number, ID: c.ID, Type: c.Type, Source: string(c.Source), Tags: c.Metadata.Tags}
	if id, ok := c.Metadata.ID.(string); ok && cell.ID == "" {
		cell.ID = id
	}
	switch c.Type {
	case Markdown, Raw:
		return cell, nil
	case Code:
	default:
		return Cell{}, fmt.Errorf("its type is %q and not markdown, code or raw", c.Type)
	}
	if c.Count != nil {
		cell.Count = *c.Count
	}
	for i, raw := range c.Outputs {
		out, err := parseOutput(raw)
		if err != nil {
			return Cell{}, fmt.Errorf("output %d: %w", i+1, err)
		}
		cell.Outputs = append(cell.Outputs, out)
	}
	return cell, nil
}

func parseOutput(raw json.RawMessage) (Output, error) {
	var fields *struct {
		Type  OutputType                 `json:"output_type"`
		Name  string                     `json:"name"`
		Text  text                       `json:"text"`
		Data  map[string]json.RawMessage `json:"data"`
		EName string                     `json:"ename"`
		Value string                     `json:"evalue"`
	}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return Output{}, fmt.Errorf("it cannot be read (%w)", err)
	}
	if fields == nil {
		return Output{}, errors.New("it is null")
	}
	out := Output{Type: fields.Type, ErrorName: fields.EName, ErrorValue: fields.Value}
	switch fields.Type {
	case Stream:
		out.Stream, out.Text = fields.Name, string(fields.Text)
	case Display, Result:
		out.Data = make(map[string]string, len(fields.Data))
		for mime, value := range fields.Data {
			out.Data[mime] = form(mime, value)
		}
	case Failure:
	default:
		return Output{}, fmt.Errorf("its type is %q, which format 4 does not know", fields.Type)
	}
	var err error
	out.JSON, err = canonical(raw)
	return out, err
}

// form gives one form of a display: text for the types that are text, JSON for the others.
func form(mime string, value json.RawMessage) string {
	isJSON := mime == "application/json" || strings.HasSuffix(mime, "+json")
	var t text
	if !isJSON && json.Unmarshal(value, &t) == nil {
		return string(t)
	}
	return string(value)
}

// text is the format's multi-line string: one string, or a list of lines that keep their line ends. Windows line ends
// become plain ones.
type text string

// UnmarshalJSON reads either form. Null is the empty text.
func (t *text) UnmarshalJSON(data []byte) error {
	var lines []string
	if err := json.Unmarshal(data, &lines); err != nil {
		var whole string
		if err := json.Unmarshal(data, &whole); err != nil {
			return err
		}
		lines = []string{whole}
	}
	*t = text(strings.ReplaceAll(strings.Join(lines, ""), "\r\n", "\n"))
	return nil
}

// canonical writes an output's JSON with its fields sorted and its lists of lines joined.
func canonical(raw json.RawMessage) (string, error) {
	var fields map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber() // a float64 would let two long numbers pass for one
	if err := dec.Decode(&fields); err != nil {
		return "", err
	}
	// An execution count repeats the cell's own.
	delete(fields, "execution_count")
	joinLines(fields, "text")
	if data, ok := fields["data"].(map[string]any); ok {
		for mime := range data {
			if mime != "application/json" && !strings.HasSuffix(mime, "+json") {
				joinLines(data, mime)
			}
		}
	}
	out, err := json.Marshal(fields)
	return string(out), err
}

func joinLines(fields map[string]any, name string) {
	list, ok := fields[name].([]any)
	if !ok {
		return
	}
	var b strings.Builder
	for _, v := range list {
		line, ok := v.(string)
		if !ok {
			return
		}
		b.WriteString(line)
	}
	fields[name] = b.String()
}

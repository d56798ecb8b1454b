package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"github.com/go-openapi/jsonpointer"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// figures are the figures of data/reference. A file is read once.
type figures struct {
	files fs.FS
	read  map[string]reference
}

// reference is a file of data/reference, or why it cannot be used.
type reference struct {
	text     string
	document any
	err      error
}

// fault says in words how a reported claim differs from data/reference, and what that has in the claim's format, if it has
// anything; words is empty if the two agree.
func (f figures) fault(c claim.Claim) (words, says string) {
	figure, line, err := f.lookup(c.Source)
	if err == nil {
		says, err = format(figure, c)
	}
	switch {
	case err != nil:
		return fmt.Sprintf("claim %s cites data/reference/%s, and %v", c.ID, c.Source, err), ""
	case says != c.Text:
		return fmt.Sprintf("claim %s is %q, and data/reference/%s (line %d) says %q", c.ID, c.Text, c.Source, line, says), says
	}
	return "", says
}

// lookup finds a figure, and the line of the file that it stands in, by the file and a JSON pointer, as in
// "load.json#/realistic/p95".
func (f figures) lookup(source string) (figure any, line int, err error) {
	file, place, _ := strings.Cut(source, "#")
	r, known := f.read[file]
	if !known {
		r = f.open(file)
		f.read[file] = r
	}
	if r.err != nil {
		return nil, 0, r.err
	}
	pointer, err := jsonpointer.New(place)
	if err != nil {
		return nil, 0, fmt.Errorf("%q is no JSON pointer, which starts with a slash", place)
	}
	figure, _, err = pointer.Get(r.document)
	if err != nil {
		return nil, 0, errors.New("the file has no such place")
	}
	offset, err := pointer.Offset(r.text)
	if err != nil {
		return nil, 0, fmt.Errorf("the place cannot be found in the file's text: %w", err)
	}
	return figure, 1 + strings.Count(r.text[:offset], "\n"), nil
}

func (f figures) open(file string) reference {
	if f.files == nil || !fs.ValidPath(file) {
		return reference{err: errors.New("that is no file of data/reference")}
	}
	data, err := fs.ReadFile(f.files, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return reference{err: errors.New("there is no such file")}
	case err != nil:
		return reference{err: fmt.Errorf("the file cannot be read: %w", err)}
	}
	if line := notebook.ConflictLine(data); line > 0 {
		return reference{err: fmt.Errorf("its line %d is the mark of a merge conflict; resolve the conflict", line)}
	}
	r := reference{text: string(data)}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&r.document); err != nil {
		return reference{err: fmt.Errorf("the file is not valid JSON: %w", err)}
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return reference{err: errors.New("the file is not valid JSON: something follows its value")}
	}
	return r
}

// formatFault is how fmt complains within a text.
var formatFault = regexp.MustCompile(`%!.?\(`)

// format gives a figure as the claim's format writes it. JSON does not tell whole numbers and floats apart and the cell
// that made the claim did, so that a whole number is tried as both, and the one that gives the claim's text counts.
func format(figure any, c claim.Claim) (string, error) {
	var values []any
	switch v := figure.(type) {
	case string:
		values = []any{v}
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			values = append(values, whole)
		}
		if float, err := v.Float64(); err == nil {
			values = append(values, float)
		}
	default:
		return "", errors.New("what is there is neither a number nor a text")
	}
	said := ""
	for _, v := range values {
		text := fmt.Sprintf(c.Format, v)
		switch {
		case formatFault.MatchString(text):
		case text == c.Text:
			return text, nil
		case said == "":
			said = text
		}
	}
	if said == "" {
		return "", fmt.Errorf("the claim's format %q does not fit what is there, %v", c.Format, figure)
	}
	return said, nil
}

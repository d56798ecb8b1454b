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

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// figures are the figures of data/reference. A file is read once.
type figures struct {
	files fs.FS
	read  map[string]any // a file's document, or the error of reading it
}

// fault says how a reported claim differs from data/reference; it is empty if it does not.
func (f figures) fault(c claim.Claim) string {
	figure, err := f.lookup(c.Source)
	if err != nil {
		return fmt.Sprintf("claim %s cites data/reference/%s, and %v", c.ID, c.Source, err)
	}
	said, err := format(figure, c)
	if err != nil {
		return fmt.Sprintf("claim %s cites data/reference/%s, and %v", c.ID, c.Source, err)
	}
	if said != c.Text {
		return fmt.Sprintf("claim %s is %q, and data/reference/%s says %q", c.ID, c.Text, c.Source, said)
	}
	return ""
}

// lookup finds a figure by its file and its JSON pointer, as in "load.json#/realistic/p95".
func (f figures) lookup(source string) (any, error) {
	file, place, _ := strings.Cut(source, "#")
	document, known := f.read[file]
	if !known {
		var err error
		if document, err = f.parse(file); err != nil {
			document = err
		}
		f.read[file] = document
	}
	if err, ok := document.(error); ok {
		return nil, err
	}
	pointer, err := jsonpointer.New(place)
	if err != nil {
		return nil, fmt.Errorf("%q is no JSON pointer, which starts with a slash", place)
	}
	figure, _, err := pointer.Get(document)
	if err != nil {
		return nil, errors.New("the file has no such place")
	}
	return figure, nil
}

func (f figures) parse(file string) (any, error) {
	if f.files == nil || !fs.ValidPath(file) {
		return nil, errors.New("that is no file of data/reference")
	}
	data, err := fs.ReadFile(f.files, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("there is no such file")
	case err != nil:
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	var document any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&document); err != nil {
		return nil, fmt.Errorf("the file is not valid JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the file is not valid JSON: something follows its value")
	}
	return document, nil
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

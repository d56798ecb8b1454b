// Package notebook reads Jupyter notebooks of format 4 as the lessons use them: Markdown cells with prose, Go cells
// with their outputs, and in those outputs the claims that a cell made.
//
// It only reads. Notebooks saved by JupyterLab, VS Code and Colab are all understood: multi-line text as one string or
// as a list of lines, a byte order mark, Windows line ends, fields of an editor's own. What cannot be used is one error
// line that names the file, what is wrong with it, and the way out; [ErrUnusable] is in its chain.
package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Kernel is the name that a notebook's kernelspec must have.
const Kernel = "queuebook"

// MaxSize is how large a notebook's file may be, in bytes: many times the 1 MB that a lesson is allowed, and little
// enough to be read whole.
const MaxSize = 64 << 20

// ErrUnusable is in the chain of every error for a file that is no notebook this course can work with.
var ErrUnusable = errors.New("unusable notebook")

// Notebook is one lesson.
type Notebook struct {
	// File is the path that the notebook was read from, as it was given.
	File string
	// Cells are the notebook's cells in order; there is at least one.
	Cells []Cell
}

// Name is the file's name without its ending, such as "1-noisy-neighbour". The ledger knows the notebook by it.
func (n Notebook) Name() string {
	return strings.TrimSuffix(filepath.Base(n.File), filepath.Ext(n.File))
}

// Read reads a notebook's file.
func Read(file string) (Notebook, error) {
	data, err := readLimited(file)
	var cause *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Notebook{}, unusable(file, "there is no such file; the lessons are notebooks/*.ipynb")
	case errors.As(err, &cause):
		return Notebook{}, unusable(file, "it cannot be read (%v); name a notebook that can", cause.Err)
	case err != nil:
		return Notebook{}, unusable(file, "it cannot be read (%v); name a notebook that can", err)
	}
	return Parse(file, data)
}

// readLimited reads a file, and of one that is too large no more than tells so.
func readLimited(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxSize+1))
}

// unusable makes an error with the file's name and, in format, what is wrong and the way out.
func unusable(file, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", file, ErrUnusable, fmt.Sprintf(format, args...))
}

// document is the part of the notebook format that a lesson needs. Other fields are ignored.
type document struct {
	Format     *float64        `json:"nbformat"`
	Worksheets json.RawMessage `json:"worksheets"`
	Metadata   struct {
		Kernelspec *struct {
			Name string `json:"name"`
		} `json:"kernelspec"`
	} `json:"metadata"`
	Cells []*cellJSON `json:"cells"`
}

// Parse reads a notebook from the content of its file; file is its name for messages.
func Parse(file string, data []byte) (Notebook, error) {
	const restore = "restore it with `git checkout`, or save it anew from JupyterLab"
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case len(data) > MaxSize:
		return Notebook{}, unusable(file, "it is larger than %d MiB; clear its outputs and save it", MaxSize>>20)
	case len(bytes.TrimSpace(data)) == 0:
		return Notebook{}, unusable(file, "it is empty; %s", restore)
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return Notebook{}, unusable(file, "it is in UTF-16; save it as UTF-8")
	case !utf8.Valid(data):
		return Notebook{}, unusable(file, "it is not in UTF-8; save it as UTF-8")
	}
	if line := ConflictLine(data); line > 0 {
		return Notebook{}, unusable(file, "line %d is the mark of a merge conflict; resolve the conflict, or take one side with "+
			"`git checkout --ours` or `--theirs`", line)
	}

	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return Notebook{}, unusable(file, "%s; %s", jsonFault(data, err), restore)
	}
	switch {
	case doc.Format == nil:
		return Notebook{}, unusable(file, "it has no field \"nbformat\", so it is some other JSON file; name a notebook")
	case *doc.Format < 4 || doc.Worksheets != nil:
		return Notebook{}, unusable(file, "it is of notebook format 3 or older; convert it with `jupyter nbconvert --to notebook "+
			"--inplace`")
	case math.Trunc(*doc.Format) != 4:
		return Notebook{}, unusable(file, "it is of notebook format %v, and this program knows format 4; save it from JupyterLab 4",
			*doc.Format)
	case len(doc.Cells) == 0:
		return Notebook{}, unusable(file, "it has no cells; %s", restore)
	case doc.Metadata.Kernelspec == nil || doc.Metadata.Kernelspec.Name == "":
		return Notebook{}, unusable(file, "it names no kernel; open it in JupyterLab, choose the kernel \"Go (queuebook)\" and "+
			"save it")
	case doc.Metadata.Kernelspec.Name != Kernel:
		return Notebook{}, unusable(file, "its kernel is %q, and a lesson's is %q; open it in JupyterLab, choose the kernel "+
			"\"Go (queuebook)\" and save it", doc.Metadata.Kernelspec.Name, Kernel)
	}

	nb := Notebook{File: file, Cells: make([]Cell, len(doc.Cells))}
	for i, c := range doc.Cells {
		if c == nil {
			return Notebook{}, unusable(file, "cell %d is null; %s", i+1, restore)
		}
		var err error
		if nb.Cells[i], err = c.cell(i + 1); err != nil {
			return Notebook{}, unusable(file, "cell %d: %v; %s", i+1, err, restore)
		}
	}
	return nb, nil
}

// ConflictLine gives the number of the first line that Git put there for a merge conflict, or 0. Inside JSON a line
// cannot begin like that, and neither does a line of Go or of Markdown.
func ConflictLine(data []byte) int {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		for _, mark := range []string{"<<<<<<< ", "||||||| ", ">>>>>>> "} {
			if bytes.HasPrefix(line, []byte(mark)) {
				return number
			}
		}
	}
	return 0
}

// jsonFault says what encoding/json complains about, and in which line of data.
func jsonFault(data []byte, err error) string {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("it is not valid JSON (line %d: %v)", lineAt(data, syntax.Offset), err)
	case errors.As(err, &mismatch):
		where := "it"
		if mismatch.Field != "" {
			where = fmt.Sprintf("its field %q", mismatch.Field)
		}
		return fmt.Sprintf("%s is of the wrong type, %s (line %d)", where, mismatch.Value, lineAt(data, mismatch.Offset))
	}
	return err.Error()
}

func lineAt(data []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

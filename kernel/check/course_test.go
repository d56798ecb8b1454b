package check_test

import (
	"embed"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/check"
	"github.com/queuebook/queuebook/kernel/notebook"
)

// The course of the tests is testdata: one small lesson with a claim of every kind, its ledger and its reference. The
// tests break it in one place each and look for the finding at that place.
const (
	lesson    = "notebooks/1-good.ipynb"
	ledger    = "data/claims.json"
	reference = "data/reference/load.json"
)

// Embedded, since a test changes its working directory.
//
//go:embed testdata
var testdata embed.FS

// files are the course's files by their paths.
type files map[string]string

// edit breaks a course.
type edit func(t *testing.T, f files)

// replace changes what stands once in a file.
func replace(file, old, new string) edit {
	return func(t *testing.T, f files) {
		t.Helper()
		if n := strings.Count(f[file], old); n != 1 {
			t.Fatalf("%s has %q %d times, and not once", file, old, n)
		}
		f[file] = strings.Replace(f[file], old, new, 1)
	}
}

// cells changes the lesson's list of cells.
func cells(change func(t *testing.T, cells []any) []any) edit {
	return func(t *testing.T, f files) {
		t.Helper()
		var nb map[string]any
		if err := json.Unmarshal([]byte(f[lesson]), &nb); err != nil {
			t.Fatal(err)
		}
		nb["cells"] = change(t, nb["cells"].([]any))
		data, err := json.MarshalIndent(nb, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		f[lesson] = string(data) + "\n"
	}
}

// place is where the cell with an id stands.
func place(t *testing.T, cells []any, id string) int {
	t.Helper()
	i := slices.IndexFunc(cells, func(c any) bool { return c.(map[string]any)["id"] == id })
	if i < 0 {
		t.Fatalf("there is no cell %q", id)
	}
	return i
}

// drop takes a cell out.
func drop(id string) edit {
	return cells(func(t *testing.T, cells []any) []any {
		i := place(t, cells, id)
		return slices.Delete(cells, i, i+1)
	})
}

// set changes a field of a cell.
func set(id, field string, value any) edit {
	return cells(func(t *testing.T, cells []any) []any {
		cells[place(t, cells, id)].(map[string]any)[field] = value
		return cells
	})
}

// output adds an output to a code cell.
func output(id string, out map[string]any) edit {
	return cells(func(t *testing.T, cells []any) []any {
		cell := cells[place(t, cells, id)].(map[string]any)
		cell["outputs"] = append(cell["outputs"].([]any), any(out))
		return cells
	})
}

// text adds a Markdown cell behind another one.
func text(behind, id, source string) edit {
	return cells(func(t *testing.T, cells []any) []any {
		return slices.Insert(cells, place(t, cells, behind)+1, any(map[string]any{"cell_type": "markdown", "id": id,
			"metadata": map[string]any{}, "source": source}))
	})
}

// build writes the course of testdata with the edits into a folder of its own, makes that the working directory, and
// gives what a check needs. The notebooks are all of notebooks/*.ipynb.
func build(t *testing.T, edits ...edit) ([]notebook.Notebook, check.Course) {
	t.Helper()
	f := files{}
	err := fs.WalkDir(testdata, "testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := testdata.ReadFile(path)
		f[strings.TrimPrefix(path, "testdata/")] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		e(t, f)
	}
	t.Chdir(t.TempDir())
	for name, data := range f {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names, err := filepath.Glob("notebooks/*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var notebooks []notebook.Notebook
	for _, name := range names {
		nb, err := notebook.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		notebooks = append(notebooks, nb)
	}
	l, err := check.OpenLedger(ledger)
	if err != nil {
		t.Fatal(err)
	}
	return notebooks, check.Course{Ledger: l, Reference: os.DirFS("data/reference"), Whole: true}
}

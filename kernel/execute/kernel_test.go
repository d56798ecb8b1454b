package execute

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
	"github.com/queuebook/queuebook/kernel/notebook"
)

// These tests run the real kernel. `make test` sets it up before it runs them.

// place copies a notebook of testdata into a folder of its own and gives its path there.
func place(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o444); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTwoRunsAreTheSameBytes(t *testing.T) {
	e := Executor{Environment: environmenttest.Ready(t, "python"), Timeout: 2 * time.Minute}
	file := place(t, "lesson.ipynb")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, err := e.Run(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	// The second run starts from the first's result, without write access to it.
	again := filepath.Join(t.TempDir(), "lesson.ipynb")
	if err := os.WriteFile(again, first, 0o444); err != nil {
		t.Fatal(err)
	}
	second, err := e.Run(t.Context(), again)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Errorf("two runs differ:\n%s\n%s", first, second)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the notebook itself was changed (%v)", err)
	}

	nb, err := notebook.Parse(file, first)
	if err != nil {
		t.Fatal(err)
	}
	cell := func(id string) notebook.Cell {
		for _, c := range nb.Cells {
			if c.ID == id {
				return c
			}
		}
		t.Fatalf("no cell %q", id)
		return notebook.Cell{}
	}
	if c := cell("declares"); c.Count != 1 || len(c.Outputs) != 0 {
		t.Errorf("a cell that declares: %+v", c)
	}
	if c := cell("empty"); c.Count != 0 || len(c.Outputs) != 0 {
		t.Errorf("a cell that is empty kept what an earlier run had left: %+v", c)
	}
	if c := cell("prints"); c.Count != 2 || len(c.Outputs) != 1 || !strings.HasPrefix(c.Outputs[0].Text, "line 0\nline 1\n") ||
		!strings.HasSuffix(c.Outputs[0].Text, "line 499\n") {
		t.Errorf("a cell that prints: %d outputs, count %d", len(c.Outputs), c.Count)
	}
	if c := cell("works-here"); len(c.Outputs) != 1 || c.Outputs[0].Text != "lesson.ipynb\n" {
		t.Errorf("the kernel does not work in the notebook's folder: %+v", c.Outputs)
	}
	failed := cell("fails").Outputs
	if len(failed) == 0 || failed[len(failed)-1].Type != notebook.Failure {
		t.Errorf("a cell that fails: %+v", failed)
	}
	if c := cell("goes-on"); len(c.Outputs) != 1 || c.Outputs[0].Text != "here\n" {
		t.Errorf("the cell behind one that fails: %+v", c.Outputs)
	}

	text := string(first)
	if !strings.HasPrefix(text, "{\n \"cells\": [\n  {\n   \"cell_type\"") || !strings.HasSuffix(text, "\n \"nbformat_minor\": 5\n}\n") {
		t.Errorf("not the form that nbformat writes: %.60q ... %q", text, text[len(text)-40:])
	}
	for _, gone := range []string{"iopub", "vscode", "colab", "an earlier run", "gonb_"} {
		if strings.Contains(text, gone) {
			t.Errorf("the result still has %q", gone)
		}
	}
	for _, kept := range []string{`"hide-input"`, `"authors"`, `"file_extension": ".go"`} {
		if !strings.Contains(text, kept) {
			t.Errorf("the result has lost %q", kept)
		}
	}
}

// Ctrl-C in a long cell: the kernel, its language server, the cell's own program and what that started end, and GoNB's
// folder goes.
func TestACancelledRunLeavesNoProcessBehind(t *testing.T) {
	file := place(t, "sleeps.ipynb")
	note := filepath.Join(filepath.Dir(file), "program")
	ctx, cancel := context.WithCancel(t.Context())
	program := make(chan string, 1)
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if data, err := os.ReadFile(note); err == nil && len(data) > 0 {
				program <- string(data)
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	_, err := Executor{Environment: environmenttest.Ready(t, "python"), Timeout: 2 * time.Minute}.Run(ctx, file)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that it was cancelled", err)
	}
	path, started, _ := strings.Cut(<-program, " ")
	folder := filepath.Dir(path) // GoNB's working folder, which its language server has in its arguments as well
	awaitEnd(t, folder)
	awaitEnd(t, "sleep "+started+"\n")
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there (%v)", folder, err)
	}
}

func TestACellThatTakesTooLongIsNamed(t *testing.T) {
	file := place(t, "sleeps.ipynb")
	_, err := Executor{Environment: environmenttest.Ready(t, "python"), Timeout: 2 * time.Second}.Run(t.Context(), file)
	var cell *CellError
	if !errors.As(err, &cell) || cell.Cell != 2 || !strings.Contains(cell.Reason, "longer than 2s") {
		t.Fatalf("error %v, want cell 2", err)
	}
	program, err := os.ReadFile(filepath.Join(filepath.Dir(file), "program"))
	if err != nil {
		t.Fatal(err)
	}
	path, started, _ := strings.Cut(string(program), " ")
	awaitEnd(t, filepath.Dir(path))
	awaitEnd(t, "sleep "+started+"\n")
}

package notebook_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// minimal is a notebook of one Markdown cell.
const minimal = `{"cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Lesson"}],
 "metadata": {"kernelspec": {"name": "queuebook"}}, "nbformat": 4, "nbformat_minor": 5}`

// The three files hold the same two cells, written as the respective editor writes them.
func TestEveryEditorsNotebookReadsTheSame(t *testing.T) {
	for _, editor := range []string{"jupyterlab", "vscode", "colab"} {
		t.Run(editor, func(t *testing.T) {
			nb, err := notebook.Read(filepath.Join("testdata", editor+".ipynb"))
			if err != nil {
				t.Fatal(err)
			}
			if nb.Name() != editor {
				t.Errorf("Name = %q", nb.Name())
			}
			if len(nb.Cells) != 2 {
				t.Fatalf("%d cells, want 2", len(nb.Cells))
			}
			text, code := nb.Cells[0], nb.Cells[1]
			if text.Number != 1 || text.Type != notebook.Markdown || text.ID != "intro" ||
				text.Source != "# Day B\n\nSmall sellers wait." {
				t.Errorf("first cell: %+v", text)
			}
			if code.Number != 2 || code.Type != notebook.Code || code.ID != "run" || code.Count != 1 ||
				code.Source != "%%\nshow.Claims(delay)" || !code.Tagged("hide-input") || code.Tagged("hide") {
				t.Errorf("second cell: %+v", code)
			}
			if len(code.Outputs) != 2 {
				t.Fatalf("%d outputs, want 2", len(code.Outputs))
			}
			printed, card := code.Outputs[0], code.Outputs[1]
			if printed.Type != notebook.Stream || printed.Stream != "stdout" || printed.Text != "one\ntwo\n" {
				t.Errorf("first output: %+v", printed)
			}
			if card.Type != notebook.Display || card.Data["text/plain"] != "0.98 ticks\nas the text says" {
				t.Errorf("second output: %+v", card)
			}
			claims, found, err := card.Claims()
			want := []claim.Claim{claim.Counted("b-small-delay", "%.2f ticks", 0.98)}
			if diff := cmp.Diff(want, claims); diff != "" || !found || err != nil {
				t.Errorf("claims, %v, %v (-want +got):\n%s", found, err, diff)
			}
			if _, found, err := printed.Claims(); found || err != nil {
				t.Errorf("what was printed carries claims: %v, %v", found, err)
			}
		})
	}
}

func TestOutputsThatShowTheSameAreEqual(t *testing.T) {
	var outputs [][]notebook.Output
	for _, editor := range []string{"jupyterlab", "vscode", "colab"} {
		nb, err := notebook.Read(filepath.Join("testdata", editor+".ipynb"))
		if err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, nb.Cells[1].Outputs)
	}
	for i := range outputs[0] {
		for editor := range outputs {
			if diff := cmp.Diff(outputs[0][i].JSON, outputs[editor][i].JSON); diff != "" {
				t.Errorf("output %d of editor %d differs:\n%s", i, editor, diff)
			}
		}
	}
	if outputs[0][0].JSON == outputs[0][1].JSON {
		t.Error("two different outputs are equal")
	}
}

// 2^53 and its neighbour are one number as a float64.
func TestOutputsThatDifferInALongNumberDiffer(t *testing.T) {
	var outputs []string
	for _, number := range []string{"9007199254740992", "9007199254740993"} {
		nb, err := notebook.Parse("lesson.ipynb", []byte(`{"nbformat": 4, "metadata": {"kernelspec": {"name": "queuebook"}}, "cells": [
			{"cell_type": "code", "source": "", "outputs": [{"output_type": "display_data", "metadata": {},
				"data": {"application/json": {"n": `+number+`}}}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, nb.Cells[0].Outputs[0].JSON)
	}
	if outputs[0] == outputs[1] {
		t.Errorf("both are %s", outputs[0])
	}
}

func TestParseTakesTheFormsThatEditorsAndSystemsGiveAFile(t *testing.T) {
	tests := []struct{ name, data string }{
		{"as it is", minimal},
		{"with a byte order mark", "\ufeff" + minimal},
		{"with Windows line ends", strings.ReplaceAll(minimal, "\n", "\r\n")},
		{"with white space around it", "\n\n" + minimal + "\n\n"},
		{"with fields of an editor's own", strings.Replace(minimal, `"nbformat"`, `"vscode": {"x": [1]}, "nbformat"`, 1)},
		{"with Windows line ends in a cell", strings.Replace(minimal, "# Lesson", `# Lesson\r\n`, 1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nb, err := notebook.Parse("lesson.ipynb", []byte(tt.data))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimRight(nb.Cells[0].Source, "\n"); got != "# Lesson" {
				t.Errorf("source %q", got)
			}
		})
	}
}

func TestUnusableNotebooksSayWhatIsWrongAndTheWayOut(t *testing.T) {
	with := func(old, new string) string {
		if !strings.Contains(minimal, old) {
			panic("the minimal notebook has no " + old)
		}
		return strings.Replace(minimal, old, new, 1)
	}
	code := func(fields string) string {
		return with(`{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Lesson"}`,
			`{"cell_type": "code", "id": "a", "metadata": {}, "source": "", `+fields+`}`)
	}
	tests := []struct{ name, data, what, wayOut string }{
		{"an empty file", "", "it is empty", "git checkout"},
		{"a file of blanks", " \n\t", "it is empty", "git checkout"},
		{"text that is no JSON", "# Lesson 1", "not valid JSON (line 1:", "git checkout"},
		{"JSON that breaks off", minimal[:len(minimal)/2], "not valid JSON (line 1:", "git checkout"},
		{"something behind the JSON", minimal + "\n{}", "not valid JSON (line 3:", "git checkout"},
		{"a merge conflict", with("\n \"metadata\"", "\n<<<<<<< HEAD\n \"metadata\""), "line 2 is the mark of a merge conflict", "--theirs"},
		{"a merge conflict's end alone", minimal + "\n>>>>>>> lesson\n", "line 3 is the mark of a merge conflict", "resolve"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "UTF-16", "save it as UTF-8"},
		{"bytes that are no UTF-8", with("Lesson", "Lesson \xff"), "not in UTF-8", "save it as UTF-8"},
		{"null", "null", `no field "nbformat"`, "name a notebook"},
		{"a list", "[]", "it is of the wrong type, array (line 1)", "git checkout"},
		{"some other JSON file", `{"claims": []}`, `no field "nbformat"`, "name a notebook"},
		{"notebook format 3", `{"nbformat": 3, "worksheets": [{"cells": []}], "metadata": {}}`, "format 3", "nbconvert"},
		{"a notebook format of the future", with(`"nbformat": 4`, `"nbformat": 5`), "format 5", "JupyterLab 4"},
		{"a format that is no number", with(`"nbformat": 4`, `"nbformat": "4"`), `its field "nbformat" is of the wrong type, string (line 2)`, "git checkout"},
		{"no cells", with(`{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Lesson"}`, ""), "no cells", "git checkout"},
		{"cells that are no list", with(`[{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Lesson"}]`, `"x"`),
			`its field "cells" is of the wrong type, string`, "git checkout"},
		{"a cell that is null", with(`{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Lesson"}`, "null"),
			"cell 1 is null", "git checkout"},
		{"a cell of no type", with(`"markdown"`, `"heading"`), `cell 1: its type is "heading"`, "git checkout"},
		{"a source that is a number", with(`"# Lesson"`, "5"), "of the wrong type, number", "git checkout"},
		{"no kernel", with(`{"kernelspec": {"name": "queuebook"}}`, "{}"), "names no kernel", "Go (queuebook)"},
		{"a kernel without a name", with(`{"name": "queuebook"}`, "{}"), "names no kernel", "Go (queuebook)"},
		{"another kernel", with(`"queuebook"`, `"python3"`), `its kernel is "python3"`, "Go (queuebook)"},
		{"a user's own Go kernel", with(`"queuebook"`, `"gonb"`), `its kernel is "gonb"`, "Go (queuebook)"},
		{"an output that is null", code(`"outputs": [null]`), "cell 1: output 1: it is null", "git checkout"},
		{"an output of no type", code(`"outputs": [{"output_type": "pyout"}]`), `cell 1: output 1: its type is "pyout"`, "git checkout"},
		{"an output that is a number", code(`"outputs": [7]`), "cell 1: output 1: it cannot be read", "git checkout"},
		{"an execution count that is a word", code(`"execution_count": "x", "outputs": []`), "of the wrong type, string", "git checkout"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := notebook.Parse("some/lesson.ipynb", []byte(tt.data))
			if err == nil {
				t.Fatal("accepted")
			}
			if !errors.Is(err, notebook.ErrUnusable) {
				t.Error("ErrUnusable is not in the chain")
			}
			for _, part := range []string{"some/lesson.ipynb: ", tt.what, tt.wayOut} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q lacks %q", err, part)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q takes more than a line", err)
			}
		})
	}
}

func TestReadSaysWhyAFileCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if _, err := notebook.Read(filepath.Join(dir, "gone.ipynb")); !errors.Is(err, notebook.ErrUnusable) ||
		!strings.Contains(err.Error(), "gone.ipynb: unusable notebook: there is no such file") {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := notebook.Read(dir); !errors.Is(err, notebook.ErrUnusable) || !strings.Contains(err.Error(), "directory") {
		t.Errorf("a folder: %v", err)
	}
	large := filepath.Join(dir, "large.ipynb")
	if err := os.WriteFile(large, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, notebook.MaxSize+1); err != nil {
		t.Fatal(err)
	}
	if _, err := notebook.Read(large); err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Errorf("a file that is too large: %v", err)
	}
}

func TestClaimsOfAnOutput(t *testing.T) {
	one := []claim.Claim{{ID: "a", Kind: claim.CountedKind, Text: "1"}}
	tests := []struct {
		name, data string
		want       []claim.Claim
		fault      string
	}{
		{"an object", `{"claims": [{"id": "a", "kind": "counted", "text": "1"}]}`, one, ""},
		{"a string that holds the object", `"{\"claims\": [{\"id\": \"a\", \"kind\": \"counted\", \"text\": \"1\"}]}"`, one, ""},
		{"an empty list", `{"claims": []}`, []claim.Claim{}, ""},
		{"no list", `{}`, nil, `has no list "claims"`},
		{"null", `null`, nil, `has no list "claims"`},
		{"a string that holds no JSON", `"hello"`, nil, "cannot be read"},
		{"a claim that is a number", `{"claims": [7]}`, nil, "cannot be read"},
		{"a text that is a number", `{"claims": [{"id": "a", "text": 1}]}`, nil, "cannot be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, found, err := notebook.Output{Data: map[string]string{claim.MIMEType: tt.data}}.Claims()
			if !found {
				t.Error("not found")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			if tt.fault == "" && err != nil || tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)) {
				t.Errorf("error %v, want %q", err, tt.fault)
			}
		})
	}
}

func TestBlank(t *testing.T) {
	for source, want := range map[string]bool{"": true, " \n\t": true, "%%": false} {
		if got := (notebook.Cell{Source: source}).Blank(); got != want {
			t.Errorf("Blank of %q = %v", source, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(minimal))
	for _, editor := range []string{"jupyterlab", "vscode", "colab"} {
		data, err := os.ReadFile(filepath.Join("testdata", editor+".ipynb"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [{"output_type": "display_data", "data": null}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := notebook.Parse("lesson.ipynb", data)
		if err != nil {
			if !errors.Is(err, notebook.ErrUnusable) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q", err)
			}
			return
		}
		if len(nb.Cells) == 0 {
			t.Error("a notebook without cells")
		}
		for i, c := range nb.Cells {
			if c.Number != i+1 {
				t.Errorf("cell %d has number %d", i+1, c.Number)
			}
			for _, o := range c.Outputs {
				if _, _, err := o.Claims(); err != nil && strings.Contains(err.Error(), "\n") {
					t.Errorf("error %q takes more than a line", err)
				}
			}
		}
	})
}

func Example() {
	nb, err := notebook.Read("testdata/jupyterlab.ipynb")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range nb.Cells {
		for _, out := range cell.Outputs {
			claims, _, _ := out.Claims()
			for _, c := range claims {
				fmt.Printf("%s, cell %d: %s is %s\n", nb.Name(), cell.Number, c.ID, c.Text)
			}
		}
	}
	// Output:
	// jupyterlab, cell 2: b-small-delay is 0.98 ticks
}

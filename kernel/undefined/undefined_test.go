package undefined_test

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/undefined"
)

// lesson makes a notebook of cells: what begins with # is text, all else is code.
func lesson(t *testing.T, sources ...string) notebook.Notebook {
	t.Helper()
	var cells []map[string]any
	for _, source := range sources {
		kind := "code"
		if strings.HasPrefix(source, "#") {
			kind = "markdown"
		}
		cells = append(cells, map[string]any{"cell_type": kind, "metadata": map[string]any{}, "source": source})
	}
	data, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "cells": cells,
		"metadata": map[string]any{"kernelspec": map[string]any{"name": notebook.Kernel}}})
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Parse("lesson.ipynb", data)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// says is what `go build` says of names that it does not know, as cmd/compile of Go 1.26 words it.
func says(names ...string) string {
	output := "# gonb_4e5ea2e7\n"
	for _, name := range names {
		output += "./main.go:12:7: undefined: " + name + "\n"
	}
	return output
}

const (
	intro = "What to run first: this cell uses what other cells declare, and they have not run since the kernel started."
	outro = "Run them from top to bottom, then this cell again; or choose Run All Above Selected Cell in the menu Run."
)

func TestEachUndefinedNameIsTracedToItsCell(t *testing.T) {
	nb := lesson(t,
		"# Noise\n\n## How Go cells behave",
		"%noautoget\nimport (\n\t\"example.org/pool\"\n\trnd \"example.org/random\"\n)",
		"## The smallest case\n\nTwo sellers.\n\n```\n# not a heading\n```",
		"// run runs a day.\nfunc run(day pool.Params) pool.Result { return pool.Must(day.Run()) }\n\n"+
			"%%\nr, err := run(pool.Pair())\nvar spare = 1",
		"func fair(day pool.Params) pool.Params {\n\treturn day\n}",
		"## Pays <&>",
		"type Payer struct{ A int }\n\nfunc (p Payer) Pay() {}\n\nconst most = 3\n\n"+
			"func pays() Payer {\n\t_ = run(fair(pool.Day()))\n\treturn Payer{}\n}\n",
		"%%\nr := 2\nfor i := range 3 { _ = i }",
		"func broken( {",
	)
	run := "    run: the cell below “The smallest case” that begins with // run runs a day."
	fair := "    fair: the cell below “The smallest case” that begins with func fair(day pool.Params) pool.Params {"
	pays := ": the cell below “Pays &lt;&amp;&gt;” that begins with type Payer struct{ A int }"
	tests := []struct {
		what, program string
		undefined     []string
		want          []string
	}{
		{"a function", "", []string{"run"}, []string{intro, run, outro}},
		{"two functions of two cells, in the notebook's order", "", []string{"fair", "run", "run"},
			[]string{intro, run, fair, outro}},
		{"a function that needs two more", "", []string{"pays"}, []string{intro, run, fair, "    pays" + pays, outro}},
		{"what the program declares already need not run again", "package main\nfunc run() {}\ntype Payer int\n",
			[]string{"pays"}, []string{intro, fair, "    pays" + pays, outro}},
		{"a type and a constant of one cell", "package main\nfunc run() {}\nfunc fair() {}\n", []string{"Payer", "most"},
			[]string{intro, "    Payer, most" + pays, outro}},
		{"a package", "", []string{"pool"},
			[]string{intro, "    pool: the cell below “How Go cells behave” that begins with import (", outro}},
		{"a package by the name that it was given, and a name in it", "", []string{"rnd.New"},
			[]string{intro, "    rnd: the cell below “How Go cells behave” that begins with import (", outro}},
		{"a name that a package lacks, which another of the same name has", "package main\nimport \"math/pool\"",
			[]string{"pool.Day"}, []string{intro, "    pool: the cell below “How Go cells behave” that begins with import (", outro}},
		{"a name that the right package lacks", "package main\nimport \"example.org/pool\"", []string{"pool.Nothing"}, nil},
		{"a value of another cell", "", []string{"err"}, []string{"err is a value of the cell below “The smallest case”, and " +
			"values end with their cell. Set it in this cell too: r, err := run(pool.Pair())"}},
		{"a declared value of another cell", "", []string{"spare"}, []string{"spare is a value of the cell below “The smallest " +
			"case”, and values end with their cell. Set it in this cell too: var spare = 1"}},
		{"a name inside a loop is nobody's", "", []string{"i"}, nil},
		{"a method is not a name", "", []string{"Pay"}, nil},
		{"a name that the notebook does not know", "", []string{"nothing"}, nil},
		{"no name at all", "", nil, nil},
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			got := undefined.Explain(says(test.undefined...), test.program, nb)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOtherComplaintsAreLeftAlone(t *testing.T) {
	nb := lesson(t, "func run() {}")
	for _, output := range []string{
		"./main.go:12:7: run redeclared in this block",
		"./main.go:12:9: day.run undefined (type pool.Params has no field or method run)",
		"./other.go:3:1: undefined: run",
		"main.go:3:1: declared and not used: run",
	} {
		if lines := undefined.Explain(output, "", nb); lines != nil {
			t.Errorf("%q is explained by %q", output, lines)
		}
	}
}

func TestASolutionIsNotCited(t *testing.T) {
	nb := lesson(t, "%%\nfullest := 0.0", "func answer() int { return 42 }")
	for i := range nb.Cells {
		nb.Cells[i].Tags = []string{"exercise", "solution"}
	}
	if lines := undefined.Explain(says("fullest", "answer"), "", nb); lines != nil {
		t.Errorf("the solution's cells are cited: %q", lines)
	}
}

func TestACellAboveTheFirstHeading(t *testing.T) {
	got := undefined.Explain(says("run"), "", lesson(t, "func run() {}"))
	want := []string{intro, "    run: the cell above the first heading that begins with func run() {}", outro}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever a cell of a lesson lacks when it runs alone after a restart, some cell is named that has it: no student is left
// with the compiler's bare words. Go's own parser says here which names a cell does not resolve by itself.
func TestEveryNameThatACellOfTheLessonsLacksIsFound(t *testing.T) {
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons: %v, %v", files, err)
	}
	for _, file := range files {
		nb, err := notebook.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		lacking := 0
		for _, c := range nb.Cells {
			if c.Type != notebook.Code || c.Tagged(notebook.ExpectsError) {
				continue
			}
			above, below, found := strings.Cut(c.Source, "%%\n")
			if found {
				above += "func main() {\n" + below + "\n}"
			}
			program, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+strings.TrimPrefix(above, "%noautoget\n"), 0)
			if err != nil {
				t.Fatalf("%s: cell %s: %v", file, c.ID, err)
			}
			for _, name := range program.Unresolved {
				if types.Universe.Lookup(name.Name) != nil {
					continue
				}
				lacking++
				lines := undefined.Explain(says(name.Name), "", nb)
				if len(lines) < 3 || lines[0] != intro || !strings.Contains(strings.Join(lines, "\n"), name.Name) {
					t.Errorf("%s: cell %s: %s is explained by %q", file, c.ID, name.Name, lines)
				}
			}
		}
		if lacking == 0 {
			t.Errorf("%s: no cell lacks anything, so nothing was tried", file)
		}
	}
}

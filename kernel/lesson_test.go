package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lesson is the first lesson as it is committed.
const lesson = "../notebooks/1-noisy-neighbour.ipynb"

// brokenLesson is a copy of the lesson in which every old has become a new; there must be at least one.
func brokenLesson(t *testing.T, oldNew ...string) string {
	t.Helper()
	data, err := os.ReadFile(lesson)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(oldNew); i += 2 {
		if !bytes.Contains(data, []byte(oldNew[i])) {
			t.Fatalf("the lesson does not contain %s any more; choose another place to break it", oldNew[i])
		}
		data = bytes.ReplaceAll(data, []byte(oldNew[i]), []byte(oldNew[i+1]))
	}
	file := filepath.Join(t.TempDir(), filepath.Base(lesson))
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// kernelTool runs one command line of the tool.
func kernelTool(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestTheCommittedLessonHolds(t *testing.T) {
	code, out, errs := kernelTool(t, "check", brokenLesson(t))
	if code != 0 || !strings.Contains(out, "claims hold") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

func TestOneDigitInTheProseIsFoundInItsPlace(t *testing.T) {
	file := brokenLesson(t, "[0.98 ticks](#b-small-delay)", "[0.97 ticks](#b-small-delay)")
	code, out, _ := kernelTool(t, "check", file)
	if code != 1 || !strings.Contains(out, `(bad-days-read), line 1: the text says "0.97 ticks"`) ||
		!strings.Contains(out, `"0.98 ticks"`) {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestOneDigitInASavedOutputIsFoundInItsPlace(t *testing.T) {
	file := brokenLesson(t, `"id": "b-small-delay",
         "kind": "counted",
         "text": "0.98 ticks"`, `"id": "b-small-delay",
         "kind": "counted",
         "text": "0.93 ticks"`)
	code, out, _ := kernelTool(t, "check", file)
	if code != 1 || !strings.Contains(out, "(bad-days-run)") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestAnOrphanNumberInTheLessonIsFound(t *testing.T) {
	file := brokenLesson(t, "Commit to a number before you run it.", "I say 17.")
	code, out, _ := kernelTool(t, "check", file)
	if code != 1 || !strings.Contains(out, `(go-guess), line 1: the number "17" is no claim`) {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// A parameter in a cell becomes another one, and a fresh run finds other numbers than the text. Only the lesson's first
// cells are run; what the rest of it would say is of no interest here.
func TestAChangedParameterIsFoundByAFreshRun(t *testing.T) {
	file := brokenLesson(t, "r := run(pool.Pair())", "pair := pool.Pair(); pair.Capacity = 9; r := run(pair)")
	editCells(t, file, func(cells []json.RawMessage) []json.RawMessage {
		return cells[:1+slices.IndexFunc(cells, hasID("two-shared-read"))]
	})
	code, out, errs := kernelTool(t, "check", "--execute", file)
	if code != 1 || !strings.Contains(out, `claim two-shared-s2`) || !strings.Contains(out, `"2 ticks"`) ||
		!strings.Contains(out, `"0 ticks"`) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	saved, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(saved, []byte("pair.Capacity = 9")) {
		t.Errorf("the check changed the notebook (%v)", err)
	}
}

// hasID tells whether a cell has the id.
func hasID(id string) func(json.RawMessage) bool {
	return func(cell json.RawMessage) bool { return bytes.Contains(cell, []byte(`"id": "`+id+`"`)) }
}

// editCells changes the list of a notebook's cells.
func editCells(t *testing.T, file string, edit func([]json.RawMessage) []json.RawMessage) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var nb map[string]json.RawMessage
	var cells []json.RawMessage
	if err := json.Unmarshal(data, &nb); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(nb["cells"], &cells); err != nil {
		t.Fatal(err)
	}
	if nb["cells"], err = json.Marshal(edit(cells)); err != nil {
		t.Fatal(err)
	}
	if data, err = json.Marshal(nb); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Deleting the cell that counts day B leaves links to claims that nobody makes.
func TestADeletedCellIsFoundByItsLinks(t *testing.T) {
	file := brokenLesson(t)
	editCells(t, file, func(cells []json.RawMessage) []json.RawMessage {
		rest := slices.DeleteFunc(slices.Clone(cells), hasID("bad-days-run"))
		if len(rest) != len(cells)-1 {
			t.Fatal("the lesson has no cell bad-days-run any more; choose another one to delete")
		}
		return rest
	})
	code, out, _ := kernelTool(t, "check", file)
	for _, want := range []string{"(bad-days-read), line 1:", "#a-small-delay", "#b-small-delay"} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %s in\n%s", code, want, out)
		}
	}
}

// The README shows reviewers what they will see; that has to be what they see.
func TestTheReadmeShowsTheChecksOwnLines(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := kernelTool(t, "check")
	if code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	for line := range strings.Lines(out) {
		if !strings.Contains(string(readme), "    "+line) {
			t.Errorf("the README does not show %q", line)
		}
	}
}

// A limit of the project: a notebook has to open quickly and to be read in a diff.
func TestEachLessonIsUnderOneMegabyte(t *testing.T) {
	files, err := filepath.Glob("../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons: %v, %v", files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Size() > 1_000_000 {
			t.Errorf("%s: %v bytes, %v", file, info.Size(), err)
		}
	}
}

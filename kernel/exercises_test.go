package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
	"github.com/queuebook/queuebook/kernel/execute"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/exercise/harness"
	"github.com/queuebook/queuebook/lessonlib/exercise/neighbour"
	"github.com/queuebook/queuebook/lessonlib/exercise/pager"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// The tags of an exercise's cells.
const (
	stubTag     = "exercise"
	solutionTag = "solution"
)

// readLesson is a lesson as it is committed.
func readLesson(t *testing.T, name string) notebook.Notebook {
	t.Helper()
	nb, err := notebook.Read(filepath.Join("..", "notebooks", name+".ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// section is what a student sees of an exercise: its cells from the heading to the next one, without the solution.
func section(t *testing.T, nb notebook.Notebook, id string) []notebook.Cell {
	t.Helper()
	first := slices.IndexFunc(nb.Cells, func(c notebook.Cell) bool { return c.ID == id })
	if first < 0 {
		t.Fatalf("%s has no cell %s any more", nb.Name(), id)
	}
	cells := nb.Cells[first : first+1]
	for _, c := range nb.Cells[first+1:] {
		if c.Type == notebook.Markdown {
			break
		}
		if !slices.Contains(c.Tags, solutionTag) {
			cells = append(slices.Clip(cells), c)
		}
	}
	return cells
}

// seen is all that is in a cell: its source, and its outputs in every form.
func seen(c notebook.Cell) string {
	text := c.Source
	for _, o := range c.Outputs {
		text += "\n" + o.JSON
	}
	return text
}

// notation finds a number as people and programs write it: with a comma between thousands, with more zeros behind, in
// per cent, in thousands or thousandths, without the zero before the point, and up to twelve as a word.
func notation(answer string) *regexp.Regexp {
	value, err := strconv.ParseFloat(answer, 64)
	if err != nil {
		panic(err)
	}
	var ways []string
	for _, scale := range []float64{1, 100, 1000, 0.001} {
		digits := strconv.FormatFloat(value*scale, 'f', -1, 64)
		if len(digits) > len(answer)+4 { // what rounding has left
			digits = fmt.Sprintf("%.4g", value*scale)
		}
		whole, _, fraction := strings.Cut(digits, ".")
		way := regexp.QuoteMeta(digits)
		switch {
		case !fraction && len(whole) > 3:
			way = whole[:len(whole)-3] + ",?" + whole[len(whole)-3:]
			fallthrough
		case !fraction:
			way += `(\.0+)?`
		case whole == "0":
			way = "0?" + way[1:] + "0*"
		default:
			way += "0*"
		}
		ways = append(ways, way)
	}
	pattern := `(?:^|[^0-9.,])(?:` + strings.Join(ways, "|") + `)(?:$|[^0-9.,]|[.,](?:$|[^0-9]))`
	words := strings.Fields("one two three four five six seven eight nine ten eleven twelve")
	if n := int(value); value == float64(n) && 1 <= n && n <= len(words) {
		pattern += `|(?i:\b` + words[n-1] + `\b)`
	}
	return regexp.MustCompile(pattern)
}

func TestANumberIsFoundInEachNotation(t *testing.T) {
	for _, c := range []struct {
		answer, text string
		found        bool
	}{
		{"631", "capacity := int64(631)", true},
		{"631", "It is 631.", true},
		{"631", "631.0 units", true},
		{"631", "1631, 6310 and 63.1", false},
		{"0.92", "at 0.92 or so", true},
		{"0.92", "at .920", true},
		{"0.92", "at 92 %", true},
		{"0.92", "0.925", false},
		{"192", "192*time.Millisecond", true},
		{"192", "192ms", true},
		{"192", "0.192 s", true},
		{"192", "192,000 µs", true},
		{"6", "after six days", true},
		{"6", "after 6 days", true},
		{"6", "after 16 days, or 6.5", false},
	} {
		if got := notation(c.answer).MatchString(c.text); got != c.found {
			t.Errorf("%s in %q: %t, want %t", c.answer, c.text, got, c.found)
		}
	}
}

// asked is an exercise with a number for an answer.
type asked struct {
	lesson, id string
	answer     string // to the digits that are asked for
	check      func(answer float64) exercise.Result
	everyday   bool // whether the number is one that the lesson needs elsewhere
}

var numbers = []asked{
	{"1-noisy-neighbour", "exercise-1", "631",
		func(x float64) exercise.Result { return neighbour.Capacity(int64(x)) }, false},
	{"1-noisy-neighbour", "exercise-2", "23",
		func(x float64) exercise.Result { return neighbour.Named(int(x)) }, false},
	{"1-noisy-neighbour", "exercise-3", "0.92", neighbour.Fullest, false},
	{"1-noisy-neighbour", "exercise-4", "1.66", neighbour.Bill, false},
	{"2-on-call", "exercise-1", "6", pager.Budget, true},
	{"2-on-call", "exercise-2", "160", pager.TTL, true}, // as many workers does the fleet have
	{"3-workload-model", "exercise-1", "625", harness.Reached, false},
	{"3-workload-model", "exercise-2", "82", harness.Users, false},
	{"3-workload-model", "exercise-3", "36", harness.Threshold, true}, // the twin's chart has as many points
	{"3-workload-model", "exercise-4", "192",
		func(x float64) exercise.Result { return harness.Omitted(time.Duration(x * float64(time.Millisecond))) }, false},
}

// What a student has in hand tells what to do and not what comes out: around an exercise no accepted answer stands in any
// notation, and one that is not an everyday number stands nowhere in the copy.
func TestNoAnswerStandsInTheStudentsCopy(t *testing.T) {
	for _, a := range numbers {
		nb := readLesson(t, a.lesson)
		value, err := strconv.ParseFloat(a.answer, 64)
		if err != nil {
			t.Fatal(err)
		}
		if r := a.check(value); r.Grade != exercise.Right {
			t.Errorf("%s, %s: %s is not the answer any more: %v", a.lesson, a.id, a.answer, r)
		}
		find := notation(a.answer)
		for _, c := range section(t, nb, a.id) {
			if hit := find.FindString(seen(c)); hit != "" {
				t.Errorf("%s, %s: the answer %s stands around it, as %q in cell %s", a.lesson, a.id, a.answer, hit, c.ID)
			}
		}
		if a.everyday {
			continue
		}
		for _, c := range nb.Cells {
			if hit := find.FindString(c.Source); hit != "" && !slices.Contains(c.Tags, solutionTag) {
				t.Errorf("%s, %s: the answer %s stands in the student's copy, as %q in cell %s", a.lesson, a.id, a.answer, hit, c.ID)
			}
		}
	}
}

// The plans that stand in the stubs of lesson 2 as an example of the notation are no answers.
func TestTheStubsPlansAreNoAnswers(t *testing.T) {
	examples := map[string]func() exercise.Result{
		`.At("09:29", oncall.Rollback())`: func() exercise.Result {
			return pager.Rescue(oncall.Plan{}.At("09:29", oncall.Rollback()))
		},
		`.When(oncall.FleetUse.AtLeast(0.9), oncall.Shed(1))`: func() exercise.Result {
			return pager.Beat(oncall.Plan{}.When(oncall.FleetUse.AtLeast(0.9), oncall.Shed(1)))
		},
	}
	for _, c := range readLesson(t, "2-on-call").Cells {
		if !slices.Contains(c.Tags, stubTag) {
			continue
		}
		_, example, found := strings.Cut(c.Source, "oncall.Plan{} // ")
		if !found {
			continue
		}
		example, _, _ = strings.Cut(example, "\n")
		check, known := examples[example]
		if !known {
			t.Errorf("cell %s has the example %q, which this test does not know", c.ID, example)
			continue
		}
		if r := check(); r.Grade == exercise.Right {
			t.Errorf("cell %s gives an answer away: %v", c.ID, r)
		}
	}
}

// As it is committed, each lesson has for each stub a solution that is right, and its last cell says that nothing is answered.
func TestEachLessonEndsWithTheProgressOfOneWhoHasAnsweredNothing(t *testing.T) {
	for name, exercises := range map[string]int{"1-noisy-neighbour": 4, "2-on-call": 5, "3-workload-model": 4} {
		cells := readLesson(t, name).Cells
		stubs, solutions := 0, 0
		for _, c := range cells {
			shown := ""
			if len(c.Outputs) > 0 {
				shown = c.Outputs[0].Data["text/plain"]
			}
			switch {
			case slices.Contains(c.Tags, stubTag):
				if stubs++; !strings.HasPrefix(shown, fmt.Sprintf("○ Exercise %d: missing. ", stubs)) {
					t.Errorf("%s, cell %s shows %q", name, c.ID, shown)
				}
			case slices.Contains(c.Tags, solutionTag):
				if solutions++; !strings.HasPrefix(shown, fmt.Sprintf("● Exercise %d: right. ", solutions)) {
					t.Errorf("%s, cell %s shows %q", name, c.ID, shown)
				}
			}
		}
		if stubs != exercises || solutions != exercises {
			t.Errorf("%s has %d stubs and %d solutions for %d exercises", name, stubs, solutions, exercises)
		}
		last := cells[len(cells)-1]
		if len(last.Outputs) != 1 {
			t.Errorf("%s: the last cell shows %d outputs", name, len(last.Outputs))
			continue
		}
		lines := strings.Split(last.Outputs[0].Data["text/plain"], "\n")
		want := []string{fmt.Sprintf("Your progress: 0 of %d exercises right, %d missing", exercises, exercises)}
		for i := range exercises {
			want = append(want, fmt.Sprintf("Exercise %d  ○ missing", i+1))
		}
		got := lines[:1]
		for _, line := range lines[2:] { // without the columns' names
			got = append(slices.Clip(got), line[:min(len(line), len("Exercise 1  ○ missing"))])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: progress (-want +got):\n%s", name, diff)
		}
	}
}

// A student's way through the exercises of lesson 1, in the real kernel: one answer is right, and its code logs to standard
// error on the way; one has a known slip; one cell is never run; one answer's code panics. The last cell knows them all, though
// each cell is a program of its own.
func TestTheLastCellKnowsEachAnswer(t *testing.T) {
	file := brokenLesson(t,
		`return 0 // units a tick\n`, `log.Println(\"trying\")\n", "\tprintln(\"more noise\")\n", "\treturn 631\n`,
		`return 0 // 7 for S7\n`, `return 1\n`,
		`func (answers) Bill() float64 {\n",
    "\treturn 0.0\n`, `func (answers) Bill() float64 {\n",
    "\treturn make([]float64, 0)[3]\n`)
	editCells(t, file, func(cells []json.RawMessage) []json.RawMessage {
		return slices.DeleteFunc(cells, func(c json.RawMessage) bool {
			return !slices.ContainsFunc([]string{"imports", "answers", "exercise-1-stub", "exercise-2-stub", "exercise-4-stub",
				"progress-run"}, func(id string) bool { return hasID(id)(c) })
		})
	})
	e := execute.Executor{Environment: environmenttest.Ready(t, "python"), Timeout: 2 * time.Minute}
	data, err := e.Run(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Parse(file, data)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	noise := ""
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			shown[c.ID] += o.Data["text/plain"]
			if o.Stream == "stderr" {
				noise += o.Text
			}
		}
	}
	for _, c := range []struct{ cell, want string }{
		{"exercise-1-stub", "● Exercise 1: right. "},
		{"exercise-2-stub", "◐ Exercise 2: nearly. S1 has the largest request share."},
		{"progress-run", "Your progress: 1 of 4 exercises right, 2 nearly, 1 missing"},
		{"progress-run", "Exercise 1  ● right "},
		{"progress-run", "Exercise 2  ◐ nearly   S1 has the largest request share."},
		{"progress-run", "Exercise 3  ○ missing  Put a utilisation"},
		{"progress-run", "Exercise 4  ◐ nearly   The answer's own code panics: runtime error: index out of range [3]"},
	} {
		if !strings.Contains(shown[c.cell], c.want) {
			t.Errorf("cell %s shows %q, want %q", c.cell, shown[c.cell], c.want)
		}
	}
	if !strings.Contains(noise, "trying") || !strings.Contains(noise, "more noise") {
		t.Errorf("the answer did not log to standard error, so that was not tried: %q", noise)
	}
}

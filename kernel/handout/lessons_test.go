package handout_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/handout"
	saved "github.com/queuebook/queuebook/kernel/notebook"
)

// solutionLines are the lines of a lesson's solutions, and of what they show, that no other cell of it has and that are
// more than brackets: with at least eight letters.
func solutionLines(nb saved.Notebook) (lines []string) {
	var others strings.Builder
	for _, c := range nb.Cells {
		if !c.Tagged("solution") {
			others.WriteString(c.Source + "\n")
		}
	}
	letters := regexp.MustCompile(`[[:alpha:]]`)
	for _, c := range nb.Cells {
		if !c.Tagged("solution") {
			continue
		}
		texts := []string{c.Source}
		for _, out := range c.Outputs {
			texts = append(texts, out.Data["text/plain"])
		}
		for line := range strings.Lines(strings.Join(texts, "\n")) {
			if line = strings.TrimSpace(line); len(letters.FindAllString(line, -1)) >= 8 && !strings.Contains(others.String(), line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// The lessons as they are committed were executed; what is made of them is searched for every line of every solution.
func TestNoSolutionIsInAStudentsCopyOfALesson(t *testing.T) {
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons %q, %v", files, err)
	}
	folder := t.TempDir()
	made, err := handout.Make(t.Context(), ready(t), handout.Options{Notebooks: files, Output: folder, Copies: unprinted})
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != 3*len(files)+1 {
		t.Errorf("%d files of %d lessons: %q", len(made), len(files), made)
	}
	for _, file := range files {
		nb, err := saved.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		page := squeezed(textOf(parse(t, load(t, filepath.Join(folder, nb.Name()+".html")))))
		instructors := squeezed(textOf(parse(t, load(t, filepath.Join(folder, nb.Name()+"-instructor.html")))))
		source := load(t, filepath.Join(folder, nb.Name()+".ipynb"))
		lines := solutionLines(nb)
		if len(lines) < 10 {
			t.Errorf("%s has only %d lines of solutions, so this test cannot fail", nb.Name(), len(lines))
		}
		for _, line := range lines {
			if !strings.Contains(instructors, squeezed(line)) {
				t.Errorf("%s: the instructor's page lacks %q", nb.Name(), line)
			}
			if strings.Contains(page, squeezed(line)) {
				t.Errorf("%s: the student's page has %q", nb.Name(), line)
			}
			quoted, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(source, line) || strings.Contains(source, strings.Trim(string(quoted), `"`)) {
				t.Errorf("%s: the student's notebook has %q", nb.Name(), line)
			}
		}
		for _, tag := range []string{"celltag_solution", "celltag_instructor", "<details"} {
			if strings.Contains(load(t, filepath.Join(folder, nb.Name()+".html")), tag) {
				t.Errorf("%s: the student's page has %q", nb.Name(), tag)
			}
		}
	}
}

// squeezed is a text without its white space, which a page sets in its own way.
func squeezed(text string) string {
	return strings.Join(strings.Fields(text), "")
}

// What a check says of the right answer has the answer's number in it, or numbers that lead there. None of them, if it
// has three digits or more, stands in an exercise as students get it.
func TestNoNumberOfASolutionIsInItsExercise(t *testing.T) {
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons %q, %v", files, err)
	}
	number, digit := regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`), regexp.MustCompile(`\d`)
	for _, file := range files {
		nb, err := saved.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		var exercise strings.Builder // the cells from the last solution to this one
		for _, c := range nb.Cells {
			for _, out := range c.Outputs {
				if !c.Tagged("solution") {
					exercise.WriteString(out.Data["text/plain"] + "\n")
					continue
				}
				for _, n := range number.FindAllString(out.Data["text/plain"], -1) {
					if len(digit.FindAllString(n, -1)) >= 3 && strings.Contains(exercise.String(), n) {
						t.Errorf("%s, cell %d: the exercise holds %q, which the check of the right answer says", nb.Name(), c.Number, n)
					}
				}
			}
			if c.Tagged("solution") {
				exercise.Reset()
				continue
			}
			exercise.WriteString(c.Source + "\n")
			if strings.HasPrefix(c.Source, "## ") {
				exercise.Reset() // the section before it is no exercise
			}
		}
	}
}

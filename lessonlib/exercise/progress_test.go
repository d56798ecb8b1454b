package exercise_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/exercise"
)

// found is a check that finds the grade.
func found(grade exercise.Grade) func() exercise.Result {
	return func() exercise.Result { return exercise.Result{Exercise: "Exercise 1", Grade: grade} }
}

func TestProgressCountsEachGrade(t *testing.T) {
	for _, c := range []struct {
		words  string
		grades []exercise.Grade
		want   string
	}{
		{"nothing was answered", []exercise.Grade{exercise.Missing, exercise.Missing}, "0 of 2 exercises right, 2 missing"},
		{"one of each", []exercise.Grade{exercise.Right, exercise.Missing, exercise.Nearly}, "1 of 3 exercises right, 1 nearly, 1 missing"},
		{"all are right", []exercise.Grade{exercise.Right, exercise.Right}, "2 of 2 exercises right"},
		{"a lesson with one exercise", []exercise.Grade{exercise.Nearly}, "0 of 1 exercise right, 1 nearly"},
		{"a lesson without", nil, "0 of 0 exercises right"},
	} {
		var checks []func() exercise.Result
		for _, g := range c.grades {
			checks = append(checks, found(g))
		}
		if got := exercise.Progress(exercise.All(checks...)); got != c.want {
			t.Errorf("%s: %q, want %q", c.words, got, c.want)
		}
	}
}

func TestAnAnswerThatPanicsDoesNotHideTheOthers(t *testing.T) {
	var sellers []int
	got := exercise.All(
		found(exercise.Right),
		func() exercise.Result { return exercise.Name("Exercise 2").Right("S%d", sellers[7]) },
		found(exercise.Missing))
	var grades []exercise.Grade
	for _, r := range got {
		grades = append(grades, r.Grade)
	}
	if diff := cmp.Diff([]exercise.Grade{exercise.Right, exercise.Nearly, exercise.Missing}, grades); diff != "" {
		t.Errorf("grades (-want +got):\n%s", diff)
	}
	if r := got[1]; r.Exercise != "Exercise 2" || !strings.Contains(r.Message, "panics: runtime error: index out of range [7]") {
		t.Errorf("the one that panics: %v", r)
	}
}

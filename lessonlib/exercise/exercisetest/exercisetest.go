// Package exercisetest is what the tests of the exercises' checks share.
package exercisetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/exercise"
)

// Expect fails the test, and lets it go on, unless a check gave the grade and its message contains the words.
func Expect(t testing.TB, r exercise.Result, grade exercise.Grade, words string) {
	t.Helper()
	if r.Grade != grade || !strings.Contains(r.Message, words) {
		t.Errorf("%v; want %v and %q", r, grade, words)
	}
}

// Numbered fails the test, and lets it go on, unless the results are those of Exercise 1, Exercise 2 and so on.
func Numbered(t testing.TB, results []exercise.Result) {
	t.Helper()
	for i, r := range results {
		if want := fmt.Sprintf("Exercise %d", i+1); r.Exercise != want {
			t.Errorf("result %d is that of %q, want %q", i+1, r.Exercise, want)
		}
	}
}

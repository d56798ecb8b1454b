package exercise_test

import (
	"math"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/exercise"
)

func TestASlipIsFoundByARoundedAnswerAndByNoOther(t *testing.T) {
	mistakes := []exercise.Mistake{{Value: 30, Hint: "forgot the burn"}, {Value: 144, Hint: "right in hours"}}
	for _, c := range []struct {
		words  string
		answer float64
		want   string
		ok     bool
	}{
		{"the slip's own value", 30, "forgot the burn", true},
		{"rounded", 143, "right in hours", true},
		{"just within one part in a hundred", 30.29, "forgot the burn", true},
		{"just beyond", 30.31, "", false},
		{"another number", 7, "", false},
		{"no number", math.NaN(), "", false},
	} {
		if got, ok := exercise.HintFor(c.answer, mistakes); got != c.want || ok != c.ok {
			t.Errorf("%s, %v: %q, %t; want %q, %t", c.words, c.answer, got, ok, c.want, c.ok)
		}
	}
}

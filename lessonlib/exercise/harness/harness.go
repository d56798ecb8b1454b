// Package harness checks the exercises of lesson 3. Each check computes the right answer with lessonlib/load, so no answer
// stands anywhere, and it tells the mistake that was made from the value.
package harness

import (
	"math"
)

// mistake is a wrong answer that somebody gets by a known slip.
type mistake struct {
	value float64
	hint  string
}

// hintFor finds the slip behind an answer, which may be rounded to two digits and a little.
func hintFor(answer float64, mistakes []mistake) (string, bool) {
	for _, m := range mistakes {
		if math.Abs(answer-m.value) <= 0.01*m.value {
			return m.hint, true
		}
	}
	return "", false
}

// finite tells whether a value can be an answer at all.
func finite(value float64) bool { return value > 0 && value <= math.MaxFloat64 }

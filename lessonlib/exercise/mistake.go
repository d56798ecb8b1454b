package exercise

import "math"

// Mistake is a wrong answer that somebody gets by a known slip, and the hint that leads out of it.
type Mistake struct {
	Value float64
	Hint  string
}

// HintFor finds the slip behind an answer, which may be rounded to two digits and a little: it lies within one part in a
// hundred of the slip's value. It is false if no slip leads there.
func HintFor(answer float64, mistakes []Mistake) (hint string, ok bool) {
	for _, m := range mistakes {
		if math.Abs(answer-m.Value) <= 0.01*m.Value {
			return m.Hint, true
		}
	}
	return "", false
}

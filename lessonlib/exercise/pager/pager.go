// Package pager checks the exercises of lesson 2. Each check computes the right answer with lessonlib/oncall, or plays the
// plan that it is given, so no answer stands anywhere; and it tells the mistake that was made from the value, or from how
// the shift went.
package pager

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/oncall"
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

// percent writes a share with the two decimals that an error budget needs.
func percent(share float64) string {
	return fmt.Sprintf("%.2f %%", 100*share)
}

// taken lists the minutes in which a control was operated.
func taken(log oncall.Log, control oncall.Control) []int {
	var minutes []int
	for _, t := range log.Taken {
		if t.Action.Control() == control {
			minutes = append(minutes, t.Minute)
		}
	}
	return minutes
}

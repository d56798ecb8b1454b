// Package pager checks the exercises of lesson 2. Each check computes the right answer with lessonlib/oncall, or plays the
// plan that it is given, so no answer stands anywhere; and it tells the mistake that was made from the value, or from how
// the shift went.
package pager

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

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

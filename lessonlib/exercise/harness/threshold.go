package harness

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// Separated is how many of the four scenarios exercise 3 wants the threshold to tell the two desks apart by.
const Separated = 3

// mostMilliseconds is a threshold that lets everything through.
const mostMilliseconds = 1000

// Threshold checks exercise 3: the largest threshold, in whole milliseconds, with which [Separated] scenarios tell the two
// desks apart, in the source's twin.
func Threshold(milliseconds float64) exercise.Result {
	const name exercise.Name = "Exercise 3"
	if milliseconds == 0 {
		return name.Missing("Put a threshold, in milliseconds.")
	}
	if !finite(milliseconds) || milliseconds > mostMilliseconds {
		return name.Nearly("%v cannot be it: put a threshold above 0 ms and up to %d.", milliseconds, mostMilliseconds)
	}
	if milliseconds != math.Trunc(milliseconds) {
		return name.Nearly("%v is between two; put a whole number of milliseconds.", milliseconds)
	}
	rows, err := twins()
	if err != nil {
		return name.Nearly("%v.", err)
	}
	at := func(ms float64) load.ThresholdRow {
		return load.Thresholds(rows, []time.Duration{time.Duration(ms) * time.Millisecond})[0]
	}
	answer := float64(mostMilliseconds)
	for answer > 0 && len(at(answer).Separating) < Separated {
		answer--
	}
	line := at(milliseconds)
	switch {
	case milliseconds == answer:
		return name.Right("From there on %s would let the unindexed desk through, too. And %s does so at any sensible threshold: "+
			"it is the scenario that is wrong, not the number.", first(rows, answer), strings.Join(line.FalsePasses, ", "))
	case len(line.Separating) < Separated && milliseconds > answer:
		return name.Nearly("At %.0f ms the unindexed desk passes, or may pass, %s. Too large: that leaves %s.", milliseconds,
			list(slices.Concat(line.FalsePasses, line.Undecided)), list(line.Separating))
	case len(line.Separating) < Separated:
		return name.Nearly("At %.0f ms the desks are told apart by %s alone: the indexed desk fails, or may fail, another. Too small.",
			milliseconds, list(line.Separating))
	}
	return name.Nearly("At %.0f ms %s tell the desks apart, but it is not the largest such threshold.", milliseconds,
		list(line.Separating))
}

// twins are the source's ten runs in virtual time.
func twins() ([]load.ScenarioRow, error) {
	r, err := load.Simulate(context.Background(), load.IO1(), load.Trials(), func(p load.Plan) load.Twin {
		return load.SourceTwin(p.Structure)
	})
	return r.Scenarios(), err
}

// first is the scenario that the threshold above no longer counts.
func first(rows []load.ScenarioRow, answer float64) string {
	lines := load.Thresholds(rows, []time.Duration{time.Duration(answer) * time.Millisecond,
		time.Duration(answer+1) * time.Millisecond})
	for _, scenario := range lines[0].Separating {
		if !slices.Contains(lines[1].Separating, scenario) {
			return scenario
		}
	}
	return "none"
}

// list joins names, and says so when there are none.
func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

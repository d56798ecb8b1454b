package pager

import (
	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// Answers are a student's answers, one method an exercise, each named as its check is.
type Answers interface {
	Budget() float64     // exercise 1, days
	TTL() float64        // exercise 2, seconds
	Rescue() oncall.Plan // exercise 3, for the bad deploy
	Flush() oncall.Plan  // exercise 4, for the cache flush
	Beat() oncall.Plan   // exercise 5, for the flash crowd
}

// Unanswered is embedded in the type that a notebook's answers are methods of: until a cell declares one, this is what
// stands there.
type Unanswered struct{}

func (Unanswered) Budget() float64     { return 0 }
func (Unanswered) TTL() float64        { return 0 }
func (Unanswered) Rescue() oncall.Plan { return oncall.Plan{} }
func (Unanswered) Flush() oncall.Plan  { return oncall.Plan{} }
func (Unanswered) Beat() oncall.Plan   { return oncall.Plan{} }

// Check checks all exercises of the lesson, in order. With a plan for exercise 5 it takes some tenths of a second.
func Check(a Answers) []exercise.Result {
	return exercise.All(
		func() exercise.Result { return Budget(a.Budget()) },
		func() exercise.Result { return TTL(a.TTL()) },
		func() exercise.Result { return Rescue(a.Rescue()) },
		func() exercise.Result { return Flush(a.Flush()) },
		func() exercise.Result { return Beat(a.Beat()) })
}

package harness

import (
	"time"

	"github.com/queuebook/queuebook/lessonlib/exercise"
)

// Answers are a student's answers, one method an exercise, each named as its check is.
type Answers interface {
	Reached() float64       // exercise 1, requests/s
	Users() float64         // exercise 2
	Threshold() float64     // exercise 3, milliseconds
	Omitted() time.Duration // exercise 4
}

// Unanswered is embedded in the type that a notebook's answers are methods of: until a cell declares one, this is what
// stands there.
type Unanswered struct{}

func (Unanswered) Reached() float64       { return 0 }
func (Unanswered) Users() float64         { return 0 }
func (Unanswered) Threshold() float64     { return 0 }
func (Unanswered) Omitted() time.Duration { return 0 }

// Check checks all exercises of the lesson, in order.
func Check(a Answers) []exercise.Result {
	return exercise.All(
		func() exercise.Result { return Reached(a.Reached()) },
		func() exercise.Result { return Users(a.Users()) },
		func() exercise.Result { return Threshold(a.Threshold()) },
		func() exercise.Result { return Omitted(a.Omitted()) })
}

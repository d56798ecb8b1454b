package neighbour

import "github.com/queuebook/queuebook/lessonlib/exercise"

// Answers are a student's answers, one method an exercise, each named as its check is.
type Answers interface {
	Capacity() int64  // exercise 1, units a tick
	Named() int       // exercise 2, a tenant's number
	Fullest() float64 // exercise 3, a utilisation
	Bill() float64    // exercise 4, a factor
}

// Unanswered is embedded in the type that a notebook's answers are methods of: until a cell declares one, this is what
// stands there.
type Unanswered struct{}

func (Unanswered) Capacity() int64  { return 0 }
func (Unanswered) Named() int       { return 0 }
func (Unanswered) Fullest() float64 { return 0 }
func (Unanswered) Bill() float64    { return 0 }

// Check checks all exercises of the lesson, in order.
func Check(a Answers) []exercise.Result {
	return exercise.All(
		func() exercise.Result { return Capacity(a.Capacity()) },
		func() exercise.Result { return Named(a.Named()) },
		func() exercise.Result { return Fullest(a.Fullest()) },
		func() exercise.Result { return Bill(a.Bill()) })
}

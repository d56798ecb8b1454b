// Package exercise is the outcome of a check: an answer is missing, nearly right, or right. Checks are Go functions on
// values; a check computes the right answer with the lesson's own library, so that no answer stands in a notebook.
package exercise

import "fmt"

// Grade says how far an answer has come.
type Grade int

const (
	// Missing means that the stub's value is still there.
	Missing Grade = iota
	// Nearly means that there is an answer and it is not right yet; the message says what the mistake looks like.
	Nearly
	// Right means what it says.
	Right
)

// String gives the word that a reader sees.
func (g Grade) String() string {
	switch g {
	case Missing:
		return "missing"
	case Right:
		return "right"
	}
	return "nearly"
}

// Result is what a check found.
type Result struct {
	Exercise string // the exercise's name, such as "Exercise 1"
	Grade    Grade
	Message  string // one or two sentences to the student
}

// String gives the result in one line.
func (r Result) String() string {
	return fmt.Sprintf("%s: %s. %s", r.Exercise, r.Grade, r.Message)
}

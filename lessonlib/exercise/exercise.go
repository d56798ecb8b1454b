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

// Name is an exercise's name, such as "Exercise 1". Its methods are the three things that a check can find.
type Name string

// Missing is the result for the stub's own value; message says what to put there.
func (n Name) Missing(message string) Result {
	return Result{Exercise: string(n), Grade: Missing, Message: message}
}

// Nearly is the result for a wrong answer. Format and args, as for fmt.Sprintf, say what the mistake looks like.
func (n Name) Nearly(format string, args ...any) Result {
	return Result{Exercise: string(n), Grade: Nearly, Message: fmt.Sprintf(format, args...)}
}

// Right is the result for the right answer. Format and args, as for fmt.Sprintf, say what it teaches.
func (n Name) Right(format string, args ...any) Result {
	return Result{Exercise: string(n), Grade: Right, Message: fmt.Sprintf(format, args...)}
}

// String gives the result in one line.
func (r Result) String() string {
	return fmt.Sprintf("%s: %s. %s", r.Exercise, r.Grade, r.Message)
}

package exercise_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/exercise"
)

func ExampleResult() {
	fmt.Println(exercise.Result{Exercise: "Exercise 4", Grade: exercise.Nearly, Message: "That is the request share."})
	// Output:
	// Exercise 4: nearly. That is the request share.
}

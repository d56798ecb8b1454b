package neighbour_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/exercise/neighbour"
)

// The stub's zero is a missing answer, and a known mistake gets its hint.
func Example() {
	fmt.Println(neighbour.Capacity(0))
	fmt.Println(neighbour.Bill(0.1690))
	// Output:
	// Exercise 1: missing. Put the capacity that you propose, in units a tick.
	// Exercise 4: nearly. That is the request share, S1's part of a bill by requests. What would its part by work be?
}

package harness_test

import (
	"fmt"
	"time"

	"github.com/queuebook/queuebook/lessonlib/exercise/harness"
)

// The stub's zero is a missing answer, and a known slip gets its hint.
func Example() {
	fmt.Println(harness.Users(0))
	fmt.Println(harness.Users(80))
	fmt.Println(harness.Omitted(15 * time.Millisecond))
	// Output:
	// Exercise 2: missing. Put a number of users.
	// Exercise 2: nearly. That counts the users who think. Some wait for their answer meanwhile.
	// Exercise 4: nearly. That counts from the actual send, as the tool does. When was each request meant to be sent?
}

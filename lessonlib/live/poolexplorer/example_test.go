package poolexplorer_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/live/poolexplorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// What a reader sees who opens the explorer on day B.
func Example() {
	reply, err := explorer.Open(poolexplorer.Day(pool.DayB()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, figure := range reply.Panel[:4] {
		fmt.Printf("%s: %s (%s)\n", figure.Label, figure.Value, figure.Note)
	}
	// Output:
	// Small sellers wait: 0.98 ticks (normal day: 0.24 ticks)
	// S1 waits: 0.47 ticks (longest: 3 ticks)
	// Largest noise: 1.43 (of S1)
	// Who pays for round robin: 1 seller (S1 most, +2.49 ticks)
}

// A page asks by the fields of a form; what is wrong comes back as a sentence, with the control that it is about.
func ExampleCall() {
	fmt.Printf("%s\n", poolexplorer.Call([]byte("op=run&scanFactor=5&capacity=0")))
	// Output:
	// {"wrong":"Capacity: 0 is out of range; it must be between 300 and 1,000 units a tick.","field":"capacity"}
}

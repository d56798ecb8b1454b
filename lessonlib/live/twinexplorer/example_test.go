package twinexplorer_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/live/twinexplorer"
)

// The same desk under two tests: what a reader sees who opens the explorer on the easy mix.
func Example() {
	test := twinexplorer.Lesson()
	test.Mix.LoanShare = 0.10
	reply, err := explorer.Open(test)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range reply.Tables[0].Rows {
		fmt.Printf("%s: reached %s, p95 %s, %s\n", row[0], row[1], row[2], row[len(row)-1])
	}
	// Output:
	// open, unindexed: reached 999/s, p95 5.55 ms, passes
	// open, indexed: reached 1,000/s, p95 0.10 ms, passes
	// closed, unindexed: reached 1,047/s, p95 4.99 ms, passes
	// closed, indexed: reached 1,100/s, p95 0.10 ms, passes
}

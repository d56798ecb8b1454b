package claim_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// A cell of lesson 1 counts how long small sellers wait on day B. The text beside it says
//
//	Small sellers now wait [0.98 ticks](#b-small-delay), four times as long.
func Example() {
	text := claim.Ledger{Claims: []claim.Entry{
		{ID: "b-small-delay", Notebook: "1-noisy-neighbour", Kind: claim.CountedKind, Text: "0.98 ticks"},
	}}

	delay := claim.Counted("b-small-delay", "%.2f ticks", 0.9811)
	fmt.Println(delay.Text, "is", text.Explain(delay))

	// A student raises the capacity and runs the cell again: a finding, not an error.
	edited := claim.Counted("b-small-delay", "%.2f ticks", 0.4098)
	fmt.Println(text.Explain(edited))

	// Output:
	// 0.98 ticks is as the text says
	// 0.41 ticks; the text says 0.98 ticks
}

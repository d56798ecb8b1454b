package show_test

import (
	"github.com/queuebook/queuebook/lessonlib/show"
)

// Outside a notebook a table is its plain text.
func ExampleNewTable() {
	show.NewTable("Who asks and who takes", "seller", "request share %.2f", "work share %.2f").
		Row("S1", 0.169, 0.2415).
		Row("S200", 0.0009, 0.0008).
		Show()
	// Output:
	// Who asks and who takes
	// seller  request share  work share
	// S1      0.17           0.24
	// S200    0.00           0.00
}

// In a notebook the second line takes the place of the first.
func ExampleProgress() {
	var p show.Progress
	p.Say("run %d of %d", 1, 2)
	p.Say("run %d of %d", 2, 2)
	// Output:
	// run 1 of 2
	// run 2 of 2
}

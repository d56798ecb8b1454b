package timeline_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/show/timeline"
)

// A build goes out at 09:10, the page fires at 09:29, and somebody rolls back at once. In a notebook this is a figure; here,
// as for those who do not see it, it is what the figure says.
func ExampleShow() {
	log, err := oncall.Run(oncall.BadDeploy(), 1, oncall.Plan{}.At("09:29", oncall.Rollback()))
	if err != nil {
		fmt.Println(err)
	}
	timeline.Show(log, oncall.ErrorRate, oncall.BurnHour, oncall.BudgetLeft, oncall.CostSoFar)
	// Output:
	// Time line of bad deploy, seed 1, from 09:00 to 11:00. Error rate: 0 % at first, 0 % at the end, highest 5 % at 09:14. Burn (1 h): 0 x at first, 0 x at the end, highest 18.33 x at 09:33. Budget left: 20 % at first, 17.45 % at the end. Cost so far: $0.07 at first, $8.56 at the end. The operator: 09:29 roll back. What happened: 09:10 a bad build goes out; 09:29 the page fires; 09:34 the rollback takes the bad build away. A teaching model, not for operational decisions; a real site calibrates every constant to its own equipment and data.
}

// Nothing was played, so there is nothing to draw.
func ExampleShow_nothingPlayed() {
	timeline.Show(oncall.Log{})
	// Output:
	// No time line: the log has no minutes; play a shift first, as with oncall.Run(oncall.BadDeploy(), 1, oncall.Plan{}).
}

// What does doing nothing cost in the flash crowd, and what do twenty instances from the start?
func ExampleCompare() {
	idle, err := oncall.Run(oncall.FlashCrowd(), 42, oncall.Plan{})
	if err != nil {
		fmt.Println(err)
	}
	twenty, err := oncall.Run(oncall.FlashCrowd(), 42, oncall.Plan{}.AtMinute(0, oncall.Minimum(20)))
	if err != nil {
		fmt.Println(err)
	}
	timeline.Compare(timeline.Figures{oncall.BudgetLeft, oncall.CostSoFar},
		timeline.Named("nothing", idle), timeline.Named("twenty", twenty))
	// Output:
	// Comparison: flash crowd, seed 42, from 08:00 to 12:00. Budget left, nothing: 100 % at first, 88.88 % at the end; twenty: 100 % throughout. Cost so far, nothing: $0.07 at first, $24.35 at the end; twenty: $0.13 at first, $35.47 at the end. The operator of “nothing”: did nothing. The operator of “twenty”: 08:00 minimum 20. What happened in all: 09:28 a wave of traffic comes. A teaching model, not for operational decisions; a real site calibrates every constant to its own equipment and data.
}

package pager_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/exercise/pager"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// The stub's zero is a missing answer, a known slip gets its hint, and a plan gets told how its shift went.
func Example() {
	fmt.Println(pager.Budget(0))
	fmt.Println(pager.Budget(5))
	fmt.Println(pager.Rescue(oncall.Plan{}.At("09:29", oncall.Rollback())))
	// Output:
	// Exercise 1: missing. Put a number of days.
	// Exercise 1: nearly. That is the burn. At a burn of 1 the budget lasts for the whole period; how long at this one?
	// Exercise 3: nearly. 17.45 % left. The plan rolled back only after the page, at 09:29, which looks at a whole hour. Which figure tells of the bad build in its first minutes?
}

// The open exercise needs no secret: its prices and the policy to beat are there to be read, only its seeds are not.
func ExampleReference() {
	fmt.Println(pager.Reference())
	log, err := oncall.Run(oncall.FlashCrowd(), 42, pager.Reference())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("seed 42: $%.2f altogether\n", pager.Score(log.Outcome()))
	// Output:
	// whenever utilisation above 0.85: minimum 30, shed 1, feature off
	// whenever utilisation below 0.6: minimum 10, shed 0, feature on
	// seed 42: $29.30 altogether
}

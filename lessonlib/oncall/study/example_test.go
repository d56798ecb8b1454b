package study_test

import (
	"context"
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/oncall/study"
)

// Nobody knows when the wave comes. Is it worth paying for twenty instances all morning, or is it enough to watch the
// utilisation and act?
func Example() {
	watch := oncall.Plan{}.When(oncall.FleetUse.Above(0.85), oncall.Shed(1), oncall.Feature(false), oncall.Minimum(30))
	result, err := study.Study{
		Shift: oncall.FlashCrowd(),
		Policies: []study.Policy{
			{Name: "do nothing"},
			{Name: "twenty instances", Plan: oncall.Plan{}.AtMinute(0, oncall.Minimum(20))},
			{Name: "watch", Plan: watch},
		},
		Seeds: 200,
	}.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, policy := range result.Policies {
		fmt.Println(policy.Name)
		fmt.Println(" ", policy.Distribution(study.BudgetLeft))
		fmt.Println(" ", policy.Distribution(study.Cost))
	}
	nothing, watching := result.Policies[0], result.Policies[2]
	verdict, err := study.Compare(watching, nothing, study.BudgetLeft)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict)
	// Output:
	// do nothing
	//   budget left: mean 94.36 % (95 % interval 93.86 % to 94.85 %), median 93.69 %, nine in ten between 89.00 % and 99.67 % (200 seeds)
	//   cost: mean $20.94 (95 % interval $20.73 to $21.14), median $20.75, nine in ten between $18.84 and $23.37 (200 seeds)
	// twenty instances
	//   budget left: mean 100.00 % (95 % interval 100.00 % to 100.00 %), median 100.00 %, nine in ten between 100.00 % and 100.00 % (200 seeds)
	//   cost: mean $33.06 (95 % interval $32.93 to $33.20), median $32.86, nine in ten between $32.00 and $34.73 (200 seeds)
	// watch
	//   budget left: mean 100.00 % (95 % interval 99.99 % to 100.00 %), median 100.00 %, nine in ten between 100.00 % and 100.00 % (200 seeds)
	//   cost: mean $36.30 (95 % interval $35.69 to $36.90), median $36.68, nine in ten between $29.22 and $42.69 (200 seeds)
	// watch against do nothing, budget left: 5.64 percentage points higher, which is better (95 % interval 5.14 to 6.14, 200 seeds)
}

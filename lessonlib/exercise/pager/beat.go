package pager

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/oncall/study"
)

// What a flash crowd costs besides the fleet, in exercise 5. All three prices are assumptions, chosen so that neither
// extreme is worth it: at these prices doing nothing and twenty instances from the start cost about the same, and both
// cost more than a plan that watches. A real site asks its business.
const (
	// BudgetPrice is for one percent of the period's error budget: $2. That is 0.432 minutes in which every request fails.
	BudgetPrice = 2.00
	// DropPrice is for one percent of the shift's requests told to retry later: $1. In four hours that is 2.4 minutes' worth of
	// requests, so a request told to retry costs about a tenth of one that fails.
	DropPrice = 1.00
	// FeaturePrice is for one minute without recommendations: $0.05, about a hundredth of a minute in which every request fails.
	FeaturePrice = 0.05
)

// bill is what a shift costs, in $, by what it is for.
type bill [4]float64

var billed = [len(bill{})]string{"the fleet", "the error budget", "requests dropped", "minutes without recommendations"}

func billFor(o oncall.Outcome) bill {
	return bill{
		o.Cost,
		BudgetPrice * 100 * (o.BudgetAtStart - o.Budget),
		DropPrice * 100 * o.Dropped,
		FeaturePrice * float64(o.Minutes-o.Recommendations),
	}
}

func (b bill) total() float64 {
	return b[0] + b[1] + b[2] + b[3]
}

// Score is what a shift cost altogether, in $, and the lower the better:
//
//	fleet + BudgetPrice x percent of the error budget burnt + DropPrice x percent of the requests dropped
//	      + FeaturePrice x minutes without recommendations
func Score(o oncall.Outcome) float64 {
	return billFor(o).total()
}

// Reference is the policy to beat in exercise 5: when the fleet is more than 85 % utilised it does all that helps, and when
// it is less than 60 % utilised it takes all of it back.
func Reference() oncall.Plan {
	return oncall.Plan{}.
		Whenever(oncall.FleetUse.Above(0.85), oncall.Minimum(30), oncall.Shed(1), oncall.Feature(false)).
		Whenever(oncall.FleetUse.Below(0.60), oncall.Minimum(10), oncall.Shed(0), oncall.Feature(true))
}

// Exercise 5 plays seeds that the lesson shows nowhere, so that a plan cannot know its waves.
const (
	unseenFirst = 5000
	unseenSeeds = 200
)

// Beat checks exercise 5, the open one: a plan for the flash crowd that costs less than [Reference] by [Score], on average
// over seeds that nobody has seen. It is right when the 95 % interval of the difference says so. The TTL must stay as it
// is, since the score has no price for stale answers. It takes some tenths of a second.
func Beat(plan oncall.Plan) exercise.Result {
	return beat(plan, unseenSeeds)
}

func beat(plan oncall.Plan, seeds int) exercise.Result {
	const name exercise.Name = "Exercise 5"
	if plan == (oncall.Plan{}) {
		return name.Missing("Write a plan; one with rules, since nobody knows when the wave comes.")
	}
	shift := oncall.FlashCrowd()
	if err := plan.Check(shift); err != nil {
		return name.Nearly("%v.", err)
	}
	// A plan as text is documented to hold one action after the other by its control's name.
	if strings.Contains(plan.String(), " "+oncall.TTLControl.String()+" ") {
		return name.Nearly("Leave the TTL as it is: the score has no price for stale answers, so a longer one would win by a gap " +
			"in the score.")
	}
	result, err := study.Study{
		Shift: shift, First: unseenFirst, Seeds: seeds,
		Policies: []study.Policy{{Name: "plan", Plan: plan}, {Name: "reference", Plan: Reference()}},
	}.Run(context.Background())
	if err != nil {
		return name.Nearly("%v.", err)
	}
	return judge(name, result.Policies[0].Outcomes, result.Policies[1].Outcomes)
}

// judge compares a plan's outcomes with the reference's, seed by seed: the waves' luck cancels out.
func judge(name exercise.Name, plan, reference []oncall.Outcome) exercise.Result {
	differences := make([]float64, len(plan))
	var parts bill
	same := true
	for i := range plan {
		a, b := billFor(plan[i]), billFor(reference[i])
		differences[i] = a.total() - b.total()
		same = same && a == b
		for j := range parts {
			parts[j] += (a[j] - b[j]) / float64(len(plan))
		}
	}
	if same {
		return name.Nearly("On %d unseen seeds that plays exactly as the reference does.", len(plan))
	}
	// Student's t interval of the mean difference (W. S. Gosset, "The Probable Error of a Mean", Biometrika 6, 1908).
	mean, deviation := stat.MeanStdDev(differences, nil)
	t := distuv.StudentsT{Sigma: 1, Nu: float64(len(differences) - 1)}.Quantile((1 + study.Confidence) / 2)
	half := t * stat.StdErr(deviation, float64(len(differences)))
	where := fmt.Sprintf("95 %% interval %s to %s, %d unseen seeds", gap(mean-half), gap(mean+half), len(differences))
	switch {
	case mean+half < 0:
		return name.Right("Better than the reference: %s a shift on average (%s).", gap(mean), where)
	case mean-half > 0:
		worst := slices.Index(parts[:], slices.Max(parts[:]))
		return name.Nearly("Worse than the reference: %s a shift on average (%s). Most is lost on %s: %s.", gap(mean), where,
			billed[worst], gap(parts[worst]))
	}
	more := "needs more seeds, more than can be played"
	if needed := math.Ceil(math.Pow(t*deviation/mean, 2)) + 1; needed <= study.MaxPlays {
		more = fmt.Sprintf("needs more seeds, about %.0f", needed)
	}
	return name.Nearly("Neither better nor worse so far: %s a shift on average (%s), which %s. Try a bolder change.",
		gap(mean), where, more)
}

// gap writes a difference in $ in words.
func gap(difference float64) string {
	if difference < 0 {
		return fmt.Sprintf("$%.2f less", -difference)
	}
	return fmt.Sprintf("$%.2f more", difference)
}

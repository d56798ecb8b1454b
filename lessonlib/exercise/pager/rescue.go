package pager

import (
	"slices"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

const (
	// RescueSeed is the seed of exercise 3.
	RescueSeed = 1
	// RescueTarget is the share of the period's error budget that exercise 3 wants left.
	RescueTarget = 0.19
)

// Rescue checks exercise 3: a plan for the bad deploy that leaves at least [RescueTarget] of the error budget, on
// [RescueSeed]. A rollback pressed before the build is out does not count, though it might work: nobody knew yet that the
// build was bad.
func Rescue(plan oncall.Plan) exercise.Result {
	const name exercise.Name = "Exercise 3"
	if plan == (oncall.Plan{}) {
		return name.Missing("Write a plan; the empty one does nothing.")
	}
	shift := oncall.BadDeploy()
	log, err := oncall.Run(shift, RescueSeed, plan)
	if err != nil {
		return name.Nearly("%v.", err)
	}
	outcome, out, preparation := log.Outcome(), shift.BadBuildAt, shift.Service.Deploy.RollbackMinutes
	left := percent(outcome.Budget)
	presses := taken(log, oncall.RollbackControl)
	if len(presses) == 0 {
		return name.Nearly("%s left. The plan never rolled back, and a bad build stays until somebody takes it away.", left)
	}
	again := pressedAgain(presses, out, preparation)
	switched := slices.IndexFunc(log.Events, func(e oncall.Event) bool { return e.Kind == oncall.Switched })
	if switched < 0 {
		switch {
		case presses[len(presses)-1] < out:
			return name.Nearly("%s left. The rollback was ready before the build was out at %s: it found nothing to take away "+
				"and cost $%.2f.", left, shift.Clock(out), secondFleetCost(log))
		case again != oncall.Never:
			return name.Nearly("%s left, and no rollback was ever ready: %s", left, startsAnew)
		}
		return name.Nearly("%s left. The rollback was pressed too late to be ready before the shift was over: it takes %d "+
			"minutes.", left, preparation)
	}
	pressed := log.Events[switched].Minute - preparation
	switch {
	case pressed < out:
		return name.Nearly("%s left, but the rollback was pressed at %s, before the build was out at %s: nobody knew yet that "+
			"it was bad. Act on what the panel shows.", left, shift.Clock(pressed), shift.Clock(out))
	case outcome.Budget >= RescueTarget:
		return name.Right("%s of the budget left: pressed at %s, rid of it at %s.", left, shift.Clock(pressed),
			shift.Clock(pressed+preparation))
	case again != oncall.Never && leavesEnough(shift, again):
		return name.Nearly("%s left. At %s roll back was pressed in time, and then again: %s", left, shift.Clock(again), startsAnew)
	case leavesEnough(shift, pressed):
		return name.Nearly("%s left. The rollback at %s was in time, but the rest of the plan hurts: the error rate reached %s at %s.",
			left, shift.Clock(pressed), percent(outcome.WorstErrors), shift.Clock(outcome.WorstErrorsAt))
	case outcome.PagedAt != oncall.Never && pressed >= outcome.PagedAt:
		return name.Nearly("%s left. The plan rolled back only after the page, at %s, which looks at a whole hour. Which "+
			"figure tells of the bad build in its first minutes?", left, shift.Clock(outcome.PagedAt))
	}
	return name.Nearly("%s left. The plan rolled back at %s, %d minutes after the build went out, and each of them burns %s "+
		"of the budget.", left, shift.Clock(pressed), pressed-out, percent(badMinute(shift)))
}

const startsAnew = "each press starts the preparation anew. Press it once."

// pressedAgain is the first press, since the build went out, that another one made void, or Never.
func pressedAgain(presses []int, out, preparation int) int {
	for i := 1; i < len(presses); i++ {
		// A second press in the same minute changes nothing.
		if before := presses[i-1]; before >= out && presses[i] > before && presses[i] <= before+preparation {
			return before
		}
	}
	return oncall.Never
}

// leavesEnough tells whether a rollback in that minute, and nothing else, would do.
func leavesEnough(shift oncall.Shift, minute int) bool {
	log, err := oncall.Run(shift, RescueSeed, oncall.Plan{}.AtMinute(minute, oncall.Rollback()))
	return err == nil && log.Outcome().Budget >= RescueTarget
}

// badMinute is what a minute of the bad build with all of the traffic takes from the budget.
func badMinute(shift oncall.Shift) float64 {
	service := shift.Service
	return service.Objective.Spent(service.Objective.Burn(service.Deploy.ErrorRate(0, 1)))
}

// secondFleetCost is what the second fleets of all rollbacks cost, in $.
func secondFleetCost(log oncall.Log) float64 {
	cost := 0.0
	for _, m := range log.Minutes {
		cost += log.Shift.Service.Fleet.HourlyCost(m.Spare) / 60
	}
	return cost
}

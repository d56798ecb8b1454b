package pager

import (
	"math"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// SteadyErrors is the error rate of exercise 1, a share of the requests that never changes.
const SteadyErrors = 0.005

const minutesPerDay = 24 * 60

// Budget checks exercise 1: after how many days a fresh error budget is gone, at a constant error rate of [SteadyErrors].
func Budget(days float64) exercise.Result {
	const name exercise.Name = "Exercise 1"
	objective := oncall.DefaultService().Objective
	burn := objective.Burn(SteadyErrors)
	period := objective.PeriodMinutes / minutesPerDay
	answer := 1 / objective.Spent(burn) / minutesPerDay
	switch {
	case days == 0:
		return name.Missing("Put a number of days.")
	case !(days > 0 && days <= math.MaxFloat64):
		return name.Nearly("%v cannot be it: put a finite number of days above 0.", days)
	case math.Abs(days-answer) <= 0.05:
		return name.Right("The burn is %.3g, and at a burn of 1 the budget lasts for the period of %.0f days.", burn, period)
	}
	if hint, ok := exercise.HintFor(days, []exercise.Mistake{
		{Value: burn, Hint: "That is the burn. At a burn of 1 the budget lasts for the whole period; how long at this one?"},
		{Value: answer * minutesPerDay, Hint: "Right in minutes; the question is for days."},
		{Value: answer * 24, Hint: "Right in hours; the question is for days."},
		{Value: answer * minutesPerDay * 60, Hint: "Right in seconds; the question is for days."},
		{Value: period, Hint: "That is the whole period, which a burn of 1 would take. Errors are more frequent here than the objective allows."},
		{Value: period * burn, Hint: "The faster the burn, the sooner the budget is gone: divide where you multiplied."},
		{Value: 1 / burn, Hint: "That is a part of the period. How many days are that?"},
		{Value: period / SteadyErrors, Hint: "The error rate is not yet the burn: what does the objective allow?"},
		{Value: period / (100 * SteadyErrors), Hint: "The error rate in percent is not yet the burn: what does the objective allow, in percent?"},
		{Value: answer / 100, Hint: "A factor of a hundred too soon: take both rates in percent, or neither."},
		{Value: answer * 100, Hint: "A factor of a hundred too late: take both rates in percent, or neither."},
	}); ok {
		return name.Nearly("%s", hint)
	}
	spent := 100 * objective.Spent(burn) * days * minutesPerDay
	if days < answer {
		return name.Nearly("After %.3g days %.3g %% of the budget is spent, and the rest is still there.", days, spent)
	}
	return name.Nearly("The budget is gone before that: %.3g days would spend %.3g %% of it.", days, spent)
}

package pager

import (
	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

const (
	// FlushSeed is the seed of exercise 4.
	FlushSeed = 42
	// FlushTarget is the share of the period's error budget that exercise 4 wants left.
	FlushTarget = 0.993
)

// drowned is the database load from which ten instances cannot keep up with it. With the recommendations off the warm-up job
// cannot bring it there.
const drowned = 0.85

// Flush checks exercise 4: a plan for the cache flush that leaves at least [FlushTarget] of the error budget, on [FlushSeed],
// does nothing before the minute of the flush, and has the service whole again when the shift ends: recommendations on,
// nothing shed.
func Flush(plan oncall.Plan) exercise.Result {
	const name exercise.Name = "Exercise 4"
	if plan == (oncall.Plan{}) {
		return name.Missing("Write a plan; the empty one does nothing.")
	}
	shift := oncall.CacheFlush()
	log, err := oncall.Run(shift, FlushSeed, plan)
	if err != nil {
		return name.Nearly("%v.", err)
	}
	outcome, last := log.Outcome(), log.Minutes[len(log.Minutes)-1]
	left := percent(outcome.Budget)
	first := firstChange(log)
	if first == oncall.Never {
		return name.Nearly("%s left. The plan changed nothing: no rule was met, or every setting was there already.", left)
	}
	if first < shift.FlushAt {
		return name.Nearly("%s left, but the plan acts at %s, and the cache is emptied at %s: nobody knew yet.", left,
			shift.Clock(first), shift.Clock(shift.FlushAt))
	}
	if outcome.Budget >= FlushTarget {
		switch {
		case last.Recommendations == 0:
			return name.Nearly("%s left, but the recommendations are still off when the shift ends. Switch them on again once "+
				"the cache is warm.", left)
		case last.Dropped > 0:
			return name.Nearly("%s left, but low-priority traffic is still turned away when the shift ends. Let it in again.", left)
		}
		return name.Right("%s of the budget left, and the service is whole again: first lighten the load, then repair.", left)
	}
	over := lastAbove(log)
	if minute, load := warmupPeak(log); load > drowned {
		return name.Nearly("%s left. The warm-up drowned the database: it ran at %.0f %% of its capacity at %s. What could be "+
			"switched off while the job runs?", left, 100*load, shift.Clock(minute))
	}
	if first > over {
		return name.Nearly("%s left. The plan first acts at %s, and the errors were over at %s: it was the first minutes that "+
			"cost.", left, shift.Clock(first), shift.Clock(over+1))
	}
	if nothing, err := oncall.Run(shift, FlushSeed, oncall.Plan{}); err == nil && outcome.Budget < nothing.Outcome().Budget {
		return name.Nearly("%s left, and doing nothing leaves %s: under this plan the error rate reached %s at %s.", left,
			percent(nothing.Outcome().Budget), percent(outcome.WorstErrors), shift.Clock(outcome.WorstErrorsAt))
	}
	return name.Nearly("%s left. The plan acts at %s, and the error rate stayed above the objective until %s. New instances "+
		"boot for %d minutes and a cache fills slowly: what lightens every request at once?", left, shift.Clock(first),
		shift.Clock(over+1), shift.BootDelay)
}

// firstChange is the first minute in which an action changed anything, or Never. A rule that switches on what is on knows
// nothing of the future.
func firstChange(log oncall.Log) int {
	opening := log.Shift.Settings
	stands := map[oncall.Control]oncall.Action{}
	for _, a := range []oncall.Action{oncall.Minimum(float64(opening.Minimum)), oncall.Autoscaler(opening.Autoscaler),
		oncall.Target(opening.Target), oncall.TTL(opening.TTL), oncall.Shed(opening.Shed), oncall.Feature(opening.Feature)} {
		stands[a.Control()] = a
	}
	for _, t := range log.Taken {
		if stands[t.Action.Control()] != t.Action { // what is pressed stands nowhere
			return t.Minute
		}
	}
	return oncall.Never
}

// warmupPeak is the highest database load while a warm-up job ran and the error rate was above what the objective allows, and
// its minute; 0 if there was no such minute.
func warmupPeak(log oncall.Log) (minute int, load float64) {
	for _, start := range taken(log, oncall.WarmupControl) {
		end := min(start+log.Shift.Service.Cache.WarmupMinutes, len(log.Minutes))
		for _, m := range log.Minutes[start:end] {
			if m.Errors > log.Shift.Service.Objective.AllowedErrors && m.Database > load {
				minute, load = m.Minute, m.Database
			}
		}
	}
	return minute, load
}

// lastAbove is the last minute with an error rate above what the objective allows, or Never.
func lastAbove(log oncall.Log) int {
	last := oncall.Never
	for _, m := range log.Minutes {
		if m.Errors > log.Shift.Service.Objective.AllowedErrors {
			last = m.Minute
		}
	}
	return last
}

package pager

import (
	"math"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// HitTarget is the cache hit ratio that exercise 2 asks for.
const HitTarget = 0.90

// TTL checks exercise 2: the time to live, in seconds, that gives a full cache a hit ratio of [HitTarget] at the opening of
// the noon shift.
func TTL(seconds float64) exercise.Result {
	const name exercise.Name = "Exercise 2"
	shift := oncall.Noon()
	cache := shift.Service.Cache
	rate := shift.Service.Traffic.ArrivalRate(shift.Start, 0, 1)
	if seconds == 0 {
		return name.Missing("Put a number of seconds.")
	}
	if _, err := oncall.NewAction(oncall.TTLControl, seconds); err != nil {
		return name.Nearly("%v.", err)
	}
	const full = 1
	hit := cache.HitRatio(full, rate, seconds)
	if math.Abs(hit-HitTarget) <= 0.0005 {
		return name.Right("One object is asked for every %.1f s, so after each miss %.0f requests come within the TTL and find "+
			"the answer. It is %.0f s old on average: that is the price.", cache.HotObjects/rate, rate/cache.HotObjects*seconds, cache.MeanAge(seconds))
	}
	// hit = n/(1+n) turned round: n requests find an answer for the one that fetched it.
	hits := HitTarget / (1 - HitTarget)
	answer := hits * cache.HotObjects / rate
	if hint, ok := exercise.HintFor(seconds, []exercise.Mistake{
		{Value: hits / rate, Hint: "All the requests are not for one object: they are spread over the hot objects."},
		{Value: hits * cache.HotObjects / shift.Service.Traffic.Base, Hint: "That is for the mean rate of a day. What arrives at noon?"},
		{Value: HitTarget, Hint: "That is the hit ratio itself. Which TTL leads to it?"},
		{Value: 100 * HitTarget, Hint: "That is the hit ratio itself, in percent. Which TTL leads to it?"},
		{Value: cache.MeanAge(answer), Hint: "That is how old the answers would be on average. The TTL is how old they may become."},
		{Value: 1000 * answer, Hint: "Right in milliseconds; the TTL is in seconds."},
		{Value: answer / 60, Hint: "Right in minutes; the TTL is in seconds."},
		{Value: HitTarget * cache.HotObjects / rate, Hint: "That many requests find an answer for each one that does not: r T. It " +
			"is not the hit ratio, which is r T of 1 + r T."},
		{Value: cache.HotObjects / rate / (1 - HitTarget), Hint: "That would be it if of r T requests one missed. It is one of " +
			"1 + r T: the miss itself counts."},
		{Value: shift.Settings.TTL, Hint: "That is the TTL that the shift opens with, and the panel shows what it gives."},
	}); ok {
		return name.Nearly("%s", hint)
	}
	if hit < HitTarget {
		return name.Nearly("A TTL of %.4g s gives a hit ratio of %.1f %%: too short.", seconds, 100*hit)
	}
	return name.Nearly("A TTL of %.4g s gives a hit ratio of %.1f %%: longer than it has to be.", seconds, 100*hit)
}

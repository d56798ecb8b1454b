// Package neighbour checks the exercises of lesson 1. Each check computes the right answer with lessonlib/pool, so the
// answer stands nowhere, and tells the mistake that was made from the value that was given.
package neighbour

import (
	"math"
	"sort"
	"sync"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// close2 is how near an answer with two decimals has to come: half of the last one, and a little for the rounding.
const close2 = 0.005 + 1e-9

// smallDelay is the mean delay of the small tenants in ticks. The days that the checks run are valid by construction,
// except for what the student gives; that error is the student's to read.
func smallDelay(day pool.Params) (float64, error) {
	r, err := day.Run()
	return r.Small().MeanDelay(), err
}

// normalDelay is what the small tenants wait on the normal day. Like the other runs that the checks compare with, it is always
// the same and made once.
var normalDelay = sync.OnceValues(func() (float64, error) { return smallDelay(pool.Normal()) })

// Capacity checks exercise 1: the smallest capacity, in units a tick, at which the small tenants of day B wait no longer
// than on the normal day, with one shared queue.
func Capacity(units int64) exercise.Result {
	const name exercise.Name = "Exercise 1"
	if units == 0 {
		return name.Missing("Put the capacity that you propose, in units a tick.")
	}
	day := pool.DayB()
	if units == day.Capacity {
		return name.Nearly("That is what the pool has now, and the small sellers wait too long.")
	}
	target, err := normalDelay()
	if err != nil {
		return name.Nearly("%v", err)
	}
	day.Capacity = units
	have, err := smallDelay(day)
	if err != nil {
		return name.Nearly("%v", err)
	}
	if have > target {
		if now := pool.DayB().Capacity; units < now && Capacity(now+units).Grade == exercise.Right {
			return name.Nearly("That is how much the pool needs in addition. The question is for its whole capacity.")
		}
		return name.Nearly("With %d units the small sellers still wait %.3f ticks, longer than the normal day's %.3f.", units,
			have, target)
	}
	day.Capacity--
	if day.Capacity > 0 {
		less, err := smallDelay(day)
		if err != nil {
			return name.Nearly("%v", err)
		}
		if less <= target {
			return name.Nearly("That is enough, but it is not the smallest: with one unit less they would wait %.3f ticks, "+
				"which will do as well.", less)
		}
	}
	return name.Right("One noisy neighbour costs %d units of capacity, if capacity is the cure.",
		units-pool.DayB().Capacity)
}

// loud is the tenant that makes the noise in [Incident].
const loud = 23

// Incident is a run of a bad day on which not the largest tenant but one in the middle of the field scans too often.
// Neither the largest request share nor the largest work share gives it away.
func Incident() pool.Result { return incident() }

var incident = sync.OnceValue(func() pool.Result {
	day := pool.Normal()
	day.Scanner, day.ScanFactor = loud, 20
	r, err := day.Run()
	if err != nil {
		// The parameters are constants; the tests run them.
		return pool.Result{}
	}
	return r
})

// Named checks exercise 2: the number of the tenant that makes the noise in [Incident].
func Named(tenant int) exercise.Result {
	const name exercise.Name = "Exercise 2"
	r := Incident()
	group := r.Tenant(tenant)
	switch {
	case tenant == 0:
		return name.Missing("Put the number of a seller, 7 for S7.")
	case group.First == 0:
		return name.Nearly("There is no seller %d; the incident has S1 to S%d.", tenant, len(r.Tenants))
	case tenant == loud:
		return name.Right("S%d holds %.1f %% of the requests and %.1f %% of the work; only the ratio shows it.", tenant,
			100*group.RequestShare(), 100*group.WorkShare())
	case tenant == largest(r, pool.Group.RequestShare):
		return name.Nearly("S%d has the largest request share. It is also the largest seller, so that is no surprise. Whose "+
			"requests are heavier than they look?", tenant)
	case tenant == largest(r, pool.Group.WorkShare):
		return name.Nearly("S%d has the largest work share. Compare it with its request share.", tenant)
	case tenant == longest(r):
		return name.Nearly("S%d waits longest on average. The one who waits is not the one who makes the others wait.", tenant)
	}
	return name.Nearly("The noise of S%d is %.2f, and there is a seller with more.", tenant, group.Noise())
}

// largest is the number of the tenant for which the value is largest.
func largest(r pool.Result, of func(pool.Group) float64) int {
	best := 1
	for number := range len(r.Tenants) {
		if of(r.Tenant(number+1)) > of(r.Tenant(best)) {
			best = number + 1
		}
	}
	return best
}

func longest(r pool.Result) int {
	return largest(r, func(g pool.Group) float64 { return g.MeanDelay() })
}

// Patience is how long the small tenants may wait in exercise 3, in ticks on average.
const Patience = 1.0 / 3

// Fullest checks exercise 3: the largest utilisation at which the small tenants of the normal day wait no longer than
// [Patience], with one shared queue.
func Fullest(utilisation float64) exercise.Result {
	const name exercise.Name = "Exercise 3"
	if utilisation == 0 {
		return name.Missing("Put a utilisation, such as 0.75.")
	}
	normal, full := pool.Normal(), fullest()
	most := full.Utilisation()
	switch {
	case utilisation == float64(full.Capacity):
		return name.Nearly("That is the capacity. The utilisation is the offered load divided by it.")
	case math.Abs(utilisation-Patience) <= close2:
		return name.Nearly("That is how long they may wait, in ticks. How full is the pool when they do?")
	case math.Abs(1-utilisation-most) <= close2:
		return name.Nearly("That is the part of the pool that stays idle. The utilisation is the rest.")
	case utilisation > 1 && utilisation <= 100 && math.Abs(utilisation/100-most) <= close2:
		return name.Nearly("Right in per cent; a utilisation is a part of one.")
	case !(utilisation > 0 && utilisation < 1):
		return name.Nearly("%g cannot be it: a pool needs a utilisation above 0, and at 1 or more the queue grows for as long "+
			"as the run lasts.", utilisation)
	case math.Abs(utilisation-normal.Utilisation()) <= close2:
		return name.Nearly("That is the normal day's utilisation, and the small sellers still have patience left.")
	case math.Abs(utilisation-most) <= close2:
		return name.Right("So much of the pool can be sold before a third of a tick is lost; the rest is the price of lumps.")
	case utilisation < most:
		return name.Nearly("At %.2f they wait less than a third of a tick. The pool can be fuller.", utilisation)
	}
	return name.Nearly("At %.2f they wait longer than a third of a tick. The pool must be emptier.", utilisation)
}

// fullest is the normal day just before the small tenants wait longer than Patience: with the smallest capacity above the
// offered load that keeps to it. The more capacity, the shorter they wait, and with twice the load not at all.
var fullest = sync.OnceValue(func() pool.Params {
	day := pool.Normal()
	low := int(day.OfferedLoad()) + 1
	day.Capacity = int64(low + sort.Search(low, func(more int) bool {
		day := day
		day.Capacity = int64(low + more)
		delay, err := smallDelay(day)
		return err == nil && delay <= Patience
	}))
	return day
})

// BillFactor is how many times as often as usual S1 scans in exercise 4.
const BillFactor = 8

// billed is a run of the day that the bill is for, and dayB one of the day that the lesson shows.
var (
	billed = sync.OnceValues(func() (pool.Result, error) {
		day := pool.DayB()
		day.ScanFactor = BillFactor
		return day.Run()
	})
	dayB = sync.OnceValues(pool.DayB().Run)
)

// Bill checks exercise 4: the factor between S1's bill by work and its bill by requests on a day on which S1 scans
// [BillFactor] times as often as usual.
func Bill(factor float64) exercise.Result {
	const name exercise.Name = "Exercise 4"
	r, err := billed()
	if err != nil {
		return name.Nearly("%v", err)
	}
	b, err := dayB()
	if err != nil {
		return name.Nearly("%v", err)
	}
	s1 := r.Tenant(1)
	near := func(value float64) bool { return math.Abs(factor-value) <= close2 }
	switch {
	case factor == 0:
		return name.Missing("Put the factor, such as 1.10 for a bill that grows by a tenth.")
	case near(s1.Noise()):
		return name.Right("The factor is the noise: a bill by work charges each seller its noise times what a bill by " +
			"requests does.")
	case near(b.Tenant(1).Noise()):
		return name.Nearly("That is the factor of day B as it was. Here S1 scans still more often.")
	case near(s1.RequestShare()):
		return name.Nearly("That is the request share, S1's part of a bill by requests. What would its part by work be?")
	case near(s1.WorkShare()):
		return name.Nearly("That is the work share, S1's part of a bill by work. Compare it with its part by requests.")
	case near(1 / s1.Noise()):
		return name.Nearly("The right two numbers, divided the wrong way round.")
	case near(s1.WorkShare() - s1.RequestShare()):
		return name.Nearly("That is the difference of the two shares. The question is for their ratio.")
	case near(s1.Noise() - 1):
		return name.Nearly("That is what is added to the bill. The factor multiplies all of it.")
	case math.Abs(factor/100-s1.Noise()) <= close2:
		return name.Nearly("Right in per cent; a factor is a part of one.")
	case near(BillFactor):
		return name.Nearly("That is how many times as often S1 scans. Its queries are on the bill as well.")
	}
	return name.Nearly("Divide S1's work share on that day by its request share.")
}

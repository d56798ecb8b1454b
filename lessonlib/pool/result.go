package pool

import (
	"fmt"
)

// Tally is what a run counts of one tenant, or of several added up.
type Tally struct {
	Volume int64 // shipments a day
	Scan   int64 // units of one period scan, before chunking

	Requests int64 // arrived, done or not; every chunk is one
	Units    int64 // units of work that arrived, served or not
	Done     int64 // requests whose last unit was served
	DelaySum int64 // ticks: the sum of the delays of the done requests
	MaxDelay int64 // ticks: the largest delay of a done request
}

func (t *Tally) add(o Tally) {
	t.Volume += o.Volume
	t.Scan += o.Scan
	t.Requests += o.Requests
	t.Units += o.Units
	t.Done += o.Done
	t.DelaySum += o.DelaySum
	t.MaxDelay = max(t.MaxDelay, o.MaxDelay)
}

// MeanDelay is DelaySum / Done in ticks. It is NaN if no request was done.
func (t Tally) MeanDelay() float64 { return ratio(t.DelaySum, t.Done) }

// ratio is a / b as floating point, NaN for 0 / 0.
func ratio(a, b int64) float64 { return float64(a) / float64(b) }

// Result is what one run counted. The zero Result has no tenants; reading it is safe.
type Result struct {
	Params  Params   // the run's assumptions
	Tenants []Tally  // Tenants[i] is S(i+1); Tenant reads by number
	Served  int64    // units of work served, those of requests not yet done included
	Series  []Moment // tick by tick, of the tenant Params.Watch; nil if that is 0

	total Tally
}

// Moment is what one tenant had done in one tick.
type Moment struct {
	Tick     int64 // 1..Ticks
	Done     int64 // requests done in this tick
	DelaySum int64 // ticks: the sum of their delays
}

// MeanDelay is the mean delay, in ticks, of the requests done in this tick. It is NaN
// if there was none.
func (m Moment) MeanDelay() float64 { return ratio(m.DelaySum, m.Done) }

// Busy is the fraction of the run's capacity that served work, from 0 to 1:
// Served / (Capacity x Ticks). What was asked of the pool is [Params.Utilisation].
// It is NaN for the zero Result.
func (r Result) Busy() float64 {
	return float64(r.Served) / float64(float64(r.Params.Capacity)*float64(r.Params.Ticks))
}

// Tenant is the tenant S(number), numbered from 1, as a group of one. The group is
// empty if there is no such tenant.
func (r Result) Tenant(number int) Group { return r.Range(number, number) }

// Small is the group of the small tenants, S(Large+1) to the last. It is empty if
// there are no more than Large tenants.
func (r Result) Small() Group { return r.Range(r.Params.Large+1, len(r.Tenants)) }

// All is the group of all tenants.
func (r Result) All() Group { return r.Range(1, len(r.Tenants)) }

// Range is the group of the tenants S(first) to S(last), both included, as far as they
// exist; if none does, the group is empty.
func (r Result) Range(first, last int) Group {
	g := Group{pool: r.total, ticks: int64(r.Params.Ticks)}
	first, last = max(first, 1), min(last, len(r.Tenants))
	if first > last {
		return g
	}
	g.First, g.Last = first, last
	for _, t := range r.Tenants[first-1 : last] {
		g.add(t)
	}
	return g
}

// Group is some neighbouring tenants of a run, counted together. An empty group has
// First = Last = 0, counts of 0, shares of 0, and NaN where it would divide by them.
type Group struct {
	First, Last int // numbers of the first and the last tenant
	Tally

	pool  Tally // of all tenants of the run
	ticks int64
}

// String is the group's name: "S1", "S6-S200", or "none" if it is empty.
func (g Group) String() string {
	switch {
	case g.First == 0:
		return "none"
	case g.First == g.Last:
		return fmt.Sprintf("S%d", g.First)
	}
	return fmt.Sprintf("S%d-S%d", g.First, g.Last)
}

// RequestShare is the group's requests over all tenants', from 0 to 1. It is NaN if
// nobody sent a request.
func (g Group) RequestShare() float64 { return ratio(g.Requests, g.pool.Requests) }

// WorkShare is the group's units of work over all tenants', from 0 to 1. It is NaN if
// nobody sent a request.
func (g Group) WorkShare() float64 { return ratio(g.Units, g.pool.Units) }

// Noise is WorkShare / RequestShare: above 1, the group's requests are heavier than the
// average and a limit on requests alone does not see it. It is NaN if the group sent
// no request.
func (g Group) Noise() float64 { return g.WorkShare() / g.RequestShare() }

// RequestRate is the group's requests a tick (a tick is one second), done or not.
func (g Group) RequestRate() float64 { return ratio(g.Requests, g.ticks) }

// WorkRate is the units of work a tick that the group sent, served or not.
func (g Group) WorkRate() float64 { return ratio(g.Units, g.ticks) }

// Change is how one tenant's mean delay differs between two runs.
type Change struct {
	Tenant        int     // number
	Before, After float64 // mean delays in ticks; NaN if none of its requests was done
}

// Delta is After - Before in ticks: above 0 the tenant pays, below 0 it gains. It is
// NaN if either run has no mean delay for the tenant.
func (c Change) Delta() float64 { return c.After - c.Before }

// WhoPays compares two runs tenant by tenant, S1 first: who waits longer after the
// change of policy, capacity or day, and who waits less. The runs must have the same
// number of tenants, at least one.
func WhoPays(before, after Result) ([]Change, error) {
	n, m := len(before.Tenants), len(after.Tenants)
	if n != m || n == 0 {
		return nil, fmt.Errorf("pool: WhoPays compares runs of %d and %d tenants; both must have the same number, at least 1: run the same day twice and change one field", n, m)
	}
	changes := make([]Change, n)
	for i := range changes {
		changes[i] = Change{i + 1, before.Tenants[i].MeanDelay(), after.Tenants[i].MeanDelay()}
	}
	return changes, nil
}

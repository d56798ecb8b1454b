package pool

import (
	"math"
	"strconv"
)

// Each gives one value a tenant, S1 first, as a chart takes them: r.Each(pool.Group.WorkShare).
func (r Result) Each(value func(Group) float64) []float64 {
	values := make([]float64, len(r.Tenants))
	for i := range values {
		values[i] = value(r.Tenant(i + 1))
	}
	return values
}

// Numbers gives the tenants' numbers, 1 first.
func (r Result) Numbers() []float64 {
	return r.Each(func(g Group) float64 { return float64(g.First) })
}

// Names gives the tenants' names, "S1" first.
func (r Result) Names() []string {
	names := make([]string, len(r.Tenants))
	for i := range names {
		names[i] = "S" + strconv.Itoa(i+1)
	}
	return names
}

// Watched gives the mean delay, in ticks, of the requests of the tenant Params.Watch that were done in a tick, and those
// ticks. Ticks in which none was done are left out. Both are empty if nobody was watched.
func (r Result) Watched() (ticks, delays []float64) {
	for _, m := range r.Series {
		if m.Done > 0 {
			ticks = append(ticks, float64(m.Tick))
			delays = append(delays, m.MeanDelay())
		}
	}
	return ticks, delays
}

// Over gives one value a run, in the order of the runs.
func Over(runs []Result, value func(Result) float64) []float64 {
	values := make([]float64, len(runs))
	for i, r := range runs {
		values[i] = value(r)
	}
	return values
}

// SmallDelay is the mean delay of the small tenants in ticks, Small().MeanDelay(): what the complaint of lesson 1 is
// about. It is NaN if there are none.
func (r Result) SmallDelay() float64 { return r.Small().MeanDelay() }

// Noise is the noise of the tenant S(number), Tenant(number).Noise().
func (r Result) Noise(number int) float64 { return r.Tenant(number).Noise() }

// Utilisations gives the utilisation of each run, in the order of the runs.
func Utilisations(runs []Result) []float64 { return Over(runs, Result.Utilisation) }

// SmallDelays gives the mean delay of the small tenants in each run, in ticks, in the order of the runs.
func SmallDelays(runs []Result) []float64 { return Over(runs, Result.SmallDelay) }

// FluidDelays gives the fluid approximation of each run, in ticks, in the order of the runs.
func FluidDelays(runs []Result) []float64 { return Over(runs, Result.FluidDelay) }

// Deltas gives the changes of [WhoPays] in ticks, S1 first.
func Deltas(changes []Change) []float64 {
	deltas := make([]float64, len(changes))
	for i, c := range changes {
		deltas[i] = c.Delta()
	}
	return deltas
}

// Payers counts the tenants that wait longer after the change.
func Payers(changes []Change) int {
	n := 0
	for _, c := range changes {
		if c.Delta() > 0 {
			n++
		}
	}
	return n
}

// Utilisation is the offered load over the capacity, as [Params.Utilisation] of the run's assumptions.
func (r Result) Utilisation() float64 { return r.Params.Utilisation() }

// FluidDelay is the mean delay, in ticks, that the run's requests would have if work flowed like water: no lumps, only
// what exceeds the capacity waits. At utilisation u over T ticks it is
//
//	max(0, (u-1)/u) T/2
//
// since the surplus grows evenly, so that a request which arrives at time t waits (u-1) t, and only those which arrive
// before T/u are done by the end. Source: the fluid approximation of an overloaded queue, G. F. Newell, Applications of
// Queueing Theory (1982), chapter 2.
func (r Result) FluidDelay() float64 {
	u := r.Utilisation()
	return math.Max(0, float64((u-1)/u)) * float64(r.Params.Ticks) / 2
}

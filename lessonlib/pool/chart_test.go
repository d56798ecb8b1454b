package pool_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

// By hand: S1 waits from tick 4 to 5 and S2 from 4 to 6, or in turn the other way round.
func TestPairIsTheCaseKnownByHand(t *testing.T) {
	for _, c := range []struct {
		policy pool.Policy
		want   []float64
	}{
		{pool.Shared, []float64{1, 2}},
		{pool.RoundRobin, []float64{2, 1}},
	} {
		pair := pool.Pair()
		pair.Policy = c.policy
		got := mustRun(t, pair).Each(func(g pool.Group) float64 { return g.MeanDelay() })
		if !cmp.Equal(got, c.want) {
			t.Errorf("%v: delays %v, by hand %v", c.policy, got, c.want)
		}
	}
}

// Alone in the pool, S2's three units fit into the tick they arrive in.
func TestWithoutItsNeighbourTheSecondOfThePairDoesNotWait(t *testing.T) {
	pair := pool.Pair()
	pair.ScanFactor = 0 // S1 never scans
	if got := mustRun(t, pair).Tenant(2).MeanDelay(); got != 0 {
		t.Errorf("S2 alone waits %v ticks, by hand 0", got)
	}
}

func TestOneValueATenantIsInTheOrderOfTheirNumbers(t *testing.T) {
	r := mustRun(t, pool.Pair())
	if got := r.Names(); !cmp.Equal(got, []string{"S1", "S2"}) {
		t.Errorf("names %v", got)
	}
	if got := r.Numbers(); !cmp.Equal(got, []float64{1, 2}) {
		t.Errorf("numbers %v", got)
	}
	if got := r.Each(pool.Group.WorkShare); !cmp.Equal(got, []float64{6. / 9, 3. / 9}) {
		t.Errorf("work shares %v; S1 asks for 6 of 9 units", got)
	}
	var none pool.Result
	if len(none.Names())+len(none.Numbers()) > 0 || !math.IsNaN(none.SmallDelay()) {
		t.Error("the zero result has tenants")
	}
}

func TestATickInWhichNothingWasDoneHasNoDelayToDraw(t *testing.T) {
	pair := pool.Pair()
	pair.Watch = 2
	ticks, delays := mustRun(t, pair).Watched()
	if !cmp.Equal(ticks, []float64{6}) || !cmp.Equal(delays, []float64{2}) {
		t.Errorf("S2 is done in ticks %v after %v; by hand in tick 6 after 2", ticks, delays)
	}
	pair.Watch = 0
	if ticks, delays := mustRun(t, pair).Watched(); len(ticks)+len(delays) > 0 {
		t.Error("nobody is watched, and there is a delay")
	}
}

func TestOnlyTheNeighbourPaysForRoundRobinOnDayB(t *testing.T) {
	fair := pool.DayB()
	fair.Policy = pool.RoundRobin
	changes, err := pool.WhoPays(mustRun(t, pool.DayB()), mustRun(t, fair))
	if err != nil {
		t.Fatal(err)
	}
	if got := pool.Payers(changes); got != 1 {
		t.Errorf("%d tenants pay; S1 alone should", got)
	}
	if deltas := pool.Deltas(changes); len(deltas) != 200 || deltas[0] <= 0 || deltas[199] >= 0 {
		t.Errorf("S1's delay changes by %v and S200's by %v", deltas[0], deltas[199])
	}
}

// At utilisation 1.05 the surplus is 0.05 of the capacity: (0.05/1.05) x 600/2 = 14.3 ticks. The pool
// works in whole units, and so gets 1.0507.
func TestAnOverloadedPoolFollowsTheFluidApproximation(t *testing.T) {
	day, err := pool.Normal().AtUtilisation(1.05)
	if err != nil {
		t.Fatal(err)
	}
	r := mustRun(t, day)
	fluid := r.FluidDelay()
	if math.Abs(fluid-14.3) > 0.2 {
		t.Errorf("fluid delay %v, by hand 14.3", fluid)
	}
	if counted := r.All().MeanDelay(); math.Abs(counted/fluid-1) > 0.1 {
		t.Errorf("counted %v, fluid %v: more than a tenth apart", counted, fluid)
	}
	if got := mustRun(t, pool.Normal()).FluidDelay(); got != 0 {
		t.Errorf("below a utilisation of 1 the fluid delay is %v", got)
	}
}

func TestASweepRisesFromOneEndToTheOther(t *testing.T) {
	runs, err := pool.Normal().Sweep(0.6, 1.05, 46)
	if err != nil {
		t.Fatal(err)
	}
	at := pool.Over(runs, pool.Result.Utilisation)
	if len(at) != 46 || math.Abs(at[0]-0.6) > 0.002 || math.Abs(at[45]-1.05) > 0.002 {
		t.Errorf("%d runs from %v to %v", len(at), at[0], at[len(at)-1])
	}
	for i := 1; i < len(at); i++ {
		if at[i] <= at[i-1] {
			t.Errorf("utilisation %v follows %v", at[i], at[i-1])
		}
	}
}

// A small pool has few whole capacities between two utilisations.
func TestPointsOfASweepThatShareACapacityAreOneRun(t *testing.T) {
	runs, err := pool.Pair().Sweep(0.5, 1, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != 3 {
		t.Errorf("%d runs; the load of the pair is 6/4 + 3/5 = 2.1 units, so round(2.1/u) is 2, 3 or 4", len(runs))
	}
}

func TestASweepThatCannotBeIsAnError(t *testing.T) {
	for _, c := range []struct {
		words    string
		from, to float64
		points   int
	}{
		{"a single point", 0.6, 1, 1},
		{"too many points", 0.6, 1, pool.MaxSweep + 1},
		{"from an idle pool", 0, 1, 10},
		{"to infinity", 0.6, math.Inf(1), 10},
		{"from nowhere", math.NaN(), 1, 10},
	} {
		if _, err := pool.Normal().Sweep(c.from, c.to, c.points); err == nil {
			t.Errorf("%s: no error", c.words)
		}
	}
}

// The ends are the normal day's and day B's own delays, 0.24 and 0.98 ticks in the source's table.
func TestAScanSweepGoesFromTheNormalDayToDayB(t *testing.T) {
	runs, err := pool.Normal().ScanSweep([]float64{1, 3, 5})
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{mustRun(t, pool.Normal()).SmallDelay(), runs[1].SmallDelay(), mustRun(t, pool.DayB()).SmallDelay()}
	if got := pool.SmallDelays(runs); !cmp.Equal(got, want) || got[1] <= got[0] || got[1] >= got[2] {
		t.Errorf("delays %v, want %v, rising", got, want)
	}
	if _, err := pool.Normal().ScanSweep([]float64{1, 61}); err == nil {
		t.Error("more than a scan a tick is accepted")
	}
	if _, err := pool.Normal().ScanSweep(make([]float64, pool.MaxSweep+1)); err == nil {
		t.Error("a sweep without end is accepted")
	}
}

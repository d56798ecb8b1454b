package pool_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

// request is one waiting request of the reference run.
type request struct {
	tenant  int // index
	arrived int64
	left    int64 // units
}

// reference is the model request by request and unit after unit, as a reader of its
// description would write it: every request is stored, nothing is batched.
type reference struct {
	p       pool.Params
	tallies []pool.Tally
	served  int64
	series  []pool.Moment
	arrived [][]int64 // by tenant: the arrival tick of each of its requests, in order
	offered []int64   // by tick, from 1: units that arrived
}

func runReference(p pool.Params) *reference {
	r := &reference{
		p:       p,
		tallies: make([]pool.Tally, p.Tenants),
		arrived: make([][]int64, p.Tenants),
		offered: make([]int64, p.Ticks+1),
	}
	n := p.Tenants
	sum := 0.0
	for i := range n {
		sum += 1.0 / float64(i+1)
	}
	rate, credit := make([]float64, n), make([]float64, n)
	for i := range n {
		share := (1.0 / float64(i+1)) / sum
		factor := 1.0
		if i >= p.Large {
			factor = p.SmallFactor
		}
		rate[i] = float64(float64(p.PeakRate*share) * factor)
		volume := math.Round(share * float64(p.Shipments))
		r.tallies[i].Volume = int64(volume)
		r.tallies[i].Scan = int64(math.Max(1, math.Round(volume/float64(p.ScanDivisor))))
	}

	var queue []*request // Shared: of all tenants
	backlog := make([][]*request, n)
	for t := int64(1); t <= int64(p.Ticks); t++ {
		var watched pool.Moment
		arrive := func(i int, units int64) {
			m := int64(1)
			if p.Chunk > 0 {
				m = int64(math.Ceil(float64(units) / float64(p.Chunk)))
			}
			each := int64(math.Ceil(float64(units) / float64(m)))
			for range m {
				q := &request{i, t, each}
				queue = append(queue, q)
				backlog[i] = append(backlog[i], q)
				r.tallies[i].Requests++
				r.tallies[i].Units += each
				r.arrived[i] = append(r.arrived[i], t)
				r.offered[t] += each
			}
		}
		for i := range n {
			credit[i] += rate[i]
			for credit[i] >= 1 {
				credit[i]--
				arrive(i, 1)
			}
			k := 1.0
			if i+1 == p.Scanner {
				k = p.ScanFactor
			}
			// for k = 0 the period is infinite, and so is never reached
			if math.Mod(float64(t+int64(i)), math.Round(float64(p.ScanInterval)/k)) == 0 {
				arrive(i, r.tallies[i].Scan)
			}
		}

		serveUnit := func(q *request) {
			q.left--
			r.served++
			if q.left > 0 {
				return
			}
			sums, delay := &r.tallies[q.tenant], t-q.arrived
			sums.Done++
			sums.DelaySum += delay
			sums.MaxDelay = max(sums.MaxDelay, delay)
			if q.tenant == p.Watch-1 {
				watched.Done++
				watched.DelaySum += delay
			}
		}
		budget := p.Capacity
		if p.Policy == pool.Shared {
			for ; budget > 0 && len(queue) > 0; budget-- {
				serveUnit(queue[0])
				if queue[0].left == 0 {
					queue = queue[1:]
				}
			}
		} else {
			for pass := 0; pass < p.Passes && budget > 0; pass++ {
				var active []int
				for i := range n {
					if len(backlog[i]) > 0 {
						active = append(active, i)
					}
				}
				if len(active) == 0 {
					break
				}
				quantum := max(1, budget/int64(len(active)))
				for k := range active {
					i := active[(int(t)+k)%len(active)]
					for left := quantum; left > 0 && budget > 0 && len(backlog[i]) > 0; left-- {
						budget--
						serveUnit(backlog[i][0])
						if backlog[i][0].left == 0 {
							backlog[i] = backlog[i][1:]
						}
					}
				}
			}
		}
		if p.Watch > 0 {
			watched.Tick = t
			r.series = append(r.series, watched)
		}
	}
	return r
}

// smallParams draws days small enough for the reference, from idle to hopelessly
// overloaded, and without any of the lesson's round numbers.
func smallParams() *rapid.Generator[pool.Params] {
	return rapid.Custom(func(t *rapid.T) pool.Params {
		n := rapid.IntRange(1, 12).Draw(t, "Tenants")
		interval := rapid.IntRange(1, 12).Draw(t, "ScanInterval")
		return pool.Params{
			Tenants:      n,
			Ticks:        rapid.IntRange(1, 60).Draw(t, "Ticks"),
			PeakRate:     rapid.Float64Range(0, 40).Draw(t, "PeakRate"),
			Shipments:    rapid.Int64Range(0, 20_000).Draw(t, "Shipments"),
			Capacity:     rapid.Int64Range(1, 80).Draw(t, "Capacity"),
			ScanInterval: interval,
			ScanDivisor:  rapid.Int64Range(1, 300).Draw(t, "ScanDivisor"),
			Large:        rapid.IntRange(0, 13).Draw(t, "Large"),
			SmallFactor:  rapid.Float64Range(0, 3).Draw(t, "SmallFactor"),
			Scanner:      rapid.IntRange(0, n).Draw(t, "Scanner"),
			ScanFactor:   rapid.Float64Range(0, float64(interval)).Draw(t, "ScanFactor"),
			Chunk:        rapid.Int64Range(0, 30).Draw(t, "Chunk"),
			Policy:       rapid.SampledFrom([]pool.Policy{pool.Shared, pool.RoundRobin}).Draw(t, "Policy"),
			Passes:       rapid.IntRange(1, 12).Draw(t, "Passes"),
			Watch:        rapid.IntRange(0, n).Draw(t, "Watch"),
		}
	})
}

// A run counts what the reference counts, to the last unit, under both policies.
func TestRunAgreesWithTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := smallParams().Draw(t, "params")
		want := runReference(p)
		got, err := p.Run()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.tallies, got.Tenants); diff != "" {
			t.Errorf("tenants by index (-reference +run):\n%s", diff)
		}
		if got.Served != want.served {
			t.Errorf("served %d units, the reference %d", got.Served, want.served)
		}
		if diff := cmp.Diff(want.series, got.Series); diff != "" {
			t.Errorf("series (-reference +run):\n%s", diff)
		}
	})
}

// The lesson's own size at the ends of its sweep, where no recorded run of the source is.
func TestSweepAgreesWithTheReference(t *testing.T) {
	for _, utilisation := range []float64{0.60, 1.05} {
		for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
			p, err := pool.DayB().AtUtilisation(utilisation)
			if err != nil {
				t.Fatal(err)
			}
			p.Policy, p.Watch = policy, 1
			want, got := runReference(p), mustRun(t, p)
			if diff := cmp.Diff(want.tallies, got.Tenants); diff != "" {
				t.Errorf("utilisation %v, %v, tenants by index (-reference +run):\n%s", utilisation, policy, diff)
			}
			if diff := cmp.Diff(want.series, got.Series); diff != "" {
				t.Errorf("utilisation %v, %v, series of S1 (-reference +run):\n%s", utilisation, policy, diff)
			}
		}
	}
}

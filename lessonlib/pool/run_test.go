package pool_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

// two is the smallest day with a neighbour: S1 sends two queries a tick and S2 one
// (weights 1 and 1/2 of 3 requests/s), and nobody scans within the run.
func two(capacity int64, ticks int, policy pool.Policy) pool.Params {
	p := pool.Normal()
	p.Tenants, p.Ticks, p.PeakRate = 2, ticks, 3
	p.ScanInterval, p.Capacity, p.Policy = 1000, capacity, policy
	return p
}

func mustRun(t testing.TB, p pool.Params) pool.Result {
	t.Helper()
	r, err := p.Run()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// counts leaves out of a tally what is no count of the run.
func counts(t pool.Tally) pool.Tally {
	t.Volume, t.Scan = 0, 0
	return t
}

func TestSmallestCasesByHand(t *testing.T) {
	scanning := two(2, 4, pool.Shared)
	scanning.PeakRate, scanning.Shipments, scanning.ScanInterval, scanning.ScanDivisor = 0, 900, 4, 100
	chunked := scanning
	chunked.Chunk = 4

	passes := two(4, 1, pool.RoundRobin)
	passes.PeakRate, passes.Passes = 4.5, 1

	for _, c := range []struct {
		what   string
		p      pool.Params
		s1, s2 pool.Tally
		served int64
	}{
		{
			// Three arrive a tick, all three are served at once.
			what: "enough capacity: nobody waits",
			p:    two(3, 3, pool.Shared),
			s1:   pool.Tally{Requests: 6, Units: 6, Done: 6},
			s2:   pool.Tally{Requests: 3, Units: 3, Done: 3},

			served: 9,
		},
		{
			// Tick 1 serves S1 S1; tick 2 S2 (1 late) S1; tick 3 S1 (1 late) S2 (1 late).
			what: "one unit short a tick, shared: everyone waits in line",
			p:    two(2, 3, pool.Shared),
			s1:   pool.Tally{Requests: 6, Units: 6, Done: 4, DelaySum: 1, MaxDelay: 1},
			s2:   pool.Tally{Requests: 3, Units: 3, Done: 2, DelaySum: 2, MaxDelay: 1},

			served: 6,
		},
		{
			// Each gets one unit a tick: S2 never waits, S1 falls behind: its second and third
			// query, of ticks 1 and 2, are served in ticks 2 and 3.
			what: "one unit short a tick, round robin: who sends more waits",
			p:    two(2, 3, pool.RoundRobin),
			s1:   pool.Tally{Requests: 6, Units: 6, Done: 3, DelaySum: 2, MaxDelay: 1},
			s2:   pool.Tally{Requests: 3, Units: 3, Done: 3},

			served: 6,
		},
		{
			// The pass starts at t mod 2: at S2 in ticks 1 and 3, at S1 in tick 2.
			what: "one unit a tick, round robin: the turn to be first rotates",
			p:    two(1, 3, pool.RoundRobin),
			s1:   pool.Tally{Requests: 6, Units: 6, Done: 1, DelaySum: 1, MaxDelay: 1},
			s2:   pool.Tally{Requests: 3, Units: 3, Done: 2, DelaySum: 1, MaxDelay: 1},

			served: 3,
		},
		{
			// S1 sends 3, S2 sends 1, the quantum is 2: the unit S2 has no use for is lost.
			what: "a single pass is not work-conserving",
			p:    passes,
			s1:   pool.Tally{Requests: 3, Units: 3, Done: 2},
			s2:   pool.Tally{Requests: 1, Units: 1, Done: 1},

			served: 3,
		},
		{
			// Volumes 600 and 300, scans 6 and 3 units. S2's arrives at 3 (3 + 1 = 4) and takes
			// ticks 3 and 4; S1's arrives at 4 and gets the one unit that is left.
			what: "scans are staggered and served in part",
			p:    scanning,
			s1:   pool.Tally{Requests: 1, Units: 6},
			s2:   pool.Tally{Requests: 1, Units: 3, Done: 1, DelaySum: 1, MaxDelay: 1},

			served: 4,
		},
		{
			// 6 units in chunks of 4 are ceil(6/4) = 2 requests of 3 units, 3 units are one.
			what: "a chunked scan is several requests",
			p:    chunked,
			s1:   pool.Tally{Requests: 2, Units: 6},
			s2:   pool.Tally{Requests: 1, Units: 3, Done: 1, DelaySum: 1, MaxDelay: 1},

			served: 4,
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := mustRun(t, c.p)
			if diff := cmp.Diff([]pool.Tally{c.s1, c.s2}, []pool.Tally{counts(r.Tenants[0]), counts(r.Tenants[1])}); diff != "" {
				t.Errorf("S1 and S2 (-by hand +run):\n%s", diff)
			}
			if r.Served != c.served {
				t.Errorf("served %d units, want %d", r.Served, c.served)
			}
		})
	}
}

// Rounding up to whole units adds work: 7 units in chunks of 2 are 4 requests of 2.
func TestChunkingRoundsUp(t *testing.T) {
	p := two(100, 4, pool.Shared)
	p.Tenants, p.PeakRate, p.Shipments, p.ScanInterval, p.Chunk = 1, 0, 700, 4, 2
	r := mustRun(t, p)
	want := pool.Tally{Volume: 700, Scan: 7, Requests: 4, Units: 8, Done: 4}
	if diff := cmp.Diff(want, r.Tenants[0]); diff != "" {
		t.Errorf("S1 (-by hand +run):\n%s", diff)
	}
	if load := p.OfferedLoad(); load != 2 {
		t.Errorf("offered load is %v units a tick, want 8 units every 4 ticks = 2", load)
	}
}

// A scan that never fits a tick is served over several, and done in the last of them.
func TestScanLongerThanATick(t *testing.T) {
	p := two(2, 9, pool.RoundRobin)
	p.Tenants, p.PeakRate, p.Shipments, p.ScanInterval, p.Watch = 1, 0, 700, 5, 1
	r := mustRun(t, p) // 7 units arrive at 5: 2 each in 5, 6, 7 and 1 in 8
	if got := r.Series[7]; got != (pool.Moment{Tick: 8, Done: 1, DelaySum: 3}) {
		t.Errorf("tick 8 is %+v, want the scan done 3 ticks after it arrived", got)
	}
	if r.Served != 7 || r.Busy() != 7.0/18 {
		t.Errorf("served %d units, busy %v, want 7 of 2 x 9", r.Served, r.Busy())
	}
}

// At the largest rate, delays still add up exactly. One tenant sends R = 1e9 queries a
// tick, half of which are served: tick t serves what arrived in tick ceil(t/2), floor(t/2)
// late, so the sum over T ticks (T even) is R/2 x (T/2)^2.
func TestSumsAreExactAtTheLimits(t *testing.T) {
	for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
		p := pool.Normal()
		p.Tenants, p.Ticks, p.ScanFactor, p.Policy = 1, 60_000, 0, policy
		p.PeakRate, p.Capacity = pool.MaxPeakRate, pool.MaxPeakRate/2
		want := pool.Tally{
			Volume: 400_000, Scan: 4_000,
			Requests: 60_000 * 1e9, Units: 60_000 * 1e9,
			Done: 30_000 * 1e9, DelaySum: 5e8 * 30_000 * 30_000, MaxDelay: 30_000,
		}
		if diff := cmp.Diff(want, mustRun(t, p).Tenants[0]); diff != "" {
			t.Errorf("%v, S1 (-formula +run):\n%s", policy, diff)
		}
	}
}

func TestWhatHoldsInEveryRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := smallParams().Draw(t, "params")
		r, err := p.Run()
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range r.Tenants {
			if s.Done > s.Requests || s.Requests > s.Units {
				t.Errorf("S%d: %d done of %d requests of %d units", i+1, s.Done, s.Requests, s.Units)
			}
			if s.MaxDelay >= int64(p.Ticks) || s.DelaySum > s.Done*s.MaxDelay {
				t.Errorf("S%d: %d done, delays up to %d and %d in all, within %d ticks", i+1, s.Done, s.MaxDelay, s.DelaySum, p.Ticks)
			}
		}
		if all := r.All(); all.Units < r.Served || r.Served > p.Capacity*int64(p.Ticks) {
			t.Errorf("served %d units of %d that arrived, at most %d a tick", r.Served, all.Units, p.Capacity)
		}

		// The policy decides who waits, not what arrives.
		q := p
		q.Policy = pool.Shared + pool.RoundRobin - p.Policy
		o, err := q.Run()
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Tenants {
			if a, b := r.Tenants[i], o.Tenants[i]; a.Requests != b.Requests || a.Units != b.Units {
				t.Errorf("S%d sends %d requests, %d units under %v but %d, %d under %v", i+1, a.Requests, a.Units, p.Policy, b.Requests, b.Units, q.Policy)
			}
		}
	})
}

// Capacity is unused only if nothing waits: the backlog follows Lindley's recurrence,
// max(0, backlog + arrivals - capacity). Too few passes of round robin serve less, never
// more. Twelve tenants need no more than 14: after a pass that ends no backlog, less than
// a unit for each is left, which one more pass uses up.
func TestPoolIsWorkConserving(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := smallParams().Draw(t, "params")
		limited := p.Policy == pool.RoundRobin && rapid.Bool().Draw(t, "few passes")
		if !limited {
			p.Passes = 14
		}
		r, err := p.Run()
		if err != nil {
			t.Fatal(err)
		}
		var offered, backlog int64
		for _, units := range runReference(p).offered {
			offered += units
			backlog = max(0, backlog+units-p.Capacity)
		}
		if want := offered - backlog; r.Served != want && !(limited && r.Served < want) {
			t.Errorf("served %d units, a pool that never idles while work waits serves %d", r.Served, want)
		}
	})
}

// Each tenant's requests are done in the order they arrived: those done are its first
// ones, so its delays sum to (ticks of completion) - (ticks of its first arrivals).
func TestEachTenantIsServedInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := smallParams().Draw(t, "params")
		p.Watch = rapid.IntRange(1, p.Tenants).Draw(t, "watched")
		r, err := p.Run()
		if err != nil {
			t.Fatal(err)
		}
		var done, want int64
		for _, m := range r.Series {
			done += m.Done
			want += m.Done * m.Tick
		}
		for _, arrived := range runReference(p).arrived[p.Watch-1][:done] {
			want -= arrived
		}
		if s := r.Tenants[p.Watch-1]; s.Done != done || s.DelaySum != want {
			t.Errorf("S%d: %d done, delays %d; in order of arrival %d and %d", p.Watch, s.Done, s.DelaySum, done, want)
		}
	})
}

// Watching a tenant records and changes nothing else.
func TestWatchingChangesNothing(t *testing.T) {
	for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
		p := pool.DayB()
		p.Policy = policy
		plain := mustRun(t, p)
		if plain.Series != nil {
			t.Errorf("%v: a series of %d ticks that nobody asked for", policy, len(plain.Series))
		}
		p.Watch = 1
		watched := mustRun(t, p)
		if diff := cmp.Diff(plain.Tenants, watched.Tenants); diff != "" {
			t.Errorf("%v, tenants by index (-plain +watched):\n%s", policy, diff)
		}
		if len(watched.Series) != p.Ticks {
			t.Errorf("%v: a series of %d ticks, want %d", policy, len(watched.Series), p.Ticks)
		}
	}
}

// lasting is a context that ends after its Err was asked so many times.
type lasting struct {
	context.Context
	asks int
}

func (c *lasting) Err() error {
	if c.asks--; c.asks < 0 {
		return context.Canceled
	}
	return nil
}

func TestContextEndsARun(t *testing.T) {
	overloaded := pool.DayB()
	overloaded.Capacity = 1 // leaves nearly all to be counted at the end
	for _, c := range []struct {
		what string
		asks int
		says string
	}{
		{"before it starts", 0, "tick 1 of 600"},
		{"half-way", 300, "tick 301 of 600"},
		{"while it counts the backlog", 700, "counting"},
	} {
		for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
			t.Run(fmt.Sprintf("%s, %v", c.what, policy), func(t *testing.T) {
				overloaded.Policy = policy
				r, err := overloaded.RunContext(&lasting{context.Background(), c.asks})
				if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("error is %v, want the context's, saying %q", err, c.says)
				}
				if r.Tenants != nil {
					t.Error("a stopped run returned counts")
				}
			})
		}
	}
}

// Memory depends on the tenants, not on how much arrives or waits: ten times the ticks,
// and a backlog of nearly all of it, take as many allocations.
func TestAllocationsDoNotGrowWithTheRun(t *testing.T) {
	for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
		allocations := func(ticks int, capacity int64) float64 {
			p := pool.DayB()
			p.Policy, p.Ticks, p.Capacity = policy, ticks, capacity
			// AllocsPerRun counts what the whole process allocates and rounds the mean down, so over ten runs a stray
			// allocation of the runtime's own, or of a test still closing down, does not count; one run would show it.
			return testing.AllocsPerRun(10, func() { mustRun(t, p) })
		}
		base := allocations(100, 540)
		if base > 20 {
			t.Errorf("%v: %v allocations for 200 tenants, want at most 20", policy, base)
		}
		if long := allocations(1_000, 540); long != base {
			t.Errorf("%v: %v allocations in 100 ticks but %v in 1,000", policy, base, long)
		}
		if overloaded := allocations(1_000, 1); overloaded != base {
			t.Errorf("%v: %v allocations with a short queue but %v with a long one", policy, base, overloaded)
		}
	}
}

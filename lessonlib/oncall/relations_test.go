package oncall_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// Each relation at points where the result is known by hand.
func TestRelationsByHand(t *testing.T) {
	s := oncall.DefaultService()
	wave := oncall.Wave{Onset: 30, Magnitude: 3, Hold: 25, Rise: 6, Decay: 20}
	work, queries := s.App.Work(true)
	lightWork, lightQueries := s.App.Work(false)
	waiting := func(workers int, load float64) float64 {
		c, err := oncall.Waiting(workers, load)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"traffic peaks at noon: 900 (1 + 0.25)", s.Traffic.ArrivalRate(720, 0, 1), 1125},
		{"and is lowest at midnight: 900 (1 - 0.25)", s.Traffic.ArrivalRate(0, 0, 1), 675},
		{"at six it is the base, sin(0) = 0", s.Traffic.ArrivalRate(300, 60, 1), 900},
		{"a crowd multiplies it", s.Traffic.ArrivalRate(720, 0, 3), 3375},
		{"a count without any deviation is the expectation", s.Traffic.Observed(15, 0, 0), 900},
		{"one standard deviation of Poisson: 900 + 30", s.Traffic.Observed(15, 1, 0), 930},
		{"and one of the noise: 930 x 1.02 = 948.6", s.Traffic.Observed(15, 1, 1), 949},
		{"halves are rounded up: 2.5", s.Traffic.Observed(2.5/60, 0, 0), 3},
		{"a count is never negative: 1 - 6", s.Traffic.Observed(1.0/60, -6, 0), 0},
		{"before the wave", wave.Surge(29), 1},
		{"its first minute: 1 + 2/6", wave.Surge(30), 1 + 2.0/6},
		{"its sixth: 1 + 2 x 6/6", wave.Surge(35), 3},
		{"the last minute of the hold, k = 30", wave.Surge(60), 3},
		{"the first of the ebb, k = 31: 1 + 2 e^(-1/20)", wave.Surge(61), 1 + 2*math.Exp(-0.05)},
		{"one time constant on, k = 50", wave.Surge(80), 1 + 2/math.E},
		{"no wave", oncall.Wave{}.Surge(1000), 1},
		{"half of the low priority shed: 1000 (1 - 0.15)", s.App.Admitted(1000, 0.5), 850},
		{"dropped then", s.App.Dropped(0.5), 0.15},
		{"computing with the feature", work, 0.070},
		{"queries with the feature", queries, 3},
		{"computing without", lightWork, 0.050},
		{"queries without", lightQueries, 2},
		{"r T = 1: every second lookup hits", s.Cache.HitRatio(1, 1000, 20), 0.5},
		{"a cache half warm hits half as often", s.Cache.HitRatio(0.5, 1000, 20), 0.25},
		{"no TTL, no hit", s.Cache.HitRatio(1, 1000, 0), 0},
		{"no traffic, no hit", s.Cache.HitRatio(1, 0, 60), 0},
		{"an endless TTL: all that is warm", s.Cache.HitRatio(0.75, 1e9, math.MaxFloat64), 0.75},
		{"mean age of cached answers", s.Cache.MeanAge(60), 30},
		{"an empty cache fills by itself", s.Cache.Refill(0, 0.5, false), 1 - math.Exp(-1.0/30)},
		{"half as fast behind a database at twice its capacity", s.Cache.Refill(0, 2, false), (1 - math.Exp(-1.0/30)) / 2},
		{"at exactly its capacity: times 1/1", s.Cache.Refill(0, 1, false), 1 - math.Exp(-1.0/30)},
		{"the warm-up job adds 0.12", s.Cache.Refill(0, 2, true), (1-math.Exp(-1.0/30))/2 + 0.12},
		{"never more than full", s.Cache.Refill(0.95, 0.5, true), 1},
		{"database load: (1000 x 3 x 0.5 + 600)/4000", s.Database.Load(1000, 3, 0.5, 600), 0.525},
		{"an idle database: 5 ms", s.Database.ResponseTime(0), 0.005},
		{"half loaded: 10 ms", s.Database.ResponseTime(0.5), 0.010},
		{"at 98 % exactly the ceiling: 5/0.02 ms", s.Database.ResponseTime(0.98), 0.250},
		{"at 99 % the ceiling", s.Database.ResponseTime(0.99), 0.250},
		{"at and above capacity the ceiling", s.Database.ResponseTime(1), 0.250},
		{"and far above", s.Database.ResponseTime(7), 0.250},
		{"service time: 70 x 1.25 + 0.5 x 3 x 10 ms", oncall.ServiceTime(work, s.Deploy.CPU(1), 0.5, queries, 0.010), 0.1025},
		{"offered load", oncall.OfferedLoad(1000, 0.08), 80},
		{"utilisation", oncall.Utilisation(160, 80), 0.5},
		{"utilisation saturates", oncall.Utilisation(160, 320), 1},
		{"C with one worker is the utilisation (M/M/1)", waiting(1, 0.25), 0.25},
		{"C with two workers and a = 1: B = 1/5, C = 1/3", waiting(2, 1), 1.0 / 3},
		{"C of a saturated fleet", waiting(2, 2), 1},
		{"spare capacity: 160/0.1 - 1000", oncall.Spare(160, 0.1, 1000), 600},
		{"timed out: C e^(-s 2)", oncall.TimedOut(160, 100, 0.5, 0.5, 2), 0.5 / math.E},
		{"beyond capacity: 1 - 160/200", oncall.TimedOut(160, 200, 1, -1, 2), 0.2},
		{"at exactly capacity nothing is beyond it", oncall.TimedOut(160, 160, 1, 0, 2), 0},
		{"p99 without waiting: S ln 100", oncall.P99(160, 80, 0.1, 0.01, 600, 2), 0.1 * math.Log(100)},
		{"p99 with waiting: + ln(C/0.01)/spare", oncall.P99(160, 150, 0.1, 0.5, 100, 2), 0.1*math.Log(100) + math.Log(50)/100},
		{"p99 is at most the timeout", oncall.P99(160, 150, 0.1, 0.5, 0.001, 2), 2},
		{"p99 of a saturated fleet", oncall.P99(160, 160, 0.1, 1, 0, 2), 2},
		{"bad share before the roll-out", s.Deploy.BadShare(9, 10), 0},
		{"in its first minute", s.Deploy.BadShare(10, 10), 0.2},
		{"in its fifth", s.Deploy.BadShare(14, 10), 1},
		{"and later", s.Deploy.BadShare(100, 10), 1},
		{"error rate: 1 - 0.5 x 0.95", s.Deploy.ErrorRate(0.5, 1), 0.525},
		{"no errors", s.Deploy.ErrorRate(0, 0), 0},
		{"5 % errors burn 50 times too fast", s.Objective.Burn(0.05), 50},
		{"burn 1 lasts for the 30 days", s.Objective.Spent(1), 1.0 / 43200},
		{"14.4 for an hour is 2 % of the budget", 60 * s.Objective.Spent(14.4), 0.02},
		{"ten instances", s.Fleet.HourlyCost(10), 4},
		{"desired: ceil(10 x 0.9/0.6)", float64(s.Fleet.Desired(10, 0.9, 0.6, 1)), 15},
		{"desired is at least the minimum", float64(s.Fleet.Desired(10, 0.1, 0.6, 8)), 8},
		{"desired is at most 40", float64(s.Fleet.Desired(30, 1, 0.6, 10)), 40},
		{"a saturated fleet grows by 1/target only", float64(s.Fleet.Desired(10, 1, 0.6, 10)), 17},
		{"a target near 0 does not overflow", float64(s.Fleet.Desired(10, 1, 5e-324, 10)), 40},
		{"scale-in by a fifth: 3 of 15", float64(s.Fleet.ScaleIn(15, 5)), 3},
		{"scale-in by no more than is too much", float64(s.Fleet.ScaleIn(15, 14)), 1},
		{"scale-in by one at least", float64(s.Fleet.ScaleIn(3, 1)), 1},
	} {
		if !near(c.got, c.want) && !(math.Abs(c.got-c.want) <= 1e-15) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if s.Objective.Pages(14.399999) || !s.Objective.Pages(14.4) {
		t.Error("the page fires at 14.4, and not below")
	}
	if _, err := oncall.Waiting(-1, 1); err == nil {
		t.Error("a fleet of -1 workers has a waiting probability")
	}
}

// How the relations move: more load never helps.
func TestRelationsAreMonotonous(t *testing.T) {
	s := oncall.DefaultService()
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.Float64Range(0, 1)
		low := rapid.Float64Range(0, 5000).Draw(t, "rate")
		high := low + rapid.Float64Range(0, 5000).Draw(t, "more")
		ttl := rapid.Float64Range(0, 1000).Draw(t, "ttl")
		warm := share.Draw(t, "warm")
		if s.Cache.HitRatio(warm, low, ttl) > s.Cache.HitRatio(warm, high, ttl) {
			t.Error("more requests, fewer hits")
		}
		if s.Database.ResponseTime(low/4000) > s.Database.ResponseTime(high/4000) {
			t.Error("more load, faster queries")
		}
		workers := rapid.IntRange(1, 640).Draw(t, "workers")
		s1, s2 := oncall.Spare(workers, 0.07, low), oncall.Spare(workers, 0.07, high)
		a1, a2 := oncall.OfferedLoad(low, 0.07), oncall.OfferedLoad(high, 0.07)
		c1, err1 := oncall.Waiting(workers, a1)
		c2, err2 := oncall.Waiting(workers, a2)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		const rounding = 1e-12
		if c1 > c2*(1+rounding) {
			t.Errorf("more load, less waiting: %v, %v", c1, c2)
		}
		if p1, p2 := oncall.P99(workers, a1, 0.07, c1, s1, 2), oncall.P99(workers, a2, 0.07, c2, s2, 2); p1 > p2*(1+rounding) {
			t.Errorf("more load, smaller p99: %v, %v", p1, p2)
		}
		if refilled := s.Cache.Refill(warm, low/4000, rapid.Bool().Draw(t, "warming")); refilled < warm || refilled > 1 {
			t.Errorf("a cache %v full is %v full a minute later", warm, refilled)
		}
	})
}

// The wave's draws stay within what the model says, and reach both ends.
func TestWaveDraws(t *testing.T) {
	first, last := math.MaxInt, 0
	for seed := range int64(3000) {
		shift := oncall.FlashCrowd()
		shift.Minutes = 1
		log, err := oncall.Run(shift, seed, oncall.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		w := log.Wave
		if w.Onset < 30 || w.Onset > 150 || w.Magnitude < 2 || w.Magnitude >= 3.5 || w.Hold < 25 || w.Hold > 45 {
			t.Fatalf("seed %d: %+v", seed, w)
		}
		first, last = min(first, w.Onset), max(last, w.Onset)
	}
	if first != 30 || last != 150 {
		t.Errorf("onsets from %d to %d, want 30 to 150", first, last)
	}
}

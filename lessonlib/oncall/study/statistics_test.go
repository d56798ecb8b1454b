package study_test

import (
	"math"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/oncall/study"
	"github.com/queuebook/queuebook/lessonlib/random"
)

// costing is a policy whose shifts cost these amounts.
func costing(name string, costs ...float64) study.Played {
	p := study.Played{Policy: study.Policy{Name: name}, Shift: oncall.Noon()}
	for _, cost := range costs {
		p.Outcomes = append(p.Outcomes, oncall.Outcome{Cost: cost, Budget: -cost, PagedAt: oncall.Never, FirstAbove: oncall.Never})
	}
	return p
}

// upTo is 1, 2, ..., n, not in order.
func upTo(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[(7*i)%n] = float64(i + 1) // 7 shares no factor with the n of this file
	}
	return values
}

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance
}

// Distributions by hand. The mean of 1..n is (n+1)/2, its standard deviation sqrt(n(n+1)/12). Quantiles of Student's
// distribution, 97.5 %: 2.776445 with 4 degrees of freedom, 2.262157 with 9, 2.093024 with 19 (tables of the t
// distribution). Ranks of the median's interval: Bin(10, 1/2) is below 2 with 11/1024 and below 3 with 56/1024, so 2; for
// 20 it is 6 (tables of order statistics); for 6 it is 1, 1/64; for 5 there is none, since 1/32 > 2.5 %.
func TestDistributionByHand(t *testing.T) {
	for _, c := range []struct {
		n                       int
		t                       float64
		low, high               float64 // of the median
		p05, p25, p50, p75, p95 float64
	}{
		{5, 2.776445, math.Inf(-1), math.Inf(1), 1, 2, 3, 4, 5},
		{6, 2.570582, 1, 6, 1, 2, 3, 5, 6},
		{10, 2.262157, 2, 9, 1, 3, 5, 8, 10},
		{20, 2.093024, 6, 15, 1, 5, 10, 15, 19},
	} {
		d := costing("x", upTo(c.n)...).Distribution(study.Cost)
		n := float64(c.n)
		mean, deviation := (n+1)/2, math.Sqrt(n*(n+1)/12)
		half := c.t * deviation / math.Sqrt(n)
		if d.N != c.n || d.Mean != mean || !near(d.StdDev, deviation, 1e-12) || d.Least != 1 || d.Most != n {
			t.Errorf("1..%d: %+v", c.n, d)
		}
		if !near(d.MeanInterval.Low, mean-half, 1e-5) || !near(d.MeanInterval.High, mean+half, 1e-5) {
			t.Errorf("1..%d: mean in %v, want %v -+ %v", c.n, d.MeanInterval, mean, half)
		}
		if d.MedianInterval != (study.Interval{Low: c.low, High: c.high}) {
			t.Errorf("1..%d: median in %v, want %v to %v", c.n, d.MedianInterval, c.low, c.high)
		}
		if got := [...]float64{d.P05, d.P25, d.Median, d.P75, d.P95}; got != [...]float64{c.p05, c.p25, c.p50, c.p75, c.p95} {
			t.Errorf("1..%d: quantiles %v", c.n, got)
		}
	}
}

// None, one, and equal values.
func TestDistributionsAtTheEdge(t *testing.T) {
	none := costing("x", 1, 2, 3).Distribution(study.TimeToPage)
	if none.N != 0 || !math.IsNaN(none.Mean) || !math.IsNaN(none.Median) || none.String() != "time to page: no seed has one" {
		t.Errorf("no value: %+v, %s", none, none)
	}
	one := costing("x", 3).Distribution(study.Cost)
	if one.Mean != 3 || one.Median != 3 || !math.IsInf(one.MeanInterval.High, 1) || !math.IsInf(one.MedianInterval.Low, -1) ||
		one.String() != "cost: $3.00 (1 seed; needs more seeds)" {
		t.Errorf("one value: %+v, %s", one, one)
	}
	equal := costing("x", 3, 3, 3, 3, 3, 3, 3).Distribution(study.Cost)
	if equal.StdDev != 0 || equal.MeanInterval != (study.Interval{Low: 3, High: 3}) || equal.MedianInterval != equal.MeanInterval {
		t.Errorf("equal values: %+v", equal)
	}
	if unknown := costing("x", 3).Distribution(study.Measure(99)); unknown.N != 0 {
		t.Errorf("a measure that does not exist: %+v", unknown)
	}
}

// The intervals cover the truth as often as they say. 2,000 studies of 30 normal values with mean 5 (and median 5): 95 %
// of them, give or take three standard errors of 0.5 %, cover it; the median's interval is at least as sure.
func TestIntervalsCoverTheTruth(t *testing.T) {
	stream := random.New(11)
	const studies, seeds, truth = 2000, 30, 5.0
	means, medians := 0, 0
	for range studies {
		values := make([]float64, seeds)
		for i := range values {
			values[i] = truth + 2*stream.Normal()
		}
		d := costing("x", values...).Distribution(study.Cost)
		if d.MeanInterval.Low <= truth && truth <= d.MeanInterval.High {
			means++
		}
		if d.MedianInterval.Low <= truth && truth <= d.MedianInterval.High {
			medians++
		}
	}
	if share := float64(means) / studies; share < 0.935 || share > 0.965 {
		t.Errorf("%.3f of the means' intervals cover it, want 0.95", share)
	}
	if share := float64(medians) / studies; share < 0.935 {
		t.Errorf("%.3f of the medians' intervals cover it, want at least 0.95", share)
	}
}

// A verdict needs an interval that leaves 0 out, and enough seeds. By hand: differences that alternate between d - s and
// d + s have the mean d and a standard deviation of nearly s.
func TestCompare(t *testing.T) {
	level := make([]float64, 100)
	alternating := func(d, s float64, n int) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = d + s
			if i%2 == 0 {
				values[i] = d - s
			}
		}
		return values
	}
	for _, c := range []struct {
		name    string
		a, b    []float64
		measure study.Measure
		verdict study.Verdict
		seeds   int
		text    string
	}{
		{"cheaper by a dollar every time", alternating(-1, 0.1, 100), level, study.Cost, study.ABetter, 0,
			"a against b, cost: $1.00 lower, which is better (95 % interval $0.98 to $1.02, 100 seeds)"},
		{"dearer", alternating(1, 0.1, 100), level, study.Cost, study.BBetter, 0, "$1.00 higher, which is worse"},
		{"more budget is better", alternating(-1, 0.1, 100), level, study.BudgetLeft, study.ABetter, 0, "100.00 percentage points higher, which is better"},
		{"less budget is worse", alternating(1, 0.1, 100), level, study.BudgetLeft, study.BBetter, 0, "lower, which is worse"},
		{"the same", level, level, study.Cost, study.Same, 0, "a against b, cost: the same in all 100 seeds"},
		// s = 10.05 with the n - 1 of the sample: (1.96 x 10.05)^2 = 388.0, rounded up, and one more.
		{"a difference lost in the noise", alternating(1, 10, 100), level, study.Cost, study.NeedsMoreSeeds, 390,
			"needs more seeds, about 390 (now 100; 95 % interval of the difference -$0.99 to $2.99)"},
		{"no difference but noise: nothing can be foreseen", alternating(0, 10, 100), level, study.Cost, study.NeedsMoreSeeds, 0,
			"needs more seeds, more than a study can play"},
		{"a difference far too small to find", alternating(0.0001, 10, 100), level, study.Cost, study.NeedsMoreSeeds, 0, "more than a study can play"},
		{"a clear difference on too few seeds", alternating(-1, 0.1, 10), level[:10], study.Cost, study.NeedsMoreSeeds, 20, "needs more seeds, about 20 (now 10;"},
		{"a single seed", []float64{1}, level[:1], study.Cost, study.NeedsMoreSeeds, 20, "needs more seeds, at least 20 (now 1)"},
		{"a measure that no seed has", level, level, study.TimeToPage, study.NeedsMoreSeeds, 0, "no seed has it under both policies"},
		{"the same difference every time", alternating(1, 0, 100), level, study.Cost, study.BBetter, 0, "$1.00 higher, which is worse (95 % interval $1.00 to $1.00"},
	} {
		got, err := study.Compare(costing("a", c.a...), costing("b", c.b...), c.measure)
		if err != nil || got.Verdict != c.verdict || got.SeedsNeeded != c.seeds || !strings.Contains(got.String(), c.text) {
			t.Errorf("%s: verdict %d, %d seeds, %q, %v; want %d, %d, %q", c.name, got.Verdict, got.SeedsNeeded, got, err, c.verdict, c.seeds, c.text)
		}
	}
	if _, err := study.Compare(costing("a", level...), costing("b", level[:50]...), study.Cost); err == nil {
		t.Error("policies on different seeds are compared")
	}
	other := costing("b", level...)
	other.First = 7
	if _, err := study.Compare(costing("a", level...), other, study.Cost); err == nil {
		t.Error("policies on other seeds are compared")
	}
	other = costing("b", level...)
	other.Shift.BootDelay = 8
	if _, err := study.Compare(costing("a", level...), other, study.Cost); err == nil {
		t.Error("policies on different shifts are compared")
	}
	if _, err := study.Compare(costing("a", 1), costing("b", 1), 0); err == nil {
		t.Error("a measure that does not exist is compared")
	}
}

// Pairing is what tells them apart: two policies that differ by a dollar on every seed, while the seeds differ by a
// hundred. Each mean's interval is wide; that of the difference is not.
func TestPairingCancelsTheTraffic(t *testing.T) {
	stream := random.New(3)
	var a, b []float64
	for range 50 {
		traffic := 100 * stream.Normal()
		a, b = append(a, traffic), append(b, traffic+1+0.1*stream.Normal())
	}
	left, right := costing("a", a...), costing("b", b...)
	if wide := left.Distribution(study.Cost).MeanInterval; wide.High-wide.Low < 40 {
		t.Errorf("the mean is known to %v", wide)
	}
	c, err := study.Compare(left, right, study.Cost)
	if err != nil || c.Verdict != study.ABetter || c.Interval.High-c.Interval.Low > 0.1 {
		t.Errorf("%s, %v", c, err)
	}
}

// What each measure reads off an outcome, and how it is written.
func TestMeasures(t *testing.T) {
	o := oncall.Outcome{Minutes: 240, Budget: 0.9985, Cost: 36.013, Above: 3, FirstAbove: 90, WorstErrors: 0.065, WorstP99: 1.5, Dropped: 0.03,
		Recommendations: 228, PagedAt: 95}
	want := []struct{ name, text string }{
		{"budget left", "99.85 %"}, {"cost", "$36.01"}, {"minutes above the objective", "3.0 min"}, {"worst error rate", "6.50 %"},
		{"worst p99", "1.50 s"}, {"requests dropped", "3.00 %"}, {"minutes with recommendations", "228.0 min"}, {"shifts that paged", "100.0 %"},
		{"time to page", "5.0 min"},
	}
	if len(study.Measures()) != len(want) {
		t.Fatalf("%d measures, want %d", len(study.Measures()), len(want))
	}
	for i, m := range study.Measures() {
		value, ok := m.Of(o)
		if m.String() != want[i].name || !ok || m.Format(value) != want[i].text {
			t.Errorf("%s is %s, %t; want %v", m, m.Format(value), ok, want[i])
		}
	}
	o.PagedAt = oncall.Never
	if value, ok := study.Paged.Of(o); value != 0 || !ok {
		t.Errorf("no page: %v, %t", value, ok)
	}
	if _, ok := study.TimeToPage.Of(o); ok {
		t.Error("a shift without a page has a time to page")
	}
	if _, ok := study.Measure(99).Of(o); ok || study.Measure(99).String() != "measure 99" || study.Measure(99).Format(1) != "1" {
		t.Error("measure 99 exists")
	}
}

// The frontier of budget (here the negative of the cost's digits) against minutes above: by hand.
func TestFrontier(t *testing.T) {
	point := func(name string, budget, cost float64) study.Played {
		return study.Played{Policy: study.Policy{Name: name}, Outcomes: []oncall.Outcome{{Budget: budget, Cost: cost}}}
	}
	result := study.Result{Policies: []study.Played{
		point("safe and dear", 1.0, 40), point("safe and dearer", 1.0, 41), point("middle", 0.9, 30), point("worse in both", 0.8, 35),
		point("cheap and risky", 0.5, 20), point("the same as middle", 0.9, 30),
	}}
	frontier, err := result.Frontier(study.BudgetLeft, study.Cost)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range frontier {
		names = append(names, p.Name)
	}
	if got, want := strings.Join(names, ", "), "safe and dear, middle, cheap and risky, the same as middle"; got != want {
		t.Errorf("frontier %q, want %q", got, want)
	}
	if _, err := result.Frontier(study.BudgetLeft, 0); err == nil {
		t.Error("a measure that does not exist has a frontier")
	}
}

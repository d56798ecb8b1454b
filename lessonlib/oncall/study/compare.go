package study

import (
	"fmt"
	"math"
)

// MinSeeds is how many seeds a verdict rests on at least.
const MinSeeds = 20

// Comparison says how two policies differ in a measure, seed by seed on the same traffic.
type Comparison struct {
	Measure    Measure
	A, B       string // names of the policies
	N          int    // seeds in which both have the measure
	Difference float64
	// Interval is for the mean difference, A less B: Student's t interval of the differences, as
	// [Distribution].MeanInterval.
	Interval Interval
	// Verdict is what may be said.
	Verdict Verdict
	// SeedsNeeded is about how many seeds would tell the policies apart if the difference stays what it is; 0 when they
	// are told apart, and when nothing can be foreseen. It is a guide for the next study, with fresh seeds: adding seeds
	// until the verdict is liked makes it worthless.
	SeedsNeeded int
}

// Verdict is the result of a comparison.
type Verdict uint8

// The verdicts.
const (
	NeedsMoreSeeds Verdict = iota // the interval covers 0, or there are fewer seeds than MinSeeds
	ABetter                       // the interval lies on the side where A is better
	BBetter                       // the interval lies on the side where B is better
	Same                          // no difference in any seed
)

// Compare holds policy a against policy b. It is an error when they were not played on the same shift and seeds.
func Compare(a, b Played, m Measure) (Comparison, error) {
	if !m.known() {
		return Comparison{}, fmt.Errorf("study: there is no %s; use one of study.Measures()", m)
	}
	if a.Shift != b.Shift || a.First != b.First || len(a.Outcomes) != len(b.Outcomes) {
		return Comparison{}, fmt.Errorf("study: %q and %q were played on different shifts or seeds; compare policies of one study",
			a.Name, b.Name)
	}
	c := Comparison{Measure: m, A: a.Name, B: b.Name}
	var differences []float64
	differ := false
	for i := range a.Outcomes {
		x, okA := m.Of(a.Outcomes[i])
		y, okB := m.Of(b.Outcomes[i])
		if okA && okB {
			differences = append(differences, x-y)
			differ = differ || x != y
		}
	}
	c.N = len(differences)
	if c.N == 0 {
		c.Difference, c.Interval = math.NaN(), everything
		return c, nil
	}
	var stdDev float64
	c.Difference, stdDev, c.Interval = meanInterval(differences)
	switch {
	case c.N < MinSeeds:
		c.SeedsNeeded = MinSeeds
	case !differ:
		c.Verdict = Same
	case c.Interval.Low > 0 || c.Interval.High < 0:
		c.Verdict = BBetter
		if m.better(c.Difference, 0) {
			c.Verdict = ABetter
		}
	case c.Difference != 0:
		c.SeedsNeeded = seedsNeeded(c.Difference, stdDev)
	}
	return c, nil
}

// seedsNeeded is how many seeds give an interval half as wide as the difference d, when differences have the standard
// deviation s: (1.96 s / d)^2, one more for the rounding; 0 when that is beyond any study.
func seedsNeeded(d, s float64) int {
	n := math.Ceil(math.Pow(1.96*s/d, 2)) + 1
	if n > MaxPlays {
		return 0
	}
	return int(n)
}

// String says the verdict in a sentence.
func (c Comparison) String() string {
	subject := fmt.Sprintf("%s against %s, %s", c.A, c.B, c.Measure)
	switch {
	case c.N == 0:
		return subject + ": no seed has it under both policies"
	case c.Verdict == Same:
		return fmt.Sprintf("%s: the same in all %d seeds", subject, c.N)
	case c.N < 2:
		return fmt.Sprintf("%s: needs more seeds, at least %d (now %d)", subject, MinSeeds, c.N)
	case c.Verdict == NeedsMoreSeeds:
		more := "more than a study can play"
		if c.SeedsNeeded > 0 {
			more = fmt.Sprintf("about %d", c.SeedsNeeded)
		}
		return fmt.Sprintf("%s: needs more seeds, %s (now %d; 95 %% interval of the difference %s to %s%s)", subject, more, c.N,
			c.Measure.bare(c.Interval.Low), c.Measure.bare(c.Interval.High), c.Measure.gapUnit())
	}
	direction, low, high := "higher", c.Interval.Low, c.Interval.High
	if c.Difference < 0 {
		direction, low, high = "lower", -high, -low
	}
	judgement := "better"
	if c.Verdict == BBetter {
		judgement = "worse"
	}
	return fmt.Sprintf("%s: %s%s %s, which is %s (95 %% interval %s to %s, %d seeds)", subject,
		c.Measure.bare(math.Abs(c.Difference)), c.Measure.gapUnit(), direction, judgement,
		c.Measure.bare(low), c.Measure.bare(high), c.N)
}

// Frontier lists the policies that are worth a thought when two measures count, in the order of the study: no other
// policy has a mean as good in both and better in one.
func (r Result) Frontier(x, y Measure) ([]Played, error) {
	if !x.known() || !y.known() {
		return nil, fmt.Errorf("study: there is no %s or %s; use two of study.Measures()", x, y)
	}
	type point struct{ x, y float64 }
	points := make([]point, len(r.Policies))
	for i, p := range r.Policies {
		points[i] = point{p.Distribution(x).Mean, p.Distribution(y).Mean}
	}
	beaten := func(p point) bool {
		for _, q := range points {
			if !x.better(p.x, q.x) && !y.better(p.y, q.y) && (x.better(q.x, p.x) || y.better(q.y, p.y)) {
				return true
			}
		}
		return false
	}
	var frontier []Played
	for i, p := range r.Policies {
		if !beaten(points[i]) {
			frontier = append(frontier, p)
		}
	}
	return frontier, nil
}

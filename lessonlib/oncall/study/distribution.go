package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is that of all intervals: in 95 of 100 studies with fresh seeds, such an interval covers the true value.
const Confidence = 0.95

// Interval is a range for an unknown value. Too few seeds give one from -Inf to +Inf.
type Interval struct {
	Low, High float64
}

// everything is the interval that says nothing.
var everything = Interval{Low: math.Inf(-1), High: math.Inf(1)}

// Distribution is how a measure came out over the seeds. Without any value all its figures but N are NaN.
type Distribution struct {
	Measure Measure
	N       int // seeds that have the measure
	Mean    float64
	// MeanInterval is Student's t interval. It takes the mean as normally distributed: rough for a few dozen seeds of a
	// skewed measure, good for hundreds.
	MeanInterval Interval
	StdDev       float64 // sample standard deviation
	Median       float64
	// MedianInterval is between two of the values, whose ranks follow from the binomial distribution; it assumes nothing.
	MedianInterval Interval
	// Each quantile is the value of a seed: the smallest one that at least that share of the seeds does not exceed.
	Least, P05, P25, P75, P95, Most float64
}

// Values lists the measure seed by seed, leaving out the seeds that have none.
func (p Played) Values(m Measure) []float64 {
	values := make([]float64, 0, len(p.Outcomes))
	for _, o := range p.Outcomes {
		if x, ok := m.Of(o); ok {
			values = append(values, x)
		}
	}
	return values
}

// Distribution sums a measure up.
func (p Played) Distribution(m Measure) Distribution {
	sorted := p.Values(m)
	slices.Sort(sorted)
	nan := math.NaN()
	d := Distribution{Measure: m, N: len(sorted), Mean: nan, MeanInterval: Interval{nan, nan}, StdDev: nan,
		Median: nan, MedianInterval: Interval{nan, nan}, Least: nan, P05: nan, P25: nan, P75: nan, P95: nan, Most: nan}
	if d.N == 0 {
		return d
	}
	quantile := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, sorted, nil) }
	d.Least, d.P05, d.P25, d.Median = sorted[0], quantile(0.05), quantile(0.25), quantile(0.5)
	d.P75, d.P95, d.Most = quantile(0.75), quantile(0.95), sorted[d.N-1]
	d.Mean, d.StdDev, d.MeanInterval = meanInterval(sorted)
	d.MedianInterval = medianInterval(sorted)
	return d
}

// meanInterval is the mean, the sample standard deviation s and Student's interval, mean -+ t s/sqrt(n). Source: Student
// (W. S. Gosset), "The Probable Error of a Mean", Biometrika 6 (1908).
func meanInterval(values []float64) (mean, stdDev float64, interval Interval) {
	if len(values) < 2 {
		return stat.Mean(values, nil), 0, everything
	}
	mean, stdDev = stat.MeanStdDev(values, nil)
	t := distuv.StudentsT{Sigma: 1, Nu: float64(len(values) - 1)}.Quantile((1 + Confidence) / 2)
	half := float64(t * stat.StdErr(stdDev, float64(len(values))))
	return mean, stdDev, Interval{Low: mean - half, High: mean + half}
}

// medianInterval is between the r-th smallest and the r-th largest value, where r is the largest rank for which fewer than r of
// n tosses of a coin are heads with a probability of at most 2.5 %. Source: H. A. David, H. N. Nagaraja, Order
// Statistics, 3rd edition, Wiley 2003, section 7.1.
func medianInterval(sorted []float64) Interval {
	n := len(sorted)
	heads := distuv.Binomial{N: float64(n), P: 0.5}
	// Ranks rise with their probability, so the first that is too likely ends the search.
	rank := 0
	for 2*(rank+1) <= n && heads.CDF(float64(rank)) <= (1-Confidence)/2 {
		rank++
	}
	if rank == 0 {
		return everything
	}
	return Interval{Low: sorted[rank-1], High: sorted[n-rank]}
}

// String is the distribution in one line.
func (d Distribution) String() string {
	if d.N == 0 {
		return fmt.Sprintf("%s: no seed has one", d.Measure)
	}
	if d.N == 1 {
		return fmt.Sprintf("%s: %s (1 seed; needs more seeds)", d.Measure, d.Measure.Format(d.Mean))
	}
	return fmt.Sprintf("%s: mean %s (95 %% interval %s to %s), median %s, nine in ten between %s and %s (%d seeds)", d.Measure,
		d.Measure.Format(d.Mean), d.Measure.Format(d.MeanInterval.Low), d.Measure.Format(d.MeanInterval.High),
		d.Measure.Format(d.Median), d.Measure.Format(d.P05), d.Measure.Format(d.P95), d.N)
}

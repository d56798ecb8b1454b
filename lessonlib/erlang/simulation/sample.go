package simulation

import (
	"fmt"
	"math"
	"slices"
)

const (
	// Batches is into how many equal stretches a run is cut to find out how far an estimate may be off.
	Batches = 40
	// Confidence is that of all intervals: in 95 of 100 runs with other seeds, such an interval covers the true value.
	Confidence = 0.95
)

// student is how many standard errors an interval reaches to each side: Student's t for Batches - 1 = 39 degrees of
// freedom, 97.5 %.
const student = 2.0226909

// Estimate is a figure read off a run, and the 95 % confidence interval for its steady-state value. Where the run is too short
// to say anything the interval says so: it reaches from 0 to +Inf, or to 1 for a share. [Params.Needed] tells what would do.
type Estimate struct {
	Value     float64
	Low, High float64
}

// Sample is one time for each recorded request of a [Result]. A Sample made by hand knows nothing about the queue it is from,
// and has no interval.
//
// A request that follows a slow one is likely to be slow too, so n requests say less than n independent draws would. The
// intervals allow for that by batch means: each of [Batches] long stretches counts as a single observation, and their
// spread tells how far the whole may be off (A. M. Law, Simulation Modeling and Analysis, 5th edition, McGraw-Hill 2015,
// section 9.5).
type Sample struct {
	Times  []float64 // in the unit of the queue's times, in order of arrival
	memory float64   // requests that come in a relaxation time; 0 if unknown
}

// Mean estimates the mean; it is NaN without any time. The interval wants enough requests above 0, as not all wait.
func (s Sample) Mean() Estimate {
	mean, half := s.interval(func(time float64) float64 { return time })
	above, _ := s.interval(func(time float64) float64 { return indicator(time > 0) })
	// All requests take some time to answer: then nothing is rare, and a half is the least demanding share.
	if !s.enough(math.Min(above, 0.5)) {
		return Estimate{Value: mean, Low: 0, High: math.Inf(1)}
	}
	return Estimate{Value: mean, Low: math.Max(0, mean-half), High: mean + half}
}

// Tail estimates the share of requests that take longer than t; it is NaN without any time.
func (s Sample) Tail(t float64) Estimate {
	share, half := s.interval(func(time float64) float64 { return indicator(time > t) })
	if !s.enough(share) {
		return Estimate{Value: share, Low: 0, High: 1}
	}
	return Estimate{Value: share, Low: math.Max(0, share-half), High: math.Min(1, share+half)}
}

// Quantile estimates the time that a share p of the requests does not exceed: the smallest recorded one that at least so
// many do not exceed. See [Sample.Quantiles].
func (s Sample) Quantile(p float64) (Estimate, error) {
	all, err := s.Quantiles(p)
	if err != nil {
		return Estimate{}, err
	}
	return all[0], nil
}

// Quantiles estimates several quantiles and sorts the times once for all of them, in a copy: 8 bytes a request more.
//
// An interval is between two of the recorded times and assumes nothing about their distribution. Independent times would
// need two whose ranks are so many binomial standard deviations from n p; here that deviation is measured instead, by batch
// means of the share of requests up to the estimate (after P. Heidelberger, P. A. W. Lewis, "Quantile Estimation in
// Dependent Sequences", Operations Research 32 (1984), 185-209).
//
// A p outside 0 to 1 is an error, and so is a sample without a time.
func (s Sample) Quantiles(p ...float64) ([]Estimate, error) {
	if len(s.Times) == 0 {
		return nil, fmt.Errorf("simulation: no time was recorded; take the sample from a run")
	}
	for _, share := range p {
		if !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("simulation: quantile %v is outside 0 to 1; the 99th percentile is 0.99", share)
		}
	}
	sorted := slices.Clone(s.Times)
	slices.Sort(sorted)
	estimates := make([]Estimate, len(p))
	for i, share := range p {
		estimates[i] = s.quantile(sorted, share)
	}
	return estimates, nil
}

func (s Sample) quantile(sorted []float64, p float64) Estimate {
	n := float64(len(sorted))
	ranked := func(rank float64) float64 {
		switch {
		case rank < 1:
			return 0 // no time is below 0
		case rank > n:
			return math.Inf(1)
		}
		return sorted[int(rank)-1]
	}
	// The product may be a last place above the whole number that it stands for.
	value := ranked(math.Max(1, math.Ceil(float64(n*p)-1e-9)))
	if !s.enough(p) {
		return Estimate{Value: value, Low: 0, High: math.Inf(1)}
	}
	_, half := s.interval(func(time float64) float64 { return indicator(time <= value) })
	return Estimate{Value: value, Low: ranked(math.Floor(n * (p - half))), High: ranked(math.Ceil(n*(p+half)) + 1)}
}

// needed is how many requests an interval for a share needs, in a queue in which memory of them come in a relaxation time;
// see [Params.Needed]. The tests count how often such intervals cover the truth.
func needed(memory, share float64) float64 {
	rarer := math.Min(share, 1-share)
	return math.Ceil(Batches * math.Max(1, memory) * math.Max(30, 1/rarer))
}

func (s Sample) enough(share float64) bool {
	return s.memory > 0 && float64(len(s.Times)) >= needed(s.memory, share)
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// interval is the mean of a function of the times, and half the width of its interval by batch means. What is left after the
// last whole batch counts for the mean alone.
func (s Sample) interval(of func(time float64) float64) (mean, half float64) {
	size := max(1, len(s.Times)/Batches)
	var sums [Batches]float64
	total := 0.0
	for i, time := range s.Times {
		x := of(time)
		total += x
		if batch := i / size; batch < Batches {
			sums[batch] += x
		}
	}
	centre := 0.0
	for _, sum := range sums {
		centre += sum / Batches
	}
	squares := 0.0
	for _, sum := range sums {
		squares += float64((sum - centre) * (sum - centre))
	}
	standardError := math.Sqrt(squares/(Batches-1)/Batches) / float64(size)
	return total / float64(len(s.Times)), student * standardError
}

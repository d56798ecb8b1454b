package load

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// ExactSamples is up to how many samples a Distribution keeps each; beyond, it keeps a histogram.
const ExactSamples = 100_000

// histogramDigits is the histogram's precision: a value is off by at most one part in 10^3.
const histogramDigits = 3

// Never is the time of a request that got no answer: longer than any other. It prints as "no answer".
const Never = time.Duration(math.MaxInt64)

// Distribution is how a time is spread over requests. Its zero value is ready: Add the times, then ask. A request without an
// answer is added by Fail and ranks behind all others, so that failing fast makes no percentile look better.
//
// Up to [ExactSamples] times are kept as they are, and percentiles are exact. Beyond that they go into an HDR histogram,
// which keeps three digits and takes the same memory however many there are.
type Distribution struct {
	samples   []time.Duration
	sorted    bool
	histogram *hdrhistogram.Histogram
	answered  int
	failed    int
	sum       float64 // seconds
	max       time.Duration
}

// Add adds the time of an answered request. A time below zero counts as zero.
func (d *Distribution) Add(t time.Duration) {
	t = max(t, 0)
	d.answered++
	d.sum += t.Seconds()
	d.max = max(d.max, t)
	if d.histogram != nil {
		d.record(t)
		return
	}
	d.samples, d.sorted = append(d.samples, t), false
	if len(d.samples) > ExactSamples {
		d.histogram = hdrhistogram.New(1, int64(24*time.Hour), histogramDigits)
		for _, t := range d.samples {
			d.record(t)
		}
		d.samples = nil
	}
}

func (d *Distribution) record(t time.Duration) {
	_ = d.histogram.RecordValue(int64(min(t, 24*time.Hour))) // in range, which is its only error
}

// Fail adds a request without an answer.
func (d *Distribution) Fail() { d.failed++ }

// Count is the number of requests, failed ones included.
func (d *Distribution) Count() int { return d.answered + d.failed }

// Exact tells whether percentiles come from the samples themselves and not from a histogram.
func (d *Distribution) Exact() bool { return d.histogram == nil }

// Mean is the mean time of the answered requests, 0 without any.
func (d *Distribution) Mean() time.Duration {
	if d.answered == 0 {
		return 0
	}
	return time.Duration(math.Round(float64(d.sum / float64(d.answered) * float64(time.Second))))
}

// Max is the longest time of an answered request.
func (d *Distribution) Max() time.Duration { return d.max }

// Percentile gives the time that a share p of the requests, 0 < p < 1, did not exceed: the smallest time with at least
// p n of the n requests at or below it (nearest rank). Any other p gives the zero Percentile.
func (d *Distribution) Percentile(p float64) Percentile {
	n := d.Count()
	if !(p > 0 && p < 1) || n == 0 {
		return Percentile{P: p}
	}
	// The number of requests at or below the true percentile is binomial, n p with deviation sqrt(n p (1-p)): the ranks
	// within 1.96 deviations hold the true percentile 95 times of 100 (David and Nagaraja, Order Statistics, 7.1).
	middle := float64(p * float64(n))
	spread := 1.96 * math.Sqrt(float64(middle*(1-p)))
	return Percentile{
		P:     p,
		Value: d.rank(int(math.Ceil(middle - 1e-9))),
		Low:   d.rank(int(math.Floor(middle - spread))),
		High:  d.rank(int(math.Ceil(middle+spread)) + 1),
		Count: n,
		Exact: d.Exact(),
	}
}

// rank is the k-th shortest time. Ranks below the first are 0; failed requests, and ranks beyond the last, are Never.
func (d *Distribution) rank(k int) time.Duration {
	switch {
	case k < 1:
		return 0
	case k > d.answered:
		return Never
	case d.histogram != nil:
		// Half a rank less is safe from rounding: the histogram rounds up to whole ranks.
		share := (float64(k) - 0.5) / float64(d.answered)
		return time.Duration(d.histogram.ValueAtQuantile(float64(100 * share)))
	}
	if !d.sorted {
		slices.Sort(d.samples)
		d.sorted = true
	}
	return d.samples[k-1]
}

// Percentile is a percentile with what it rests on.
type Percentile struct {
	P     float64       // 0.95 for the 95th
	Value time.Duration // Never if that many requests got no answer
	// Low and High hold the true percentile 95 times of 100 if requests were independent. Requests in one queue are not:
	// take the interval as the least there is. High is Never where there are too few samples to bound it. Both are 0
	// when a summary was imported, which has no samples.
	Low, High time.Duration
	Count     int  // requests, failed ones included
	Exact     bool // from the samples themselves, not from a histogram
}

// bounds are Low and High, or the value for both where a summary has no interval.
func (p Percentile) bounds() (low, high time.Duration) {
	if p.High == 0 {
		return p.Value, p.Value
	}
	return p.Low, p.High
}

// beyond is how many requests must lie beyond a percentile before it is worth a digit.
const beyond = 100

// Needed is the number of requests that the percentile asks for: one hundred beyond it, which is 2,000 for p95, 10,000 for
// p99 and 100,000 for p99.9.
func (p Percentile) Needed() int {
	if !(p.P > 0 && p.P < 1) {
		return 0
	}
	return int(math.Ceil(float64(beyond/(1-p.P)) - 1e-6))
}

// Enough tells whether there were as many requests as Needed.
func (p Percentile) Enough() bool { return p.Count > 0 && p.Count >= p.Needed() }

// String is such as "12.31 ms (11.90 to 12.80, 3000 requests)", and says when there are too few requests.
func (p Percentile) String() string {
	switch {
	case p.Count == 0:
		return "no requests"
	case !p.Enough():
		return fmt.Sprintf("about %s (too few requests: %d of %d)", Milliseconds(p.Value), p.Count, p.Needed())
	case p.High == 0 && p.Value > 0:
		return fmt.Sprintf("%s (%d requests, interval unknown)", Milliseconds(p.Value), p.Count)
	case p.Value == Never:
		return fmt.Sprintf("no answer (%d requests)", p.Count)
	case p.High == Never:
		return fmt.Sprintf("%s (at least %.2f, %d requests)", Milliseconds(p.Value), milliseconds(p.Low), p.Count)
	}
	return fmt.Sprintf("%s (%.2f to %.2f, %d requests)", Milliseconds(p.Value), milliseconds(p.Low), milliseconds(p.High),
		p.Count)
}

// Milliseconds writes a time as reports do: "12.31 ms", and Never as "no answer".
func Milliseconds(t time.Duration) string {
	if t == Never {
		return "no answer"
	}
	return fmt.Sprintf("%.2f ms", milliseconds(t))
}

func milliseconds(t time.Duration) float64 { return float64(t) / float64(time.Millisecond) }

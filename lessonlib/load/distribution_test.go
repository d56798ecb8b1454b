package load

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/random"
)

func TestPercentileByHand(t *testing.T) {
	var d Distribution
	for ms := 100; ms >= 1; ms-- {
		d.Add(time.Duration(ms) * time.Millisecond)
	}
	for _, c := range []struct {
		p    float64
		want time.Duration // of 1..100 ms, by nearest rank
	}{{0.01, 1}, {0.5, 50}, {0.95, 95}, {0.951, 96}, {0.99, 99}, {0.999, 100}} {
		if got := d.Percentile(c.p).Value; got != c.want*time.Millisecond {
			t.Errorf("p%g is %v, want %d ms", 100*c.p, got, c.want)
		}
	}
	if d.Mean() != 50500*time.Microsecond || d.Max() != 100*time.Millisecond || d.Count() != 100 || !d.Exact() {
		t.Errorf("mean %v, max %v, count %d; want 50.5 ms, 100 ms, 100", d.Mean(), d.Max(), d.Count())
	}
	for _, p := range []float64{0, 1, -1, 2, math.NaN()} {
		if got := d.Percentile(p); got.Count != 0 {
			t.Errorf("p = %g is no percentile, but has %+v", p, got)
		}
	}
	var none Distribution
	if got := none.Percentile(0.95); got.String() != "no requests" || none.Mean() != 0 {
		t.Errorf("the zero distribution has p95 %v and mean %v", got, none.Mean())
	}
}

// Requests without an answer must not make a percentile look better: they rank last.
func TestFailuresRankLast(t *testing.T) {
	var d Distribution
	for range 94 {
		d.Add(time.Millisecond)
	}
	for range 6 {
		d.Fail()
	}
	if got := d.Percentile(0.95); got.Value != Never || !strings.Contains(got.String(), "no answer") {
		t.Errorf("p95 with 6 %% failures is %v", got)
	}
	if got := d.Percentile(0.94); got.Value != time.Millisecond || got.High != Never {
		t.Errorf("p94 with 6 %% failures is %+v; want 1 ms without an upper bound", got)
	}
}

func TestTooFewRequestsSaySo(t *testing.T) {
	// The counts are the specification's: one hundred requests beyond the percentile.
	for p, want := range map[float64]int{0.5: 200, 0.95: 2000, 0.99: 10_000, 0.999: 100_000} {
		if got := (Percentile{P: p}).Needed(); got != want {
			t.Errorf("p%g needs %d requests, want %d", 100*p, got, want)
		}
	}
	var d Distribution
	for i := range 3000 {
		d.Add(time.Duration(i) * time.Microsecond)
	}
	if got := d.Percentile(0.95); !got.Enough() || strings.Contains(got.String(), "too few") {
		t.Errorf("3,000 requests carry a p95, but it says %q", got)
	}
	if got := d.Percentile(0.99); got.Enough() || got.String() != "about 2.97 ms (too few requests: 3000 of 10000)" {
		t.Errorf("3,000 requests carry no p99, but it says %q", got)
	}
}

// The interval holds the true percentile in about 95 of 100 runs of independent requests.
func TestIntervalCovers(t *testing.T) {
	stream := random.New(1)
	const runs = 400
	covered := 0
	for range runs {
		var d Distribution
		for range 1000 {
			x, err := stream.Exponential(1)
			if err != nil {
				t.Fatal(err)
			}
			d.Add(time.Duration(x * float64(time.Second)))
		}
		truth := time.Duration(math.Log(20) * float64(time.Second)) // of the exponential's p95
		if p := d.Percentile(0.95); p.Low <= truth && truth <= p.High && p.Low <= p.Value && p.Value <= p.High {
			covered++
		}
	}
	// Four deviations of a binomial of 400 at 0.95 are 17.4.
	if covered < 362 || covered > 398 {
		t.Errorf("the interval held the truth in %d of %d runs; want about 380", covered, runs)
	}
}

// Beyond 100,000 requests the histogram's percentiles are the exact ones to three digits.
func TestHistogramAgreesWithSamples(t *testing.T) {
	stream := random.New(2)
	var d Distribution
	var all []time.Duration
	for range ExactSamples + 20_000 {
		x, err := stream.Exponential(0.004)
		if err != nil {
			t.Fatal(err)
		}
		sample := time.Duration(x * float64(time.Second))
		d.Add(sample)
		all = append(all, sample)
	}
	for range 1000 {
		d.Fail()
	}
	if d.Exact() {
		t.Fatal("with more than 100,000 requests the percentiles claim to be exact")
	}
	slices.Sort(all)
	for _, p := range []float64{0.001, 0.5, 0.95, 0.99, 0.999} {
		got := d.Percentile(p)
		rank := int(math.Ceil(p * float64(len(all)+1000)))
		if rank > len(all) {
			if got.Value != Never {
				t.Errorf("p%g is %v; that rank failed", 100*p, got.Value)
			}
			continue
		}
		if want := all[rank-1]; math.Abs(float64(got.Value-want)) > 1e-3*float64(want) {
			t.Errorf("p%g is %v, exactly %v", 100*p, got.Value, want)
		}
	}
}

func TestPercentileIsARank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Int64Range(0, 1e12), 1, 300).Draw(t, "times")
		p := rapid.Float64Range(0.001, 0.999).Draw(t, "p")
		var d Distribution
		for _, x := range times {
			d.Add(time.Duration(x))
		}
		got := d.Percentile(p)
		below := 0
		for _, x := range times {
			if time.Duration(x) <= got.Value {
				below++
			}
		}
		if float64(below) < p*float64(len(times))-1e-6 {
			t.Fatalf("p%g is %v, but only %d of %d are not above it", 100*p, got.Value, below, len(times))
		}
		if !slices.Contains(times, int64(got.Value)) || got.Low > got.Value || got.High < got.Value {
			t.Fatalf("p%g is %+v of %v", 100*p, got, times)
		}
	})
}

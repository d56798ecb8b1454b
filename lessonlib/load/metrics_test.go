package load

import (
	"math"
	"strings"
	"testing"
	"time"
)

const ms = time.Millisecond

func TestMetricsFromTheirZeroValue(t *testing.T) {
	var m Metrics
	m.Add(Result{Path: Loan, Intended: 0, Sent: 2 * ms, Done: 500 * ms, Status: 200})
	m.Add(Result{Path: Search, Intended: 10 * ms, Sent: 10 * ms, Done: 1000 * ms, Status: 200})
	m.Add(Result{Path: Search, Intended: 20 * ms, Sent: 20 * ms, Done: 30 * ms, Outcome: TimedOut})
	m.Add(Result{Path: Loan, Intended: 30 * ms, Sent: 30 * ms, Done: 30 * ms, Outcome: Dropped})
	m.Close()
	if m.Window != time.Second || m.Rate != 2 || m.LoanRate != 1 {
		t.Errorf("window %v, rate %g, loan rate %g; want the second until the last answer, 2/s and 1/s", m.Window, m.Rate,
			m.LoanRate)
	}
	if m.Requests != 4 || m.Loans != 2 || m.Failed() != 2 || m.FailedShare() != 0.5 ||
		m.Failures() != "1 timed out, 1 dropped unsent" {
		t.Errorf("%d requests, %d loans, %d failed: %q", m.Requests, m.Loans, m.Failed(), m.Failures())
	}
	if m.Latency.Max() != 990*ms || m.Service.Max() != 990*ms || m.Lateness.Max() != 2*ms || m.Lateness.Count() != 3 {
		t.Errorf("latency %v, service %v, lateness %v of %d", m.Latency.Max(), m.Service.Max(), m.Lateness.Max(),
			m.Lateness.Count())
	}
	// A second later an answer from beyond the window is a request, but not in the rate.
	m.Add(Result{Intended: 40 * ms, Sent: 40 * ms, Done: 1500 * ms, Status: 200})
	m.Close()
	if m.Rate != 2 || m.Requests != 5 {
		t.Errorf("rate %g after an answer beyond the window; want 2/s still", m.Rate)
	}
	var none Metrics
	none.Close()
	if none.Rate != 0 || none.FailedShare() != 0 || none.Failures() != "" {
		t.Errorf("metrics of nothing: %+v", none)
	}
}

// sample gives metrics of n requests that took so long, with failures and lateness.
func sample(n int, took, late time.Duration, failed int) *Metrics {
	m := &Metrics{Window: time.Second}
	for i := range n {
		r := Result{Sent: late, Done: took}
		if i < failed {
			r.Outcome = Broken
		}
		m.Add(r)
	}
	m.Close()
	return m
}

func TestJudge(t *testing.T) {
	split := sample(950, 10*ms, 0, 0) // p95 is on the edge between 10 and 30 ms
	for range 50 {
		split.Add(Result{Done: 30 * ms})
	}
	for _, c := range []struct {
		what    string
		metrics *Metrics
		want    Verdict
		cause   Cause
		reason  string
	}{
		{"all within the goal", sample(3000, 19*ms, 0, 0), Passes, ByLatency, "p95 is 19.00 ms"},
		{"exactly the goal", sample(3000, 20*ms, 0, 0), Passes, ByLatency, "20.00 ms"},
		{"all beyond the goal", sample(3000, 21*ms, 0, 0), Fails, ByLatency, "21.00 ms"},
		{"the goal within the interval", split, Inconclusive, ByLatency, "too close"},
		{"99 requests", sample(99, 50*ms, 0, 0), Inconclusive, BySize, "99 requests"},
		{"one of a hundred fails", sample(3000, 5*ms, 0, 30), Passes, ByLatency, "5.00 ms"},
		{"more than one of a hundred fails, fast as they are", sample(3000, 5*ms, 0, 31), Fails, ByFailures,
			"31 of 3000 requests failed: 31 broken off"},
		{"a late generator, and a fail that may be its own", sample(3000, 26*ms, 6*ms, 0), Inconclusive, ByMachine,
			"generator itself was late"},
		{"a late generator, and a fail far beyond that", sample(3000, 800*ms, 6*ms, 0), Fails, ByLatency, "800.00 ms"},
		{"a late generator, and a pass all the same", sample(3000, 15*ms, 6*ms, 0), Passes, ByLatency, "15.00 ms"},
	} {
		got := IO1().Judge(c.metrics)
		if got.Verdict != c.want || got.Cause != c.cause || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: %v (cause %d); want %v (cause %d), %q", c.what, got, got.Cause, c.want, c.cause, c.reason)
		}
	}
}

func TestGoalOutOfRange(t *testing.T) {
	for _, change := range []func(*Goal){
		func(g *Goal) { g.Percentile = 0 }, func(g *Goal) { g.Percentile = 95 }, func(g *Goal) { g.Percentile = math.NaN() },
		func(g *Goal) { g.Within = 0 }, func(g *Goal) { g.Failed = -1 }, func(g *Goal) { g.Failed = math.NaN() },
	} {
		g := IO1()
		change(&g)
		if g.Validate() == nil {
			t.Errorf("%+v is valid", g)
		}
	}
	if err := IO1().Validate(); err != nil {
		t.Error(err)
	}
}

package load

import (
	"fmt"
	"time"
)

// Goal is what a run is held against.
type Goal struct {
	Percentile float64       // IO1: which percentile of the latency
	Within     time.Duration // IO1: at most this
	Failed     float64       // at most this share of the requests may fail, whatever the percentile
}

// IO1 is the source's assumption: a server budget of 60 ms over three services leaves the desk 20 ms, for 95 requests of
// 100. That at most one request of 100 may fail is this course's own; the source counts no failures.
func IO1() Goal { return Goal{Percentile: 0.95, Within: 20 * time.Millisecond, Failed: 0.01} }

// Validate names the first field out of its range.
func (g Goal) Validate() error {
	switch {
	case !(g.Percentile > 0 && g.Percentile < 1):
		return fmt.Errorf("load: Percentile is %g; it must lie between 0 and 1: 0.95 is the 95th", g.Percentile)
	case g.Within <= 0:
		return fmt.Errorf("load: Within is %v; it must be above 0: 20 * time.Millisecond is IO1's", g.Within)
	case !(g.Failed >= 0 && g.Failed <= 1):
		return fmt.Errorf("load: Failed is %g; it must be between 0 and 1: 0.01 lets one request of 100 fail", g.Failed)
	}
	return nil
}

// Verdict is whether a run met its goal. The zero value is Inconclusive.
type Verdict int

const (
	Inconclusive Verdict = iota // the run cannot tell
	Passes
	Fails
)

// String is "inconclusive", "passes" or "fails".
func (v Verdict) String() string {
	switch v {
	case Passes:
		return "passes"
	case Fails:
		return "fails"
	}
	return "inconclusive"
}

// Cause is what a judgement rests on.
type Cause int

const (
	ByLatency  Cause = iota // the percentile
	ByFailures              // too many requests failed
	BySize                  // too few requests were sent
	ByMachine               // the machine was too busy to tell
)

// Judgement is a verdict and its reason.
type Judgement struct {
	Verdict Verdict
	Cause   Cause
	Reason  string // in words
}

// String is such as "inconclusive: 12 requests were sent; at least 100 are needed".
func (j Judgement) String() string { return j.Verdict.String() + ": " + j.Reason }

func judgement(v Verdict, c Cause, format string, args ...any) Judgement {
	return Judgement{v, c, fmt.Sprintf(format, args...)}
}

// decisive is how many times a disturbance a percentile must be for the disturbance not to matter.
const decisive = 10

// fewest is the number of requests below which no verdict is given.
const fewest = 100

// Judge holds metrics against the goal. It is inconclusive with fewer than 100 requests, when the goal lies within the
// percentile's interval, and when a failing run's own generator was late by a quarter of the goal and a tenth of the
// percentile: then it may be the generator that failed.
func (g Goal) Judge(m *Metrics) Judgement {
	j := g.JudgeSummary(m.Latency.Percentile(g.Percentile), m.Requests, m.Failed(), m.Failures())
	late, p := m.Lateness.Percentile(g.Percentile).Value, m.Latency.Percentile(g.Percentile).Value
	if j.Verdict == Fails && j.Cause == ByLatency && late > g.Within/4 && late > p/decisive {
		return judgement(Inconclusive, ByMachine, "this machine was too busy: the generator itself was late by %s",
			Milliseconds(late))
	}
	return j
}

// JudgeSummary is Judge for what a summary tells: the percentile, how many requests there were, how many failed, and how in
// words. A percentile without an interval is taken at its value.
func (g Goal) JudgeSummary(p Percentile, requests, failed int, failures string) Judgement {
	low, high := p.bounds()
	switch {
	case requests < fewest:
		return judgement(Inconclusive, BySize, "%d requests were sent; at least %d are needed", requests, fewest)
	case float64(failed) > float64(g.Failed*float64(requests)):
		return judgement(Fails, ByFailures, "%d of %d requests failed: %s", failed, requests, failures)
	case high <= g.Within:
		return judgement(Passes, ByLatency, "%s is %s", g.name(), p)
	case low <= g.Within:
		return judgement(Inconclusive, ByLatency, "%s is %s, too close to the goal of %s to tell", g.name(), p,
			Milliseconds(g.Within))
	}
	return judgement(Fails, ByLatency, "%s is %s", g.name(), p)
}

func (g Goal) name() string { return fmt.Sprintf("p%g", float64(100*g.Percentile)) }

package load

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// Report is what a campaign found. All fields are plain data, so that a cell can keep it for the next one.
type Report struct {
	Goal        Goal
	Calibration Calibration
	After       Probe // of the last trials' desk, after them; zero if the rows were given
	Trials      []Trial
}

// PlanRecord names the plan of a trial.
type PlanRecord struct {
	Scenario  string
	Loop      string
	LoanShare float64
	Rate      float64 // meant, requests/s; 0 in a closed loop
	Structure desk.Structure
}

func (p Plan) record() PlanRecord {
	r := PlanRecord{Scenario: p.Scenario.ID, Loop: p.Scenario.Driver.String(), LoanShare: p.Scenario.Mix.LoanShare,
		Structure: p.Structure}
	if open, ok := p.Scenario.Driver.(Open); ok {
		r.Rate = open.Rate
	}
	return r
}

// Trial is one run on one desk.
type Trial struct {
	Plan      PlanRecord
	Rows      int           // the desk's, before the first loan; those of the calibration unless the machine changed
	Run       Run           // the last attempt's
	Counters  desk.Counters // the desk's at the end
	Judgement Judgement
	Attempts  int           // how often it was run
	Drain     time.Duration // Target's, 0 for DefaultDrain
}

// stall is how long a hold-up of the desk is that may alone make p95 miss IO1: it makes 5 % of 3,000 requests late if the
// desk takes as long again to recover, twice over.
const stall = 50 * time.Millisecond

// judge is the goal's judgement, unless the machine disturbed the run: it gave an unindexed desk so much or so little that
// the lesson's verdicts do not hold, or a failing desk was held up in the middle of a request. A pass of an indexed desk
// stands on any machine: other programs only make it slower.
func (t Trial) judge(g Goal) Judgement {
	m := t.Run.Metrics()
	j := g.Judge(m)
	switch {
	case t.outOfLimits():
		return judgement(Inconclusive, ByMachine, "this machine gave the desk %.0f loans/s in this run; the verdicts hold from "+
			"%d to %d", t.Ceiling(), LowCeiling, HighCeiling)
	case j.Verdict == Fails && t.Counters.Slowest > stall && t.Counters.Slowest > m.Latency.Percentile(g.Percentile).Value/decisive:
		return judgement(Inconclusive, ByMachine, "this machine was too busy: it held the desk up for %s on one request",
			Milliseconds(t.Counters.Slowest))
	}
	return j
}

// outOfLimits tells whether the machine gave an unindexed desk too little or too much for the lesson's verdicts to hold.
func (t Trial) outOfLimits() bool {
	c := t.Ceiling()
	return t.Plan.Structure == desk.Unindexed && t.Counters.Loans > 0 && (c < LowCeiling || c > HighCeiling)
}

// crossCheck lets a verdict stand only if queueing explains it: the trial's own twin, whose desk takes the mean service time
// for every request, has to come to the same. Otherwise the machine gave the desk its time in fits and starts, and p95 is
// about those.
func (t *Trial) crossCheck(ctx context.Context, g Goal, s Scenario) error {
	if t.Judgement.Verdict == Inconclusive || t.Judgement.Cause != ByLatency {
		return nil
	}
	run, _, err := t.Twin().Run(ctx, s)
	if err != nil {
		return err
	}
	m := run.Metrics()
	if g.Judge(m).Verdict != t.Judgement.Verdict {
		t.Judgement = judgement(Inconclusive, ByMachine, "%s, but %s if the desk had been given its time evenly: this machine "+
			"was too busy", t.Judgement.Reason, Milliseconds(m.Latency.Percentile(g.Percentile).Value))
	}
	return nil
}

// Ceiling is how many loans a second the desk could do in this very run, on the rows it started with.
func (t Trial) Ceiling() float64 {
	if t.Plan.Structure == desk.Indexed {
		return 1 / t.Counters.MeanLoan().Seconds()
	}
	return ceiling(t.Rows, t.Counters)
}

// Busy says in words that the machine was too busy for the verdicts, or nothing if it was not: the unindexed desk's ceiling
// before or after the trials was not between [LowCeiling] and [HighCeiling].
func (r Report) Busy() string {
	before, after := r.Calibration.Ceiling(), r.After.Ceiling
	steady := func(c float64) bool { return c == 0 || c >= LowCeiling && c <= HighCeiling }
	if steady(before) && steady(after) {
		return ""
	}
	if after == 0 {
		return fmt.Sprintf("inconclusive: this machine gave the desk %.0f loans/s, meant were %d", before, Ceiling)
	}
	return fmt.Sprintf("inconclusive: this machine gave the desk %.0f loans/s before and %.0f after", before, after)
}

// judgement is the trial's, unless it fails while the machine was busy: that may be the machine's failure. Unindexed desks
// were judged by what they themselves were given.
func (r Report) judgement(t Trial) Judgement {
	if busy := r.Busy(); busy != "" && t.Judgement.Verdict == Fails && t.Plan.Structure == desk.Indexed {
		return Judgement{Inconclusive, ByMachine, busy}
	}
	return t.Judgement
}

// ScenarioRow is a line of the scenario table: one scenario on one structure.
type ScenarioRow struct {
	Scenario   string
	Loop       string
	LoanShare  float64
	Structure  string
	Rate       float64 // reached, requests/s
	P95        Percentile
	Service    Percentile // from the actual send: what a tool shows that does not know when it meant to send
	Requests   int
	Failed     int
	Failures   string // how they failed, empty if none did
	Unfinished int    // of the failed ones, those still in flight when the run ended
	Peak       int    // most requests in flight
	Judgement  Judgement
	Attempts   int
}

// Row is the run's line of the scenario table. Use it for a run outside a campaign, such as an imported one.
func (r Run) Row(structure string, g Goal) ScenarioRow {
	m := r.Metrics()
	return ScenarioRow{
		Scenario: r.Scenario, Loop: r.Loop, LoanShare: r.LoanShare, Structure: structure,
		Rate: m.Rate, P95: m.Latency.Percentile(g.Percentile), Service: m.Service.Percentile(g.Percentile),
		Requests: m.Requests, Failed: m.Failed(), Failures: m.Failures(), Unfinished: m.Outcomes[Unfinished],
		Peak: r.Peak, Judgement: g.Judge(m), Attempts: 1,
	}
}

// Scenarios is the scenario table, in the order of the trials.
func (r Report) Scenarios() []ScenarioRow {
	var rows []ScenarioRow
	for _, t := range r.Trials {
		row := t.Run.Row(t.Plan.Structure.String(), r.Goal)
		row.Judgement, row.Attempts = r.judgement(t), t.Attempts
		rows = append(rows, row)
	}
	return rows
}

// SweepRow is a line of the share sweep: an open loop with some share of loans.
type SweepRow struct {
	LoanShare float64
	LoanRate  float64 // meant, loans/s
	P95       Percentile
	Judgement Judgement
	Loans     int64 // that the desk did, the warm-up loan included
	ScanSteps int64 // rows that they looked at
}

// Sweep is the share sweep: the open trials on the unindexed desk, by loan share.
func (r Report) Sweep() []SweepRow {
	var rows []SweepRow
	for _, t := range r.Trials {
		if t.Plan.Structure != desk.Unindexed || t.Plan.Rate == 0 {
			continue
		}
		rows = append(rows, SweepRow{
			LoanShare: t.Plan.LoanShare,
			LoanRate:  float64(t.Plan.LoanShare * t.Plan.Rate),
			P95:       t.Run.Metrics().Latency.Percentile(r.Goal.Percentile),
			Judgement: r.judgement(t),
			Loans:     t.Counters.Loans, ScanSteps: t.Counters.ScanSteps,
		})
	}
	slices.SortStableFunc(rows, func(a, b SweepRow) int {
		switch {
		case a.LoanShare < b.LoanShare:
			return -1
		case a.LoanShare > b.LoanShare:
			return 1
		}
		return 0
	})
	return rows
}

// ThresholdRow is a line of the threshold sweep: what a goal of so many milliseconds would have let through.
type ThresholdRow struct {
	Threshold   time.Duration
	FalsePasses []string // scenarios that the unindexed structure passes
	FalseFails  []string // scenarios that the indexed structure fails
	Separating  []string // scenarios that tell the two apart: the unindexed fails, the indexed passes
	Undecided   []string // scenarios with an inconclusive run, or with the threshold inside a percentile's interval
}

// LessonThresholds are 2, 5, 15, 20, 30 and 100 ms.
func LessonThresholds() []time.Duration {
	const ms = time.Millisecond
	return []time.Duration{2 * ms, 5 * ms, 15 * ms, 20 * ms, 30 * ms, 100 * ms}
}

// Thresholds is the threshold sweep over the scenarios that the rows have for both structures.
func Thresholds(rows []ScenarioRow, thresholds []time.Duration) []ThresholdRow {
	var table []ThresholdRow
	for _, threshold := range thresholds {
		line := ThresholdRow{Threshold: threshold}
		for _, u := range rows {
			i := slices.IndexFunc(rows, func(r ScenarioRow) bool {
				return r.Scenario == u.Scenario && r.Structure == desk.Indexed.String()
			})
			if u.Structure != desk.Unindexed.String() || i < 0 {
				continue
			}
			unindexed, indexed := u.at(threshold), rows[i].at(threshold)
			if unindexed == Passes {
				line.FalsePasses = append(line.FalsePasses, u.Scenario)
			}
			if indexed == Fails {
				line.FalseFails = append(line.FalseFails, u.Scenario)
			}
			if unindexed == Fails && indexed == Passes {
				line.Separating = append(line.Separating, u.Scenario)
			}
			if unindexed == Inconclusive || indexed == Inconclusive {
				line.Undecided = append(line.Undecided, u.Scenario)
			}
		}
		table = append(table, line)
	}
	return table
}

// at is the row's verdict for another threshold.
func (r ScenarioRow) at(threshold time.Duration) Verdict {
	low, high := r.P95.bounds()
	switch {
	case r.Judgement.Cause == ByMachine, r.Judgement.Cause == BySize:
		return Inconclusive
	case r.Judgement.Cause == ByFailures:
		return Fails
	case high <= threshold:
		return Passes
	case low > threshold:
		return Fails
	}
	return Inconclusive
}

// quickest is which of the quickest requests stands for those that did not wait: not the first, which is an accident.
const quickest = 10

// Twin is the twin of the trial's desk, with the service times, lateness and overhead that the trial itself showed.
func (t Trial) Twin() Twin {
	m := t.Run.Metrics()
	w := Twin{Rows: t.Rows, Structure: t.Plan.Structure, Search: t.Counters.MeanSearch(), Drain: t.Drain}
	if t.Plan.Structure == desk.Indexed {
		w.Loan = t.Counters.MeanLoan()
	} else if t.Counters.ScanSteps > 0 {
		w.ScanTime = time.Duration(1000 * float64(t.Counters.LoanTime) / float64(t.Counters.ScanSteps))
	}
	w.Lateness = m.Lateness.Percentile(0.50).Value
	// The quickest requests waited for nobody: what they took beyond their service is overhead.
	if quick := m.Service.rank(quickest); quick != Never {
		w.Overhead = max(quick-min(w.service(Search, int64(t.Rows)), w.service(Loan, int64(t.Rows))), 0)
	}
	return w
}

// Twin is the twin of the plan's trial, for [Simulate]; without such a trial it is the source's.
func (r Report) Twin(p Plan) Twin {
	if t, ok := r.Find(p.Scenario.ID, p.Structure); ok {
		return t.Twin()
	}
	return SourceTwin(p.Structure)
}

// Simulate runs plans in virtual time, each on the twin that the function gives for it, and reports them as a campaign
// would. Its judgements are the goal's alone: no machine is involved.
func Simulate(ctx context.Context, g Goal, plans []Plan, twin func(Plan) Twin) (Report, error) {
	r := Report{Goal: g}
	for _, plan := range plans {
		w := twin(plan)
		run, counters, err := w.Run(ctx, plan.Scenario)
		if err != nil {
			return r, fmt.Errorf("%v: %w", plan, err)
		}
		t := Trial{Plan: plan.record(), Rows: desk.Options{Rows: w.Rows}.StartRows(), Run: run, Counters: counters, Attempts: 1,
			Judgement: g.Judge(run.Metrics())}
		r.Trials = append(r.Trials, t)
	}
	return r, nil
}

// Find gives the trial of a scenario on a structure.
func (r Report) Find(scenario string, structure desk.Structure) (Trial, bool) {
	i := slices.IndexFunc(r.Trials, func(t Trial) bool {
		return t.Plan.Scenario == scenario && t.Plan.Structure == structure
	})
	if i < 0 {
		return Trial{}, false
	}
	return r.Trials[i], true
}

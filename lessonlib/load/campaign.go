package load

import (
	"context"
	"fmt"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// Campaign is the lesson's ten runs, each on a freshly started and seeded desk, with calibration before and after: about a
// minute in all. Its zero value is ready.
type Campaign struct {
	// Goal is what each run is held against; the zero Goal is IO1.
	Goal Goal
	// Trials are the runs; nil is Trials().
	Trials []Plan
	// Rows is the size of each desk's table; 0 calibrates it, and again between trials if the machine changes.
	Rows int
	// Drain is that of Target.
	Drain time.Duration
	// Start starts a desk; nil is desk.Start.
	Start func(context.Context, desk.Options) (Desk, error)
	// Progress is told what is going on, a few times a second; nil is fine.
	Progress func(string)
}

// Plan is a scenario and the desk that it is run on.
type Plan struct {
	Scenario  Scenario
	Structure desk.Structure
}

// String is such as "easy, indexed".
func (p Plan) String() string { return fmt.Sprintf("%s, %v", p.Scenario.ID, p.Structure) }

// Trials are the lesson's ten runs: four scenarios on both structures, and the two that complete the share sweep on the
// unindexed one.
func Trials() []Plan {
	var plans []Plan
	for _, s := range []Scenario{Easy(), Realistic(), Closed22(), Closed202()} {
		plans = append(plans, Plan{s, desk.Unindexed}, Plan{s, desk.Indexed})
	}
	return append(plans, Plan{Share25(), desk.Unindexed}, Plan{Share100(), desk.Unindexed})
}

// mostAttempts is how often a trial is run: a disturbed one is repeated, and so is a close call.
const mostAttempts = 3

// Run calibrates, runs the trials and calibrates again. It returns what it has got when ctx ends, with an error that wraps
// the context's, or when a desk fails, with the desk's.
func (c Campaign) Run(ctx context.Context) (Report, error) {
	if c.Goal == (Goal{}) {
		c.Goal = IO1()
	}
	if err := c.Goal.Validate(); err != nil {
		return Report{}, err
	}
	if c.Trials == nil {
		c.Trials = Trials()
	}
	if c.Progress == nil {
		c.Progress = func(string) {}
	}
	if err := c.findProgram(ctx); err != nil {
		return Report{}, err
	}
	r := Report{Goal: c.Goal, Calibration: Calibration{Rows: c.Rows}}
	if c.Rows == 0 {
		var err error
		if r.Calibration, err = c.calibrate(ctx); err != nil {
			return r, err
		}
	}
	rows := r.Calibration.Rows
	for i, plan := range c.Trials {
		t, err := c.trial(ctx, plan, &rows, fmt.Sprintf("run %d of %d, %v", i+1, len(c.Trials), plan))
		if len(t.Run.Results) > 0 {
			r.Trials = append(r.Trials, t)
		}
		if err != nil {
			return r, err
		}
	}
	if c.Rows == 0 {
		probe, err := c.probe(ctx, rows, "calibrating again")
		if err != nil {
			return r, err
		}
		r.After = probe
	}
	return r, nil
}

// Calibrate finds the rows that give the unindexed desk its [Ceiling] on this machine, in three rounds of two seconds.
func (c Campaign) Calibrate(ctx context.Context) (Calibration, error) {
	if c.Progress == nil {
		c.Progress = func(string) {}
	}
	if err := c.findProgram(ctx); err != nil {
		return Calibration{}, err
	}
	return c.calibrate(ctx)
}

func (c Campaign) calibrate(ctx context.Context) (Calibration, error) {
	r := Calibration{Rows: firstRows}
	for round := range rounds {
		probe, err := c.probe(ctx, r.Rows, fmt.Sprintf("calibrating, round %d of %d", round+1, rounds))
		if err != nil {
			return r, err
		}
		r.Probes = append(r.Probes, probe)
		if round+1 < rounds {
			r.Rows = probe.nextRows(Ceiling)
		}
	}
	// The last probe is of the rows that are used, unless it is far off: then its correction is better than nothing.
	if last := r.Probes[rounds-1]; last.Ceiling < LowCeiling || last.Ceiling > HighCeiling {
		r.Rows = last.nextRows(Ceiling)
	}
	return r, nil
}

// findProgram looks the desk's program up once for all desks.
func (c *Campaign) findProgram(ctx context.Context) error {
	if c.Start != nil {
		return nil
	}
	program, err := desk.Program(ctx)
	if err != nil {
		return err
	}
	c.Start = func(ctx context.Context, o desk.Options) (Desk, error) {
		o.Program = program
		return desk.Start(ctx, o)
	}
	return nil
}

func (c Campaign) probe(ctx context.Context, rows int, what string) (Probe, error) {
	_, counters, err := c.onDesk(ctx, Plan{probeScenario(), desk.Unindexed}, rows, probeDrain, what)
	if err != nil {
		return Probe{}, err
	}
	return newProbe(rows, counters)
}

// onDesk runs a scenario on a desk of its own.
func (c Campaign) onDesk(ctx context.Context, plan Plan, rows int, drain time.Duration, what string) (run Run,
	counters desk.Counters, err error) {
	c.Progress(what)
	d, err := c.Start(ctx, desk.Options{Rows: rows, Structure: plan.Structure})
	if err != nil {
		return Run{}, desk.Counters{}, err
	}
	defer d.Stop()
	run, err = plan.Scenario.Run(ctx, Target{URL: d.URL(), Drain: drain, Progress: func(p Progress) {
		c.Progress(what + ": " + p.String())
	}})
	if err == nil {
		counters, err = d.Counters(ctx)
	}
	if failure := d.Err(); failure != nil && ctx.Err() == nil {
		err = failure // the cause, where the run has only its effects
	}
	return run, counters, err
}

// trial runs a plan on fresh desks until its verdict stands. When the machine has become so busy, or so idle, that the
// ceiling left its limits, the next attempt, and every later trial, has rows that fit the machine as it is now.
func (c Campaign) trial(ctx context.Context, plan Plan, rows *int, what string) (Trial, error) {
	return settle(c.Goal, func(attempt int) (Trial, error) {
		what := what
		if attempt > 1 {
			what = fmt.Sprintf("%s, attempt %d", what, attempt)
		}
		t, err := c.attempt(ctx, plan, *rows, what)
		if c.Rows == 0 && t.outOfLimits() {
			*rows = Probe{Rows: *rows, Ceiling: t.Ceiling()}.nextRows(Ceiling)
		}
		return t, err
	})
}

func (c Campaign) attempt(ctx context.Context, plan Plan, rows int, what string) (t Trial, err error) {
	t = Trial{Plan: plan.record(), Rows: rows, Drain: c.Drain}
	t.Run, t.Counters, err = c.onDesk(ctx, plan, rows, c.Drain, what)
	t.Judgement = t.judge(c.Goal)
	if err == nil {
		err = t.crossCheck(ctx, c.Goal, plan.Scenario)
	}
	return t, err
}

// settle repeats a trial until its verdict stands, at most three times: an inconclusive one is tried again, and when p95 is
// close to the goal another has to say the same.
func settle(g Goal, attempt func(int) (Trial, error)) (Trial, error) {
	var settled, last Trial
	conclusive := false
	for n := 1; n <= mostAttempts; n++ {
		next, err := attempt(n)
		if err != nil {
			if n == 1 {
				return next, err
			}
			return last, err
		}
		next.Attempts = n
		last = next
		if next.Judgement.Verdict == Inconclusive {
			continue
		}
		switch {
		case !conclusive && !g.close(next.Run.Metrics()):
			return next, nil
		case !conclusive:
			settled, conclusive = next, true
		case settled.Judgement.Verdict == next.Judgement.Verdict:
			return next, nil
		default:
			next.Judgement = judgement(Inconclusive, ByMachine, "one run %s, another %s: this machine was too busy to tell",
				settled.Judgement.Verdict, next.Judgement.Verdict)
			return next, nil
		}
	}
	if conclusive {
		last.Judgement = judgement(Inconclusive, ByMachine, "one run %s, close to the goal, and no other could tell",
			settled.Judgement.Verdict)
	}
	return last, nil
}

// close tells whether the percentile is so near the goal that another run could turn out otherwise.
func (g Goal) close(m *Metrics) bool {
	p := m.Latency.Percentile(g.Percentile).Value
	return p > g.Within*2/3 && p < g.Within*3/2
}

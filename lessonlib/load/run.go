package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/queuebook/queuebook/lessonlib/load/http1"
)

// Run is what one run of a scenario recorded, live or in the twin. All fields are plain data, so that a cell can keep it
// for the next one.
type Run struct {
	Scenario  string // the scenario's id
	Loop      string // the driver in words
	LoanShare float64
	Window    time.Duration
	Elapsed   time.Duration // until the last answer, or the end of the wait for it
	Results   []Result      // in the order of Seq
	Peak      int           // most requests in flight at a time
	CPU       time.Duration // processor time of this whole process during the run; 0 in the twin
	Warnings  []string      // what casts doubt on the run, such as a low limit on open files
}

// Metrics sums up the run.
func (r Run) Metrics() *Metrics {
	m := &Metrics{Window: r.Window}
	for _, result := range r.Results {
		m.Add(result)
	}
	m.Close()
	return m
}

// ErrNoTarget is in the chain of the error for a target where nobody answers before the run begins.
var ErrNoTarget = errors.New("nobody answers there")

// warmUpLimit is how long the warm-up loan may take; a service that stalls is then measured stalling.
const warmUpLimit = 5 * time.Second

// Run runs the scenario against a live target. It takes the driver's window and at most Target.Drain, and reports
// progress. Requests that fail are results; an error is a bad parameter, a target where nobody listens, or ctx. When ctx
// ends, the run stops at once and is returned as far as it got, with what was in flight as Unfinished, and an error that
// wraps the context's.
func (s Scenario) Run(ctx context.Context, t Target) (Run, error) {
	if err := s.Validate(); err != nil {
		return Run{}, err
	}
	address, prefix, err := t.address()
	if err != nil {
		return Run{}, err
	}
	a := &attack{
		client:  http1.New(address, address),
		prefix:  prefix,
		timeout: t.Timeout,
		path:    s.Mix.sequence(),
		run:     s.record(),
	}
	defer a.client.Abort()
	if warning := raiseFileLimit(s.Driver.mostInFlight()); warning != "" {
		a.run.Warnings = append(a.run.Warnings, warning)
	}
	if err := a.warmUp(ctx, t); err != nil {
		return Run{}, err
	}
	a.drive(ctx, s.Driver, t)
	slices.SortFunc(a.run.Results, func(x, y Result) int { return x.Seq - y.Seq })
	if err := ctx.Err(); err != nil {
		return a.run, fmt.Errorf("load: %s stopped after %d requests: %w", s.ID, len(a.run.Results), err)
	}
	return a.run, nil
}

// attack is one live run under way.
type attack struct {
	client  *http1.Client
	prefix  string
	timeout time.Duration
	path    func() Path // of the next request; the driver's goroutine alone calls it
	start   time.Time
	seq     int            // of the next request; the driver's goroutine alone uses it
	flying  sync.WaitGroup // one for each request in flight

	sent, done, peak atomic.Int64
	mu               sync.Mutex
	run              Run
}

func (a *attack) warmUp(ctx context.Context, t Target) error {
	if t.Cold {
		return nil
	}
	limit := warmUpLimit
	if t.Timeout > 0 {
		limit = min(limit, t.Timeout)
	}
	defer context.AfterFunc(ctx, a.client.Abort)()
	switch status, err := a.client.Do("POST", a.prefix+Loan.Target(0), time.Now().Add(limit)); {
	case ctx.Err() != nil:
		return fmt.Errorf("load: stopped before the first request: %w", ctx.Err())
	case errors.Is(err, http1.ErrUnreachable):
		return fmt.Errorf("load: target %s: %w; start the service first: %w", t.URL, ErrNoTarget, err)
	case err != nil:
		a.run.Warnings = append(a.run.Warnings, fmt.Sprintf("the warm-up loan failed: %v", err))
	case status < 200 || status > 299:
		a.run.Warnings = append(a.run.Warnings, fmt.Sprintf("the warm-up loan was answered %d", status))
	}
	return nil
}

// errOver is why a run's context ends when the run has had its time, and was not cancelled.
var errOver = errors.New("the run's time is over")

// drive sends what the driver wants sent and waits for the answers, within the window and the drain.
func (a *attack) drive(ctx context.Context, d Driver, t Target) {
	end := d.Window() + t.drain()
	sending, stop := context.WithTimeoutCause(ctx, end, errOver)
	defer stop()
	defer context.AfterFunc(sending, a.client.Abort)() // ends what is in flight, also when ctx does
	cpu := processorTime()
	a.start = time.Now()
	quiet := a.report(d.Window(), t.Progress)
	d.live(sending, a)
	a.flying.Wait()
	a.run.Elapsed = time.Since(a.start)
	a.run.CPU = processorTime() - cpu
	a.run.Peak = int(a.peak.Load())
	quiet()
}

// report calls progress four times a second, until the function that it returns is called, and a last time then.
func (a *attack) report(window time.Duration, progress func(Progress)) (quiet func()) {
	if progress == nil {
		return func() {}
	}
	now := func() Progress {
		return Progress{Elapsed: time.Since(a.start), Window: window, Sent: int(a.sent.Load()), Done: int(a.done.Load())}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				progress(now())
			case <-end:
				progress(now())
				return
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}

// send sends the next request in a goroutine of its own and calls then, if it is not nil, when that has its answer.
func (a *attack) send(intended time.Duration, then func(Result)) {
	r := Result{Seq: a.seq, Path: a.path(), Intended: intended}
	a.seq++
	flying := a.sent.Add(1) - a.done.Load()
	if flying > a.peak.Load() {
		a.peak.Store(flying) // the driver's goroutine alone stores
	}
	a.flying.Go(func() {
		a.exchange(&r)
		a.record(r)
		a.done.Add(1)
		if then != nil {
			then(r)
		}
	})
}

// neverSent is the error of a Dropped request.
const neverSent = "never sent: the cap on requests in flight was reached, or the run ended first"

// drop records the next request as one that was not sent.
func (a *attack) drop(intended time.Duration) {
	a.record(Result{Seq: a.seq, Path: a.path(), Intended: intended, Sent: intended, Done: intended, Outcome: Dropped,
		Error: neverSent})
	a.seq++
}

func (a *attack) exchange(r *Result) {
	sent := time.Now()
	var deadline time.Time
	if a.timeout > 0 {
		deadline = sent.Add(a.timeout)
	}
	status, err := a.client.Do(r.Path.Method(), a.prefix+r.Path.Target(r.Seq), deadline)
	r.Sent, r.Done = sent.Sub(a.start), time.Since(a.start)
	r.Status = status
	r.Outcome = outcomeOf(status, err)
	if err != nil {
		r.Error = err.Error()
	} else if r.Outcome == BadStatus {
		r.Error = fmt.Sprintf("status %d", status)
	}
}

func outcomeOf(status int, err error) Outcome {
	switch {
	case err == nil && status >= 200 && status <= 299:
		return Answered
	case err == nil:
		return BadStatus
	case errors.Is(err, http1.ErrAborted):
		return Unfinished
	case errors.Is(err, http1.ErrTimeout):
		return TimedOut
	case errors.Is(err, http1.ErrUnreachable):
		return Unreachable
	case errors.Is(err, http1.ErrTooLarge):
		return TooLarge
	}
	return Broken
}

func (a *attack) record(r Result) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.run.Results = append(a.run.Results, r)
}

// live implements [Driver].
func (o Open) live(ctx context.Context, a *attack) {
	pace := newPacer()
	defer pace.release()
	var slots chan struct{}
	var free func(Result)
	if o.Cap > 0 {
		slots = make(chan struct{}, o.Cap)
		free = func(Result) { <-slots }
	}
	for i := range o.Requests() {
		intended := o.Intended(i)
		if pace.until(ctx, a.start.Add(o.release(i))) != nil {
			o.dropDue(ctx, i, a)
			return
		}
		if slots != nil {
			select {
			case slots <- struct{}{}:
			default:
				if o.Full == Drop {
					a.drop(intended)
					continue
				}
				select {
				case slots <- struct{}{}:
				case <-ctx.Done():
					o.dropDue(ctx, i, a)
					return
				}
			}
		}
		a.send(intended, free)
	}
}

// dropDue records, when the run's time is over, what was due from request i on and will not be sent any more. A cancelled
// run keeps what was measured, and no more.
func (o Open) dropDue(ctx context.Context, i int, a *attack) {
	if !errors.Is(context.Cause(ctx), errOver) {
		return
	}
	for now := time.Since(a.start); i < o.Requests() && o.Intended(i) <= now; i++ {
		a.drop(o.Intended(i))
	}
}

// live implements [Driver]. All users think equally long, so they come to send in the order in which they were answered:
// one pacer wakes them all from a queue.
func (c Closed) live(ctx context.Context, a *attack) {
	pace := newPacer()
	defer pace.release()
	ready := make(chan time.Duration, c.Users) // when a user has thought enough
	for u := range c.Users {
		ready <- c.begin(u)
	}
	think := func(r Result) { ready <- r.Done + c.Think }
	for users := c.Users; users > 0; {
		var next time.Duration
		select {
		case next = <-ready:
		case <-ctx.Done():
			return
		}
		if next >= c.Duration {
			users-- // it would send after the window
			continue
		}
		if a.seq == MaxRequests {
			a.run.Warnings = append(a.run.Warnings, tooMany)
			return
		}
		if pace.until(ctx, a.start.Add(next)) != nil {
			return
		}
		a.send(next, think)
	}
}

// tooMany is the warning of a closed run that would go on without end, such as users who do not think and are refused at
// once.
var tooMany = fmt.Sprintf("the run stopped at %d requests, before its window was over; give the users a think time", MaxRequests)

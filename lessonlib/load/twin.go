package load

import (
	"context"
	"fmt"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// Twin is the desk and its load generator in virtual time: one server, first come first served, constant service times.
// It draws nothing at random and works in whole nanoseconds, so that a scenario gives the same bytes on every machine.
//
// A loan occupies the server for
//
//	Fixed + Loan + ScanTime rows / 1000   unindexed
//	Fixed + Loan                          indexed
//
// and a search for Fixed + Search; every loan adds five rows to the next one's scan.
//
// It knows no other programs on the machine, no garbage collection, no spread of service times and no second processor:
// where the server is far from its limit, the live desk's p95 is made of those, and the twin's is too low.
type Twin struct {
	Rows      int            // before the first loan, as in desk.Options; 0 is desk.DefaultRows
	Structure desk.Structure // Unindexed or Indexed

	ScanTime time.Duration // to look at 1,000 rows, while others want the processor too
	Loan     time.Duration // of a loan, without the scan
	Search   time.Duration // of a search
	Fixed    time.Duration // of any request, on the server

	Overhead time.Duration // from the client to the server's queue and back, while others are served
	Lateness time.Duration // of the generator
	Dial     time.Duration // of a request that finds no idle connection

	// Drain and Cold are those of Target.
	Drain time.Duration
	Cold  bool
}

// SourceTwin is the twin with the source's own figures: a loan path with a ceiling of 400/s at 110,000 rows, that is
// 2.5 ms. The source does not state what a search costs; R0 of about 2 ms (IO4) at low load is mostly its generator's
// batches of 5 ms, so searches and the rest of a loan are taken as 0.1 ms.
func SourceTwin(structure desk.Structure) Twin {
	const other = 100 * time.Microsecond
	return Twin{
		Rows: desk.DefaultRows, Structure: structure,
		ScanTime: (time.Second/400 - other) * 1000 / desk.DefaultRows,
		Loan:     other, Search: other,
	}
}

// maxService bounds every time of a twin, which keeps sums of them from overflowing.
const maxService = time.Minute

// Validate names the first field out of its range.
func (t Twin) Validate() error {
	if err := (desk.Options{Rows: t.Rows, Structure: t.Structure}).Validate(); err != nil {
		return fmt.Errorf("load: twin: %w", err)
	}
	for _, f := range []struct {
		name  string
		value time.Duration
	}{
		{"ScanTime", t.ScanTime}, {"Loan", t.Loan}, {"Search", t.Search}, {"Fixed", t.Fixed}, {"Overhead", t.Overhead},
		{"Lateness", t.Lateness}, {"Dial", t.Dial},
	} {
		if f.value < 0 || f.value > maxService {
			return fmt.Errorf("load: twin: %s is %v; it must be between 0 and %v", f.name, f.value, maxService)
		}
	}
	if t.Drain < 0 || t.Drain > time.Hour {
		return fmt.Errorf("load: twin: Drain is %v; it must be between 0, for %v, and an hour", t.Drain, DefaultDrain)
	}
	return nil
}

// service is how long a request occupies the server that finds so many rows.
func (t Twin) service(p Path, rows int64) time.Duration {
	if p == Search {
		return t.Fixed + t.Search
	}
	if t.Structure == desk.Indexed {
		return t.Fixed + t.Loan
	}
	return t.Fixed + t.Loan + time.Duration(int64(t.ScanTime)*rows/1000)
}

// Ceiling is how many loans a second the server can do on the rows it starts with: 1 / service time. It is +Inf if a loan
// takes no time.
func (t Twin) Ceiling() float64 {
	return 1 / t.service(Loan, int64(desk.Options{Rows: t.Rows}.StartRows())).Seconds()
}

// Run runs the scenario in virtual time, and gives what the desk's counters would say at its end. Ten of the lesson's
// scenarios take a few milliseconds together; a long run stops with ctx.
func (t Twin) Run(ctx context.Context, s Scenario) (Run, desk.Counters, error) {
	if err := t.Validate(); err != nil {
		return Run{}, desk.Counters{}, err
	}
	if err := s.Validate(); err != nil {
		return Run{}, desk.Counters{}, err
	}
	drain := Target{Drain: t.Drain}.drain()
	sim := &simulation{twin: t, path: s.Mix.sequence(), end: s.Driver.Window() + drain, most: MaxRequests}
	sim.counters.Rows = int64(desk.Options{Rows: t.Rows}.StartRows())
	if !t.Cold {
		sim.serve(Loan)
	}
	s.Driver.simulate(sim)
	if err := sim.play(ctx); err != nil {
		return Run{}, desk.Counters{}, fmt.Errorf("load: twin: %w", err)
	}
	run := s.record()
	run.Results, run.Peak = sim.results, sim.peak
	if sim.endless {
		run.Warnings = append(run.Warnings, tooMany)
	}
	for _, r := range run.Results {
		run.Elapsed = max(run.Elapsed, r.Done)
	}
	return run, sim.counters, nil
}

// simulation is one run of a twin under way. Its events happen in order of time, from four queues each of which is in that
// order by itself: the server is first come first served, and all requests are late, dial and think equally long.
type simulation struct {
	twin     Twin
	path     func() Path
	end      time.Duration
	queues   [kinds]queue
	held     queue // requests that wait for the cap, by intended time
	results  []Result
	counters desk.Counters
	free     time.Duration // when the server has done all that arrived
	flying   int
	peak     int
	open     int // connections, in use or idle
	asked    int // requests that were scheduled
	most     int // of them that a closed loop may come to
	endless  bool

	limit int          // on requests in flight, 0 for none
	full  Full         // what happens beyond it
	then  func(Result) // called when an answer comes; nil is fine
}

// Kinds of events, in the order in which events of the same moment happen: an answer frees what a request needs.
const (
	answer  = iota // the client has the answer of a request
	arrive         // a request on an idle connection reaches the server
	connect        // a request on a new connection does
	wakeUp         // the generator gets round to the next request
	kinds   = iota
)

type event struct {
	at       time.Duration
	intended time.Duration // of a wake-up
	request  int           // of the others: its index in results
}

// queue holds events in order of time.
type queue struct {
	events []event
	head   int
}

func (q *queue) push(e event) { q.events = append(q.events, e) }
func (q *queue) empty() bool  { return q.head == len(q.events) }
func (q *queue) pop() event {
	q.head++
	return q.events[q.head-1]
}

// intend schedules a request for a moment; the generator gets round to it at release, and is late.
func (s *simulation) intend(intended, release time.Duration) {
	s.asked++
	s.queues[wakeUp].push(event{at: release + s.twin.Lateness, intended: intended})
}

// play lets events happen until there are none or the run's time is up.
func (s *simulation) play(ctx context.Context) error {
	for n := 0; ; n++ {
		if n%100_000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		first := -1
		for kind := range s.queues {
			if q := &s.queues[kind]; !q.empty() && (first < 0 ||
				q.events[q.head].at < s.queues[first].events[s.queues[first].head].at) {
				first = kind
			}
		}
		if first < 0 || s.queues[first].events[s.queues[first].head].at > s.end {
			s.stop()
			return nil
		}
		switch e := s.queues[first].pop(); first {
		case wakeUp:
			s.wakeUp(e)
		case arrive, connect:
			s.arrive(e)
		case answer:
			s.answer(e)
		}
	}
}

func (s *simulation) wakeUp(e event) {
	switch {
	case s.limit == 0 || s.flying < s.limit:
		s.send(e.intended, e.at)
	case s.full == Drop:
		s.drop(e.intended)
	default:
		s.held.push(e)
	}
}

func (s *simulation) send(intended, at time.Duration) {
	e := event{at: at, request: len(s.results)}
	s.results = append(s.results, Result{Seq: e.request, Path: s.path(), Intended: intended, Sent: at, Done: s.end,
		Outcome: Unfinished, Error: "in flight when the run ended"})
	if s.flying++; s.flying > s.peak {
		s.peak = s.flying
	}
	if s.flying > s.open {
		s.open++
		e.at += s.twin.Dial
		s.queues[connect].push(e)
		return
	}
	s.queues[arrive].push(e)
}

func (s *simulation) drop(intended time.Duration) {
	s.results = append(s.results, Result{Seq: len(s.results), Path: s.path(), Intended: intended, Sent: intended,
		Done: intended, Outcome: Dropped, Error: neverSent})
}

// arrive puts a request at the end of the server's queue. With one server and constant times it is known at once when it
// will be done.
func (s *simulation) arrive(e event) {
	begin := max(s.free, e.at)
	r := &s.results[e.request]
	s.free = begin + s.twin.service(r.Path, s.counters.Rows)
	if s.free <= s.end {
		s.serve(r.Path)
	}
	s.queues[answer].push(event{at: s.free + s.twin.Overhead, request: e.request})
}

// serve counts what the server does for a request.
func (s *simulation) serve(p Path) {
	c := &s.counters
	took := s.twin.service(p, c.Rows)
	if p == Search {
		c.Searches++
		c.SearchTime += took
		return
	}
	c.Loans++
	c.LoanTime += took
	c.ScanSteps += s.twin.Structure.ScanSteps(c.Rows)
	c.Rows += desk.RowsPerLoan
}

func (s *simulation) answer(e event) {
	r := &s.results[e.request]
	r.Done, r.Status, r.Outcome, r.Error = e.at, 200, Answered, ""
	s.flying--
	if !s.held.empty() {
		s.send(s.held.pop().intended, e.at)
	}
	if s.then != nil {
		s.then(*r)
	}
}

// stop records what was due and never sent.
func (s *simulation) stop() {
	for !s.held.empty() {
		s.drop(s.held.pop().intended)
	}
}

// simulate implements [Driver].
func (o Open) simulate(s *simulation) {
	s.limit, s.full = o.Cap, o.Full
	for i := range o.Requests() {
		s.intend(o.Intended(i), o.release(i))
	}
}

// simulate implements [Driver].
func (c Closed) simulate(s *simulation) {
	for u := range c.Users {
		s.intend(c.begin(u), c.begin(u))
	}
	s.then = func(r Result) {
		next := r.Done + c.Think
		switch {
		case next >= c.Duration:
		case s.asked == s.most:
			s.endless = true
		default:
			s.intend(next, next)
		}
	}
}

package oncall

import (
	"fmt"
	"math"
)

// Log is a played shift.
type Log struct {
	Shift   Shift
	Seed    int64
	Plan    Plan
	Wave    Wave // the flash crowd's draw; zero in a shift without one
	Minutes []Minute
	Taken   []Taken // what the operator did, in order
	Events  []Event // what happened to the operator, in order
}

// Taken is an action as it was done.
type Taken struct {
	Minute int
	Entry  int // of the plan, from 1
	Action Action
}

// EventKind is a kind of Event.
type EventKind uint8

// The kinds of events, in the order in which they come within a minute.
const (
	BadBuildOut  EventKind = 1 + iota // the bad build starts to roll out
	CacheFlushed                      // the maintenance script emptied the cache
	WaveOnset                         // the flash crowd starts to come
	Switched                          // a rollback took the bad build away
	SwitchedIdle                      // a rollback was ready and found no bad build
	PageFired                         // burn (1 h) reached the page's threshold
)

// Event is something that the operator did not do.
type Event struct {
	Minute int
	Kind   EventKind
}

// String is the event in words, such as "the page fires".
func (k EventKind) String() string {
	switch k {
	case BadBuildOut:
		return "a bad build goes out"
	case CacheFlushed:
		return "the cache is emptied"
	case WaveOnset:
		return "a wave of traffic comes"
	case Switched:
		return "the rollback takes the bad build away"
	case SwitchedIdle:
		return "the rollback finds no bad build"
	case PageFired:
		return "the page fires"
	}
	return fmt.Sprintf("event %d", uint8(k))
}

// Series is one figure of every minute.
func (l Log) Series(f Figure) []float64 {
	values := make([]float64, len(l.Minutes))
	for i := range l.Minutes {
		values[i] = f.Of(l.Minutes[i])
	}
	return values
}

// MaxSeed is the largest seed: random streams have 32 bits of state.
const MaxSeed = math.MaxUint32

func seedError(seed int64) error {
	return fmt.Errorf("oncall: seed is %d; use a whole number from 0 to %d", seed, int64(MaxSeed))
}

// Run plays a shift with a seed's traffic and an operator's plan. It is a pure function: the same three give the same
// log. A field of the shift, a seed or an entry of the plan that is out of range is an error that names it, its value
// and its range, and then nothing is played.
func Run(shift Shift, seed int64, plan Plan) (Log, error) {
	d, err := Prepare(shift, plan)
	if err != nil {
		return Log{}, err
	}
	return d.Run(seed)
}

// Drill is a shift and a plan, checked once and ready to be played with any seed, by several goroutines at once.
type Drill struct {
	shift   Shift
	plan    Plan
	program program
}

// Prepare checks a shift and the whole plan for it.
func Prepare(shift Shift, plan Plan) (*Drill, error) {
	if err := shift.Check(); err != nil {
		return nil, err
	}
	prog, err := plan.compile(&shift)
	if err != nil {
		return nil, err
	}
	return &Drill{shift: shift, plan: plan, program: prog}, nil
}

// Run plays the drill with a seed.
func (d *Drill) Run(seed int64) (Log, error) {
	log := Log{Shift: d.shift, Seed: seed, Plan: d.plan, Minutes: make([]Minute, 0, d.shift.Minutes)}
	err := d.play(seed, &log, func(m *Minute) { log.Minutes = append(log.Minutes, *m) })
	if err != nil {
		return Log{}, err
	}
	return log, nil
}

// Outcome plays the drill with a seed and keeps the outcome alone.
func (d *Drill) Outcome(seed int64) (Outcome, error) {
	sum := newTally(&d.shift)
	if err := d.play(seed, nil, sum.add); err != nil {
		return Outcome{}, err
	}
	return sum.outcome(), nil
}

// Opening is the panel as the operator sits down: the first minute's expected traffic, without noise, before anything
// is billed.
func (s Shift) Opening() (Panel, error) {
	if err := s.Check(); err != nil {
		return Panel{}, err
	}
	s.Minutes, s.Noise, s.BadBuildAt, s.FlushAt, s.Crowd = 1, false, Never, Never, false
	d, err := Prepare(s, Plan{})
	if err != nil {
		return Panel{}, err
	}
	log, err := d.Run(0)
	if err != nil {
		return Panel{}, err
	}
	first := log.Minutes[0]
	first.Cost = 0
	return first.Panel(), nil
}

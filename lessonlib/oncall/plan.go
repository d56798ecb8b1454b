package oncall

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Plan is what the operator does in a shift, written as the operator's log would read:
//
//	plan := oncall.Plan{}.
//		At("09:12", oncall.Rollback()).
//		AtMinute(20, oncall.Minimum(15)).
//		When(oncall.BurnHour.AtLeast(14.4), oncall.Shed(1), oncall.Feature(false))
//
// The zero Plan does nothing. A Plan is a value that never changes: each method returns a longer plan, and several plans
// may start from the same one. Nothing is checked while it is written; [Run] checks the whole plan before minute 0 and
// returns the first mistake as an error.
//
// In one minute everything happens in the order in which the plan was written, timed entries and rules alike, and the
// last setting of a control stands.
//
// A rule reads the figures as the minute before left them, so it acts at the earliest one minute after what it waits for, and
// never in minute 0.
type Plan struct {
	last *entry
}

// entryKind is how an entry's minute is found. The numbers are part of the share string.
type entryKind uint8

const (
	atClock entryKind = iota
	atMinute
	when
	whenever
)

// entry is one line of a plan, linked to the line before: two plans may share a beginning and never overwrite each
// other's end, and a line costs the same however long the plan.
type entry struct {
	before    *entry
	kind      entryKind
	clock     string
	minute    int // of the day or of the shift
	condition Condition
	actions   []Action
}

func (p Plan) with(e entry, actions []Action) Plan {
	e.before = p.last
	e.actions = slices.Clone(actions)
	return Plan{last: &e}
}

// At plans actions for a time of day, such as "09:12".
func (p Plan) At(clock string, actions ...Action) Plan {
	e := entry{kind: atClock, clock: clock}
	if minute, err := parseClock(clock); err == nil { // a bad one stays as written, for the error of Check
		e.minute, e.clock = minute, clockTime(minute)
	}
	return p.with(e, actions)
}

// AtMinute plans actions for a minute of the shift, counted from 0.
func (p Plan) AtMinute(minute int, actions ...Action) Plan {
	return p.with(entry{kind: atMinute, minute: minute}, actions)
}

// When plans actions for once: for the first time that the condition is met.
func (p Plan) When(condition Condition, actions ...Action) Plan {
	return p.with(entry{kind: when, condition: condition}, actions)
}

// Whenever plans actions for again and again: for each time that the condition becomes met. While it stays met nothing
// more happens; once a minute has not met it, the rule is ready again.
func (p Plan) Whenever(condition Condition, actions ...Action) Plan {
	return p.with(entry{kind: whenever, condition: condition}, actions)
}

// entries lists the lines in the order in which they were written.
func (p Plan) entries() []*entry {
	var list []*entry
	for e := p.last; e != nil; e = e.before {
		list = append(list, e)
	}
	slices.Reverse(list)
	return list
}

// String is the plan as text, one entry a line, which [ParsePlan] reads back:
//
//	09:12 roll back
//	minute 20 minimum 15
//	when burn (1 h) at least 14.4: shed 1, feature off
func (p Plan) String() string {
	var text strings.Builder
	for i, e := range p.entries() {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(e.timing())
		if e.kind == when || e.kind == whenever {
			text.WriteByte(':')
		}
		for j, a := range e.actions {
			if j > 0 {
				text.WriteByte(',')
			}
			text.WriteByte(' ')
			text.WriteString(a.String())
		}
	}
	return text.String()
}

// timing is when the entry acts, as in a written plan.
func (e *entry) timing() string {
	switch e.kind {
	case atClock:
		return e.clock
	case atMinute:
		return fmt.Sprintf("minute %d", e.minute)
	case when:
		return fmt.Sprintf("when %s", e.condition)
	default:
		return fmt.Sprintf("whenever %s", e.condition)
	}
}

// GoString is the plan as Go code for a cell; fmt prints it for %#v.
func (p Plan) GoString() string {
	var code strings.Builder
	code.WriteString("oncall.Plan{}")
	for _, e := range p.entries() {
		code.WriteString(".\n\t")
		switch e.kind {
		case atClock:
			fmt.Fprintf(&code, "At(%q", e.clock)
		case atMinute:
			fmt.Fprintf(&code, "AtMinute(%d", e.minute)
		case when:
			fmt.Fprintf(&code, "When(%s", e.condition.goCode())
		case whenever:
			fmt.Fprintf(&code, "Whenever(%s", e.condition.goCode())
		}
		for _, a := range e.actions {
			code.WriteString(", " + a.goCode())
		}
		code.WriteByte(')')
	}
	return code.String()
}

// Limits of a plan: far beyond what a person does, and small enough that no plan can stall a run.
const (
	MaxActions = 64 // in one minute, and in one rule
	MaxRules   = 64
)

// Check returns nil, or an error that names the entry of the plan, what is wrong with it, and what is allowed.
func (p Plan) Check(shift Shift) error {
	_, err := Prepare(shift, p)
	return err
}

// checkAlone checks what can be checked without a shift.
func (e *entry) checkAlone() error {
	switch {
	case len(e.actions) == 0:
		return errors.New("no action; add one, such as oncall.Rollback()")
	case len(e.actions) > MaxActions:
		return fmt.Errorf("%d actions at once; use at most %d", len(e.actions), MaxActions)
	}
	for _, a := range e.actions {
		if err := a.check(); err != nil {
			return err
		}
	}
	if e.kind == atClock {
		_, err := parseClock(e.clock)
		return err
	}
	if e.kind == when || e.kind == whenever {
		if err := e.condition.check(); err != nil {
			return err
		}
		if a, b, found := conflict(e.actions, e.actions); found {
			return fmt.Errorf("it contradicts itself: %s and %s; keep one of them", a, b)
		}
	}
	return nil
}

// contradiction finds out whether two rules, written in this order, set a control to different values in a way that
// cannot be meant. It is none when they cannot act in the same minute, or when the later one is a stricter case of
// the earlier ("above 10", then "above 14.4"): then the later stands, as in any minute.
func contradiction(earlier, later *entry) error {
	a, b, found := conflict(earlier.actions, later.actions)
	if !found {
		return nil
	}
	first, second := earlier.condition.box(), later.condition.box()
	switch {
	case !first.meets(second):
		return nil
	case first.within(second):
		return fmt.Errorf("it contradicts the rule %q: whenever that one sets %s, this one sets %s; "+
			"write the stricter rule last, or leave one out", earlier.timing(), a, b)
	case earlier.condition.sameFigures(later.condition) && !second.within(first):
		return fmt.Errorf("it contradicts the rule %q: both can be met at once, and one sets %s, the other %s; "+
			"leave a gap between their thresholds", earlier.timing(), a, b)
	}
	return nil
}

// conflict finds two actions that set one control to different values.
func conflict(first, second []Action) (a, b Action, found bool) {
	for _, a := range first {
		for _, b := range second {
			if a.control == b.control && a.value != b.value {
				return a, b, true
			}
		}
	}
	return Action{}, Action{}, false
}

// program is a checked plan, ready to be followed.
type program struct {
	timed []step // by minute, then as written
	rules []step // as written
}

// step is an entry at its place in the plan.
type step struct {
	*entry
	at    int // minute, for a timed entry
	place int // from 1
}

// compile checks the plan against the shift, and resolves its clock times.
func (p Plan) compile(shift *Shift) (program, error) {
	var prog program
	for i, e := range p.entries() {
		s := step{entry: e, place: i + 1}
		if err := s.check(shift, &prog); err != nil {
			return program{}, fmt.Errorf("oncall: plan, entry %d, %.80q: %w", s.place, e.timing(), err)
		}
	}
	slices.SortStableFunc(prog.timed, func(a, b step) int { return a.at - b.at })
	for start := 0; start < len(prog.timed); {
		first, end, planned := prog.timed[start], start, 0
		for ; end < len(prog.timed) && prog.timed[end].at == first.at; end++ {
			planned += len(prog.timed[end].actions)
		}
		if planned > MaxActions {
			return program{}, fmt.Errorf("oncall: plan, from entry %d, %.80q: %d actions in one minute; use at most %d",
				first.place, first.timing(), planned, MaxActions)
		}
		start = end
	}
	return prog, nil
}

// check checks one entry and adds it to the program.
func (s step) check(shift *Shift, prog *program) error {
	if err := s.checkAlone(); err != nil {
		return err
	}
	switch s.kind {
	case when, whenever:
		if len(prog.rules) == MaxRules {
			return fmt.Errorf("more than %d rules; use at most %d", MaxRules, MaxRules)
		}
		for _, earlier := range prog.rules {
			if err := contradiction(earlier.entry, s.entry); err != nil {
				return err
			}
		}
		prog.rules = append(prog.rules, s)
		return nil
	case atClock:
		s.at = shift.minuteAt(s.minute)
		if s.at >= shift.Minutes {
			return fmt.Errorf("%s is outside the shift: use a clock time from %s to %s, or minute 0 to %d",
				s.clock, shift.Clock(0), shift.Clock(shift.Minutes-1), shift.Minutes-1)
		}
	case atMinute:
		s.at = s.minute
	}
	prog.timed = append(prog.timed, s)
	return shift.checkMinute(s.at)
}

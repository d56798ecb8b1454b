package oncall

import "slices"

// Act is the plan after an operator, who stands at a minute of the shift and has seen all before it, decides anew. What
// was timed for a later minute is dropped, since it was meant for another course of events; rules stay. In the minute
// itself the action takes the place of what was timed on the same control, and comes last. The plan has to be one that
// fits the shift, see [Plan.Check].
func (p Plan) Act(shift Shift, minute int, action Action) Plan {
	kept := p.TakeBack(shift, minute, action.control)
	if last := kept.last; last != nil {
		if at, timed := last.minuteIn(&shift); timed && at == minute {
			return Plan{last.before}.with(*last, append(slices.Clone(last.actions), action))
		}
	}
	return kept.At(shift.Clock(minute), action)
}

// TakeBack is [Plan.Act] for an operator who would rather leave a control alone in that minute.
func (p Plan) TakeBack(shift Shift, minute int, control Control) Plan {
	var kept Plan
	for _, e := range p.entries() {
		at, timed := e.minuteIn(&shift)
		actions := e.actions
		if timed && at == minute {
			actions = slices.DeleteFunc(slices.Clone(actions), func(a Action) bool { return a.control == control })
		}
		if !timed || at <= minute && len(actions) > 0 {
			kept = kept.with(*e, actions)
		}
	}
	return kept
}

// IsRule tells whether an entry of the plan, counted from 1 as in [Taken], is a rule; false for one that does not exist.
func (p Plan) IsRule(number int) bool {
	entries := p.entries()
	if number < 1 || number > len(entries) {
		return false
	}
	kind := entries[number-1].kind
	return kind == when || kind == whenever
}

// minuteIn is the minute of the shift in which the entry acts, and whether it has one: a rule has none.
func (e *entry) minuteIn(shift *Shift) (minute int, timed bool) {
	switch e.kind {
	case atClock:
		return shift.minuteAt(e.minute), true
	case atMinute:
		return e.minute, true
	}
	return 0, false
}

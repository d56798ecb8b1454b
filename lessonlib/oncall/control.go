package oncall

import (
	"fmt"
	"math"
)

// Control is one of the eight things that an operator can set or press.
type Control uint8

// The eight controls. Their numbers are part of the share string and never change.
const (
	MinimumControl    Control = 1 + iota // the smallest fleet, in instances
	AutoscalerControl                    // on or off
	TargetControl                        // the autoscaler's utilisation
	TTLControl                           // the cache's time to live, in seconds
	WarmupControl                        // starts the cache warm-up job
	ShedControl                          // the share of the low-priority traffic that is turned away
	FeatureControl                       // the heavy feature, on or off
	RollbackControl                      // starts a rollback
)

// controlKind is how a control is operated.
type controlKind uint8

const (
	dial controlKind = iota
	toggle
	button
)

// controlFacts is what there is to say about a control.
type controlFacts struct {
	name    string // as in a written plan
	kind    controlKind
	valid   interval
	unit    string
	meaning string
}

var controls = [...]controlFacts{
	MinimumControl: {name: "minimum", valid: interval{low: 1, high: math.Inf(1), whole: true}, unit: "instances",
		meaning: "keep at least so many instances; each costs money from its launch and serves after the boot delay"},
	AutoscalerControl: {name: "autoscaler", kind: toggle, valid: onOff,
		meaning: "let the fleet follow its utilisation; off, the fleet is the minimum"},
	TargetControl: {name: "target", valid: interval{low: 0, aboveLow: true, high: 1}, unit: "of the workers",
		meaning: "aim the autoscaler at this utilisation; lower is safer and costs more"},
	TTLControl: {name: "ttl", valid: interval{low: 0, high: math.Inf(1)}, unit: "s",
		meaning: "keep cached answers so long; longer spares the database and serves older answers"},
	WarmupControl: {name: "warm-up", kind: button,
		meaning: "fill the cache by a job, which loads the database while it runs"},
	ShedControl: {name: "shed", valid: share, unit: "of the low-priority traffic",
		meaning: "turn low-priority traffic away; what is dropped is no error, but it is not served"},
	FeatureControl: {name: "feature", kind: toggle, valid: onOff,
		meaning: "serve the recommendations; off, requests are lighter and the users go without"},
	RollbackControl: {name: "roll back", kind: button,
		meaning: "bring the old build back on a second fleet, which costs money until the traffic is switched"},
}

// Controls lists the eight controls.
func Controls() []Control {
	list := make([]Control, 0, len(controls)-1)
	for c := MinimumControl; int(c) < len(controls); c++ {
		list = append(list, c)
	}
	return list
}

func (c Control) facts() (controlFacts, bool) {
	if c == 0 || int(c) >= len(controls) {
		return controlFacts{}, false
	}
	return controls[c], true
}

// String is the control's name as in a written plan, such as "minimum" or "roll back".
func (c Control) String() string {
	if f, ok := c.facts(); ok {
		return f.name
	}
	return fmt.Sprintf("control %d", uint8(c))
}

// Meaning says in one line what the control does and what it costs.
func (c Control) Meaning() string {
	f, _ := c.facts()
	return f.meaning
}

// Range says which values the control takes: "a whole number, at least 1, finite", "on or off", or "pressed".
func (c Control) Range() string {
	f, _ := c.facts()
	switch f.kind {
	case toggle:
		return "on or off"
	case button:
		return "pressed"
	}
	return f.valid.String()
}

// Action is one thing that an operator does: a control and what it is set to. The zero Action is none, and an error in
// a plan.
type Action struct {
	control Control
	value   float64 // 1 for on, 0 for off and for what is pressed
}

// Minimum keeps the fleet at so many instances at least: a whole number from 1. Above 40 it counts as 40.
func Minimum(instances float64) Action {
	return Action{control: MinimumControl, value: instances}
}

// Autoscaler switches the autoscaler on or off. Switched off, the fleet is the minimum.
func Autoscaler(on bool) Action {
	return Action{control: AutoscalerControl, value: oneIf(on)}
}

// Target sets the utilisation that the autoscaler aims at: above 0, at most 1.
func Target(utilisation float64) Action {
	return Action{control: TargetControl, value: utilisation}
}

// TTL sets for how many seconds the cache keeps an answer: 0 or more.
func TTL(seconds float64) Action {
	return Action{control: TTLControl, value: seconds}
}

// Warmup starts the cache warm-up job, anew if it is running.
func Warmup() Action {
	return Action{control: WarmupControl}
}

// Shed turns a share of the low-priority traffic away: 0 to 1.
func Shed(share float64) Action {
	return Action{control: ShedControl, value: share}
}

// Feature switches the heavy feature, recommendations, on or off.
func Feature(on bool) Action {
	return Action{control: FeatureControl, value: oneIf(on)}
}

// Rollback starts to roll a bad build back, anew if a rollback is under way.
func Rollback() Action {
	return Action{control: RollbackControl}
}

// NewAction is the action on a control by its number: 1 and 0 switch on and off, and what is pressed takes 0. A value out
// of range is an error that names the control, the value and the range.
func NewAction(control Control, value float64) (Action, error) {
	a := Action{control: control, value: value}
	return a, a.check()
}

// Control is what the action operates.
func (a Action) Control() Control { return a.control }

// Value is what the control is set to: 1 and 0 for on and off, 0 for what is pressed.
func (a Action) Value() float64 { return a.value }

// String is the action as in a written plan: "minimum 20", "feature off", "roll back".
func (a Action) String() string {
	f, _ := a.control.facts()
	switch {
	case f.kind == button:
		return f.name
	case f.kind == toggle && a.value == 1:
		return f.name + " on"
	case f.kind == toggle && a.value == 0:
		return f.name + " off"
	}
	return a.control.String() + " " + number(a.value)
}

// goCode is the action as it stands in a cell.
func (a Action) goCode() string {
	switch a.control {
	case MinimumControl:
		return "oncall.Minimum(" + number(a.value) + ")"
	case AutoscalerControl:
		return fmt.Sprintf("oncall.Autoscaler(%t)", a.value == 1)
	case TargetControl:
		return "oncall.Target(" + number(a.value) + ")"
	case TTLControl:
		return "oncall.TTL(" + number(a.value) + ")"
	case WarmupControl:
		return "oncall.Warmup()"
	case ShedControl:
		return "oncall.Shed(" + number(a.value) + ")"
	case FeatureControl:
		return fmt.Sprintf("oncall.Feature(%t)", a.value == 1)
	case RollbackControl:
		return "oncall.Rollback()"
	}
	return "oncall.Action{}"
}

func (a Action) check() error {
	f, known := a.control.facts()
	switch {
	case !known:
		return fmt.Errorf("there is no %s; use one of the eight controls, such as oncall.Rollback()", a.control)
	case f.valid.contains(a.value): // a button's interval is 0 alone
		return nil
	case f.kind == button:
		return fmt.Errorf("%s is pressed and takes no value, not %s", a.control, number(a.value))
	case f.kind == toggle:
		return fmt.Errorf("%s is %s; use 1 for on or 0 for off", a.control, number(a.value))
	}
	return fmt.Errorf("%s is %s; use %s", a.control, withUnit(a.value, f.unit), f.valid)
}

func oneIf(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

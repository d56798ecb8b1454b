package oncall

import (
	"fmt"
	"strings"
)

// PostMortem tells the shift in one paragraph of plain English, for people who were not there: what happened, what the
// users saw, when the page fired, what the operator did, and what it cost. Every figure in it is read off the log.
// Print [TeachingModel] with it.
func (l Log) PostMortem() string {
	if len(l.Minutes) == 0 {
		return "Nothing was played."
	}
	o := l.Outcome()
	sentences := []string{
		fmt.Sprintf("The %s shift ran from %s to %s (seed %d).", strings.ReplaceAll(l.Shift.Name, "-", " "),
			l.Shift.Clock(0), l.Shift.Clock(len(l.Minutes)), l.Seed),
		l.trouble(),
		l.impact(o),
		l.detection(o),
		l.response(),
		l.rollbacks(),
		l.price(o),
		l.balance(o),
	}
	kept := sentences[:0]
	for _, s := range sentences {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, " ")
}

// trouble is what the scenario did.
func (l Log) trouble() string {
	var parts []string
	for _, e := range l.Events {
		clock := l.Shift.Clock(e.Minute)
		switch e.Kind {
		case BadBuildOut:
			parts = append(parts, "at "+clock+" a bad build began to roll out")
		case CacheFlushed:
			parts = append(parts, "at "+clock+" a maintenance script emptied the cache")
		case WaveOnset:
			parts = append(parts, fmt.Sprintf("at %s a wave of traffic began that grew to %.2f times the ordinary rate and "+
				"held it for %s", clock, l.Wave.Magnitude, countOf(l.Wave.Hold, "minute")))
		}
	}
	if len(parts) == 0 {
		return "Nothing out of the ordinary happened."
	}
	return sentence(joinWords(parts))
}

// impact is what the users saw.
func (l Log) impact(o Outcome) string {
	allowed := l.Shift.Service.Objective.AllowedErrors
	p99 := fmt.Sprintf("p99 was at most %.2f s", o.WorstP99)
	if o.WorstP99 == l.Shift.Service.App.Timeout {
		p99 = fmt.Sprintf("p99 reached the timeout of %s s at %s", number(o.WorstP99), l.Shift.Clock(o.WorstP99At))
	}
	if o.Above == 0 {
		return fmt.Sprintf("The error rate stayed within the objective's %s in every minute, and %s.", exactPercent(allowed), p99)
	}
	worst := fmt.Sprintf("highest at %s with %s", l.Shift.Clock(o.WorstErrorsAt), percent(o.WorstErrors))
	if o.WorstErrorsAt != o.FirstAbove {
		worst = fmt.Sprintf("first at %s and ", l.Shift.Clock(o.FirstAbove)) + worst
	}
	return fmt.Sprintf("The error rate was above the objective's %s for %s, %s; %s.",
		exactPercent(allowed), countOf(o.Above, "minute"), worst, p99)
}

// detection is when the page fired.
func (l Log) detection(o Outcome) string {
	if o.PagedAt == Never {
		return "The page never fired."
	}
	late, ok := o.TimeToPage()
	if !ok {
		return fmt.Sprintf("The page fired at %s.", l.Shift.Clock(o.PagedAt))
	}
	if late == 0 {
		return fmt.Sprintf("The page fired at %s, in the first minute above the objective.", l.Shift.Clock(o.PagedAt))
	}
	return fmt.Sprintf("The page fired at %s, %s after the first minute above the objective.",
		l.Shift.Clock(o.PagedAt), countOf(late, "minute"))
}

// mostTold is how many of the operator's minutes the post-mortem tells one by one.
const mostTold = 6

// response is what the operator did.
func (l Log) response() string {
	if len(l.Taken) == 0 {
		return "The operator did nothing."
	}
	var parts []string
	told := 0
	for told < len(l.Taken) && len(parts) < mostTold {
		minute := l.Taken[told].Minute
		var actions []string
		for ; told < len(l.Taken) && l.Taken[told].Minute == minute; told++ {
			actions = append(actions, l.Taken[told].Action.past())
		}
		parts = append(parts, joinWords(actions)+" at "+l.Shift.Clock(minute))
	}
	text := "The operator " + strings.Join(parts, "; ")
	if rest := len(l.Taken) - told; rest > 0 {
		text += "; and later took " + countOf(rest, "more action")
	}
	return text + "."
}

// past is the action in a sentence about the past.
func (a Action) past() string {
	onOff := "off"
	if a.value == 1 {
		onOff = "on"
	}
	switch a.control {
	case MinimumControl:
		return "set the minimum fleet to " + number(a.value)
	case AutoscalerControl:
		return "switched the autoscaler " + onOff
	case TargetControl:
		return "set the target utilisation to " + exactPercent(a.value)
	case TTLControl:
		return "set the TTL to " + number(a.value) + " s"
	case WarmupControl:
		return "started the cache warm-up"
	case ShedControl:
		if a.value == 0 {
			return "let the low-priority traffic in again"
		}
		return "shed " + exactPercent(a.value) + " of the low-priority traffic"
	case FeatureControl:
		return "switched the recommendations " + onOff
	default:
		return "pressed roll back"
	}
}

// rollbacks is what came of the rollbacks.
func (l Log) rollbacks() string {
	var parts []string
	for _, e := range l.Events {
		switch e.Kind {
		case Switched:
			parts = append(parts, "at "+l.Shift.Clock(e.Minute)+" the rollback took the bad build away")
		case SwitchedIdle:
			parts = append(parts, "at "+l.Shift.Clock(e.Minute)+
				" a rollback was ready, found no bad build, and had cost money for nothing")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return sentence(joinWords(parts))
}

// price is what the users went without.
func (l Log) price(o Outcome) string {
	var parts []string
	if o.Dropped > 0 {
		parts = append(parts, percent(o.Dropped)+" of all requests were told to retry later")
	}
	if off := o.Minutes - o.Recommendations; off > 0 {
		parts = append(parts, "the recommendations were off for "+countOf(off, "minute"))
	}
	if len(parts) == 0 {
		return "No request was dropped, and the recommendations were there all the time."
	}
	return sentence(joinWords(parts))
}

// balance is the error budget and the bill.
func (l Log) balance(o Outcome) string {
	return fmt.Sprintf("The shift began with %s of the period's error budget and ended with %s; the fleet cost $%.2f.",
		percent(o.BudgetAtStart), percent(o.Budget), o.Cost)
}

// exactPercent writes a share in percent with all its digits, and no more: 0.001 is "0.1 %".
func exactPercent(share float64) string {
	text := fmt.Sprintf("%.10f", 100*share)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + " %"
}

// sentence makes a sentence of a phrase.
func sentence(phrase string) string {
	return strings.ToUpper(phrase[:1]) + phrase[1:] + "."
}

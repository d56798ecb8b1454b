package timeline

import (
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/show"
)

// moment is what came in one minute, in words.
type moment struct {
	minute int
	words  []string
}

// actions are the minutes in which the operator did something.
func actions(log oncall.Log) []moment {
	var list []moment
	for _, t := range log.Taken {
		list = joined(list, t.Minute, t.Action.String())
	}
	return list
}

// events are the minutes in which something happened to the operator.
func events(log oncall.Log) []moment {
	var list []moment
	for _, e := range log.Events {
		list = joined(list, e.Minute, e.Kind.String())
	}
	return list
}

// joined adds words to the last minute's, or begins a new one.
func joined(list []moment, minute int, words string) []moment {
	if last := len(list) - 1; last >= 0 && list[last].minute == minute {
		list[last].words = append(list[last].words, words)
		return list
	}
	return append(list, moment{minute, []string{words}})
}

// mostWords is how many things that came in one minute a label names.
const mostWords = 4

// label is the moment beside its rule: "09:31 shed 1, feature off".
func (m moment) label(log oncall.Log) string {
	words := m.words
	if more := len(words) - mostWords; more > 1 {
		words = append(words[:mostWords:mostWords], fmt.Sprintf("and %d more", more))
	}
	return log.Shift.Clock(m.minute) + " " + strings.Join(words, ", ")
}

func ruleSet(name string, log oncall.Log, moments []moment) show.RuleSet {
	set := show.RuleSet{Name: name}
	for _, m := range moments {
		set.Rules = append(set.Rules, show.AtX(float64(log.Shift.Start+m.minute), m.label(log)))
	}
	return set
}

// mostTold is how many moments the report tells one by one.
const mostTold = 12

// told is the moments in the report, or what to say when there are none.
func told(who, nothing string, log oncall.Log, moments []moment) string {
	if len(moments) == 0 {
		return who + ": " + nothing + "."
	}
	var parts []string
	for i, m := range moments {
		if i == mostTold {
			parts = append(parts, fmt.Sprintf("and %d times more", len(moments)-i))
			break
		}
		parts = append(parts, m.label(log))
	}
	return who + ": " + strings.Join(parts, "; ") + "."
}

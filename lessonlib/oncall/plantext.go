package oncall

import (
	"fmt"
	"strconv"
	"strings"
)

// maxPlanText is the longest text that ParsePlan reads, in bytes.
const maxPlanText = 1 << 20

// ParsePlan reads a plan as [Plan.String] writes it: one entry a line, or several on a line with semicolons between.
//
//	# after the last game day
//	09:12 roll back
//	minute 20 minimum 15, target 0.5
//	when burn (1 h) is above 14.4 roll back
//	whenever utilisation is above 0.9 and booting is below 1 for 3 min: minimum 30
//
// A timed entry starts with a time of day, or with "minute" and its number. "At" before it, a colon after it or after a
// rule's condition, and "is" and "are" in a condition may be written or left out. Shares may be written in percent, and
// values with their unit. What follows a number sign is a comment. Capitals do not matter. The thresholds are "above",
// "at least", "below" and "at most"; the figures are called as on the panel ([Figure.String]), the actions as the
// controls ([Control.String]).
//
// An error names the line, what is wrong with it, and what is allowed. Whether a minute lies within the shift is seen
// by [Plan.Check].
func ParsePlan(text string) (Plan, error) {
	if len(text) > maxPlanText {
		return Plan{}, fmt.Errorf("oncall: plan of %d bytes; use at most %d", len(text), maxPlanText)
	}
	var plan Plan
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for entry := range strings.SplitSeq(line, ";") {
			entry = strings.Join(strings.Fields(strings.ToLower(entry)), " ")
			if entry == "" {
				continue
			}
			next, err := plan.parseEntry(entry)
			if err == nil {
				err = next.last.checkAlone()
			}
			if err != nil {
				return Plan{}, fmt.Errorf("oncall: plan, line %d, %.80q: %w", i+1, entry, err)
			}
			plan = next
		}
	}
	return plan, nil
}

// parseEntry adds one entry, in small letters and with single spaces, to the plan.
func (p Plan) parseEntry(text string) (Plan, error) {
	if rest, ok := strings.CutPrefix(text, "when "); ok {
		return parseRule(rest, p.When)
	}
	if rest, ok := strings.CutPrefix(text, "whenever "); ok {
		return parseRule(rest, p.Whenever)
	}
	text = strings.TrimPrefix(text, "at ")
	if rest, ok := strings.CutPrefix(text, "minute "); ok {
		word, rest, _ := strings.Cut(rest, " ")
		minute, err := strconv.Atoi(strings.TrimSuffix(word, ":"))
		if err != nil {
			return p, fmt.Errorf("%.20q is no minute; write a whole number, such as \"minute 12\"", word)
		}
		actions, err := parseActions(rest)
		return p.AtMinute(minute, actions...), err
	}
	word, rest, _ := strings.Cut(text, " ")
	clock := strings.TrimSuffix(word, ":")
	if !strings.Contains(clock, ":") {
		return p, fmt.Errorf("%.20q is no time; start with a time of day such as \"09:12\", with \"minute 12\", "+
			"\"when\" or \"whenever\"", word)
	}
	actions, err := parseActions(rest)
	return p.At(clock, actions...), err
}

func parseRule(text string, add func(Condition, ...Action) Plan) (Plan, error) {
	conditions, rest := cutRule(text)
	condition, err := parseCondition(conditions)
	if err != nil {
		return Plan{}, err
	}
	actions, err := parseActions(rest)
	return add(condition, actions...), err
}

// cutRule parts the condition of a rule from its actions: at the colon, or else before the first control's name, which no
// figure's name contains.
func cutRule(text string) (condition, actions string) {
	if condition, actions, found := strings.Cut(text, ":"); found {
		return condition, actions
	}
	end := len(text)
	for _, c := range Controls() {
		if i := strings.Index(text, " "+c.String()); i >= 0 {
			end = min(end, i)
		}
	}
	return text[:end], text[end:]
}

func parseCondition(text string) (Condition, error) {
	text, hold, held := cutLast(text, " for ")
	terms := strings.Split(text, " and ")
	if len(terms) > maxTerms {
		return Condition{}, fmt.Errorf("its condition joins %d thresholds; use at most %d", len(terms), maxTerms)
	}
	var condition Condition
	for _, t := range terms {
		one, err := parseThreshold(strings.TrimSpace(t))
		if err != nil {
			return Condition{}, err
		}
		condition = condition.And(one)
	}
	if held {
		word, unit, _ := strings.Cut(strings.TrimSpace(hold), " ")
		minutes, err := strconv.Atoi(word)
		if err != nil || minutes < 1 || unit != "" && unit != "min" && unit != "minutes" {
			return Condition{}, fmt.Errorf("\"for %.20s\" is no number of minutes; write, for example, \"for 3 min\"", hold)
		}
		condition = condition.For(minutes)
	}
	return condition, nil
}

func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}

// parseThreshold reads "utilisation is above 90 %".
func parseThreshold(text string) (Condition, error) {
	for f := BurnHour; f.known(); f++ {
		rest, ok := strings.CutPrefix(text, f.String()+" ")
		if !ok {
			continue
		}
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, "is "), "are ")
		for r := range relations {
			value, ok := strings.CutPrefix(rest, relations[r].words+" ")
			if !ok {
				continue
			}
			threshold, err := parseValue(value, figures[f].unit)
			return f.condition(relation(r), threshold), err
		}
	}
	return Condition{}, fmt.Errorf("%.40q is no threshold; write a figure, then \"above\", \"at least\", \"below\" or "+
		"\"at most\", then a number, such as \"burn (1 h) above 14.4\"", text)
}

func parseActions(text string) ([]Action, error) {
	var actions []Action
	for part := range strings.SplitSeq(text, ",") {
		action, err := parseAction(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		actions = append(actions, action)
	}
	return actions, nil
}

func parseAction(text string) (Action, error) {
	for c := MinimumControl; int(c) < len(controls); c++ {
		f := controls[c]
		rest, ok := strings.CutPrefix(text, f.name)
		if !ok || rest != "" && rest[0] != ' ' {
			continue
		}
		rest = strings.TrimSpace(rest)
		switch {
		case f.kind == button && rest == "":
			return Action{control: c}, nil
		case f.kind == toggle && (rest == "on" || rest == "off"):
			return Action{control: c, value: oneIf(rest == "on")}, nil
		case f.kind == dial && rest != "":
			value, err := parseValue(rest, f.unit)
			return Action{control: c, value: value}, err
		}
		return Action{}, fmt.Errorf("%.40q: %s takes %s", text, f.name, c.Range())
	}
	return Action{}, fmt.Errorf("%.40q is no action; use one of %s", text, controlNames())
}

func controlNames() string {
	var names []string
	for _, c := range Controls() {
		names = append(names, c.String())
	}
	return strings.Join(names, ", ")
}

// parseValue reads a number with or without its unit, or a share in percent.
func parseValue(text, unit string) (float64, error) {
	word, suffix, _ := strings.Cut(text, " ")
	if bare, ok := strings.CutSuffix(word, "%"); ok && suffix == "" {
		word, suffix = bare, "%"
	}
	isShare := unit == "" || strings.HasPrefix(unit, "of ")
	value, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return 0, fmt.Errorf("%.20q is no number", word)
	}
	switch {
	case suffix == "%" && isShare && !strings.ContainsAny(word, "ex"):
		// Shifting the decimal point, not dividing, gives the number that 0.144 would give.
		return strconv.ParseFloat(word+"e-2", 64)
	case suffix == "%" && isShare:
		return value / 100, nil
	case suffix == "" || suffix == unit:
		return value, nil
	}
	return 0, fmt.Errorf("%.20q is no unit here; leave it out", suffix)
}

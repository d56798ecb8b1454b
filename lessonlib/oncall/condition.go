package oncall

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Condition is what a rule waits for: one or more thresholds on figures, all met, for some minutes in a row. Make one from a
// figure and join more with And:
//
//	oncall.BurnHour.AtLeast(14.4)
//	oncall.FleetUse.Above(0.9).And(oncall.Booting.Below(1)).For(3)
//
// The zero Condition watches nothing, and is an error in a plan.
type Condition struct {
	terms []term
	hold  int // minutes in a row, 0 stands for 1
}

// term is one threshold.
type term struct {
	figure    Figure
	relation  relation
	threshold float64
}

// relation is how a figure stands to a threshold. The numbers are part of the share string.
type relation uint8

const (
	above relation = iota
	atLeast
	below
	atMost
)

var relations = [...]struct{ words, goName string }{
	above: {"above", "Above"}, atLeast: {"at least", "AtLeast"}, below: {"below", "Below"}, atMost: {"at most", "AtMost"},
}

// Above is met while the figure is greater than the threshold.
func (f Figure) Above(threshold float64) Condition { return f.condition(above, threshold) }

// AtLeast is met while the figure is the threshold or greater.
func (f Figure) AtLeast(threshold float64) Condition { return f.condition(atLeast, threshold) }

// Below is met while the figure is less than the threshold.
func (f Figure) Below(threshold float64) Condition { return f.condition(below, threshold) }

// AtMost is met while the figure is the threshold or less.
func (f Figure) AtMost(threshold float64) Condition { return f.condition(atMost, threshold) }

func (f Figure) condition(r relation, threshold float64) Condition {
	return Condition{terms: []term{{figure: f, relation: r, threshold: threshold}}}
}

// And is met while both conditions are; it holds for as many minutes in a row as the more demanding of the two.
func (c Condition) And(other Condition) Condition {
	terms := make([]term, 0, len(c.terms)+len(other.terms))
	return Condition{terms: append(append(terms, c.terms...), other.terms...), hold: max(c.hold, other.hold)}
}

// For asks that the condition be met for so many minutes in a row.
func (c Condition) For(minutes int) Condition {
	c.hold = minutes
	return c
}

// minutes is how many minutes in a row the condition must be met.
func (c Condition) minutes() int {
	if c.hold == 0 {
		return 1
	}
	return c.hold
}

func (c Condition) met(m *Minute) bool {
	for i := range c.terms {
		if !c.terms[i].met(m) {
			return false
		}
	}
	return true
}

func (t term) met(m *Minute) bool {
	value := figures[t.figure].value(m)
	switch t.relation {
	case above:
		return value > t.threshold
	case atLeast:
		return value >= t.threshold
	case below:
		return value < t.threshold
	default:
		return value <= t.threshold
	}
}

// String is the condition as in a written plan: "burn (1 h) at least 14.4", "utilisation above 0.9 for 3 min".
func (c Condition) String() string {
	texts := make([]string, len(c.terms))
	for i, t := range c.terms {
		texts[i] = fmt.Sprintf("%s %s %s", t.figure, relations[t.relation].words, number(t.threshold))
	}
	text := strings.Join(texts, " and ")
	if c.minutes() != 1 {
		text += fmt.Sprintf(" for %d min", c.hold)
	}
	return text
}

func (c Condition) goCode() string {
	if len(c.terms) == 0 {
		return "oncall.Condition{}"
	}
	texts := make([]string, len(c.terms))
	for i, t := range c.terms {
		figure := fmt.Sprintf("Figure(%d)", uint8(t.figure))
		if t.figure.known() {
			figure = figures[t.figure].code
		}
		texts[i] = fmt.Sprintf("oncall.%s.%s(%s)", figure, relations[t.relation].goName, number(t.threshold))
	}
	code := texts[0]
	for _, text := range texts[1:] {
		code += ".And(" + text + ")"
	}
	if c.minutes() != 1 {
		code += fmt.Sprintf(".For(%d)", c.hold)
	}
	return code
}

// maxTerms is how many thresholds one condition may join.
const maxTerms = 8

func (c Condition) check() error {
	if len(c.terms) == 0 {
		return errors.New("its condition watches nothing; give one, such as oncall.BurnHour.AtLeast(14.4)")
	}
	if len(c.terms) > maxTerms {
		return fmt.Errorf("its condition joins %d thresholds; use at most %d", len(c.terms), maxTerms)
	}
	if c.hold < 0 || c.hold > minutesPerDay {
		return fmt.Errorf("its condition is to be met for %d minutes in a row; use 1 to %d", c.hold, minutesPerDay)
	}
	for _, t := range c.terms {
		if !t.figure.known() {
			return fmt.Errorf("there is no %s; use one of oncall.Figures()", t.figure)
		}
		valid := figures[t.figure].valid
		valid.whole = false // "serving above 12.5" is a fair question
		if !valid.contains(t.threshold) {
			return fmt.Errorf("the threshold of %s is %s; use one %s", t.figure, number(t.threshold), valid)
		}
	}
	for f, values := range c.box() {
		if values.empty() {
			return fmt.Errorf("its condition on %s can never be met; leave it a value %s", Figure(f), figures[f].valid)
		}
	}
	return nil
}

// box is the values of every figure that meet the condition, as one interval a figure; index 0 is the minutes in a row.
type box [len(figures)]interval

func (c Condition) box() box {
	var b box
	b[0] = interval{low: float64(c.minutes()), high: math.Inf(1)}
	for f := range b[1:] {
		b[f+1] = figures[f+1].valid
	}
	for _, t := range c.terms {
		values := interval{low: math.Inf(-1), high: math.Inf(1)}
		switch t.relation {
		case above:
			values.low, values.aboveLow = t.threshold, true
		case atLeast:
			values.low = t.threshold
		case below:
			values.high, values.belowHigh = t.threshold, true
		case atMost:
			values.high = t.threshold
		}
		b[t.figure] = b[t.figure].intersect(values)
	}
	return b
}

// intersect is the values in both intervals.
func (r interval) intersect(s interval) interval {
	if s.low > r.low || s.low == r.low && s.aboveLow {
		r.low, r.aboveLow = s.low, s.aboveLow
	}
	if s.high < r.high || s.high == r.high && s.belowHigh {
		r.high, r.belowHigh = s.high, s.belowHigh
	}
	if r.whole { // "above 3" is "at least 4"
		low, high := math.Ceil(r.low), math.Floor(r.high)
		if r.aboveLow && low == r.low {
			low++
		}
		if r.belowHigh && high == r.high {
			high--
		}
		r.low, r.high, r.aboveLow, r.belowHigh = low, high, false, false
	}
	return r
}

func (r interval) empty() bool {
	return r.low > r.high || r.low == r.high && (r.aboveLow || r.belowHigh)
}

// within tells whether every value of b is in outer too.
func (b box) within(outer box) bool {
	for f := range b {
		if b[f].intersect(outer[f]) != b[f] {
			return false
		}
	}
	return true
}

// meets tells whether some values are in both.
func (b box) meets(other box) bool {
	for f := range b {
		if b[f].intersect(other[f]).empty() {
			return false
		}
	}
	return true
}

// sameFigures tells whether both conditions watch the same figures.
func (c Condition) sameFigures(other Condition) bool {
	var watched [len(figures)]uint8
	for _, t := range c.terms {
		watched[t.figure] |= 1
	}
	for _, t := range other.terms {
		watched[t.figure] |= 2
	}
	for _, by := range watched {
		if by == 1 || by == 2 {
			return false
		}
	}
	return true
}

package study

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// Measure is one figure of a shift's outcome.
type Measure uint8

// The measures.
const (
	BudgetLeft            Measure = 1 + iota // share of the period's error budget
	Cost                                     // $
	MinutesAbove                             // minutes above the objective
	WorstErrors                              // highest error rate of a minute
	WorstP99                                 // s
	Dropped                                  // share of all requests
	RecommendationMinutes                    // minutes with recommendations
	Paged                                    // 1 if the page fired, 0 if not; its mean is the share of the shifts that paged
	TimeToPage                               // minutes from the first one above the objective, where the page fired
)

type measureFacts struct {
	name           string
	higherBetter   bool
	prefix, suffix string // around a value
	points         string // after a difference, where that is not the suffix
	decimals       int
	scale          float64 // 100 for what is shown in percent
	of             func(oncall.Outcome) (float64, bool)
}

const (
	percentSign = " %"
	points      = " percentage points"
	minutes     = " min"
)

var measures = [...]measureFacts{
	BudgetLeft: {name: "budget left", higherBetter: true, suffix: percentSign, points: points, decimals: 2, scale: 100,
		of: func(o oncall.Outcome) (float64, bool) { return o.Budget, true }},
	Cost: {name: "cost", prefix: "$", decimals: 2, scale: 1,
		of: func(o oncall.Outcome) (float64, bool) { return o.Cost, true }},
	MinutesAbove: {name: "minutes above the objective", suffix: minutes, decimals: 1, scale: 1,
		of: func(o oncall.Outcome) (float64, bool) { return float64(o.Above), true }},
	WorstErrors: {name: "worst error rate", suffix: percentSign, points: points, decimals: 2, scale: 100,
		of: func(o oncall.Outcome) (float64, bool) { return o.WorstErrors, true }},
	WorstP99: {name: "worst p99", suffix: " s", decimals: 2, scale: 1,
		of: func(o oncall.Outcome) (float64, bool) { return o.WorstP99, true }},
	Dropped: {name: "requests dropped", suffix: percentSign, points: points, decimals: 2, scale: 100,
		of: func(o oncall.Outcome) (float64, bool) { return o.Dropped, true }},
	RecommendationMinutes: {name: "minutes with recommendations", higherBetter: true, suffix: minutes, decimals: 1, scale: 1,
		of: func(o oncall.Outcome) (float64, bool) { return float64(o.Recommendations), true }},
	Paged: {name: "shifts that paged", suffix: percentSign, points: points, decimals: 1, scale: 100,
		of: func(o oncall.Outcome) (float64, bool) {
			if o.PagedAt == oncall.Never {
				return 0, true
			}
			return 1, true
		}},
	TimeToPage: {name: "time to page", suffix: minutes, decimals: 1, scale: 1,
		of: func(o oncall.Outcome) (float64, bool) {
			late, ok := o.TimeToPage()
			return float64(late), ok
		}},
}

// Measures lists all measures.
func Measures() []Measure {
	var list []Measure
	for m := BudgetLeft; m.known(); m++ {
		list = append(list, m)
	}
	return list
}

func (m Measure) known() bool {
	return m > 0 && int(m) < len(measures)
}

// String is the measure's name, such as "budget left".
func (m Measure) String() string {
	if !m.known() {
		return fmt.Sprintf("measure %d", uint8(m))
	}
	return measures[m].name
}

// Of reads the measure off an outcome. It is false when the outcome has none, as the time to page of a shift that never
// paged.
func (m Measure) Of(o oncall.Outcome) (float64, bool) {
	if !m.known() {
		return 0, false
	}
	return measures[m].of(o)
}

// Format writes a value with its unit, such as "99.85 %" or "$36.01".
func (m Measure) Format(value float64) string {
	if !m.known() {
		return fmt.Sprint(value)
	}
	return m.bare(value) + measures[m].suffix
}

// bare writes a value without the unit that follows it.
func (m Measure) bare(value float64) string {
	f := measures[m]
	text := fmt.Sprintf("%s%.*f", f.prefix, f.decimals, math.Abs(value*f.scale))
	if value < 0 {
		text = "-" + text
	}
	return text
}

// gapUnit is the unit that follows a difference.
func (m Measure) gapUnit() string {
	if f := measures[m]; f.points != "" {
		return f.points
	}
	return measures[m].suffix
}

// better tells whether a is the better value.
func (m Measure) better(a, b float64) bool {
	if measures[m].higherBetter {
		return a > b
	}
	return a < b
}

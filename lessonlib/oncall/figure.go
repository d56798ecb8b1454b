package oncall

import (
	"fmt"
	"math"
	"strings"
)

// Figure is one of the values that the operator's panel or a chart shows, and that a rule can watch.
type Figure uint8

// The figures; the first twelve are the panel. Their numbers are part of the share string and never change.
const (
	BurnHour        Figure = 1 + iota // burn (1 h), times the sustainable rate
	Requests                          // observed requests/s
	Serving                           // instances
	Booting                           // instances
	CacheHits                         // share of the lookups
	DatabaseLoad                      // share of its capacity
	DroppedShare                      // share of all requests
	FleetCost                         // $/h
	CostSoFar                         // $
	AnswerAge                         // mean age of cached answers, s
	BadTraffic                        // share of the traffic on the bad build
	Recommendations                   // 1 available, 0 not
	ErrorRate                         // share of the admitted requests
	BurnNow                           // burn of this minute, times the sustainable rate
	BudgetLeft                        // share of the period's error budget
	P99Latency                        // s
	FleetUse                          // utilisation, share of the workers
	TimeoutShare                      // share of the admitted requests
)

// panelSize is how many of the figures the panel shows.
const panelSize = 12

type figureFacts struct {
	name   string // as on the panel and in a written plan
	code   string // the Go constant
	unit   string
	valid  interval
	value  func(*Minute) float64
	format func(float64) string
}

var (
	multiple = interval{low: 0, high: math.Inf(1)}
	counted  = interval{low: 0, high: math.Inf(1), whole: true}
)

func wholePercent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
func dollars(x float64) string      { return fmt.Sprintf("$%.2f", x) }

func formatted(format string) func(float64) string {
	return func(x float64) string { return fmt.Sprintf(format, x) }
}

var figures = [...]figureFacts{
	BurnHour:        {"burn (1 h)", "BurnHour", "x", multiple, func(m *Minute) float64 { return m.BurnHour }, formatted("%.1f x")},
	Requests:        {"requests", "Requests", "req/s", multiple, func(m *Minute) float64 { return m.Rate }, formatted("%.0f req/s")},
	Serving:         {"serving", "Serving", "instances", counted, func(m *Minute) float64 { return float64(m.Serving) }, formatted("%.0f")},
	Booting:         {"booting", "Booting", "instances", counted, func(m *Minute) float64 { return float64(m.Booting) }, formatted("%.0f")},
	CacheHits:       {"cache hits", "CacheHits", "", share, func(m *Minute) float64 { return m.Hit }, wholePercent},
	DatabaseLoad:    {"database", "DatabaseLoad", "", multiple, func(m *Minute) float64 { return m.Database }, wholePercent},
	DroppedShare:    {"dropped", "DroppedShare", "", share, func(m *Minute) float64 { return m.Dropped }, wholePercent},
	FleetCost:       {"fleet", "FleetCost", "$/h", multiple, func(m *Minute) float64 { return m.FleetCost }, func(x float64) string { return dollars(x) + "/h" }},
	CostSoFar:       {"cost so far", "CostSoFar", "$", multiple, func(m *Minute) float64 { return m.Cost }, dollars},
	AnswerAge:       {"mean age of cached answers", "AnswerAge", "s", multiple, func(m *Minute) float64 { return m.Age }, formatted("%.0f s")},
	BadTraffic:      {"traffic on the bad build", "BadTraffic", "", share, func(m *Minute) float64 { return m.Bad }, wholePercent},
	Recommendations: {"recommendations available", "Recommendations", "", share, func(m *Minute) float64 { return m.Recommendations }, wholePercent},
	ErrorRate:       {"error rate", "ErrorRate", "", share, func(m *Minute) float64 { return m.Errors }, formatted("%.3f")},
	BurnNow:         {"burn", "BurnNow", "x", multiple, func(m *Minute) float64 { return m.Burn }, formatted("%.1f x")},
	BudgetLeft:      {"budget left", "BudgetLeft", "", interval{low: math.Inf(-1), high: 1}, func(m *Minute) float64 { return m.Budget }, percent},
	P99Latency:      {"p99", "P99Latency", "s", multiple, func(m *Minute) float64 { return m.P99 }, formatted("%.2f s")},
	FleetUse:        {"utilisation", "FleetUse", "", share, func(m *Minute) float64 { return m.Utilisation }, wholePercent},
	TimeoutShare:    {"timeouts", "TimeoutShare", "", share, func(m *Minute) float64 { return m.Timeouts }, formatted("%.3f")},
}

// Figures lists all figures, the panel's twelve first.
func Figures() []Figure {
	list := make([]Figure, 0, len(figures)-1)
	for f := BurnHour; f.known(); f++ {
		list = append(list, f)
	}
	return list
}

func (f Figure) known() bool {
	return f > 0 && int(f) < len(figures)
}

// String is the figure's name on the panel, such as "burn (1 h)".
func (f Figure) String() string {
	if !f.known() {
		return fmt.Sprintf("figure %d", uint8(f))
	}
	return figures[f].name
}

// Unit is the figure's unit, empty for a share.
func (f Figure) Unit() string {
	if !f.known() {
		return ""
	}
	return figures[f].unit
}

// Of reads the figure off a minute; NaN for a figure that does not exist.
func (f Figure) Of(m Minute) float64 {
	if !f.known() {
		return math.NaN()
	}
	return figures[f].value(&m)
}

// Reading is one figure on the panel.
type Reading struct {
	Figure Figure
	Value  float64
	Text   string // with its unit, such as "77 %"
}

// Panel is what the operator sees of a minute: twelve figures.
type Panel [panelSize]Reading

// Panel reads the twelve figures off the minute.
func (m Minute) Panel() Panel {
	var p Panel
	for i := range p {
		f := BurnHour + Figure(i)
		value := f.Of(m)
		p[i] = Reading{Figure: f, Value: value, Text: figures[f].format(value)}
	}
	return p
}

// String is the panel in one line: "burn (1 h) 0.0 x; requests 1125 req/s; ...".
func (p Panel) String() string {
	texts := make([]string, len(p))
	for i, r := range p {
		texts[i] = r.Figure.String() + " " + r.Text
	}
	return strings.Join(texts, "; ")
}

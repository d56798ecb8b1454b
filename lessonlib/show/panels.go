package show

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Panels are several charts one below the other over the same x axis: one figure, whose plots are aligned, whose x axis
// stands once at the bottom, and through which vertical rules run from top to bottom.
//
//	show.Panels{
//		Title:  "bad deploy, seed 1",
//		X:      show.Axis{Label: "time of day"},
//		Clock:  true,
//		Rules:  []show.RuleSet{{Name: "the operator", Rules: []show.Rule{show.AtX(569, "09:29 roll back")}}},
//		Charts: []show.Chart{errors, budget, cost},
//	}.Figure()
//
// As with a [Chart], no value makes it panic: a panel that cannot be drawn says so in its place.
type Panels struct {
	// Title says what to see. It wraps.
	Title string
	// Alt is the text alternative of the whole figure. When empty, one is made that goes from panel to panel.
	Alt string
	// Caption stands in small letters below the figure, and at the end of the text alternative.
	Caption string
	// X is the axis that the panels share. Of the charts, the X and the ID are not used.
	X Axis
	// Clock tells that the values of the x axis are minutes after midnight: they stand as clock times, 570 as 09:30.
	Clock bool
	// Rules are vertical rules through all panels, by kind. Their labels stand above the first panel where there is
	// room; many are numbered, and explained below the last.
	Rules []RuleSet
	// Charts are the panels from top to bottom. A panel's heading is its Title and the label of its Y axis, and its own
	// Rules stay in it.
	Charts []Chart
}

// RuleSet is a kind of vertical rules, such as what an operator did. The kinds differ by line and by sign; Name says in
// the figure's key what they mark.
type RuleSet struct {
	Name  string
	Rules []Rule
}

// mostPanels is how many panels a figure takes; more would not fit on a page.
const mostPanels = 12

// mostMarks is how many rules run through the panels; more would hide the data.
const mostMarks = 300

// Stack is a figure of charts one below the other over the x axis of the first.
func Stack(title string, charts ...Chart) Panels {
	p := Panels{Title: title, Charts: charts}
	if len(charts) > 0 {
		p.X = charts[0].X
	}
	return p
}

// Figure shows the panels as one still image.
func (p Panels) Figure() { display(panelsBundle(p)) }

// panelsBundle is the output of panels, or of the words that stand in their place.
func panelsBundle(p Panels) Bundle {
	s := planPanels(p)
	if !s.drawable() {
		return excuse(s.plan)
	}
	s = s.legible()
	f := layOutStack(s)
	return pictureBundle(f.draw().Image(), f.height, s.plan)
}

// stack is panels made ready to draw. Its own plan holds what the panels share: the words, the x axis, and in leftOut
// all that the figure does not show; the notes are those of them that no panel says in its place.
type stack struct {
	plan
	caption string
	panels  []plan
	sets    []string // names of the kinds of rules
	marks   []mark
	notes   []string
}

// mark is a rule through all panels.
type mark struct {
	rule Rule
	set  int
}

func (s stack) drawable() bool { return slices.ContainsFunc(s.panels, plan.drawable) }

// planPanels finds out what of the panels can be drawn.
func planPanels(p Panels) stack {
	s := stack{
		plan:    plan{title: cleanWords(p.Title, 400), xLabel: axisWords(p.X)},
		caption: cleanWords(p.Caption, 1000),
	}
	charts := p.Charts
	switch {
	case len(charts) == 0:
		s.notes = append(s.notes, "It has no charts.")
	case len(charts) > mostPanels:
		s.notes = append(s.notes, fmt.Sprintf("It has %s, of which the first %d are drawn.", counted(len(charts), "chart"), mostPanels))
		charts = charts[:mostPanels]
	}
	charts = overOneAxis(charts, p.X)
	if p.Clock && len(charts) > 0 && (p.X.Log || len(charts[0].X.Categories) > 0) {
		s.notes = append(s.notes, "Clock times need a linear axis of numbers: they are not shown.")
		p.Clock = false
	}
	for _, c := range charts {
		s.panels = append(s.panels, planChart(c))
	}
	if s.drawable() {
		s.shareAxis(p)
		s.setMarks(p)
	}
	s.gatherNotes()
	if s.drawable() {
		s.alt = cleanWords(p.Alt, 10_000)
		if s.alt == "" {
			s.alt = s.describe(charts)
		}
		s.alt = strings.Join(append([]string{s.alt}, s.leftOut...), " ")
	}
	return s
}

// overOneAxis returns the charts with the shared x axis. Whether it holds categories is decided for all together, and
// where it does not, bars without x stand at 1, 2, 3.
func overOneAxis(charts []Chart, x Axis) []Chart {
	all := Chart{X: x}
	for _, c := range charts {
		all.Series = append(all.Series, c.Series...)
	}
	x.Categories = categoryNames(all)
	charts = slices.Clone(charts)
	for i := range charts {
		charts[i].X = x
		if len(x.Categories) > 0 {
			continue
		}
		charts[i].Series = slices.Clone(charts[i].Series)
		for j, s := range charts[i].Series {
			if s.Mark == BarsMark && len(s.X) == 0 {
				for k := range s.Y {
					charts[i].Series[j].X = append(charts[i].Series[j].X, float64(k+1))
				}
			}
		}
	}
	return charts
}

// shareAxis gives all panels the one x axis that holds the points of each, and those rules for which it may grow.
func (s *stack) shareAxis(p Panels) {
	ends := extent{}
	for _, panel := range s.panels {
		if panel.drawable() {
			s.x.log, s.x.names = panel.x.log, panel.x.names
			ends.include(panel.x.lo)
			ends.include(panel.x.hi)
		}
	}
	if s.x.names == nil {
		asked := p.X.Bounds[0] != p.X.Bounds[1]
		free := func(end float64) bool { return !asked || math.IsNaN(end) || math.IsInf(end, 0) }
		for _, set := range p.Rules {
			for _, r := range set.Rules {
				switch {
				case r.Horizontal || unplaceable("", r.At, s.x.log) != "":
				case r.At < ends.lo && free(p.X.Bounds[0]), r.At > ends.hi && free(p.X.Bounds[1]):
					ends.include(r.At)
				}
			}
		}
	}
	s.x.lo, s.x.hi, s.x.clock = ends.lo, ends.hi, p.Clock
	for i := range s.panels {
		s.panels[i].x = s.x
	}
}

// setMarks keeps the rules that lie on the x axis.
func (s *stack) setMarks(p Panels) {
	for i, set := range p.Rules {
		s.sets = append(s.sets, cleanWords(set.Name, 100))
		for _, r := range set.Rules {
			r.Label = cleanWords(r.Label, 200)
			switch {
			case r.Horizontal:
				s.notes = append(s.notes, fmt.Sprintf("The rule “%s” is horizontal: it needs to be a rule of one chart.", r.Label))
			case math.IsNaN(r.At) || !s.x.holds(r.At):
				s.notes = append(s.notes, fmt.Sprintf("The rule “%s” at %s lies outside the x axis.", r.Label,
					s.spokenPlace(true, r.At)))
			default:
				s.marks = append(s.marks, mark{rule: r, set: i})
			}
		}
	}
	if len(s.marks) > mostMarks {
		s.notes = append(s.notes, fmt.Sprintf("It has %s, of which the first %d are drawn.", counted(len(s.marks), "vertical rule"), mostMarks))
		s.marks = s.marks[:mostMarks]
	}
}

// gatherNotes collects what the panels left out. What several of them say, as of the axis that they share, is said once.
func (s *stack) gatherNotes() {
	times := map[string]int{}
	for _, panel := range s.panels {
		for _, sentence := range panel.leftOut {
			times[sentence]++
		}
	}
	s.leftOut = slices.Clone(s.notes)
	for i, panel := range s.panels {
		for _, sentence := range panel.leftOut {
			said := fmt.Sprintf("Panel %d: %s", i+1, sentence)
			if times[sentence] > 1 && panel.drawable() {
				if slices.Contains(s.leftOut, sentence) {
					continue
				}
				said = sentence
			}
			s.leftOut = append(s.leftOut, said)
			if panel.drawable() {
				s.notes = append(s.notes, said)
			}
		}
	}
}

// describe returns the figure in words: what the panels share, then each panel, then the rules by kind.
func (s stack) describe(charts []Chart) string {
	var b strings.Builder
	b.WriteString("Figure of " + counted(len(s.panels), "chart") + " over one x axis")
	if s.title != "" {
		b.WriteString(": " + s.title)
	}
	b.WriteString(". X axis: " + describeAxis(s.xLabel, s.x) + ".")
	for i, panel := range s.panels {
		fmt.Fprintf(&b, " Panel %d", i+1)
		if panel.title != "" {
			b.WriteString(", " + panel.title)
		}
		if !panel.drawable() {
			b.WriteString(": cannot be drawn.")
			continue
		}
		b.WriteString(": ")
		if alt := cleanWords(charts[i].Alt, 10_000); alt != "" {
			b.WriteString(alt)
			continue
		}
		b.WriteString(chartKind(panel.series) + "." + panel.describeData())
	}
	for i, name := range s.sets {
		if name == "" {
			name = "unnamed"
		}
		spoken, count := []string{}, 0
		for _, m := range s.marks {
			if m.set != i {
				continue
			}
			if count++; count <= mostSpoken {
				spoken = append(spoken, strings.TrimSuffix(m.rule.Label+" at "+s.spokenPlace(true, m.rule.At), " "))
			}
		}
		if count > mostSpoken {
			spoken = append(spoken, fmt.Sprintf("and %d more", count-mostSpoken))
		}
		if count > 0 {
			b.WriteString(" Vertical lines, " + name + ": " + strings.Join(spoken, "; ") + ".")
		}
	}
	return b.String()
}

// legible returns the stack with the missing sign for what figures cannot show; see [plan.legible].
func (s stack) legible() stack {
	var missing unshown
	s.plan = s.plan.fixed(&missing)
	caption := s.caption
	s.caption = missing.fix(caption)
	s.panels = slices.Clone(s.panels)
	for i := range s.panels {
		s.panels[i] = s.panels[i].fixed(&missing)
	}
	s.sets = slices.Clone(s.sets)
	for i, name := range s.sets {
		s.sets[i] = missing.fix(name)
	}
	s.marks = slices.Clone(s.marks)
	for i, m := range s.marks {
		s.marks[i].rule.Label = missing.fix(m.rule.Label)
	}
	s.notes = slices.Clone(s.notes)
	for i, sentence := range s.notes {
		s.notes[i] = missing.fix(sentence)
	}
	s.alt += missing.sentence()
	if caption != "" {
		s.alt += " " + caption
	}
	return s
}

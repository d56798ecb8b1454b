package show

import (
	"fmt"
	"math"
	"strings"
)

// Longer lists are cut in the text alternative, which is read aloud.
const mostSpoken = 12

// describe returns the chart in words: what it is, its axes, and of each series the range and where its extremes lie.
func (p plan) describe() string {
	var b strings.Builder
	b.WriteString(chartKind(p.series))
	if p.title != "" {
		b.WriteString(": " + p.title)
	}
	b.WriteString(".")
	b.WriteString(" X axis: " + describeAxis(p.xLabel, p.x) + ".")
	b.WriteString(p.describeData())
	return b.String()
}

// describeData is what a panel says, whose x axis is described once for all.
func (p plan) describeData() string {
	var b strings.Builder
	b.WriteString(" Y axis: " + describeAxis(p.yLabel, p.y) + ".")
	for i, s := range p.series {
		if i == mostSpoken {
			fmt.Fprintf(&b, " And %d more series.", len(p.series)-i)
			break
		}
		b.WriteString(" " + p.describeSeries(s))
	}
	for i, r := range p.rules {
		if i == mostSpoken {
			fmt.Fprintf(&b, " And %d more lines.", len(p.rules)-i)
			break
		}
		direction, axis := "Vertical", "x"
		if r.Horizontal {
			direction, axis = "Horizontal", "y"
		}
		fmt.Fprintf(&b, " %s line at %s = %s", direction, axis, p.spokenPlace(!r.Horizontal, r.At))
		if r.Label != "" {
			b.WriteString(": " + r.Label)
		}
		b.WriteString(".")
	}
	return b.String()
}

func chartKind(series []plotted) string {
	kind := ""
	for _, s := range series {
		this := "Line chart"
		switch s.mark {
		case BarsMark:
			this = "Bar chart"
		case PointsMark:
			this = "Scatter plot"
		}
		if kind != "" && kind != this {
			return "Chart"
		}
		kind = this
	}
	return kind
}

func describeAxis(label string, s scale) string {
	if label == "" {
		label = "no label"
	}
	switch {
	case s.names != nil && len(s.names) <= mostSpoken:
		return label + ", " + strings.Join(s.names, ", ")
	case s.names != nil:
		return fmt.Sprintf("%s, %d categories from %s to %s", label, len(s.names), s.names[0], s.names[len(s.names)-1])
	case s.clock:
		return fmt.Sprintf("%s, from %s to %s", label, clockTime(s.lo), clockTime(s.hi))
	case s.log:
		label += ", logarithmic"
	}
	return fmt.Sprintf("%s, from %s to %s", label, shortNumber(s.lo), shortNumber(s.hi))
}

func (p plan) describeSeries(s plotted) string {
	noun := "point"
	if s.mark == BarsMark {
		noun = "bar"
	}
	head := s.title() + ", " + counted(s.count, noun) + ": "
	low, high := -1, -1
	for i, y := range s.y {
		if math.IsNaN(y) {
			continue
		}
		if low < 0 || y < s.y[low] {
			low = i
		}
		if high < 0 || y > s.y[high] {
			high = i
		}
	}
	switch {
	case s.count == 1:
		return head + shortNumber(s.y[low]) + " at " + p.spokenPoint(s, low) + "."
	case s.y[low] == s.y[high]:
		return head + shortNumber(s.y[low]) + " throughout."
	case s.mark != BarsMark && s.count == 2:
		first, last := 0, len(s.y)-1
		return fmt.Sprintf("%s%s at %s and %s at %s.", head, shortNumber(s.y[first]), p.spokenPoint(s, first),
			shortNumber(s.y[last]), p.spokenPoint(s, last))
	}
	return fmt.Sprintf("%slowest %s at %s, highest %s at %s.", head, shortNumber(s.y[low]), p.spokenPoint(s, low),
		shortNumber(s.y[high]), p.spokenPoint(s, high))
}

// spokenPoint names the i-th point of a series: by its label, and by where it lies on the x axis.
func (p plan) spokenPoint(s plotted, i int) string {
	place := p.spokenPlace(true, s.x[i])
	if p.x.names == nil && !p.x.clock {
		place = "x = " + place
	}
	if s.labels != nil && s.labels[i] != "" {
		return s.labels[i] + ", " + place
	}
	return place
}

func (p plan) spokenPlace(onX bool, v float64) string {
	if i := int(v); onX && p.x.names != nil && float64(i) == v && i >= 0 && i < len(p.x.names) {
		return p.x.names[i]
	}
	if onX && p.x.clock {
		return clockTime(v)
	}
	return shortNumber(v)
}

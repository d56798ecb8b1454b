package explorer

import (
	"fmt"
	"math"
	"strings"
)

// Chart is a figure over two axes. Its text alternative, Alt, is made by [Chart.Described].
type Chart struct {
	Title  string
	X      Axis
	Y      Axis
	Series []Series
	Rules  []Rule
	Alt    string
}

// Axis is one of the two directions of a chart; it fits the data.
type Axis struct {
	Label string
	Unit  string
	Log   bool
	// Categories are names in place of numbers, on the x axis only: the points stand at 0, 1, 2 and so on.
	Categories []string
}

// words are the label with its unit.
func (a Axis) words() string {
	if a.Unit == "" {
		return a.Label
	}
	return a.Label + " (" + a.Unit + ")"
}

// Mark is how the points of a series are drawn.
type Mark string

// The marks.
const (
	Line   Mark = "line"   // joined by straight lines
	Steps  Mark = "steps"  // each value holds until the next point
	Points Mark = "points" // a sign for each
	Bars   Mark = "bars"   // from zero, or on a logarithmic axis from its lower end
)

// Series is a named row of points.
type Series struct {
	Name string
	Mark Mark
	X    []float64
	Y    []float64
	// Muted is a series that the controls do not ask for, drawn to compare with.
	Muted bool
}

// Add adds a point, unless one of its coordinates is no finite number. Coordinates are rounded to a millionth: that is
// beyond what a chart shows, and keeps what a page has to read short.
func (s *Series) Add(x, y float64) {
	if sum := x + y; math.IsNaN(sum) || math.IsInf(sum, 0) {
		return
	}
	s.X, s.Y = append(s.X, rounded(x)), append(s.Y, rounded(y))
}

func rounded(v float64) float64 { return math.Round(float64(v*1e6)) / 1e6 }

// Rule is a labelled straight line across the chart at one value of one axis.
type Rule struct {
	At         float64
	Horizontal bool // at a value of the y axis
	Label      string
}

// Described gives the chart with its text alternative: what it shows, its axes, the extremes of each series.
func (c Chart) Described() Chart {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. Across: %s. Up: %s.", c.Title, c.X.words(), c.Y.words())
	for _, s := range c.Series {
		b.WriteString(" " + c.describe(s))
	}
	for _, r := range c.Rules {
		fmt.Fprintf(&b, " A line at %s: %s.", short(r.At), r.Label)
	}
	c.Alt = b.String()
	return c
}

func (c Chart) describe(s Series) string {
	if len(s.Y) == 0 {
		return s.Name + ": nothing to draw."
	}
	if c.X.Categories != nil {
		var values []string
		for i, y := range s.Y {
			values = append(values, c.place(s.X[i])+" "+short(y))
		}
		return s.Name + ": " + strings.Join(values, ", ") + "."
	}
	low, high := 0, 0
	for i, y := range s.Y {
		if y < s.Y[low] {
			low = i
		}
		if y > s.Y[high] {
			high = i
		}
	}
	if s.Y[low] == s.Y[high] {
		return fmt.Sprintf("%s: %s throughout.", s.Name, short(s.Y[low]))
	}
	return fmt.Sprintf("%s: lowest %s at %s, highest %s at %s.", s.Name, short(s.Y[low]), c.place(s.X[low]),
		short(s.Y[high]), c.place(s.X[high]))
}

func (c Chart) place(x float64) string {
	if i := int(x); i >= 0 && i < len(c.X.Categories) {
		return c.X.Categories[i]
	}
	return short(x)
}

// short writes a number for words: to three digits, and whole from a thousand on.
func short(v float64) string {
	if v == 0 || math.Abs(v) >= 1000 {
		return Number(math.Round(v))
	}
	scale := math.Pow10(2 - int(math.Floor(math.Log10(math.Abs(v)))))
	return Number(math.Round(v*scale) / scale)
}

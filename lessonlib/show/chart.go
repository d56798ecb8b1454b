package show

import "strings"

// Chart is a figure: a few series over two axes, and the words that go with them. One value is drawn by two
// renderers, [Figure] as a still image and [Explore] also as an interactive chart.
//
//	show.Figure(show.Chart{
//		Title:  "Who waits on which day",
//		X:      show.Axis{Label: "day", Categories: days},
//		Y:      show.Axis{Label: "mean delay", Unit: "ticks"},
//		Series: []show.Series{show.Bars("shared", shared), show.Bars("round robin", robin)},
//	})
//
// No value makes it panic. What cannot be drawn, such as a NaN or a zero on a logarithmic axis, is left out, and the
// figure says in words what is missing; when nothing is left, the words stand in place of the figure.
type Chart struct {
	// ID names the chart in the page, in small letters, digits and hyphens. It is derived from Title when empty.
	ID string
	// Title says what to see. It wraps.
	Title string
	// Alt is the text alternative, for those who do not see the figure. When empty, one is made that names the axes
	// and the range and extremes of each series.
	Alt string
	// X and Y are the horizontal and the vertical axis.
	X, Y Axis
	// Series are drawn in order: bars first, then lines and steps, then points.
	Series []Series
	// Rules are lines that mark one value of an axis.
	Rules []Rule
}

// Axis is one of the two directions of a chart. Its zero value is a linear axis that fits the data.
type Axis struct {
	// Label says what is measured ("mean delay"), Unit in what ("ticks").
	Label, Unit string
	// Log makes the axis logarithmic, base 10.
	Log bool
	// Bounds are the axis's two ends; the zero value fits the data.
	Bounds Bounds
	// Categories are names in place of numbers, on the x axis only: the i-th y of a series belongs to the i-th name.
	// Where a series also gives x, they are positions, 0 for the first name.
	Categories []string
}

// Bounds are the lower and the upper end of an axis. An end that is NaN or infinite fits the data, and so do both when
// they are equal: Bounds{0, math.Inf(1)} starts at zero and ends where the data end.
type Bounds [2]float64

// Mark is how the points of a series are drawn.
type Mark string

const (
	// LineMark joins the points by straight lines.
	LineMark Mark = "line"
	// PointsMark draws a sign for each point.
	PointsMark Mark = "points"
	// BarsMark draws a bar from zero (on a logarithmic axis: from its lower end) to each point.
	BarsMark Mark = "bars"
	// StepsMark holds each value until the next point.
	StepsMark Mark = "steps"
)

// Series is a named row of points.
type Series struct {
	// Name stands in the legend. A single series needs none.
	Name string
	// Mark is how it is drawn; a line when empty.
	Mark Mark
	// X and Y are the coordinates, in equal number. Without X the points stand at 1, 2, 3 and so on, or on a chart
	// with categories at the first, second, third of them.
	X, Y []float64
	// Labels name single points, for the text alternative and when hovering. May be empty.
	Labels []string
}

// Line is a series of points joined by straight lines.
func Line(name string, x, y []float64) Series {
	return Series{Name: name, Mark: LineMark, X: x, Y: y}
}

// Steps is a series whose values hold until the next point.
func Steps(name string, x, y []float64) Series {
	return Series{Name: name, Mark: StepsMark, X: x, Y: y}
}

// Points is a series of single points; labels, when given, name them one by one.
func Points(name string, x, y []float64, labels ...string) Series {
	return Series{Name: name, Mark: PointsMark, X: x, Y: y, Labels: labels}
}

// Bars is a series of bars, one for each category of the x axis.
func Bars(name string, y []float64) Series {
	return Series{Name: name, Mark: BarsMark, Y: y}
}

// Rule is a labelled straight line across the chart at one value of one axis.
type Rule struct {
	// At is the value on the x axis, or on the y axis when Horizontal.
	At float64
	// Horizontal makes it a line across the chart at a y value.
	Horizontal bool
	// Label stands at its end, outside the data.
	Label string
}

// AtX is a vertical rule at a value of the x axis.
func AtX(x float64, label string) Rule { return Rule{At: x, Label: label} }

// AtY is a horizontal rule at a value of the y axis.
func AtY(y float64, label string) Rule { return Rule{At: y, Horizontal: true, Label: label} }

// Figure shows the chart as a still image. It is the figure that a claim leans on: it shows everywhere, also in an
// untrusted notebook and in print.
func Figure(c Chart) {
	display(stillBundle(planChart(c)))
}

// Explore shows the chart as [Figure] does, and below it an interactive version of the same value: hovering or arrow
// keys name the points, the axes zoom, the legend hides and shows series. Where that cannot run, one sentence says
// that the figure above it is the figure.
func Explore(c Chart) {
	p := planChart(c)
	display(stillBundle(p))
	if p.drawable() {
		display(interactiveBundle(p))
	}
}

// NewChart is a chart with two linear axes, in one line. An axis is its label, and its unit at the end in round
// brackets: "mean delay (ticks)".
func NewChart(title, x, y string, series ...Series) Chart {
	return Chart{Title: title, X: newAxis(x), Y: newAxis(y), Series: series}
}

func newAxis(s string) Axis {
	label, unit, found := strings.Cut(strings.TrimSuffix(s, ")"), " (")
	if !found || !strings.HasSuffix(s, ")") {
		return Axis{Label: s}
	}
	return Axis{Label: label, Unit: unit}
}

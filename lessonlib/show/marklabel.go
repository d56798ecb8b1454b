package show

import (
	"fmt"
)

// markLabel is the label of a rule through all panels: a sign and words beside the line that leads up to them, or a number
// above it.
type markLabel struct {
	mark   mark
	lines  []string
	width  float64 // with the sign
	at     float64 // where the rule is
	x0, x1 float64 // the label's ends; the sign is at its left
	row    int     // counted from the panels upwards
	y      float64
	number bool // stands centred between its ends, without a sign
}

// Above the panels there is room for so many labels in so many rows; rules that need more are numbered.
const (
	mostMarkLabels = 10
	mostMarkRows   = 6
	widestLabel    = 270
	mostTries      = 5_000
)

// layOutMarks places the labels of the rules through all panels above the first: each beside its rule, in as few rows as
// keep labels, and the lines that lead up to them, apart. Where there is no such way it numbers the rules, and returns
// them in the order of their numbers.
func (f *stackFigure) layOutMarks(y float64) (float64, []mark) {
	marks := f.sortedMarks()
	if len(marks) == 0 {
		return y, nil
	}
	var numbered []mark
	if len(marks) > mostMarkLabels || !f.placeMarks(marks) {
		numbered = marks
		f.numberMarks(marks)
	}
	var heights []float64
	for _, l := range f.labels {
		for len(heights) <= l.row {
			heights = append(heights, 0)
		}
		heights[l.row] = max(heights[l.row], float64(len(l.lines))*lineHeight(noteSize)+1)
	}
	height := 0.0
	for _, h := range heights {
		height += h
	}
	for i, l := range f.labels {
		below := 0.0
		for _, h := range heights[:l.row] {
			below += h
		}
		f.labels[i].y = y + height - below - float64(len(l.lines))*lineHeight(noteSize)
	}
	return y + height + 4, numbered
}

// placeMarks finds a row and a side for each label, from right to left, and tells whether it did.
func (f *stackFigure) placeMarks(marks []mark) bool {
	labels := make([]markLabel, len(marks))
	for i, m := range marks {
		lines := regular(noteSize).wrap(m.rule.Label, widestLabel, 2)
		labels[i] = markLabel{mark: m, lines: lines, width: signWidth + regular(noteSize).widest(lines), at: f.px(m.rule.At)}
	}
	for rows := 1; rows <= mostMarkRows; rows++ {
		tries := mostTries
		if placeFrom(labels, len(labels)-1, rows, &tries) {
			f.labels = labels
			return true
		}
	}
	return false
}

// placeFrom places the labels up to the i-th among those after it, which have their places.
func placeFrom(labels []markLabel, i, rows int, tries *int) bool {
	if i < 0 {
		return true
	}
	l := &labels[i]
	for l.row = 0; l.row < rows; l.row++ {
		for _, l.x0 = range []float64{l.at + 4, l.at - 4 - l.width} {
			if *tries--; *tries < 0 {
				return false
			}
			l.x1 = l.x0 + l.width
			if l.x0 < margin || l.x1 > figureWidth-margin {
				continue
			}
			free := true
			for j := i + 1; j < len(labels) && free; j++ {
				free = l.clearOf(&labels[j])
			}
			if free && placeFrom(labels, i-1, rows, tries) {
				return true
			}
		}
	}
	return false
}

// clearOf tells whether neither label touches the other, nor the line that leads up to it.
func (l *markLabel) clearOf(other *markLabel) bool {
	if l.row == other.row && l.x0 < other.x1+8 && other.x0 < l.x1+8 {
		return false
	}
	crossed := func(a, b *markLabel) bool { return b.row <= a.row && b.x0-3 < a.at && a.at < b.x1+3 }
	return !crossed(l, other) && !crossed(other, l)
}

// numberMarks stands the rules' numbers in a row, as a range where they are too close together.
func (f *stackFigure) numberMarks(marks []mark) {
	type cluster struct{ first, last int }
	label := func(c cluster) markLabel {
		text := fmt.Sprint(c.first + 1)
		if c.last > c.first {
			text += "–" + fmt.Sprint(c.last+1)
		}
		centre := (f.px(marks[c.first].rule.At) + f.px(marks[c.last].rule.At)) / 2
		half := regular(noteSize).width(text) / 2
		centre = min(max(centre, margin+half), figureWidth-margin-half)
		return markLabel{mark: marks[c.first], lines: []string{text}, at: f.px(marks[c.first].rule.At),
			x0: centre - half, x1: centre + half, number: true}
	}
	var clusters []cluster
	for i := range marks {
		clusters = append(clusters, cluster{i, i})
		for n := len(clusters); n > 1 && label(clusters[n-1]).x0 < label(clusters[n-2]).x1+6; n = len(clusters) {
			clusters = append(clusters[:n-2], cluster{clusters[n-2].first, clusters[n-1].last})
		}
	}
	f.labels = nil
	for _, c := range clusters {
		f.labels = append(f.labels, label(c))
	}
}

package show

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"
)

// Measures of a still figure in CSS pixels; it is drawn with twice as many, for screens that have them.
const (
	figureWidth  = 720
	plotHeight   = 270
	margin       = 12
	pixelsPerCSS = 2

	titleSize = 15
	wordSize  = 12
	noteSize  = 11

	mostLegendEntries = 12
	mostRuleLabels    = 8
	mostNotes         = 4
)

// figure lays a plan out and draws it. Everything but the data stands outside the plot area, so that nothing covers
// them: from top to bottom the title, the legend, the y label, the labels of vertical rules, the plot, ticks, the x
// label, and what was left out. The height follows from that.
//
// It draws on gonum/plot's canvas and not with its plot.Plot, whose legend lies on the data, whose labels are cut at
// the edges, and which takes 80 ms longer to link into a cell (twelve fonts, three file formats).
type figure struct {
	plan
	canvas draw.Canvas
	height float64
	// The plot area.
	left, right, top, bottom float64
	yTicks, xTicks           []tick
	titleLines               []string
	legend                   []legendEntry
	yLines, xLines           []string
	labels                   []ruleLabel
	labelRows                float64
	values                   bool    // whether each bar carries its value
	below                    float64 // from the plot to its ticks' labels
	names                    nameLayout
	notes                    []string
	bare                     bool // nothing stands below the plot: another panel over the same x axis follows
	plain                    bool // lines carry no signs
}

// legendEntry is a row's part of the legend: a sample of the series and its name.
type legendEntry struct {
	series plotted
	lines  []string
	x, y   float64
}

// ruleLabel is the label of a rule; row counts from the plot upwards for vertical rules.
type ruleLabel struct {
	rule  Rule
	lines []string
	x, y  float64
	row   int
	flip  bool // stands to the left of its rule
}

// nameLayout is how the names of categories stand below the axis.
type nameLayout struct {
	lines  [][]string
	every  int
	slant  bool
	height float64
}

// lineHeight is the distance of two lines of text of a size.
func lineHeight(size float64) float64 { return math.Round(size * 1.3) }

// layOut decides where everything goes.
func layOut(p plan) *figure {
	f := &figure{plan: p}
	inner := float64(figureWidth - 2*margin)
	y := float64(margin)

	f.titleLines = bold(titleSize).wrap(p.title, inner, 4)
	y += float64(len(f.titleLines)) * lineHeight(titleSize)
	if len(f.titleLines) > 0 {
		y += 6
	}
	y = f.layOutLegend(y, inner)
	f.yLines = regular(wordSize).wrap(p.yLabel, inner, 3)
	y += float64(len(f.yLines)) * lineHeight(wordSize)

	f.yTicks = p.y.ticks(6)
	f.left = margin + 8 + widestTick(f.yTicks)
	f.right = figureWidth - margin - f.rightMargin()
	f.xTicks = f.chooseXTicks()
	if p.x.names != nil {
		f.names = f.layOutNames()
		if f.names.slant {
			// The first name leans out to the left, past the slot below which it stands.
			reach := min(regular(wordSize).width(p.x.names[0]), longestSlanted) / math.Sqrt2
			f.left = max(f.left, margin+4+reach-(f.right-f.left-reach)/float64(2*len(p.x.names)))
			f.names = f.layOutNames()
		}
	}
	f.values = f.valuesFit()
	y = f.layOutVerticalRules(y + 4)
	y += 8
	if f.values {
		y += lineHeight(noteSize)
	}
	f.top, f.bottom = y, y+plotHeight
	f.layOutHorizontalRules()

	f.below = 7
	if f.values && p.y.lo < 0 {
		f.below += lineHeight(noteSize)
	}
	y = f.bottom + f.below + f.tickHeight()
	f.xLines = regular(wordSize).wrap(p.xLabel, f.right-f.left, 3)
	y += float64(len(f.xLines))*lineHeight(wordSize) + 3
	for i, sentence := range p.leftOut {
		lines := regular(noteSize).wrap(sentence, inner, 2)
		if i == mostNotes {
			lines = []string{countedAs(len(p.leftOut)-i, "more note", "more notes") + " in the text alternative."}
		}
		f.notes = append(f.notes, lines...)
		if i == mostNotes {
			break
		}
	}
	if len(f.notes) > 0 {
		y += 6 + float64(len(f.notes))*lineHeight(noteSize)
	}
	for _, l := range f.labels {
		y = max(y, l.y+float64(len(l.lines))*lineHeight(noteSize))
	}
	f.height = math.Ceil(y + margin)
	return f
}

func widestTick(ticks []tick) float64 {
	w := 0.0
	for _, t := range ticks {
		w = max(w, regular(wordSize).width(t.label))
	}
	return w
}

// Legend entries have a sample and a gap before the name and a gap after it.
const (
	sampleWidth = 30
	sampleGap   = 6
	entryGap    = 18
)

// layOutLegend sets the names of the series side by side in as many rows as they need, and returns where the last ends.
func (f *figure) layOutLegend(y, inner float64) float64 {
	entries := 0
	for _, s := range f.series {
		if s.name != "" {
			entries++
		}
	}
	if entries == 0 {
		return y
	}
	x := float64(margin)
	row := lineHeight(wordSize) + 2
	placed := 0
	for _, s := range f.series {
		if s.name == "" {
			continue
		}
		lines := regular(wordSize).wrap(s.name, inner-sampleWidth-sampleGap, 2)
		last := placed == mostLegendEntries-1 && entries > mostLegendEntries
		if last {
			// An entry without a mark has no sample.
			s, lines = plotted{}, []string{groupedNumber(float64(entries-placed), 0) + " more series"}
		}
		width := sampleWidth + sampleGap + regular(wordSize).widest(lines)
		if x > margin && x+width > margin+inner {
			x = margin
			y += row
			row = lineHeight(wordSize) + 2
		}
		row = max(row, float64(len(lines))*lineHeight(wordSize)+2)
		f.legend = append(f.legend, legendEntry{series: s, lines: lines, x: x, y: y})
		x += width + entryGap
		placed++
		if last {
			break
		}
	}
	return y + row + 4
}

// rightMargin leaves room beyond the plot for the labels of horizontal rules and half of the last tick's label.
func (f *figure) rightMargin() float64 {
	room := 8.0
	for _, r := range f.rules {
		if r.Horizontal && r.Label != "" {
			room = max(room, 8+min(regular(noteSize).width(r.Label), 140))
		}
	}
	return room
}

// chooseXTicks takes as many ticks as have room for their labels side by side.
func (f *figure) chooseXTicks() []tick {
	if f.x.names != nil {
		return nil
	}
	var ticks []tick
	for most := 10; most >= 1; most-- {
		ticks = f.x.ticks(most)
		end := math.Inf(-1)
		fits := true
		for _, t := range ticks {
			if t.label == "" {
				continue
			}
			half := regular(wordSize).width(t.label) / 2
			at := f.px(t.at)
			fits = fits && at-half > end+10
			end = at + half
		}
		if fits {
			break
		}
	}
	return ticks
}

func (f *figure) px(v float64) float64 { return f.left + f.x.place(v)*(f.right-f.left) }
func (f *figure) py(v float64) float64 { return f.bottom - f.y.place(v)*(f.bottom-f.top) }

// longestSlanted is the width at which a slanted name is cut.
const longestSlanted = 150

// layOutNames stands the names of categories side by side where they fit, breaking them between words; else on a
// slant; and where even that is too close, leaves out all but every n-th.
func (f *figure) layOutNames() nameLayout {
	slot := (f.right - f.left) / float64(len(f.x.names))
	l := regular(wordSize)
	upright := nameLayout{every: 1}
	fits := true
	for _, name := range f.x.names {
		lines := l.wrap(name, slot-6, 3)
		// A word that had to be broken, or an ellipsis, reads worse than a slant.
		fits = l.widest(strings.Fields(name)) <= slot-6 &&
			(len(lines) < 3 || !strings.HasSuffix(lines[2], "…"))
		if !fits {
			break
		}
		upright.lines = append(upright.lines, lines)
		upright.height = max(upright.height, float64(len(lines))*lineHeight(wordSize))
	}
	if fits {
		return upright
	}
	slanted := nameLayout{slant: true, every: int(math.Ceil(20 / slot))}
	for i, name := range f.x.names {
		var lines []string
		if i%slanted.every == 0 {
			lines = l.wrap(name, longestSlanted, 1)
			// The first names lean out to the left of the plot: they end where the figure does.
			if room := (f.px(float64(i)) - margin) * math.Sqrt2; room < longestSlanted {
				lines = l.wrap(name, room, 1)
			}
		}
		slanted.lines = append(slanted.lines, lines)
		slanted.height = max(slanted.height, l.widest(lines)/math.Sqrt2+14)
	}
	return slanted
}

// layOutVerticalRules places their labels above the plot, each beside its rule, in as few rows as keep them apart. A line
// leads from each rule up to its label, and rows are chosen so that it crosses no other label where that can be.
func (f *figure) layOutVerticalRules(y float64) float64 {
	var labels []ruleLabel
	for _, r := range f.rules {
		if r.Horizontal || r.Label == "" || len(labels) == mostRuleLabels {
			continue
		}
		l := ruleLabel{rule: r, lines: regular(noteSize).wrap(r.Label, 220, 3)}
		width := regular(noteSize).widest(l.lines)
		l.x = f.px(r.At) + 4
		if l.x+width > figureWidth-margin {
			// What is too wide for either side begins at the figure's edge.
			l.x, l.flip = max(l.x-8-width, margin), true
		}
		labels = append(labels, l)
	}
	// From right to left each label goes above those whose lines it would cover; then, from left to right, so do the
	// ones that stand to the left of their rules.
	slices.SortStableFunc(labels, func(a, b ruleLabel) int {
		switch {
		case a.flip != b.flip && b.flip:
			return -1
		case a.flip != b.flip:
			return 1
		case a.flip:
			return cmp.Compare(a.rule.At, b.rule.At)
		}
		return cmp.Compare(b.rule.At, a.rule.At)
	})
	var rowHeights []float64
	for _, l := range labels {
		width := regular(noteSize).widest(l.lines)
		for _, other := range f.labels {
			otherEnd := other.x + regular(noteSize).widest(other.lines)
			line := f.px(other.rule.At)
			if l.x < otherEnd+8 && other.x < l.x+width+8 || line > l.x-4 && line < l.x+width+4 {
				l.row = max(l.row, other.row+1)
			}
		}
		for len(rowHeights) <= l.row {
			rowHeights = append(rowHeights, 0)
		}
		rowHeights[l.row] = max(rowHeights[l.row], float64(len(l.lines))*lineHeight(noteSize)+2)
		f.labels = append(f.labels, l)
	}
	height := 0.0
	for _, h := range rowHeights {
		height += h
	}
	for i, l := range f.labels {
		below := 0.0
		for _, h := range rowHeights[:l.row] {
			below += h
		}
		f.labels[i].y = y + height - below - float64(len(l.lines))*lineHeight(noteSize)
	}
	f.labelRows = height
	return y + height
}

// layOutHorizontalRules places their labels to the right of the plot, pushed apart where they would touch.
func (f *figure) layOutHorizontalRules() {
	rules := slices.Clone(f.rules)
	rules = slices.DeleteFunc(rules, func(r Rule) bool { return !r.Horizontal || r.Label == "" })
	slices.SortStableFunc(rules, func(a, b Rule) int { return cmp.Compare(b.At, a.At) })
	free := f.top - lineHeight(noteSize)/2
	for i, r := range rules {
		if i == mostRuleLabels {
			break
		}
		l := ruleLabel{rule: r, x: f.right + 8, lines: regular(noteSize).wrap(r.Label, figureWidth-margin-f.right-8, 4)}
		height := float64(len(l.lines)) * lineHeight(noteSize)
		l.y = max(f.py(r.At)-height/2, free)
		free = l.y + height + 2
		f.labels = append(f.labels, l)
	}
}

// Bars are grouped by place: each group takes most of the way to its neighbour.
const groupShare = 0.78

// barSlots returns the bar series in order and the width of one bar.
func (f *figure) barSlots() (series []int, width float64) {
	for i, s := range f.series {
		if s.mark == BarsMark {
			series = append(series, i)
		}
	}
	if len(series) == 0 {
		return nil, 0
	}
	gap := (f.right - f.left) / float64(max(len(f.x.names), 1))
	if f.x.names == nil {
		var places []float64
		for _, i := range series {
			for _, x := range f.series[i].x {
				places = append(places, f.px(x))
			}
		}
		slices.Sort(places)
		gap = (f.right - f.left) / 10
		for i := 1; i < len(places); i++ {
			if d := places[i] - places[i-1]; d > 1e-6 {
				gap = min(gap, d)
			}
		}
	}
	return series, max(gap*groupShare/float64(len(series)), 0.5)
}

// barCentre is where the bar of the nth bar series of a group stands.
func (f *figure) barCentre(x float64, nth, of int, width float64) float64 {
	return f.px(x) + (float64(nth)-float64(of-1)/2)*width
}

// valuesFit tells whether the bars are wide enough to carry their values.
func (f *figure) valuesFit() bool {
	series, width := f.barSlots()
	if len(series) == 0 {
		return false
	}
	for _, i := range series {
		if len(f.series[i].y) > 60 {
			return false
		}
		for _, y := range f.series[i].y {
			if regular(noteSize).width(f.barValue(y)) > width-2 {
				return false
			}
		}
	}
	return true
}

// barValue writes a bar's value with as many decimals as the greatest of all bars gives three digits, two at most. On a
// logarithmic axis, where the smallest bar counts as much as the greatest, each value has its own digits.
func (f *figure) barValue(v float64) string {
	largest := 0.0
	whole := true
	for _, s := range f.series {
		if s.mark == BarsMark {
			for _, y := range s.y {
				largest = max(largest, math.Abs(y))
				whole = whole && y == math.Trunc(y)
			}
		}
	}
	switch {
	case largest >= 1e7 || largest < 0.01 || f.y.log:
		return shortNumber(v)
	case whole || largest >= 100:
		return groupedNumber(v, 0)
	case largest >= 10:
		return groupedNumber(v, 1)
	case largest < 0.1:
		return groupedNumber(v, 4)
	}
	return groupedNumber(v, 2)
}

package show

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"
)

// Measures of panels in CSS pixels.
const (
	panelsHeight = 400 // of all plots together, as far as each stays between the next two
	lowestPanel  = 72
	highestPanel = 200
	panelGap     = 12
	bandHeight   = 9 // between a panel's heading and its plot, half of a tick's label
	signWidth    = 11
)

// stackFigure lays panels out. Its own figure is the frame: the words outside the panels, the shared x axis, and the
// plot area from the top of the first panel to the bottom of the last.
type stackFigure struct {
	*figure
	stack    stack
	panels   []*figure
	headings []writing
	words    []writing // of panels that cannot be drawn, and below the last panel
	keys     []key     // of numbered rules, and of the kinds of rules
	labels   []markLabel
}

// writing is text in its place.
type writing struct {
	letters lettering
	lines   []string
	x, y    float64
	align   draw.XAlignment
	ink     string
}

// key explains a sign.
type key struct {
	set   int
	kind  bool // of a whole kind of rules
	lines []string
	x, y  float64
}

func (f *stackFigure) put(l lettering, lines []string, x, y float64, align draw.XAlignment, ink string) float64 {
	f.words = append(f.words, writing{l, lines, x, y, align, ink})
	return y + float64(len(lines))*lineHeight(float64(l.face.Font.Size))
}

// layOutStack decides where everything goes.
func layOutStack(s stack) *stackFigure {
	f := &stackFigure{stack: s, figure: &figure{plan: plan{title: s.title, xLabel: s.xLabel, x: s.x}}}
	height := min(max(math.Round(panelsHeight/float64(len(s.panels))), lowestPanel), highestPanel)
	f.alignPanels(height)
	inner := float64(figureWidth - 2*margin)

	y := f.put(bold(titleSize), bold(titleSize).wrap(s.title, inner, 4), margin, margin, draw.XLeft, lightTheme.Ink)
	if s.title != "" {
		y += 6
	}
	shared := f.sharedLegend()
	if shared {
		y = f.layOutLegend(y, inner)
	}
	y = f.layOutSets(y, inner)
	y, numbered := f.layOutMarks(y)
	for i, g := range f.panels {
		if i > 0 {
			y += panelGap
		}
		y = f.layOutHeading(g, y, inner, shared)
		g.top, g.bottom = y, y+height
		if !g.drawable() {
			g.bottom = f.put(regular(noteSize), regular(noteSize).wrap("Not drawn: "+strings.Join(g.leftOut, " "), inner, 4),
				margin, y, draw.XLeft, lightTheme.Muted)
		}
		y = g.bottom
		if g.drawable() {
			g.layOutHorizontalRules()
			for _, l := range g.labels {
				if l.rule.Horizontal {
					y = max(y, l.y+float64(len(l.lines))*lineHeight(noteSize))
				}
			}
		}
		if i == 0 {
			f.top = g.top
		}
		if !g.bare {
			// The x axis stands here, also where panels follow that have none.
			f.bottom = g.bottom
			y = max(y, g.bottom+g.below+f.tickHeight())
		}
	}
	f.layOutFoot(y, inner, numbered)
	return f
}

// alignPanels gives all plots the same left and right ends and the same x ticks.
func (f *stackFigure) alignPanels(height float64) {
	f.left, f.right = margin+8, figureWidth-margin-8
	last := 0
	for i, p := range f.stack.panels {
		g := &figure{plan: p, bare: true}
		f.panels = append(f.panels, g)
		if !p.drawable() {
			continue
		}
		last = i
		g.yTicks = panelTicks(p.y, height)
		g.plain = len(p.series) == 1 && p.series[0].name == "" && p.series[0].count > 40
		f.left = max(f.left, margin+8+widestTick(g.yTicks))
		f.right = min(f.right, figureWidth-margin-g.rightMargin())
	}
	f.xTicks = f.chooseXTicks()
	if f.x.names != nil {
		f.names = f.layOutNames()
		if f.names.slant {
			// The first name leans out to the left, past the slot below which it stands.
			reach := min(regular(wordSize).width(f.x.names[0]), longestSlanted) / math.Sqrt2
			f.left = max(f.left, margin+reach-(f.right-f.left)/float64(2*len(f.x.names)))
			f.names = f.layOutNames()
		}
	}
	f.below = 7
	for _, g := range f.panels {
		g.left, g.right, g.xTicks = f.left, f.right, f.xTicks
	}
	bottom := f.panels[last]
	bottom.bare, bottom.names, bottom.below = false, f.names, f.below
}

// panelTicks takes as many ticks as have room for their labels one above the other.
func panelTicks(s scale, height float64) []tick {
	var ticks []tick
	for most := 8; most >= 1; most-- {
		ticks = s.ticks(most)
		fits, last := true, math.Inf(-1)
		for _, t := range ticks {
			if t.label != "" {
				at := s.place(t.at) * height
				fits = fits && at-last >= 18
				last = at
			}
		}
		if fits {
			break
		}
	}
	return ticks
}

// sharedLegend tells whether one legend explains all panels, and then makes it the frame's.
func (f *stackFigure) sharedLegend() bool {
	var first []plotted
	panels := 0
	for _, g := range f.panels {
		if !g.drawable() {
			continue
		}
		if panels++; panels == 1 {
			first = g.series
		}
		if !slices.EqualFunc(first, g.series, func(a, b plotted) bool {
			return a.name == b.name && a.mark == b.mark && a.style == b.style
		}) {
			return false
		}
	}
	f.series = first
	return panels > 1
}

// layOutHeading places what stands above a panel's plot: its title and the label of its y axis, in one line where they
// fit, its legend beside them where that fits too, and the labels of its own vertical rules.
func (f *stackFigure) layOutHeading(g *figure, y, inner float64, shared bool) float64 {
	head := func(l lettering, s string, x, y float64) (right, below float64) {
		lines := l.wrap(s, inner, 2)
		if len(lines) > 0 {
			f.headings = append(f.headings, writing{l, lines, x, y, draw.XLeft, lightTheme.Ink})
		}
		return x + l.widest(lines), y + float64(len(lines))*lineHeight(wordSize)
	}
	right, below := head(bold(wordSize), g.title, margin, y)
	if gap := right + 8 + regular(wordSize).width(g.yLabel); g.title != "" && g.yLabel != "" {
		if x := right + 8; gap <= margin+inner && below == y+lineHeight(wordSize) {
			right, below = head(regular(wordSize), g.yLabel, x, y)
		} else {
			right, below = head(regular(wordSize), g.yLabel, margin, below)
		}
	} else if g.title == "" {
		right, below = head(regular(wordSize), g.yLabel, margin, y)
	}
	if !g.drawable() {
		return below + 2
	}
	if !shared {
		row := below - lineHeight(wordSize)
		end := g.layOutLegend(below, inner)
		if width := legendWidth(g.legend); width > 0 && below > y && right+24+width <= margin+inner {
			for i := range g.legend {
				g.legend[i].x += right + 24 - margin
				g.legend[i].y = row
			}
			end = below
		}
		below = end
	}
	if slices.ContainsFunc(g.rules, func(r Rule) bool { return !r.Horizontal && r.Label != "" }) {
		below = g.layOutVerticalRules(below + 2)
	}
	return below + bandHeight
}

// legendWidth returns how wide a legend of one row of single lines is, or 0 for one that is higher.
func legendWidth(entries []legendEntry) float64 {
	right := 0.0
	for _, e := range entries {
		if e.y != entries[0].y || len(e.lines) != 1 {
			return 0
		}
		right = e.x + sampleWidth + sampleGap + regular(wordSize).widest(e.lines)
	}
	return right - margin
}

// layOutSets places the key of the kinds of rules that are drawn and have a name.
func (f *stackFigure) layOutSets(y, inner float64) float64 {
	x, row := float64(margin), 0.0
	for i, name := range f.stack.sets {
		if name == "" || !slices.ContainsFunc(f.stack.marks, func(m mark) bool { return m.set == i }) {
			continue
		}
		lines := regular(wordSize).wrap(name, inner-sampleWidth-sampleGap, 1)
		width := sampleWidth + sampleGap + regular(wordSize).widest(lines)
		if x > margin && x+width > margin+inner {
			x, y = margin, y+row
		}
		row = lineHeight(wordSize) + 2
		f.keys = append(f.keys, key{set: i, kind: true, lines: lines, x: x, y: y})
		x += width + entryGap
	}
	if row > 0 {
		y += row + 4
	}
	return y
}

// layOutFoot places what stands below the last panel: the x label, the numbered rules, what was left out, and the caption.
func (f *stackFigure) layOutFoot(y, inner float64, numbered []mark) {
	y = f.put(regular(wordSize), regular(wordSize).wrap(f.xLabel, f.right-f.left, 3), (f.left+f.right)/2, y+3, draw.XCenter, lightTheme.Ink)
	y = f.layOutNumbers(y+6, inner, numbered)
	var notes []string
	for i, sentence := range f.stack.notes {
		if i == mostNotes {
			notes = append(notes, countedAs(len(f.stack.notes)-i, "more note", "more notes")+" in the text alternative.")
			break
		}
		notes = append(notes, regular(noteSize).wrap(sentence, inner, 2)...)
	}
	for _, lines := range [][]string{notes, regular(noteSize).wrap(f.stack.caption, inner, 4)} {
		if len(lines) > 0 {
			y = f.put(regular(noteSize), lines, margin, y+5, draw.XLeft, lightTheme.Muted)
		}
	}
	f.height = math.Ceil(y + margin)
}

// mostNumbered is how many numbered rules the key explains.
const mostNumbered = 24

// layOutNumbers explains the numbered rules in two columns.
func (f *stackFigure) layOutNumbers(y, inner float64, numbered []mark) float64 {
	if len(numbered) == 0 {
		return y
	}
	shown := min(len(numbered), mostNumbered)
	width := inner/2 - signWidth - 16
	l := regular(noteSize)
	rows := (shown + 1) / 2
	end := y
	for column := range 2 {
		at := y
		for i := column * rows; i < min((column+1)*rows, shown); i++ {
			lines := l.wrap(fmt.Sprintf("%d: %s", i+1, numbered[i].rule.Label), width, 2)
			f.keys = append(f.keys, key{set: numbered[i].set, lines: lines, x: margin + float64(column)*(inner/2), y: at})
			at += float64(len(lines)) * lineHeight(noteSize)
		}
		end = max(end, at)
	}
	if more := len(numbered) - shown; more > 0 {
		end = f.put(l, []string{"And " + countedAs(more, "more that is", "more that are") + " not explained here."}, margin, end,
			draw.XLeft, lightTheme.Muted)
	}
	return end
}

// sortedMarks returns the rules that have labels, from left to right.
func (f *stackFigure) sortedMarks() []mark {
	marks := slices.DeleteFunc(slices.Clone(f.stack.marks), func(m mark) bool { return m.rule.Label == "" })
	slices.SortStableFunc(marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.rule.At, b.rule.At), cmp.Compare(a.set, b.set))
	})
	return marks
}

package show

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// draw draws the laid-out panels on a canvas of their size.
func (f *stackFigure) draw() *vgimg.Canvas {
	img := vgimg.NewWith(vgimg.UseWH(figureWidth, vg.Length(f.height)), vgimg.UseDPI(int(vg.Inch)*pixelsPerCSS))
	f.canvas = draw.New(img)
	for _, g := range f.panels {
		if g.canvas, g.height = f.canvas, f.height; g.drawable() {
			g.drawAxes()
			g.drawBars()
		}
	}
	f.drawMarks()
	for _, w := range slices.Concat(f.headings, f.words) {
		f.write(w.letters, w.lines, w.x, w.y, w.align, w.ink)
	}
	for _, g := range f.panels {
		if !g.drawable() {
			continue
		}
		for _, e := range g.legend {
			g.drawLegendEntry(e)
		}
		g.drawRules()
		g.drawLinesAndPoints()
	}
	for _, e := range f.legend {
		f.drawLegendEntry(e)
	}
	for _, k := range f.keys {
		f.drawKey(k)
	}
	return img
}

// block is a rectangle of words.
type block struct{ x0, y0, x1, y1 float64 }

// blocks are the words that rules through all panels could run into, from top to bottom.
func (f *stackFigure) blocks() []block {
	var blocks []block
	add := func(l lettering, lines []string, x, y, before float64) {
		height := float64(len(lines)) * lineHeight(float64(l.face.Font.Size))
		blocks = append(blocks, block{x - 5, y, x + before + l.widest(lines) + 5, y + height})
	}
	for _, w := range slices.Concat(f.headings, f.words) {
		if w.align == draw.XLeft {
			add(w.letters, w.lines, w.x, w.y, 0)
		}
	}
	for _, g := range f.panels {
		for _, e := range g.legend {
			add(regular(wordSize), e.lines, e.x, e.y, sampleWidth+sampleGap)
		}
		for _, l := range g.labels {
			if !l.rule.Horizontal {
				add(regular(noteSize), l.lines, l.x, l.y, 0)
			}
		}
	}
	slices.SortStableFunc(blocks, func(a, b block) int { return cmp.Compare(a.y0, b.y0) })
	return blocks
}

// rule draws a vertical line, interrupted where words stand in its way.
func (f *stackFigure) rule(x, y0, y1 float64, kind int, blocks []block) {
	for _, b := range blocks {
		if x < b.x0 || x > b.x1 || b.y1 <= y0 || b.y0 >= y1 {
			continue
		}
		if b.y0 > y0 {
			f.stroke(x, y0, x, b.y0, 1.3, markInks[kind], markDashes[kind]...)
		}
		y0 = b.y1
	}
	if y0 < y1 {
		f.stroke(x, y0, x, y1, 1.3, markInks[kind], markDashes[kind]...)
	}
}

// markInks and markDashes tell kinds of rules apart, as their signs do.
var (
	markInks   = []string{lightTheme.Ink, lightTheme.Muted, lightTheme.Ink}
	markDashes = [][]vg.Length{nil, {1.5, 3}, {7, 3}}
)

// drawMarks draws the rules that run through all panels, and what stands above them.
func (f *stackFigure) drawMarks() {
	blocks := f.blocks()
	tops := map[mark]float64{}
	for _, l := range f.labels {
		if !l.number {
			tops[l.mark] = l.y + 2
		}
	}
	// The first kind last: where two kinds share a minute, its line is the one to see.
	for set := len(f.stack.sets) - 1; set >= 0; set-- {
		for _, m := range f.stack.marks {
			if m.set != set {
				continue
			}
			x, y := crisp(f.px(m.rule.At)), f.top-bandHeight
			if top, labelled := tops[m]; labelled {
				y = top
			}
			f.rule(x, y, f.bottom, set%len(markDashes), blocks)
		}
	}
	for _, l := range f.labels {
		x := l.x0
		if !l.number {
			f.drawSign(l.mark.set, l.x0+4, l.y+noteSize*0.64)
			x += signWidth
		}
		f.write(regular(noteSize), l.lines, x, l.y, draw.XLeft, lightTheme.Ink)
	}
}

// drawKey draws a sign and what it means; of a kind of rules also a piece of the line.
func (f *stackFigure) drawKey(k key) {
	if k.kind {
		kind, middle := k.set%len(markDashes), k.y+wordSize*0.64
		for _, from := range []float64{k.x, k.x + sampleWidth/2 + 7} {
			f.stroke(from, crisp(middle), from+sampleWidth/2-7, crisp(middle), 1.3, markInks[kind], markDashes[kind]...)
		}
		f.drawSign(k.set, k.x+sampleWidth/2, middle)
		f.write(regular(wordSize), k.lines, k.x+sampleWidth+sampleGap, k.y, draw.XLeft, lightTheme.Ink)
		return
	}
	f.drawSign(k.set, k.x+4, k.y+noteSize*0.64)
	f.write(regular(noteSize), k.lines, k.x+signWidth, k.y, draw.XLeft, lightTheme.Ink)
}

// drawSign draws the sign of a kind of rules: a full triangle, an empty diamond or a full square.
func (f *stackFigure) drawSign(set int, x, y float64) {
	ink := parseColor(markInks[set%len(markInks)])
	switch set % len(markInks) {
	case 0:
		f.canvas.FillPolygon(ink, []vg.Point{f.at(x-4, y-3.5), f.at(x+4, y-3.5), f.at(x, y+4)})
	case 1:
		corners := []vg.Point{f.at(x-4, y), f.at(x, y-4), f.at(x+4, y), f.at(x, y+4)}
		f.canvas.FillPolygon(parseColor(lightTheme.Paper), corners)
		f.canvas.StrokeLines(draw.LineStyle{Color: ink, Width: 1.3}, append(corners, corners[0], corners[1]))
	default:
		f.canvas.FillPolygon(ink, []vg.Point{f.at(x-3, y-3), f.at(x+3, y-3), f.at(x+3, y+3), f.at(x-3, y+3)})
	}
}

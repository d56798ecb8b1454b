package show

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// draw draws the laid-out figure on a canvas of its size.
func (f *figure) draw() *vgimg.Canvas {
	img := vgimg.NewWith(vgimg.UseWH(figureWidth, vg.Length(f.height)), vgimg.UseDPI(int(vg.Inch)*pixelsPerCSS))
	f.canvas = draw.New(img)
	f.write(bold(titleSize), f.titleLines, margin, margin, draw.XLeft, lightTheme.Ink)
	for _, e := range f.legend {
		f.drawLegendEntry(e)
	}
	y := f.labelTop() - float64(len(f.yLines))*lineHeight(wordSize)
	f.write(regular(wordSize), f.yLines, margin, y, draw.XLeft, lightTheme.Ink)
	f.drawAxes()
	f.drawBars()
	f.drawRules()
	f.drawLinesAndPoints()
	y = f.bottom + f.below + f.tickHeight()
	y = f.write(regular(wordSize), f.xLines, (f.left+f.right)/2, y+3, draw.XCenter, lightTheme.Ink)
	f.write(regular(noteSize), f.notes, margin, y+6, draw.XLeft, lightTheme.Muted)
	return img
}

// drawLinesAndPoints draws what is not bars.
func (f *figure) drawLinesAndPoints() {
	for _, s := range f.series {
		if s.mark == LineMark || s.mark == StepsMark {
			f.drawLine(s)
		}
	}
	for _, s := range f.series {
		if s.mark == PointsMark {
			f.drawPoints(s)
		}
	}
}

// labelTop is where the labels of vertical rules begin.
func (f *figure) labelTop() float64 {
	y := f.top - 8 - f.labelRows - 4
	if f.values {
		y -= lineHeight(noteSize)
	}
	return y
}

func (f *figure) tickHeight() float64 {
	if f.x.names != nil {
		return f.names.height
	}
	return lineHeight(wordSize)
}

// at turns CSS pixels from the top left corner into a point of the canvas, whose y runs up.
func (f *figure) at(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(f.height - y)}
}

// write writes lines of text from y down, aligned at x, and returns where the next line would begin.
func (f *figure) write(l lettering, lines []string, x, y float64, align draw.XAlignment, ink string) float64 {
	size := float64(l.face.Font.Size)
	f.canvas.SetColor(parseColor(ink))
	for _, line := range lines {
		at := f.at(x+float64(align)*l.width(line), y+size)
		f.canvas.FillString(l.face, at, line)
		y += lineHeight(size)
	}
	return y
}

// stroke draws a straight line.
func (f *figure) stroke(x0, y0, x1, y1, width float64, color string, dash ...vg.Length) {
	style := draw.LineStyle{Color: parseColor(color), Width: vg.Length(width), Dashes: dash}
	f.canvas.StrokeLines(style, []vg.Point{f.at(x0, y0), f.at(x1, y1)})
}

// crisp moves a coordinate to the middle of a pixel, so that a hairline is not smeared over two.
func crisp(v float64) float64 { return (math.Floor(v*pixelsPerCSS) + 0.5) / pixelsPerCSS }

func (f *figure) drawAxes() {
	for _, t := range f.yTicks {
		y := crisp(f.py(t.at))
		if t.label == "" {
			f.stroke(f.left-3, y, f.left, y, 0.5, lightTheme.Muted)
			continue
		}
		f.stroke(f.left, y, f.right, y, 1, lightTheme.Grid)
		f.write(regular(wordSize), []string{t.label}, f.left-6, y-wordSize*0.64, draw.XRight, lightTheme.Muted)
	}
	for _, t := range f.xTicks {
		x := crisp(f.px(t.at))
		if t.label == "" {
			f.stroke(x, f.bottom, x, f.bottom+3, 0.5, lightTheme.Muted)
			continue
		}
		f.stroke(x, f.top, x, f.bottom, 1, lightTheme.Grid)
		if f.bare {
			continue
		}
		f.stroke(x, f.bottom, x, f.bottom+5, 1, lightTheme.Muted)
		// The outermost labels may lean over the plot's edge but not over the figure's.
		half := regular(wordSize).width(t.label) / 2
		at := min(max(x, margin/2+half), figureWidth-margin/2-half)
		f.write(regular(wordSize), []string{t.label}, at, f.bottom+f.below, draw.XCenter, lightTheme.Muted)
	}
	for i, lines := range f.names.lines {
		x := f.px(float64(i))
		if !f.names.slant {
			f.write(regular(wordSize), lines, x, f.bottom+f.below, draw.XCenter, lightTheme.Ink)
			continue
		}
		for _, line := range lines {
			f.stroke(crisp(x), f.bottom, crisp(x), f.bottom+4, 1, lightTheme.Muted)
			f.canvas.Push()
			f.canvas.Translate(f.at(x+4, f.bottom+f.below+5))
			f.canvas.Rotate(math.Pi / 4)
			f.canvas.SetColor(parseColor(lightTheme.Ink))
			l := regular(wordSize)
			f.canvas.FillString(l.face, vg.Point{X: -vg.Length(l.width(line))}, line)
			f.canvas.Pop()
		}
	}
	f.stroke(f.left, crisp(f.bottom), f.right, crisp(f.bottom), 1, lightTheme.Muted)
	f.stroke(crisp(f.left), f.top, crisp(f.left), f.bottom, 1, lightTheme.Muted)
}

// plotArea is the canvas of the data, which clips.
func (f *figure) plotArea() *draw.Canvas {
	return &draw.Canvas{Canvas: f.canvas.Canvas,
		Rectangle: vg.Rectangle{Min: f.at(f.left, f.bottom), Max: f.at(f.right, f.top)}}
}

func (f *figure) drawBars() {
	series, width := f.barSlots()
	foot := f.bottom
	if !f.y.log {
		foot = min(max(f.py(0), f.top), f.bottom)
	}
	for nth, i := range series {
		s := f.series[i]
		painted := map[int]extent{}
		for j, y := range s.y {
			x := f.barCentre(s.x[j], nth, len(series), width)
			if x < f.left-width || x > f.right+width {
				continue
			}
			end := min(max(f.py(y), f.top), f.bottom)
			// Of bars thinner than a pixel, those that would not show are not drawn.
			column := int(x * pixelsPerCSS)
			seen := painted[column]
			if width < 1 && seen.some && end >= seen.lo && end <= seen.hi {
				continue
			}
			seen.include(end)
			seen.include(foot)
			painted[column] = seen
			inset := min(width*0.06, 2)
			f.drawBar(s.style, max(x-width/2+inset, f.left), min(foot, end), min(x+width/2-inset, f.right), max(foot, end))
			if !f.values {
				continue
			}
			label := []string{f.barValue(y)}
			top := end - lineHeight(noteSize) - 1
			if y < 0 {
				top = end + 1
			}
			f.write(regular(noteSize), label, x, top, draw.XCenter, lightTheme.Ink)
		}
	}
	if !f.y.log && f.y.lo < 0 && f.y.hi > 0 {
		f.stroke(f.left, crisp(foot), f.right, crisp(foot), 1, lightTheme.Muted)
	}
}

// drawBar fills a bar with the colour of a series, and from the second series on with its hatching.
func (f *figure) drawBar(style int, x0, y0, x1, y1 float64) {
	if x1 <= x0 || y1 <= y0 {
		return
	}
	ink := seriesColor(style)
	corners := []vg.Point{f.at(x0, y0), f.at(x1, y0), f.at(x1, y1), f.at(x0, y1)}
	hatch := style % 6
	if hatch == 0 || x1-x0 < 4 {
		f.canvas.FillPolygon(ink, corners)
		return
	}
	f.canvas.FillPolygon(tint(ink), corners)
	bar := draw.Canvas{Canvas: f.canvas.Canvas, Rectangle: vg.Rectangle{Min: corners[3], Max: corners[1]}}
	line := draw.LineStyle{Color: ink, Width: 1.3}
	bar.StrokeLines(line, bar.ClipLinesXY(hatching(hatch, f.at(x0, y1), x1-x0, y1-y0)...)...)
	f.canvas.StrokeLines(draw.LineStyle{Color: ink, Width: 1.3}, append(corners, corners[0]))
}

// hatching returns the lines of one of five patterns over a rectangle, given by its lower left corner; they overshoot
// and are to be clipped.
func hatching(pattern int, from vg.Point, width, height float64) [][]vg.Point {
	const gap = 7
	var lines [][]vg.Point
	slope := func(rise float64) {
		start := -height
		if rise < 0 {
			start = 0
		}
		for d := start; d < start+width+height; d += gap {
			x := float64(from.X) + d
			a := vg.Point{X: vg.Length(x), Y: from.Y}
			lines = append(lines, []vg.Point{a, a.Add(vg.Point{X: vg.Length(rise * height), Y: vg.Length(height)})})
		}
	}
	switch pattern {
	case 1:
		slope(1)
	case 2:
		slope(-1)
	case 3:
		slope(1)
		slope(-1)
	case 4:
		for d := gap / 2.; d < height; d += gap {
			a := from.Add(vg.Point{Y: vg.Length(d)})
			lines = append(lines, []vg.Point{a, a.Add(vg.Point{X: vg.Length(width)})})
		}
	case 5:
		for d := gap / 2.; d < width; d += gap {
			a := from.Add(vg.Point{X: vg.Length(d)})
			lines = append(lines, []vg.Point{a, a.Add(vg.Point{Y: vg.Length(height)})})
		}
	}
	return lines
}

func (f *figure) lineStyle(style int) draw.LineStyle {
	return draw.LineStyle{Color: seriesColor(style), Width: 2, Dashes: dashes[style%len(dashes)]}
}

func (f *figure) markerStyle(style int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: seriesColor(style), Radius: 3.2, Shape: marker{shape: style, rim: true}}
}

// drawLine draws the line of a series with signs on it: on each point where they are few, else on some.
func (f *figure) drawLine(s plotted) {
	area := f.plotArea()
	marked := 0
	for _, run := range f.runs(s) {
		// Signs of different series keep apart.
		every := max(1, s.count/8)
		if s.count <= 40 {
			every = 1
		}
		var signs []vg.Point
		for i := s.style * every / 3 % every; i < len(run); i += every {
			signs = append(signs, run[i])
		}
		switch {
		case len(run) == 1:
			signs = run
		case !signed(s), f.plain:
			signs = nil
		}
		if s.mark == StepsMark {
			run = steps(run)
		}
		for _, part := range area.ClipLinesXY(thinned(run)) {
			strokeInParts(area, f.lineStyle(s.style), part)
		}
		for _, at := range signs {
			if marked++; marked > 200 {
				break
			}
			area.DrawGlyph(f.markerStyle(s.style), at)
		}
	}
}

// signed tells whether a line carries signs. One through two points is a line of reference, which needs none.
func signed(s plotted) bool { return s.count != 2 }

// strokeInParts strokes a long line piece by piece, since the rasteriser's cost grows with the square of what a path has
// in one row of pixels. The dashes run on from piece to piece.
func strokeInParts(area *draw.Canvas, style draw.LineStyle, line []vg.Point) {
	const most = 60
	for len(line) > 1 {
		part := line[:min(len(line), most)]
		area.StrokeLines(style, part)
		for i := 1; i < len(part) && style.Dashes != nil; i++ {
			style.DashOffs += vg.Length(math.Hypot(float64(part[i].X-part[i-1].X), float64(part[i].Y-part[i-1].Y)))
		}
		line = line[len(part)-1:]
	}
}

// runs returns the points of a series on the canvas, broken where one is missing.
func (f *figure) runs(s plotted) [][]vg.Point {
	var runs [][]vg.Point
	var run []vg.Point
	for i, y := range s.y {
		if math.IsNaN(y) {
			runs, run = append(runs, run), nil
			continue
		}
		run = append(run, f.at(f.px(s.x[i]), f.py(y)))
	}
	return append(runs, run)
}

// steps adds the corners of a line that holds each value until the next.
func steps(run []vg.Point) []vg.Point {
	var out []vg.Point
	for i, at := range run {
		if i > 0 {
			out = append(out, vg.Point{X: at.X, Y: run[i-1].Y})
		}
		out = append(out, at)
	}
	return out
}

// thinned keeps of each half pixel's column of a long line the first, lowest, highest and last point, which draws the
// same picture. A column ends where x leaves it, so the points need not be sorted.
func thinned(run []vg.Point) []vg.Point {
	if len(run) <= 4*figureWidth*pixelsPerCSS {
		return run
	}
	column := func(at vg.Point) int { return int(at.X * pixelsPerCSS) }
	var out []vg.Point
	for i := 0; i < len(run); {
		j, low, high := i, i, i
		for ; j < len(run) && column(run[j]) == column(run[i]); j++ {
			if run[j].Y < run[low].Y {
				low = j
			}
			if run[j].Y > run[high].Y {
				high = j
			}
		}
		keep := []int{i, min(low, high), max(low, high), j - 1}
		for _, k := range slices.Compact(keep) {
			out = append(out, run[k])
		}
		i = j
	}
	return out
}

// drawPoints draws a sign for each point. Of many that fall on the same spot, one is drawn.
func (f *figure) drawPoints(s plotted) {
	area := f.plotArea()
	style := f.markerStyle(s.style)
	switch {
	case s.count > 400:
		style.Radius, style.Shape = 2, marker{shape: s.style}
	case s.count > 60:
		style.Radius, style.Shape = 2.7, marker{shape: s.style}
	}
	type spot struct{ x, y int }
	taken := map[spot]bool{}
	for i, y := range s.y {
		at := f.at(f.px(s.x[i]), f.py(y))
		if s.count > 3000 {
			here := spot{int(at.X / 2), int(at.Y / 2)}
			if taken[here] {
				continue
			}
			taken[here] = true
		}
		area.DrawGlyph(style, at)
	}
}

// drawRules draws rules over bars and under lines and points, on a band of paper that sets them off from bars.
func (f *figure) drawRules() {
	for _, r := range f.rules {
		x0, y0, x1, y1 := f.left, crisp(f.py(r.At)), f.right, crisp(f.py(r.At))
		if !r.Horizontal {
			x0, y0, x1, y1 = crisp(f.px(r.At)), f.top-6, crisp(f.px(r.At)), f.bottom
		}
		f.stroke(x0, y0, x1, y1, 3.5, lightTheme.Paper)
		f.stroke(x0, y0, x1, y1, 1.3, lightTheme.Ink, 6, 3)
	}
	for _, l := range f.labels {
		if l.rule.Horizontal {
			middle := l.y + float64(len(l.lines))*lineHeight(noteSize)/2
			f.stroke(f.right, crisp(f.py(l.rule.At)), l.x-2, middle, 1, lightTheme.Muted)
		} else {
			x := crisp(f.px(l.rule.At))
			f.stroke(x, l.y+2, x, f.top, 1, lightTheme.Muted)
		}
	}
	for _, l := range f.labels {
		// A line to a label further up may have to pass behind this one.
		right, bottom := l.x+regular(noteSize).widest(l.lines), l.y+float64(len(l.lines))*lineHeight(noteSize)
		f.canvas.FillPolygon(parseColor(lightTheme.Paper),
			[]vg.Point{f.at(l.x-1, l.y), f.at(right+1, l.y), f.at(right+1, bottom), f.at(l.x-1, bottom)})
		f.write(regular(noteSize), l.lines, l.x, l.y, draw.XLeft, lightTheme.Ink)
	}
}

func (f *figure) drawLegendEntry(e legendEntry) {
	x, middle := e.x, e.y+wordSize*0.64
	f.write(regular(wordSize), e.lines, x+sampleWidth+sampleGap, e.y, draw.XLeft, lightTheme.Ink)
	style := e.series.style
	switch e.series.mark {
	case BarsMark:
		f.drawBar(style, x+2, middle-6, x+sampleWidth-2, middle+6)
	case PointsMark:
		f.canvas.DrawGlyph(f.markerStyle(style), f.at(x+sampleWidth/2, middle))
	case LineMark, StepsMark:
		f.canvas.StrokeLines(f.lineStyle(style), []vg.Point{f.at(x, middle), f.at(x+sampleWidth, middle)})
		if signed(e.series) {
			f.canvas.DrawGlyph(f.markerStyle(style), f.at(x+sampleWidth/2, middle))
		}
	}
}

package show

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The theme that still and interactive charts share. The still one lies on opaque paper, so it reads the same on light
// and dark pages; the interactive one takes ink and lines for the page it stands on.
var (
	lightTheme = theme{Paper: "#ffffff", Ink: "#1a1a1a", Muted: "#595959", Grid: "#e2e2e2", Last: "#1a1a1a"}
	darkTheme  = theme{Paper: "#111111", Ink: "#f2f2f2", Muted: "#b3b3b3", Grid: "#3d3d3d", Last: "#f2f2f2"}
)

// theme holds what changes between light and dark.
type theme struct {
	Paper string `json:"paper"`
	Ink   string `json:"ink"`   // words and axes
	Muted string `json:"muted"` // ticks, rules and notes
	Grid  string `json:"grid"`
	Last  string `json:"last"` // in place of the series colour that is black
}

// seriesColors are those of Okabe and Ito's palette (Color Universal Design, 2008), which people with any kind of
// colour vision can tell apart. Orange and sky blue are darkened to three quarters, since on white they have a contrast
// of 2.2 only; their yellow is left out. All but black have a contrast of 3 or more on light and on dark paper, as
// WCAG 2.2, 1.4.11 asks for graphics.
var seriesColors = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#1a1a1a", "#b37c00", "#4187af"}

// dashes tell lines apart without colour, in CSS pixels.
var dashes = [][]vg.Length{nil, {8, 4}, {2, 3}, {9, 3, 2, 3}, {14, 4}, {5, 2, 5, 6}, {1, 5}}

func seriesColor(style int) color.RGBA { return parseColor(seriesColors[style%len(seriesColors)]) }

// parseColor reads #rrggbb.
func parseColor(s string) color.RGBA {
	digit := func(i int) uint8 {
		c := s[i]
		if c >= 'a' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	return color.RGBA{digit(1)<<4 | digit(2), digit(3)<<4 | digit(4), digit(5)<<4 | digit(6), 255}
}

// mix returns so much of a colour on so much of another: share 1 is a, 0 is b.
func mix(a, b color.RGBA, share float64) color.RGBA {
	part := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*share + float64(y)*(1-share))) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}

// marker draws the sign of a series' points, a filled shape. A rim of paper keeps signs apart that touch; many that
// overlap would drown in it.
type marker struct {
	shape int
	rim   bool
}

// markerShapes are polygons as polar angles in turns and radii in units of the marker's radius; an empty one is a disc.
var markerShapes = [][]struct{ turn, radius float64 }{
	{},
	{{1. / 8, 1.25}, {3. / 8, 1.25}, {5. / 8, 1.25}, {7. / 8, 1.25}},
	{{1. / 4, 1.4}, {7. / 12, 1.4}, {11. / 12, 1.4}},
	{{0, 1.4}, {1. / 4, 1.4}, {1. / 2, 1.4}, {3. / 4, 1.4}},
	{{3. / 4, 1.4}, {1. / 12, 1.4}, {5. / 12, 1.4}},
	{{0, 1.8}, {1. / 8, .6}, {1. / 4, 1.8}, {3. / 8, .6}, {1. / 2, 1.8}, {5. / 8, .6}, {3. / 4, 1.8}, {7. / 8, .6}},
}

// DrawGlyph implements gonum's draw.GlyphDrawer.
func (m marker) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	shape := markerShapes[m.shape%len(markerShapes)]
	var p vg.Path
	if len(shape) == 0 {
		p.Move(vg.Point{X: at.X + style.Radius, Y: at.Y})
		p.Arc(at, style.Radius, 0, 2*math.Pi)
	}
	for i, corner := range shape {
		sin, cos := math.Sincos(2 * math.Pi * corner.turn)
		point := at.Add(vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}.Scale(style.Radius * vg.Length(corner.radius)))
		if i == 0 {
			p.Move(point)
		} else {
			p.Line(point)
		}
	}
	p.Close()
	if m.rim {
		c.SetLineStyle(draw.LineStyle{Color: parseColor(lightTheme.Paper), Width: 1.5})
		c.Stroke(p)
	}
	c.SetColor(style.Color)
	c.Fill(p)
}

// themeColors are the colours that still figures paint areas and lines with.
func themeColors() []color.RGBA {
	paper := parseColor(lightTheme.Paper)
	colors := []color.RGBA{paper, parseColor(lightTheme.Ink), parseColor(lightTheme.Muted), parseColor(lightTheme.Grid)}
	for i := range seriesColors {
		colors = append(colors, seriesColor(i), tint(seriesColor(i)))
	}
	return colors
}

// tint is the ground of a hatched bar.
func tint(c color.RGBA) color.RGBA { return mix(c, parseColor(lightTheme.Paper), 0.25) }

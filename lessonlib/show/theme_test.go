package show

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// contrast is the contrast ratio of WCAG 2.2 (relative luminance, definition in its glossary).
func contrast(a, b color.RGBA) float64 {
	luminance := func(c color.RGBA) float64 {
		linear := func(v uint8) float64 {
			s := float64(v) / 255
			if s <= 0.04045 {
				return s / 12.92
			}
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// WCAG 2.2 asks for 4.5 between words and their ground (1.4.3) and for 3 between graphics and theirs (1.4.11).
func TestThemeHasContrast(t *testing.T) {
	for name, theme := range map[string]theme{"light": lightTheme, "dark": darkTheme} {
		paper := parseColor(theme.Paper)
		for what, ink := range map[string]string{"ink": theme.Ink, "muted": theme.Muted} {
			if got := contrast(parseColor(ink), paper); got < 4.5 {
				t.Errorf("%s theme: %s has a contrast of %.2f", name, what, got)
			}
		}
		for _, c := range seriesColors {
			if c == lightTheme.Last {
				c = theme.Last
			}
			if got := contrast(parseColor(c), paper); got < 3 {
				t.Errorf("%s theme: series colour %s has a contrast of %.2f", name, c, got)
			}
		}
	}
}

// Without colour, the first six series of each kind still look different.
func TestSeriesDifferWithoutColour(t *testing.T) {
	lines, signs := map[string]bool{}, map[string]bool{}
	for i := range 6 {
		lines[fmt.Sprint(dashes[i%len(dashes)])] = true
		signs[fmt.Sprint(markerShapes[i%len(markerShapes)])] = true
	}
	if len(lines) != 6 || len(signs) != 6 || len(symbols) != len(markerShapes) {
		t.Errorf("%d kinds of lines, %d kinds of signs, %d of them interactive", len(lines), len(signs), len(symbols))
	}
	// In black and white, two grounds of bars differ by hatching: count where it is dark.
	seen := map[string]bool{}
	for i := range 6 {
		c := daysChart()
		c.Series = make([]Series, i)
		c.Series = append(c.Series, Bars("a", []float64{1, 1, 1}))
		img := layOut(planChart(c)).draw().Image()
		var dark []byte
		for x := range img.Bounds().Dx() {
			for y := 300; y < 330; y++ {
				gray := color.GrayModel.Convert(img.At(x, y)).(color.Gray)
				if dark = append(dark, '.'); gray.Y < 215 {
					dark[len(dark)-1] = '#'
				}
			}
		}
		seen[string(dark)] = true
	}
	if len(seen) != 6 {
		t.Errorf("six series of bars look like %d", len(seen))
	}
}

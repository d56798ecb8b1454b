package show

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// Charts as lesson 1 draws them, with the figures of its pool where they are known.
func daysChart() Chart {
	return Chart{
		Title:  "On both bad days the small tenants wait",
		X:      Axis{Label: "day", Categories: []string{"normal", "day A", "day B"}},
		Y:      Axis{Label: "mean delay of S6 to S200", Unit: "ticks"},
		Series: []Series{Bars("shared", []float64{0.24, 0.85, 0.98}), Bars("round robin", []float64{0, 0, 0})},
	}
}

func sharesChart() Chart {
	var requests, work []float64
	var names []string
	for i := 1; i <= 200; i++ {
		requests = append(requests, 0.1689/float64(i))
		work = append(work, 0.1689/float64(i)*(1+0.05*math.Sin(float64(i))))
		names = append(names, fmt.Sprintf("S%d", i))
	}
	work[0] = 0.2415
	return Chart{
		Title:  "Request share against work share",
		X:      Axis{Label: "request share", Log: true},
		Y:      Axis{Label: "work share", Log: true},
		Series: []Series{Points("tenant", requests, work, names...), Line("equal", []float64{5e-4, 0.3}, []float64{5e-4, 0.3})},
	}
}

func delayChart() Chart {
	var t, shared, robin []float64
	for i := 1; i <= 600; i++ {
		t = append(t, float64(i))
		shared = append(shared, 0.4+0.3*math.Sin(float64(i*i)))
		robin = append(robin, 2.9+1.5*math.Sin(float64(i)/60)+0.3*math.Sin(float64(i*i)))
	}
	return Chart{
		Title:  "S1's delay over ten minutes",
		X:      Axis{Label: "time", Unit: "ticks"},
		Y:      Axis{Label: "delay", Unit: "ticks"},
		Series: []Series{Line("shared", t, shared), Line("round robin", t, robin)},
	}
}

func sweepChart() Chart {
	var u, delay []float64
	for i := range 19 {
		u = append(u, 0.6+0.025*float64(i))
		delay = append(delay, 0.1/math.Max(1.02-u[i], 0.004))
	}
	return Chart{
		Title:  "Delay against utilisation",
		X:      Axis{Label: "utilisation", Bounds: Bounds{0.6, 1.05}},
		Y:      Axis{Label: "mean delay", Unit: "ticks"},
		Series: []Series{Line("", u, delay)},
		Rules:  []Rule{AtX(0.8951, "0.8951: the lesson's pool"), AtY(20, "the contract's limit")},
	}
}

// wordyChart has words of every part far longer than their place.
func wordyChart() Chart {
	words := strings.Repeat("small tenants wait although they send no more than they did ", 6)
	return Chart{
		Title: words,
		X:     Axis{Label: words, Unit: words, Categories: []string{words, "day A", strings.Repeat("unbroken", 40)}},
		Y:     Axis{Label: words, Unit: words},
		Series: []Series{Bars(words, []float64{1_234_567, nan, 3_000_000}), Bars(words, []float64{1, 2, -3_000_000}),
			Line(words, nil, []float64{1e6, 2e6, inf})},
		Rules: []Rule{AtY(2e6, words), AtY(2.1e6, words), AtX(2, words), AtX(1, words), AtX(0, words)},
	}
}

// fewer is n, and a tenth of it under -short, as the race detector runs: it makes each pixel and each point ten times as slow,
// and sees no more in the last nine tenths than in the first.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// crowdedChart has more of everything than fits.
func crowdedChart() Chart {
	c := Chart{Title: "Crowd", Y: Axis{Label: "y"}}
	n := max(fewer(40), 12)
	for i := range n {
		c.X.Categories = append(c.X.Categories, fmt.Sprintf("seller number %d", i+1))
		var y []float64
		for j := range n {
			y = append(y, float64(i)+math.Sin(float64(i+j)))
		}
		c.Series = append(c.Series, Line(fmt.Sprintf("series number %d", i+1), nil, y))
		c.Rules = append(c.Rules, AtY(float64(i), fmt.Sprintf("rule %d", i)), AtX(float64(i), fmt.Sprintf("rule %d", i)))
	}
	return c
}

func picture(t testing.TB, b Bundle) image.Image {
	t.Helper()
	encoded, ok := b.Data["image/png"].(string)
	if !ok {
		t.Fatalf("no picture, but: %v", b.Data["text/plain"])
	}
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func words(b Bundle) string {
	s, _ := b.Data["text/plain"].(string)
	return s
}

func still(c Chart) Bundle { return stillBundle(planChart(c)) }

func TestFigure(t *testing.T) {
	tests := []struct {
		what   string
		chart  Chart
		lesson bool // such as the lessons draw
	}{
		{"three days", daysChart(), true}, {"200 tenants", sharesChart(), true}, {"600 ticks", delayChart(), true},
		{"a sweep", sweepChart(), true}, {"far too many words", wordyChart(), false}, {"far too much of all", crowdedChart(), false},
	}
	for _, test := range tests {
		b := still(test.chart)
		img := picture(t, b)
		t.Run("has two pixels for each of the page: "+test.what, func(t *testing.T) {
			about := b.Metadata["image/png"].(map[string]any)
			size := img.Bounds().Size()
			if size.X != 2*about["width"].(int) || size.Y != 2*about["height"].(int) {
				t.Errorf("%v pixels for %v x %v", size, about["width"], about["height"])
			}
			if about["alt"] != words(b) || words(b) != planChart(test.chart).legible().alt || words(b) == "" {
				t.Errorf("alternative text %q, plain text %q", about["alt"], words(b))
			}
		})
		// JupyterLab gives an image no alternative, and takes the page where there is one.
		t.Run("is a page's element with its words as well: "+test.what, func(t *testing.T) {
			about := b.Metadata["image/png"].(map[string]any)
			want := []html.Attribute{{Key: "class", Val: "queuebook-figure"},
				{Key: "src", Val: "data:image/png;base64," + b.Data["image/png"].(string)},
				{Key: "width", Val: fmt.Sprint(about["width"])}, {Key: "height", Val: fmt.Sprint(about["height"])},
				{Key: "style", Val: "max-width: 100%; height: auto"}, {Key: "alt", Val: words(b)}}
			page := html.NewTokenizer(strings.NewReader(b.Data["text/html"].(string)))
			page.Next()
			if element := page.Token(); element.Data != "img" || !slices.Equal(element.Attr, want) {
				t.Errorf("the page's element is %.300s", element)
			}
		})
		// What is cut, or stands too close, would be drawn at the figure's edge.
		t.Run("cuts nothing and is opaque: "+test.what, func(t *testing.T) {
			inner := img.Bounds().Inset(4)
			inked := 0
			for y := range img.Bounds().Dy() {
				for x := range img.Bounds().Dx() {
					r, g, b, a := img.At(x, y).RGBA()
					if a != 0xffff {
						t.Fatalf("pixel %d,%d is not opaque", x, y)
					}
					if r == 0xffff && g == 0xffff && b == 0xffff {
						continue
					}
					inked++
					if !image.Pt(x, y).In(inner) {
						t.Fatalf("pixel %d,%d at the edge is drawn on", x, y)
					}
				}
			}
			if all := img.Bounds().Dx() * img.Bounds().Dy(); inked < all/200 {
				t.Errorf("only %d of %d pixels are drawn on", inked, all)
			}
		})
		t.Run("is the same bytes each time: "+test.what, func(t *testing.T) {
			if again := still(test.chart); b.Data["image/png"] != again.Data["image/png"] || words(b) != words(again) {
				t.Error("two renderings differ")
			}
		})
		// Issue 2 caps a notebook at 1 MB; with about fifteen figures each may have 45 KB.
		t.Run("is a small file: "+test.what, func(t *testing.T) {
			size := base64.StdEncoding.DecodedLen(len(b.Data["image/png"].(string)))
			if test.lesson && size > 45<<10 {
				t.Errorf("%d bytes, more than 45 KB", size)
			}
		})
	}
}

func TestFigureSaysWhatItShows(t *testing.T) {
	tests := []struct {
		what  string
		chart Chart
		want  string
	}{
		{"bars by category", daysChart(),
			"Bar chart: On both bad days the small tenants wait. X axis: day, normal, day A, day B. " +
				"Y axis: mean delay of S6 to S200 (ticks), from 0 to 1. " +
				"“shared”, 3 bars: lowest 0.24 at normal, highest 0.98 at day B. “round robin”, 3 bars: 0 throughout."},
		{"named points on logarithmic axes",
			Chart{X: Axis{Log: true}, Y: Axis{Label: "work", Log: true},
				Series: []Series{Points("tenant", []float64{1, 10, 100}, []float64{2, 20, 2000}, "S3", "S2", "S1")}},
			"Scatter plot. X axis: no label, logarithmic, from 0.871 to 114.8. Y axis: work, logarithmic, from 1.517 to 2,637. " +
				"“tenant”, 3 points: lowest 2 at S3, x = 1, highest 2,000 at S1, x = 100."},
		{"rules",
			Chart{Title: "Sweep", Series: []Series{Line("", []float64{0.6, 1}, []float64{1, 9})}, Rules: []Rule{
				AtX(0.8951, "the lesson's pool"), AtY(5, "")}},
			"Line chart: Sweep. X axis: no label, from 0.6 to 1. Y axis: no label, from 0 to 9. " +
				"Series 1, 2 points: 1 at x = 0.6 and 9 at x = 1. Vertical line at x = 0.8951: the lesson's pool. " +
				"Horizontal line at y = 5."},
		{"the author's own words",
			Chart{Title: "Own", Alt: "It climbs.", Series: []Series{Line("", nil, []float64{1, 2})}}, "It climbs."},
		{"the author's own words, and what is missing",
			Chart{Alt: "It climbs.", Series: []Series{Line("a", nil, []float64{1, 2, nan})}},
			"It climbs. “a”: 1 of 3 points left out: 1 is not a number (NaN) in y."},
		{"signs that the font lacks",
			Chart{Title: "渋滞 in gürültü η ő ş", Series: []Series{Line("", nil, []float64{1, 2, 3})}},
			"Line chart: 渋滞 in gürültü η ő ş. X axis: no label, from 1 to 3. Y axis: no label, from 0 to 3. Series 1, 3 points: " +
				"lowest 1 at x = 1, highest 3 at x = 3. The figure's font cannot show 渋 (U+6E0B), 滞 (U+6EDE); □ stands in " +
				"place of each."},
	}
	for _, test := range tests {
		// TestFigure holds the words of the bundle, and its alternative text, against these.
		if got := planChart(test.chart).legible().alt; got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.what, got, test.want)
		}
	}
}

func TestFigureGivesWayToWords(t *testing.T) {
	tests := []struct {
		what  string
		chart Chart
		want  string
	}{
		{"no series", Chart{Title: "Empty"}, "No figure: Empty.\nIt has no series."},
		{"a series without points", Chart{Series: []Series{Line("a", nil, nil)}},
			"No figure.\n“a” cannot be drawn: it has no points."},
		{"x without y", Chart{Series: []Series{Line("a", []float64{1, 2}, nil)}},
			"No figure.\n“a” cannot be drawn: it has 2 x values but 0 y values, so only the first 0 are drawn."},
		{"only NaN and infinities", Chart{Series: []Series{Points("", []float64{1, 2, nan}, []float64{nan, -inf, 3})}},
			"No figure.\nSeries 1 cannot be drawn: 3 of 3 points left out: 1 is not a number (NaN) in y; 1 is infinite in y; " +
				"1 is not a number (NaN) in x."},
		{"zero and negative on a logarithmic axis",
			Chart{Y: Axis{Log: true}, Series: []Series{Bars("a", []float64{0, -1})}},
			"No figure.\n“a” cannot be drawn: 2 of 2 points left out: 2 are zero or negative in y, which a logarithmic axis " +
				"cannot show."},
		{"beyond what an axis can hold", Chart{Series: []Series{Line("a", nil, []float64{1e301, -math.MaxFloat64})}},
			"No figure.\n“a” cannot be drawn: 2 of 2 points left out: 2 are beyond ±1e300 in y."},
		{"beside all categories",
			Chart{X: Axis{Categories: []string{"one"}}, Series: []Series{Points("a", []float64{-1, 1}, []float64{1, 1})}},
			"No figure.\n“a” cannot be drawn: 2 of 2 points left out: 2 are beyond the 1 category."},
	}
	for _, test := range tests {
		b := still(test.chart)
		if got := words(b); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.what, got, test.want)
		}
		if b.Data["image/png"] != nil || !strings.Contains(b.Data["text/html"].(string), "<li>") {
			t.Errorf("%s: the output is %v", test.what, b.Data)
		}
	}
}

func TestFigureDrawsWhatItCanAndSaysWhatItLeftOut(t *testing.T) {
	tests := []struct {
		what  string
		chart Chart
		want  string
	}{
		{"a gap", Chart{Series: []Series{Line("a", nil, []float64{1, nan, 3, inf})}},
			"“a”: 2 of 4 points left out: 1 is not a number (NaN) in y; 1 is infinite in y."},
		{"more y than x", Chart{Series: []Series{Line("a", []float64{1}, []float64{1, 2})}},
			"“a”: it has 1 x value but 2 y values, so only the first 1 is drawn."},
		{"one good and one bad series", Chart{Series: []Series{Line("a", nil, []float64{1}), Line("b", nil, nil)}},
			"“b” cannot be drawn: it has no points."},
		{"more bars than categories",
			Chart{X: Axis{Categories: []string{"x", "y"}}, Series: []Series{Bars("a", []float64{1, 2, 3})}},
			"“a”: 1 of 3 points left out: 1 is beyond the 2 categories."},
		{"an unknown mark", Chart{Series: []Series{{Name: "a", Mark: "pie", Y: []float64{1, 2}}}},
			"“a”: its mark \"pie\" is unknown, so it is drawn as a line."},
		{"logarithmic categories",
			Chart{X: Axis{Log: true, Categories: []string{"x"}}, Series: []Series{Bars("a", []float64{1})}},
			"An axis of categories cannot be logarithmic: they are evenly spaced."},
		{"categories on the y axis",
			Chart{Y: Axis{Categories: []string{"x"}}, Series: []Series{Line("a", nil, []float64{1})}},
			"The y axis takes no categories: they are not shown."},
		{"bounds the wrong way round",
			Chart{X: Axis{Bounds: Bounds{2, 1}}, Series: []Series{Line("a", nil, []float64{1, 2})}},
			"The bounds 2 to 1 of the x axis cannot be used, since the first must be below the second: it fits the data."},
		{"bounds that a logarithmic axis cannot have",
			Chart{Y: Axis{Log: true, Bounds: Bounds{0, 10}}, Series: []Series{Line("a", nil, []float64{1, 2})}},
			"The bounds 0 to 10 of the y axis cannot be used, since both must be positive, the first below the second: it " +
				"fits the data."},
		{"bounds too close for a float64",
			Chart{X: Axis{Bounds: Bounds{1e16, 1e16 + 2}}, Series: []Series{Line("a", nil, []float64{1, 2})}},
			"The bounds 1e16 to 1e16 of the x axis cannot be used, since the first must be below the second: it fits the data."},
		{"points outside the bounds",
			Chart{Y: Axis{Bounds: Bounds{0, 2}}, Series: []Series{Points("a", nil, []float64{1, 2, 3})}},
			"“a”: 1 of 3 points lies outside the bounds of the axes."},
		{"a rule outside the bounds",
			Chart{X: Axis{Bounds: Bounds{0, 2}}, Series: []Series{Points("a", nil, []float64{1, 2})}, Rules: []Rule{AtX(9, "r")}},
			"The rule “r” at 9 lies outside the x axis."},
		{"a rule that is no number", Chart{Series: []Series{Points("a", nil, []float64{1, 2})}, Rules: []Rule{AtY(nan, "r")}},
			"The rule “r” at NaN lies outside the y axis."},
		{"invalid UTF-8", Chart{Series: []Series{Line("a\xff", nil, []float64{1, nan})}},
			"“a\uFFFD”: 1 of 2 points left out: 1 is not a number (NaN) in y."},
	}
	for _, test := range tests {
		p := planChart(test.chart)
		if !p.drawable() || !strings.Contains(p.alt, test.want) {
			t.Errorf("%s: drawn %t, and\n got %s\nwant %s", test.what, p.drawable(), p.alt, test.want)
		}
		if notes := strings.Join(layOut(p).notes, " "); !strings.Contains(notes, test.want) {
			t.Errorf("%s: below the figure stands %q", test.what, notes)
		}
	}
}

// Each kind of awkward data, by every mark and on both kinds of axis, gives a picture or words, and never a panic.
func TestFigureTakesAnyData(t *testing.T) {
	data := map[string]Series{
		"nothing":                 {},
		"one point":               {X: []float64{3}, Y: []float64{7}},
		"one zero":                {X: []float64{0}, Y: []float64{0}},
		"all equal":               {X: []float64{2, 2, 2}, Y: []float64{5, 5, 5}},
		"all zero":                {X: []float64{1, 2}, Y: []float64{0, 0}},
		"negative":                {X: []float64{-3, -2}, Y: []float64{-1, -7}},
		"NaN and infinities":      {X: []float64{nan, 1, inf}, Y: []float64{1, nan, -inf}},
		"huge":                    {X: []float64{1, 1e300}, Y: []float64{-1e300, 1e300}},
		"tiny":                    {X: []float64{5e-324, 1e-300}, Y: []float64{1e-299, 1e-298}},
		"huge and tiny":           {X: []float64{1e-300, 1e300}, Y: []float64{1e-300, 1e300}},
		"equal but for rounding":  {X: []float64{1, 1 + 1e-15}, Y: []float64{1e9, 1e9 + 1e-6}},
		"far from zero and close": {X: []float64{1e9, 1e9 + 1}, Y: []float64{1e15, 1e15 + 1}},
		"to and fro":              {X: []float64{1, 5, 2, 4, 3}, Y: []float64{1, 2, 3, 4, 5}},
	}
	for what, s := range data {
		for _, log := range []bool{false, true} {
			c := Chart{X: Axis{Log: log}, Y: Axis{Log: log}}
			for _, s.Mark = range []Mark{LineMark, PointsMark, BarsMark, StepsMark} {
				c.Series = append(c.Series, s)
			}
			p := planChart(c)
			if p.drawable() {
				layOut(p).draw()
			} else if len(p.leftOut) == 0 {
				t.Errorf("%s, logarithmic %t: neither picture nor words", what, log)
			}
		}
	}
}

// A million points make a picture in about a second a series, whichever way they run. Of a line that runs to and fro at
// most about 10,000 are drawn.
func TestFigureTakesAMillionPoints(t *testing.T) {
	noise := make([]float64, fewer(1_000_000))
	for i := range noise {
		noise[i] = math.Sin(float64(i) * float64(i))
	}
	b := still(Chart{Series: []Series{Points("cloud", noise, noise), Line("to and fro", noise, noise),
		Line("row", nil, noise), Bars("bars", noise)}})
	picture(t, b)
	want := "“to and fro”: its line runs to and fro through 1,000,000 points, of which every 101st is drawn."
	if len(noise) == 100_000 {
		want = "“to and fro”: its line runs to and fro through 100,000 points, of which every 11th is drawn."
	}
	if !strings.Contains(words(b), want) {
		t.Errorf("the words are %s", words(b))
	}
}

// values draws floats of all kinds, many of them awkward.
func values(label string) *rapid.Generator[[]float64] {
	one := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-10, 10),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), nan, inf, -inf, 5e-324, math.MaxFloat64, -1e300, 1, 1}))
	return rapid.SliceOfN(one, 0, 12)
}

func anyChart(t *rapid.T) Chart {
	axis := func(name string) Axis {
		return Axis{
			Label:      rapid.String().Draw(t, name+" label"),
			Unit:       rapid.StringN(0, 3, -1).Draw(t, name+" unit"),
			Log:        rapid.Bool().Draw(t, name+" log"),
			Bounds:     Bounds{rapid.Float64().Draw(t, name+" from"), rapid.Float64().Draw(t, name+" to")},
			Categories: rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, name+" categories"),
		}
	}
	c := Chart{Title: rapid.String().Draw(t, "title"), X: axis("x"), Y: axis("y")}
	if rapid.Bool().Draw(t, "fit") {
		c.X.Bounds, c.Y.Bounds = Bounds{}, Bounds{}
	}
	for range rapid.IntRange(0, 4).Draw(t, "series") {
		c.Series = append(c.Series, Series{
			Name:   rapid.String().Draw(t, "name"),
			Mark:   rapid.SampledFrom([]Mark{LineMark, PointsMark, BarsMark, StepsMark, "", "\x00"}).Draw(t, "mark"),
			X:      values("x").Draw(t, "x"),
			Y:      values("y").Draw(t, "y"),
			Labels: rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "labels"),
		})
	}
	for range rapid.IntRange(0, 3).Draw(t, "rules") {
		c.Rules = append(c.Rules, Rule{At: rapid.Float64().Draw(t, "at"), Horizontal: rapid.Bool().Draw(t, "horizontal"),
			Label: rapid.String().Draw(t, "label")})
	}
	return c
}

// Any chart has words, and every point of its plan a place or a gap; one in five is drawn, which takes longest.
func TestAnyChartIsAPictureOrWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := planChart(anyChart(t))
		if !p.drawable() {
			if words(stillBundle(p)) == "" {
				t.Fatal("neither picture nor words")
			}
			return
		}
		if !utf8.ValidString(p.alt) || p.alt == "" {
			t.Fatalf("alternative text %q", p.alt)
		}
		for _, s := range p.series {
			for i := range s.y {
				if at := p.y.place(s.y[i]); !math.IsNaN(s.y[i]) && (math.IsNaN(at) || math.IsInf(at, 0)) {
					t.Fatalf("y = %v has no place from %v to %v", s.y[i], p.y.lo, p.y.hi)
				}
			}
		}
		interactiveBundle(p)
		f := layOut(p.legible())
		if f.height < plotHeight || f.height > 4000 || f.right-f.left < 200 {
			t.Fatalf("a plot from %v to %v in a figure %v high", f.left, f.right, f.height)
		}
		if rapid.IntRange(0, 4).Draw(t, "drawn when 0") == 0 {
			f.draw()
		}
	})
}

func FuzzFigure(f *testing.F) {
	f.Add("title", "line", true, false, 0.0, 1.0, -1.0)
	f.Add("\xff", "bars", false, true, math.Inf(1), math.NaN(), 5e-324)
	f.Fuzz(func(t *testing.T, title, mark string, xLog, yLog bool, a, b, c float64) {
		out := still(Chart{Title: title, X: Axis{Log: xLog}, Y: Axis{Log: yLog, Bounds: Bounds{b, c}},
			Series: []Series{{Name: title, Mark: Mark(mark), X: []float64{a, b, c}, Y: []float64{c, a, b}}},
			Rules:  []Rule{AtX(a, title), AtY(b, title)}})
		if words(out) == "" {
			t.Error("no words")
		}
	})
}

func BenchmarkFigure(b *testing.B) {
	for _, c := range []Chart{daysChart(), sharesChart(), delayChart()} {
		b.Run(chartID("", c.Title), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				still(c)
			}
		})
	}
}

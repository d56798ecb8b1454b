package show

import (
	"encoding/base64"
	"fmt"
	"image"
	"math"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// shiftPanels are six panels of 240 minutes from 08:00, with rules of two kinds.
func shiftPanels() Panels {
	p := Panels{Title: "flash crowd, seed 42", Caption: "A teaching model.", Clock: true,
		X: Axis{Label: "time of day", Bounds: Bounds{480, 720}},
		Rules: []RuleSet{
			{Name: "the operator", Rules: []Rule{AtX(571, "09:31 shed 1, feature off, minimum 30"), AtX(583, "09:43 shed 0")}},
			{Name: "what happened", Rules: []Rule{AtX(568, "09:28 a wave of traffic comes")}},
		}}
	for i := range 6 {
		c := Chart{Y: Axis{Label: fmt.Sprintf("figure %d", i+1), Unit: "%"}}
		for _, name := range []string{"serving", "booting"} {
			var x, y []float64
			for m := range 240 {
				x = append(x, float64(480+m))
				y = append(y, float64(i+1)*(2+math.Sin(float64(m)/20+float64(len(name)))+0.1*math.Sin(float64(m*m))))
			}
			c.Series = append(c.Series, Steps(name, x, y))
		}
		p.Charts = append(p.Charts, c)
	}
	return p
}

// shiftPicture is shiftPanels drawn, once for all tests.
var shiftPicture = sync.OnceValue(func() Bundle { return panelsBundle(shiftPanels()) })

// oddPanels have words far longer than their place, panels that cannot be drawn, bars, a logarithmic axis and categories.
func oddPanels() Panels {
	words := strings.Repeat("small tenants wait although they send no more than they did ", 6)
	return Panels{Title: words, Caption: words, X: Axis{Label: words, Unit: "s", Categories: []string{"normal", "day A", words}},
		Rules: []RuleSet{{Name: words, Rules: []Rule{AtX(0, words), AtX(1, words), AtX(9, "r")}}, {Rules: []Rule{AtX(1.5, words)}},
			{Name: "c", Rules: []Rule{AtX(2, "c"), AtY(2, "flat")}}},
		Charts: []Chart{
			{Title: words, Y: Axis{Label: words, Unit: words}, Rules: []Rule{AtY(2e6, words), AtY(2.1e6, words), AtX(1, words)},
				Series: []Series{Bars("a", []float64{1, nan, 3e6}), Bars(words, []float64{1, 2, -3e6})}},
			{Title: "nothing", Series: []Series{Line("a", nil, []float64{nan, nan})}},
			{Y: Axis{Label: "log", Log: true}, Series: []Series{Line("", nil, []float64{1, 100, 1e5}), Points("p", nil, []float64{0, 100, 1e3})}},
			{Y: Axis{Label: "none"}},
		}}
}

// busyPanels have more rules than can carry their labels.
func busyPanels() Panels {
	p := shiftPanels()
	for i := range 1000 {
		p.Rules[i%2].Rules = append(p.Rules[i%2].Rules, AtX(480+float64(i*7%240), fmt.Sprintf("action %d", i)))
	}
	return p
}

func TestPanelsAreTheSameBytesEachTime(t *testing.T) {
	first, second := shiftPicture(), panelsBundle(shiftPanels())
	if first.Data["image/png"] != second.Data["image/png"] || words(first) != words(second) {
		t.Error("two renderings differ")
	}
}

func TestPanelsCutNothing(t *testing.T) {
	for _, p := range []Panels{shiftPanels(), oddPanels(), busyPanels(), Stack("", daysChart(), daysChart())} {
		b := panelsBundle(p)
		img := picture(t, b)
		about := b.Metadata["image/png"].(map[string]any)
		if size := img.Bounds().Size(); size.X != 2*about["width"].(int) || size.Y != 2*about["height"].(int) {
			t.Errorf("%.30s: %v pixels for %v x %v", p.Title, size, about["width"], about["height"])
		}
		if about["alt"] != words(b) || words(b) == "" {
			t.Errorf("%.30s: alternative text %q, plain text %q", p.Title, about["alt"], words(b))
		}
		// Nothing reaches the figure's edge, so nothing is cut by it.
		inner := img.Bounds().Inset(4)
		for y := range img.Bounds().Dy() {
			for x := 0; x < img.Bounds().Dx(); x++ {
				if image.Pt(x, y).In(inner) {
					x = inner.Max.X
				}
				if r, g, b, a := img.At(x, y).RGBA(); r&g&b&a != 0xffff {
					t.Fatalf("%.30s: pixel %d,%d at the edge is drawn on", p.Title, x, y)
				}
			}
		}
	}
}

// Six panels of 240 minutes, each with two lines, stay below 60 KB.
func TestPanelsAreASmallFile(t *testing.T) {
	size := base64.StdEncoding.DecodedLen(len(shiftPicture().Data["image/png"].(string)))
	if size > 60<<10 {
		t.Errorf("%d bytes", size)
	}
}

// The plots of a figure begin and end at the same places, whatever stands beside them, and only the last has an x axis.
func TestPanelsAreAligned(t *testing.T) {
	p := shiftPanels()
	for i := range p.Charts[2].Series {
		for j := range p.Charts[2].Series[i].Y {
			p.Charts[2].Series[i].Y[j] *= 1e6 // long tick labels
		}
	}
	p.Charts[4].Rules = []Rule{AtY(3, "a long label on the right")}
	f := layOutStack(planPanels(p))
	for i, g := range f.panels {
		if g.left != f.left || g.right != f.right || g.x.lo != 480 || g.x.hi != 720 {
			t.Errorf("panel %d from %v to %v holds %v to %v", i+1, g.left, g.right, g.x.lo, g.x.hi)
		}
		if g.bare != (i < 5) {
			t.Errorf("panel %d: without x axis %t", i+1, g.bare)
		}
		if i > 0 && g.top <= f.panels[i-1].bottom {
			t.Errorf("panel %d begins at %v, inside the one above it, which ends at %v", i+1, g.top, f.panels[i-1].bottom)
		}
	}
	var labels []string
	for _, tick := range f.xTicks {
		labels = append(labels, tick.label)
	}
	if got := strings.Join(labels, " "); got != "08:00 08:30 09:00 09:30 10:00 10:30 11:00 11:30 12:00" {
		t.Errorf("ticks at %s", got)
	}
}

// Of panels with data at different places the shared axis holds all.
func TestPanelsShareTheWidestAxis(t *testing.T) {
	p := Stack("", Chart{Series: []Series{Line("", []float64{3, 5}, []float64{1, 2})}},
		Chart{Series: []Series{Line("", []float64{1, 4}, []float64{1, 2})}})
	p.Rules = []RuleSet{{Rules: []Rule{AtX(9, "late"), AtX(nan, "never")}}}
	s := planPanels(p)
	if s.x.lo != 1 || s.x.hi != 9 || len(s.marks) != 1 {
		t.Errorf("from %v to %v with %d rules", s.x.lo, s.x.hi, len(s.marks))
	}
	p.X.Bounds = Bounds{0, 6}
	if s = planPanels(p); s.x.lo != 0 || s.x.hi != 6 || len(s.marks) != 0 {
		t.Errorf("with bounds from %v to %v with %d rules", s.x.lo, s.x.hi, len(s.marks))
	}
}

func TestPanelsSayWhatTheyShow(t *testing.T) {
	p := Panels{Title: "Shift", Caption: "A model.", Clock: true, X: Axis{Label: "time", Bounds: Bounds{540, 570}},
		Rules: []RuleSet{{Name: "the operator", Rules: []Rule{AtX(545, "roll back")}}, {}},
		Charts: []Chart{
			{Y: Axis{Label: "errors", Unit: "%"}, Series: []Series{Line("", []float64{540, 545, 550}, []float64{0, 5, 1})}},
			{Title: "Cost", Alt: "It climbs.", Series: []Series{Line("", []float64{540, 550}, []float64{0, nan})}},
			{Title: "Empty"},
		}}
	want := "Figure of 3 charts over one x axis: Shift. X axis: time, from 09:00 to 09:30. Panel 1: Line chart. Y axis: errors (%), " +
		"from 0 to 5. Series 1, 3 points: lowest 0 at 09:00, highest 5 at 09:05. Panel 2, Cost: It climbs. Panel 3, Empty: cannot be " +
		"drawn. Vertical lines, the operator: roll back at 09:05. Panel 2: Series 1: 1 of 2 points left out: 1 is not a number (NaN) in y. " +
		"Panel 3: It has no series. A model."
	if got := words(panelsBundle(p)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	p.Alt = "My own 渋."
	p.Title = "渋"
	if got := words(panelsBundle(p)); !strings.HasPrefix(got, "My own 渋. Panel 2: ") || !strings.Contains(got, "cannot show 渋 (U+6E0B)") {
		t.Errorf("the author's own words became %s", got)
	}
}

func TestPanelsSayWhatTheyLeftOut(t *testing.T) {
	line := Chart{Series: []Series{Line("a", []float64{1, 2}, []float64{1, 2})}}
	many := make([]Chart, 20)
	for i := range many {
		many[i] = line
	}
	for _, c := range []struct {
		what   string
		panels Panels
		want   string
	}{
		{"no charts", Panels{Title: "Empty"}, "No figure: Empty.\nIt has no charts."},
		{"no chart that can be drawn", Stack("", Chart{}, Chart{Series: []Series{Line("a", nil, nil)}}),
			"No figure.\nPanel 1: It has no series.\nPanel 2: “a” cannot be drawn: it has no points."},
		{"more charts than a page holds", Stack("", many...), "It has 20 charts, of which the first 12 are drawn."},
		{"bounds that cannot be used, said once", Panels{X: Axis{Bounds: Bounds{2, 1}}, Charts: []Chart{line, line}},
			"The bounds 2 to 1 of the x axis cannot be used"},
		{"a rule beyond the axis", Panels{X: Axis{Bounds: Bounds{540, 600}}, Clock: true, Charts: []Chart{line},
			Rules: []RuleSet{{Rules: []Rule{AtX(620, "late")}}}}, "The rule “late” at 10:20 lies outside the x axis."},
		{"a horizontal rule", Panels{Charts: []Chart{line}, Rules: []RuleSet{{Rules: []Rule{AtY(1, "flat")}}}},
			"The rule “flat” is horizontal: it needs to be a rule of one chart."},
		{"a clock with categories", Panels{X: Axis{Categories: []string{"a", "b", "c"}}, Clock: true, Charts: []Chart{line}},
			"Clock times need a linear axis of numbers: they are not shown."},
		{"a logarithmic clock", Panels{X: Axis{Log: true}, Clock: true, Charts: []Chart{line}},
			"Clock times need a linear axis of numbers: they are not shown."},
		{"more rules than can be seen", busyPanels(), "It has 1,003 vertical rules, of which the first 300 are drawn."},
	} {
		got := planPanels(c.panels).alt
		if got == "" {
			got = words(panelsBundle(c.panels))
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
		if strings.Count(got, c.want) != 1 {
			t.Errorf("%s: said more than once in %s", c.what, got)
		}
	}
}

// No label lies on another, or on a line that leads up to another; where that cannot be, the rules are numbered in order.
func TestLabelsOfRulesKeepApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Panels{X: Axis{Bounds: Bounds{0, 240}}, Charts: []Chart{{Series: []Series{Line("", []float64{0, 240}, []float64{1, 2})}}}}
		for i := range rapid.IntRange(1, 14).Draw(t, "rules") {
			at := float64(rapid.IntRange(0, 240).Draw(t, "at"))
			label := strings.Repeat("wave ", rapid.IntRange(1, 16).Draw(t, "words"))
			p.Rules = append(p.Rules, RuleSet{Rules: []Rule{AtX(at, fmt.Sprint(i, " ", label))}})
		}
		f := layOutStack(planPanels(p))
		for i := range f.labels {
			a := &f.labels[i]
			if a.x0 < margin-0.1 || a.x1 > figureWidth-margin+0.1 {
				t.Fatalf("%q reaches from %v to %v", a.lines, a.x0, a.x1)
			}
			for j := range f.labels[:i] {
				b := &f.labels[j]
				apart := a.x0 >= b.x1 || b.x0 >= a.x1 || a.row != b.row
				if a.number {
					if !apart || b.x0 > a.x0 {
						t.Fatalf("numbers %q and %q overlap", a.lines, b.lines)
					}
					continue
				}
				// A line leads up to each label's upper end.
				for _, pair := range [][2]*markLabel{{a, b}, {b, a}} {
					line, words := pair[0], pair[1]
					if words.row <= line.row && words.x0 < line.at && line.at < words.x1 {
						apart = false
					}
				}
				if !apart {
					t.Fatalf("%q and %q touch", a.lines, b.lines)
				}
			}
		}
	})
}

// Rules that are too many for labels have a number above them and its meaning below, in the same order.
func TestManyRulesAreNumbered(t *testing.T) {
	p := shiftPanels()
	p.Rules[0].Rules = nil
	for i := range 30 {
		p.Rules[0].Rules = append(p.Rules[0].Rules, AtX(float64(719-i), fmt.Sprintf("action %d", 30-i)))
	}
	f := layOutStack(planPanels(p))
	if len(f.labels) < 2 || f.labels[0].lines[0] != "1" { // the wave at 09:28 stands alone, the others a minute apart
		t.Fatalf("the labels are %+v", f.labels)
	}
	if last := f.labels[len(f.labels)-1].lines[0]; !strings.HasSuffix(last, "–31") {
		t.Errorf("the last number is %s", last)
	}
	explained := 0
	for _, k := range f.keys {
		if !k.kind {
			explained++
			if want := fmt.Sprintf("%d: action %d", explained, explained-1); explained > 1 && k.lines[0] != want {
				t.Errorf("the key says %q, not %q", k.lines[0], want)
			}
		}
	}
	if explained != mostNumbered {
		t.Errorf("the key explains %d", explained)
	}
	more := false
	for _, w := range f.words {
		more = more || len(w.lines) > 0 && w.lines[0] == "And 7 more that are not explained here."
	}
	if !more {
		t.Error("nothing says that 7 more are not explained")
	}
}

// A rule stops where words stand in its way, and goes on below them.
func TestARuleDoesNotStrikeWordsThrough(t *testing.T) {
	p := shiftPanels()
	p.Rules[0].Rules = []Rule{AtX(481, "08:01 early")}
	f := layOutStack(planPanels(p))
	img := f.draw().Image()
	x := f.px(481)
	struck := 0
	for _, w := range f.headings {
		if w.x > x || w.x+w.letters.widest(w.lines) < x {
			continue
		}
		struck++
		// Just above the letters, inside the heading's line: ink there is the rule's.
		r, _, _, _ := img.At(int(x*pixelsPerCSS), int((w.y+1)*pixelsPerCSS)).RGBA()
		if r != 0xffff {
			t.Errorf("%q is struck through", w.lines)
		}
	}
	if struck != 6 {
		t.Errorf("%d headings lie in the rule's way, not 6", struck)
	}
}

func TestClockTimes(t *testing.T) {
	for minutes, want := range map[float64]string{0: "00:00", 569: "09:29", 569.4: "09:29", 1439.6: "00:00", 1440: "00:00", 1500: "01:00",
		-1: "23:59", 1e300: clockTime(1e300)} {
		if got := clockTime(minutes); got != want {
			t.Errorf("%v is %s, want %s", minutes, got, want)
		}
	}
	for _, c := range []struct {
		what   string
		lo, hi float64
		want   string
	}{
		{"two hours", 540, 660, "09:00 09:15 09:30 09:45 10:00 10:15 10:30 10:45 11:00"},
		{"from an odd minute", 543, 552, "09:03 09:04 09:05 09:06 09:07 09:08 09:09 09:10 09:11 09:12"},
		{"past midnight", 1380, 1500, "23:00 23:15 23:30 23:45 00:00 00:15 00:30 00:45 01:00"},
		{"within one minute, in plain numbers", 540.1, 540.4, "540.10 540.15 540.20 540.25 540.30 540.35 540.40"},
		{"a year, in plain numbers", 0, 525_600, "0 100,000 200,000 300,000 400,000 500,000"},
	} {
		var labels []string
		for _, tick := range (scale{clock: true, lo: c.lo, hi: c.hi}).ticks(10) {
			labels = append(labels, tick.label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestAnyPanelsAreAPictureOrWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Panels{Title: rapid.String().Draw(t, "title"), Caption: rapid.String().Draw(t, "caption"), Clock: rapid.Bool().Draw(t, "clock")}
		for range rapid.IntRange(0, 3).Draw(t, "charts") {
			c := anyChart(t)
			p.Charts = append(p.Charts, c)
			p.X = c.X
		}
		for range rapid.IntRange(0, 3).Draw(t, "sets") {
			set := RuleSet{Name: rapid.String().Draw(t, "set")}
			for _, at := range values("rules").Draw(t, "at") {
				set.Rules = append(set.Rules, Rule{At: at, Horizontal: at == 1, Label: rapid.StringN(0, 20, -1).Draw(t, "label")})
			}
			p.Rules = append(p.Rules, set)
		}
		s := planPanels(p)
		if s.drawable() {
			if !utf8.ValidString(s.alt) || s.alt == "" {
				t.Fatalf("text alternative %q", s.alt)
			}
			if f := layOutStack(s.legible()); !(f.height > 0 && f.height < 4000) {
				t.Fatalf("%v pixels high", f.height)
			}
			if rapid.IntRange(0, 9).Draw(t, "painted") > 0 {
				return // painting takes most of the time
			}
		}
		if b := panelsBundle(p); words(b) == "" || (b.Data["image/png"] == nil) == s.drawable() {
			t.Fatalf("drawable %t, but picture %t, with the words %q", s.drawable(), b.Data["image/png"] != nil, words(b))
		}
	})
}

func BenchmarkPanels(b *testing.B) {
	p := shiftPanels()
	b.ReportAllocs()
	for b.Loop() {
		panelsBundle(p)
	}
}

package show

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// box is where words stand in a figure.
type box struct {
	what                     string
	left, top, right, bottom float64
}

func boxOf(what string, l lettering, lines []string, x, y float64) box {
	return box{what, x, y, x + l.widest(lines), y + float64(len(lines))*lineHeight(float64(l.face.Font.Size))}
}

func (b box) meets(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

// However many series and rules there are, and however long their names: no words lie on others, on the plot, or beyond
// the figure. While all labels stand to the right of their rules, no line that leads to one crosses another.
func TestWordsStandApartAndOffTheData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z]{1,12}( [a-z]{1,12}){0,6}`)
		c := Chart{Title: word.Draw(t, "title"), Y: Axis{Label: word.Draw(t, "y label"), Bounds: Bounds{0, 10}},
			X: Axis{Bounds: Bounds{0, 10}}}
		for range rapid.IntRange(1, 15).Draw(t, "series") {
			c.Series = append(c.Series, Line(word.Draw(t, "name"), []float64{1, 9}, []float64{1, 9}))
		}
		for range rapid.IntRange(0, 12).Draw(t, "rules") {
			c.Rules = append(c.Rules, Rule{At: rapid.Float64Range(0, 10).Draw(t, "at"),
				Horizontal: rapid.Bool().Draw(t, "horizontal"), Label: word.Draw(t, "label")})
		}
		f := layOut(planChart(c))
		boxes := []box{boxOf("title", bold(titleSize), f.titleLines, margin, margin),
			boxOf("y label", regular(wordSize), f.yLines, margin, f.labelTop()-float64(len(f.yLines))*lineHeight(wordSize))}
		for i, e := range f.legend {
			name := boxOf(fmt.Sprintf("legend %d", i), regular(wordSize), e.lines, e.x+sampleWidth+sampleGap, e.y)
			name.left = e.x
			boxes = append(boxes, name)
		}
		flipped := slices.ContainsFunc(f.labels, func(l ruleLabel) bool { return l.flip })
		for i, l := range f.labels {
			boxes = append(boxes, boxOf(fmt.Sprintf("label %d", i), regular(noteSize), l.lines, l.x, l.y))
			leader := box{fmt.Sprintf("line to label %d", i), f.px(l.rule.At), l.y, f.px(l.rule.At), f.top}
			for j, other := range f.labels {
				if !flipped && !l.rule.Horizontal && !other.rule.Horizontal && i != j &&
					leader.meets(boxOf("", regular(noteSize), other.lines, other.x, other.y)) {
					t.Fatalf("the line to %q crosses %q", l.lines, other.lines)
				}
			}
		}
		plot := box{"plot", f.left, f.top, f.right, f.bottom}
		for i, b := range boxes {
			if b.meets(plot) || b.left < margin || b.right > figureWidth-margin+0.01 || b.top < 0 ||
				b.bottom > f.height-margin+0.01 {
				t.Fatalf("%+v lies on the plot %+v or beyond the figure", b, plot)
			}
			for _, other := range boxes[:i] {
				if b.meets(other) {
					t.Fatalf("%+v meets %+v", b, other)
				}
			}
		}
	})
}

func TestNamesOfCategoriesFindRoom(t *testing.T) {
	names := func(n int, name string) []string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("%s %d", name, i+1))
		}
		return all
	}
	tests := []struct {
		what   string
		names  []string
		slant  bool
		every  int
		height float64 // at most
	}{
		{"three days side by side", []string{"normal", "day A", "day B"}, false, 1, 20},
		{"six long names on several lines", names(6, "a seller of garden furniture"), false, 1, 50},
		{"twenty names on a slant", names(20, "seller number"), true, 1, 90},
		{"two hundred names, every seventh", names(200, "S"), true, 7, 50},
		{"names without end", []string{strings.Repeat("x", 500), strings.Repeat("y", 500)}, true, 1, 130},
	}
	for _, test := range tests {
		y := make([]float64, len(test.names))
		f := layOut(planChart(Chart{X: Axis{Categories: test.names}, Series: []Series{Bars("", y)}}))
		if f.names.slant != test.slant || f.names.every != test.every || f.names.height > test.height {
			t.Errorf("%s: slant %t, every %d, %v high", test.what, f.names.slant, f.names.every, f.names.height)
		}
	}
}

// 0.1 rounded as 974 is would be 0, and its bar stands beside the other's.
func TestEachBarOfALogarithmicAxisHasItsOwnDigits(t *testing.T) {
	c := Chart{X: Axis{Categories: []string{"open", "closed"}}, Series: []Series{Bars("", []float64{974.13, 0.1})}}
	for _, log := range []bool{false, true} {
		c.Y.Log = log
		f := layOut(planChart(c))
		want := map[bool][2]string{false: {"974", "0"}, true: {"974.1", "0.1"}}[log]
		if got := [2]string{f.barValue(974.13), f.barValue(0.1)}; got != want {
			t.Errorf("logarithmic %v: the bars are signed %q, want %q", log, got, want)
		}
	}
}

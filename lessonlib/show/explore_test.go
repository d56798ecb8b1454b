package show

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/queuebook/queuebook/lessonlib/show/assets"
)

func interactive(c Chart) Bundle { return interactiveBundle(planChart(c)) }

// hostileChart has words that end a script, an attribute or an element.
func hostileChart() Chart {
	words := `</script><img src=x onerror=alert(1)>"' & <!--`
	return Chart{ID: words, Title: words, X: Axis{Label: words, Unit: words}, Y: Axis{Label: words},
		Series: []Series{Points(words, []float64{1, 2}, []float64{1, 2}, words, words)}, Rules: []Rule{AtX(1, words)}}
}

// parsed returns the one element that an interactive output is, and the text of its one script.
func parsed(t *testing.T, b Bundle) (*html.Node, string) {
	t.Helper()
	source, _ := b.Data["text/html"].(string)
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil || len(nodes) != 1 {
		t.Fatalf("%d elements, error %v, in %.300s", len(nodes), err, source)
	}
	var scripts []string
	for n := range nodes[0].Descendants() {
		if n.Type == html.ElementNode && n.Data == "script" {
			scripts = append(scripts, n.FirstChild.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" {
				t.Errorf("<%s %s=%q> in the output", n.Data, a.Key, a.Val)
			}
		}
	}
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	return nodes[0], scripts[0]
}

func attributes(n *html.Node) map[string]string {
	attrs := map[string]string{}
	for _, a := range n.Attr {
		attrs[a.Key] = a.Val
	}
	return attrs
}

// specOf returns what the script hands to the drawing code.
func specOf(t *testing.T, script string) (spec struct {
	ID, Alt, X, Y string
	Notes         []string
	Option        struct {
		Aria struct {
			Enabled bool
			Label   struct{ Description string }
			Decal   struct{ Show bool }
		}
		XAxis, YAxis struct {
			Type     string
			Min, Max float64
			Data     []string
		}
		DataZoom []any
		Series   []struct {
			Type, Name, Step, Color string
			Data                    []json.RawMessage
			MarkLine                *struct{ Data []struct{ Name string } }
		}
	}
}) {
	t.Helper()
	head := assets.Cell() + "("
	if !strings.HasPrefix(script, head) || !strings.HasSuffix(script, ");") {
		t.Fatalf("the script is not one call: %.200s", script)
	}
	if err := json.Unmarshal([]byte(script[len(head):len(script)-len(");")]), &spec); err != nil {
		t.Fatal(err)
	}
	return spec
}

func TestExploreIsOneElementThatNamesItself(t *testing.T) {
	for _, c := range []Chart{daysChart(), sharesChart(), delayChart(), sweepChart(), hostileChart(), wordyChart()} {
		b := interactive(c)
		root, script := parsed(t, b)
		spec := specOf(t, script)
		attrs := attributes(root)
		if root.Data != "div" || attrs["class"] != "queuebook-explore" || attrs["id"] != "explore-"+spec.ID ||
			attrs["data-queuebook-chart"] != spec.ID || attrs["role"] != "group" {
			t.Errorf("%.30s: <%s %v>", c.Title, root.Data, attrs)
		}
		if want := "Interactive chart: " + cleanWords(c.Title, 400); attrs["aria-label"] != want {
			t.Errorf("aria-label %q, want %q", attrs["aria-label"], want)
		}
		if !spec.Option.Aria.Enabled || !spec.Option.Aria.Decal.Show || spec.Option.Aria.Label.Description != words(b) {
			t.Errorf("%.30s: aria %+v", c.Title, spec.Option.Aria)
		}
		if spec.Alt != words(b) || words(b) == "" {
			t.Errorf("%.30s: alternative %q, plain text %q", c.Title, spec.Alt, words(b))
		}
	}
}

// Where no script runs, the words in the output say that the figure above is the figure.
func TestExploreWithoutScriptIsASentence(t *testing.T) {
	root, _ := parsed(t, interactive(daysChart()))
	var text strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "script" {
			text.WriteString(n.Data)
		}
	}
	if !strings.Contains(text.String(), "the figure above is the figure") {
		t.Errorf("without script it reads %q", text.String())
	}
}

func TestExploreCarriesTheSameData(t *testing.T) {
	_, script := parsed(t, interactive(sharesChart()))
	spec := specOf(t, script)
	if got := len(spec.Option.Series[0].Data); got != 200 {
		t.Errorf("%d points, not 200", got)
	}
	if got := string(spec.Option.Series[0].Data[0]); got != `{"name":"S1","value":[0.1689,0.2415]}` {
		t.Errorf("the first point is %s", got)
	}
	if spec.Option.XAxis.Type != "log" || spec.Option.YAxis.Type != "log" {
		t.Errorf("axes are %s and %s, not log", spec.Option.XAxis.Type, spec.Option.YAxis.Type)
	}
	_, script = parsed(t, interactive(daysChart()))
	spec = specOf(t, script)
	if got := strings.Join(spec.Option.XAxis.Data, " "); got != "normal day A day B" || spec.Option.DataZoom != nil {
		t.Errorf("categories %q, zoom %v", got, spec.Option.DataZoom)
	}
	_, script = parsed(t, interactive(sweepChart()))
	spec = specOf(t, script)
	rules := spec.Option.Series[1].MarkLine
	if rules == nil || len(rules.Data) != 2 || rules.Data[0].Name != "0.8951: the lesson's pool" {
		t.Errorf("rules are %+v", rules)
	}
	if spec.Option.XAxis.Min != 0.6 || spec.Option.XAxis.Max != 1.05 {
		t.Errorf("the x axis runs from %v to %v", spec.Option.XAxis.Min, spec.Option.XAxis.Max)
	}
}

func TestExploreBreaksLinesAtGaps(t *testing.T) {
	_, script := parsed(t, interactive(Chart{Series: []Series{Steps("a", nil, []float64{1, math.NaN(), 3})}}))
	series := specOf(t, script).Option.Series[0]
	var got []string
	for _, point := range series.Data {
		got = append(got, string(point))
	}
	if strings.Join(got, " ") != "[1,1] [1,null] [3,3]" || series.Step != "end" {
		t.Errorf("points %v, step %q", got, series.Step)
	}
}

// An output must stay small however long the series: 2,000 points, of a line with its peaks.
func TestExploreThinsLongSeriesAndSaysSo(t *testing.T) {
	y := make([]float64, fewer(1_000_000))
	y[len(y)*7/9] = 42
	note := fmt.Sprintf("of its %s points here.", Count(int64(len(y))))
	for _, mark := range []Mark{LineMark, PointsMark, StepsMark} {
		b := interactive(Chart{Series: []Series{{Name: "long", Mark: mark, Y: y}}})
		_, script := parsed(t, b)
		spec := specOf(t, script)
		if len(script) > 80_000 {
			t.Errorf("%s: %d bytes", mark, len(script))
		}
		if len(spec.Notes) != 1 || !strings.HasSuffix(spec.Notes[0], note) {
			t.Errorf("%s: notes %q", mark, spec.Notes)
		}
		if mark != PointsMark && !strings.Contains(script, ",42]") {
			t.Errorf("%s: the peak is gone", mark)
		}
	}
}

func TestExploreIsTheSameBytesEachTime(t *testing.T) {
	for _, c := range []Chart{daysChart(), sharesChart(), hostileChart()} {
		if interactive(c).Data["text/html"] != interactive(c).Data["text/html"] {
			t.Errorf("%.30s: two outputs differ", c.Title)
		}
	}
}

// Data that cannot be drawn has one output, the words in place of the figure.
func TestExploreOfNothingHasNoScript(t *testing.T) {
	p := planChart(Chart{Series: []Series{Line("a", nil, []float64{math.NaN()})}})
	if p.drawable() || strings.Contains(stillBundle(p).Data["text/html"].(string), "script") {
		t.Error("a chart without points is drawn")
	}
}

func TestChartsHaveStableNames(t *testing.T) {
	tests := []struct{ what, id, title, want string }{
		{"from the title", "", "Who waits, on which day?", "who-waits-on-which-day"},
		{"given", "shares", "Who waits", "shares"},
		{"given, but not usable as it is", "A b\"c", "", "a-b-c"},
		{"two titles that differ in signs that a name cannot hold", "", "gürültü", "g-r-lt-f41c43d9"},
		{"nothing to go by", "", "", "chart-811c9dc5"},
	}
	for _, test := range tests {
		if got := chartID(test.id, test.title); got != test.want {
			t.Errorf("%s: got %q, want %q", test.what, got, test.want)
		}
	}
}

package show

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/queuebook/queuebook/lessonlib/show/assets"
)

// mostExplored is how many points of a series the interactive chart carries, so that an output stays small.
const mostExplored = 2000

// fewNames is up to how many categories zooming has no use.
const fewNames = 12

// exploration is what the drawing code in the page needs to draw a chart.
type exploration struct {
	ID     string           `json:"id"`
	Alt    string           `json:"alt"`
	X      string           `json:"x"` // the axes' labels with their units
	Y      string           `json:"y"`
	Themes map[string]theme `json:"themes"`
	Notes  []string         `json:"notes,omitempty"`
	Option option           `json:"option"`
}

// option is the chart in terms of ECharts, by go-echarts where it has them. The drawing code adds what depends on the
// page: ink, motion, and how numbers are written.
type option struct {
	Aria     opts.Aria       `json:"aria"`
	Grid     opts.Grid       `json:"grid"`
	Legend   opts.Legend     `json:"legend"`
	Tooltip  opts.Tooltip    `json:"tooltip"`
	DataZoom []opts.DataZoom `json:"dataZoom,omitempty"`
	XAxis    opts.XAxis      `json:"xAxis"`
	YAxis    opts.YAxis      `json:"yAxis"`
	Series   []optionSeries  `json:"series"`
}

// optionSeries is one series in terms of ECharts. Go-echarts has one struct for all kinds of series, which would link
// its templates into each cell.
type optionSeries struct {
	Type       string           `json:"type"`
	Name       string           `json:"name,omitempty"`
	Step       string           `json:"step,omitempty"`
	Symbol     string           `json:"symbol,omitempty"`
	SymbolSize int              `json:"symbolSize,omitempty"`
	ShowSymbol *bool            `json:"showSymbol,omitempty"`
	Color      string           `json:"color,omitempty"`
	LineStyle  *optionLineStyle `json:"lineStyle,omitempty"`
	Data       []optionPoint    `json:"data"`
	MarkLine   *opts.MarkLines  `json:"markLine,omitempty"`
}

type optionLineStyle struct {
	Type any `json:"type"` // "solid", or lengths of dashes and gaps
}

// optionPoint is a point with its name; a NaN in y breaks the line.
type optionPoint struct {
	x, y float64
	name string
}

// MarshalJSON writes [x,y], or an object where the point has a name.
func (p optionPoint) MarshalJSON() ([]byte, error) {
	y := "null"
	if !math.IsNaN(p.y) {
		y = shortJSON(p.y)
	}
	value := "[" + shortJSON(p.x) + "," + y + "]"
	if p.name == "" {
		return []byte(value), nil
	}
	name, err := json.Marshal(p.name)
	return []byte(`{"name":` + string(name) + `,"value":` + value + `}`), err
}

// shortJSON writes a number with seven digits, more than hovering shows.
func shortJSON(v float64) string { return strconv.FormatFloat(v, 'g', 7, 64) }

// symbols are the signs of points in ECharts, as markerShapes are in still figures.
var symbols = []string{"circle", "rect", "triangle", "diamond", "path://M0,0L10,0L5,9Z",
	"path://M10,0L12,8L20,10L12,12L10,20L8,12L0,10L8,8Z"}

// interactiveBundle is the output of an interactive chart: a place in the page, and a script that draws there once the
// page has the library. Until then, and where there is none, the place says that the figure above shows the same.
func interactiveBundle(p plan) Bundle {
	spec := exploration{ID: p.id, Alt: p.alt, X: p.xLabel, Y: p.yLabel,
		Themes: map[string]theme{"light": lightTheme, "dark": darkTheme}}
	spec.Option, spec.Notes = p.option()
	encoded, err := json.Marshal(spec)
	if err != nil {
		// Every number of a plan is finite, so there is nothing that JSON cannot hold.
		p.leftOut = append(p.leftOut, "The interactive chart cannot be encoded: "+err.Error()+".")
		return excuse(p)
	}
	name := p.title
	if name == "" {
		name = p.id
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="queuebook-explore" id="explore-%s" data-queuebook-chart="%s" role="group" `+
		`aria-label="%s" data-lm-suppress-shortcuts="true">`, p.id, p.id, html.EscapeString("Interactive chart: "+name))
	b.WriteString(`<p class="queuebook-explore-note"><small>An interactive version of the figure above draws here in ` +
		`JupyterLab, in Notebook 7 and in the handout, once the notebook is trusted. Elsewhere, the figure above is the ` +
		`figure: it shows the same data.</small></p>`)
	fmt.Fprintf(&b, "<script>%s(%s);</script></div>", assets.Cell(), encoded)
	return Bundle{Data: map[string]any{"text/html": b.String(), "text/plain": p.alt}}
}

// option turns a plan into the terms of ECharts. The notes say which series were thinned.
func (p plan) option() (option, []string) {
	var notes []string
	o := option{
		Aria: opts.Aria{Enabled: opts.Bool(true), Decal: &opts.AriaDecal{Show: opts.Bool(true)},
			Label: &opts.AriaLabel{Description: p.alt}},
		Grid:    opts.Grid{Left: "8", Right: "24", Top: "16", Bottom: "48", ContainLabel: opts.Bool(true)},
		Legend:  opts.Legend{Show: opts.Bool(false)},
		Tooltip: opts.Tooltip{Trigger: "axis"},
		XAxis:   opts.XAxis{Type: "value", Min: p.x.lo, Max: p.x.hi},
		YAxis:   opts.YAxis{Type: "value", Min: p.y.lo, Max: p.y.hi},
	}
	if p.x.names == nil || len(p.x.names) > fewNames {
		o.DataZoom = []opts.DataZoom{{Type: "inside", FilterMode: "none"}, {Type: "slider", FilterMode: "none"}}
	} else {
		o.Grid.Bottom = "8"
	}
	switch {
	case p.x.names != nil:
		o.XAxis = opts.XAxis{Type: "category", Data: p.x.names}
	case p.x.log:
		o.XAxis.Type = "log"
	}
	if p.y.log {
		o.YAxis.Type = "log"
	}
	var named []string
	for _, s := range p.series {
		if s.mark == PointsMark {
			o.Tooltip.Trigger = "item"
		}
		if s.name != "" {
			named = append(named, s.name)
		}
		thin := s.thinnedTo(mostExplored)
		if thin.count < s.count {
			notes = append(notes, fmt.Sprintf("%s shows %s of its %s here.", s.title(),
				groupedNumber(float64(thin.count), 0), counted(s.count, "point")))
		}
		o.Series = append(o.Series, seriesOption(thin))
	}
	if len(named) > 0 {
		o.Legend = opts.Legend{Show: opts.Bool(true), Type: "scroll", Left: "8", Top: "0", Data: named}
		o.Grid.Top = "40"
	}
	if len(p.rules) > 0 {
		o.Series = append(o.Series, rulesOption(p.rules))
	}
	return o, notes
}

func seriesOption(s plotted) optionSeries {
	o := optionSeries{Name: s.name, Color: seriesColors[s.style%len(seriesColors)], Symbol: symbols[s.style%len(symbols)]}
	switch s.mark {
	case BarsMark:
		o.Type, o.Symbol = "bar", ""
	case PointsMark:
		o.Type, o.SymbolSize = "scatter", 9
	default:
		o.Type, o.SymbolSize = "line", 8
		few := s.count <= 40 && signed(s)
		o.ShowSymbol = &few
		o.LineStyle = &optionLineStyle{Type: "solid"}
		if dash := dashes[s.style%len(dashes)]; dash != nil {
			o.LineStyle.Type = dash
		}
	}
	if s.mark == StepsMark {
		o.Step = "end" // ECharts' word for holding a value until the next
	}
	for i := range s.y {
		point := optionPoint{x: s.x[i], y: s.y[i]}
		if math.IsNaN(point.y) && i > 0 {
			point.x = s.x[i-1] // a gap stands where the line was left
		}
		if s.labels != nil {
			point.name = s.labels[i]
		}
		o.Data = append(o.Data, point)
	}
	return o
}

// rulesOption hangs the rules on a series of their own without points, so that they stay when others are hidden.
func rulesOption(rules []Rule) optionSeries {
	lines := &opts.MarkLines{MarkLineStyle: opts.MarkLineStyle{Symbol: []string{"none", "none"},
		Label: &opts.Label{Show: opts.Bool(true), Formatter: "{b}"}}}
	for _, r := range rules {
		if r.Horizontal {
			lines.Data = append(lines.Data, opts.MarkLineNameYAxisItem{Name: r.Label, YAxis: r.At})
		} else {
			lines.Data = append(lines.Data, opts.MarkLineNameXAxisItem{Name: r.Label, XAxis: r.At})
		}
	}
	return optionSeries{Type: "line", Data: []optionPoint{}, MarkLine: lines}
}

// thinnedTo returns the series with about most points: of each stretch of a line the lowest and the highest, of single
// points and bars every n-th.
func (s plotted) thinnedTo(most int) plotted {
	if s.count <= most {
		return s
	}
	if s.mark == PointsMark || s.mark == BarsMark {
		return s.everyNth((s.count + most - 1) / most)
	}
	out := plotted{name: s.name, mark: s.mark, style: s.style}
	keep := func(i int) {
		label := ""
		if s.labels != nil {
			label = s.labels[i]
		}
		out.add(s.x[i], s.y[i], label, s.labels != nil)
		if !math.IsNaN(s.y[i]) {
			out.count++
		}
	}
	stretch := 2 * len(s.y) / most
	for from := 0; from < len(s.y); from += stretch {
		low, high := -1, -1
		gap := false
		for i := from; i < min(from+stretch, len(s.y)); i++ {
			switch y := s.y[i]; {
			case math.IsNaN(y):
				gap = true
			case low < 0:
				low, high = i, i
			case y < s.y[low]:
				low = i
			case y > s.y[high]:
				high = i
			}
		}
		if low >= 0 {
			keep(min(low, high))
		}
		if low != high {
			keep(max(low, high))
		}
		if gap {
			out.add(math.NaN(), math.NaN(), "", s.labels != nil)
		}
	}
	return out
}

package show

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plan is a chart made ready to draw: clean words, values that can be drawn, scales that hold them, and in words what
// was left out. Both renderers draw plans.
type plan struct {
	id     string
	title  string
	alt    string
	xLabel string // with its unit
	yLabel string
	x, y   scale
	series []plotted
	rules  []Rule
	// leftOut are sentences about what the chart holds and the figure does not.
	leftOut []string
}

// plotted is what can be drawn of a series.
type plotted struct {
	name   string
	mark   Mark
	style  int // counts the series of the chart, also those that cannot be drawn, so that colours stay put
	x, y   []float64
	labels []string // as long as x and y, or nil
	// count is the number of points; x and y also hold a NaN wherever a line has to break.
	count int
}

func (p plan) drawable() bool { return len(p.series) > 0 }

// planChart finds out what of the chart can be drawn.
func planChart(c Chart) plan {
	p := plan{
		title:  cleanWords(c.Title, 400),
		xLabel: axisWords(c.X),
		yLabel: axisWords(c.Y),
	}
	p.id = chartID(c.ID, p.title)
	if len(c.Y.Categories) > 0 {
		p.leftOut = append(p.leftOut, "The y axis takes no categories: they are not shown.")
	}
	names := categoryNames(c)
	if len(names) > 0 && c.X.Log {
		p.leftOut = append(p.leftOut, "An axis of categories cannot be logarithmic: they are evenly spaced.")
		c.X.Log = false
	}
	for i, s := range c.Series {
		drawn, complaint := drawableSeries(s, i, len(names), c.X.Log, c.Y.Log)
		if complaint != "" {
			p.leftOut = append(p.leftOut, complaint)
		}
		if drawn.count > 0 {
			p.series = append(p.series, drawn)
		}
	}
	if len(c.Series) == 0 {
		p.leftOut = append(p.leftOut, "It has no series.")
	}
	if !p.drawable() {
		return p
	}
	p.setScales(c, names)
	p.setRules(c)
	p.alt = cleanWords(c.Alt, 10_000)
	if p.alt == "" {
		p.alt = p.describe()
	}
	if len(p.leftOut) > 0 {
		p.alt += " " + strings.Join(p.leftOut, " ")
	}
	return p
}

// categoryNames returns the names on the x axis; bars without any numbers below them count as categories 1, 2, 3.
func categoryNames(c Chart) []string {
	names := make([]string, len(c.X.Categories))
	for i, name := range c.X.Categories {
		names[i] = cleanWords(name, 200)
	}
	if len(names) > 0 {
		return names
	}
	count := 0
	for _, s := range c.Series {
		if len(s.X) > 0 || s.Mark != BarsMark {
			return nil
		}
		count = max(count, len(s.Y))
	}
	for i := range count {
		names = append(names, fmt.Sprint(i+1))
	}
	return names
}

// drawableSeries keeps the points of s that have a place on the axes. The complaint says what it had to leave out and
// why; it is empty when nothing was. Categories is the number of names on the x axis, 0 on an axis of numbers.
func drawableSeries(s Series, index, categories int, xLog, yLog bool) (plotted, string) {
	out := plotted{name: cleanWords(s.Name, 200), mark: s.Mark, style: index}
	title := out.title()
	var why reasons
	switch s.Mark {
	case LineMark, PointsMark, BarsMark, StepsMark:
	case "":
		out.mark = LineMark
	default:
		out.mark = LineMark
		why.note(fmt.Sprintf("its mark %q is unknown, so it is drawn as a line", cleanWords(string(s.Mark), 40)))
	}
	n := len(s.Y)
	if n == 0 && len(s.X) == 0 {
		return out, title + " cannot be drawn: it has no points."
	}
	if len(s.X) > 0 && len(s.X) != n {
		n = min(n, len(s.X))
		why.note(fmt.Sprintf("it has %s but %s, so only the first %s drawn",
			counted(len(s.X), "x value"), counted(len(s.Y), "y value"), areCounted(n)))
	}
	breaks := out.mark == LineMark || out.mark == StepsMark
	for i := range n {
		x, y := float64(i+1), s.Y[i]
		switch {
		case len(s.X) > 0:
			x = s.X[i]
		case categories > 0:
			x = float64(i)
		}
		reason := unplaceable("x", x, xLog)
		if reason == "" {
			reason = unplaceable("y", y, yLog)
		}
		if reason == "" && categories > 0 && (x < 0 || x > float64(categories-1)) {
			reason = fmt.Sprintf("beyond the %s", countedAs(categories, "category", "categories"))
		}
		if reason != "" {
			why.count(reason)
			// A line must not bridge what it cannot show.
			if breaks && out.count > 0 && !math.IsNaN(out.y[len(out.y)-1]) {
				out.add(math.NaN(), math.NaN(), "", len(s.Labels) > 0)
			}
			continue
		}
		label := ""
		if i < len(s.Labels) {
			label = cleanWords(s.Labels[i], 100)
		}
		out.add(flushed(x), flushed(y), label, len(s.Labels) > 0)
		out.count++
	}
	if last := len(out.y) - 1; last >= 0 && math.IsNaN(out.y[last]) {
		out.x, out.y = out.x[:last], out.y[:last]
		out.labels = out.labels[:min(last, len(out.labels))]
	}
	if stride := out.count/mostToAndFro + 1; breaks && stride > 1 && !slices.IsSortedFunc(out.x, laterOrGap) {
		why.note(fmt.Sprintf("its line runs to and fro through %s, of which every %s is drawn",
			counted(out.count, "point"), ordinal(stride)))
		out = out.everyNth(stride)
	}
	return out, why.sentence(title, n, out.count)
}

// mostToAndFro is how many points a line may have that does not run from left to right; of one that does, the renderer
// keeps what shows in each column of pixels.
const mostToAndFro = 10_000

// laterOrGap orders x values for slices.IsSortedFunc; gaps fit anywhere.
func laterOrGap(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return 0
	}
	return cmp.Compare(a, b)
}

func ordinal(n int) string {
	switch {
	case n%10 == 1 && n%100 != 11:
		return groupedNumber(float64(n), 0) + "st"
	case n%10 == 2 && n%100 != 12:
		return groupedNumber(float64(n), 0) + "nd"
	case n%10 == 3 && n%100 != 13:
		return groupedNumber(float64(n), 0) + "rd"
	}
	return groupedNumber(float64(n), 0) + "th"
}

// everyNth keeps every n-th point and all gaps.
func (s plotted) everyNth(n int) plotted {
	out := plotted{name: s.name, mark: s.mark, style: s.style}
	points := 0
	for i, y := range s.y {
		if !math.IsNaN(y) {
			points++
			if points%n != 1 {
				continue
			}
			out.count++
		}
		label := ""
		if s.labels != nil {
			label = s.labels[i]
		}
		out.add(s.x[i], y, label, s.labels != nil)
	}
	return out
}

// title is how sentences call the series.
func (s plotted) title() string {
	if s.name == "" {
		return fmt.Sprintf("Series %d", s.style+1)
	}
	return "“" + s.name + "”"
}

func (s *plotted) add(x, y float64, label string, labelled bool) {
	s.x, s.y = append(s.x, x), append(s.y, y)
	if labelled {
		s.labels = append(s.labels, label)
	}
}

// unplaceable says why v has no place on an axis, or returns nothing.
func unplaceable(axis string, v float64, log bool) string {
	switch {
	case math.IsNaN(v):
		return "not a number (NaN) in " + axis
	case math.IsInf(v, 0):
		return "infinite in " + axis
	case log && v <= 0:
		return "zero or negative in " + axis + ", which a logarithmic axis cannot show"
	case math.Abs(v) > hugest:
		return "beyond ±1e300 in " + axis
	case log && v < tiniest:
		return "below 1e\u2212300 in " + axis
	}
	return ""
}

// flushed takes the tiniest values for the zero that they look like.
func flushed(v float64) float64 {
	if math.Abs(v) < tiniest {
		return 0
	}
	return v
}

// reasons collects why points of a series cannot be drawn, in the order of first occurrence.
type reasons struct {
	notes  []string
	kinds  []string
	counts []int
}

func (r *reasons) note(s string) { r.notes = append(r.notes, s) }

func (r *reasons) count(kind string) {
	i := slices.Index(r.kinds, kind)
	if i < 0 {
		i = len(r.kinds)
		r.kinds, r.counts = append(r.kinds, kind), append(r.counts, 0)
	}
	r.counts[i]++
}

func (r *reasons) sentence(title string, points, drawn int) string {
	parts := r.notes
	if len(r.kinds) > 0 {
		var kinds []string
		left := 0
		for i, kind := range r.kinds {
			left += r.counts[i]
			verb := "are "
			if r.counts[i] == 1 {
				verb = "is "
			}
			kinds = append(kinds, groupedNumber(float64(r.counts[i]), 0)+" "+verb+kind)
		}
		parts = append(parts, fmt.Sprintf("%s of %s left out: %s", groupedNumber(float64(left), 0),
			counted(points, "point"), strings.Join(kinds, "; ")))
	}
	if len(parts) == 0 {
		return ""
	}
	verdict := ": "
	if drawn == 0 {
		verdict = " cannot be drawn: "
	}
	return title + verdict + strings.Join(parts, "; ") + "."
}

// counted writes "1 point", "1,000 points".
func counted(n int, noun string) string { return countedAs(n, noun, noun+"s") }

func countedAs(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return groupedNumber(float64(n), 0) + " " + many
}

func areCounted(n int) string {
	if n == 1 {
		return "1 is"
	}
	return groupedNumber(float64(n), 0) + " are"
}

// setScales chooses both axes so that they hold all points.
func (p *plan) setScales(c Chart, names []string) {
	xs, ys, marks := extent{}, extent{}, map[Mark]bool{}
	for _, s := range p.series {
		marks[s.mark] = true
		for i := range s.y {
			xs.include(s.x[i])
			ys.include(s.y[i])
		}
	}
	for _, r := range c.Rules {
		switch {
		case r.Horizontal && unplaceable("", r.At, c.Y.Log) == "":
			ys.include(r.At)
		case !r.Horizontal && names == nil && unplaceable("", r.At, c.X.Log) == "":
			xs.include(r.At)
		}
	}
	switch {
	case names != nil:
		p.x = categoryScale(names)
	case marks[BarsMark]:
		p.x = fit(c.X.Log, xs.lo, xs.hi, 0.05, false)
	case marks[PointsMark]:
		p.x = fit(c.X.Log, xs.lo, xs.hi, 0.03, false)
	default:
		p.x = fit(c.X.Log, xs.lo, xs.hi, 0, false)
	}
	switch {
	case c.Y.Log && marks[BarsMark]:
		// The smallest bar needs a foot to stand on.
		ys.lo = max(math.Pow(10, math.Floor(math.Log10(ys.lo)-0.1)), 1e-307)
	case c.Y.Log:
	case marks[BarsMark], ys.lo > 0 && ys.lo < ys.hi/2:
		ys.include(0)
	}
	if !c.Y.Log && ys.lo == 0 && ys.hi == 0 {
		ys.hi = 1
	}
	p.y = fit(c.Y.Log, ys.lo, ys.hi, 0.04, true)
	if c.Y.Log && marks[BarsMark] {
		p.y.lo = ys.lo
	}
	if names == nil {
		p.bound("x", &p.x, c.X.Bounds)
	} else if c.X.Bounds != (Bounds{}) {
		p.leftOut = append(p.leftOut, "An axis of categories has no bounds: those of the x axis are not used.")
	}
	p.bound("y", &p.y, c.Y.Bounds)
	p.leaveOutside()
}

// bound applies the bounds that the author asked for, where they make sense.
func (p *plan) bound(axis string, s *scale, b Bounds) {
	if b[0] == b[1] {
		return
	}
	lo, hi := s.lo, s.hi
	asked := 0
	for i, end := range []*float64{&lo, &hi} {
		if !math.IsNaN(b[i]) && !math.IsInf(b[i], 0) {
			*end = b[i]
			asked++
		}
	}
	usable := hi-lo > 1e-12*max(math.Abs(lo), math.Abs(hi)) && hi-lo > tiniest &&
		lo >= -hugest && hi <= hugest && !(s.log && lo < tiniest)
	if !usable {
		must := "the first must be below the second"
		if s.log {
			must = "both must be positive, the first below the second"
		}
		p.leftOut = append(p.leftOut, fmt.Sprintf("The bounds %s to %s of the %s axis cannot be used, since %s: it fits "+
			"the data.", shortNumber(b[0]), shortNumber(b[1]), axis, must))
		return
	}
	if asked > 0 {
		s.lo, s.hi = lo, hi
	}
}

// leaveOutside counts the points that the bounds shut out. Lines and bars are cut at the edge, single points vanish.
func (p *plan) leaveOutside() {
	for _, s := range p.series {
		outside := 0
		for j := range s.y {
			if !math.IsNaN(s.y[j]) && !(p.x.holds(s.x[j]) && p.y.holds(s.y[j])) {
				outside++
			}
		}
		if outside > 0 {
			verb := "lie"
			if outside == 1 {
				verb = "lies"
			}
			p.leftOut = append(p.leftOut, fmt.Sprintf("%s: %s of %s %s outside the bounds of the axes.", s.title(),
				groupedNumber(float64(outside), 0), counted(s.count, "point"), verb))
		}
	}
}

// setRules keeps the rules that lie on the axes.
func (p *plan) setRules(c Chart) {
	for _, r := range c.Rules {
		r.Label = cleanWords(r.Label, 200)
		axis, s := "x", p.x
		if r.Horizontal {
			axis, s = "y", p.y
		}
		if math.IsNaN(r.At) || !s.holds(r.At) {
			p.leftOut = append(p.leftOut, fmt.Sprintf("The rule “%s” at %s lies outside the %s axis.", r.Label,
				shortNumber(r.At), axis))
			continue
		}
		p.rules = append(p.rules, r)
	}
}

// extent is the smallest and the greatest of some values; its zero value holds none.
type extent struct {
	lo, hi float64
	some   bool
}

func (e *extent) include(v float64) {
	switch {
	case math.IsNaN(v):
	case !e.some:
		e.lo, e.hi, e.some = v, v, true
	default:
		e.lo, e.hi = min(e.lo, v), max(e.hi, v)
	}
}

// cleanWords makes s fit for one line of text: valid UTF-8, single spaces, no control signs, at most so many runes.
func cleanWords(s string, most int) string {
	if len(s) > 8*most {
		s = s[:8*most]
	}
	// A letter and its accent become one sign where there is one: the renderer cannot stack them.
	s = norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f':
			return ' '
		case unicode.Is(unicode.C, r):
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return s
}

// axisWords returns label and unit of an axis as they stand beside it.
func axisWords(a Axis) string {
	label, unit := cleanWords(a.Label, 200), cleanWords(a.Unit, 60)
	switch {
	case unit == "":
		return label
	case label == "":
		return unit
	}
	return label + " (" + unit + ")"
}

// chartID returns the chart's name in the page: its own, or one made of the title. Where a title holds signs that a
// name cannot, its hash keeps two such titles apart.
func chartID(id, title string) string {
	source := id
	if source == "" {
		source = title
	}
	var b strings.Builder
	exact := true
	for _, r := range strings.ToLower(source) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			if r > unicode.MaxASCII {
				exact = false
			}
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
				b.WriteByte('-')
			}
		}
	}
	slug := strings.Trim(b.String(), "-")
	if len(slug) > 60 {
		slug, exact = strings.Trim(slug[:60], "-"), false
	}
	if slug == "" {
		slug, exact = "chart", false
	}
	if !exact {
		h := fnv.New32a()
		h.Write([]byte(source))
		slug += fmt.Sprintf("-%08x", h.Sum32())
	}
	return slug
}

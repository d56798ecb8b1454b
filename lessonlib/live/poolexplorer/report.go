package poolexplorer

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// ticks writes a delay as the lesson's cards do.
func ticks(v float64) string { return explorer.Text("%.2f ticks", v) }

// waits says what the small sellers wait, and what they do on a day without factors.
func (r runs) waits() string {
	small := r.chosen.Small()
	if small.First == 0 {
		return fmt.Sprintf("No seller comes after S%d, so none is small.", r.chosen.Params.Large)
	}
	now, usual := r.chosen.SmallDelay(), r.usual.SmallDelay()
	text := fmt.Sprintf("The small sellers (%s) wait %s on average", small, ticks(now))
	switch {
	case math.IsNaN(now) || math.IsNaN(usual):
		return text + "."
	case round2(now) == round2(usual):
		return text + ", as on the normal day."
	case round2(usual) == 0:
		return text + "; on the normal day they do not wait."
	}
	return text + fmt.Sprintf(", %.1f times the normal day's %s.", now/usual, ticks(usual))
}

// loudest is the tenant with the largest noise, the zero Group if there is none.
func (r runs) loudest() pool.Group {
	var loudest pool.Group
	for i := range r.chosen.Tenants {
		if g := r.chosen.Tenant(i + 1); loudest.First == 0 || g.Noise() > loudest.Noise() {
			loudest = g
		}
	}
	return loudest
}

// noise names the noisy neighbour, if there is one.
func (r runs) noise() string {
	g := r.loudest()
	switch noise := round2(g.Noise()); {
	case math.IsNaN(noise):
		return "Nobody asks for anything."
	case noise < noisy:
		return fmt.Sprintf("Nobody is noisy: the largest noise is %.2f, of %s.", noise, g)
	default:
		return fmt.Sprintf("%s is noisy: it sends %.2f %% of the requests and %.2f %% of the work, a noise of %.2f.", g,
			100*g.RequestShare(), 100*g.WorkShare(), noise)
	}
}

// noisy is the noise from which on a tenant is called noisy: a tenth more work than its requests let expect.
const noisy = 1.10

// panel is the figures that a reader watches while dragging.
func (r runs) panel(b bill) []explorer.Figure {
	loudest := r.loudest()
	return []explorer.Figure{
		{Label: "Small sellers wait", Value: ticks(r.chosen.SmallDelay()),
			Note: "normal day: " + ticks(r.usual.SmallDelay())},
		{Label: "S1 waits", Value: ticks(r.chosen.Tenant(1).MeanDelay()),
			Note: "longest: " + explorer.Plural(int(r.chosen.Tenant(1).MaxDelay), "tick")},
		{Label: "Largest noise", Value: explorer.Text("%.2f", loudest.Noise()), Note: "of " + loudest.String()},
		b.figure(),
		{Label: "Utilisation", Value: explorer.Text("%.4f", r.chosen.Utilisation()),
			Note: fmt.Sprintf("%.2f units a tick asked for", r.chosen.Params.OfferedLoad())},
		{Label: "All requests wait", Value: ticks(r.chosen.All().MeanDelay()), Note: r.other()},
	}
}

// other is what all requests wait under the policy that is not chosen.
func (r runs) other() string {
	if r.chosen.Params.Policy == pool.RoundRobin {
		return "shared queue: " + ticks(r.shared.All().MeanDelay())
	}
	return "round robin: " + ticks(r.fair.All().MeanDelay())
}

// groups are the sellers that the lesson tells apart: S1, the other large ones, the small ones.
func groups(r pool.Result) []pool.Group {
	var groups []pool.Group
	for _, g := range []pool.Group{r.Tenant(1), r.Range(2, r.Params.Large), r.Small()} {
		if g.First != 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// shares is the table of the groups. Shares and noise do not depend on the policy: what arrives is the same.
func (r runs) shares() explorer.Table {
	t := explorer.Table{
		Caption: "Who asks, who works the pool, who waits",
		Head: []string{"sellers", "request share", "work share", "noise", "mean delay, shared queue",
			"mean delay, round robin", "longest, shared", "longest, round robin"},
	}
	fair := groups(r.fair)
	for i, g := range groups(r.shared) {
		t.Rows = append(t.Rows, []string{
			g.String(),
			explorer.Text("%.4f", g.RequestShare()), explorer.Text("%.4f", g.WorkShare()), explorer.Text("%.2f", g.Noise()),
			ticks(g.MeanDelay()), ticks(fair[i].MeanDelay()),
			explorer.Plural(int(g.MaxDelay), "tick"), explorer.Plural(int(fair[i].MaxDelay), "tick"),
		})
	}
	return t
}

// delays draws each seller's mean delay under both policies.
func (r runs) delays() explorer.Chart {
	series := func(name string, result pool.Result) explorer.Series {
		s := explorer.Series{Name: name, Mark: explorer.Line, Muted: result.Params.Policy != r.chosen.Params.Policy}
		for i, t := range result.Tenants {
			s.Add(float64(i+1), t.MeanDelay())
		}
		return s
	}
	return explorer.Chart{
		Title:  "Mean delay by seller",
		X:      explorer.Axis{Label: "seller's number", Log: true},
		Y:      explorer.Axis{Label: "mean delay", Unit: "ticks"},
		Series: []explorer.Series{series("one shared queue", r.shared), series("round robin", r.fair)},
	}.Described()
}

// shareChart sets the requests of each group beside its work.
func shareChart(r pool.Result) explorer.Chart {
	requests := explorer.Series{Name: "of the requests", Mark: explorer.Bars}
	work := explorer.Series{Name: "of the work", Mark: explorer.Bars}
	var names []string
	for i, g := range groups(r) {
		names = append(names, g.String())
		requests.Add(float64(i), 100*g.RequestShare())
		work.Add(float64(i), 100*g.WorkShare())
	}
	return explorer.Chart{
		Title:  "Share of the requests and of the work",
		X:      explorer.Axis{Label: "sellers", Categories: names},
		Y:      explorer.Axis{Label: "share", Unit: "%"},
		Series: []explorer.Series{requests, work},
	}.Described()
}

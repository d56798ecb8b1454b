package timeline

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/show"
)

// Figures are figures of a shift, in the order of their panels.
type Figures []oncall.Figure

// Usual returns the figures that [Show] draws when none is named.
func Usual() Figures {
	return Figures{oncall.Requests, oncall.Serving, oncall.Booting, oncall.P99Latency, oncall.BurnHour, oncall.BudgetLeft,
		oncall.CostSoFar}
}

// Show draws the time line of a shift: a panel for each of the figures, or for the [Usual] ones, by time of day. Serving
// and booting share a panel. Vertical rules mark what the operator did and, by another line and sign, what happened.
// Instead of a figure that cannot be drawn, it shows why.
func Show(log oncall.Log, figures ...oncall.Figure) {
	display(Panels(log, figures...))
}

func display(p show.Panels, err error) {
	if err != nil {
		show.Text("No time line: %v.", err)
		return
	}
	p.Figure()
}

// Panels returns what [Show] draws, for those who want to change it first. An empty log and a figure that does not exist
// are errors.
func Panels(log oncall.Log, figures ...oncall.Figure) (show.Panels, error) {
	if len(log.Minutes) == 0 {
		return show.Panels{}, errEmpty
	}
	if len(figures) == 0 {
		figures = Usual()
	}
	groups, err := grouped(figures)
	if err != nil {
		return show.Panels{}, err
	}
	p := newPanels(log.Shift)
	p.Title = title(log)
	did, happened := actions(log), events(log)
	p.Rules = []show.RuleSet{ruleSet("the operator", log, did), ruleSet("what happened", log, happened)}
	report := []string{opening(log)}
	for _, group := range groups {
		c := newChart(group)
		for _, f := range group {
			name := ""
			if len(group) > 1 {
				name = f.String()
			}
			c.Series = append(c.Series, series(name, log, f, log.Shift.Start))
			report = append(report, capital(f)+": "+extremes(log, f)+".")
		}
		c.Rules = limits(group[0], log)
		fit(&c, group[0])
		p.Charts = append(p.Charts, c)
	}
	report = append(report, told("The operator", "did nothing", log, did), told("What happened", "nothing", log, happened))
	p.Alt = strings.Join(report, " ")
	return p, nil
}

var errEmpty = errors.New("the log has no minutes; play a shift first, as with oncall.Run(oncall.BadDeploy(), 1, oncall.Plan{})")

func newPanels(shift oncall.Shift) show.Panels {
	from := float64(shift.Start)
	return show.Panels{
		X:       show.Axis{Label: "time of day", Bounds: show.Bounds{from, from + float64(shift.Minutes)}},
		Clock:   true,
		Caption: oncall.TeachingModel,
	}
}

// title says which shift it is: "bad deploy, seed 1".
func title(log oncall.Log) string {
	return fmt.Sprintf("%s, seed %d", strings.ReplaceAll(log.Shift.Name, "-", " "), log.Seed)
}

// grouped checks the figures and puts each into a panel: the fleet's two into one, what is named twice once.
func grouped(figures []oncall.Figure) ([]Figures, error) {
	var groups []Figures
	fleet := -1
	for i, f := range figures {
		switch {
		case !slices.Contains(oncall.Figures(), f):
			return nil, fmt.Errorf("there is no %v; use one of the figures of oncall, such as oncall.BudgetLeft", f)
		case slices.Contains(figures[:i], f):
		case !isFleet(f):
			groups = append(groups, Figures{f})
		case fleet < 0:
			fleet = len(groups)
			groups = append(groups, Figures{f})
		default:
			groups[fleet] = append(groups[fleet], f)
		}
	}
	// Serving is the first, whose line is solid.
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b oncall.Figure) int { return int(a) - int(b) })
	}
	return groups, nil
}

func isFleet(f oncall.Figure) bool { return f == oncall.Serving || f == oncall.Booting }

// isShare tells whether a figure is drawn in percent.
func isShare(f oncall.Figure) bool { return f.Unit() == "" }

// newChart returns the panel of a group of figures, without its data.
func newChart(group Figures) show.Chart {
	f := group[0]
	axis := show.Axis{Label: f.String(), Unit: f.Unit()}
	switch {
	case len(group) > 1:
		axis = show.Axis{Label: "fleet", Unit: f.Unit()}
	case isShare(f):
		axis.Unit = "%"
	case f == oncall.BurnHour || f == oncall.BurnNow:
		axis = show.Axis{Label: f.String() + ", times the sustainable rate"}
	case f == oncall.FleetCost:
		axis.Label = "cost of the fleet"
	}
	return show.Chart{Y: axis}
}

// values are a figure of every minute as it is drawn: a share in percent.
func values(log oncall.Log, f oncall.Figure) []float64 {
	v := log.Series(f)
	if isShare(f) {
		for i := range v {
			v[i] *= 100
		}
	}
	return v
}

// held are figures that stay as they are until something sets them anew.
var held = Figures{oncall.Serving, oncall.Booting, oncall.DroppedShare, oncall.FleetCost, oncall.AnswerAge, oncall.Recommendations}

// series is a figure over time, from the x value of the first minute. A held one is drawn in steps and to the end of the
// last minute.
func series(name string, log oncall.Log, f oncall.Figure, from int) show.Series {
	y := values(log, f)
	x := make([]float64, len(y), len(y)+1)
	for i := range x {
		x[i] = float64(from + i)
	}
	if !slices.Contains(held, f) {
		return show.Line(name, x, y)
	}
	return show.Steps(name, append(x, float64(from+len(y))), append(y, y[len(y)-1]))
}

// limits are the lines of the objective and of the service that a figure is read against.
func limits(f oncall.Figure, log oncall.Log) []show.Rule {
	service := log.Shift.Service
	highest, lowest := slices.Max(log.Series(f)), slices.Min(log.Series(f))
	switch {
	case f == oncall.BurnHour:
		return []show.Rule{show.AtY(service.Objective.PageBurn, "page "+short(service.Objective.PageBurn))}
	case f == oncall.BurnNow:
		return []show.Rule{show.AtY(1, "sustainable 1")}
	case f == oncall.ErrorRate:
		allowed := 100 * service.Objective.AllowedErrors
		return []show.Rule{show.AtY(allowed, "objective "+short(allowed)+" %")}
	case f == oncall.P99Latency && highest >= service.App.Timeout:
		return []show.Rule{show.AtY(service.App.Timeout, "timeout "+short(service.App.Timeout)+" s")}
	case f == oncall.DatabaseLoad && highest >= 0.8:
		return []show.Rule{show.AtY(100, "capacity")}
	case f == oncall.BudgetLeft && lowest < 0:
		return []show.Rule{show.AtY(0, "all spent")}
	}
	return nil
}

// fit bounds the y axis where fitting the data would mislead: counts start at zero, and a share that never changes stands
// between nothing and all.
func fit(c *show.Chart, f oncall.Figure) {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		lowest, highest = min(lowest, slices.Min(s.Y)), max(highest, slices.Max(s.Y))
	}
	switch {
	case isFleet(f):
		c.Y.Bounds = show.Bounds{0, math.Inf(1)}
	case isShare(f) && f != oncall.ErrorRate && lowest == highest && lowest >= 0 && highest <= 100:
		c.Y.Bounds = show.Bounds{0, 100}
	}
}

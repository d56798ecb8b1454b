package timeline

import (
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/show"
)

// Run is a log with the name of its line.
type Run struct {
	Name string
	Log  oncall.Log
}

// Named gives a log the name of its line in a comparison, such as what the operator planned.
func Named(name string, log oncall.Log) Run { return Run{Name: name, Log: log} }

// mostRuns is how many lines a panel can tell apart.
const mostRuns = 7

// Compare draws several shifts over each other: a panel for each figure, or for error rate, budget left and cost so far,
// and in each a line for each log. Shifts that start at the same minute share the time of day, others the minutes since
// their start. Vertical rules mark what happened in all of them at the same minute; what the operators did stands in
// the text alternative. Instead of a figure that cannot be drawn, it shows why.
func Compare(figures Figures, runs ...Run) {
	display(ComparePanels(figures, runs...))
}

// ComparePanels returns what [Compare] draws, for those who want to change it first. No logs or more than seven, an
// empty one, and a figure that does not exist are errors.
func ComparePanels(figures Figures, runs ...Run) (show.Panels, error) {
	if len(figures) == 0 {
		figures = Figures{oncall.ErrorRate, oncall.BudgetLeft, oncall.CostSoFar}
	}
	groups, err := grouped(figures)
	if err != nil {
		return show.Panels{}, err
	}
	if len(runs) == 0 || len(runs) > mostRuns {
		return show.Panels{}, fmt.Errorf("there are %d logs to compare; use 1 to %d", len(runs), mostRuns)
	}
	aligned := true
	longest := runs[0].Log.Shift
	for i, r := range runs {
		if len(r.Log.Minutes) == 0 {
			return show.Panels{}, fmt.Errorf("log %d, %q: %w", i+1, r.Name, errEmpty)
		}
		aligned = aligned && r.Log.Shift.Start == longest.Start
		if r.Log.Shift.Minutes > longest.Minutes {
			longest = r.Log.Shift
		}
		if r.Name == "" {
			runs = append([]Run(nil), runs...)
			runs[i].Name = title(r.Log)
		}
	}
	p := newPanels(longest)
	if !aligned {
		p.Clock = false
		p.X = show.Axis{Label: "time since the start", Unit: "min", Bounds: show.Bounds{0, float64(longest.Minutes)}}
	}
	p.Title = compareTitle(runs)
	if aligned {
		// The first kind of rules, an operator's, stays empty: what happened keeps its sign.
		p.Rules = []show.RuleSet{{}, ruleSet("what happened", runs[0].Log, common(runs))}
	}
	span := fmt.Sprintf("from %s to %s", longest.Clock(0), longest.Clock(longest.Minutes))
	if !aligned {
		span = fmt.Sprintf("%d minutes from the start of each", longest.Minutes)
	}
	report := []string{"Comparison: " + p.Title + ", " + span + "."}
	// Each figure has a panel of its own here, also the fleet's: the lines stand for the logs.
	for _, f := range flat(groups) {
		c := newChart(Figures{f})
		var lines []string
		for _, r := range runs {
			from := 0
			if aligned {
				from = r.Log.Shift.Start
			}
			c.Series = append(c.Series, series(r.Name, r.Log, f, from))
			lines = append(lines, r.Name+": "+extremes(r.Log, f))
			if len(c.Rules) == 0 {
				c.Rules = limits(f, r.Log)
			}
		}
		fit(&c, f)
		p.Charts = append(p.Charts, c)
		report = append(report, capital(f)+", "+strings.Join(lines, "; ")+".")
	}
	for _, r := range runs {
		report = append(report, told("The operator of “"+r.Name+"”", "did nothing", r.Log, actions(r.Log)))
	}
	if aligned {
		report = append(report, told("What happened in all", "nothing", runs[0].Log, common(runs)))
	}
	p.Alt = strings.Join(report, " ")
	return p, nil
}

func flat(groups []Figures) Figures {
	var all Figures
	for _, group := range groups {
		all = append(all, group...)
	}
	return all
}

// compareTitle names the shift that all have in common, or each.
func compareTitle(runs []Run) string {
	var titles []string
	seen := map[string]bool{}
	for _, r := range runs {
		if t := title(r.Log); !seen[t] {
			seen[t] = true
			titles = append(titles, t)
		}
	}
	return strings.Join(titles, "; ")
}

// common are the events that all logs have in the same minute.
func common(runs []Run) []moment {
	var list []moment
	for _, e := range runs[0].Log.Events {
		everywhere := true
		for _, r := range runs[1:] {
			found := false
			for _, other := range r.Log.Events {
				found = found || other == e
			}
			everywhere = everywhere && found
		}
		if everywhere {
			list = joined(list, e.Minute, e.Kind.String())
		}
	}
	return list
}

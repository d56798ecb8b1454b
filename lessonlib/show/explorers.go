package show

import (
	"github.com/queuebook/queuebook/lessonlib/live"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/live/poolexplorer"
	"github.com/queuebook/queuebook/lessonlib/live/twinexplorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// PoolExplorer shows a day of lesson 1's pool: a still figure of what each seller waits under both policies, and below
// it, where the page may run scripts, the pool itself, whose day, size and policy the reader changes. A day that cannot
// be run, or not as fast as a slider moves, is shown as a sentence instead.
//
//	show.PoolExplorer(pool.DayB())
func PoolExplorer(day pool.Params) { displayAll(poolExplorerBundles(day)) }

func poolExplorerBundles(day pool.Params) []Bundle {
	return explorerBundles(poolexplorer.Day(day), live.Place{
		Name: "pool", Label: "Pool explorer",
		Note: "This pool runs here, live, in JupyterLab, in Notebook 7 and in the handout, once the notebook is trusted. " +
			"Elsewhere, the figure above shows what it starts with.",
		Options: explorerOptions{explorer.Changed(day, pool.Normal())},
	})
}

// TwinExplorer shows a load test of lesson 3, played on the twin in an open and in a closed loop, on a desk without the
// index and on one with it: a still figure of the four p95s, and below it, where the page may run scripts, the twin
// itself, whose mix, loops, ceiling and goal the reader changes. A test that cannot be played is shown as a sentence
// instead.
//
//	show.TwinExplorer(twinexplorer.Lesson())
func TwinExplorer(test twinexplorer.Params) { displayAll(twinExplorerBundles(test)) }

func twinExplorerBundles(test twinexplorer.Params) []Bundle {
	return explorerBundles(test, live.Place{
		Name: "twin", Label: "Twin explorer",
		Note: "This test runs here, live, in JupyterLab, in Notebook 7 and in the handout, once the notebook is trusted. " +
			"Elsewhere, the figure above shows what it starts with.",
		Options: explorerOptions{explorer.Changed(test, twinexplorer.Lesson())},
	})
}

// explorerOptions are what an explorer's script is started with: the fields that differ from the model's own.
type explorerOptions struct {
	Fields map[string]string `json:"fields,omitempty"`
}

func displayAll(list []Bundle) {
	for _, b := range list {
		display(b)
	}
}

// explorerBundles are the first chart of an explorer as a still figure, and the place where it runs live.
func explorerBundles(m explorer.Model, place live.Place) []Bundle {
	reply, err := explorer.Open(m)
	if err != nil {
		return []Bundle{noExplorer(err)}
	}
	page, err := place.HTML()
	if err != nil {
		return []Bundle{noExplorer(err)}
	}
	chart := stillChart(reply.Charts[0])
	chart.Alt = reply.Summary + " " + chart.Alt
	return []Bundle{stillBundle(planChart(chart)), {Data: map[string]any{
		"text/html":  page,
		"text/plain": place.Label + ": " + reply.Summary,
	}}}
}

func noExplorer(err error) Bundle { return textBundle("No explorer: " + err.Error()) }

// stillChart is an explorer's chart as one of this package, with the same data and words.
func stillChart(c explorer.Chart) Chart {
	still := Chart{
		Title: c.Title, Alt: c.Alt,
		X: Axis{Label: c.X.Label, Unit: c.X.Unit, Log: c.X.Log, Categories: c.X.Categories},
		Y: Axis{Label: c.Y.Label, Unit: c.Y.Unit, Log: c.Y.Log},
	}
	for _, s := range c.Series {
		still.Series = append(still.Series, Series{Name: s.Name, Mark: Mark(s.Mark), X: s.X, Y: s.Y})
	}
	for _, r := range c.Rules {
		still.Rules = append(still.Rules, Rule{At: r.At, Horizontal: r.Horizontal, Label: r.Label})
	}
	return still
}

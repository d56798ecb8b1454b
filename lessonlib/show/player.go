package show

import (
	"fmt"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/live"
	"github.com/queuebook/queuebook/lessonlib/live/player"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// Player opens the on-call player on a shift and a plan, with a seed's traffic (the lesson's seed for that shift when none
// is given): a still figure of how the shift goes, and below it, where the page may run scripts, the shift to be played
// minute by minute, with every control. A shift, a plan or a seed that cannot be played is shown as a sentence instead.
//
//	show.Player(oncall.CacheFlush(), oncall.Plan{})
//	show.Player(oncall.BadDeploy(), oncall.Plan{}.At("09:29", oncall.Rollback()), 7)
func Player(shift oncall.Shift, plan oncall.Plan, seed ...int64) {
	for _, b := range playerBundles(shift, plan, seed) {
		display(b)
	}
}

func playerBundles(shift oncall.Shift, plan oncall.Plan, seeds []int64) []Bundle {
	seed := player.LessonSeed(shift)
	if len(seeds) > 1 {
		return []Bundle{noPlayer(fmt.Errorf("it takes one seed, not %d", len(seeds)))}
	}
	if len(seeds) == 1 {
		seed = seeds[0]
	}
	log, err := oncall.Run(shift, seed, plan)
	if err != nil {
		return []Bundle{noPlayer(err)}
	}
	share, err := log.Share()
	if err != nil {
		return []Bundle{noPlayer(err)}
	}
	place, err := live.Place{
		Name:  "player",
		Label: "On-call player: " + shiftWords(log),
		Note: "This shift plays here, live, in JupyterLab, in Notebook 7 and in the handout, once the notebook is trusted. " +
			"Elsewhere, the figure above shows how it goes. Its share string is " + share + " (oncall.ParseShare reads it).",
		Options: map[string]string{"share": share},
	}.HTML()
	if err != nil {
		return []Bundle{noPlayer(err)}
	}
	return []Bundle{panelsBundle(playerPanels(log)), {Data: map[string]any{
		"text/html":  place,
		"text/plain": "On-call player: " + shiftWords(log) + ", share string " + share,
	}}}
}

func noPlayer(err error) Bundle { return textBundle("No player: " + err.Error()) }

func shiftWords(log oncall.Log) string {
	return fmt.Sprintf("%s, seed %d", strings.ReplaceAll(log.Shift.Name, "-", " "), log.Seed)
}

// playerPanels is the still figure: the whole shift in three lines, small enough that a notebook may hold several.
func playerPanels(log oncall.Log) Panels {
	from := float64(log.Shift.Start)
	minutes := make([]float64, len(log.Minutes))
	for m := range minutes {
		minutes[m] = from + float64(m)
	}
	line := func(f oncall.Figure, label, unit string, scale float64) Chart {
		values := log.Series(f)
		for m := range values {
			values[m] *= scale
		}
		return Chart{Y: Axis{Label: label, Unit: unit}, Series: []Series{Line("", minutes, values)}}
	}
	p := Panels{
		Title:   shiftWords(log) + ", as it goes under this plan",
		Alt:     log.PostMortem(),
		Caption: oncall.TeachingModel,
		X:       Axis{Label: "time of day", Bounds: Bounds{from, from + float64(log.Shift.Minutes)}},
		Clock:   true,
		Charts: []Chart{
			line(oncall.Requests, "requests", "req/s", 1),
			line(oncall.P99Latency, "p99", "s", 1),
			line(oncall.BudgetLeft, "budget left", "%", 100),
		},
	}
	// From zero on, the noise of an ordinary hour looks as small as it is.
	p.Charts[0].Y.Bounds = Bounds{0, 1.1 * slices.Max(log.Series(oncall.Requests))}
	did, happened := RuleSet{Name: "the operator"}, RuleSet{Name: "what happened"}
	for _, t := range log.Taken {
		did.Rules = append(did.Rules, AtX(from+float64(t.Minute), log.Shift.Clock(t.Minute)+" "+t.Action.String()))
	}
	for _, e := range log.Events {
		happened.Rules = append(happened.Rules, AtX(from+float64(e.Minute), log.Shift.Clock(e.Minute)+" "+e.Kind.String()))
	}
	p.Rules = []RuleSet{did, happened}
	return p
}

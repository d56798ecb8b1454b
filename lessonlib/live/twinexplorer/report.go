package twinexplorer

import (
	"fmt"
	"math"
	"time"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// say tells what the loop says of both desks.
func (p pair) say() string {
	without, with := load.Milliseconds(p.unindexed.P95.Value), load.Milliseconds(p.indexed.P95.Value)
	switch {
	case p.separates():
		return fmt.Sprintf("The %s loop tells the desks apart: it fails the one without the index (p95 %s) and passes the "+
			"one with it (%s).", p.loop, without, with)
	case p.unindexed.Judgement.Verdict == p.indexed.Judgement.Verdict:
		return fmt.Sprintf("The %s loop does not tell the desks apart: it %s both (p95 %s without the index, %s with it).",
			p.loop, verb(p.unindexed), without, with)
	}
	return fmt.Sprintf("The %s loop does not tell the desks apart: it %s the one without the index (p95 %s) and %s the "+
		"one with it (%s).", p.loop, verb(p.unindexed), without, verb(p.indexed), with)
}

// verb is the verdict as a verb whose object is the desk.
func verb(t trial) string {
	if t.Judgement.Verdict == load.Inconclusive {
		return "cannot judge"
	}
	return t.Judgement.Verdict.String()
}

// compare holds the closed loop's picture of the damage against the open loop's.
func (r trials) compare() string {
	open, closed := r.open.unindexed, r.closed.unindexed
	switch ratio := r.understates(); {
	case math.IsNaN(ratio):
		return ""
	case ratio >= 2:
		return fmt.Sprintf("The closed loop reaches %s requests/s where the open one asks for %s, and shows the damage %.0f "+
			"times too small.", whole(closed.Rate), whole(r.params.Open.Rate), ratio)
	}
	return fmt.Sprintf("The closed loop reaches %s requests/s, the open one %s.", whole(closed.Rate), whole(open.Rate))
}

// whole writes a rate without decimals.
func whole(rate float64) string { return explorer.Number(math.Round(rate)) }

// understates is the open loop's p95 over the closed loop's on the desk without the index, and NaN where either has no
// answer or nothing to compare.
func (r trials) understates() float64 {
	open, closed := r.open.unindexed.P95.Value, r.closed.unindexed.P95.Value
	if open == load.Never || closed == load.Never || closed <= 0 {
		return math.NaN()
	}
	return float64(open) / float64(closed)
}

// panel is the figures that a reader watches while dragging: the four verdicts, and the goals that would tell the desks
// apart.
func (r trials) panel() []explorer.Figure {
	var figures []explorer.Figure
	for _, p := range []pair{r.open, r.closed} {
		for _, t := range []trial{p.unindexed, p.indexed} {
			index := "no index"
			if t.Structure == r.open.indexed.Structure {
				index = "index"
			}
			figures = append(figures, explorer.Figure{
				Label: fmt.Sprintf("%s loop, %s", title(p.loop), index),
				Value: t.Judgement.Verdict.String(),
				Note:  "p95 " + load.Milliseconds(t.P95.Value),
			})
		}
	}
	for _, p := range []pair{r.open, r.closed} {
		figures = append(figures, explorer.Figure{
			Label: "Goals with which the " + p.loop + " loop tells the desks apart",
			Value: p.goalText(), Note: "your goal: " + load.Milliseconds(r.params.Goal.Within)})
	}
	return figures
}

func title(loop string) string {
	if loop == "open" {
		return "Open"
	}
	return "Closed"
}

func (p pair) goalText() string {
	from, below, ok := p.goals()
	switch {
	case !ok:
		return "none"
	case below == load.Never:
		return fmt.Sprintf("from %.2f ms on", milliseconds(from))
	}
	return fmt.Sprintf("%.2f to %.2f ms", milliseconds(from), milliseconds(below))
}

func milliseconds(t time.Duration) float64 { return float64(t) / float64(time.Millisecond) }

// verdicts is the table of the four runs, in the words of the lesson's.
func (r trials) verdicts() explorer.Table {
	t := explorer.Table{
		Caption: "The same desk under two tests",
		Head:    []string{"loop and desk", "reached", "p95", "p95 lies between", "requests", "most in flight", "verdict"},
	}
	for _, p := range []pair{r.open, r.closed} {
		for _, row := range []trial{p.unindexed, p.indexed} {
			t.Rows = append(t.Rows, []string{
				p.loop + ", " + row.Structure, whole(row.Rate) + "/s", load.Milliseconds(row.P95.Value),
				interval(row.P95), explorer.Number(float64(row.Requests)), explorer.Number(float64(row.Peak)),
				row.Judgement.Verdict.String(),
			})
		}
	}
	return t
}

func interval(p load.Percentile) string {
	if p.High == load.Never {
		return fmt.Sprintf("%.2f ms or more", milliseconds(p.Low))
	}
	return fmt.Sprintf("%.2f and %.2f ms", milliseconds(p.Low), milliseconds(p.High))
}

// least is what a chart on a logarithmic axis draws in place of no time at all.
const least = 0.01 // ms

// goal is the rule of a chart of times.
func (r trials) goal() explorer.Rule {
	return explorer.Rule{At: milliseconds(r.params.Goal.Within), Horizontal: true, Label: "goal"}
}

// percentiles draws the four p95s, each with the interval that it is good for.
func (r trials) percentiles() explorer.Chart {
	c := explorer.Chart{
		Title: "p95 of the latency, open beside closed",
		X:     explorer.Axis{Label: "loop", Categories: []string{"open", "closed"}},
		Y:     explorer.Axis{Label: "p95", Unit: "ms", Log: true},
		Rules: []explorer.Rule{r.goal()},
	}
	of := func(name string, of func(pair) trial) explorer.Series {
		s := explorer.Series{Name: name, Mark: explorer.Bars}
		for i, p := range []pair{r.open, r.closed} {
			if p := of(p).P95; p.Value != load.Never {
				value := max(milliseconds(p.Value), least)
				s.Add(float64(i), value)
			}
		}
		return s
	}
	c.Series = []explorer.Series{
		of("without the index", func(p pair) trial { return p.unindexed }),
		of("with the index", func(p pair) trial { return p.indexed }),
	}
	return c.Described()
}

// bins is how many stretches of a run the chart of waits shows.
const bins = 60

// waits draws what the slowest request of each stretch of the run waited, on the desk without the index.
func (r trials) waits() explorer.Chart {
	return explorer.Chart{
		Title:  "The slowest request of each moment, without the index",
		X:      explorer.Axis{Label: "meant to be sent after", Unit: "s"},
		Y:      explorer.Axis{Label: "latency", Unit: "ms", Log: true},
		Series: []explorer.Series{slowest("open loop", r.open.unindexed.run), slowest("closed loop", r.closed.unindexed.run)},
		Rules:  []explorer.Rule{r.goal()},
	}.Described()
}

// slowest gives the longest latency of the answered requests that were meant to be sent in each stretch of the window.
func slowest(name string, run load.Run) explorer.Series {
	s := explorer.Series{Name: name, Mark: explorer.Steps}
	var longest [bins]time.Duration
	for _, result := range run.Results {
		if result.Outcome != load.Answered {
			continue
		}
		bin := min(int(int64(result.Intended)*bins/int64(run.Window)), bins-1)
		longest[bin] = max(longest[bin], result.Latency(), 1)
	}
	for i, latency := range longest {
		if latency > 0 {
			s.Add(float64(i)*run.Window.Seconds()/bins, max(milliseconds(latency), least))
		}
	}
	return s
}

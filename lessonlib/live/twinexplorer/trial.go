package twinexplorer

import (
	"context"
	"fmt"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// trial is one loop on one desk.
type trial struct {
	load.ScenarioRow
	run load.Run
}

// pair is one loop on the desk without the index and on the one with it.
type pair struct {
	loop               string // "open" or "closed"
	unindexed, indexed trial
}

// separates tells whether the loop fails the desk without the index and passes the one with it. A test that does not
// tells nothing about the defect.
func (p pair) separates() bool {
	return p.unindexed.Judgement.Verdict == load.Fails && p.indexed.Judgement.Verdict == load.Passes
}

// goals are the goals, from the first up to the second, with which the loop separates the two desks; ok tells whether
// there is any.
func (p pair) goals() (from, below time.Duration, ok bool) {
	from, below = p.indexed.P95.High, p.unindexed.P95.Low
	ok = from < below && p.indexed.Failed == 0
	return from, below, ok
}

// trials are both loops, and what they were given.
type trials struct {
	params       Params
	open, closed pair
}

// play runs both loops on both desks.
func (p Params) play(ctx context.Context) (trials, error) {
	r := trials{params: p, open: pair{loop: "open"}, closed: pair{loop: "closed"}}
	if err := p.Goal.Validate(); err != nil {
		return r, err
	}
	if most := p.mostRequests(); !(most <= MaxRequests) {
		return r, fmt.Errorf("a loop may send %.0f requests; the explorer plays at most %s, so that it answers while you "+
			"drag: take fewer users, a longer think time or a lower rate", most, explorer.Number(MaxRequests))
	}
	for _, c := range []struct {
		loop      string
		driver    load.Driver
		structure desk.Structure
		into      *trial
	}{
		{"open", p.Open, desk.Unindexed, &r.open.unindexed},
		{"open", p.Open, desk.Indexed, &r.open.indexed},
		{"closed", p.Closed, desk.Unindexed, &r.closed.unindexed},
		{"closed", p.Closed, desk.Indexed, &r.closed.indexed},
	} {
		twin := p.Twin
		twin.Structure = c.structure
		run, _, err := twin.Run(ctx, load.Scenario{ID: c.loop, Mix: p.Mix, Driver: c.driver})
		if err != nil {
			return r, err
		}
		*c.into = trial{ScenarioRow: run.Row(c.structure.String(), p.Goal), run: run}
	}
	return r, nil
}

// mostRequests bounds the requests of a loop. A closed one sends most where nobody waits for anybody, but no more than
// the server answers and the users then ask for.
func (p Params) mostRequests() float64 {
	t := p.Twin
	service := t.Fixed + min(t.Loan, t.Search)
	round := p.Closed.Think + service + t.Overhead
	window, users := float64(p.Closed.Duration), float64(p.Closed.Users)
	closed := min(users*(window/float64(max(round, 1))+1), users+window/float64(max(service, 1)))
	return max(float64(p.Open.Rate*p.Open.Duration.Seconds()), closed)
}

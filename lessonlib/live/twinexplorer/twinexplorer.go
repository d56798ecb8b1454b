// Package twinexplorer is the explorer of lesson 3: one load test in an open and one in a closed loop, on a desk
// without the index and on one with it, and which of the four runs pass. It runs the lesson's own twin (load.Twin),
// natively and in the page, and gives the same figures in both.
package twinexplorer

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// Params are what the explorer opens on. Start from [Lesson] and change fields.
type Params struct {
	Twin   load.Twin   // of the desk without the index; the other one differs by its structure alone
	Mix    load.Mix    // of both loops
	Open   load.Open   // IO2
	Closed load.Closed // IO4
	Goal   load.Goal   // IO1
}

// Lesson is the lesson's realistic test (IO3) in an open loop and from 22 users, on the twin with the source's figures.
func Lesson() Params {
	return Params{
		Twin:   load.SourceTwin(desk.Unindexed),
		Mix:    load.Realistic().Mix,
		Open:   load.Realistic().Driver.(load.Open),
		Closed: load.Closed22().Driver.(load.Closed),
		Goal:   load.IO1(),
	}
}

// Call answers a request of the page; see [explorer.Call]. The assumptions that the explorer is opened on are a Params,
// by default the lesson's.
func Call(request []byte) []byte {
	return explorer.Call(request, Lesson(), func(p Params) explorer.Model { return p })
}

// The ids of the controls.
const (
	loanShare = "loanShare"
	order     = "order"
	rate      = "rate"
	users     = "users"
	think     = "think"
	start     = "start"
	ceiling   = "ceiling"
	threshold = "threshold"
)

// Controls implements [explorer.Model].
func (p Params) Controls() []explorer.Control {
	return []explorer.Control{
		explorer.Control{ID: loanShare, Label: "Loans", Unit: "% of the requests", Min: 0, Max: 100, Step: 1,
			Help: "Only loans meet the defect. The easy test has 10, the realistic one 50."}.
			Around(percent(p.Mix.LoanShare)),
		{ID: order, Label: "Order", Choice: p.Mix.Order.String(),
			Help: "Whether loans come three or four in a row, evenly, or by chance.",
			Choices: []explorer.Choice{{ID: load.Clumped.String(), Label: "in clumps"},
				{ID: load.Even.String(), Label: "evenly"}, {ID: load.Random.String(), Label: "at random"}}},
		explorer.Control{ID: rate, Label: "Open loop: rate", Unit: "requests/s", Min: 100, Max: 2000, Step: 10,
			Help: "Sent whatever happens, by readers who do not know of each other."}.Around(p.Open.Rate),
		explorer.Control{ID: users, Label: "Closed loop: users N", Min: 1, Max: 500, Step: 1, Log: true, Whole: true,
			Help: "Each sends, waits for the answer, thinks, and sends again."}.Around(float64(p.Closed.Users)),
		explorer.Control{ID: think, Label: "Closed loop: think time Z", Unit: "ms", Min: 1, Max: 500, Step: 1, Log: true,
			Help: "Between an answer and the same user's next request. 22 users with 20 ms ask for as much as 202 with 200."}.
			Around(milliseconds(p.Closed.Think)),
		{ID: start, Label: "Closed loop: start", Choice: startID(p.Closed.Start),
			Help: "Whether all users press the button at once, or spread over one think time.",
			Choices: []explorer.Choice{{ID: startID(load.Together), Label: "together"},
				{ID: startID(load.Spread), Label: "spread"}}},
		explorer.Control{ID: ceiling, Label: "Desk: ceiling without the index", Unit: "loans/s",
			Min: 100, Max: 1000, Step: 10,
			Help: "What the desk could do if it did nothing but loans. The source's machine: 400."}.
			Around(min(math.Round(p.Twin.Ceiling()), mostCeiling)),
		explorer.Control{ID: threshold, Label: "Goal: p95 within", Unit: "ms", Min: 1, Max: 1000, Step: 1, Log: true,
			Help: "IO1: of 100 requests 95 are answered within so many milliseconds."}.Around(milliseconds(p.Goal.Within)),
	}
}

// mostCeiling is what a desk is opened on that takes no time for a loan.
const mostCeiling = 1_000_000 // loans/s

func startID(s load.Start) string {
	if s == load.Spread {
		return "spread"
	}
	return "together"
}

// percent is a share in percent, without the noise of the multiplication.
func percent(share float64) float64 { return math.Round(share*100*1e6) / 1e6 }

// Presets implements [explorer.Model].
func (p Params) Presets() []explorer.Preset {
	mix := func(label string, s load.Scenario) explorer.Preset {
		return explorer.Preset{Label: label, Settings: []explorer.Setting{
			explorer.Set(loanShare, percent(s.Mix.LoanShare))}}
	}
	loop := func(label string, s load.Scenario, from load.Start) explorer.Preset {
		c := s.Driver.(load.Closed)
		return explorer.Preset{Label: label, Settings: []explorer.Setting{
			explorer.Set(users, float64(c.Users)), explorer.Set(think, milliseconds(c.Think)),
			{Control: start, Value: startID(from)}}}
	}
	return []explorer.Preset{
		mix("Easy mix", load.Easy()),
		mix("Realistic mix", load.Realistic()),
		loop("22 users", load.Closed22(), load.Together),
		loop("202 users", load.Closed202(), load.Together),
		loop("202 users, spread", load.Closed202(), load.Spread),
	}
}

// with gives the test with the values put in.
func (p Params) with(v explorer.Values) (Params, error) {
	duration := func(id string) time.Duration {
		return time.Duration(math.Round(v.Number(id) * float64(time.Millisecond)))
	}
	p.Mix.LoanShare = v.Number(loanShare) / 100
	for _, o := range []load.Order{load.Clumped, load.Even, load.Random} {
		if o.String() == v.Choice(order) {
			p.Mix.Order = o
		}
	}
	p.Open.Rate = v.Number(rate)
	p.Closed.Users, p.Closed.Think, p.Closed.Start = int(v.Number(users)), duration(think), load.Together
	if v.Choice(start) == startID(load.Spread) {
		p.Closed.Start = load.Spread
	}
	p.Goal.Within = duration(threshold)
	var err error
	p.Twin, err = atCeiling(p.Twin, v.Number(ceiling))
	return p, err
}

// atCeiling gives the unindexed twin whose scan takes as long as makes its ceiling so many loans a second.
func atCeiling(t load.Twin, loans float64) (load.Twin, error) {
	t.Structure = desk.Unindexed
	scan := time.Duration(float64(time.Second)/loans) - t.Fixed - t.Loan
	if scan < 0 {
		most := math.Floor(1 / (t.Fixed + t.Loan).Seconds())
		return t, &explorer.FieldError{Control: ceiling, Text: fmt.Sprintf(
			"Desk: ceiling without the index: %s loans/s cannot be; with the index a loan takes %v, which makes %s at most.",
			explorer.Number(loans), t.Fixed+t.Loan, explorer.Number(most))}
	}
	t.ScanTime = scan * 1000 / time.Duration(desk.Options{Rows: t.Rows}.StartRows())
	return t, nil
}

// MaxRequests is the most requests of a loop that the explorer plays: beyond, the page would not keep up with a slider.
const MaxRequests = 50_000

// Run implements [explorer.Model]. It plays both loops on both desks.
func (p Params) Run(v explorer.Values) (explorer.Reply, error) {
	p, err := p.with(v)
	if err != nil {
		return explorer.Reply{}, err
	}
	r, err := p.play(context.Background())
	if err != nil {
		return explorer.Reply{}, err
	}
	return explorer.Reply{
		Summary: strings.TrimSpace(r.open.say() + " " + r.closed.say() + " " + r.compare()),
		Panel:   r.panel(),
		Tables:  []explorer.Table{r.verdicts()},
		Charts:  []explorer.Chart{r.percentiles(), r.waits()},
		Code:    p.code(),
	}, nil
}

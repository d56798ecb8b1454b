package poolexplorer

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// bill is who pays for round robin, and who gains.
type bill struct {
	changes      []pool.Change
	payers       int
	gainers      int
	most, gained pool.Change // the largest change either way
}

func newBill(changes []pool.Change) bill {
	b := bill{changes: changes, payers: pool.Payers(changes)}
	for _, c := range changes {
		delta := c.Delta()
		if delta < 0 {
			b.gainers++
		}
		if delta > b.most.Delta() {
			b.most = c
		}
		if delta < b.gained.Delta() {
			b.gained = c
		}
	}
	return b
}

// String says who pays and who gains.
func (b bill) String() string {
	switch {
	case b.payers == 0 && b.gainers == 0:
		return "Round robin changes nobody's wait."
	case b.payers == 0:
		return fmt.Sprintf("Round robin costs nobody anything, and %s less.", waits(b.gainers))
	}
	text := fmt.Sprintf("For round robin, %s longer than in the shared queue", waits(b.payers))
	if b.payers == 1 {
		text += fmt.Sprintf(": S%d, by %.2f ticks", b.most.Tenant, b.most.Delta())
	} else {
		text += fmt.Sprintf(", S%d most: by %.2f ticks", b.most.Tenant, b.most.Delta())
	}
	return text + fmt.Sprintf("; %s less.", waits(b.gainers))
}

func waits(sellers int) string {
	if sellers == 1 {
		return "1 seller waits"
	}
	return explorer.Plural(sellers, "seller") + " wait"
}

// figure is the bill in the panel.
func (b bill) figure() explorer.Figure {
	note := "nobody"
	if b.payers > 0 {
		note = fmt.Sprintf("S%d most, %+.2f ticks", b.most.Tenant, b.most.Delta())
	}
	return explorer.Figure{Label: "Who pays for round robin", Value: explorer.Plural(b.payers, "seller"), Note: note}
}

func (b bill) chart() explorer.Chart {
	s := explorer.Series{Name: "change by round robin", Mark: explorer.Points}
	for _, c := range b.changes {
		s.Add(float64(c.Tenant), c.Delta())
	}
	c := explorer.Chart{
		Title:  "Who pays for round robin",
		X:      explorer.Axis{Label: "seller's number", Log: true},
		Y:      explorer.Axis{Label: "change of mean delay", Unit: "ticks"},
		Series: []explorer.Series{s},
		Rules:  []explorer.Rule{{At: 0, Horizontal: true, Label: "above: pays, below: gains"}},
	}.Described()
	c.Alt = b.String() + " " + c.Alt
	return c
}

// round2 is a number as a text with two decimals shows it.
func round2(v float64) float64 { return math.Round(float64(v*100)) / 100 }

// Package poolexplorer is the explorer of lesson 1: one work pool whose day, size and policy a reader changes, and who
// waits for whom then. It runs the lesson's own [pool], natively and in the page, and gives the same figures in both.
package poolexplorer

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// MaxTenantTicks is the largest Tenants x Ticks that the explorer runs: beyond, the page would not keep up with a
// slider.
const MaxTenantTicks = 1_000_000

// Day is the explorer's model, opened on the day's values.
type Day pool.Params

// Call answers a request of the page; see [explorer.Call]. The assumptions that the explorer is opened on are a
// pool.Params, by default the normal day's.
func Call(request []byte) []byte {
	return explorer.Call(request, pool.Normal(), func(p pool.Params) explorer.Model { return Day(p) })
}

// The ids of the controls.
const (
	smallFactor = "smallFactor"
	scanFactor  = "scanFactor"
	capacity    = "capacity"
	tenants     = "tenants"
	policy      = "policy"
	chunk       = "chunk"
)

// Ids of the policies.
const (
	shared     = "shared"
	roundRobin = "roundRobin"
)

func policyID(p pool.Policy) string {
	if p == pool.RoundRobin {
		return roundRobin
	}
	return shared
}

// Controls implements [explorer.Model].
func (d Day) Controls() []explorer.Control {
	return []explorer.Control{
		explorer.Control{ID: smallFactor, Label: "Small sellers ask", Unit: "times as usual", Min: 0, Max: 2, Step: 0.01,
			Help: fmt.Sprintf("Every seller after S%d sends its queries so many times as fast. Day A: 1.2.", d.Large)}.
			Around(d.SmallFactor),
		explorer.Control{ID: scanFactor, Label: d.scanner() + " scans", Unit: "times as usual", Min: 0,
			Max: math.Min(12, float64(d.ScanInterval)), Step: 0.25,
			Help: fmt.Sprintf("A scan of %s is %s in one lump. Day B: 5.", d.scanner(), explorer.Plural(int(d.scan()), "unit"))}.
			Around(d.ScanFactor),
		explorer.Control{ID: capacity, Label: "Capacity", Unit: "units a tick", Min: 300, Max: 1000, Step: 1, Whole: true,
			Help: "The work that the pool does in a tick, which is a second."}.Around(float64(d.Capacity)),
		explorer.Control{ID: tenants, Label: "Sellers", Min: 1, Max: 1000, Step: 1, Log: true, Whole: true,
			Help: "S1 is the largest, S2 half its size, S3 a third. The same work is divided among them."}.
			Around(float64(d.Tenants)),
		explorer.Control{ID: chunk, Label: "Chunk", Unit: "units", Min: 0, Max: 700, Step: 1, Whole: true,
			Help: "Cuts larger requests into pieces of at most so many units. 0 cuts none."}.Around(float64(d.Chunk)),
		{ID: policy, Label: "Queue", Choice: policyID(d.Policy),
			Help:    "One queue in the order of arrival, or a queue for each seller, served in turn.",
			Choices: []explorer.Choice{{ID: shared, Label: "one shared queue"}, {ID: roundRobin, Label: "round robin"}}},
	}
}

// scanner is the name of the tenant that scans more often.
func (d Day) scanner() string {
	if d.Scanner == 0 {
		return "nobody"
	}
	return fmt.Sprintf("S%d", d.Scanner)
}

func (d Day) scan() int64 { return pool.Params(d).ScanUnits(d.Scanner) }

// Presets implements [explorer.Model].
func (d Day) Presets() []explorer.Preset {
	day := func(label string, small, scans float64) explorer.Preset {
		return explorer.Preset{Label: label, Settings: []explorer.Setting{
			explorer.Set(smallFactor, small), explorer.Set(scanFactor, scans)}}
	}
	a, b := pool.DayA(), pool.DayB()
	return []explorer.Preset{
		day("Normal day", 1, 1),
		day("Day A", a.SmallFactor, 1),
		day("Day B", 1, b.ScanFactor),
	}
}

// with gives the day with the values put in.
func (d Day) with(v explorer.Values) pool.Params {
	p := pool.Params(d)
	p.SmallFactor, p.ScanFactor = v.Number(smallFactor), v.Number(scanFactor)
	p.Capacity, p.Chunk = int64(v.Number(capacity)), int64(v.Number(chunk))
	p.Tenants = int(v.Number(tenants))
	p.Policy = pool.Shared
	if v.Choice(policy) == roundRobin {
		p.Policy = pool.RoundRobin
	}
	// The scanner may no longer be among the sellers, and nobody is watched.
	p.Scanner, p.Watch = min(p.Scanner, p.Tenants), 0
	return p
}

// runs are the day under both policies, and the same pool on a day without factors.
type runs struct {
	shared, fair pool.Result
	chosen       pool.Result // one of the two
	usual        pool.Result // under the chosen policy
}

func run(p pool.Params) (runs, error) {
	chosen := p.Policy
	if size := float64(p.Tenants) * float64(p.Ticks); size > MaxTenantTicks {
		return runs{}, fmt.Errorf("sellers x ticks is %s; the explorer runs at most %s, so that it answers while you drag: "+
			"take fewer sellers, or run the day in a cell", explorer.Number(size), explorer.Number(MaxTenantTicks))
	}
	var r runs
	var err error
	p.Policy = pool.Shared
	if r.shared, err = p.Run(); err != nil {
		return runs{}, err
	}
	p.Policy = pool.RoundRobin
	if r.fair, err = p.Run(); err != nil {
		return runs{}, err
	}
	r.chosen = r.shared
	if chosen == pool.RoundRobin {
		r.chosen = r.fair
	}
	p.Policy = chosen
	if p.SmallFactor == 1 && p.ScanFactor == 1 {
		r.usual = r.chosen
		return r, nil
	}
	p.SmallFactor, p.ScanFactor = 1, 1
	r.usual, err = p.Run()
	return r, err
}

// Run implements [explorer.Model]. It runs the day under both policies, so that one can be held against the other, and
// the day without its factors.
func (d Day) Run(v explorer.Values) (explorer.Reply, error) {
	p := d.with(v)
	r, err := run(p)
	if err != nil {
		return explorer.Reply{}, err
	}
	changes, err := pool.WhoPays(r.shared, r.fair)
	if err != nil {
		return explorer.Reply{}, err
	}
	bill := newBill(changes)
	return explorer.Reply{
		Summary: r.waits() + " " + r.noise() + " " + bill.String(),
		Panel:   r.panel(bill),
		Tables:  []explorer.Table{r.shares()},
		Charts:  []explorer.Chart{r.delays(), shareChart(r.chosen), bill.chart()},
		Code:    code(p),
	}, nil
}

package load

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// Desk is a desk that runs: a [desk.Service], or a stand-in for one in a test.
type Desk interface {
	URL() string
	Counters(ctx context.Context) (desk.Counters, error)
	Err() error
	Stop() error
}

// Probe is what a short run under load told about an unindexed desk on this machine. Under load, not idle: with other work
// for the processors a loan takes 10 to 15 % longer.
type Probe struct {
	Rows     int           // before the first loan
	Loans    int64         // that the probe rests on
	ScanTime time.Duration // worker's time on a loan, for each 1,000 rows of its scan
	Search   time.Duration // worker's time on a search
	Ceiling  float64       // loans/s that the worker can do on Rows rows
}

// probeScenario offers what the unindexed desk can just do.
func probeScenario() Scenario {
	return Scenario{ID: "probe", Mix: Mix{LoanShare: 0.25}, Driver: Open{Rate: PeakTarget, Duration: 1500 * time.Millisecond}}
}

// probeDrain keeps a probe of a far too large table short.
const probeDrain = 500 * time.Millisecond

// fewestProbeLoans is how many loans a probe has to rest on.
const fewestProbeLoans = 20

func newProbe(rows int, c desk.Counters) (Probe, error) {
	if c.Loans < fewestProbeLoans || c.LoanTime <= 0 || c.ScanSteps <= 0 {
		return Probe{}, fmt.Errorf("load: this machine is too busy to calibrate: the desk did %d loans on %d rows in two seconds; "+
			"at least %d are needed: close other programs and try again", c.Loans, rows, fewestProbeLoans)
	}
	return Probe{
		Rows:     rows,
		Loans:    c.Loans,
		ScanTime: time.Duration(math.Round(1000 * float64(c.LoanTime) / float64(c.ScanSteps))),
		Search:   c.MeanSearch(),
		Ceiling:  ceiling(rows, c),
	}, nil
}

// ceiling is how many loans a second the worker could do on the rows it started with. What a loan takes grows with the
// table; the scan steps say how large that was on average.
func ceiling(rows int, c desk.Counters) float64 {
	if c.LoanTime <= 0 || c.Loans == 0 || rows < 1 {
		return 0
	}
	perStep := c.LoanTime.Seconds() / float64(c.ScanSteps)
	return 1 / float64(perStep*float64(rows))
}

// Calibration finds the number of rows with which the unindexed desk has the wanted ceiling on this machine, so that the
// lesson's verdicts come out on a fast one and on a slow one.
type Calibration struct {
	Rows   int // for desk.Options
	Probes []Probe
}

// Ceiling is that of the last probe, 0 without one.
func (c Calibration) Ceiling() float64 {
	if len(c.Probes) == 0 {
		return 0
	}
	return c.Probes[len(c.Probes)-1].Ceiling
}

// Limits of calibration.
const (
	// Ceiling is the loans/s that a calibrated desk can do without the index: less than the 500 of the realistic scenario,
	// more than the 250 of share-25.
	Ceiling = 450
	// The lesson's verdicts hold for ceilings between these. Below, share-25 fails; above, closed-22 passes.
	LowCeiling  = 360
	HighCeiling = 560

	rounds     = 3
	firstRows  = 30_000 // near the answer on a machine of 2026
	fewestRows = 1000
)

// nextRows scales the rows of a probe so that the ceiling would be the wanted one.
func (p Probe) nextRows(want float64) int {
	rows := float64(float64(p.Rows) * p.Ceiling / want)
	return int(min(max(math.Round(rows/100)*100, fewestRows), desk.MaxRows))
}

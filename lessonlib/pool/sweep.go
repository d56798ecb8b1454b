package pool

import "fmt"

// MaxSweep is the largest number of runs in a [Params.Sweep].
const MaxSweep = 10_000

// Sweep runs the day at evenly spaced utilisations, both ends included, by choosing the capacity as
// [Params.AtUtilisation] does. Two utilisations that lead to the same whole capacity are one run, so there may be fewer
// runs than points. The runs are in order of rising utilisation if from is the lower end.
func (p Params) Sweep(from, to float64, points int) ([]Result, error) {
	if points < 2 || points > MaxSweep {
		return nil, fmt.Errorf("pool: a sweep of %d points; it must have 2 to %d", points, MaxSweep)
	}
	var runs []Result
	for i := range points {
		day, err := p.AtUtilisation(from + float64((to-from)*float64(i))/float64(points-1))
		if err != nil {
			return nil, err
		}
		if len(runs) > 0 && runs[len(runs)-1].Params.Capacity == day.Capacity {
			continue
		}
		r, err := day.Run()
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// ScanSweep runs the day once for each factor by which the tenant Params.Scanner scans more often, in the given order.
func (p Params) ScanSweep(factors []float64) ([]Result, error) {
	if len(factors) > MaxSweep {
		return nil, fmt.Errorf("pool: a sweep of %d factors; it must have at most %d", len(factors), MaxSweep)
	}
	runs := make([]Result, len(factors))
	for i, f := range factors {
		p.ScanFactor = f
		r, err := p.Run()
		if err != nil {
			return nil, err
		}
		runs[i] = r
	}
	return runs, nil
}

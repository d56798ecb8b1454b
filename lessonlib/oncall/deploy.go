package oncall

import "math"

// Deploy is what a bad build does, and what it takes to be rid of it.
type Deploy struct {
	// OC24. Errors is how many of its requests the bad build fails: 0.05 of the requests. Source: assumption.
	Errors float64
	// OC25. ExtraCPU is how much more computing the bad build needs: 0.25 of App.Time, so 1.25 times as much.
	// Source: assumption.
	ExtraCPU float64
	// OC26. Step is how much more of the traffic the roll-out gives to the new build each minute: 0.20 of the traffic.
	// Source: assumption.
	Step float64
	// OC27. RollbackMinutes is how long a second fleet with the old build is prepared before the traffic is switched
	// over: 5 minutes. Source: assumption.
	RollbackMinutes int
}

// BadShare is the bad build's share of the traffic in a minute, when its roll-out starts in minute start:
//
//	min(1, 0.20 (minute - start + 1)); 0 before
//
// Source: assumption.
func (d Deploy) BadShare(minute, start int) float64 {
	if minute < start {
		return 0
	}
	return math.Min(1, float64(d.Step*float64(minute-start+1)))
}

// CPU is the factor on the computing time when bad of the traffic goes to the bad build:
//
//	1 + 0.25 bad
//
// Source: assumption.
func (d Deploy) CPU(bad float64) float64 {
	return 1 + float64(d.ExtraCPU*bad)
}

// ErrorRate is the share of the admitted requests that fail, by a timeout or by the bad build:
//
//	1 - (1 - timeouts)(1 - 0.05 bad)
//
// Shed requests are told "retry later" and are no errors. Source: assumption (the two are independent).
func (d Deploy) ErrorRate(timeouts, bad float64) float64 {
	return 1 - float64((1-timeouts)*(1-float64(d.Errors*bad)))
}

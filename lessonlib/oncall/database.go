package oncall

import "math"

// Database answers what the cache does not.
type Database struct {
	// OC16. Capacity is the most it can answer: 4000 queries/s. Source: assumption.
	Capacity float64
	// OC17. QueryTime is how long a query takes on the idle database: 0.005 s. Source: assumption.
	QueryTime float64
	// OC18. SlowestQuery is how long a query takes at most: 0.250 s. Source: assumption.
	SlowestQuery float64
}

// Load is the database's load rho, as a share of its capacity: the queries of the admitted requests that miss the
// cache, and background queries/s (the warm-up job's):
//
//	(rate queries (1 - hit) + background) / 4,000
//
// Above 1 it cannot keep up. Source: assumption.
func (d Database) Load(rate, queries, hit, background float64) float64 {
	return (float64(float64(rate*queries)*(1-hit)) + background) / d.Capacity
}

// ResponseTime is how long a query takes at load rho, in seconds:
//
//	min(5 ms / (1 - rho), 250 ms), and 250 ms at rho >= 1
//
// Source: the mean response time of M/M/1 (Gross and Harris, section 2.2); the ceiling is an assumption.
func (d Database) ResponseTime(rho float64) float64 {
	if rho >= 1 {
		return d.SlowestQuery
	}
	return math.Min(d.SlowestQuery, d.QueryTime/(1-rho))
}

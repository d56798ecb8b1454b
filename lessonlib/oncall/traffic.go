package oncall

import "math"

// Traffic is what arrives at the load balancer on an ordinary day.
type Traffic struct {
	// OC01. Base is the mean arrival rate over a day: 900 requests/s. Source: assumption.
	Base float64
	// OC02. Swing is by how much of Base the day's wave rises and falls: 0.25 of the base. Source: assumption.
	Swing float64
	// OC03. PeakHour is the hour with the most traffic: 12 h after midnight. Source: assumption.
	PeakHour float64
	// OC04. Noise is the standard deviation of a minute's count beyond Poisson's, as a share: 0.02 of the count.
	// Source: assumption.
	Noise float64
}

// ArrivalRate is the expected arrival rate, requests/s, in the given minute of a shift that starts at start (minutes
// after midnight), with the crowd's factor surge (1 on an ordinary day):
//
//	base (1 + 0.25 sin(2 pi ((start + minute)/60 - 6)/24)) surge
//
// where 6 is the peak hour less a quarter of a day. Source: assumption.
func (t Traffic) ArrivalRate(start, minute int, surge float64) float64 {
	hour := float64(start+minute) / 60
	wave := math.Sin(float64(2*math.Pi*(hour-(t.PeakHour-6))) / 24)
	return float64(float64(t.Base*(1+float64(t.Swing*wave))) * surge)
}

// Observed is how many requests arrive in a minute of the expected rate (requests/s), given two standard normal draws:
//
//	round((60 rate + sqrt(60 rate) z1) (1 + 0.02 z2)), at least 0, halves up
//
// Source: assumption; the normal approximation of a Poisson count, with 2 % of noise on top.
func (t Traffic) Observed(rate, z1, z2 float64) float64 {
	mean := float64(60 * rate)
	count := float64((mean + float64(math.Sqrt(mean)*z1)) * (1 + float64(t.Noise*z2)))
	return math.Max(0, math.Floor(count+0.5))
}

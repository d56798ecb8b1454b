package oncall

import "math"

// Cache holds the answers of the hot objects for a time to live (TTL).
type Cache struct {
	// OC11. HotObjects is how many objects share the traffic equally: 20000 objects. Source: assumption.
	HotObjects float64
	// OC12. RefillTime is the time constant with which an emptied cache fills by itself: 30 minutes.
	// Source: assumption.
	RefillTime float64
	// OC13. WarmupShare is what the warm-up job adds each minute: 0.12 of the cache. Source: assumption.
	WarmupShare float64
	// OC14. WarmupMinutes is how long the job runs: 6 minutes. Source: assumption.
	WarmupMinutes int
	// OC15. WarmupQueries is what the job reads while it runs: 600 queries/s. Source: assumption.
	WarmupQueries float64
}

// HitRatio is the share of lookups that the cache answers, when warm of it (0 to 1) is filled, for an admitted rate in
// requests/s and a TTL in seconds. Each object sees r = rate/20,000 requests a second; after a miss it is answered from
// the cache for T seconds, in which r T requests come on average, so of 1 + r T requests one misses:
//
//	warm r T / (1 + r T)
//
// Source: a TTL cache under Poisson requests, Jung, Berger and Balakrishnan 2003.
func (c Cache) HitRatio(warm, rate, ttl float64) float64 {
	hits := float64(rate / c.HotObjects * ttl)
	if math.IsInf(hits, 1) {
		return warm // the limit of an endless TTL
	}
	return float64(warm*hits) / (1 + hits)
}

// MeanAge is how old a cached answer is on average, in seconds, for a TTL in seconds:
//
//	T / 2
//
// since an answer is as likely to be read at any moment of its time to live. Source: as [Cache.HitRatio].
func (c Cache) MeanAge(ttl float64) float64 {
	return ttl / 2
}

// Refill is how full the cache is a minute later, at most 1. It fills by itself, slower when the database is past its
// capacity (rho >= 1), and the warm-up job adds its share:
//
//	warm + (1 - warm)(1 - e^(-1/30)) min(1, 1/rho) + 0.12 while warming
//
// Source: assumption.
func (c Cache) Refill(warm, rho float64, warming bool) float64 {
	slowed := 1.0
	if rho >= 1 {
		slowed = 1 / rho
	}
	next := warm + float64(float64((1-warm)*(1-math.Exp(-1/c.RefillTime)))*slowed)
	if warming {
		next += c.WarmupShare
	}
	return math.Min(1, next)
}

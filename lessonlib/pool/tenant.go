package pool

import "math"

// tenant is what the assumptions say about one tenant.
type tenant struct {
	share      float64 // of all queries and shipments
	rate       float64 // queries a tick
	volume     int64   // shipments a day
	scan       int64   // units of one period scan
	chunks     int64   // requests that one scan arrives as
	chunkUnits int64   // units of each of them
	period     int64   // ticks from one scan to the next
}

// never is a period so long that no run sees its end.
const never = math.MaxInt64 / 2

// tenants derives S1..Sn from fields that are in range.
func (p Params) tenants() []tenant {
	weights := 0.0
	for i := range p.Tenants {
		weights += 1 / float64(i+1)
	}
	tenants := make([]tenant, p.Tenants)
	for i := range tenants {
		s := &tenants[i]
		s.share = 1 / float64(i+1) / weights
		s.rate = float64(float64(p.PeakRate*s.share) * p.queryFactor(i))
		s.volume = int64(math.Round(float64(s.share * float64(p.Shipments))))
		// round(volume / divisor), half away from zero, without leaving the integers
		s.scan = max(1, (2*s.volume+p.ScanDivisor)/(2*p.ScanDivisor))
		s.chunks, s.chunkUnits = p.split(s.scan)
		s.period = p.period(i)
	}
	return tenants
}

// queryFactor is how many times as fast as on a normal day the tenant of index i sends queries.
func (p Params) queryFactor(i int) float64 {
	if i < p.Large {
		return 1
	}
	return p.SmallFactor
}

// period is the number of ticks from one scan of the tenant of index i to its next.
func (p Params) period(i int) int64 {
	if i != p.Scanner-1 {
		return int64(p.ScanInterval)
	}
	return int64(min(never, math.Round(float64(p.ScanInterval)/p.ScanFactor)))
}

// split says as how many requests, of how many units each, one of so many units arrives.
func (p Params) split(units int64) (requests, each int64) {
	if p.Chunk == 0 {
		return 1, units
	}
	requests = ceilDiv(units, p.Chunk)
	return requests, ceilDiv(units, requests)
}

func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }

// tenant is S(number), or ok = false if there is no such tenant or p is not valid.
func (p Params) tenant(number int) (s tenant, ok bool) {
	tenants, err := p.validTenants()
	if err != nil || number < 1 || number > len(tenants) {
		return tenant{}, false
	}
	return tenants[number-1], true
}

// Share is the tenant's share of all queries and shipments, its weight over the sum of
// weights: (1/number) / (1/1 + 1/2 + ... + 1/Tenants). Tenants are numbered from 1.
// It is NaN if there is no such tenant or p is not valid.
func (p Params) Share(number int) float64 {
	s, ok := p.tenant(number)
	if !ok {
		return math.NaN()
	}
	return s.share
}

// Volume is the tenant's shipments a day: round(share x Shipments), half away from
// zero. It is 0 if there is no such tenant or p is not valid.
func (p Params) Volume(number int) int64 {
	s, _ := p.tenant(number)
	return s.volume
}

// ScanUnits is the work of one period scan of the tenant, in units:
// max(1, round(volume / ScanDivisor)), half away from zero, before chunking.
// It is 0 if there is no such tenant or p is not valid.
func (p Params) ScanUnits(number int) int64 {
	s, _ := p.tenant(number)
	return s.scan
}

// QuantumShare is what round robin lets each tenant use in the first pass of a tick in
// which all of them have a backlog, in units: max(1, floor(Capacity / Tenants)).
// It is 0 if p is not valid.
func (p Params) QuantumShare() int64 {
	if p.Validate() != nil {
		return 0
	}
	return quantum(p.Capacity, p.Tenants)
}

// TickFraction is so many units as a fraction of what the pool serves in one tick:
// units / Capacity. 1 is a tick's whole capacity.
func (p Params) TickFraction(units int64) float64 {
	return float64(units) / float64(p.Capacity)
}

// OfferedLoad is the work that arrives in a tick on average, in units a tick: the sum
// over tenants of query rate + scan / scan period. It counts the factors of the day
// and what chunking adds by rounding up. It is NaN if p is not valid.
func (p Params) OfferedLoad() float64 {
	tenants, err := p.validTenants()
	if err != nil {
		return math.NaN()
	}
	load := 0.0
	for _, s := range tenants {
		load += s.rate
		load += float64(s.chunks*s.chunkUnits) / float64(s.period)
	}
	return load
}

// Utilisation is OfferedLoad / Capacity: what the pool is asked for over what it can
// do. Above 1 the backlog grows for as long as the run lasts. It is NaN if p is not
// valid. What a run really used is [Result.Busy].
func (p Params) Utilisation() float64 {
	return p.OfferedLoad() / float64(p.Capacity)
}

package pool

import (
	"fmt"
	"math"
)

// Limits of [Params]. They keep every run's memory in proportion to its tenants and
// ticks, its time within seconds, and every sum exact in an int64.
const (
	MaxTenants     = 100_000           // tenants
	MaxTicks       = 1_000_000         // ticks: eleven days of seconds
	MaxTenantTicks = 100_000_000       // Tenants x Ticks
	MaxUnits       = 1_000_000_000_000 // Capacity, Shipments, ScanDivisor and Chunk
	MaxPeakRate    = 1e9               // requests/s
	MaxSmallFactor = 1000              // SmallFactor
	MaxPasses      = 100               // Passes
)

// maxDelays bounds requests x Ticks, above any sum of delays. Half of what an int64 holds
// leaves room for the estimate's rounding. Units need no bound of their own: this one
// covers the queries, and scans are at most about 2e12 units a tick, for 1e6 ticks.
const maxDelays = math.MaxInt64 / 2

// Params are the assumptions of one run: none of them is measured. Start from
// [Normal], [DayA] or [DayB] and change fields; the zero value is no valid run.
// Each field names its assumption's id (K01, KK10, ...) and the allowed range.
type Params struct {
	Tenants int // KK10: sellers S1..Sn; the i-th has weight 1/i; 1 to MaxTenants
	Ticks   int // length of the run; a tick is one second (KK11); 1 to MaxTicks

	PeakRate  float64 // K01: tracking queries/s of all tenants together; 0 to MaxPeakRate
	Shipments int64   // K01: shipments a day of all tenants together; 0 to MaxUnits

	Capacity     int64 // KK11: units of work the pool serves a tick; 1 to MaxUnits
	ScanInterval int   // KK11: ticks from one period scan of a tenant to its next; 1 to MaxTicks
	ScanDivisor  int64 // KK11: a scan is max(1, round(volume / ScanDivisor)) units; 1 to MaxUnits

	Large       int     // KK12: S1 to S(Large) are large, every later tenant is small; 0 to MaxTenants
	SmallFactor float64 // KK12: small tenants send queries so many times as fast; 0 to MaxSmallFactor

	// Scanner is the number of the tenant that scans every round(ScanInterval /
	// ScanFactor) ticks instead of every ScanInterval: the largest one on the lesson's
	// days (KK12). Scanner 0 to Tenants, where 0 is none; ScanFactor 0 (never) to
	// ScanInterval.
	Scanner    int
	ScanFactor float64

	// Chunk splits every request of u units into m = ceil(u / Chunk) requests of
	// ceil(u / m) units each, each counted as a request. Rounding up adds a little
	// work. 0 (off) to MaxUnits.
	Chunk int64

	Policy Policy // Shared or RoundRobin
	Passes int    // most passes a tick under RoundRobin; 1 to MaxPasses

	// Watch is the number of the tenant whose delay is recorded tick by tick in
	// Result.Series; 0 records none. 0 to Tenants.
	Watch int
}

// Normal is the ordinary day: 200 tenants, 416.67 requests/s, 400,000 shipments a
// day, a pool of 540 units a tick, 600 ticks, one shared queue.
func Normal() Params {
	return Params{
		Tenants: 200, Ticks: 600,
		PeakRate: 416.67, Shipments: 400_000,
		Capacity: 540, ScanInterval: 60, ScanDivisor: 100,
		Large: 5, SmallFactor: 1, Scanner: 1, ScanFactor: 1,
		Policy: Shared, Passes: 12,
	}
}

// DayA is the day of many small changes: every tenant after the fifth sends queries
// 1.20 times as fast (KK12). The rest is as on a [Normal] day.
func DayA() Params {
	p := Normal()
	p.SmallFactor = 1.20
	return p
}

// DayB is the day of one large change: the largest tenant scans five times as often
// (KK12). The rest is as on a [Normal] day.
func DayB() Params {
	p := Normal()
	p.ScanFactor = 5
	return p
}

// Pair is the smallest case, with an answer known by hand: two tenants that send nothing
// but scans. In tick 4 S1 asks for six units and S2 for three, in this order, and the
// pool serves three units a tick. In one shared queue S1 is done in tick 5 and S2 in
// tick 6; served in turn it is the other way round.
func Pair() Params {
	p := Normal()
	p.Tenants, p.Ticks, p.PeakRate, p.Capacity = 2, 7, 0, 3
	p.Shipments, p.ScanDivisor = 9, 1      // volumes of 6 and 3, and one unit each
	p.ScanInterval, p.ScanFactor = 5, 1.25 // S1 scans in tick 4; S2, the next in line, when t + 1 is 5
	return p
}

// Validate reports the first parameter out of its range, or a combination that would
// run too long or add up to more than an int64 holds. The error names the field, its
// value, what is allowed and what to change. [Params.Run] validates by itself.
func (p Params) Validate() error {
	_, err := p.validTenants()
	return err
}

// validTenants derives the tenants of valid parameters.
func (p Params) validTenants() ([]tenant, error) {
	if err := p.validateFields(); err != nil {
		return nil, err
	}
	tenants := p.tenants()
	return tenants, p.validateDelays(tenants)
}

func (p Params) validateFields() error {
	start := "start from pool.Normal() and change single fields"
	for _, f := range []struct {
		name             string
		value, low, high int64
		way              string
	}{
		{"Tenants", int64(p.Tenants), 1, MaxTenants, start},
		{"Ticks", int64(p.Ticks), 1, MaxTicks, "split a longer run into several, or " + start},
		{"Shipments", p.Shipments, 0, MaxUnits, start},
		{"Capacity", p.Capacity, 1, MaxUnits, "AtUtilisation picks a capacity for a wanted utilisation"},
		{"ScanInterval", int64(p.ScanInterval), 1, MaxTicks, start},
		{"ScanDivisor", p.ScanDivisor, 1, MaxUnits, start},
		{"Large", int64(p.Large), 0, MaxTenants, start},
		{"Scanner", int64(p.Scanner), 0, int64(p.Tenants), "name a tenant by its number, or 0 for none"},
		{"Chunk", p.Chunk, 0, MaxUnits, "0 turns chunking off"},
		{"Policy", int64(p.Policy), int64(Shared), int64(RoundRobin), "use pool.Shared or pool.RoundRobin"},
		{"Passes", int64(p.Passes), 1, MaxPasses, start},
		{"Watch", int64(p.Watch), 0, int64(p.Tenants), "name a tenant by its number, or 0 for none"},
		{"Tenants x Ticks", int64(p.Tenants) * int64(p.Ticks), 1, MaxTenantTicks, "run fewer tenants or fewer ticks"},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("pool: %s is %d; it must be between %d and %d: %s", f.name, f.value, f.low, f.high, f.way)
		}
	}
	for _, f := range []struct {
		name        string
		value, high float64
		way         string
	}{
		{"PeakRate", p.PeakRate, MaxPeakRate, start},
		{"SmallFactor", p.SmallFactor, MaxSmallFactor, "1 is the normal day's"},
		{"ScanFactor", p.ScanFactor, float64(p.ScanInterval), "a tenant scans at most once a tick; 1 is the normal day's, 0 is never"},
	} {
		// Written so that NaN, which no comparison holds for, is out of range.
		if !(f.value >= 0 && f.value <= f.high) {
			return fmt.Errorf("pool: %s is %g; it must be between 0 and %g: %s", f.name, f.value, f.high, f.way)
		}
	}
	return nil
}

// validateDelays bounds the sum of all delays before anything is added up.
func (p Params) validateDelays(tenants []tenant) error {
	ticks := float64(p.Ticks)
	requests := float64(float64(p.PeakRate*max(1, p.SmallFactor)) * ticks)
	for _, s := range tenants {
		requests += float64(float64(s.chunks) * (ticks/float64(s.period) + 1))
	}
	if delays := float64(requests * ticks); delays > maxDelays {
		return fmt.Errorf("pool: requests x Ticks may reach %.3g; it must be at most %.3g, so that delays add up exactly: lower Ticks, PeakRate or Shipments, or choose a larger Chunk", delays, float64(maxDelays))
	}
	return nil
}

// AtUtilisation gives the same day with the capacity that comes closest to the wanted
// utilisation: round([Params.OfferedLoad] / utilisation) units a tick. A sweep varies
// the pool, not the work, so every point serves the same requests. Capacity is whole
// units, so plot [Params.Utilisation] of what it returns: with the lesson's numbers it
// is within 0.002 of what was asked for. The utilisation may be above 1 (the queue then
// grows for as long as the run lasts) but must lead to a capacity of 1 to [MaxUnits].
func (p Params) AtUtilisation(utilisation float64) (Params, error) {
	p.Capacity = 1 // what is not yet chosen cannot be invalid
	if err := p.Validate(); err != nil {
		return Params{}, err
	}
	load := p.OfferedLoad()
	capacity := load / utilisation
	if !(capacity >= 1 && capacity <= MaxUnits) {
		return Params{}, fmt.Errorf("pool: utilisation is %g; with %.2f units a tick offered it must be between %.3g and %.3g: 0.9 is a busy pool, 1 a saturated one",
			utilisation, load, load/MaxUnits, load)
	}
	p.Capacity = int64(math.Round(capacity))
	return p, nil
}

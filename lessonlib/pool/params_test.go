package pool_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

func TestBadParametersAreNamed(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		what   string
		change func(*pool.Params)
		says   []string // field, value, allowed range
	}{
		{"zero value", func(p *pool.Params) { *p = pool.Params{} }, []string{"Tenants is 0", "between 1 and 100000", "pool.Normal()"}},
		{"negative tenants", func(p *pool.Params) { p.Tenants = -1 }, []string{"Tenants is -1", "between 1 and 100000"}},
		{"a billion tenants", func(p *pool.Params) { p.Tenants = 1e9 }, []string{"Tenants is 1000000000", "between 1 and 100000"}},
		{"no ticks", func(p *pool.Params) { p.Ticks = 0 }, []string{"Ticks is 0", "between 1 and 1000000"}},
		{"more ticks than fit", func(p *pool.Params) { p.Ticks = math.MaxInt }, []string{"Ticks is", "between 1 and 1000000"}},
		{"too long for so many tenants", func(p *pool.Params) { p.Tenants, p.Ticks = pool.MaxTenants, 1_001 }, []string{"Tenants x Ticks is 100100000", "between 1 and 100000000"}},
		{"negative rate", func(p *pool.Params) { p.PeakRate = -1 }, []string{"PeakRate is -1", "between 0 and 1e+09"}},
		{"rate beyond all bounds", func(p *pool.Params) { p.PeakRate = 1e300 }, []string{"PeakRate is 1e+300", "between 0 and 1e+09"}},
		{"rate not a number", func(p *pool.Params) { p.PeakRate = nan }, []string{"PeakRate is NaN", "between 0 and 1e+09"}},
		{"infinite rate", func(p *pool.Params) { p.PeakRate = inf }, []string{"PeakRate is +Inf", "between 0 and 1e+09"}},
		{"negative shipments", func(p *pool.Params) { p.Shipments = -1 }, []string{"Shipments is -1", "between 0 and 1000000000000"}},
		{"more shipments than fit", func(p *pool.Params) { p.Shipments = math.MaxInt64 }, []string{"Shipments is 9223372036854775807", "between 0 and 1000000000000"}},
		{"no capacity", func(p *pool.Params) { p.Capacity = 0 }, []string{"Capacity is 0", "between 1 and 1000000000000", "AtUtilisation"}},
		{"largest int64 of capacity", func(p *pool.Params) { p.Capacity = math.MaxInt64 }, []string{"Capacity is 9223372036854775807", "between 1 and 1000000000000"}},
		{"no scan interval", func(p *pool.Params) { p.ScanInterval = 0 }, []string{"ScanInterval is 0", "between 1 and 1000000"}},
		{"no scan divisor", func(p *pool.Params) { p.ScanDivisor = 0 }, []string{"ScanDivisor is 0", "between 1 and 1000000000000"}},
		{"negative large tenants", func(p *pool.Params) { p.Large = -1 }, []string{"Large is -1", "between 0 and 100000"}},
		{"negative factor", func(p *pool.Params) { p.SmallFactor = -0.1 }, []string{"SmallFactor is -0.1", "between 0 and 1000"}},
		{"huge factor", func(p *pool.Params) { p.SmallFactor = 1e18 }, []string{"SmallFactor is 1e+18", "between 0 and 1000"}},
		{"factor not a number", func(p *pool.Params) { p.SmallFactor = nan }, []string{"SmallFactor is NaN", "between 0 and 1000"}},
		{"more than a scan a tick", func(p *pool.Params) { p.ScanFactor = 61 }, []string{"ScanFactor is 61", "between 0 and 60", "once a tick"}},
		{"scan factor not a number", func(p *pool.Params) { p.ScanFactor = nan }, []string{"ScanFactor is NaN", "between 0 and 60"}},
		{"a scanner that is not there", func(p *pool.Params) { p.Scanner = 201 }, []string{"Scanner is 201", "between 0 and 200", "0 for none"}},
		{"negative chunk", func(p *pool.Params) { p.Chunk = -1 }, []string{"Chunk is -1", "between 0 and 1000000000000", "turns chunking off"}},
		{"unknown policy", func(p *pool.Params) { p.Policy = 2 }, []string{"Policy is 2", "pool.Shared or pool.RoundRobin"}},
		{"no passes", func(p *pool.Params) { p.Passes = 0 }, []string{"Passes is 0", "between 1 and 100"}},
		{"a tenant that is not there", func(p *pool.Params) { p.Watch = 201 }, []string{"Watch is 201", "between 0 and 200"}},
		{"delays beyond int64", func(p *pool.Params) {
			p.Tenants, p.Ticks, p.PeakRate = 1, 1_000_000, pool.MaxPeakRate
		}, []string{"requests x Ticks may reach 1e+21", "at most 4.61e+18", "lower Ticks"}},
		{"chunks beyond int64", func(p *pool.Params) {
			p.Tenants, p.Ticks, p.Shipments, p.ScanDivisor, p.Chunk, p.ScanInterval = 1, 1_000_000, pool.MaxUnits, 1, 1, 1
		}, []string{"requests x Ticks may reach 1e+24", "larger Chunk"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := pool.Normal()
			c.change(&p)
			_, err := p.Run()
			if err == nil {
				t.Fatal("the run accepted it")
			}
			for _, part := range append(c.says, "pool: ") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not say %q", err, part)
				}
			}
			if v := p.Validate(); v == nil || v.Error() != err.Error() {
				t.Errorf("Validate says %v, Run says %v", v, err)
			}
		})
	}
}

// Whatever the fields hold, every method answers: a number, NaN, 0 or an error.
func TestAnyParametersAreAnswered(t *testing.T) {
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	ints := rapid.OneOf(rapid.IntRange(0, 100), rapid.Int(), rapid.SampledFrom([]int{math.MinInt, math.MaxInt, 100_000, 1_000_000}))
	int64s := rapid.OneOf(rapid.Int64Range(0, 100), rapid.Int64(), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64, pool.MaxUnits}))
	floats := rapid.OneOf(rapid.Float64Range(0, 100), rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, pool.MaxPeakRate}))
	rapid.Check(t, func(t *rapid.T) {
		p := pool.Params{
			Tenants: ints.Draw(t, "Tenants"), Ticks: ints.Draw(t, "Ticks"),
			PeakRate: floats.Draw(t, "PeakRate"), Shipments: int64s.Draw(t, "Shipments"),
			Capacity: int64s.Draw(t, "Capacity"), ScanInterval: ints.Draw(t, "ScanInterval"), ScanDivisor: int64s.Draw(t, "ScanDivisor"),
			Large: ints.Draw(t, "Large"), SmallFactor: floats.Draw(t, "SmallFactor"), Scanner: ints.Draw(t, "Scanner"), ScanFactor: floats.Draw(t, "ScanFactor"),
			Chunk: int64s.Draw(t, "Chunk"), Policy: pool.Policy(ints.Draw(t, "Policy")), Passes: ints.Draw(t, "Passes"), Watch: ints.Draw(t, "Watch"),
		}
		valid := p.Validate() == nil
		if _, err := p.RunContext(stopped); err == nil {
			t.Error("a run succeeded in a context that had ended")
		}
		if load := p.OfferedLoad(); valid == math.IsNaN(load) || math.IsInf(load, 0) {
			t.Errorf("offered load is %v, parameters valid: %v", load, valid)
		}
		if share := p.Share(1); valid == math.IsNaN(share) {
			t.Errorf("S1's share is %v, parameters valid: %v", share, valid)
		}
		if scan := p.ScanUnits(1); valid != (scan >= 1) || scan > pool.MaxUnits {
			t.Errorf("S1 scans %d units, parameters valid: %v", scan, valid)
		}
		if q := p.QuantumShare(); valid != (q >= 1) {
			t.Errorf("the quantum is %d, parameters valid: %v", q, valid)
		}
		u := floats.Draw(t, "utilisation")
		if q, err := p.AtUtilisation(u); err == nil && q.Validate() != nil {
			t.Errorf("AtUtilisation(%v) gives a day that is not valid: %v", u, q.Validate())
		}
	})
}

func TestSharesSumToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := smallParams().Draw(t, "params")
		sum := 0.0
		for i := range p.Tenants {
			sum += p.Share(i + 1)
		}
		// each of at most 12 shares and 11 additions is off by less than 2^-53
		if math.Abs(sum-1) > 24*0x1p-53 {
			t.Errorf("shares sum to %v", sum)
		}
	})
}

func TestTenantsThatDoNotExist(t *testing.T) {
	p := pool.Normal()
	for _, number := range []int{math.MinInt, -1, 0, 201, math.MaxInt} {
		if share := p.Share(number); !math.IsNaN(share) {
			t.Errorf("S%d has share %v, want NaN", number, share)
		}
		if v, s := p.Volume(number), p.ScanUnits(number); v != 0 || s != 0 {
			t.Errorf("S%d has volume %d and scans of %d units, want 0 and 0", number, v, s)
		}
	}
}

// The sweep of the lesson: the capacity changes, the work does not.
func TestAtUtilisationChoosesTheCapacity(t *testing.T) {
	day := pool.Normal()
	for _, wanted := range []float64{0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95, 1.00, 1.05} {
		p, err := day.AtUtilisation(wanted)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Utilisation(); math.Abs(got-wanted) > 0.002 {
			t.Errorf("capacity %d has utilisation %v, want %v within 0.002", p.Capacity, got, wanted)
		}
		for _, other := range []int64{p.Capacity - 1, p.Capacity + 1} {
			if load := day.OfferedLoad() / wanted; math.Abs(float64(other)-load) < math.Abs(float64(p.Capacity)-load) {
				t.Errorf("capacity %d is further from %v units a tick than %d", p.Capacity, load, other)
			}
		}
		p.Capacity = day.Capacity
		if p != day {
			t.Errorf("AtUtilisation(%v) changed more than the capacity: %+v", wanted, p)
		}
	}

	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -0.5, 484, 1e300, 5e-324} {
		_, err := day.AtUtilisation(bad)
		if err == nil || !strings.Contains(err.Error(), "utilisation is") || !strings.Contains(err.Error(), "between 4.83e-10 and 483") {
			t.Errorf("AtUtilisation(%v): error is %v, want one that names the range", bad, err)
		}
	}
	day.Capacity = 0 // about to be chosen
	if _, err := day.AtUtilisation(0.9); err != nil {
		t.Errorf("a day without a capacity: %v", err)
	}
	day.Ticks = 0
	if _, err := day.AtUtilisation(0.9); err == nil || !strings.Contains(err.Error(), "Ticks is 0") {
		t.Errorf("error is %v, want one that names Ticks", err)
	}
}

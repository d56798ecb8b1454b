package oncall_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// This file is a second implementation of the specification, as naive as it can be made: instances are single objects
// with a birthday, everything that was pressed is remembered and looked up again each minute, sums start from the
// first minute, Erlang's formula is the textbook recursion, and even the random numbers are drawn by code of its own. It
// shares nothing with the package but the constants of a shift.

// press is one thing the operator did.
type press struct {
	minute  int
	control oncall.Control
	value   float64
}

// machine is one instance.
type machine struct {
	launched int
	ready    int
	gone     bool
}

type naive struct {
	shift    oncall.Shift
	presses  []press
	machines []*machine
	errors   []float64
	rows     []oncall.Minute
}

// mulberry draws the n-th uniform number (from 0) of a seed.
func mulberry(seed uint32, n int) float64 {
	state := seed + uint32(n+1)*0x6D2B79F5
	t := (state ^ (state >> 15)) * (1 | state)
	t = (t + (t^(t>>7))*(61|t)) ^ t
	return float64(t^(t>>14)) / 4294967296
}

func naiveNormal(seed uint32, n int) float64 {
	return math.Sqrt(-2*math.Log(1-mulberry(seed, n))) * math.Cos(2*math.Pi*mulberry(seed, n+1))
}

// naiveC is the waiting probability by way of the recursion B(n) = a B(n-1) / (n + a B(n-1)).
func naiveC(servers int, load float64) float64 {
	if load >= float64(servers) {
		return 1
	}
	b := 1.0
	for n := 1; n <= servers; n++ {
		b = load * b / (float64(n) + load*b)
	}
	return b / (1 - load/float64(servers)*(1-b))
}

// setting is what a control was set to last, up to and including a minute.
func (s *naive) setting(control oncall.Control, minute int, initial float64) float64 {
	value := initial
	for _, p := range s.presses {
		if p.control == control && p.minute <= minute {
			value = p.value
		}
	}
	return value
}

// pressed is the last minute, up to and including this one, in which a button was pressed; -1 if none.
func (s *naive) pressed(control oncall.Control, minute int) int {
	last := -1
	for _, p := range s.presses {
		if p.control == control && p.minute <= minute {
			last = p.minute
		}
	}
	return last
}

func (s *naive) minimum(minute int) int {
	wanted := s.setting(oncall.MinimumControl, minute, float64(s.shift.Settings.Minimum))
	return int(math.Min(wanted, float64(s.shift.Service.Fleet.Most)))
}

func (s *naive) count(minute int) (serving, booting int) {
	for _, m := range s.machines {
		switch {
		case m.gone:
		case m.ready <= minute:
			serving++
		default:
			booting++
		}
	}
	return serving, booting
}

func (s *naive) launch(n, launched, ready int) {
	for range n {
		s.machines = append(s.machines, &machine{launched: launched, ready: ready})
	}
}

// remove takes instances away, the newest booting ones first.
func (s *naive) remove(n, minute int) {
	for range n {
		var newest *machine
		for _, m := range s.machines {
			if !m.gone && m.ready > minute && (newest == nil || m.launched >= newest.launched) {
				newest = m
			}
		}
		if newest == nil {
			for _, m := range s.machines {
				if !m.gone {
					newest = m
				}
			}
		}
		newest.gone = true
	}
}

func flag(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

// naiveRun plays a shift. The presses are in order of time, and within a minute in the order given.
func naiveRun(shift oncall.Shift, seed uint32, presses []press) []oncall.Minute {
	s := &naive{shift: shift, presses: presses}
	c := shift.Service
	s.launch(min(shift.Settings.Minimum, c.Fleet.Most), -1, 0)
	draw := [3]float64{mulberry(seed^0x9E3779B9, 0), mulberry(seed^0x9E3779B9, 1), mulberry(seed^0x9E3779B9, 2)}
	onset := 30 + int(math.Floor(121*draw[0]))
	magnitude := 2 + 1.5*draw[1]
	hold := 25 + int(math.Floor(21*draw[2]))

	warm, cured, quiet := 1.0, -1, 0
	spares := map[int]int{} // second fleet of the rollback pressed in a minute
	for m := range shift.Minutes {
		// 1. actions: they are all in presses; a rollback looks at the fleet that served until now
		if s.pressed(oncall.RollbackControl, m) == m {
			serving := 0
			for _, x := range s.machines {
				if !x.gone && x.ready <= m-1 || x.launched == -1 && !x.gone {
					serving++
				}
			}
			spares[m] = serving
		}
		// 2. events
		live := shift.BadBuildAt >= 0 && m >= shift.BadBuildAt && cured < 0
		if m == shift.FlushAt {
			warm = 0
		}
		// 3. rollback
		spare := 0
		if p := s.pressed(oncall.RollbackControl, m); p >= 0 {
			if m == p+5 && live {
				cured, live = m, false
			}
			if m < p+5 {
				spare = spares[p]
			}
		}
		// 4. fleet
		serving, booting := s.count(m)
		autoscaler := s.setting(oncall.AutoscalerControl, m, flag(shift.Settings.Autoscaler)) == 1
		minimum := s.minimum(m)
		if serving+booting < minimum {
			s.launch(minimum-serving-booting, m, m+shift.BootDelay)
			if shift.BootDelay == 0 {
				panic("the specification wants a boot delay")
			}
		} else if !autoscaler {
			s.remove(serving+booting-minimum, m)
		}
		serving, booting = s.count(m)
		// 5. arrivals and relations
		surge := 1.0
		if shift.Crowd {
			switch k := float64(m - onset); {
			case k < 0:
			case k < 6:
				surge = 1 + (magnitude-1)*(k+1)/6
			case k < float64(6+hold):
				surge = magnitude
			default:
				surge = 1 + (magnitude-1)*math.Exp(-(k-5-float64(hold))/20)
			}
		}
		hour := float64(shift.Start+m) / 60
		rate := c.Traffic.Base * (1 + 0.25*math.Sin(2*math.Pi*(hour-6)/24)) * surge
		if shift.Noise {
			z1, z2 := naiveNormal(seed, 4*m), naiveNormal(seed, 4*m+2)
			rate = math.Max(0, math.Floor((60*rate+math.Sqrt(60*rate)*z1)*(1+0.02*z2)+0.5)) / 60
		}
		shed := s.setting(oncall.ShedControl, m, shift.Settings.Shed)
		ttl := s.setting(oncall.TTLControl, m, shift.Settings.TTL)
		feature := s.setting(oncall.FeatureControl, m, flag(shift.Settings.Feature)) == 1
		l := rate * (1 - 0.30*shed)
		r := l / 20000
		hit := warm * r * ttl / (1 + r*ttl)
		queries, app := 2.0, 0.050
		if feature {
			queries, app = 3, 0.070
		}
		w := s.pressed(oncall.WarmupControl, m)
		warming := w >= 0 && m < w+6
		rho := (l*queries*(1-hit) + 600*flag(warming)) / 4000
		queryTime := 0.250
		if rho < 1 {
			queryTime = math.Min(0.250, 0.005/(1-rho))
		}
		bad := 0.0
		if live {
			bad = math.Min(1, 0.20*float64(m-shift.BadBuildAt+1))
		}
		service := app*(1+0.25*bad) + (1-hit)*queries*queryTime
		a, n := l*service, 16*serving
		utilisation := math.Min(1, a/float64(n))
		waiting := naiveC(n, a)
		timeouts, p99 := 1-float64(n)/a, 2.0
		if a < float64(n) {
			spareRate := float64(n)/service - l
			timeouts = waiting * math.Exp(-spareRate*2)
			p99 = service * math.Log(100)
			if waiting > 0.01 {
				p99 += math.Log(waiting/0.01) / spareRate
			}
			p99 = math.Min(2, p99)
		}
		errorRate := 1 - (1-timeouts)*(1-0.05*bad)
		// 6. budget, burn, cost: from the first minute, every time
		s.errors = append(s.errors, errorRate)
		window, budget := 0.0, shift.Budget
		for i := range 60 {
			window += s.errors[max(0, m-i)]
		}
		for _, e := range s.errors {
			budget -= e / 0.001 / 43200
		}
		hourly := float64(serving+booting+spare) * 0.40
		cost := hourly / 60
		if m > 0 {
			cost += s.rows[m-1].Cost
		}
		s.rows = append(s.rows, oncall.Minute{
			Minute: m, Rate: rate, Admitted: l, Serving: serving, Booting: booting, Spare: spare, Hit: hit, Database: rho,
			ServiceTime: service, Load: a, Utilisation: utilisation, Waiting: waiting, P99: p99, Timeouts: timeouts,
			Errors: errorRate, Burn: errorRate / 0.001, BurnHour: window / 60 / 0.001, Budget: budget, FleetCost: hourly,
			Cost: cost, Bad: bad, Warm: warm, Dropped: 0.30 * shed, Age: ttl / 2, Recommendations: flag(feature),
		})
		// 7. autoscaler
		target := s.setting(oncall.TargetControl, m, shift.Settings.Target)
		desired := math.Ceil(float64(serving) * utilisation / target)
		desired = math.Min(math.Max(desired, float64(minimum)), 40)
		below := autoscaler && booting == 0 && int(desired) < serving
		if autoscaler && booting == 0 && int(desired) > serving {
			s.launch(int(desired)-serving, m, m+1+shift.BootDelay)
		}
		if quiet++; !below {
			quiet = 0
		}
		if quiet == 10 {
			quiet = 0
			s.remove(min(serving-int(desired), max(1, int(math.Floor(0.20*float64(serving))))), m)
		}
		// 8. cache
		grow := (1 - warm) * (1 - math.Exp(-1.0/30))
		if rho >= 1 {
			grow /= rho
		}
		warm = math.Min(1, warm+grow+0.12*flag(warming))
	}
	return s.rows
}

// The naive implementation meets the reference too, or it could not be trusted to judge.
func TestNaiveImplementationMeetsTheReference(t *testing.T) {
	for _, golden := range goldenRuns(t) {
		log := golden.run(t)
		rows := naiveRun(log.Shift, uint32(golden.Seed), pressesOf(log))
		for m, row := range golden.Rows {
			for c, name := range golden.Columns {
				if got := goldenColumns[name].of(rows[m]); !near(got, row[c]) && !(math.Abs(got-row[c]) <= 1e-300) {
					t.Fatalf("%s, minute %d, %s: %v, want %v", golden.name(), m, name, got, row[c])
				}
			}
		}
	}
}

// pressesOf is what a log says the operator did.
func pressesOf(log oncall.Log) []press {
	var presses []press
	for _, taken := range log.Taken {
		presses = append(presses, press{minute: taken.Minute, control: taken.Action.Control(), value: taken.Action.Value()})
	}
	return presses
}

// drawAction draws an action that is in range, with a liking for the edges.
func drawAction() *rapid.Generator[oncall.Action] {
	return rapid.Custom(func(t *rapid.T) oncall.Action {
		control := rapid.SampledFrom(oncall.Controls()).Draw(t, "control")
		value := 0.0
		switch control {
		case oncall.MinimumControl:
			value = float64(rapid.IntRange(1, 60).Draw(t, "minimum"))
		case oncall.TargetControl:
			value = rapid.SampledFrom([]float64{0.01, 0.3, 0.5, 0.6, 0.75, 1}).Draw(t, "target")
		case oncall.TTLControl:
			value = rapid.SampledFrom([]float64{0, 1, 60, 100, 3600, 1e9}).Draw(t, "ttl")
		case oncall.ShedControl:
			value = rapid.SampledFrom([]float64{0, 0.25, 1}).Draw(t, "shed")
		case oncall.AutoscalerControl, oncall.FeatureControl:
			value = float64(rapid.IntRange(0, 1).Draw(t, "switch"))
		}
		action, err := oncall.NewAction(control, value)
		if err != nil {
			t.Fatal(err)
		}
		return action
	})
}

// drawShift draws one of the four shifts, sometimes with other traffic, boot delay, events and a saturated database.
func drawShift() *rapid.Generator[oncall.Shift] {
	return rapid.Custom(func(t *rapid.T) oncall.Shift {
		shift := rapid.SampledFrom(oncall.Shifts()).Draw(t, "shift")
		shift.Minutes = rapid.IntRange(20, 240).Draw(t, "minutes")
		shift.BootDelay = rapid.SampledFrom([]int{1, 3, 8}).Draw(t, "boot delay")
		shift.Noise = rapid.Bool().Draw(t, "noise")
		shift.Settings.Minimum = rapid.SampledFrom([]int{1, 10, 39, 50}).Draw(t, "initial minimum")
		shift.Service.Traffic.Base = rapid.SampledFrom([]float64{0, 90, 900, 1800, 9000}).Draw(t, "base rate")
		event := rapid.IntRange(oncall.Never, shift.Minutes-1)
		shift.BadBuildAt = event.Draw(t, "bad build at")
		shift.FlushAt = event.Draw(t, "flush at")
		return shift
	})
}

// drawPlan draws a plan of timed entries, several of them in the same minute now and then.
func drawPlan(minutes int) *rapid.Generator[oncall.Plan] {
	return rapid.Custom(func(t *rapid.T) oncall.Plan {
		var plan oncall.Plan
		for range rapid.IntRange(0, 25).Draw(t, "entries") {
			plan = plan.AtMinute(rapid.IntRange(0, minutes-1).Draw(t, "minute"), drawAction().Draw(t, "action"))
		}
		return plan
	})
}

// Any shift, any seed, any plan: the engine and the naive implementation agree on every figure of every minute.
func TestEngineAgreesWithTheNaiveImplementation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := drawShift().Draw(t, "shift")
		plan := drawPlan(shift.Minutes).Draw(t, "plan")
		seed := rapid.Uint32().Draw(t, "seed")
		log, err := oncall.Run(shift, int64(seed), plan)
		if err != nil {
			t.Fatal(err)
		}
		for m, want := range naiveRun(shift, seed, pressesOf(log)) {
			got := log.Minutes[m]
			if got.Minute != want.Minute || got.Serving != want.Serving || got.Booting != want.Booting || got.Spare != want.Spare {
				t.Fatalf("minute %d: serving %d, booting %d, second fleet %d; naively %d, %d, %d", m,
					got.Serving, got.Booting, got.Spare, want.Serving, want.Booting, want.Spare)
			}
			for _, f := range append(oncall.Figures(), 0) {
				g, w := f.Of(got), f.Of(want)
				if f == 0 { // what no figure shows
					g, w = got.Warm+got.Waiting+got.Load+got.ServiceTime+got.Admitted, want.Warm+want.Waiting+want.Load+want.ServiceTime+want.Admitted
				}
				// Below 1e-300 numbers have fewer digits than the tolerance asks for, and differences of nearly equal
				// error rates, 1 - (1 - x), are as coarse as the last place of 1.
				if !near(g, w) && !(math.Abs(g-w) <= 1e-300) && !(math.Abs(g-w) < 1e-13 && w < 1e-3) {
					t.Fatalf("minute %d, %v: %v, naively %v", m, f, g, w)
				}
			}
		}
	})
}

// What must hold in every minute of every shift: the budget never rises, the bill never falls, the fleet stays within its
// bounds, shares are shares, and nothing is not a number.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := drawShift().Draw(t, "shift")
		plan := drawPlan(shift.Minutes).Draw(t, "plan")
		log, err := oncall.Run(shift, int64(rapid.Uint32().Draw(t, "seed")), plan)
		if err != nil {
			t.Fatal(err)
		}
		budget, cost := shift.Budget, 0.0
		for _, m := range log.Minutes {
			if m.Budget > budget || m.Cost < cost {
				t.Fatalf("minute %d: budget %v after %v, cost %v after %v", m.Minute, m.Budget, budget, m.Cost, cost)
			}
			budget, cost = m.Budget, m.Cost
			if m.Serving < 1 || m.Booting < 0 || m.Serving+m.Booting > shift.Service.Fleet.Most || m.Spare > shift.Service.Fleet.Most {
				t.Fatalf("minute %d: serving %d, booting %d, second fleet %d", m.Minute, m.Serving, m.Booting, m.Spare)
			}
			for name, share := range map[string]float64{"hit": m.Hit, "utilisation": m.Utilisation, "C": m.Waiting, "timeouts": m.Timeouts,
				"errors": m.Errors, "bad": m.Bad, "warm": m.Warm, "dropped": m.Dropped, "recommendations": m.Recommendations} {
				if !(share >= 0 && share <= 1) {
					t.Fatalf("minute %d: %s is %v", m.Minute, name, share)
				}
			}
			for _, f := range oncall.Figures() {
				if x := f.Of(m); math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("minute %d: %s is %v", m.Minute, f, x)
				}
			}
			if !(m.P99 > 0 && m.P99 <= shift.Service.App.Timeout) || m.Admitted > m.Rate {
				t.Fatalf("minute %d: p99 %v, admitted %v of %v", m.Minute, m.P99, m.Admitted, m.Rate)
			}
		}
	})
}

// Two plans on one seed face the same traffic, whatever the operator does.
func TestTrafficDoesNotDependOnTheOperator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := drawShift().Draw(t, "shift")
		seed := int64(rapid.Uint32().Draw(t, "seed"))
		idle, err := oncall.Run(shift, seed, oncall.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		busy, err := oncall.Run(shift, seed, drawPlan(shift.Minutes).Draw(t, "plan"))
		if err != nil {
			t.Fatal(err)
		}
		if busy.Wave != idle.Wave {
			t.Fatalf("the wave is %+v, and %+v when nobody acts", busy.Wave, idle.Wave)
		}
		for m := range idle.Minutes {
			if busy.Minutes[m].Rate != idle.Minutes[m].Rate {
				t.Fatalf("minute %d: %v requests/s, and %v when nobody acts", m, busy.Minutes[m].Rate, idle.Minutes[m].Rate)
			}
		}
	})
}

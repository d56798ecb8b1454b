package oncall

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/random"
)

// state is where a shift stands between two minutes, and the last minute's row.
type state struct {
	shift    *Shift
	program  *program
	log      *Log // where actions and events are noted; nil for nowhere
	arrivals random.Stream
	wave     Wave

	settings  Settings
	fleet     fleet
	quiet     int // minutes in a row with too large a fleet
	switchAt  int // minute in which the rollback under way switches, or Never
	spare     int // instances of its second fleet
	cured     bool
	warm      float64
	warmUntil int // first minute in which the warm-up job no longer runs
	budget    float64
	cost      float64
	window    burnWindow
	paged     bool

	nextTimed int // place in program.timed
	rules     []ruleState
	row       Minute
}

// ruleState is what a rule remembers.
type ruleState struct {
	met   int // minutes in a row in which its condition was met
	fired bool
}

// scenarioStream makes the seed of the scenario's own draws out of that of the arrivals.
const scenarioStream = 0x9E3779B9

func newState(shift *Shift, prog *program, seed uint32, log *Log) *state {
	st := &state{
		shift: shift, program: prog, log: log, arrivals: random.New(seed),
		settings: shift.Settings, switchAt: Never, warm: 1, budget: shift.Budget,
		window: burnWindow{rates: make([]float64, shift.Service.Objective.Window)},
		rules:  make([]ruleState, len(prog.rules)),
	}
	st.settings.Minimum = min(st.settings.Minimum, shift.Service.Fleet.Most)
	st.fleet.serving = st.settings.Minimum
	if shift.Crowd {
		stream := random.New(seed ^ scenarioStream)
		st.wave = shift.Wave.Draw(&stream)
	}
	if log != nil {
		log.Wave = st.wave
	}
	return st
}

// play plays every minute and shows it to visit. Actions and events go into log if there is one.
func (d *Drill) play(seed int64, log *Log, visit func(*Minute)) error {
	if seed < 0 || seed > MaxSeed {
		return seedError(seed)
	}
	st := newState(&d.shift, &d.program, uint32(seed), log)
	for m := range d.shift.Minutes {
		if err := st.minute(m); err != nil {
			return err
		}
		visit(&st.row)
	}
	return nil
}

// minute plays one minute. The order is part of the model.
func (st *state) minute(m int) error {
	st.operate(m)                         // 1. the operator's actions
	st.strike(m)                          // 2. the scenario's events
	st.switchOver(m)                      // 3. a rollback that is ready
	st.provision(m)                       // 4. the fleet
	if err := st.measure(m); err != nil { // 5. arrivals and every relation
		return err
	}
	st.account(m)   // 6. burn, budget, cost
	st.autoscale(m) // 7. the autoscaler
	st.refill(m)    // 8. the cache
	return nil
}

// operate does what the operator planned for the minute, in the order written. Rules read the row of the minute before.
func (st *state) operate(m int) {
	for i := range st.program.rules {
		rule := &st.program.rules[i]
		if !st.due(m, i) {
			continue
		}
		st.operateTimed(m, rule.place)
		st.act(m, rule)
	}
	st.operateTimed(m, math.MaxInt)
}

// operateTimed does the minute's timed entries that were written before a place in the plan.
func (st *state) operateTimed(m, place int) {
	timed := st.program.timed
	for st.nextTimed < len(timed) && timed[st.nextTimed].at == m && timed[st.nextTimed].place < place {
		st.act(m, &timed[st.nextTimed])
		st.nextTimed++
	}
}

// due tells whether a rule acts in this minute.
func (st *state) due(m, rule int) bool {
	if m == 0 {
		return false
	}
	r, memory := &st.program.rules[rule], &st.rules[rule]
	if !r.condition.met(&st.row) {
		memory.met = 0
		return false
	}
	memory.met++
	if memory.met != r.condition.minutes() || r.kind == when && memory.fired {
		return false
	}
	memory.fired = true
	return true
}

func (st *state) act(m int, s *step) {
	for _, a := range s.actions {
		switch a.control {
		case MinimumControl:
			st.settings.Minimum = int(math.Min(a.value, float64(st.shift.Service.Fleet.Most)))
		case AutoscalerControl:
			st.settings.Autoscaler = a.value == 1
		case TargetControl:
			st.settings.Target = a.value
		case TTLControl:
			st.settings.TTL = a.value
		case WarmupControl:
			st.warmUntil = m + st.shift.Service.Cache.WarmupMinutes
		case ShedControl:
			st.settings.Shed = a.value
		case FeatureControl:
			st.settings.Feature = a.value == 1
		case RollbackControl:
			st.switchAt = m + st.shift.Service.Deploy.RollbackMinutes
			st.spare = st.fleet.serving
		}
		if st.log != nil {
			st.log.Taken = append(st.log.Taken, Taken{Minute: m, Entry: s.place, Action: a})
		}
	}
}

func (st *state) note(m int, kind EventKind) {
	if st.log != nil {
		st.log.Events = append(st.log.Events, Event{Minute: m, Kind: kind})
	}
}

// strike lets the scenario do its worst.
func (st *state) strike(m int) {
	if m == st.shift.BadBuildAt {
		st.note(m, BadBuildOut)
	}
	if m == st.shift.FlushAt {
		st.warm = 0
		st.note(m, CacheFlushed)
	}
	if st.shift.Crowd && m == st.wave.Onset {
		st.note(m, WaveOnset)
	}
}

// live tells whether the bad build gets traffic.
func (st *state) live(m int) bool {
	return st.shift.BadBuildAt != Never && m >= st.shift.BadBuildAt && !st.cured
}

// switchOver moves the traffic to the rollback's second fleet, when that is ready.
func (st *state) switchOver(m int) {
	if m != st.switchAt {
		return
	}
	st.switchAt, st.spare = Never, 0
	if st.live(m) {
		st.cured = true
		st.note(m, Switched)
	} else {
		st.note(m, SwitchedIdle)
	}
}

// provision lets booted instances serve, and holds the fleet at its minimum.
func (st *state) provision(m int) {
	st.fleet.serve(m)
	missing := st.settings.Minimum - st.fleet.serving - st.fleet.booting
	switch {
	case missing > 0:
		st.fleet.launch(missing, m+st.shift.BootDelay)
	case missing < 0 && !st.settings.Autoscaler:
		st.fleet.remove(-missing)
	}
}

// measure draws the traffic and evaluates every relation on the fleet that serves now.
func (st *state) measure(m int) error {
	service, row := &st.shift.Service, &st.row
	rate := service.Traffic.ArrivalRate(st.shift.Start, m, st.wave.Surge(m))
	if st.shift.Noise {
		z1, z2 := st.arrivals.Normal(), st.arrivals.Normal()
		rate = service.Traffic.Observed(rate, z1, z2) / 60
	}
	bad := 0.0
	if st.live(m) {
		bad = service.Deploy.BadShare(m, st.shift.BadBuildAt)
	}
	background := 0.0
	if m < st.warmUntil {
		background = service.Cache.WarmupQueries
	}
	workers := st.fleet.serving * service.Fleet.Workers
	work, queries := service.App.Work(st.settings.Feature)

	row.Minute = m
	row.Rate = rate
	row.Admitted = service.App.Admitted(rate, st.settings.Shed)
	row.Dropped = service.App.Dropped(st.settings.Shed)
	row.Serving, row.Booting, row.Spare = st.fleet.serving, st.fleet.booting, st.spare
	row.Bad = bad
	row.Warm = st.warm
	row.Recommendations = oneIf(st.settings.Feature)
	row.Age = service.Cache.MeanAge(st.settings.TTL)
	row.Hit = service.Cache.HitRatio(st.warm, row.Admitted, st.settings.TTL)
	row.Database = service.Database.Load(row.Admitted, queries, row.Hit, background)
	row.ServiceTime = ServiceTime(work, service.Deploy.CPU(bad), row.Hit, queries, service.Database.ResponseTime(row.Database))
	row.Load = OfferedLoad(row.Admitted, row.ServiceTime)
	row.Utilisation = Utilisation(workers, row.Load)
	waiting, err := Waiting(workers, row.Load)
	if err != nil {
		return fmt.Errorf("oncall: minute %d: %w", m, err)
	}
	row.Waiting = waiting
	spare := Spare(workers, row.ServiceTime, row.Admitted)
	row.Timeouts = TimedOut(workers, row.Load, waiting, spare, service.App.Timeout)
	row.P99 = P99(workers, row.Load, row.ServiceTime, waiting, spare, service.App.Timeout)
	row.Errors = service.Deploy.ErrorRate(row.Timeouts, bad)
	return nil
}

// account charges the minute to the error budget and to the bill, and fires the page.
func (st *state) account(m int) {
	service, row := &st.shift.Service, &st.row
	if m == 0 {
		st.window.fill(row.Errors)
	}
	st.window.add(row.Errors)
	row.Burn = service.Objective.Burn(row.Errors)
	row.BurnHour = service.Objective.Burn(st.window.mean())
	st.budget -= service.Objective.Spent(row.Burn)
	row.Budget = st.budget
	if !st.paged && service.Objective.Pages(row.BurnHour) {
		st.paged = true
		st.note(m, PageFired)
	}
	row.FleetCost = service.Fleet.HourlyCost(row.Serving + row.Booting + row.Spare)
	st.cost += row.FleetCost / 60
	row.Cost = st.cost
}

// autoscale follows the utilisation, for the minutes to come.
func (st *state) autoscale(m int) {
	if !st.settings.Autoscaler {
		st.quiet = 0
		return
	}
	service := &st.shift.Service
	desired := service.Fleet.Desired(st.fleet.serving, st.row.Utilisation, st.settings.Target, st.settings.Minimum)
	if st.fleet.booting > 0 || desired == st.fleet.serving {
		st.quiet = 0
		return
	}
	if desired > st.fleet.serving {
		st.quiet = 0
		st.fleet.launch(desired-st.fleet.serving, m+1+st.shift.BootDelay)
		return
	}
	if st.quiet++; st.quiet == service.Fleet.ScaleInAfter {
		st.quiet = 0
		st.fleet.serving -= service.Fleet.ScaleIn(st.fleet.serving, desired)
	}
}

// refill lets the cache fill until the next minute.
func (st *state) refill(m int) {
	st.warm = st.shift.Service.Cache.Refill(st.warm, st.row.Database, m < st.warmUntil)
}

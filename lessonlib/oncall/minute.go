package oncall

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/random"
)

// Minute is one row of a shift's log: everything that the model computed for that minute.
type Minute struct {
	Minute          int     // of the shift, from 0
	Rate            float64 // observed requests/s
	Admitted        float64 // requests/s that were let in
	Serving         int     // instances, as they served in this minute
	Booting         int     // instances, launched and not serving yet
	Spare           int     // instances of a rollback's second fleet
	Hit             float64 // cache hit ratio
	Database        float64 // load rho, share of the capacity
	ServiceTime     float64 // s
	Load            float64 // offered load, busy workers
	Utilisation     float64 // share of the workers
	Waiting         float64 // Erlang C
	P99             float64 // s
	Timeouts        float64 // share of the admitted requests
	Errors          float64 // error rate, share of the admitted requests
	Burn            float64 // times the sustainable rate
	BurnHour        float64 // burn (1 h), times the sustainable rate
	Budget          float64 // share of the period's error budget that is left, may be below 0
	FleetCost       float64 // $/h
	Cost            float64 // $ since the start, this minute included
	Bad             float64 // share of the traffic on the bad build
	Warm            float64 // share of the cache that is filled, as it was in this minute
	Dropped         float64 // share of all requests that was shed
	Age             float64 // mean age of cached answers, s
	Recommendations float64 // 1 with the heavy feature on, 0 with it off
}

// desk is the state of a shift between two minutes, and the last minute's row.
type desk struct {
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

func newDesk(shift *Shift, prog *program, seed uint32, log *Log) *desk {
	d := &desk{
		shift: shift, program: prog, log: log, arrivals: random.New(seed),
		settings: shift.Settings, switchAt: Never, warm: 1, budget: shift.Budget,
		window: burnWindow{rates: make([]float64, shift.Service.Objective.Window)},
		rules:  make([]ruleState, len(prog.rules)),
	}
	d.settings.Minimum = min(d.settings.Minimum, shift.Service.Fleet.Most)
	d.fleet.serving = d.settings.Minimum
	if shift.Crowd {
		stream := random.New(seed ^ scenarioStream)
		d.wave = shift.Wave.Draw(&stream)
	}
	if log != nil {
		log.Wave = d.wave
	}
	return d
}

// play plays every minute and shows it to visit. Actions and events go into log if there is one.
func (d *Drill) play(seed int64, log *Log, visit func(*Minute)) error {
	if seed < 0 || seed > MaxSeed {
		return seedError(seed)
	}
	desk := newDesk(&d.shift, &d.program, uint32(seed), log)
	for m := range d.shift.Minutes {
		if err := desk.minute(m); err != nil {
			return err
		}
		visit(&desk.row)
	}
	return nil
}

// minute plays one minute. The order is part of the model.
func (d *desk) minute(m int) error {
	d.operate(m)
	d.strike(m)
	d.switchOver(m)
	d.provision(m)
	if err := d.measure(m); err != nil {
		return err
	}
	d.account(m)
	d.autoscale(m)
	d.refill(m)
	return nil
}

// operate does what the operator planned for the minute, in the order written. Rules read the row of the minute before.
func (d *desk) operate(m int) {
	for i := range d.program.rules {
		rule := &d.program.rules[i]
		if !d.due(m, i) {
			continue
		}
		d.operateTimed(m, rule.place)
		d.act(m, rule)
	}
	d.operateTimed(m, math.MaxInt)
}

// operateTimed does the minute's timed entries that were written before a place in the plan.
func (d *desk) operateTimed(m, place int) {
	timed := d.program.timed
	for d.nextTimed < len(timed) && timed[d.nextTimed].at == m && timed[d.nextTimed].place < place {
		d.act(m, &timed[d.nextTimed])
		d.nextTimed++
	}
}

// due tells whether a rule acts in this minute.
func (d *desk) due(m, rule int) bool {
	if m == 0 {
		return false
	}
	r, state := &d.program.rules[rule], &d.rules[rule]
	if !r.condition.met(&d.row) {
		state.met = 0
		return false
	}
	state.met++
	if state.met != r.condition.minutes() || r.kind == when && state.fired {
		return false
	}
	state.fired = true
	return true
}

func (d *desk) act(m int, s *step) {
	for _, a := range s.actions {
		switch a.control {
		case MinimumControl:
			d.settings.Minimum = int(math.Min(a.value, float64(d.shift.Service.Fleet.Most)))
		case AutoscalerControl:
			d.settings.Autoscaler = a.value == 1
		case TargetControl:
			d.settings.Target = a.value
		case TTLControl:
			d.settings.TTL = a.value
		case WarmupControl:
			d.warmUntil = m + d.shift.Service.Cache.WarmupMinutes
		case ShedControl:
			d.settings.Shed = a.value
		case FeatureControl:
			d.settings.Feature = a.value == 1
		case RollbackControl:
			d.switchAt = m + d.shift.Service.Deploy.RollbackMinutes
			d.spare = d.fleet.serving
		}
		if d.log != nil {
			d.log.Taken = append(d.log.Taken, Taken{Minute: m, Entry: s.place, Action: a})
		}
	}
}

func (d *desk) note(m int, kind EventKind) {
	if d.log != nil {
		d.log.Events = append(d.log.Events, Event{Minute: m, Kind: kind})
	}
}

// strike lets the scenario do its worst.
func (d *desk) strike(m int) {
	if m == d.shift.BadBuildAt {
		d.note(m, BadBuildOut)
	}
	if m == d.shift.FlushAt {
		d.warm = 0
		d.note(m, CacheFlushed)
	}
	if d.shift.Crowd && m == d.wave.Onset {
		d.note(m, WaveOnset)
	}
}

// live tells whether the bad build gets traffic.
func (d *desk) live(m int) bool {
	return d.shift.BadBuildAt != Never && m >= d.shift.BadBuildAt && !d.cured
}

// switchOver moves the traffic to the rollback's second fleet, when that is ready.
func (d *desk) switchOver(m int) {
	if m != d.switchAt {
		return
	}
	d.switchAt, d.spare = Never, 0
	if d.live(m) {
		d.cured = true
		d.note(m, Switched)
	} else {
		d.note(m, SwitchedIdle)
	}
}

// provision lets booted instances serve, and holds the fleet at its minimum.
func (d *desk) provision(m int) {
	d.fleet.serve(m)
	missing := d.settings.Minimum - d.fleet.serving - d.fleet.booting
	switch {
	case missing > 0:
		d.fleet.launch(missing, m+d.shift.BootDelay)
	case missing < 0 && !d.settings.Autoscaler:
		d.fleet.remove(-missing)
	}
}

// measure draws the traffic and evaluates every relation on the fleet that serves now.
func (d *desk) measure(m int) error {
	service, row := &d.shift.Service, &d.row
	rate := service.Traffic.ArrivalRate(d.shift.Start, m, d.wave.Surge(m))
	if d.shift.Noise {
		z1, z2 := d.arrivals.Normal(), d.arrivals.Normal()
		rate = service.Traffic.Observed(rate, z1, z2) / 60
	}
	bad := 0.0
	if d.live(m) {
		bad = service.Deploy.BadShare(m, d.shift.BadBuildAt)
	}
	background := 0.0
	if m < d.warmUntil {
		background = service.Cache.WarmupQueries
	}
	workers := d.fleet.serving * service.Fleet.Workers
	work, queries := service.App.Work(d.settings.Feature)

	row.Minute = m
	row.Rate = rate
	row.Admitted = service.App.Admitted(rate, d.settings.Shed)
	row.Dropped = service.App.Dropped(d.settings.Shed)
	row.Serving, row.Booting, row.Spare = d.fleet.serving, d.fleet.booting, d.spare
	row.Bad = bad
	row.Warm = d.warm
	row.Recommendations = oneIf(d.settings.Feature)
	row.Age = service.Cache.MeanAge(d.settings.TTL)
	row.Hit = service.Cache.HitRatio(d.warm, row.Admitted, d.settings.TTL)
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
func (d *desk) account(m int) {
	service, row := &d.shift.Service, &d.row
	if m == 0 {
		d.window.fill(row.Errors)
	}
	d.window.add(row.Errors)
	row.Burn = service.Objective.Burn(row.Errors)
	row.BurnHour = service.Objective.Burn(d.window.mean())
	d.budget -= service.Objective.Spent(row.Burn)
	row.Budget = d.budget
	if !d.paged && service.Objective.Pages(row.BurnHour) {
		d.paged = true
		d.note(m, PageFired)
	}
	row.FleetCost = service.Fleet.HourlyCost(row.Serving + row.Booting + row.Spare)
	d.cost += row.FleetCost / 60
	row.Cost = d.cost
}

// autoscale follows the utilisation, for the minutes to come.
func (d *desk) autoscale(m int) {
	if !d.settings.Autoscaler {
		d.quiet = 0
		return
	}
	service := &d.shift.Service
	desired := service.Fleet.Desired(d.fleet.serving, d.row.Utilisation, d.settings.Target, d.settings.Minimum)
	if d.fleet.booting > 0 || desired == d.fleet.serving {
		d.quiet = 0
		return
	}
	if desired > d.fleet.serving {
		d.quiet = 0
		d.fleet.launch(desired-d.fleet.serving, m+1+d.shift.BootDelay)
		return
	}
	if d.quiet++; d.quiet == service.Fleet.ScaleInAfter {
		d.quiet = 0
		d.fleet.serving -= service.Fleet.ScaleIn(d.fleet.serving, desired)
	}
}

// refill lets the cache fill until the next minute.
func (d *desk) refill(m int) {
	d.warm = d.shift.Service.Cache.Refill(d.warm, d.row.Database, m < d.warmUntil)
}

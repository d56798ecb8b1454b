package oncall_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// The reference runs leave out much of what the specification says. Here is the rest, each case worked out by hand. All
// shifts are without noise; the noon service needs ceil(10 x 0.52/0.6) = 9 instances, so at its minimum of 10 it rests.

func quiet(shift oncall.Shift) oncall.Shift {
	shift.Noise = false
	return shift
}

func play(t *testing.T, shift oncall.Shift, plan oncall.Plan) []oncall.Minute {
	t.Helper()
	log, err := oncall.Run(shift, 1, plan)
	if err != nil {
		t.Fatal(err)
	}
	return log.Minutes
}

// fleetAt is a fleet that a case expects in a minute.
type fleetAt struct{ minute, serving, booting int }

func TestFleet(t *testing.T) {
	crowded := quiet(oncall.Noon()) // three times the traffic: more than 3375 x 0.07 / 16 = 14 instances of work
	crowded.Service.Traffic.Base = 2700
	manyMinimum := quiet(oncall.Noon())
	manyMinimum.Settings.Minimum = 100
	slow := quiet(oncall.Noon())
	slow.BootDelay = 8
	for _, c := range []struct {
		name  string
		shift oncall.Shift
		plan  oncall.Plan
		want  []fleetAt
	}{
		{"a minimum raised in minute 2 serves in minute 2 + 3", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(2, oncall.Minimum(12)),
			[]fleetAt{{1, 10, 0}, {2, 10, 2}, {4, 10, 2}, {5, 12, 0}}},
		{"with a boot delay of 8, in minute 10", slow,
			oncall.Plan{}.AtMinute(2, oncall.Minimum(12)),
			[]fleetAt{{2, 10, 2}, {9, 10, 2}, {10, 12, 0}}},
		{"the autoscaler launches for minute m + 1 + 3: a saturated fleet wants ceil(10/0.6) = 17", crowded,
			oncall.Plan{},
			[]fleetAt{{0, 10, 0}, {1, 10, 7}, {3, 10, 7}, {4, 17, 0}}},
		{"a target of 0.3 in minute 0 wants ceil(10 x 0.5218/0.3) = 18", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Target(0.3)),
			[]fleetAt{{0, 10, 0}, {1, 10, 8}, {3, 10, 8}, {4, 18, 0}}},
		{"a booting instance keeps the autoscaler from launching: minimum 11 in minute 0 boots until 3, then ceil(11/0.6) = 19", crowded,
			oncall.Plan{}.AtMinute(0, oncall.Minimum(11)),
			[]fleetAt{{0, 10, 1}, {2, 10, 1}, {3, 11, 0}, {4, 11, 8}, {7, 19, 0}}},
		{"the autoscaler off: a saturated fleet stays", crowded,
			oncall.Plan{}.AtMinute(0, oncall.Autoscaler(false)),
			[]fleetAt{{0, 10, 0}, {30, 10, 0}, {59, 10, 0}}},
		{"off, what exceeds the minimum goes at once, booting ones first: 10 + 4 down to 12", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(14)).AtMinute(1, oncall.Autoscaler(false), oncall.Minimum(12)),
			[]fleetAt{{0, 10, 4}, {1, 10, 2}, {2, 10, 2}, {3, 12, 0}}},
		{"off, serving ones go when none boots", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Autoscaler(false)).AtMinute(5, oncall.Minimum(9)).AtMinute(6, oncall.Minimum(1)),
			[]fleetAt{{4, 10, 0}, {5, 9, 0}, {6, 1, 0}, {7, 1, 0}}},
		{"off, the newest go first: 2 launched in minute 0, 3 in minute 1; down by 4 leaves 1 of the first two, ready in minute 3",
			quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(12)).AtMinute(1, oncall.Minimum(15)).AtMinute(2, oncall.Autoscaler(false), oncall.Minimum(11)),
			[]fleetAt{{0, 10, 2}, {1, 10, 5}, {2, 10, 1}, {3, 11, 0}, {4, 11, 0}}},
		{"off and on again within a minute changes nothing", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(14)).AtMinute(1, oncall.Autoscaler(false), oncall.Minimum(5), oncall.Autoscaler(true)),
			[]fleetAt{{1, 10, 4}, {3, 14, 0}}},
		{"on, a lower minimum removes nothing at once: 15 serve, 10 wanted; minutes 5 to 14 are ten, then a fifth, 3, goes; ten more, " +
			"then min(12 - 10, floor(2.4)) = 2", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(15)).AtMinute(5, oncall.Minimum(10)),
			[]fleetAt{{3, 15, 0}, {5, 15, 0}, {14, 15, 0}, {15, 12, 0}, {24, 12, 0}, {25, 10, 0}, {59, 10, 0}}},
		{"a minute with the autoscaler off restarts the count: 11 to 20 are ten", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(15)).AtMinute(5, oncall.Minimum(10)).
				AtMinute(10, oncall.Autoscaler(false), oncall.Minimum(15)).AtMinute(11, oncall.Autoscaler(true), oncall.Minimum(10)),
			[]fleetAt{{14, 15, 0}, {20, 15, 0}, {21, 12, 0}}},
		{"a booting instance restarts the count: one boots from 9 until 12, 12 to 21 are ten, then floor(16/5) = 3 go", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(15)).AtMinute(5, oncall.Minimum(10)).
				AtMinute(9, oncall.Minimum(16)).AtMinute(10, oncall.Minimum(10)),
			[]fleetAt{{9, 15, 1}, {12, 16, 0}, {21, 16, 0}, {22, 13, 0}}},
		{"a minimum of 100 counts as 40", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(100)),
			[]fleetAt{{0, 10, 30}, {3, 40, 0}, {59, 40, 0}}},
		{"also with the autoscaler off", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Minimum(1e300), oncall.Autoscaler(false)),
			[]fleetAt{{0, 10, 30}, {3, 40, 0}, {59, 40, 0}}},
		{"and at the start of the shift", manyMinimum, oncall.Plan{}, []fleetAt{{0, 40, 0}, {59, 40, 0}}},
		{"the last setting of a minute stands", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(2, oncall.Minimum(30), oncall.Minimum(12)),
			[]fleetAt{{2, 10, 2}, {5, 12, 0}}},
		{"a target near 0 wants all 40, and no more", quiet(oncall.Noon()),
			oncall.Plan{}.AtMinute(0, oncall.Target(5e-324)),
			[]fleetAt{{1, 10, 30}, {4, 40, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			minutes := play(t, c.shift, c.plan)
			for _, want := range c.want {
				m := minutes[want.minute]
				if got := (fleetAt{m.Minute, m.Serving, m.Booting}); got != want {
					t.Errorf("{minute serving booting}: %v, want %v", got, want)
				}
				if m.FleetCost != float64(m.Serving+m.Booting)*0.40 {
					t.Errorf("minute %d costs %v $/h; booting instances are billed too", m.Minute, m.FleetCost)
				}
			}
		})
	}
}

// billed is what a case expects of a rollback in a minute: its second fleet, and the bad build's share.
type billed struct {
	minute, spare int
	bad           float64
}

func TestRollback(t *testing.T) {
	deploy := quiet(oncall.BadDeploy())
	for _, c := range []struct {
		name string
		plan oncall.Plan
		want []billed
	}{
		{"pressed in 12 it switches in 17; as many as serve, 10, are billed in 12 to 16",
			oncall.Plan{}.AtMinute(12, oncall.Rollback()),
			[]billed{{10, 0, 0.2}, {11, 0, 0.4}, {12, 10, 0.6}, {13, 10, 0.8}, {16, 10, 1}, {17, 0, 0}, {119, 0, 0}}},
		{"pressed again in 15 the preparation starts anew: it switches in 20",
			oncall.Plan{}.AtMinute(12, oncall.Rollback()).AtMinute(15, oncall.Rollback()),
			[]billed{{15, 10, 1}, {17, 10, 1}, {19, 10, 1}, {20, 0, 0}}},
		{"pressed again in the very minute of the switch, step 1 comes before step 3: it switches in 22",
			oncall.Plan{}.AtMinute(12, oncall.Rollback()).AtMinute(17, oncall.Rollback()),
			[]billed{{17, 10, 1}, {21, 10, 1}, {22, 0, 0}}},
		{"before the build is out it only costs money, and the build comes all the same",
			oncall.Plan{}.AtMinute(2, oncall.Rollback()),
			[]billed{{2, 10, 0}, {6, 10, 0}, {7, 0, 0}, {9, 0, 0}, {10, 0, 0.2}, {119, 0, 1}}},
		{"switching in the build's first minute: step 2 comes before step 3, it is gone before it gets traffic",
			oncall.Plan{}.AtMinute(5, oncall.Rollback()),
			[]billed{{9, 10, 0}, {10, 0, 0}, {119, 0, 0}}},
		{"one minute earlier it is too early",
			oncall.Plan{}.AtMinute(4, oncall.Rollback()),
			[]billed{{9, 0, 0}, {10, 0, 0.2}}},
		{"a second one after the switch only costs money",
			oncall.Plan{}.AtMinute(12, oncall.Rollback()).AtMinute(40, oncall.Rollback()),
			[]billed{{39, 0, 0}, {40, 10, 0}, {44, 10, 0}, {45, 0, 0}}},
		{"while four boot, the second fleet is as large as what serves",
			oncall.Plan{}.AtMinute(0, oncall.Minimum(14)).AtMinute(1, oncall.Rollback()),
			[]billed{{1, 10, 0}, {3, 10, 0}, {5, 10, 0}, {6, 0, 0}}},
		{"in the minute in which the four begin to serve, step 1 comes before step 4: still 10",
			oncall.Plan{}.AtMinute(0, oncall.Minimum(14)).AtMinute(3, oncall.Rollback()),
			[]billed{{3, 10, 0}, {7, 10, 0}, {8, 0, 0}}},
		{"a minute later all 14",
			oncall.Plan{}.AtMinute(0, oncall.Minimum(14)).AtMinute(4, oncall.Rollback()),
			[]billed{{4, 14, 0}, {8, 14, 0}, {9, 0, 0}}},
		{"pressing it twice in one minute is pressing it once",
			oncall.Plan{}.AtMinute(12, oncall.Rollback(), oncall.Rollback()),
			[]billed{{12, 10, 0.6}, {16, 10, 1}, {17, 0, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			minutes := play(t, deploy, c.plan)
			for _, want := range c.want {
				m := minutes[want.minute]
				if m.Spare != want.spare || !near(m.Bad, want.bad) {
					t.Errorf("minute %d: a second fleet of %d, bad share %v; want %d, %v", m.Minute, m.Spare, m.Bad, want.spare, want.bad)
				}
				if !near(m.FleetCost, float64(m.Serving+m.Booting+m.Spare)*0.40) {
					t.Errorf("minute %d costs %v $/h", m.Minute, m.FleetCost)
				}
			}
		})
	}
}

// The warm-up job by the recursion of step 8: while the database keeps up, a minute adds (1 - warm)(1 - e^(-1/30)), and
// 0.12 while the job runs. A third of the traffic keeps the load below 1 with an empty cache and the job running:
// 375 x 3 + 600 = 1725 of 4000 queries/s.
func TestWarmup(t *testing.T) {
	base := quiet(oncall.CacheFlush())
	base.Service.Traffic.Base = 300
	late := base
	late.FlushAt = 8
	for _, c := range []struct {
		name    string
		shift   oncall.Shift
		plan    oncall.Plan
		running func(m int) bool
	}{
		{"without the job the cache fills by itself", base, oncall.Plan{}, func(int) bool { return false }},
		{"started in 6 it runs in 6 to 11", base, oncall.Plan{}.AtMinute(6, oncall.Warmup()),
			func(m int) bool { return m >= 6 && m <= 11 }},
		{"started again in 9 its six minutes start anew: 6 to 14", base, oncall.Plan{}.AtMinute(6, oncall.Warmup()).AtMinute(9, oncall.Warmup()),
			func(m int) bool { return m >= 6 && m <= 14 }},
		{"a flush while it runs empties what it filled, and it goes on: 5 to 10", late, oncall.Plan{}.AtMinute(5, oncall.Warmup()),
			func(m int) bool { return m >= 5 && m <= 10 }},
		{"on a full cache it only loads the database", base, oncall.Plan{}.AtMinute(0, oncall.Warmup()),
			func(m int) bool { return m <= 5 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			warm := 1.0
			for m, row := range play(t, c.shift, c.plan) {
				if m == c.shift.FlushAt {
					warm = 0
				}
				background := 0.0
				if c.running(m) {
					background = 600
				}
				if !near(row.Warm, warm) {
					t.Fatalf("minute %d: %v of the cache is warm, want %v", m, row.Warm, warm)
				}
				if want := (row.Admitted*3*(1-row.Hit) + background) / 4000; !near(row.Database, want) || want >= 1 {
					t.Fatalf("minute %d: database load %v, want %v, below 1", m, row.Database, want)
				}
				warm += (1 - warm) * (1 - math.Exp(-1.0/30))
				if c.running(m) {
					warm += 0.12
				}
				warm = min(1, warm)
			}
		})
	}
}

// A database past its capacity: without a cache 1500 x 3 = 4500 queries/s ask for 1.125 of it, so queries take 250 ms and
// a request 70 + 3 x 250 = 820 ms: 1230 busy workers wanted, 160 there.
func TestSaturatedDatabase(t *testing.T) {
	shift := quiet(oncall.Noon())
	shift.Service.Traffic.Base = 1200
	m := play(t, shift, oncall.Plan{}.AtMinute(0, oncall.TTL(0)))[0]
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"hit ratio", m.Hit, 0}, {"age", m.Age, 0}, {"database", m.Database, 1.125}, {"service time", m.ServiceTime, 0.82},
		{"load", m.Load, 1230}, {"utilisation", m.Utilisation, 1}, {"C", m.Waiting, 1}, {"p99", m.P99, 2},
		{"timeouts", m.Timeouts, 1 - 160.0/1230}, {"errors", m.Errors, 1 - 160.0/1230},
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}

	// And an emptied cache fills more slowly behind it: by a factor of 1/rho.
	shift = quiet(oncall.CacheFlush())
	shift.Service.Traffic.Base = 1200
	rows := play(t, shift, oncall.Plan{})
	if rho := rows[5].Database; rho < 1.1 || !near(rows[6].Warm, (1-math.Exp(-1.0/30))/rho) {
		t.Errorf("at a database load of %v the cache is %v warm a minute after the flush", rho, rows[6].Warm)
	}
}

// Without a cache, at 1125 requests/s: load 1125 x 3/4000 = 0.84375, a query takes 5/0.15625 = 32 ms, a request
// 70 + 96 = 166 ms, 186.75 busy workers wanted of 160: the share 1 - 160/186.75 fails. Without the feature as well:
// 0.5625, 5/0.4375 ms and 50 + 2 x 11.43 = 72.9 ms: 82 busy workers, nobody fails.
func TestTTLAndFeature(t *testing.T) {
	rows := play(t, quiet(oncall.Noon()), oncall.Plan{}.AtMinute(0, oncall.TTL(0)))
	if m := rows[0]; !near(m.Database, 0.84375) || !near(m.ServiceTime, 0.166) || !near(m.Errors, 1-160/186.75) || m.Recommendations != 1 {
		t.Errorf("without a cache: %+v", m)
	}
	rows = play(t, quiet(oncall.Noon()), oncall.Plan{}.AtMinute(0, oncall.TTL(0), oncall.Feature(false)))
	if m := rows[0]; !near(m.Database, 0.5625) || !near(m.ServiceTime, 0.05+2*0.005/0.4375) || m.Errors > 1e-9 || m.Recommendations != 0 {
		t.Errorf("without a cache and the feature: %+v", m)
	}
	// A longer TTL in minute 1: r T = 0.05625 x 300 = 16.875, hit 16.875/17.875, mean age 150 s; the rate of minute 1 is 1125
	// but for cos(1/4 degree).
	rows = play(t, quiet(oncall.Noon()), oncall.Plan{}.AtMinute(1, oncall.TTL(300)))
	if m := rows[1]; math.Abs(m.Hit-16.875/17.875) > 1e-6 || m.Age != 150 || rows[0].Age != 30 {
		t.Errorf("with a TTL of 300 s: %+v", m)
	}
}

// All low-priority traffic shed: 30 % are dropped and are no errors, 70 % are admitted.
func TestShed(t *testing.T) {
	rows := play(t, quiet(oncall.Noon()), oncall.Plan{}.AtMinute(0, oncall.Shed(1)).AtMinute(1, oncall.Shed(0)))
	if m := rows[0]; m.Rate != 1125 || !near(m.Admitted, 787.5) || m.Dropped != 0.30 || m.Errors != 0 {
		t.Errorf("all shed: %+v", m)
	}
	if m := rows[1]; m.Admitted != m.Rate || m.Dropped != 0 {
		t.Errorf("none shed: %+v", m)
	}
}

// The budget is not clamped: 5 % errors for 106 minutes and 1 to 4 % for four use up (106 x 50 + 10 + 20 + 30 + 40)/43200
// of it, more than the 0.1 % that are left.
func TestBudgetGoesBelowZero(t *testing.T) {
	shift := quiet(oncall.BadDeploy())
	shift.Budget = 0.001
	log, err := oncall.Run(shift, 1, oncall.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := log.Outcome().Budget, 0.001-5400.0/43200; math.Abs(got-want) > 1e-12 {
		t.Errorf("budget %v, want %v", got, want)
	}
}

// The window of burn (1 h) is filled with the first minute's error rate: a bad build that is out from minute 0 on shows
// 10, 10 + 10/60, and so on: the first minute's 1 % (burn 10) counts for all minutes before.
func TestBurnWindowStartsFull(t *testing.T) {
	shift := quiet(oncall.BadDeploy())
	shift.BadBuildAt = 0
	rows := play(t, shift, oncall.Plan{})
	for m, want := range []float64{10, 10 + 10.0/60, 10 + 30.0/60, 10 + 60.0/60, 10 + 100.0/60, 10 + 140.0/60} {
		if math.Abs(rows[m].BurnHour-want) > 1e-9 {
			t.Errorf("minute %d: burn (1 h) %v, want %v", m, rows[m].BurnHour, want)
		}
	}
	// After 64 minutes the window holds nothing but 5 %.
	if got := rows[64].BurnHour; math.Abs(got-50) > 1e-9 {
		t.Errorf("minute 64: burn (1 h) %v, want 50", got)
	}
}

// The page fires at its threshold, not only above it.
func TestPageFiresAtItsThreshold(t *testing.T) {
	shift := quiet(oncall.BadDeploy())
	reached := play(t, shift, oncall.Plan{})[20].BurnHour
	shift.Service.Objective.PageBurn = reached
	log, err := oncall.Run(shift, 1, oncall.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	o := log.Outcome()
	if late, ok := o.TimeToPage(); o.PagedAt != 20 || !ok || late != 10 {
		t.Errorf("the page fired in minute %d, %d after the first bad one; want 20 and 10", o.PagedAt, late)
	}
	paged := 0
	for _, e := range log.Events {
		if e.Kind == oncall.PageFired {
			paged++
		}
	}
	if paged != 1 {
		t.Errorf("%d pages, want 1", paged)
	}
}

// Without noise the observed rate is the arrival rate itself, not rounded, whatever the seed.
func TestNoiseOff(t *testing.T) {
	shift := quiet(oncall.Noon())
	log, err := oncall.Run(shift, 7, oncall.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	for m, row := range log.Minutes {
		want := 900 * (1 + 0.25*math.Cos(2*math.Pi*float64(m)/1440)) // the sine, seen from its peak at noon
		if !near(row.Rate, want) {
			t.Fatalf("minute %d: %v requests/s, want %v", m, row.Rate, want)
		}
	}
}

// What happened in a shift, in order.
func TestEvents(t *testing.T) {
	for _, c := range []struct {
		shift oncall.Shift
		plan  oncall.Plan
		want  string
	}{
		{oncall.Noon(), oncall.Plan{}, "[]"},
		{oncall.BadDeploy(), oncall.Plan{}.AtMinute(29, oncall.Rollback()),
			"[{10 a bad build goes out} {29 the page fires} {34 the rollback takes the bad build away}]"},
		{oncall.BadDeploy(), oncall.Plan{}.AtMinute(1, oncall.Rollback()),
			"[{6 the rollback finds no bad build} {10 a bad build goes out} {29 the page fires}]"},
		{oncall.BadDeploy(), oncall.Plan{}.AtMinute(5, oncall.Rollback()),
			"[{10 a bad build goes out} {10 the rollback takes the bad build away}]"},
		{oncall.FlashCrowd(), oncall.Plan{}.AtMinute(0, oncall.Minimum(30)), "[{88 a wave of traffic comes}]"},
		{oncall.CacheFlush(), oncall.Plan{}, "[{5 the cache is emptied}]"},
	} {
		log, err := oncall.Run(c.shift, 42, c.plan)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(log.Events); got != c.want {
			t.Errorf("%s: %s, want %s", c.shift.Name, got, c.want)
		}
	}
}

// A played shift allocates a bounded number of objects: the log's rows at once, the state, and the lists of a plan's
// actions and of events, however long it lasts.
func TestAllocationsDoNotGrowWithTheShift(t *testing.T) {
	allocations := func(minutes int) (log, outcome float64) {
		shift := oncall.FlashCrowd()
		shift.Minutes = minutes
		drill, err := oncall.Prepare(shift, oncall.Plan{}.AtMinute(0, oncall.Minimum(20)))
		if err != nil {
			t.Fatal(err)
		}
		log = testing.AllocsPerRun(20, func() {
			if _, err := drill.Run(42); err != nil {
				t.Fatal(err)
			}
		})
		outcome = testing.AllocsPerRun(20, func() {
			if _, err := drill.Outcome(42); err != nil {
				t.Fatal(err)
			}
		})
		return log, outcome
	}
	const most = 16
	for _, minutes := range []int{240, 1440} {
		if log, outcome := allocations(minutes); log > most || outcome > most {
			t.Errorf("%d minutes: %v objects with a log and %v without; want at most %d", minutes, log, outcome, most)
		}
	}
}

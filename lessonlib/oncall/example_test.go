package oncall_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// must keeps the examples short; a cell shows the error instead.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// A build goes out at 09:10 and fails one request in twenty. What is left of the month's error budget at eleven, if nobody
// acts, if somebody rolls back when the page fires, and if somebody is watching?
func Example() {
	idle := oncall.Plan{}
	paged := oncall.Plan{}.At("09:29", oncall.Rollback())
	watching := oncall.Plan{}.At("09:12", oncall.Rollback())
	for _, plan := range []oncall.Plan{idle, paged, watching} {
		log := must(oncall.Run(oncall.BadDeploy(), 1, plan))
		fmt.Printf("%.2f %% left\n", 100*log.Outcome().Budget)
	}
	// Output:
	// 7.50 % left
	// 17.45 % left
	// 19.42 % left
}

// The operator sits down at noon.
func ExampleShift_Opening() {
	panel := must(oncall.Noon().Opening())
	for _, reading := range panel[:6] {
		fmt.Println(reading.Figure, reading.Text)
	}
	// Output:
	// burn (1 h) 0.0 x
	// requests 1125 req/s
	// serving 10
	// booting 0
	// cache hits 77 %
	// database 19 %
}

// Every constant of the service can be changed. How much of the budget does the flash crowd cost when instances boot in
// three minutes instead of eight?
func ExampleShift() {
	shift := oncall.FlashCrowd()
	for _, delay := range []int{8, 3} {
		shift.BootDelay = delay
		o := must(oncall.Run(shift, 42, oncall.Plan{})).Outcome()
		fmt.Printf("%d min to boot: %d minutes above the objective, %.2f %% left\n", delay, o.Above, 100*o.Budget)
	}
	shift.BootDelay = 0
	fmt.Println(shift.Check())
	// Output:
	// 8 min to boot: 16 minutes above the objective, 88.88 % left
	// 3 min to boot: 6 minutes above the objective, 96.96 % left
	// oncall: BootDelay (OC34) is 0 minutes; use a whole number, from 1 to 1440
}

// A plan reads like the operator's log, and is one.
func ExamplePlan() {
	plan := oncall.Plan{}.
		At("09:31", oncall.Shed(1), oncall.Feature(false), oncall.Minimum(30)).
		At("09:43", oncall.Shed(0), oncall.Feature(true))
	log := must(oncall.Run(oncall.FlashCrowd(), 42, plan))
	fmt.Println(log.Outcome())
	// Output:
	// 99.85 % of the error budget left, $36.01, 1 minute above the objective, worst error rate 6.53 %, worst p99 2.00 s, 3.03 % dropped, 228 minutes with recommendations, no page
}

// Rules make a policy out of a plan: something that can meet traffic it has not seen. A rule sees the figures of the minute
// before.
func ExamplePlan_Whenever() {
	policy := oncall.Plan{}.
		Whenever(oncall.FleetUse.Above(0.85), oncall.Shed(1), oncall.Feature(false), oncall.Minimum(35)).
		Whenever(oncall.FleetUse.Below(0.60).For(5), oncall.Shed(0), oncall.Feature(true))
	log := must(oncall.Run(oncall.FlashCrowd(), 42, policy))
	for _, t := range log.Taken {
		fmt.Println(log.Shift.Clock(t.Minute), t.Action)
	}
	// Output:
	// 08:05 shed 0
	// 08:05 feature on
	// 09:30 shed 1
	// 09:30 feature off
	// 09:30 minimum 35
	// 09:35 shed 1
	// 09:35 feature off
	// 09:35 minimum 35
	// 09:43 shed 0
	// 09:43 feature on
}

// A mistake anywhere in the plan is found before the shift starts.
func ExamplePlan_Check() {
	fmt.Println(oncall.Plan{}.At("9:75", oncall.Rollback()).Check(oncall.BadDeploy()))
	fmt.Println(oncall.Plan{}.At("08:30", oncall.Rollback()).Check(oncall.BadDeploy()))
	fmt.Println(oncall.Plan{}.At("09:12", oncall.Shed(30)).Check(oncall.BadDeploy()))
	fmt.Println(oncall.Plan{}.
		Whenever(oncall.FleetUse.Above(0.8), oncall.Shed(1)).
		Whenever(oncall.FleetUse.Below(0.9), oncall.Shed(0)).Check(oncall.BadDeploy()))
	// Output:
	// oncall: plan, entry 1, "9:75": clock time "9:75" is not between 00:00 and 23:59; write hours and minutes, such as "09:12"
	// oncall: plan, entry 1, "08:30": 08:30 is outside the shift: use a clock time from 09:00 to 10:59, or minute 0 to 119
	// oncall: plan, entry 1, "09:12": shed is 30 of the low-priority traffic; use from 0 to 1
	// oncall: plan, entry 2, "whenever utilisation below 0.9": it contradicts the rule "whenever utilisation above 0.8": both can be met at once, and one sets shed 1, the other shed 0; leave a gap between their thresholds
}

// The same plan in plain words, from a colleague's note.
func ExampleParsePlan() {
	plan := must(oncall.ParsePlan(`
		when burn (1 h) is above 14.4: roll back
		09:40 minimum 12, shed 50 %   # just in case
	`))
	log := must(oncall.Run(oncall.BadDeploy(), 1, plan))
	fmt.Println(plan)
	fmt.Printf("%.2f %% left\n", 100*log.Outcome().Budget)
	// Output:
	// when burn (1 h) above 14.4: roll back
	// 09:40 minimum 12, shed 0.5
	// 17.34 % left
}

// A shift, a seed and a plan as one short string: whoever has it sees the same minutes.
func ExampleShare() {
	text := must(oncall.Share(oncall.BadDeploy(), 1, oncall.Plan{}.At("09:12", oncall.Rollback())))
	fmt.Println(text)
	replay := must(oncall.ParseShare(text))
	fmt.Printf("%s, seed %d: %s, %.2f %% left\n", replay.Shift.Name, replay.Seed, replay.Plan, 100*must(replay.Run()).Outcome().Budget)
	_, err := oncall.ParseShare(text[:20])
	fmt.Println(err)
	// Output:
	// oncall1.AgEAAQCoBAEIVs8fVw
	// bad-deploy, seed 1: 09:12 roll back, 19.42 % left
	// oncall: the share string is damaged: its checksum does not fit; copy it again, from its first to its last character
}

// What to tell those who were not there.
func ExampleLog_PostMortem() {
	log := must(oncall.Run(oncall.CacheFlush(), 42, oncall.Plan{}.At("12:06", oncall.Warmup())))
	fmt.Println(log.PostMortem())
	fmt.Println(oncall.TeachingModel)
	// Output:
	// The cache flush shift ran from 12:00 to 13:30 (seed 42). At 12:05 a maintenance script emptied the cache. The error rate was above the objective's 0.1 % for 3 minutes, first at 12:05 and highest at 12:06 with 78.11 %; p99 reached the timeout of 2 s at 12:05. The page fired at 12:06, 1 minute after the first minute above the objective. The operator started the cache warm-up at 12:06. No request was dropped, and the recommendations were there all the time. The shift began with 100.00 % of the period's error budget and ended with 97.22 %; the fleet cost $7.01.
	// A teaching model, not for operational decisions; a real site calibrates every constant to its own equipment and data.
}

// Checked once, played often: what a morning with nobody at the desk costs depends on the wave.
func ExampleDrill() {
	drill := must(oncall.Prepare(oncall.FlashCrowd(), oncall.Plan{}))
	for seed := range int64(5) {
		o := must(drill.Outcome(seed))
		fmt.Printf("seed %d: %2d minutes above the objective, %.1f %% left\n", seed, o.Above, 100*o.Budget)
	}
	// Output:
	// seed 0:  5 minutes above the objective, 99.5 % left
	// seed 1:  6 minutes above the objective, 98.1 % left
	// seed 2: 15 minutes above the objective, 91.9 % left
	// seed 3:  3 minutes above the objective, 99.8 % left
	// seed 4:  5 minutes above the objective, 99.2 % left
}

// How long should a cached answer live? Beyond a few minutes the hit ratio hardly grows, and the answers get old.
func ExampleCache_HitRatio() {
	cache := oncall.DefaultService().Cache
	for _, ttl := range []float64{1, 10, 60, 300, 3600} {
		fmt.Printf("TTL %4.0f s: %2.0f %% hits, %4.0f s old\n", ttl, 100*cache.HitRatio(1, 1125, ttl), cache.MeanAge(ttl))
	}
	// Output:
	// TTL    1 s:  5 % hits,    0 s old
	// TTL   10 s: 36 % hits,    5 s old
	// TTL   60 s: 77 % hits,   30 s old
	// TTL  300 s: 94 % hits,  150 s old
	// TTL 3600 s: 100 % hits, 1800 s old
}

// The same utilisation is safe for a large fleet and not for a small one.
func ExampleWaiting() {
	for _, workers := range []int{16, 160, 640} {
		fmt.Printf("%3d workers at 90 %%: %.3f wait\n", workers, must(oncall.Waiting(workers, 0.9*float64(workers))))
	}
	// Output:
	//  16 workers at 90 %: 0.591 wait
	// 160 workers at 90 %: 0.129 wait
	// 640 workers at 90 %: 0.005 wait
}

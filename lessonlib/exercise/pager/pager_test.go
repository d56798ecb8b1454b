package pager

import (
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/exercise/exercisetest"
	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/oncall/study"
)

var expect = exercisetest.Expect

// By hand: 0.5 % of errors where 0.1 % is allowed is a burn of 5, and 30 days / 5 = 6 days.
func TestBudgetTellsTheMistake(t *testing.T) {
	expect(t, Budget(0), exercise.Missing, "Put a number of days")
	expect(t, Budget(6), exercise.Right, "The burn is 5, and at a burn of 1 the budget lasts for the period of 30 days")
	expect(t, Budget(5.96), exercise.Right, "The burn is 5")
	expect(t, Budget(5.9), exercise.Nearly, "After 5.9 days 98.3 % of the budget is spent")
	expect(t, Budget(6.1), exercise.Nearly, "6.1 days would spend 102 % of it")
	expect(t, Budget(5), exercise.Nearly, "That is the burn")
	expect(t, Budget(6*24*60), exercise.Nearly, "Right in minutes")
	expect(t, Budget(6*24), exercise.Nearly, "Right in hours")
	expect(t, Budget(6*24*60*60), exercise.Nearly, "Right in seconds")
	expect(t, Budget(30), exercise.Nearly, "whole period")
	expect(t, Budget(30*5), exercise.Nearly, "divide where you multiplied")
	expect(t, Budget(1.0/5), exercise.Nearly, "part of the period")
	expect(t, Budget(30/0.005), exercise.Nearly, "The error rate is not yet the burn")
	expect(t, Budget(30/0.5), exercise.Nearly, "The error rate in percent is not yet the burn")
	expect(t, Budget(30/(0.5/0.001)), exercise.Nearly, "a hundred too soon")
	expect(t, Budget(30/(0.005/0.1)), exercise.Nearly, "a hundred too late")
	expect(t, Budget(3), exercise.Nearly, "After 3 days 50 % of the budget is spent")
	expect(t, Budget(9), exercise.Nearly, "9 days would spend 150 % of it")
	expect(t, Budget(-6), exercise.Nearly, "-6 cannot be it")
	expect(t, Budget(math.NaN()), exercise.Nearly, "NaN cannot be it")
	expect(t, Budget(math.Inf(1)), exercise.Nearly, "+Inf cannot be it")
}

// By hand: r = 1125/20000 requests/s for one object; r T/(1 + r T) = 0.9 where r T = 9, so T = 9 x 20000/1125 = 160 s. The
// shift opens with 60 s, which the panel of the specification shows as 77 %.
func TestTTLTellsTheMistake(t *testing.T) {
	expect(t, TTL(0), exercise.Missing, "Put a number of seconds")
	expect(t, TTL(160), exercise.Right, "every 17.8 s, so after each miss 9 requests come within the TTL")
	expect(t, TTL(160), exercise.Right, "80 s old")
	expect(t, TTL(159.5), exercise.Right, "that is the price")
	expect(t, TTL(9/1125.0), exercise.Nearly, "spread over the hot objects")
	expect(t, TTL(9*20000/900.0), exercise.Nearly, "mean rate of a day")
	expect(t, TTL(0.9), exercise.Nearly, "hit ratio itself. ")
	expect(t, TTL(90), exercise.Nearly, "hit ratio itself, in percent")
	expect(t, TTL(80), exercise.Nearly, "how old the answers would be on average")
	expect(t, TTL(160_000), exercise.Nearly, "Right in milliseconds")
	expect(t, TTL(2.67), exercise.Nearly, "Right in minutes")
	expect(t, TTL(0.9*20000/1125), exercise.Nearly, "It is not the hit ratio, which is r T of 1 + r T")
	expect(t, TTL(178), exercise.Nearly, "the miss itself counts")
	expect(t, TTL(60), exercise.Nearly, "the shift opens with")
	expect(t, TTL(120), exercise.Nearly, "A TTL of 120 s gives a hit ratio of 87.1 %: too short") // 6.75/7.75
	expect(t, TTL(320), exercise.Nearly, "gives a hit ratio of 94.7 %: longer than")              // 18/19
	expect(t, TTL(-5), exercise.Nearly, "ttl is -5 s; use")
	expect(t, TTL(math.NaN()), exercise.Nearly, "ttl is NaN s; use")
	expect(t, TTL(math.Inf(1)), exercise.Nearly, "ttl is +Inf s; use")
}

func at(minute int, actions ...oncall.Action) oncall.Plan {
	return oncall.Plan{}.AtMinute(minute, actions...)
}

// What is left is the specification's ("What the shifts teach"): 7.50 % doing nothing, 17.45 % rolling back at the page in minute
// 29, 19.42 % rolling back in minute 12. Each minute of the bad build takes 5 %/0.1 %/43,200 = 0.12 % of the budget, so of
// 19.42 % three more minutes leave 19.07 %, and four 18.96 %. Ten instances cost $0.40/60 a minute each: five minutes are $0.33.
func TestRescueTellsTheMistake(t *testing.T) {
	expect(t, Rescue(oncall.Plan{}), exercise.Missing, "Write a plan")
	expect(t, Rescue(at(12, oncall.Rollback())), exercise.Right, "19.42 % of the budget left: pressed at 09:12, rid of it at 09:17")
	expect(t, Rescue(at(15, oncall.Rollback())), exercise.Right, "19.07 %")
	expect(t, Rescue(at(16, oncall.Rollback())), exercise.Nearly,
		"18.96 % left. The plan rolled back at 09:16, 6 minutes after the build went out, and each of them burns 0.12 % of the budget")
	expect(t, Rescue(oncall.Plan{}.When(oncall.ErrorRate.Above(0.002), oncall.Rollback())), exercise.Right, "pressed at 09:11")
	expect(t, Rescue(at(5, oncall.Shed(1))), exercise.Nearly, "7.50 % left. The plan never rolled back")
	expect(t, Rescue(oncall.Plan{}.When(oncall.BurnHour.Above(1000), oncall.Rollback())), exercise.Nearly, "never rolled back")
	expect(t, Rescue(at(29, oncall.Rollback())), exercise.Nearly, "17.45 % left. The plan rolled back only after the page, at 09:29")
	expect(t, Rescue(oncall.Plan{}.When(oncall.BurnHour.AtLeast(14.4), oncall.Rollback())), exercise.Nearly, "only after the page")
	expect(t, Rescue(at(4, oncall.Rollback())), exercise.Nearly,
		"7.50 % left. The rollback was ready before the build was out at 09:10: it found nothing to take away and cost $0.33")
	expect(t, Rescue(at(7, oncall.Rollback())), exercise.Nearly, "pressed at 09:07, before the build was out at 09:10: nobody knew yet")
	expect(t, Rescue(at(12, oncall.Rollback()).AtMinute(16, oncall.Rollback())), exercise.Nearly,
		"At 09:12 roll back was pressed in time, and then again: each press starts the preparation anew")
	expect(t, Rescue(at(12, oncall.Rollback()).AtMinute(17, oncall.Rollback())), exercise.Nearly, "and then again") // still not switched
	expect(t, Rescue(at(12, oncall.Rollback()).AtMinute(18, oncall.Rollback())), exercise.Right, "19.42 %")
	expect(t, Rescue(at(12, oncall.Rollback(), oncall.Rollback())), exercise.Right, "19.42 %")
	expect(t, Rescue(at(3, oncall.Rollback()).AtMinute(12, oncall.Rollback())), exercise.Right, "19.42 %")
	impatient := oncall.Plan{}
	for minute := 20; minute < 120; minute++ {
		impatient = impatient.AtMinute(minute, oncall.Rollback())
	}
	expect(t, Rescue(impatient), exercise.Nearly, "no rollback was ever ready: each press starts the preparation anew")
	expect(t, Rescue(at(117, oncall.Rollback())), exercise.Nearly, "too late to be ready before the shift was over: it takes 5 minutes")
	expect(t, Rescue(at(12, oncall.Rollback(), oncall.Autoscaler(false), oncall.Minimum(1))), exercise.Nearly,
		"The rollback at 09:12 was in time, but the rest of the plan hurts: the error rate reached")
	expect(t, Rescue(at(12, oncall.Rollback(), oncall.Rollback(), oncall.Autoscaler(false), oncall.Minimum(1))), exercise.Nearly,
		"the rest of the plan hurts")
	expect(t, Rescue(at(500, oncall.Rollback())), exercise.Nearly, "minute 500 is outside the shift")
	expect(t, Rescue(oncall.Plan{}.At("25:00", oncall.Rollback())), exercise.Nearly, "clock time")
	expect(t, Rescue(at(12, oncall.Shed(2))), exercise.Nearly, "shed is 2")
}

// What is left is the specification's: 99.17 % doing nothing, 97.22 % with the warm-up at once (database 0.97), 99.39 % with the
// feature off first. All of it is lost in the minutes from 12:05 to 12:07.
func TestFlushTellsTheMistake(t *testing.T) {
	off, on := oncall.Feature(false), oncall.Feature(true)
	expect(t, Flush(oncall.Plan{}), exercise.Missing, "Write a plan")
	expect(t, Flush(at(6, off, oncall.Warmup()).AtMinute(14, on)), exercise.Right, "99.39 % of the budget left, and the service is whole again")
	expect(t, Flush(at(6, off, oncall.Warmup())), exercise.Nearly, "the recommendations are still off when the shift ends")
	// The cache is well filled before the flush: the second rule first switches on what is on, which is no foresight.
	expect(t, Flush(oncall.Plan{}.Whenever(oncall.CacheHits.Below(0.5), off, oncall.Warmup()).Whenever(oncall.CacheHits.Above(0.6), on)),
		exercise.Right, "99.39 %")
	expect(t, Flush(oncall.Plan{}.Whenever(oncall.CacheHits.Above(0.6), oncall.Minimum(20))), exercise.Nearly, "acts at 12:01")
	expect(t, Flush(at(6, oncall.Shed(1), oncall.Warmup())), exercise.Nearly, "low-priority traffic is still turned away")
	expect(t, Flush(at(6, oncall.Shed(1), oncall.Warmup()).AtMinute(14, oncall.Shed(0))), exercise.Right, "99.39 %")
	expect(t, Flush(at(6, oncall.Warmup())), exercise.Nearly,
		"97.22 % left. The warm-up drowned the database: it ran at 97 % of its capacity at 12:06")
	expect(t, Flush(at(6, oncall.Warmup()).AtMinute(7, off).AtMinute(14, on)), exercise.Nearly, "The warm-up drowned the database")
	expect(t, Flush(at(6, off, oncall.Warmup()).AtMinute(7, on)), exercise.Nearly, "The warm-up drowned the database: it ran at 8") // on too soon
	expect(t, Flush(at(10, oncall.Warmup())), exercise.Nearly, "it was the first minutes that cost")                                // late enough to do no harm
	expect(t, Flush(at(6, off, oncall.Warmup(), oncall.Autoscaler(false), oncall.Minimum(1))), exercise.Nearly, "doing nothing leaves")
	expect(t, Flush(at(0, oncall.Minimum(20))), exercise.Nearly, "acts at 12:00, and the cache is emptied at 12:05: nobody knew yet")
	expect(t, Flush(at(4, off).AtMinute(14, on)), exercise.Nearly, "nobody knew yet")
	expect(t, Flush(at(8, off, oncall.Warmup()).AtMinute(14, on)), exercise.Nearly,
		"99.17 % left. The plan first acts at 12:08, and the errors were over at 12:08: it was the first minutes that cost")
	expect(t, Flush(at(6, oncall.Minimum(20))), exercise.Nearly,
		"99.17 % left. The plan acts at 12:06, and the error rate stayed above the objective until 12:08. New instances boot for 3 minutes")
	expect(t, Flush(at(6, oncall.TTL(3600))), exercise.Nearly, "a cache fills slowly")
	expect(t, Flush(at(6, oncall.Autoscaler(false), oncall.Minimum(2))), exercise.Nearly, "and doing nothing leaves 99.17 %")
	expect(t, Flush(oncall.Plan{}.When(oncall.DatabaseLoad.Above(5), off)), exercise.Nearly, "The plan changed nothing")
	expect(t, Flush(at(6, on)), exercise.Nearly, "The plan changed nothing")
	expect(t, Flush(at(90, off)), exercise.Nearly, "minute 90 is outside the shift")
	expect(t, Flush(at(6)), exercise.Nearly, "no action")
}

// feature is a plan that beats the reference: it sheds nothing, and is content with twenty instances.
func feature() oncall.Plan {
	return oncall.Plan{}.
		Whenever(oncall.FleetUse.Above(0.85), oncall.Minimum(20), oncall.Feature(false)).
		Whenever(oncall.FleetUse.Below(0.60), oncall.Minimum(10), oncall.Feature(true))
}

// The dollars are read off the runs; that the verdicts are no luck of these seeds is the next test's business.
func TestBeatTellsTheMistake(t *testing.T) {
	expect(t, Beat(oncall.Plan{}), exercise.Missing, "one with rules")
	expect(t, Beat(feature()), exercise.Right, "Better than the reference: $2.")
	expect(t, Beat(Reference()), exercise.Nearly, "plays exactly as the reference does")
	expect(t, Beat(at(0, oncall.Minimum(20))), exercise.Nearly, "Most is lost on the fleet: $10.")
	expect(t, Beat(at(0, oncall.Target(0.9))), exercise.Nearly, "Most is lost on the error budget: $1")
	expect(t, Beat(at(0, oncall.Shed(1))), exercise.Nearly, "Most is lost on requests dropped: $28.")
	expect(t, Beat(at(0, oncall.Feature(false))), exercise.Nearly, "Most is lost on minutes without recommendations: $11.")
	expect(t, Beat(Reference().AtMinute(239, oncall.Minimum(10))), exercise.Nearly, "exactly as the reference")
	expect(t, Beat(feature().AtMinute(0, oncall.TTL(600))), exercise.Nearly, "Leave the TTL as it is")
	expect(t, Beat(oncall.Plan{}.When(oncall.FleetUse.Above(0.9), oncall.Feature(false), oncall.TTL(600))), exercise.Nearly, "Leave the TTL")
	expect(t, Beat(at(240, oncall.Shed(1))), exercise.Nearly, "minute 240 is outside the shift")
	expect(t, Beat(at(1, oncall.TTL(-1))), exercise.Nearly, "ttl is -1 s")
}

func TestBeatSaysWhenItCannotTell(t *testing.T) {
	small := func(cost float64) oncall.Outcome {
		return oncall.Outcome{Cost: cost, Minutes: 240, Recommendations: 240}
	}
	var plan, reference []oncall.Outcome
	for i := range 20 {
		// The mean difference is $0.10, the standard deviation $1 x sqrt(20/19): (2.093 x 1.026/0.10)^2 + 1 = 462.2.
		plan = append(plan, small(10.1+float64(2*(i%2)-1)))
		reference = append(reference, small(10))
	}
	expect(t, judge("Exercise 5", plan, reference), exercise.Nearly,
		"Neither better nor worse so far: $0.10 more a shift on average (95 % interval $0.38 less to $0.58 more, 20 unseen seeds), which needs "+
			"more seeds, about 463")
	expect(t, judge("Exercise 5", reference, plan), exercise.Nearly,
		"Neither better nor worse so far: $0.10 less a shift on average (95 % interval $0.58 less to $0.38 more")
	for i := range plan {
		plan[i].Cost -= 0.1
	}
	expect(t, judge("Exercise 5", plan, reference), exercise.Nearly, "more than can be played")
}

// tried are the answers of a student who has declared two of the five.
type tried struct{ Unanswered }

func (tried) TTL() float64       { return 60 }
func (tried) Flush() oncall.Plan { return at(6, oncall.Warmup()) }

func TestAnswersThatNoCellDeclaresAreMissing(t *testing.T) {
	results := Check(tried{})
	if len(results) != 5 {
		t.Fatalf("%d results for 5 exercises", len(results))
	}
	expect(t, results[0], exercise.Missing, "Put a number of days")
	expect(t, results[1], exercise.Nearly, "the shift opens with")
	expect(t, results[2], exercise.Missing, "Write a plan")
	expect(t, results[3], exercise.Nearly, "drowned the database")
	expect(t, results[4], exercise.Missing, "one with rules")
	exercisetest.Numbered(t, results)
}

// Score by hand: $20 and 3 % of the budget, 4 % dropped, 10 minutes without: 20 + 2 x 3 + 1 x 4 + 0.05 x 10.
func TestScoreAddsUp(t *testing.T) {
	o := oncall.Outcome{Minutes: 240, BudgetAtStart: 1, Budget: 0.97, Cost: 20, Dropped: 0.04, Recommendations: 230}
	if got := Score(o); math.Abs(got-30.5) > 1e-9 {
		t.Errorf("score $%v, want $30.50", got)
	}
}

// What the prices were chosen for, on seeds that are not those of the check: the two extremes cost about the same, the reference
// costs less than every plan that does not watch, and the reference can be beaten.
func TestPricesFavourWhoWatches(t *testing.T) {
	policies := []study.Policy{
		{Name: "reference", Plan: Reference()},
		{Name: "do nothing"},
		{Name: "20 instances", Plan: at(0, oncall.Minimum(20))},
		{Name: "15 instances", Plan: at(0, oncall.Minimum(15))},
		{Name: "all instances", Plan: at(0, oncall.Minimum(40))},
		{Name: "always shed", Plan: at(0, oncall.Shed(1))},
		{Name: "never recommend", Plan: at(0, oncall.Feature(false))},
		{Name: "wait for the page", Plan: oncall.Plan{}.When(oncall.BurnHour.AtLeast(14.4), oncall.Minimum(30), oncall.Feature(false))},
		{Name: "feature alone", Plan: feature()},
	}
	result, err := study.Study{Shift: oncall.FlashCrowd(), Policies: policies, First: 70_000, Seeds: 200}.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	mean := map[string]float64{}
	for _, p := range result.Policies {
		for _, o := range p.Outcomes {
			mean[p.Name] += Score(o) / float64(len(p.Outcomes))
		}
		t.Logf("%s: $%.2f", p.Name, mean[p.Name])
	}
	if a, b := mean["do nothing"], mean["20 instances"]; math.Abs(a-b) > 1.5 {
		t.Errorf("doing nothing costs $%.2f and twenty instances cost $%.2f, which is not about the same", a, b)
	}
	for _, p := range result.Policies[1:] {
		got := judge("Exercise 5", p.Outcomes, result.Policies[0].Outcomes)
		if p.Name == "feature alone" {
			expect(t, got, exercise.Right, "Better than the reference")
		} else {
			expect(t, got, exercise.Nearly, "Worse than the reference")
		}
	}
}

// anyPlan is a plan as somebody might write it, in range and out of it.
func anyPlan() *rapid.Generator[oncall.Plan] {
	value := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64(), rapid.Just(math.NaN()),
		rapid.Map(rapid.IntRange(-1, 45), func(n int) float64 { return float64(n) }))
	return rapid.Custom(func(t *rapid.T) oncall.Plan {
		sane := rapid.Bool().Draw(t, "sane")
		action := func() oncall.Action {
			x := value.Draw(t, "value")
			if sane {
				x = rapid.Float64Range(0.05, 1).Draw(t, "share")
			}
			switch rapid.IntRange(0, 7).Draw(t, "control") {
			case 0:
				if sane {
					x = float64(rapid.IntRange(1, 40).Draw(t, "instances"))
				}
				return oncall.Minimum(x)
			case 1:
				return oncall.Autoscaler(rapid.Bool().Draw(t, "on"))
			case 2:
				return oncall.Target(x)
			case 3:
				return oncall.TTL(100 * x)
			case 4:
				return oncall.Warmup()
			case 5:
				return oncall.Shed(x)
			case 6:
				return oncall.Feature(rapid.Bool().Draw(t, "on"))
			}
			return oncall.Rollback()
		}
		early := rapid.IntRange(3, 20).Draw(t, "early")
		plan := rapid.SampledFrom([]oncall.Plan{
			{},
			at(early, oncall.Rollback()), // half of an answer to exercise 3
			at(early, oncall.Feature(false)).AtMinute(early+20, oncall.Feature(true)), // and to exercise 4
		}).Draw(t, "beginning")
		for range rapid.IntRange(0, 6).Draw(t, "entries") {
			if rapid.Bool().Draw(t, "timed") {
				last := 89
				if !sane {
					last = 300
				}
				plan = plan.AtMinute(rapid.IntRange(0, last).Draw(t, "minute"), action(), action())
			} else {
				figure := rapid.SampledFrom(oncall.Figures()).Draw(t, "figure")
				plan = plan.Whenever(figure.Above(rapid.Float64Range(0, 2).Draw(t, "threshold")), action())
			}
		}
		return plan
	})
}

func TestEveryAnswerHasAGradeAndAMessage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		plan := anyPlan().Draw(t, "plan")
		for _, r := range []exercise.Result{Budget(x), TTL(x), Rescue(plan), Flush(plan), beat(plan, study.MinSeeds)} {
			if !strings.HasPrefix(r.String(), "Exercise ") || !strings.Contains(r.String(), r.Grade.String()) ||
				len(r.Message) < 20 || len(r.Message) > 700 || strings.Contains(r.Message, "%!") {
				t.Fatalf("%+v", r)
			}
			if plan == (oncall.Plan{}) && r.Exercise > "Exercise 2" && r.Grade != exercise.Missing {
				t.Fatalf("the empty plan gets %v", r)
			}
		}
	})
}

// A plan is right in exercise 3 and 4 only if it keeps what the exercise asks for: held against a run of its own.
func TestRightMeansThatTheTargetIsMet(t *testing.T) {
	rights := 0
	rapid.Check(t, func(t *rapid.T) {
		plan := anyPlan().Draw(t, "plan")
		for _, c := range []struct {
			result exercise.Result
			shift  oncall.Shift
			seed   int64
			target float64
			event  int
		}{
			{Rescue(plan), oncall.BadDeploy(), 1, 0.19, 10},
			{Flush(plan), oncall.CacheFlush(), 42, 0.993, 5},
		} {
			log, err := oncall.Run(c.shift, c.seed, plan)
			met := err == nil && log.Outcome().Budget >= c.target
			if met {
				rights++
			}
			if c.result.Grade == exercise.Right && !met {
				t.Fatalf("%v, and the run says %v, %v", c.result, log.Outcome(), err)
			}
			if met && c.result.Grade != exercise.Right && log.Taken[0].Minute >= c.event &&
				log.Minutes[89].Recommendations == 1 && log.Minutes[89].Dropped == 0 {
				t.Fatalf("%v, and the run says %v", c.result, log.Outcome())
			}
		}
	})
	if rights == 0 {
		t.Error("no plan met a target, so nothing was tested")
	}
}

// The heaviest plan that is allowed: as many rules as there may be, each with as many thresholds.
func BenchmarkBeat(b *testing.B) {
	heavy := oncall.Plan{}
	for i := range oncall.MaxRules {
		condition := oncall.ErrorRate.Above(0.5 + float64(i)/1000)
		for range 7 {
			condition = condition.And(oncall.FleetUse.Above(0.1))
		}
		heavy = heavy.Whenever(condition, oncall.Shed(1))
	}
	for name, plan := range map[string]oncall.Plan{"light": feature(), "heavy": heavy} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if r := Beat(plan); r.Grade == exercise.Missing {
					b.Fatal(r)
				}
			}
		})
	}
}

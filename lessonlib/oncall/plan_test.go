package oncall_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// refused plays a plan that is to be refused: an error, and nothing played.
func refused(t *testing.T, shift oncall.Shift, seed int64, plan oncall.Plan, parts ...string) {
	t.Helper()
	log, err := oncall.Run(shift, seed, plan)
	if err == nil {
		t.Fatalf("it ran; want an error with %q", parts)
	}
	if len(log.Minutes) != 0 || log.Shift != (oncall.Shift{}) {
		t.Errorf("an error, and yet %d minutes were played", len(log.Minutes))
	}
	for _, part := range parts {
		if !contains(err.Error(), part) {
			t.Errorf("the error does not say %q: %v", part, err)
		}
	}
	if !strings.HasPrefix(err.Error(), "oncall: ") || len(err.Error()) > 400 {
		t.Errorf("the error does not say where it comes from, or is too long: %.500s", err)
	}
}

// Every control and every field of an entry out of range: the error names the entry, what is wrong, the value and what is
// allowed.
func TestPlanErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	fine := oncall.BurnHour.AtLeast(14.4)
	many := oncall.Plan{}
	for i := range 65 {
		many = many.When(oncall.Requests.Above(float64(i)), oncall.Rollback())
	}
	long := oncall.BurnHour.AtLeast(1)
	for range 8 {
		long = long.And(fine)
	}
	for _, c := range []struct {
		name  string
		plan  oncall.Plan
		parts []string
	}{
		{"a minimum of 0", oncall.Plan{}.At("09:12", oncall.Minimum(0)), []string{`entry 1, "09:12": minimum is 0 instances`, "a whole number, at least 1"}},
		{"a fractional minimum", oncall.Plan{}.At("09:12", oncall.Minimum(12.5)), []string{"minimum is 12.5", "whole number"}},
		{"a minimum that is not a number", oncall.Plan{}.At("09:12", oncall.Minimum(nan)), []string{"minimum is NaN"}},
		{"an infinite minimum", oncall.Plan{}.At("09:12", oncall.Minimum(inf)), []string{"minimum is +Inf"}},
		{"a target of 0", oncall.Plan{}.At("09:12", oncall.Target(0)), []string{"target is 0", "above 0, at most 1"}},
		{"a target above 1", oncall.Plan{}.At("09:12", oncall.Target(1.01)), []string{"target is 1.01"}},
		{"a target that is not a number", oncall.Plan{}.At("09:12", oncall.Target(nan)), []string{"target is NaN"}},
		{"a negative TTL", oncall.Plan{}.At("09:12", oncall.TTL(-1)), []string{"ttl is -1 s", "at least 0"}},
		{"an infinite TTL", oncall.Plan{}.At("09:12", oncall.TTL(inf)), []string{"ttl is +Inf", "finite"}},
		{"a TTL that is not a number", oncall.Plan{}.At("09:12", oncall.TTL(nan)), []string{"ttl is NaN"}},
		{"shedding less than nothing", oncall.Plan{}.At("09:12", oncall.Shed(-0.1)), []string{"shed is -0.1", "from 0 to 1"}},
		{"shedding more than all", oncall.Plan{}.At("09:12", oncall.Shed(1.5)), []string{"shed is 1.5", "from 0 to 1"}},
		{"shedding what is not a number", oncall.Plan{}.At("09:12", oncall.Shed(nan)), []string{"shed is NaN"}},
		{"an action that is none", oncall.Plan{}.At("09:12", oncall.Action{}), []string{"there is no control 0", "eight controls"}},
		{"no action", oncall.Plan{}.At("09:12"), []string{"no action"}},
		{"the second of two entries", oncall.Plan{}.At("09:12", oncall.Rollback()).At("09:13", oncall.Shed(2)), []string{`entry 2, "09:13"`}},

		{"a bad clock time", oncall.Plan{}.At("9.12", oncall.Rollback()), []string{`"9.12"`, "00:00 and 23:59"}},
		{"an hour too many", oncall.Plan{}.At("24:00", oncall.Rollback()), []string{`"24:00"`, "00:00 and 23:59"}},
		{"a minute too many", oncall.Plan{}.At("09:60", oncall.Rollback()), []string{`"09:60"`}},
		{"a sign", oncall.Plan{}.At("+9:12", oncall.Rollback()), []string{`"+9:12"`}},
		{"a one-digit minute", oncall.Plan{}.At("09:1", oncall.Rollback()), []string{`"09:1"`}},
		{"a clock time with a line break", oncall.Plan{}.At("09:12\n", oncall.Rollback()), []string{`"09:12\n"`}},
		{"no clock time", oncall.Plan{}.At("", oncall.Rollback()), []string{`""`}},
		{"a million letters for a clock time", oncall.Plan{}.At(strings.Repeat("9", 1e6), oncall.Rollback()), []string{"00:00 and 23:59"}},
		{"a time before the shift", oncall.Plan{}.At("08:59", oncall.Rollback()), []string{"08:59", "09:00 to 10:59", "0 to 119"}},
		{"the minute after the shift", oncall.Plan{}.At("11:00", oncall.Rollback()), []string{"11:00 is outside the shift", "0 to 119"}},
		{"a minute after the shift", oncall.Plan{}.AtMinute(120, oncall.Rollback()), []string{"minute 120 is outside the shift", "0 to 119"}},
		{"a negative minute", oncall.Plan{}.AtMinute(-1, oncall.Rollback()), []string{"minute -1 is outside the shift"}},

		{"a million actions in one minute", oncall.Plan{}.AtMinute(12, make([]oncall.Action, 1e6)...), []string{"1000000 actions", "at most 64"}},
		{"65 actions in one minute", oncall.Plan{}.AtMinute(12, actions(64)...).At("09:12", oncall.Rollback()),
			[]string{`entry 1, "minute 12": 65 actions in one minute`, "at most 64"}},
		{"65 rules", many, []string{"entry 65", "more than 64 rules"}},

		{"a condition that watches nothing", oncall.Plan{}.When(oncall.Condition{}, oncall.Rollback()), []string{"watches nothing"}},
		{"a figure that does not exist", oncall.Plan{}.When(oncall.Figure(99).Above(1), oncall.Rollback()), []string{"there is no figure 99"}},
		{"a threshold that is not a number", oncall.Plan{}.When(oncall.BurnHour.Above(nan), oncall.Rollback()), []string{"the threshold of burn (1 h) is NaN"}},
		{"an infinite threshold", oncall.Plan{}.When(oncall.BurnHour.Above(inf), oncall.Rollback()), []string{"+Inf", "at least 0, finite"}},
		{"a share above 1", oncall.Plan{}.When(oncall.ErrorRate.Above(1.5), oncall.Rollback()), []string{"error rate is 1.5", "from 0 to 1"}},
		{"a negative burn", oncall.Plan{}.When(oncall.BurnHour.Below(-1), oncall.Rollback()), []string{"burn (1 h) is -1"}},
		{"a condition that cannot be met", oncall.Plan{}.When(oncall.ErrorRate.Above(1), oncall.Rollback()), []string{"can never be met"}},
		{"thresholds that exclude each other", oncall.Plan{}.When(oncall.Serving.Above(10).And(oncall.Serving.Below(11)), oncall.Rollback()),
			[]string{"serving can never be met"}},
		{"a negative time in a row", oncall.Plan{}.When(fine.For(-1), oncall.Rollback()), []string{"-1 minutes in a row", "1 to 1440"}},
		{"more than a day in a row", oncall.Plan{}.When(fine.For(1441), oncall.Rollback()), []string{"1441 minutes in a row"}},
		{"nine thresholds", oncall.Plan{}.When(long, oncall.Rollback()), []string{"9 thresholds", "at most 8"}},
		{"a rule without an action", oncall.Plan{}.Whenever(fine), []string{"no action"}},
		{"a rule with a bad action", oncall.Plan{}.Whenever(fine, oncall.Shed(2)), []string{"shed is 2"}},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, oncall.BadDeploy(), 1, c.plan, c.parts...) })
	}
	if err := (oncall.Plan{}.At("09:12", oncall.Rollback())).Check(oncall.BadDeploy()); err != nil {
		t.Errorf("a fine plan is refused: %v", err)
	}
	if err := (oncall.Plan{}.At("09:12", oncall.Rollback())).Check(oncall.Noon()); err == nil {
		t.Error("a plan for another shift is accepted")
	}
}

func actions(n int) []oncall.Action {
	list := make([]oncall.Action, n)
	for i := range list {
		list[i] = oncall.Rollback()
	}
	return list
}

// A mistake in the last minute of the plan is found before minute 0 runs, and a million entries are counted, not played.
func TestTheWholePlanIsCheckedBeforeItRuns(t *testing.T) {
	refused(t, oncall.BadDeploy(), 1, oncall.Plan{}.AtMinute(0, oncall.Minimum(20)).AtMinute(119, oncall.Shed(2)), "entry 2")
	var plan oncall.Plan
	for range 1_000_000 {
		plan = plan.AtMinute(12, oncall.Rollback())
	}
	refused(t, oncall.BadDeploy(), 1, plan, `entry 1, "minute 12": 1000000 actions in one minute`, "at most 64")
}

func TestSeedErrors(t *testing.T) {
	refused(t, oncall.Noon(), -1, oncall.Plan{}, "seed is -1", "0 to 4294967295")
	refused(t, oncall.Noon(), 1<<32, oncall.Plan{}, "seed is 4294967296", "0 to 4294967295")
	if _, err := oncall.Run(oncall.Noon(), 1<<32-1, oncall.Plan{}); err != nil {
		t.Errorf("the largest seed is refused: %v", err)
	}
}

// Rules that cannot both be meant, and rules that only look alike.
func TestContradictions(t *testing.T) {
	shed, keep := oncall.Shed(1), oncall.Shed(0)
	for _, c := range []struct {
		name string
		plan oncall.Plan
		want string // part of the error, or empty
	}{
		{"one condition, two values", oncall.Plan{}.When(oncall.BurnHour.Above(14.4), shed).When(oncall.BurnHour.Above(14.4), keep),
			`contradicts the rule "when burn (1 h) above 14.4": whenever that one sets shed 1, this one sets shed 0`},
		{"the same value twice is none", oncall.Plan{}.When(oncall.BurnHour.Above(14.4), shed).When(oncall.BurnHour.Above(14.4), shed), ""},
		{"other controls are none", oncall.Plan{}.When(oncall.BurnHour.Above(14.4), shed).When(oncall.BurnHour.Above(14.4), oncall.Feature(false)), ""},
		{"pressing twice is none", oncall.Plan{}.When(oncall.BurnHour.Above(1), oncall.Rollback()).When(oncall.BurnHour.Above(14.4), oncall.Rollback()), ""},
		{"the stricter rule last refines", oncall.Plan{}.When(oncall.BurnHour.Above(10), oncall.Shed(0.5)).When(oncall.BurnHour.Above(14.4), shed), ""},
		{"the stricter rule first would never count", oncall.Plan{}.When(oncall.BurnHour.Above(14.4), shed).When(oncall.BurnHour.Above(10), oncall.Shed(0.5)),
			"write the stricter rule last"},
		{"at least is looser than above", oncall.Plan{}.When(oncall.BurnHour.Above(10), shed).When(oncall.BurnHour.AtLeast(10), keep), "write the stricter rule last"},
		{"a rule for longer is stricter", oncall.Plan{}.When(oncall.BurnHour.Above(10), oncall.Shed(0.5)).When(oncall.BurnHour.Above(10).For(5), shed), ""},
		{"two sides that overlap", oncall.Plan{}.Whenever(oncall.BurnHour.Above(5), shed).Whenever(oncall.BurnHour.Below(10), keep),
			"leave a gap between their thresholds"},
		{"two sides that touch, both with the end", oncall.Plan{}.Whenever(oncall.BurnHour.AtLeast(5), shed).Whenever(oncall.BurnHour.AtMost(5), keep),
			"leave a gap"},
		{"two sides that touch, one without the end", oncall.Plan{}.Whenever(oncall.BurnHour.AtLeast(5), shed).Whenever(oncall.BurnHour.Below(5), keep), ""},
		{"two sides with a gap", oncall.Plan{}.Whenever(oncall.BurnHour.Above(10), shed).Whenever(oncall.BurnHour.Below(5), keep), ""},
		{"instances are whole: above 10 and below 11 never meet", oncall.Plan{}.Whenever(oncall.Serving.Above(10), shed).Whenever(oncall.Serving.Below(11), keep), ""},
		{"other figures: the order in the plan decides", oncall.Plan{}.Whenever(oncall.BurnHour.Above(10), shed).Whenever(oncall.FleetUse.Below(0.5), keep), ""},
		{"a looser rule on fewer figures, last", oncall.Plan{}.When(oncall.BurnHour.Above(10).And(oncall.FleetUse.Above(0.9)), shed).
			When(oncall.BurnHour.Above(5), keep), "write the stricter rule last"},
		{"a rule that sets one control twice", oncall.Plan{}.When(oncall.BurnHour.Above(5), shed, keep), "contradicts itself: shed 1 and shed 0"},
		{"a minute may set one control twice: the order given decides", oncall.Plan{}.AtMinute(3, shed, keep), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want != "" {
				refused(t, oncall.BadDeploy(), 1, c.plan, c.want)
			} else if err := c.plan.Check(oncall.BadDeploy()); err != nil {
				t.Error(err)
			}
		})
	}
}

// taken lists what was done as "minute: action".
func taken(t *testing.T, shift oncall.Shift, plan oncall.Plan) string {
	t.Helper()
	log, err := oncall.Run(shift, 1, plan)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, a := range log.Taken {
		list = append(list, fmt.Sprintf("%d: %s", a.Minute, a.Action))
	}
	return strings.Join(list, ", ")
}

// When rules act. Shedding by the clock, in minutes 5 to 7 and 12 to 14, makes a figure that rules can watch: it is seen in
// minutes 6 to 8 and 13 to 15.
func TestRules(t *testing.T) {
	pulse := oncall.Plan{}.AtMinute(5, oncall.Shed(1)).AtMinute(8, oncall.Shed(0)).AtMinute(12, oncall.Shed(1)).AtMinute(15, oncall.Shed(0))
	const clockwork = "5: shed 1, %s8: shed 0, %s12: shed 1, %s15: shed 0%s"
	dropping := oncall.DroppedShare.Above(0.1)
	for _, c := range []struct {
		name string
		plan oncall.Plan
		want string
	}{
		{"when: once, one minute after it is seen", pulse.When(dropping, oncall.Minimum(12)),
			fmt.Sprintf(clockwork, "6: minimum 12, ", "", "", "")},
		{"whenever: each time it becomes met", pulse.Whenever(dropping, oncall.Minimum(12)),
			fmt.Sprintf(clockwork, "6: minimum 12, ", "", "13: minimum 12, ", "")},
		{"for three minutes: at the third", pulse.Whenever(dropping.For(3), oncall.Minimum(12)),
			fmt.Sprintf(clockwork, "", "8: minimum 12, ", "", ", 15: minimum 12")},
		{"for four minutes: never met for so long", pulse.Whenever(dropping.For(4), oncall.Minimum(12)),
			fmt.Sprintf(clockwork, "", "", "", "")},
		{"a condition met from the start acts in minute 1, not in 0", oncall.Plan{}.Whenever(oncall.Serving.AtLeast(10), oncall.TTL(90)), "1: ttl 90"},
		{"above is not at least, which is what ten instances are", oncall.Plan{}.When(oncall.Serving.Above(10), oncall.Feature(false)).
			When(oncall.Serving.AtLeast(10), oncall.TTL(30)), "1: ttl 30"},
		{"and below is not at most", oncall.Plan{}.When(oncall.Serving.Below(10), oncall.TTL(90)).
			When(oncall.Serving.AtMost(10), oncall.Shed(1)), "1: shed 1"},
		{"two thresholds are met together", pulse.When(dropping.And(oncall.CostSoFar.Above(0.8)), oncall.TTL(90)),
			fmt.Sprintf(clockwork, "", "", "13: ttl 90, ", "")}, // $4.00/h: $0.80 are passed in minute 12, the 13th
		{"in one minute everything happens in the order written: the rule first", oncall.Plan{}.
			AtMinute(5, oncall.Shed(1)).When(dropping, oncall.TTL(90)).AtMinute(6, oncall.TTL(30)), "5: shed 1, 6: ttl 90, 6: ttl 30"},
		{"and the clock first", oncall.Plan{}.
			AtMinute(5, oncall.Shed(1)).AtMinute(6, oncall.TTL(30)).When(dropping, oncall.TTL(90)), "5: shed 1, 6: ttl 30, 6: ttl 90"},
		{"entries need not be in order of time", oncall.Plan{}.At("12:09", oncall.TTL(1)).AtMinute(3, oncall.TTL(2)).At("12:09", oncall.TTL(3)),
			"3: ttl 2, 9: ttl 1, 9: ttl 3"},
	} {
		if got := taken(t, quiet(oncall.Noon()), c.plan); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// The specification's rule: the page fires in minute 29 of the bad deploy, so the rule acts in 30.
	if got := taken(t, oncall.BadDeploy(), oncall.Plan{}.When(oncall.BurnHour.Above(14.4), oncall.Rollback())); got != "30: roll back" {
		t.Errorf("the rule on the page did %q", got)
	}
}

// A clock time may lie past midnight.
func TestShiftAcrossMidnight(t *testing.T) {
	shift := oncall.Noon()
	shift.Start = 23*60 + 30
	if got := taken(t, shift, oncall.Plan{}.At("00:10", oncall.TTL(90)).At("23:30", oncall.TTL(30))); got != "0: ttl 30, 40: ttl 90" {
		t.Errorf("it did %q", got)
	}
	if shift.Clock(40) != "00:10" {
		t.Errorf("minute 40 is %s", shift.Clock(40))
	}
	refused(t, shift, 1, oncall.Plan{}.At("00:30", oncall.TTL(90)), "00:30", "23:30 to 00:29")
}

// Two plans that share a beginning do not write over each other.
func TestPlansAreValues(t *testing.T) {
	start := oncall.Plan{}.At("12:01", oncall.TTL(1))
	a, b := start.At("12:02", oncall.TTL(2)), start.At("12:03", oncall.TTL(3))
	list := []oncall.Action{oncall.TTL(4)}
	c := start.At("12:04", list...)
	list[0] = oncall.TTL(5)
	for _, p := range []struct {
		plan oncall.Plan
		want string
	}{{start, "12:01 ttl 1"}, {a, "12:01 ttl 1\n12:02 ttl 2"}, {b, "12:01 ttl 1\n12:03 ttl 3"}, {c, "12:01 ttl 1\n12:04 ttl 4"}} {
		if got := p.plan.String(); got != p.want {
			t.Errorf("%q, want %q", got, p.want)
		}
	}
}

// watched is a condition, and the same condition once more as plain Go.
type watched struct {
	condition oncall.Condition
	met       func(oncall.Minute) bool
	minutes   int // in a row
}

func drawWatched() *rapid.Generator[watched] {
	return rapid.Custom(func(t *rapid.T) watched {
		one := func() watched {
			f := rapid.SampledFrom(oncall.Figures()).Draw(t, "figure")
			x := rapid.SampledFrom([]float64{0.001, 0.1, 0.25, 0.6, 0.97, 1}).Draw(t, "threshold")
			switch rapid.IntRange(0, 3).Draw(t, "relation") {
			case 0:
				return watched{condition: f.Above(x), met: func(m oncall.Minute) bool { return f.Of(m) > x }}
			case 1:
				return watched{condition: f.AtLeast(x), met: func(m oncall.Minute) bool { return f.Of(m) >= x }}
			case 2:
				return watched{condition: f.Below(x), met: func(m oncall.Minute) bool { return f.Of(m) < x }}
			default:
				return watched{condition: f.AtMost(x), met: func(m oncall.Minute) bool { return f.Of(m) <= x }}
			}
		}
		w := one()
		if rapid.Bool().Draw(t, "joined") {
			first, second := w, one()
			w = watched{condition: first.condition.And(second.condition),
				met: func(m oncall.Minute) bool { return first.met(m) && second.met(m) }}
		}
		w.minutes = rapid.IntRange(1, 4).Draw(t, "minutes in a row")
		w.condition = w.condition.For(w.minutes)
		return w
	})
}

// rule is a rule of a drawn plan.
type rule struct {
	watched
	once  bool
	entry int // its place in the plan, from 1
}

// drawRules adds rules to a plan; some of them may contradict others.
func drawRules(t *rapid.T, plan oncall.Plan) (oncall.Plan, []rule) {
	entries := 0
	if text := plan.String(); text != "" {
		entries = strings.Count(text, "\n") + 1
	}
	var rules []rule
	for range rapid.IntRange(0, 4).Draw(t, "rules") {
		entries++
		r := rule{watched: drawWatched().Draw(t, "condition"), once: rapid.Bool().Draw(t, "once"), entry: entries}
		if action := drawAction().Draw(t, "action"); r.once {
			plan = plan.When(r.condition, action)
		} else {
			plan = plan.Whenever(r.condition, action)
		}
		rules = append(rules, r)
	}
	return plan, rules
}

// acts works out from a log in which minutes a rule had to act: in those after which its condition had been met for just as
// many minutes in a row as it asks for; the first of them alone for a rule that acts once.
func (r rule) acts(log oncall.Log) []int {
	var minutes []int
	for m := 1; m < len(log.Minutes); m++ {
		row := 0
		for row < m && r.met(log.Minutes[m-1-row]) {
			row++
		}
		if row == r.minutes && !(r.once && len(minutes) > 0) {
			minutes = append(minutes, m)
		}
	}
	return minutes
}

// Rules act in the minutes that the log says they had to. And a rule is only a shorthand: doing by the clock what the
// rules did gives the same shift.
func TestRulesAgainstTheLog(t *testing.T) {
	drawn, ran := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn++
		shift := drawShift().Draw(t, "shift")
		seed := int64(rapid.Uint32().Draw(t, "seed"))
		plan, rules := drawRules(t, drawPlan(shift.Minutes).Draw(t, "plan"))
		log, err := oncall.Run(shift, seed, plan)
		if err != nil {
			if !contains(err.Error(), "contradicts") && !contains(err.Error(), "never be met") {
				t.Fatal(err)
			}
			return // the drawn rules contradict each other
		}
		ran++
		var byClock oncall.Plan
		done := map[int][]int{} // minutes in which an entry acted
		for _, a := range log.Taken {
			byClock = byClock.At(shift.Clock(a.Minute), a.Action)
			done[a.Entry] = append(done[a.Entry], a.Minute)
		}
		for _, r := range rules {
			if want := r.acts(log); !slices.Equal(done[r.entry], want) {
				t.Fatalf("entry %d, %q, acted in minutes %v, want %v", r.entry, r.condition, done[r.entry], want)
			}
		}
		again, err := oncall.Run(shift, seed, byClock)
		if err != nil {
			t.Fatal(err)
		}
		for m := range log.Minutes {
			if log.Minutes[m] != again.Minutes[m] {
				t.Fatalf("minute %d: %+v by rules, %+v by the clock", m, log.Minutes[m], again.Minutes[m])
			}
		}
	})
	if 2*ran < drawn {
		t.Errorf("only %d of %d plans ran", ran, drawn)
	}
}

// Any plan, written as text, reads back as the same plan.
func TestPlanTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan, _ := drawRules(t, drawPlan(240).Draw(t, "plan"))
		if rapid.Bool().Draw(t, "by clock") {
			plan = plan.At("10:07", drawAction().Draw(t, "action"), drawAction().Draw(t, "action"))
		}
		again, err := oncall.ParsePlan(plan.String())
		if err != nil {
			if !contains(err.Error(), "never be met") {
				t.Fatal(err)
			}
			return // a drawn condition cannot be met
		}
		if again.String() != plan.String() || fmt.Sprintf("%#v", again) != fmt.Sprintf("%#v", plan) {
			t.Fatalf("%s\nreads back as\n%s", plan, again)
		}
	})
}

// What a person may write, and what it means.
func TestParsePlan(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"\n # nothing but a comment\n;;\n", ""},
		{"09:12 roll back", "09:12 roll back"},
		{"  At 9:12:  Roll  Back  # as agreed\r\n", "09:12 roll back"},
		{"minute 20: minimum 15, target 0.5", "minute 20 minimum 15, target 0.5"},
		{"at minute 20 minimum 15 instances; minute 21 ttl 90 s", "minute 20 minimum 15\nminute 21 ttl 90"},
		{"minute 5 shed 100 %, feature off, autoscaler on, warm-up", "minute 5 shed 1, feature off, autoscaler on, warm-up"},
		{"minute 5 shed 14.4%", "minute 5 shed 0.144"},
		{"minute 5 shed 1e1 %", "minute 5 shed 0.1"},
		{"when burn (1 h) is above 14.4: roll back", "when burn (1 h) above 14.4: roll back"},
		{"when burn (1 h) is above 14.4 roll back", "when burn (1 h) above 14.4: roll back"},
		{"whenever p99 above 1 s for 2 min shed 1, roll back", "whenever p99 above 1 for 2 min: shed 1, roll back"},
		{"when burn above 14.4 x: roll back", "when burn above 14.4: roll back"},
		{"when requests are at least 2000 req/s: minimum 30", "when requests at least 2000: minimum 30"},
		{"whenever utilisation is above 90 % and booting is below 1 for 3 min: minimum 30",
			"whenever utilisation above 0.9 and booting below 1 for 3 min: minimum 30"},
		{"whenever p99 at most 0.5 s for 1: shed 0", "whenever p99 at most 0.5: shed 0"},
	} {
		plan, err := oncall.ParsePlan(c.text)
		if err != nil || plan.String() != c.want {
			t.Errorf("%q reads as %q, %v; want %q", c.text, plan, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"roll back", `line 1, "roll back": "roll" is no time`},
		{"\n\n09:99 roll back", `line 3, "09:99 roll back": clock time "09:99"`},
		{"09:12", `"" is no action; use one of minimum, autoscaler, target, ttl, warm-up, shed, feature, roll back`},
		{"09:12 reboot", `"reboot" is no action`},
		{"09:12 minimum", "minimum takes a whole number, at least 1"},
		{"09:12 minimum lots", `"lots" is no number`},
		{"09:12 minimum 12.5", "minimum is 12.5"},
		{"09:12 minimum 12 dozen", `"dozen" is no unit here`},
		{"09:12 minimum 50 %", `"%" is no unit here`},
		{"09:12 ttl nan", "ttl is NaN"},
		{"09:12 ttl 1e999", `"1e999" is no number`},
		{"09:12 feature maybe", "feature takes on or off"},
		{"09:12 roll back now", "roll back takes pressed"},
		{"minute soon roll back", `"soon" is no minute`},
		{"when burn (1 h) is above 14.4", `"" is no action`},
		{"when burn (1 h) is above 14.4 reboot", `"reboot" is no unit here`},
		{"when the moon is full: roll back", "is no threshold"},
		{"when burn (1 h) is above: roll back", "is no threshold"},
		{"when burn (1 h) is above 14.4 for ever: roll back", "no number of minutes"},
		{"when burn (1 h) is above 14.4 for 0 min: roll back", "no number of minutes"},
		{"when error rate above 2: roll back", "from 0 to 1"},
		{strings.Repeat("#", 1<<20+1), "plan of 1048577 bytes"},
	} {
		plan, err := oncall.ParsePlan(c.text)
		if err == nil || !contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "oncall: plan") {
			t.Errorf("%.60q: error %v; want one with %q", c.text, err, c.want)
		}
		if plan != (oncall.Plan{}) {
			t.Errorf("%.60q: an error and a plan", c.text)
		}
	}
}

// A plan as Go code is what a person would have written.
func TestPlanAsGoCode(t *testing.T) {
	plan := oncall.Plan{}.At("09:12", oncall.Rollback(), oncall.Autoscaler(true)).AtMinute(20, oncall.Minimum(15), oncall.Target(0.5), oncall.TTL(90)).
		Whenever(oncall.BurnHour.AtLeast(14.4).And(oncall.DatabaseLoad.Below(0.8)).For(3), oncall.Shed(1), oncall.Feature(false), oncall.Warmup())
	want := `oncall.Plan{}.
	At("09:12", oncall.Rollback(), oncall.Autoscaler(true)).
	AtMinute(20, oncall.Minimum(15), oncall.Target(0.5), oncall.TTL(90)).
	Whenever(oncall.BurnHour.AtLeast(14.4).And(oncall.DatabaseLoad.Below(0.8)).For(3), oncall.Shed(1), oncall.Feature(false), oncall.Warmup())`
	if got := fmt.Sprintf("%#v", plan); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Whatever text comes, it is a plan or an error; and a plan reads back as itself and can be checked.
func FuzzParsePlan(f *testing.F) {
	for _, seed := range []string{
		"09:12 roll back", "minute 20 minimum 15, target 0.5; minute 21 ttl 90 s",
		"when burn (1 h) is at least 14.4: shed 100 %, feature off", "when burn (1 h) is above 14.4 roll back",
		"whenever utilisation above 0.9 and booting below 1 for 3 min: minimum 30, warm-up, autoscaler off",
		"at 9:12: shed 1e-300 %", "when budget left below -1e3: roll back", "minute -5 ttl -0",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plan, err := oncall.ParsePlan(text)
		if err != nil {
			return
		}
		written := plan.String()
		again, err := oncall.ParsePlan(written)
		if err != nil || again.String() != written {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, written, again, err)
		}
		for _, shift := range oncall.Shifts() {
			shift.Minutes = min(shift.Minutes, 30)
			shift.BadBuildAt, shift.FlushAt = 5, 6
			if _, err := oncall.Run(shift, 1, plan); err == nil {
				if _, err := oncall.Share(shift, 1, plan); err != nil && !contains(err.Error(), "too long") {
					t.Fatalf("%q runs and cannot be shared: %v", text, err)
				}
			}
		}
	})
}

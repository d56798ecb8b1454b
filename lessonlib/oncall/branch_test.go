package oncall_test

import (
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// The plan of lesson 2's third night, and what an operator makes of it who decides anew in the middle.
func TestActingDropsTheFutureAndKeepsTheRules(t *testing.T) {
	shift := oncall.CacheFlush()
	plan := oncall.Plan{}.
		At("12:06", oncall.Feature(false), oncall.Warmup()).
		When(oncall.BurnHour.AtLeast(14.4), oncall.Shed(1)).
		AtMinute(14, oncall.Feature(true))
	for _, c := range []struct {
		what   string
		minute int
		action oncall.Action
		want   string
	}{
		{"before everything", 3, oncall.Minimum(12), "when burn (1 h) at least 14.4: shed 1; 12:03 minimum 12"},
		{"in a planned minute, another control", 6, oncall.TTL(200),
			"12:06 feature off, warm-up; when burn (1 h) at least 14.4: shed 1; 12:06 ttl 200"},
		{"in a planned minute, the same control", 6, oncall.Feature(true),
			"12:06 warm-up; when burn (1 h) at least 14.4: shed 1; 12:06 feature on"},
		{"in the plan's last minute, which goes on", 14, oncall.Shed(0.5),
			"12:06 feature off, warm-up; when burn (1 h) at least 14.4: shed 1; minute 14 feature on, shed 0.5"},
		{"after everything", 20, oncall.Rollback(),
			"12:06 feature off, warm-up; when burn (1 h) at least 14.4: shed 1; minute 14 feature on; 12:20 roll back"},
	} {
		before := plan.String()
		got := plan.Act(shift, c.minute, c.action)
		if text := strings.ReplaceAll(got.String(), "\n", "; "); text != c.want {
			t.Errorf("%s: %q, want %q", c.what, text, c.want)
		}
		if err := got.Check(shift); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if plan.String() != before {
			t.Errorf("%s: the plan itself changed to %q", c.what, plan)
		}
	}
}

func TestTakingBackLeavesTheControlAlone(t *testing.T) {
	shift := oncall.CacheFlush()
	plan := oncall.Plan{}.At("12:06", oncall.Feature(false), oncall.Warmup())
	if got := plan.TakeBack(shift, 6, oncall.FeatureControl).String(); got != "12:06 warm-up" {
		t.Errorf("one of two actions taken back: %q", got)
	}
	if got := plan.TakeBack(shift, 6, oncall.FeatureControl).TakeBack(shift, 6, oncall.WarmupControl).String(); got != "" {
		t.Errorf("both taken back: %q", got)
	}
	if got := plan.TakeBack(shift, 7, oncall.FeatureControl).String(); got != plan.String() {
		t.Errorf("nothing to take back: %q", got)
	}
}

func TestEntriesAreRulesOrTimed(t *testing.T) {
	plan := oncall.Plan{}.At("12:06", oncall.Warmup()).When(oncall.BurnHour.Above(1), oncall.Shed(1)).
		Whenever(oncall.BurnHour.Below(0.5), oncall.Shed(0)).AtMinute(9, oncall.Shed(0.5))
	want := []bool{false, false, true, true, false, false}
	for number, rule := range want {
		if plan.IsRule(number) != rule {
			t.Errorf("entry %d is a rule: %t, want %t", number, !rule, rule)
		}
	}
}

// A shift past midnight: the clock's minute after 24:00 is the shift's.
func TestActingAfterMidnight(t *testing.T) {
	shift := oncall.Noon()
	shift.Start = 23*60 + 30
	plan := oncall.Plan{}.Act(shift, 45, oncall.Shed(1)).Act(shift, 50, oncall.Shed(0))
	if got, want := plan.String(), "00:15 shed 1\n00:20 shed 0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := plan.Act(shift, 20, oncall.Minimum(12)).String(), "23:50 minimum 12"; got != want {
		t.Errorf("back before midnight: %q, want %q", got, want)
	}
}

package oncall_test

import (
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// An outcome of minutes written by hand: four minutes with 100, 100, 300 and 500 requests/s.
func TestOutcomeByHand(t *testing.T) {
	log := oncall.Log{Shift: oncall.Noon(), Minutes: []oncall.Minute{
		{Minute: 0, Rate: 100, Errors: 0.001, P99: 0.3, BurnHour: 1, Budget: 0.9, Cost: 1, Recommendations: 1}, // at the objective, not above
		{Minute: 1, Rate: 100, Errors: 0.002, P99: 2, BurnHour: 14.3, Budget: 0.8, Cost: 2, Recommendations: 1},
		{Minute: 2, Rate: 300, Errors: 0.500, P99: 2, BurnHour: 14.4, Budget: 0.7, Cost: 3, Dropped: 0.3},
		{Minute: 3, Rate: 500, Errors: 0.500, P99: 1, BurnHour: 99, Budget: -0.1, Cost: 4},
	}}
	want := oncall.Outcome{Minutes: 4, BudgetAtStart: 1, Budget: -0.1, Cost: 4, Above: 3, FirstAbove: 1, WorstErrors: 0.5, WorstErrorsAt: 2,
		WorstP99: 2, WorstP99At: 1, Dropped: 0.09, Recommendations: 2, PagedAt: 2} // 0.3 x 300 of 1000 dropped
	got := log.Outcome()
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if late, ok := got.TimeToPage(); late != 1 || !ok {
		t.Errorf("time to page %d, %t; want 1", late, ok)
	}
	line := "-10.00 % of the error budget left, $4.00, 3 minutes above the objective, worst error rate 50.00 %, worst p99 2.00 s, " +
		"9.00 % dropped, 2 minutes with recommendations, page at minute 2"
	if got.String() != line {
		t.Errorf("%s\nwant\n%s", got, line)
	}
}

// A shift without errors, without requests, without a page.
func TestOutcomeOfAnEmptyService(t *testing.T) {
	shift := oncall.Noon()
	shift.Service.Traffic.Base = 0
	log, err := oncall.Run(shift, 1, oncall.Plan{}.AtMinute(0, oncall.Shed(1)))
	if err != nil {
		t.Fatal(err)
	}
	o := log.Outcome()
	if o.Dropped != 0 || o.Above != 0 || o.FirstAbove != oncall.Never || o.PagedAt != oncall.Never || o.Budget != 1 {
		t.Errorf("%+v", o)
	}
	if _, ok := o.TimeToPage(); ok {
		t.Error("a shift without a page has a time to page")
	}
}

// The figures by their names, and what they read off a minute.
func TestFigures(t *testing.T) {
	log, err := oncall.Run(oncall.CacheFlush(), 42, oncall.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	m := log.Minutes[5]
	want := []struct {
		name  string
		value float64
	}{
		{"burn (1 h)", m.BurnHour}, {"requests", m.Rate}, {"serving", float64(m.Serving)}, {"booting", float64(m.Booting)}, {"cache hits", m.Hit},
		{"database", m.Database}, {"dropped", m.Dropped}, {"fleet", m.FleetCost}, {"cost so far", m.Cost},
		{"mean age of cached answers", m.Age}, {"traffic on the bad build", m.Bad}, {"recommendations available", m.Recommendations},
		{"error rate", m.Errors}, {"burn", m.Burn}, {"budget left", m.Budget}, {"p99", m.P99}, {"utilisation", m.Utilisation}, {"timeouts", m.Timeouts},
	}
	if len(want) != len(oncall.Figures()) {
		t.Fatalf("%d figures, want %d", len(oncall.Figures()), len(want))
	}
	for i, f := range oncall.Figures() {
		if f.String() != want[i].name || f.Of(m) != want[i].value || log.Series(f)[5] != want[i].value {
			t.Errorf("%s is %v, want %s, %v", f, f.Of(m), want[i].name, want[i].value)
		}
	}
	none := oncall.Figure(99)
	if x := none.Of(m); x == x || none.String() != "figure 99" || none.Unit() != "" {
		t.Errorf("a figure that does not exist is %v %s", x, none)
	}
}

// The eight controls, as the player lists them.
func TestControls(t *testing.T) {
	want := []struct{ name, values string }{
		{"minimum", "a whole number, at least 1, finite"}, {"autoscaler", "on or off"}, {"target", "above 0, at most 1"}, {"ttl", "at least 0, finite"},
		{"warm-up", "pressed"}, {"shed", "from 0 to 1"}, {"feature", "on or off"}, {"roll back", "pressed"},
	}
	if len(oncall.Controls()) != len(want) {
		t.Fatalf("%d controls, want %d", len(oncall.Controls()), len(want))
	}
	for i, c := range oncall.Controls() {
		if c.String() != want[i].name || c.Range() != want[i].values || c.Meaning() == "" {
			t.Errorf("%s, %s, %q; want %v", c, c.Range(), c.Meaning(), want[i])
		}
	}
	for _, c := range []struct {
		control oncall.Control
		value   float64
		want    string
	}{
		{oncall.AutoscalerControl, 0.5, "autoscaler is 0.5; use 1 for on or 0 for off"},
		{oncall.RollbackControl, 1, "roll back is pressed and takes no value, not 1"},
		{oncall.Control(9), 1, "there is no control 9"},
	} {
		if _, err := oncall.NewAction(c.control, c.value); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("%v, want an error with %q", err, c.want)
		}
	}
}

package timeline_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/show"
	"github.com/queuebook/queuebook/lessonlib/show/timeline"
)

func play(t testing.TB, shift oncall.Shift, seed int64, plan oncall.Plan) oncall.Log {
	t.Helper()
	log, err := oncall.Run(shift, seed, plan)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func panels(t testing.TB, log oncall.Log, figures ...oncall.Figure) show.Panels {
	t.Helper()
	p, err := timeline.Panels(log, figures...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// watched is the flash crowd with the specification's good hand: watching, then shedding, degrading and raising the minimum.
func watched(t testing.TB) oncall.Log {
	return play(t, oncall.FlashCrowd(), 42, oncall.Plan{}.
		AtMinute(91, oncall.Shed(1), oncall.Feature(false), oncall.Minimum(30)).
		AtMinute(103, oncall.Shed(0), oncall.Feature(true)))
}

func labels(set show.RuleSet) string {
	var list []string
	for _, r := range set.Rules {
		list = append(list, fmt.Sprintf("%v: %s", r.At, r.Label))
	}
	return strings.Join(list, "; ")
}

// The shift starts at 08:00, minute 480 of the day; the wave of seed 42 comes at minute 88 (the specification's last section).
func TestTheOperatorAndTheScenarioAreMarkedApart(t *testing.T) {
	p := panels(t, watched(t))
	if len(p.Rules) != 2 || p.Rules[0].Name != "the operator" || p.Rules[1].Name != "what happened" {
		t.Fatalf("the kinds of rules are %+v", p.Rules)
	}
	if got := labels(p.Rules[0]); got != "571: 09:31 shed 1, feature off, minimum 30; 583: 09:43 shed 0, feature on" {
		t.Errorf("the operator: %s", got)
	}
	if got := labels(p.Rules[1]); got != "568: 09:28 a wave of traffic comes" {
		t.Errorf("what happened: %s", got)
	}
	if p.Title != "flash crowd, seed 42" || p.Caption != oncall.TeachingModel || !p.Clock || p.X.Bounds != (show.Bounds{480, 720}) {
		t.Errorf("%q with caption %q, clock %t, from %v", p.Title, p.Caption, p.Clock, p.X.Bounds)
	}
}

func TestUsualFigures(t *testing.T) {
	var got []string
	for _, c := range panels(t, watched(t)).Charts {
		line := c.Y.Label
		if c.Y.Unit != "" {
			line += " (" + c.Y.Unit + ")"
		}
		for _, s := range c.Series {
			line += fmt.Sprintf(" %s:%s", s.Mark, s.Name)
		}
		for _, r := range c.Rules {
			line += fmt.Sprintf(" [%v %s]", r.At, r.Label)
		}
		got = append(got, line)
	}
	want := []string{
		"requests (req/s) line:",
		"fleet (instances) steps:serving steps:booting",
		"p99 (s) line: [2 timeout 2 s]", // reached at 09:30
		"burn (1 h), times the sustainable rate line: [14.4 page 14.4]",
		"budget left (%) line:",
		"cost so far ($) line:",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A share stands in percent, its minutes at their clock times; what holds until it is changed reaches to the shift's end.
func TestSeriesAreTheLogsFigures(t *testing.T) {
	log := watched(t)
	p := panels(t, log, oncall.Booting, oncall.ErrorRate, oncall.Serving, oncall.ErrorRate)
	if len(p.Charts) != 2 || len(p.Charts[0].Series) != 2 || p.Charts[0].Series[0].Name != "serving" {
		t.Fatalf("the panels are %+v", p.Charts)
	}
	errors := p.Charts[1].Series[0]
	for m, row := range log.Minutes {
		if errors.X[m] != float64(480+m) || errors.Y[m] != 100*row.Errors {
			t.Fatalf("minute %d: %v %% at %v; the log has %v", m, errors.Y[m], errors.X[m], row.Errors)
		}
	}
	serving := p.Charts[0].Series[0]
	if n := len(serving.Y); n != 241 || serving.X[240] != 720 || serving.Y[240] != float64(log.Minutes[239].Serving) {
		t.Errorf("the fleet ends with point %d", n)
	}
	if p.Charts[0].Y.Bounds[0] != 0 || !math.IsInf(p.Charts[0].Y.Bounds[1], 1) {
		t.Errorf("the fleet's axis is bounded by %v", p.Charts[0].Y.Bounds)
	}
}

func TestLinesToReadAFigureAgainst(t *testing.T) {
	flush := play(t, oncall.CacheFlush(), 42, oncall.Plan{}.AtMinute(6, oncall.Warmup()))
	quiet := play(t, oncall.Noon(), 1, oncall.Plan{})
	ruin := oncall.BadDeploy()
	ruin.Budget = 0.01
	broke := play(t, ruin, 1, oncall.Plan{})
	for _, c := range []struct {
		what   string
		log    oncall.Log
		figure oncall.Figure
		want   string // value and label; empty for no line
	}{
		{"the objective", quiet, oncall.ErrorRate, "0.1 objective 0.1 %"},
		{"the burn that pages", quiet, oncall.BurnHour, "14.4 page 14.4"},
		{"the burn that lasts the period", quiet, oncall.BurnNow, "1 sustainable 1"},
		{"a timeout that is far", quiet, oncall.P99Latency, ""},
		{"a database far from its capacity", quiet, oncall.DatabaseLoad, ""},
		{"a database at 0.97 of its capacity", flush, oncall.DatabaseLoad, "100 capacity"},
		{"a budget that lasts", flush, oncall.BudgetLeft, ""},
		{"a budget overspent", broke, oncall.BudgetLeft, "0 all spent"},
	} {
		got := ""
		for _, r := range panels(t, c.log, c.figure).Charts[0].Rules {
			got += fmt.Sprintf("%v %s", r.At, r.Label)
			if !r.Horizontal {
				t.Errorf("%s: not horizontal", c.what)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// A budget of which nothing is spent stands at the top of an axis from 0 to 100 %, not in the middle of one around it.
func TestAShareThatNeverChanges(t *testing.T) {
	log := play(t, oncall.Noon(), 1, oncall.Plan{})
	if got := panels(t, log, oncall.Recommendations).Charts[0].Y.Bounds; got != (show.Bounds{0, 100}) {
		t.Errorf("the axis has bounds %v", got)
	}
}

func TestTheReportReadsLikeOne(t *testing.T) {
	for _, c := range []struct {
		what    string
		log     oncall.Log
		figures []oncall.Figure
		want    string
	}{
		{"nothing happens and nobody acts", play(t, oncall.Noon(), 1, oncall.Plan{}), []oncall.Figure{oncall.Serving},
			"Time line of noon, seed 1, from 12:00 to 13:00. Serving: 10 throughout. The operator: did nothing. What happened: nothing."},
		// Figures of the specification's last section: the database at 0.97, the error rate at 78 %, 97.22 % left.
		{"the warm-up pressed at once", play(t, oncall.CacheFlush(), 42, oncall.Plan{}.AtMinute(6, oncall.Warmup())),
			[]oncall.Figure{oncall.DatabaseLoad, oncall.ErrorRate, oncall.BudgetLeft},
			"Time line of cache flush, seed 42, from 12:00 to 13:30. Database: 12.69 % at first, 13.43 % at the end, highest 97.47 % at " +
				"12:06. Error rate: 0 % at first, 0 % at the end, highest 78.11 % at 12:06. Budget left: 100 % at first, 97.22 % at the " +
				"end. The operator: 12:06 warm-up. What happened: 12:05 the cache is emptied; 12:06 the page fires."},
		{"units", play(t, oncall.Noon(), 1, oncall.Plan{}), []oncall.Figure{oncall.P99Latency, oncall.FleetCost, oncall.AnswerAge},
			"Time line of noon, seed 1, from 12:00 to 13:00. p99: 0.34 s throughout. Fleet: $4.00/h throughout. Mean age of cached " +
				"answers: 30 s throughout. The operator: did nothing. What happened: nothing."},
	} {
		if got := panels(t, c.log, c.figures...).Alt; got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
	}
}

// A rule that never rests, and sixty actions in one minute, stay short.
func TestManyActionsStayShort(t *testing.T) {
	plan := oncall.Plan{}
	for m := range 60 {
		plan = plan.AtMinute(m, oncall.TTL(float64(m)))
	}
	for range 60 {
		plan = plan.AtMinute(3, oncall.Shed(0))
	}
	p := panels(t, play(t, oncall.Noon(), 1, plan), oncall.CacheHits)
	if len(p.Rules[0].Rules) != 60 {
		t.Errorf("%d rules for 60 minutes", len(p.Rules[0].Rules))
	}
	if got := p.Rules[0].Rules[3].Label; got != "12:03 ttl 3, shed 0, shed 0, shed 0, and 57 more" {
		t.Errorf("the busy minute is labelled %q", got)
	}
	if !strings.Contains(p.Alt, "12:11 ttl 11; and 48 times more.") || len(p.Alt) > 1000 {
		t.Errorf("the report is %s", p.Alt)
	}
}

func TestWhatCannotBeDrawnIsSaid(t *testing.T) {
	log := play(t, oncall.Noon(), 1, oncall.Plan{})
	_, empty := timeline.Panels(oncall.Log{})
	_, unknown := timeline.Panels(log, oncall.BudgetLeft, 99)
	_, none := timeline.ComparePanels(nil)
	_, many := timeline.ComparePanels(nil, make([]timeline.Run, 8)...)
	_, hollow := timeline.ComparePanels(nil, timeline.Named("a", log), timeline.Named("b", oncall.Log{}))
	_, stranger := timeline.ComparePanels(timeline.Figures{0}, timeline.Named("a", log))
	for _, c := range []struct {
		what string
		err  error
		want string
	}{
		{"an empty log", empty, "the log has no minutes; play a shift first"},
		{"a figure that does not exist", unknown, "there is no figure 99; use one of the figures of oncall"},
		{"nothing to compare", none, "there are 0 logs to compare; use 1 to 7"},
		{"too much to compare", many, "there are 8 logs to compare; use 1 to 7"},
		{"an empty log among others", hollow, `log 2, "b": the log has no minutes`},
		{"a comparison by no figure", stranger, "there is no figure 0"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, c.err, c.want)
		}
	}
}

func TestComparisonHasALineForEachLog(t *testing.T) {
	idle := play(t, oncall.FlashCrowd(), 42, oncall.Plan{})
	p, err := timeline.ComparePanels(nil, timeline.Named("", idle), timeline.Named("watched", watched(t)))
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "flash crowd, seed 42" || len(p.Charts) != 3 || !p.Clock {
		t.Errorf("%q with %d panels, clock %t", p.Title, len(p.Charts), p.Clock)
	}
	for _, c := range p.Charts {
		if len(c.Series) != 2 || c.Series[0].Name != "flash crowd, seed 42" || c.Series[1].Name != "watched" {
			t.Errorf("%s: the lines are %+v", c.Y.Label, c.Series)
		}
	}
	// The page fires in one of them only; what they share keeps the second sign.
	if len(p.Rules) != 2 || len(p.Rules[0].Rules) != 0 || labels(p.Rules[1]) != "568: 09:28 a wave of traffic comes" {
		t.Errorf("the rules are %+v", p.Rules)
	}
}

// Shifts that start at different times are laid over each other by the minutes since their start.
func TestComparisonOfDifferentShifts(t *testing.T) {
	p, err := timeline.ComparePanels(timeline.Figures{oncall.Serving}, timeline.Named("noon", play(t, oncall.Noon(), 1, oncall.Plan{})),
		timeline.Named("deploy", play(t, oncall.BadDeploy(), 1, oncall.Plan{})))
	if err != nil {
		t.Fatal(err)
	}
	if p.Clock || p.X.Unit != "min" || p.X.Bounds != (show.Bounds{0, 120}) || p.Title != "noon, seed 1; bad deploy, seed 1" || len(p.Rules) != 0 {
		t.Errorf("%q over %+v, clock %t, rules %v", p.Title, p.X, p.Clock, p.Rules)
	}
	for _, s := range p.Charts[0].Series {
		if s.X[0] != 0 {
			t.Errorf("%s starts at %v", s.Name, s.X[0])
		}
	}
}

// Whatever the plan, each minute in which the operator acted has one rule, and every label begins with its clock time.
func TestAnyPlanIsMarked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.SampledFrom(oncall.Shifts()).Draw(t, "shift")
		plan := oncall.Plan{}
		minutes := map[int]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "actions") {
			m := rapid.IntRange(0, shift.Minutes-1).Draw(t, "minute")
			minutes[m] = true
			plan = plan.AtMinute(m, rapid.SampledFrom([]oncall.Action{oncall.Rollback(), oncall.Shed(0.5), oncall.Warmup()}).Draw(t, "action"))
		}
		log, err := oncall.Run(shift, int64(rapid.Uint32().Draw(t, "seed")), plan)
		if err != nil {
			t.Fatal(err)
		}
		p, err := timeline.Panels(log, oncall.Figures()...)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Rules[0].Rules) != len(minutes) || len(p.Charts) != len(oncall.Figures())-1 {
			t.Fatalf("%d rules for %d minutes in %d panels", len(p.Rules[0].Rules), len(minutes), len(p.Charts))
		}
		for _, r := range p.Rules[0].Rules {
			m := int(r.At) - shift.Start
			if !minutes[m] || !strings.HasPrefix(r.Label, shift.Clock(m)+" ") {
				t.Fatalf("%q at %v", r.Label, r.At)
			}
		}
	})
}

package oncall_test

import (
	"fmt"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// The panel as the operator sits down: the twelve texts are those of the lesson's specification ("The panel").
func TestPanelAtTheOpeningOfTheNoonShift(t *testing.T) {
	panel, err := oncall.Noon().Opening()
	if err != nil {
		t.Fatal(err)
	}
	want := "burn (1 h) 0.0 x; requests 1125 req/s; serving 10; booting 0; cache hits 77 %; database 19 %; dropped 0 %; " +
		"fleet $4.00/h; cost so far $0.00; mean age of cached answers 30 s; traffic on the bad build 0 %; " +
		"recommendations available 100 %"
	if got := panel.String(); got != want {
		t.Errorf("the panel reads\n%s\nwant\n%s", got, want)
	}
	// By hand: 900 x 1.25 at the peak; r T = 1125/20000 x 60 = 3.375, hit = 3.375/4.375; 1125 x 3 x (1 - hit)/4000.
	values := []float64{0, 1125, 10, 0, 3.375 / 4.375, 1125 * 3 / 4.375 / 4000, 0, 4, 0, 30, 0, 1}
	for i, reading := range panel {
		if !near(reading.Value, values[i]) {
			t.Errorf("%s is %v, want %v", reading.Figure, reading.Value, values[i])
		}
	}
}

// The opening is the same whatever will happen later in the shift, and is an error where the shift is.
func TestOpeningLooksAtTheFirstMinuteAlone(t *testing.T) {
	shift := oncall.CacheFlush()
	shift.FlushAt = 0
	panel, err := shift.Opening()
	if err != nil {
		t.Fatal(err)
	}
	if hits := panel[4]; hits.Text != "85 %" { // r T = 5.625, 5.625/6.625
		t.Errorf("cache hits %s, want 85 %%", hits.Text)
	}
	shift.Minutes = 0
	if _, err := shift.Opening(); err == nil {
		t.Error("a shift of no minutes has an opening")
	}
}

// What the shifts teach: every figure of the specification's section of that name, read off a run.
func TestWhatTheShiftsTeach(t *testing.T) {
	watchful := oncall.Plan{}.
		AtMinute(91, oncall.Shed(1), oncall.Feature(false), oncall.Minimum(30)).
		AtMinute(103, oncall.Shed(0), oncall.Feature(true))
	featureFirst := oncall.Plan{}.
		AtMinute(6, oncall.Feature(false), oncall.Warmup()).
		AtMinute(14, oncall.Feature(true))
	for _, c := range []struct {
		name  string
		shift oncall.Shift
		seed  int64
		plan  oncall.Plan
		want  []string // format of a figure of the outcome, and the figure
	}{
		{"bad deploy: doing nothing; the page fires at minute 29", oncall.BadDeploy(), 1, oncall.Plan{}, []string{"left 7.50 %", "page 29"}},
		{"bad deploy: rolling back when the page fires", oncall.BadDeploy(), 1, oncall.Plan{}.AtMinute(29, oncall.Rollback()),
			[]string{"left 17.45 %", "page 29"}},
		{"bad deploy: rolling back at the first bad minutes", oncall.BadDeploy(), 1, oncall.Plan{}.At("09:12", oncall.Rollback()),
			[]string{"left 19.42 %", "page -1"}},
		{"flash crowd: doing nothing", oncall.FlashCrowd(), 42, oncall.Plan{},
			[]string{"left 88.88 %", "above 16", "worst error 41 %", "cost $24.35", "wave at 88, x 3.48 for 40 min"}},
		{"flash crowd: twenty instances from the start", oncall.FlashCrowd(), 42, oncall.Plan{}.AtMinute(0, oncall.Minimum(20)),
			[]string{"left 100.00 %", "above 0", "cost $35.47"}},
		{"flash crowd: watching, then shedding, degrading and raising the minimum", oncall.FlashCrowd(), 42, watchful,
			[]string{"left 99.85 %", "cost $36.01"}},
		{"cache flush: leaving it to the autoscaler", oncall.CacheFlush(), 42, oncall.Plan{}, []string{"left 99.17 %"}},
		{"cache flush: the warm-up at once", oncall.CacheFlush(), 42, oncall.Plan{}.AtMinute(6, oncall.Warmup()),
			[]string{"left 97.22 %", "worst error 78 %", "database 0.97"}},
		{"cache flush: feature off first, then the warm-up", oncall.CacheFlush(), 42, featureFirst, []string{"left 99.39 %"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			log, err := oncall.Run(c.shift, c.seed, c.plan)
			if err != nil {
				t.Fatal(err)
			}
			o := log.Outcome()
			database := 0.0
			for _, load := range log.Series(oncall.DatabaseLoad) {
				database = max(database, load)
			}
			said := map[string]bool{
				fmt.Sprintf("left %.2f %%", 100*o.Budget):             true,
				fmt.Sprintf("page %d", o.PagedAt):                     true,
				fmt.Sprintf("above %d", o.Above):                      true,
				fmt.Sprintf("worst error %.0f %%", 100*o.WorstErrors): true,
				fmt.Sprintf("cost $%.2f", o.Cost):                     true,
				fmt.Sprintf("database %.2f", database):                true,
				fmt.Sprintf("wave at %d, x %.2f for %d min", log.Wave.Onset, log.Wave.Magnitude, log.Wave.Hold): true,
			}
			for _, want := range c.want {
				if !said[want] {
					t.Errorf("the run does not say %q, but %v", want, said)
				}
			}
			again, err := oncall.Prepare(c.shift, c.plan)
			if err != nil {
				t.Fatal(err)
			}
			if short, err := again.Outcome(c.seed); err != nil || short != o {
				t.Errorf("the outcome without a log is %+v, %v; with one %+v", short, err, o)
			}
		})
	}
}

// "Nothing lost": with twenty instances from the start the budget does not move at all.
func TestTwentyInstancesLoseNothing(t *testing.T) {
	log, err := oncall.Run(oncall.FlashCrowd(), 42, oncall.Plan{}.AtMinute(0, oncall.Minimum(20)))
	if err != nil {
		t.Fatal(err)
	}
	if o := log.Outcome(); o.Budget != 1 || o.WorstErrors != 0 {
		t.Errorf("budget %v, worst error rate %v; want 1 and 0", o.Budget, o.WorstErrors)
	}
}

// The post-mortem of the watchful operator, word by word; every figure in it is one of the specification's or is
// checked above, but two: 3.03 % dropped is the shed share of the requests of minutes 91 to 102, computed here from the
// log, and 6.53 % is the reference's error rate of minute 90.
func TestPostMortem(t *testing.T) {
	plan := oncall.Plan{}.
		AtMinute(91, oncall.Shed(1), oncall.Feature(false), oncall.Minimum(30)).
		AtMinute(103, oncall.Shed(0), oncall.Feature(true))
	log, err := oncall.Run(oncall.FlashCrowd(), 42, plan)
	if err != nil {
		t.Fatal(err)
	}
	all, shed := 0.0, 0.0
	for _, m := range log.Minutes {
		all += m.Rate
		if m.Minute >= 91 && m.Minute < 103 {
			shed += 0.30 * m.Rate
		}
	}
	want := fmt.Sprintf("The flash crowd shift ran from 08:00 to 12:00 (seed 42). At 09:28 a wave of traffic began that grew to 3.48 times "+
		"the ordinary rate and held it for 40 minutes. The error rate was above the objective's 0.1 %% for 1 minute, highest at "+
		"09:30 with %.2f %%; p99 reached the timeout of 2 s at 09:30. The page never fired. The operator shed 100 %% of the "+
		"low-priority traffic, switched the recommendations off and set the minimum fleet to 30 at 09:31; let the low-priority "+
		"traffic in again and switched the recommendations on at 09:43. %.2f %% of all requests were told to retry later and the "+
		"recommendations were off for 12 minutes. The shift began with 100.00 %% of the period's error budget and ended with "+
		"99.85 %%; the fleet cost $36.01.", 100*log.Minutes[90].Errors, 100*shed/all)
	if got := log.PostMortem(); got != want {
		t.Errorf("the post-mortem reads\n%s\nwant\n%s", got, want)
	}
}

// What a post-mortem says in other cases.
func TestPostMortemOfOtherShifts(t *testing.T) {
	busy := oncall.Plan{}
	for m := range 8 {
		busy = busy.AtMinute(2*m, oncall.Autoscaler(m%2 == 1), oncall.TTL(90))
	}
	for _, c := range []struct {
		name  string
		shift oncall.Shift
		plan  oncall.Plan
		want  []string
	}{
		{"a quiet hour", oncall.Noon(), oncall.Plan{}, []string{
			"Nothing out of the ordinary happened.", "stayed within the objective's 0.1 % in every minute", "The page never fired.",
			"The operator did nothing.", "No request was dropped, and the recommendations were there all the time."}},
		{"a rollback that helps", oncall.BadDeploy(), oncall.Plan{}.At("09:29", oncall.Rollback()), []string{
			"At 09:10 a bad build began to roll out.", "for 24 minutes, first at 09:10 and highest at 09:14 with 5.00 %",
			"The page fired at 09:29, 19 minutes after the first minute above the objective.",
			"The operator pressed roll back at 09:29.", "At 09:34 the rollback took the bad build away."}},
		{"a rollback too early", oncall.BadDeploy(), oncall.Plan{}.At("09:01", oncall.Rollback()), []string{
			"At 09:06 a rollback was ready, found no bad build, and had cost money for nothing."}},
		{"a page in the first bad minute", func() oncall.Shift {
			s := oncall.CacheFlush()
			s.Service.Objective.PageBurn = 1
			return s
		}(), oncall.Plan{}, []string{"The page fired at 12:05, in the first minute above the objective."}},
		{"more actions than are told one by one", oncall.Noon(), busy, []string{
			"switched the autoscaler off and set the TTL to 90 s at 12:00;", "at 12:10; and later took 4 more actions."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			log, err := oncall.Run(c.shift, 1, c.plan)
			if err != nil {
				t.Fatal(err)
			}
			text := log.PostMortem()
			for _, want := range c.want {
				if !contains(text, want) {
					t.Errorf("the post-mortem does not say %q:\n%s", want, text)
				}
			}
		})
	}
	if got := (oncall.Log{}).PostMortem(); got != "Nothing was played." {
		t.Errorf("the post-mortem of no log reads %q", got)
	}
}

package load

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// stand is a desk that answers at once and counts as a desk would whose worker took so long for each 1,000 rows of a scan.
type stand struct {
	server   *httptest.Server
	options  desk.Options
	scanTime time.Duration
	loans    atomic.Int64
	failure  error // what Err says once there was a request
}

func (s *stand) URL() string { return s.server.URL }

func (s *stand) Counters(context.Context) (desk.Counters, error) {
	n, rows := s.loans.Load(), int64(s.options.Rows)
	steps := s.options.Structure.TotalScanSteps(rows, n)
	return desk.Counters{Loans: n, Rows: rows + 5*n, ScanSteps: steps,
		LoanTime: time.Duration(float64(desk.Unindexed.TotalScanSteps(rows, n)) * float64(s.scanTime) / 1000)}, nil
}

func (s *stand) Err() error { return s.failure }

func (s *stand) Stop() error {
	s.server.Close()
	return nil
}

// stands makes a campaign of stand-in desks, and a list of those that were started.
func stands(t *testing.T, scanTime time.Duration, change func(*stand)) (Campaign, *[]*stand) {
	t.Helper()
	var mu sync.Mutex
	var started []*stand
	return Campaign{Start: func(_ context.Context, o desk.Options) (Desk, error) {
		s := &stand{options: o, scanTime: scanTime}
		s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/loan" {
				s.loans.Add(1)
			}
		}))
		t.Cleanup(s.server.Close)
		if change != nil {
			change(s)
		}
		mu.Lock()
		defer mu.Unlock()
		started = append(started, s)
		return s, nil
	}}, &started
}

// brief are two trials of 120 requests.
func brief() []Plan {
	s := scenario(0.5, Open{Rate: 600, Duration: 200 * ms})
	return []Plan{{s, desk.Unindexed}, {s, desk.Indexed}}
}

// lenient is a goal that answers at once meet on any machine.
var lenient = Goal{Percentile: 0.95, Within: guard, Failed: 0}

func TestCalibrationFindsTheRows(t *testing.T) {
	t.Parallel() // with the other one that probes: probes wait for most of their time
	// 100 µs for each thousand rows: a ceiling of 450/s needs 22,222 rows.
	c, started := stands(t, 100*us, nil)
	var said []string
	c.Progress = func(s string) { said = append(said, s) }
	got, err := c.Calibrate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != 22_200 || len(got.Probes) != 3 || math.Abs(got.Ceiling()-450) > 1 {
		t.Errorf("calibration %+v; want 22200 rows, to the hundred, in three rounds", got)
	}
	if len(*started) != 3 || (*started)[0].options.Rows != firstRows || (*started)[2].options.Rows != 22_200 ||
		(*started)[0].options.Structure != desk.Unindexed {
		t.Errorf("%d desks were started", len(*started))
	}
	if !strings.HasPrefix(said[0], "calibrating, round 1 of 3") || !strings.Contains(said[1], "in flight") {
		t.Errorf("progress %q", said[:2])
	}
}

func TestCampaign(t *testing.T) {
	c, started := stands(t, 100*us, nil)
	c.Goal, c.Trials, c.Rows = lenient, brief(), 22_222
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Trials) != 2 || len(*started) != 2 || r.Busy() != "" {
		t.Fatalf("%d trials on %d desks, busy %q; want each on a desk of its own", len(r.Trials), len(*started), r.Busy())
	}
	for i, row := range r.Scenarios() {
		if row.Judgement.Verdict != Passes || row.Attempts != 1 || row.Requests != 120 {
			t.Errorf("%+v", row)
		}
		if o := (*started)[i].options; o.Rows != 22_222 || o.Structure.String() != row.Structure {
			t.Errorf("trial %d had the desk %+v", i, o)
		}
	}
}

// A machine that gives the desk half: the unindexed trial is run three times and stays inconclusive.
func TestCampaignOnABusyMachine(t *testing.T) {
	c, started := stands(t, 200*us, nil)
	c.Goal, c.Trials, c.Rows = lenient, brief()[:1], 22_222
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	row := r.Scenarios()[0]
	if row.Judgement.Verdict != Inconclusive || row.Attempts != 3 || len(*started) != 3 ||
		!strings.Contains(row.Judgement.Reason, "this machine gave the desk 225 loans/s") {
		t.Errorf("%+v", row)
	}
}

// A machine that gives the desk half from the first trial on: the trial is repeated on half the rows, and the verdict stands.
func TestCampaignFollowsTheMachine(t *testing.T) {
	t.Parallel()
	desks := 0
	c, started := stands(t, 100*us, func(s *stand) {
		if desks++; desks > rounds {
			s.scanTime *= 2
		}
	})
	c.Goal, c.Trials = lenient, brief()[:1]
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	row := r.Scenarios()[0]
	// Three probes, two attempts and the probe afterwards; 450/s of 200 µs for each thousand rows are 11,111 rows.
	if row.Judgement.Verdict != Passes || row.Attempts != 2 || r.Calibration.Rows != 22_200 || r.Trials[0].Rows != 11_100 ||
		len(*started) != 6 || r.After.Rows != 11_100 || r.Busy() != "" {
		t.Errorf("%+v on %d rows, %d desks", row, r.Trials[0].Rows, len(*started))
	}
}

func TestCampaignThatBreaksOff(t *testing.T) {
	crash := errors.New("desk: it ended in mid-run: signal: killed")
	c, _ := stands(t, 100*us, func(s *stand) {
		if s.options.Structure == desk.Indexed {
			s.failure = crash
		}
	})
	c.Goal, c.Trials, c.Rows = lenient, brief(), 22_222
	if r, err := c.Run(t.Context()); !errors.Is(err, crash) || len(r.Trials) != 2 {
		t.Errorf("a desk that dies: %d trials, %v; want both, as far as they got, and the desk's words", len(r.Trials), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c, _ = stands(t, 100*us, func(s *stand) {
		if s.options.Structure == desk.Indexed {
			cancel()
		}
	})
	c.Goal, c.Trials, c.Rows = lenient, brief(), 22_222
	if r, err := c.Run(ctx); !errors.Is(err, context.Canceled) || len(r.Trials) != 1 {
		t.Errorf("a campaign that is stopped: %d trials, %v; want the first to be kept", len(r.Trials), err)
	}
	taken := errors.New("desk: port 80 is taken")
	c.Start = func(context.Context, desk.Options) (Desk, error) { return nil, taken }
	if _, err := c.Run(t.Context()); !errors.Is(err, taken) {
		t.Errorf("a desk that does not start: %v", err)
	}
	if _, err := (Campaign{Goal: Goal{Percentile: 2}}).Run(t.Context()); err == nil {
		t.Error("a bad goal is taken")
	}
}

func TestProbeOfTooFewLoans(t *testing.T) {
	if _, err := newProbe(30_000, desk.Counters{Loans: 3, LoanTime: time.Second, ScanSteps: 90_000}); err == nil ||
		!strings.Contains(err.Error(), "3 loans on 30000 rows") {
		t.Errorf("three loans in two seconds: %v", err)
	}
}

// What becomes of one attempt after the other: each is a verdict, and whether p95 was close to the goal.
func TestSettle(t *testing.T) {
	attempt := func(v Verdict, p95 time.Duration) Trial {
		trial := trialOf(450, p95, ms)
		trial.Judgement = Judgement{Verdict: v}
		return trial
	}
	pass, closePass := attempt(Passes, 5*ms), attempt(Passes, 18*ms)
	fail, closeFail := attempt(Fails, 500*ms), attempt(Fails, 25*ms)
	busy := attempt(Inconclusive, 50*ms)
	for _, c := range []struct {
		what     string
		attempts []Trial
		want     Verdict
	}{
		{"a clear pass", []Trial{pass}, Passes},
		{"a clear fail", []Trial{fail}, Fails},
		{"busy, then clear", []Trial{busy, fail}, Fails},
		{"busy twice, then clear", []Trial{busy, busy, pass}, Passes},
		{"busy three times", []Trial{busy, busy, busy}, Inconclusive},
		{"close, and again", []Trial{closePass, closePass}, Passes},
		{"close, and clearly again", []Trial{closeFail, fail}, Fails},
		{"close, then otherwise", []Trial{closePass, closeFail}, Inconclusive},
		{"close, busy, and again", []Trial{closeFail, busy, closeFail}, Fails},
		{"close, then busy twice", []Trial{closeFail, busy, busy}, Inconclusive},
		{"busy twice, then close with nobody to confirm it", []Trial{busy, busy, closePass}, Inconclusive},
	} {
		got, err := settle(IO1(), func(n int) (Trial, error) {
			if n > len(c.attempts) {
				t.Fatalf("%s: attempt %d", c.what, n)
			}
			return c.attempts[n-1], nil
		})
		if err != nil || got.Judgement.Verdict != c.want || got.Attempts != len(c.attempts) {
			t.Errorf("%s: %v after %d attempts, %v; want %v after %d", c.what, got.Judgement, got.Attempts, err, c.want,
				len(c.attempts))
		}
	}
	broken := errors.New("broken")
	got, err := settle(IO1(), func(n int) (Trial, error) {
		if n == 1 {
			return busy, nil
		}
		return Trial{}, broken
	})
	if !errors.Is(err, broken) || got.Attempts != 1 {
		t.Errorf("broken at the second attempt: %+v, %v; want the first to be kept", got.Attempts, err)
	}
}

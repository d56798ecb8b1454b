package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// guard is how long a test waits for what takes a second at most, before it calls it hanging.
const guard = time.Minute

// serve serves a stand-in for the desk.
func serve(t *testing.T, answer http.HandlerFunc) Target {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return Target{URL: s.URL, Drain: guard}
}

// startDesk starts a desk, whose program is built once for all tests.
func startDesk(tb testing.TB, ctx context.Context, o desk.Options) *desk.Service {
	tb.Helper()
	program, err := deskProgram()
	if err != nil {
		tb.Fatal(err)
	}
	o.Program = program
	d, err := desk.Start(ctx, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d.Stop() })
	return d
}

var deskProgram = sync.OnceValues(func() (string, error) { return desk.Program(context.Background()) })

func scenario(share float64, d Driver) Scenario {
	return Scenario{ID: "test", Mix: Mix{LoanShare: share}, Driver: d}
}

func TestOpenLoopSendsAll(t *testing.T) {
	var loans, searches atomic.Int64
	target := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.Method + " " + r.URL.Path {
		case "POST /loan":
			loans.Add(1)
		case "GET /search":
			searches.Add(1)
		default:
			t.Errorf("request %s %s", r.Method, r.URL)
		}
	})
	var progress []Progress
	target.Progress = func(p Progress) { progress = append(progress, p) }
	run, err := scenario(0.25, Open{Rate: 1000, Duration: 400 * ms}).Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	// 98 of the first 400 requests are loans, and so is the warm-up.
	if loans.Load() != 99 || searches.Load() != 302 || len(run.Results) != 400 {
		t.Errorf("%d loans, %d searches, %d results; want 99, 302 and 400", loans.Load(), searches.Load(), len(run.Results))
	}
	for i, r := range run.Results {
		if r.Seq != i || r.Intended != time.Duration(i)*ms || r.Sent < r.Intended || r.Done < r.Sent || r.Outcome != Answered ||
			r.Status != 200 || r.Error != "" {
			t.Fatalf("result %d: %+v", i, r)
		}
	}
	last := progress[len(progress)-1]
	if last.Sent != 400 || last.Done != 400 || last.InFlight() != 0 || last.Window != 400*ms {
		t.Errorf("the last progress is %v", last)
	}
	if run.CPU <= 0 || run.Peak < 1 || run.Elapsed < 399*ms || run.Loop != "open, 1000/s" {
		t.Errorf("processor time %v, at most %d in flight, %v, %q", run.CPU, run.Peak, run.Elapsed, run.Loop)
	}
}

func TestFailuresAreData(t *testing.T) {
	stall := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	hijack := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.WriteString(conn, text)
			conn.Close()
		}
	}
	for _, c := range []struct {
		what   string
		answer http.HandlerFunc
		change func(*Target)
		want   Outcome
		status int
	}{
		{"a target that answers 500", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", 500) }, nil, BadStatus, 500},
		{"a target that sends elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", 302) }, nil,
			BadStatus, 302},
		{"a target that stalls, and a time limit", stall, func(t *Target) { t.Timeout = 30 * ms }, TimedOut, 0},
		{"a target that stalls until the run ends", stall, func(t *Target) { t.Drain = 500 * ms }, Unfinished, 0},
		{"a target that closes at once", hijack(""), nil, Broken, 0},
		{"a target that closes half-way", hijack("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), nil, Broken, 200},
		{"a target that announces a gigabyte", hijack("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n"), nil, TooLarge, 200},
		{"a target that speaks another language", hijack("220 smtp ready\r\n"), nil, Broken, 0},
	} {
		target := serve(t, c.answer)
		target.Cold = true
		if c.change != nil {
			c.change(&target)
		}
		run, err := scenario(0.5, Open{Rate: 400, Duration: 300 * ms}).Run(t.Context(), target)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		m := run.Metrics()
		if m.Requests != 120 || m.Outcomes[c.want] != 120 || run.Results[7].Status != c.status || run.Results[7].Error == "" {
			t.Errorf("%s: %d requests, %s, result 7 is %+v; want 120 %v", c.what, m.Requests, m.Failures(), run.Results[7], c.want)
		}
		row := run.Row("unindexed", IO1())
		if row.P95.Value != Never || row.Judgement.Verdict != Fails || row.Failed != 120 || m.Rate != 0 {
			t.Errorf("%s: row %+v; want a fail without an answer", c.what, row)
		}
	}
}

func TestNobodyThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	l.Close()
	if _, err := Easy().Run(t.Context(), Target{URL: url}); !errors.Is(err, ErrNoTarget) || !strings.Contains(err.Error(), url) {
		t.Errorf("a target that is not there: %v", err)
	}
	// Without the warm-up it is a report line.
	run, err := scenario(0, Open{Rate: 1000, Duration: 120 * ms}).Run(t.Context(), Target{URL: url, Cold: true})
	if m := run.Metrics(); err != nil || m.Outcomes[Unreachable] != 120 {
		t.Errorf("a target that went away: %s, %v", m.Failures(), err)
	}
}

func TestWarmUpThatFails(t *testing.T) {
	target := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusInsufficientStorage)
		}
	})
	run, err := scenario(0, Open{Rate: 1000, Duration: 10 * ms}).Run(t.Context(), target)
	if err != nil || len(run.Warnings) != 1 || !strings.Contains(run.Warnings[0], "507") {
		t.Errorf("warnings %q, %v; want the warm-up's status", run.Warnings, err)
	}
}

func TestCancellingKeepsWhatWasMeasured(t *testing.T) {
	for _, d := range []Driver{
		Open{Rate: 500, Duration: MaxDuration / 2},
		Open{Rate: 500, Duration: MaxDuration / 2, Cap: 70},
		Closed{Users: 70, Think: 100 * ms, Duration: MaxDuration},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var n atomic.Int64
		target := serve(t, func(w http.ResponseWriter, r *http.Request) {
			switch i := n.Add(1); {
			case i == 60:
				time.Sleep(200 * ms) // users who all begin at once send sixty before the first answer is back
				cancel()
				fallthrough
			case i > 50:
				<-r.Context().Done()
			}
		})
		target.Cold = true
		run, err := scenario(0, d).Run(ctx, target)
		m := run.Metrics()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v: error %v", d, err)
		}
		// The target got sixty requests and answered fifty; some of those answers may have been under way.
		answered, unfinished := m.Outcomes[Answered], m.Outcomes[Unfinished]
		if answered < 1 || answered > 50 || answered+unfinished != m.Requests || m.Requests < 60 || run.Elapsed > guard {
			t.Errorf("%v: %d answered, %s, after %v; want what was answered and what was in flight", d, answered, m.Failures(),
				run.Elapsed)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Easy().Run(ended, serve(t, func(http.ResponseWriter, *http.Request) {})); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// With two slots and a target that never answers, two requests are sent, and the rest is counted all the same.
func TestCap(t *testing.T) {
	for _, full := range []Full{Wait, Drop} {
		target := serve(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		target.Cold, target.Drain = true, 50*ms
		run, err := scenario(0, Open{Rate: 1000, Duration: 200 * ms, Cap: 2, Full: full}).Run(t.Context(), target)
		m := run.Metrics()
		if err != nil || m.Requests != 200 || m.Outcomes[Unfinished] != 2 || m.Outcomes[Dropped] != 198 || run.Peak != 2 {
			t.Errorf("full %d: %d requests, %s, at most %d in flight, %v; want 2 in flight and 198 unsent", full, m.Requests,
				m.Failures(), run.Peak, err)
		}
	}
	var now, most atomic.Int64
	target := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(3 * ms)
		now.Add(-1)
	})
	run, err := scenario(0, Open{Rate: 2000, Duration: 100 * ms, Cap: 4}).Run(t.Context(), target)
	if m := run.Metrics(); err != nil || m.Outcomes[Answered] != 200 || most.Load() > 4 {
		t.Errorf("%d answered, at most %d at a time, %v; want all 200, four at a time", m.Outcomes[Answered], most.Load(), err)
	}
}

func TestBatches(t *testing.T) {
	target := serve(t, func(http.ResponseWriter, *http.Request) {})
	run, err := scenario(0, Open{Rate: 1000, Duration: 100 * ms, Batch: 10 * ms}).Run(t.Context(), target)
	if err != nil || len(run.Results) != 100 {
		t.Fatal(len(run.Results), err)
	}
	for _, r := range run.Results {
		if end := (r.Intended + 10*ms - 1) / (10 * ms) * (10 * ms); r.Sent < end {
			t.Errorf("request %d, meant for %v, was sent at %v, before its batch", r.Seq, r.Intended, r.Sent)
		}
	}
}

// Each user sends, waits, thinks: every request but a user's first is meant for an answer's moment and the think time.
func TestClosedLoop(t *testing.T) {
	for _, start := range []Start{Together, Spread} {
		var now, most atomic.Int64
		target := serve(t, func(w http.ResponseWriter, r *http.Request) {
			n := now.Add(1)
			defer now.Add(-1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(ms)
		})
		d := Closed{Users: 8, Think: 16 * ms, Duration: 300 * ms, Start: start}
		run, err := scenario(0.5, d).Run(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		var due []time.Duration
		for u := range d.Users {
			due = append(due, map[Start]time.Duration{Together: 0, Spread: time.Duration(u) * 2 * ms}[start])
		}
		for _, r := range run.Results {
			due = append(due, r.Done+d.Think)
		}
		for i, r := range run.Results {
			at := slices.Index(due, r.Intended)
			if at < 0 || r.Intended >= d.Duration || r.Seq != i || r.Sent < r.Intended {
				t.Fatalf("%v: result %d, %+v, is meant for no user", d, i, r)
			}
			due = slices.Delete(due, at, at+1)
		}
		// Each of the eight would have sent again after the window.
		if len(due) != 8 || slices.Min(due) < d.Duration || most.Load() > 8 || run.Peak > 8 {
			t.Errorf("%v: %d users would go on, from %v; %d at a time", d, len(due), slices.Min(due), most.Load())
		}
	}
}

// The desk's counters and the run's results are the same counts.
func TestRunOnTheDesk(t *testing.T) {
	for _, structure := range []desk.Structure{desk.Unindexed, desk.Indexed} {
		d := startDesk(t, t.Context(), desk.Options{Rows: 2000, Structure: structure})
		run, err := scenario(0.5, Open{Rate: 500, Duration: 600 * ms}).Run(t.Context(), Target{URL: d.URL(), Drain: guard})
		if err != nil {
			t.Fatal(err)
		}
		c, err := d.Counters(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Stop(); err != nil {
			t.Error(err)
		}
		m := run.Metrics()
		// 153 of the first 300 requests are loans, and so is the warm-up.
		if m.Outcomes[Answered] != 300 || c.Loans != 154 || c.Searches != 147 ||
			c.ScanSteps != structure.TotalScanSteps(2000, 154) || c.Rows != 2000+5*154 {
			t.Errorf("%v: %d answered, counters %+v; want 300, of which 153 loans, and the warm-up", structure,
				m.Outcomes[Answered], c)
		}
	}
}

// A desk that dies in mid-run: what was answered stays, the rest are failures, and the desk says how it ended.
func TestDeskDiesInMidRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	d := startDesk(t, ctx, desk.Options{Rows: 100, Structure: desk.Indexed})
	target := Target{URL: d.URL(), Progress: func(p Progress) {
		if p.Done > 0 {
			cancel()
		}
	}}
	run, err := scenario(0, Open{Rate: 200, Duration: 2 * time.Second}).Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	m := run.Metrics()
	if m.Requests != 400 || m.Outcomes[Answered] == 0 || m.Outcomes[Unreachable] == 0 || IO1().Judge(m).Cause != ByFailures {
		t.Errorf("%d answered, %s", m.Outcomes[Answered], m.Failures())
	}
}

func BenchmarkOpenLoop(b *testing.B) {
	d := startDesk(b, b.Context(), desk.Options{Structure: desk.Indexed})
	for _, rate := range []float64{1000, 5000} {
		b.Run(fmt.Sprintf("%g per second", rate), func(b *testing.B) {
			for b.Loop() {
				run, err := scenario(0, Open{Rate: rate, Duration: Window}).Run(b.Context(), Target{URL: d.URL()})
				if err != nil {
					b.Fatal(err)
				}
				m := run.Metrics()
				b.ReportMetric(m.Rate, "reached/s")
				b.ReportMetric(milliseconds(m.Lateness.Percentile(0.5).Value), "late-p50-ms")
				b.ReportMetric(milliseconds(m.Lateness.Percentile(0.99).Value), "late-p99-ms")
				b.ReportMetric(milliseconds(m.Latency.Percentile(0.95).Value), "p95-ms")
				b.ReportMetric(run.CPU.Seconds()/run.Elapsed.Seconds(), "cores")
			}
		})
	}
}

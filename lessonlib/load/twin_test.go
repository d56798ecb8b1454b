package load

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

const us = time.Microsecond

func simulate(t *testing.T, w Twin, s Scenario) (Run, desk.Counters) {
	t.Helper()
	run, counters, err := w.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return run, counters
}

// Three loans and three searches, worked out by hand: requests 1 ms apart, a loan takes 3 ms, a search 1 ms.
func TestTwinByHand(t *testing.T) {
	w := Twin{Rows: 1000, ScanTime: 3 * ms, Search: ms, Cold: true}
	s := Scenario{ID: "hand", Mix: Mix{LoanShare: 0.5, Order: Even}, Driver: Open{Rate: 1000, Duration: 6 * ms}}
	run, counters := simulate(t, w, s)
	// Even at one half: search, loan, search, loan, search, loan. A loan on 1,000 rows takes 3 ms; each loan adds five rows,
	// 15 µs of scan, to the next.
	want := []time.Duration{
		1 * ms,                             // search, arrives 0, begins 0
		1*ms + 3*ms,                        // loan, arrives 1, begins 1, takes 3
		5 * ms,                             // search, arrives 2, begins 4
		5*ms + 3*ms + 15*us,                // loan
		9*ms + 15*us,                       // search
		9*ms + 15*us + 3*ms + 30*us + 0*ms, // loan on 1,010 rows
	}
	for i, r := range run.Results {
		if r.Done != want[i] || r.Intended != time.Duration(i)*ms {
			t.Errorf("request %d: sent %v, done %v; want %v", i, r.Intended, r.Done, want[i])
		}
	}
	// 1000 + 1005 + 1010
	if counters.Loans != 3 || counters.Searches != 3 || counters.ScanSteps != 3015 || counters.Rows != 1015 {
		t.Errorf("counters %+v", counters)
	}
	// At 5 ms requests 3, 4 and 5 are in flight: the search is just answered.
	if run.Peak != 3 {
		t.Errorf("at most %d in flight, want 3", run.Peak)
	}
}

// The specification's exact facts: what an open run sends, and what its loans scan, the warm-up loan included.
func TestTwinCountsExactly(t *testing.T) {
	for _, c := range []struct {
		scenario Scenario
		loans    int64
	}{{Easy(), 300}, {Share25(), 750}, {Realistic(), 1500}, {Share100(), 3000}} {
		for _, structure := range []desk.Structure{desk.Unindexed, desk.Indexed} {
			run, counters := simulate(t, SourceTwin(structure), c.scenario)
			if len(run.Results) != 3000 || counters.Loans != c.loans+1 || counters.Searches != 3000-c.loans {
				t.Errorf("%s: %d requests, %d loans; want 3000 and %d and the warm-up", c.scenario.ID, len(run.Results),
					counters.Loans, c.loans)
			}
			if want := structure.TotalScanSteps(desk.DefaultRows, c.loans+1); counters.ScanSteps != want {
				t.Errorf("%s, %v: %d scan steps, want %d", c.scenario.ID, structure, counters.ScanSteps, want)
			}
		}
	}
}

// reference is the same model, written for plainness: requests in the order of their sends, one server. It keeps the sent
// and the done moments.
func reference(w Twin, s Scenario) (sent, done []time.Duration) {
	rows := int64(desk.Options{Rows: w.Rows}.StartRows())
	var free time.Duration
	serve := func(p Path, at time.Duration) time.Duration {
		free = max(free, at) + w.service(p, rows)
		if p == Loan {
			rows += desk.RowsPerLoan
		}
		return free + w.Overhead
	}
	if !w.Cold {
		rows += desk.RowsPerLoan
	}
	next := s.Mix.sequence()
	switch d := s.Driver.(type) {
	case Open:
		for i := range d.Requests() {
			at := d.release(i) + w.Lateness
			if d.Cap > 0 && i >= d.Cap {
				at = max(at, done[i-d.Cap], sent[i-1]) // the server answers in order
			}
			sent, done = append(sent, at), append(done, serve(next(), at))
		}
	case Closed:
		ready := make([]time.Duration, d.Users)
		for u := range ready {
			ready[u] = d.begin(u)
		}
		for {
			u := slices.Index(ready, slices.Min(ready))
			if ready[u] >= d.Duration {
				return sent, done
			}
			at := ready[u] + w.Lateness
			sent, done = append(sent, at), append(done, serve(next(), at))
			ready[u] = done[len(done)-1] + d.Think
		}
	}
	return sent, done
}

func TestTwinAgreesWithPlainModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		micros := func(name string, most int) time.Duration {
			return time.Duration(rapid.IntRange(0, most).Draw(t, name)) * us
		}
		w := Twin{
			Rows: rapid.IntRange(1, 5000).Draw(t, "rows"), Structure: rapid.SampledFrom([]desk.Structure{0, 1}).Draw(t, "structure"),
			ScanTime: micros("scan", 3000), Loan: micros("loan", 3000), Search: micros("search", 500), Fixed: micros("fixed", 100),
			Overhead: micros("overhead", 500), Lateness: micros("lateness", 500), Drain: time.Hour, Cold: rapid.Bool().Draw(t, "cold"),
		}
		s := Scenario{ID: "any", Mix: Mix{LoanShare: rapid.Float64Range(0, 1).Draw(t, "share"),
			Order: rapid.SampledFrom([]Order{Clumped, Even, Random}).Draw(t, "order")}}
		if rapid.Bool().Draw(t, "open") {
			s.Driver = Open{Rate: rapid.Float64Range(100, 3000).Draw(t, "rate"), Duration: 100 * ms,
				Cap: rapid.IntRange(0, 20).Draw(t, "cap"), Batch: micros("batch", 9000)}
		} else {
			s.Driver = Closed{Users: rapid.IntRange(1, 30).Draw(t, "users"), Think: micros("think", 20_000), Duration: 100 * ms,
				Start: rapid.SampledFrom([]Start{Together, Spread}).Draw(t, "start")}
			if s.Driver.(Closed).Think+w.service(Search, 1)+w.Overhead+w.Lateness < 100*us {
				t.Skip("users who neither think nor wait send without end")
			}
		}
		run, _, err := w.Run(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		sent, done := reference(w, s)
		if len(sent) != len(run.Results) {
			t.Fatalf("%d requests, want %d", len(run.Results), len(sent))
		}
		for i, r := range run.Results {
			if r.Sent != sent[i] || r.Done != done[i] || r.Outcome != Answered {
				t.Fatalf("request %d: %+v, want sent %v, done %v", i, r, sent[i], done[i])
			}
		}
	})
}

// N / (Z + R), R from the intended send: off by no more than the cycle that the window cuts off each user, which is less
// than 0.1 % where the window is long enough.
func TestTwinMeetsTheory(t *testing.T) {
	w := Twin{Structure: desk.Indexed, Loan: 200 * us, Search: 60 * us, Overhead: 150 * us, Lateness: 90 * us}
	for _, c := range []Closed{
		{Users: 1, Think: 10 * ms, Duration: 30 * time.Second},
		{Users: 22, Think: 20 * ms, Duration: 30 * time.Second},
		{Users: 202, Think: 200 * ms, Duration: 10 * time.Second},
		{Users: 202, Think: 200 * ms, Duration: 10 * time.Second, Start: Spread},
		{Users: 50, Think: 0, Duration: 10 * time.Second},          // saturated
		{Users: 2000, Think: 100 * ms, Duration: 10 * time.Second}, // saturated
	} {
		run, _ := simulate(t, w, Scenario{ID: "closed", Mix: Mix{LoanShare: 0.5, Order: Even}, Driver: c})
		m := run.Metrics()
		theory := c.Theory(m.Latency.Mean())
		cycle := (c.Think + m.Latency.Mean()).Seconds() / c.Duration.Seconds()
		if off := math.Abs(m.Rate/theory - 1); off > cycle {
			t.Errorf("%v: %.2f/s, in theory %.2f/s: off by %.3f %%, allowed %.3f %%", c, m.Rate, theory, 100*off, 100*cycle)
		}
	}
}

// With the source's figures the twin comes to the verdicts that the source reports.
func TestTwinOfTheSource(t *testing.T) {
	plans := Trials()
	for i := range plans {
		if open, ok := plans[i].Scenario.Driver.(Open); ok {
			open.Batch = 5 * ms // as the source's generator sends
			plans[i].Scenario.Driver = open
		}
	}
	report, err := Simulate(t.Context(), IO1(), plans, func(p Plan) Twin { return SourceTwin(p.Structure) })
	if err != nil {
		t.Fatal(err)
	}
	source := readSource(t)
	for _, row := range report.Scenarios() {
		want := source.verdict(row.Scenario, row.Structure)
		if row.Judgement.Verdict.String() != want {
			t.Errorf("%s, %s: %v; the source says %s", row.Scenario, row.Structure, row.Judgement, want)
		}
	}
}

// Between the limits of the ceiling, and only there, the ten verdicts are the lesson's.
func TestVerdictsHoldBetweenTheCeilings(t *testing.T) {
	source := readSource(t)
	wrong := func(ceiling float64) (rows []string) {
		report, err := Simulate(t.Context(), IO1(), Trials(), func(p Plan) Twin {
			return Twin{Rows: 20_000, Structure: p.Structure, Loan: 200 * us, Search: 50 * us, Overhead: 200 * us, Lateness: 60 * us,
				ScanTime: time.Duration((1/ceiling - 200e-6) / 20 * 1e9)}
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range report.Scenarios() {
			if row.Judgement.Verdict.String() != source.verdict(row.Scenario, row.Structure) {
				rows = append(rows, row.Scenario)
			}
		}
		return rows
	}
	for _, ceiling := range []float64{LowCeiling, 400, Ceiling, 500, HighCeiling} {
		if rows := wrong(ceiling); rows != nil {
			t.Errorf("at %g loans/s these verdicts differ: %v", ceiling, rows)
		}
	}
	if rows := wrong(300); !slices.Contains(rows, "share-25") {
		t.Errorf("at 300 loans/s share-25 should fail; these differ: %v", rows)
	}
	if rows := wrong(700); !slices.Contains(rows, "closed-22") {
		t.Errorf("at 700 loans/s closed-22 should pass; these differ: %v", rows)
	}
}

// The order of the mix alone: the source's clumps make most of share-25's p95. The figures, at a ceiling of 425/s, are those
// of the specification's trial, to a tenth.
func TestOrderOfTheMix(t *testing.T) {
	w := Twin{Rows: 32_000, ScanTime: (time.Second/425 - 100*us) / 32, Loan: 100 * us, Search: 60 * us}
	p95 := func(o Order) float64 {
		s := Share25()
		s.Mix.Order = o
		run, _ := simulate(t, w, s)
		return milliseconds(run.Metrics().Latency.Percentile(0.95).Value)
	}
	clumped, even, random := p95(Clumped), p95(Even), p95(Random)
	if math.Abs(clumped-13.6) > 1.36 || math.Abs(even-2.6) > 0.26 || random < even || random > clumped {
		t.Errorf("p95 %.2f ms clumped, %.2f even, %.2f random; want about 13.6, 2.6, and between", clumped, even, random)
	}
}

// A capped open loop is a closed loop in disguise: its service latency is that of Cap users who do not think, while the
// latency from the intended send goes on growing.
func TestCapClosesTheLoop(t *testing.T) {
	w := SourceTwin(desk.Unindexed)
	free, _ := simulate(t, w, Realistic())
	capped := Realistic()
	capped.Driver = Open{Rate: PeakTarget, Duration: Window, Cap: 50}
	wait, _ := simulate(t, w, capped)
	capped.Driver = Open{Rate: PeakTarget, Duration: Window, Cap: 50, Full: Drop}
	drop, _ := simulate(t, w, capped)
	freeP95, waitP95 := free.Metrics().Latency.Percentile(0.95).Value, wait.Metrics().Latency.Percentile(0.95).Value
	service := wait.Metrics().Service.Percentile(0.95).Value
	if wait.Peak != 50 || drop.Peak != 50 || service > 100*ms || freeP95 < 500*ms || waitP95 < freeP95-100*ms {
		t.Errorf("free p95 %v; capped %v, but %v from the actual send, %d in flight", freeP95, waitP95, service, wait.Peak)
	}
	dropped := drop.Metrics().Outcomes[Dropped]
	if dropped < 500 || IO1().Judge(drop.Metrics()).Cause != ByFailures {
		t.Errorf("%d requests dropped, judged %v; dropped requests are failures", dropped, IO1().Judge(drop.Metrics()))
	}
}

// Users who start together are 6.7 % of the requests of closed-202; spread over one think time nobody waits for them.
func TestStartBurst(t *testing.T) {
	w := Twin{Structure: desk.Indexed, Loan: 150 * us, Search: 50 * us, Overhead: 200 * us}
	together := Closed202()
	spread := Closed202()
	spread.Driver = Closed{Users: 202, Think: 200 * ms, Duration: Window, Start: Spread}
	a, _ := simulate(t, w, together)
	b, _ := simulate(t, w, spread)
	burst, calm := a.Metrics().Latency.Percentile(0.95).Value, b.Metrics().Latency.Percentile(0.95).Value
	if burst < 5*calm {
		t.Errorf("p95 %v together, %v spread; want the start to make most of it", burst, calm)
	}
}

func TestTwinEndsOnTime(t *testing.T) {
	w := Twin{Rows: 1000, ScanTime: 100 * ms, Drain: 500 * ms, Cold: true}
	s := Scenario{ID: "over", Mix: Mix{LoanShare: 1}, Driver: Open{Rate: 100, Duration: time.Second}}
	run, counters := simulate(t, w, s)
	m := run.Metrics()
	// 100 ms a loan and half a millisecond more for each: 14 fit into the 1.5 s.
	if m.Outcomes[Answered] != 14 || m.Outcomes[Unfinished] != 86 || counters.Loans != 14 || run.Elapsed != 1500*ms {
		t.Errorf("%d answered, %d unfinished, %d loans done, until %v; want 14, 86, 14 and 1.5 s", m.Outcomes[Answered],
			m.Outcomes[Unfinished], counters.Loans, run.Elapsed)
	}
	if row := run.Row("unindexed", IO1()); row.Unfinished != 86 || row.P95.Value != Never || row.Judgement.Verdict != Fails {
		t.Errorf("row %+v; want 86 in flight at the end, no answer at p95, and a fail", row)
	}
	s.Driver = Open{Rate: 100, Duration: time.Second, Cap: 1}
	run, _ = simulate(t, w, s)
	if m := run.Metrics(); m.Requests != 100 || m.Outcomes[Answered] != 14 || m.Outcomes[Dropped] != 85 {
		t.Errorf("with a cap of 1: %d requests, %s; want 100, of which 85 were never sent", m.Requests, m.Failures())
	}
}

// Users who neither think nor wait would send without end.
func TestEndlessUsers(t *testing.T) {
	s := Scenario{ID: "endless", Driver: Closed{Users: 3, Duration: time.Second}}
	sim := &simulation{twin: Twin{Structure: desk.Indexed}, path: s.Mix.sequence(), end: time.Minute, most: 1000}
	s.Driver.simulate(sim)
	if err := sim.play(t.Context()); err != nil || len(sim.results) != 1000 || !sim.endless {
		t.Errorf("%d requests, endless %v, %v; want an end at 1000", len(sim.results), sim.endless, err)
	}
}

func TestTwinOutOfRange(t *testing.T) {
	for _, c := range []struct {
		field string
		twin  Twin
	}{
		{"Rows", Twin{Rows: -1}}, {"Structure", Twin{Structure: 2}}, {"ScanTime", Twin{ScanTime: -1}},
		{"Loan", Twin{Loan: time.Hour}}, {"Search", Twin{Search: -1}}, {"Fixed", Twin{Fixed: -1}},
		{"Overhead", Twin{Overhead: -1}}, {"Lateness", Twin{Lateness: -1}}, {"Dial", Twin{Dial: -1}}, {"Drain", Twin{Drain: -1}},
	} {
		if _, _, err := c.twin.Run(t.Context(), Easy()); err == nil || !strings.Contains(err.Error(), c.field) {
			t.Errorf("%+v: error %v; want one that names %s", c.twin, err, c.field)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := SourceTwin(desk.Indexed).Run(ended, Easy()); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// The same bytes everywhere: the digest was made on amd64.
func TestTwinIsTheSameEverywhere(t *testing.T) {
	digest := sha256.New()
	for _, plan := range Trials() {
		for _, order := range []Order{Clumped, Even, Random} {
			plan.Scenario.Mix.Order = order
			run, counters := simulate(t, SourceTwin(plan.Structure), plan.Scenario)
			if err := json.NewEncoder(digest).Encode([]any{run, counters}); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = "750eac8b0e1d7de03b3a4af282227a92980ccb2580ca52f667954b7d188dbb04"
	if got := fmt.Sprintf("%x", digest.Sum(nil)); got != want {
		t.Errorf("thirty runs have the digest %s, want %s", got, want)
	}
}

// BenchmarkTwin is all ten scenarios at a time.
func BenchmarkTwin(b *testing.B) {
	for b.Loop() {
		for _, plan := range Trials() {
			if _, _, err := SourceTwin(plan.Structure).Run(b.Context(), plan.Scenario); err != nil {
				b.Fatal(err)
			}
		}
	}
}

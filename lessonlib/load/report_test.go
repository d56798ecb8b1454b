package load

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// source is data/reference/load.json: what the lesson's source reports.
type source struct {
	runs map[string]map[string]struct {
		Rate, P95 float64
		Verdict   string
	}
	Ceiling float64 `json:"loan_ceiling"`
	Rows    int64
	Sweep   []struct {
		Share, P95 float64
		Loans      int64
		ScanSteps  int64 `json:"scan_steps"`
	}
	Thresholds []struct {
		Ms          int
		FalsePasses int `json:"false_passes"`
		FalseFails  int `json:"false_fails"`
		Separating  int
	}
	Ratios map[string]float64
}

func readSource(t testing.TB) source {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "data", "reference", "load.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s source
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	s.runs = map[string]map[string]struct {
		Rate, P95 float64
		Verdict   string
	}{}
	for _, scenario := range []Scenario{Easy(), Realistic(), Closed22(), Closed202()} {
		runs := s.runs[scenario.ID]
		if err := json.Unmarshal(all[scenario.ID], &runs); err != nil {
			t.Fatal(err)
		}
		s.runs[scenario.ID] = runs
	}
	return s
}

// verdict is the source's for a run; those of the sweep follow from its p95 and IO1.
func (s source) verdict(scenario, structure string) string {
	if run, ok := s.runs[scenario]; ok {
		return run[structure].Verdict
	}
	for _, p := range s.Sweep {
		if scenario == map[float64]string{0.25: "share-25", 1: "share-100"}[p.Share] {
			if p.P95 <= milliseconds(IO1().Within) {
				return Passes.String()
			}
			return Fails.String()
		}
	}
	return "unknown"
}

// rows are the source's eight runs as lines of the scenario table.
func (s source) rows() (rows []ScenarioRow) {
	for _, scenario := range []Scenario{Easy(), Realistic(), Closed22(), Closed202()} {
		for _, structure := range []desk.Structure{desk.Unindexed, desk.Indexed} {
			run := s.runs[scenario.ID][structure.String()]
			p95 := Percentile{P: 0.95, Value: time.Duration(math.Round(run.P95 * 1e6)), Count: 3000}
			rows = append(rows, ScenarioRow{Scenario: scenario.ID, Structure: structure.String(), Rate: run.Rate, P95: p95,
				Judgement: IO1().JudgeSummary(p95, 3000, 0, "")})
		}
	}
	return rows
}

// The source's own table of thresholds follows from its own p95s.
func TestThresholdSweepOfTheSource(t *testing.T) {
	s := readSource(t)
	table := Thresholds(s.rows(), LessonThresholds())
	for i, want := range s.Thresholds {
		got := table[i]
		if got.Threshold != time.Duration(want.Ms)*ms || len(got.FalsePasses) != want.FalsePasses ||
			len(got.FalseFails) != want.FalseFails || len(got.Separating) != want.Separating || got.Undecided != nil {
			t.Errorf("%v: %+v; the source has %+v", got.Threshold, got, want)
		}
	}
	if diff := cmp.Diff([]string{"realistic", "closed-22", "closed-202"}, table[3].Separating); diff != "" {
		t.Errorf("at 20 ms other scenarios separate the structures:\n%s", diff)
	}
}

// The source's verdicts follow from its p95s, and its ratios from its figures.
func TestFiguresOfTheSource(t *testing.T) {
	s := readSource(t)
	for _, row := range s.rows() {
		if want := s.verdict(row.Scenario, row.Structure); row.Judgement.Verdict.String() != want {
			t.Errorf("%s, %s: %v; the source says %s", row.Scenario, row.Structure, row.Judgement, want)
		}
	}
	for _, p := range s.Sweep {
		if got := desk.Unindexed.TotalScanSteps(s.Rows, p.Loans); got != p.ScanSteps {
			t.Errorf("%d loans: %d scan steps; the source has %d", p.Loans, got, p.ScanSteps)
		}
	}
	p95 := func(scenario, structure string) float64 { return s.runs[scenario][structure].P95 }
	for name, got := range map[string]float64{
		"scan_steps_realistic_to_easy":  float64(s.Sweep[2].ScanSteps) / float64(s.Sweep[0].ScanSteps),
		"scan_steps_loans_only_to_easy": float64(s.Sweep[3].ScanSteps) / float64(s.Sweep[0].ScanSteps),
		"closed_22_reached_percent":     100 * s.runs["closed-22"]["unindexed"].Rate / PeakTarget,
		"closed_202_reached_percent":    100 * s.runs["closed-202"]["unindexed"].Rate / PeakTarget,
		"closed_22_understates":         p95("realistic", "unindexed") / p95("closed-22", "unindexed"),
		"closed_202_understates":        p95("realistic", "unindexed") / p95("closed-202", "unindexed"),
		"indexed_spread":                p95("closed-202", "indexed") / p95("realistic", "indexed"),
	} {
		// As many digits as the source gives.
		digits := 1.0
		if s.Ratios[name] != math.Trunc(s.Ratios[name]) {
			digits = 10
		}
		if math.Round(got*digits) != math.Round(s.Ratios[name]*digits) {
			t.Errorf("%s is %.3f; the source says %g", name, got, s.Ratios[name])
		}
	}
	if got := SourceTwin(desk.Unindexed).Ceiling(); math.Abs(got-s.Ceiling) > 0.1 {
		t.Errorf("the source's twin can do %.2f loans/s; the source says %g", got, s.Ceiling)
	}
}

func simulated(t *testing.T) Report {
	t.Helper()
	r, err := Simulate(t.Context(), IO1(), Trials(), func(p Plan) Twin { return SourceTwin(p.Structure) })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReports(t *testing.T) {
	r := simulated(t)
	rows := r.Scenarios()
	if len(rows) != 10 || rows[0].Scenario != "easy" || rows[0].Structure != "unindexed" || rows[9].Scenario != "share-100" {
		t.Errorf("scenario table: %d rows", len(rows))
	}
	sweep := r.Sweep()
	var shares, rates []float64
	for _, row := range sweep {
		shares, rates = append(shares, row.LoanShare), append(rates, row.LoanRate)
		if want := desk.Unindexed.TotalScanSteps(desk.DefaultRows, row.Loans); row.ScanSteps != want {
			t.Errorf("share %g: %d scan steps for %d loans, want %d", row.LoanShare, row.ScanSteps, row.Loans, want)
		}
	}
	if !slices.Equal(shares, []float64{0.10, 0.25, 0.50, 1}) || !slices.Equal(rates, []float64{100, 250, 500, 1000}) {
		t.Errorf("share sweep of %v at %v loans/s", shares, rates)
	}
	if _, ok := r.Find("share-25", desk.Indexed); ok {
		t.Error("there is a trial that was not run")
	}
	trial, ok := r.Find("closed-22", desk.Indexed)
	if !ok || trial.Plan.Rate != 0 {
		t.Errorf("closed-22, indexed: %+v, %v", trial.Plan, ok)
	}
}

// A twin fitted to a twin's own run is that twin again.
func TestFittedTwin(t *testing.T) {
	w := Twin{Rows: 20_000, ScanTime: 110 * us, Search: 50 * us, Overhead: 200 * us, Lateness: 60 * us}
	r, err := Simulate(t.Context(), IO1(), []Plan{{Realistic(), desk.Unindexed}}, func(Plan) Twin { return w })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(w, r.Twin(Plan{Realistic(), desk.Unindexed})); diff != "" {
		t.Errorf("fitted to its own run the twin differs:\n%s", diff)
	}
	if diff := cmp.Diff(SourceTwin(desk.Indexed), r.Twin(Plan{Easy(), desk.Indexed})); diff != "" {
		t.Errorf("without a trial the twin is not the source's:\n%s", diff)
	}
}

// trialOf is a trial of an unindexed desk of 20,000 rows that gave so many loans a second, with p95 at the given time.
func trialOf(ceiling float64, p95, slowest time.Duration) Trial {
	t := Trial{Plan: Plan{Realistic(), desk.Unindexed}.record(), Rows: 20_000}
	for i := range 1000 {
		t.Run.Results = append(t.Run.Results, Result{Seq: i, Done: p95, Status: 200})
	}
	t.Run.Window = time.Second
	t.Counters = desk.Counters{Loans: 100, ScanSteps: 100 * 20_000, LoanTime: time.Duration(100 / ceiling * 1e9), Slowest: slowest}
	t.Judgement = t.judge(IO1())
	return t
}

func TestDisturbedTrials(t *testing.T) {
	indexed := trialOf(190, 50*ms, ms)
	indexed.Plan.Structure = desk.Indexed
	indexed.Judgement = indexed.judge(IO1())
	for _, c := range []struct {
		what   string
		trial  Trial
		want   Verdict
		reason string
	}{
		{"as calibrated, slow", trialOf(450, 50*ms, 5*ms), Fails, "50.00 ms"},
		{"as calibrated, fast", trialOf(450, 10*ms, 5*ms), Passes, "10.00 ms"},
		{"the machine gave too little, and it fails", trialOf(190, 50*ms, 5*ms), Inconclusive, "gave the desk 190 loans/s"},
		{"the machine gave too much, and it passes", trialOf(900, 10*ms, 5*ms), Inconclusive, "gave the desk 900 loans/s"},
		{"held up, and it fails", trialOf(450, 50*ms, 310*ms), Inconclusive, "held the desk up for 310.00 ms"},
		{"held up, and it fails by far more than that", trialOf(450, 900*ms, 60*ms), Fails, "900.00 ms"},
		{"held up, and it passes all the same", trialOf(450, 10*ms, 310*ms), Passes, "10.00 ms"},
		{"an index does not depend on the ceiling", indexed, Fails, "50.00 ms"},
	} {
		if j := c.trial.Judgement; j.Verdict != c.want || !strings.Contains(j.Reason, c.reason) {
			t.Errorf("%s: %v; want %v, %q", c.what, j, c.want, c.reason)
		}
	}
}

// The same mean service time explains an overload, and does not explain a slow search on an idle desk.
func TestVerdictsThatQueueingDoesNotExplain(t *testing.T) {
	for _, c := range []struct {
		what     string
		scenario Scenario
		p95      time.Duration
		want     Verdict
	}{
		{"half loans at 450 loans/s fail: the queue grows", Realistic(), 800 * ms, Fails},
		{"a quarter of loans fail: their queue is 13 ms long", Share25(), 50 * ms, Inconclusive},
		{"a quarter of loans pass", Share25(), 13 * ms, Passes},
		{"half loans pass: they cannot", Realistic(), 10 * ms, Inconclusive},
	} {
		trial := trialOf(450, c.p95, ms)
		trial.Counters.Searches, trial.Counters.SearchTime = 100, 5*ms
		for i := range quickest { // these waited for nobody
			trial.Run.Results[i].Done = 200 * us
		}
		if err := trial.crossCheck(t.Context(), IO1(), c.scenario); err != nil || trial.Judgement.Verdict != c.want {
			t.Errorf("%s: %v, %v; want %v", c.what, trial.Judgement, err, c.want)
		}
	}
}

func TestBusyMachine(t *testing.T) {
	busy := Report{Goal: IO1(), Calibration: Calibration{Probes: []Probe{{Ceiling: 310}}}, After: Probe{Ceiling: 190}}
	if got, want := busy.Busy(), "inconclusive: this machine gave the desk 310 loans/s before and 190 after"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	indexed := trialOf(450, 50*ms, ms)
	indexed.Plan.Structure = desk.Indexed
	busy.Trials = []Trial{indexed, trialOf(450, 50*ms, ms), trialOf(450, 10*ms, ms)}
	var verdicts []Verdict
	for _, row := range busy.Scenarios() {
		verdicts = append(verdicts, row.Judgement.Verdict)
	}
	// The first failed without a ceiling of its own to show that the machine was not to blame.
	if !slices.Equal(verdicts, []Verdict{Inconclusive, Fails, Passes}) {
		t.Errorf("on a busy machine the verdicts are %v", verdicts)
	}
	for _, r := range []Report{
		{}, {Calibration: Calibration{Probes: []Probe{{Ceiling: 200}, {Ceiling: 450}}}, After: Probe{Ceiling: 400}},
	} {
		if got := r.Busy(); got != "" {
			t.Errorf("a quiet machine is called busy: %q", got)
		}
	}
}

func TestUndecidedThresholds(t *testing.T) {
	row := func(structure string, p Percentile, c Cause, v Verdict) ScenarioRow {
		return ScenarioRow{Scenario: "s", Structure: structure, P95: p, Judgement: Judgement{Verdict: v, Cause: c}}
	}
	fast := Percentile{P: 0.95, Value: 5 * ms, Low: 4 * ms, High: 6 * ms, Count: 3000}
	slow := Percentile{P: 0.95, Value: 50 * ms, Low: 40 * ms, High: 60 * ms, Count: 3000}
	for _, c := range []struct {
		what      string
		rows      []ScenarioRow
		threshold time.Duration
		want      ThresholdRow
	}{
		{"told apart", []ScenarioRow{row("unindexed", slow, ByLatency, Fails), row("indexed", fast, ByLatency, Passes)}, 20 * ms,
			ThresholdRow{Separating: []string{"s"}}},
		{"within an interval", []ScenarioRow{row("unindexed", slow, ByLatency, Fails), row("indexed", fast, ByLatency, Passes)},
			5 * ms, ThresholdRow{Undecided: []string{"s"}}},
		{"too close to IO1, far from another threshold", []ScenarioRow{row("unindexed", slow, ByLatency, Inconclusive),
			row("indexed", fast, ByLatency, Passes)}, 30 * ms, ThresholdRow{Separating: []string{"s"}}},
		{"a busy machine", []ScenarioRow{row("unindexed", slow, ByMachine, Inconclusive), row("indexed", fast, ByLatency, Passes)},
			20 * ms, ThresholdRow{Undecided: []string{"s"}}},
		{"failed requests fail any threshold", []ScenarioRow{row("unindexed", fast, ByLatency, Passes),
			row("indexed", fast, ByFailures, Fails)}, 100 * ms, ThresholdRow{FalsePasses: []string{"s"}, FalseFails: []string{"s"}}},
		{"one structure alone", []ScenarioRow{row("unindexed", slow, ByLatency, Fails)}, 20 * ms, ThresholdRow{}},
	} {
		c.want.Threshold = c.threshold
		if diff := cmp.Diff([]ThresholdRow{c.want}, Thresholds(c.rows, []time.Duration{c.threshold})); diff != "" {
			t.Errorf("%s:\n%s", c.what, diff)
		}
	}
}

// A report survives being kept for the next cell.
func TestReportIsPlainData(t *testing.T) {
	r := simulated(t)
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again Report
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Scenarios(), again.Scenarios()); diff != "" {
		t.Errorf("the report read back differs:\n%s", diff)
	}
}

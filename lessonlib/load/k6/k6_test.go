package k6

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/lessonlib/load"
)

// exported is a summary in the shape of k6 run --summary-export (k6 v0.49's documentation), with figures of our own.
const exported = `{"metrics": {
 "http_reqs": {"count": 2700, "rate": 812.5},
 "http_req_duration": {"avg": 190.1, "min": 0.3, "med": 201, "max": 460.2, "p(90)": 391.5, "p(95)": 402.25},
 "http_req_failed": {"passes": 27, "fails": 2673, "thresholds": {"rate<=0.01": false}, "value": 0.01},
 "dropped_iterations": {"count": 300, "rate": 90.3},
 "vus": {"value": 50, "min": 50, "max": 50}}}`

// handled is the same in the shape that handleSummary gets.
const handled = `{"root_group": {"name": ""}, "options": {}, "state": {"testRunDurationMs": 3323},
"metrics": {
 "http_reqs": {"type": "counter", "contains": "default", "values": {"count": 2700, "rate": 812.5}},
 "http_req_duration": {"type": "trend", "contains": "time", "values": {"avg": 190.1, "p(95)": 402.25, "count": 2700}},
 "http_req_failed": {"type": "rate", "contains": "default", "values": {"rate": 0.01, "passes": 27, "fails": 2673}},
 "dropped_iterations": {"type": "counter", "contains": "default", "values": {"count": 300, "rate": 90.3}}}}`

func TestSummary(t *testing.T) {
	want := Summary{Requests: 2700, Rate: 812.5, Failed: 27, Dropped: 300, P95: 402250 * time.Microsecond}
	for shape, text := range map[string]string{"--summary-export": exported, "handleSummary": handled} {
		if got, err := ReadSummary(strings.NewReader(text)); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", shape, got, err, want)
		}
	}
	row := want.Row(load.Realistic(), "unindexed", load.IO1())
	if row.Requests != 3000 || row.Failed != 327 || row.Judgement.Verdict != load.Fails ||
		!strings.Contains(row.Judgement.Reason, "300 dropped unsent") {
		t.Errorf("row %+v; the 300 dropped iterations are failures", row)
	}
	quick := Summary{Requests: 3000, Rate: 1000, P95: 320 * time.Microsecond}.Row(load.Realistic(), "indexed", load.IO1())
	if quick.Judgement.Verdict != load.Passes || !strings.Contains(quick.P95.String(), "interval unknown") {
		t.Errorf("row %+v; want a pass, and that the interval is unknown", quick)
	}
	table := load.Thresholds([]load.ScenarioRow{row, quick}, []time.Duration{20 * time.Millisecond})
	if len(table) != 1 || len(table[0].Separating) != 1 {
		t.Errorf("threshold sweep of the two rows: %+v; want realistic to separate them", table)
	}
}

func TestDamagedSummary(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"an empty file", "", "not the JSON"},
		{"text", "running (00m03.0s)", "not the JSON"},
		{"another JSON", `{"metrics": {}}`, "no metrics"},
		{"the output of --out json", `{"type":"Metric","data":{"name":"http_reqs"},"metric":"http_reqs"}`, "no metrics"},
		{"no requests", `{"metrics": {"http_req_duration": {"p(95)": 1}}}`, "http_reqs"},
		{"no p95", `{"metrics": {"http_reqs": {"count": 1, "rate": 1}, "http_req_duration": {"p(90)": 1}}}`, "p(95)"},
		{"a count that is no number", `{"metrics": {"http_reqs": {"count": "1", "rate": 1}, "http_req_duration": {"p(95)": 1}}}`,
			"count"},
		{"a negative time", `{"metrics": {"http_reqs": {"count": 1, "rate": 1}, "http_req_duration": {"p(95)": -1}}}`, "negative"},
		{"a time of years", `{"metrics": {"http_reqs": {"count": 1, "rate": 1}, "http_req_duration": {"p(95)": 1e300}}}`, "a day"},
		{"too many requests", `{"metrics": {"http_reqs": {"count": 1e300, "rate": 1}, "http_req_duration": {"p(95)": 1}}}`,
			"at most"},
		{"a share above 1", `{"metrics": {"http_reqs": {"count": 1, "rate": 1}, "http_req_duration": {"p(95)": 1},
			"http_req_failed": {"value": 2}}}`, "between 0 and 1"},
		{"a file without end", `{"a": "` + strings.Repeat("a", maxSummary), "more than"},
	} {
		if _, err := ReadSummary(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %.200v; want it to say %q", c.what, err, c.want)
		}
	}
}

func write(t *testing.T, s load.Scenario) string {
	t.Helper()
	var b bytes.Buffer
	if err := Script(&b, s, "http://127.0.0.1:8080/", load.IO1()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestScript(t *testing.T) {
	capped := load.Realistic()
	capped.Driver = load.Open{Rate: 0.5, Duration: time.Minute, Cap: 50, Full: load.Drop}
	spread := load.Closed22()
	spread.Driver = load.Closed{Users: 22, Think: 20 * time.Millisecond, Duration: 3 * time.Second, Start: load.Spread}
	even, random := load.Easy(), load.Easy()
	even.Mix.Order = load.Even
	random.Mix.Order, random.Mix.Seed = load.Random, 42
	for _, c := range []struct {
		what     string
		scenario load.Scenario
		want     []string
	}{
		{"an open loop", load.Realistic(), []string{`"executor": "constant-arrival-rate"`, `"rate": 1000`, `"timeUnit": "1s"`,
			`"duration": "3000ms"`, `"preAllocatedVUs": 1000`, `"p(95)<=20"`, `"rate<=0.01"`, `"http://127.0.0.1:8080";`,
			`((9973 * i) % 1000) * 1000 < share`, `const share = 500000;`}},
		{"a capped one of half a request a second", capped, []string{`"rate": 500,`, `"timeUnit": "1000s"`, `"maxVUs": 50`}},
		{"a closed loop", load.Closed22(), []string{`"executor": "constant-vus"`, `"vus": 22`, "sleep(0.02);"}},
		{"a spread start", spread, []string{"sleep((0.02 * (exec.vu.idInTest - 1)) / 22);"}},
		{"the even order", even, []string{"Math.floor(((i + 1) * share) / 1e6)"}},
		{"the random order", random, []string{"(42 + Math.imul(i + 1, 0x6d2b79f5)) | 0"}},
	} {
		text := write(t, c.scenario)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the script lacks %q:\n%s", c.what, want, text)
			}
		}
	}
	if text := write(t, load.Realistic()); strings.Contains(text, "sleep(") {
		t.Errorf("an open loop thinks:\n%s", text)
	}
}

func TestWhatStandsInAScriptIsQuoted(t *testing.T) {
	s := load.Easy()
	s.ID = "x\nimport 'evil'"
	var b strings.Builder
	if err := Script(&b, s, "http://127.0.0.1/'\"\n", load.IO1()); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if strings.HasPrefix(line, "import 'evil'") || strings.HasSuffix(line, "http://127.0.0.1/'\"") {
			t.Errorf("the script has the line %q", line)
		}
	}
}

func TestWhatK6CannotDo(t *testing.T) {
	for _, c := range []struct {
		what   string
		driver load.Driver
		want   string
	}{
		{"batches", load.Open{Rate: 10, Duration: time.Second, Batch: time.Millisecond}, "Batch"},
		{"waiting", load.Open{Rate: 10, Duration: time.Second, Cap: 1}, "load.Drop"},
		{"a request an hour", load.Open{Rate: 0.0004, Duration: load.MaxDuration}, "Rate"},
		{"no driver", nil, "Driver"},
	} {
		s := load.Realistic()
		s.Driver = c.driver
		if err := Script(&bytes.Buffer{}, s, "http://127.0.0.1", load.IO1()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want it to say %q", c.what, err, c.want)
		}
	}
	if err := Script(&bytes.Buffer{}, load.Easy(), "http://127.0.0.1", load.Goal{}); err == nil {
		t.Error("a goal without a threshold is exported")
	}
}

func FuzzReadSummary(f *testing.F) {
	f.Add([]byte(exported))
	f.Add([]byte(handled))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadSummary(bytes.NewReader(data))
		if err != nil {
			return
		}
		if s.Requests < 0 || s.Dropped < 0 || s.Failed < 0 || s.Failed > s.Requests || s.P95 < 0 || !(s.Rate >= 0) {
			t.Fatalf("%+v", s)
		}
		s.Row(load.Realistic(), "indexed", load.IO1())
	})
}

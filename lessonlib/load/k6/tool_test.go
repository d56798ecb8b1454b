package k6

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// run has k6 run the scenario's script on the service at url, and reads its summary.
func run(tb testing.TB, k6 string, s load.Scenario, url string) Summary {
	tb.Helper()
	folder := tb.TempDir()
	script, summary := filepath.Join(folder, "script.js"), filepath.Join(folder, "summary.json")
	file, err := os.Create(script)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	if err := Script(file, s, url, load.IO1()); err != nil {
		tb.Fatal(err)
	}
	out, err := exec.CommandContext(tb.Context(), k6, "run", "--quiet", "--summary-export="+summary, script).CombinedOutput()
	// A threshold that is not met makes k6 exit with an error, after the summary is written.
	exported, openErr := os.Open(summary)
	if openErr != nil {
		tb.Fatalf("k6: %v: %s", err, out)
	}
	defer exported.Close()
	got, err := ReadSummary(exported)
	if err != nil {
		tb.Fatal(err)
	}
	return got
}

// Where k6 is installed, it takes the script and asks a desk for the same loans as the lesson's generator.
func TestK6Itself(t *testing.T) {
	k6, err := exec.LookPath("k6")
	if err != nil {
		t.Log("k6 is not installed: the script is checked as text, and the summaries written by hand stand for its own")
		return
	}
	d, err := desk.Start(t.Context(), desk.Options{Rows: 1000, Structure: desk.Indexed})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Stop()
	s := load.Scenario{ID: "both", Mix: load.Mix{LoanShare: 0.5}, Driver: load.Open{Rate: 100, Duration: 2 * time.Second}}
	summary := run(t, k6, s, d.URL())
	c, err := d.Counters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// K6 may start one iteration more or fewer at the window's edge, and drop some on a busy machine.
	if sent := c.Loans + c.Searches; int64(summary.Requests) != sent || summary.Failed != 0 ||
		c.Loans != int64(s.Mix.Loans(int(sent))) {
		t.Errorf("k6 reports %+v, the desk %+v", summary, c)
	}
}

// BenchmarkK6 has k6, where it is installed, and the lesson's generator send the same scenarios to the same desk, one after
// the other, as the benchmark of package vegeta does: searches on the indexed desk, and an overload of the unindexed one.
// K6 counts latency from the actual send, so its p95 stands beside the service latency.
func BenchmarkK6(b *testing.B) {
	k6, _ := exec.LookPath("k6") // empty where it is not installed, which kernel's bench command says
	for _, c := range []struct {
		scenario load.Scenario
		desk     desk.Options
	}{
		{load.Scenario{ID: "search-1000", Driver: load.Open{Rate: 1000, Duration: 3 * time.Second}},
			desk.Options{Structure: desk.Indexed}},
		{load.Realistic(), desk.Options{Rows: 30_000}},
	} {
		start := func(b *testing.B) string {
			d, err := desk.Start(b.Context(), c.desk)
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { d.Stop() })
			return d.URL()
		}
		report := func(b *testing.B, rate float64, p95 time.Duration, dropped int) {
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(rate, "reached/s")
			b.ReportMetric(p95.Seconds()*1000, "service-p95-ms")
			b.ReportMetric(float64(dropped), "dropped")
		}
		b.Run(c.scenario.ID+"/queuebook", func(b *testing.B) {
			for b.Loop() {
				r, err := c.scenario.Run(b.Context(), load.Target{URL: start(b)})
				if err != nil {
					b.Fatal(err)
				}
				m := r.Metrics()
				report(b, m.Rate, m.Service.Percentile(0.95).Value, 0)
			}
		})
		if k6 == "" {
			continue
		}
		b.Run(c.scenario.ID+"/k6", func(b *testing.B) {
			for b.Loop() {
				s := run(b, k6, c.scenario, start(b))
				report(b, s.Rate, s.P95, s.Dropped)
			}
		})
	}
}

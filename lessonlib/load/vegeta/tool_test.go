package vegeta

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// program finds vegeta itself: on PATH, or among the tools that go.mod pins. It is empty where there is none.
func program(ctx context.Context) string {
	if file, err := exec.LookPath("vegeta"); err == nil {
		return file
	}
	out, err := exec.CommandContext(ctx, "go", "tool", "-n", "vegeta").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// attack has vegeta run the scenario on the service at url, and gives the run, and the processor time that vegeta took.
func attack(tb testing.TB, vegeta string, s load.Scenario, url string) (load.Run, time.Duration) {
	tb.Helper()
	folder := tb.TempDir()
	targets, results := filepath.Join(folder, "targets"), filepath.Join(folder, "results")
	file, err := os.Create(targets)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	if err := Targets(file, s, url); err != nil {
		tb.Fatal(err)
	}
	command, err := Command(s, targets, results)
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.CommandContext(tb.Context(), vegeta, command[1:]...)
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%v: %v: %s", command, err, out)
	}
	written, err := os.Open(results)
	if err != nil {
		tb.Fatal(err)
	}
	defer written.Close()
	run, err := Read(written, s)
	if err != nil {
		tb.Fatal(err)
	}
	return run, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func startDesk(tb testing.TB, o desk.Options) *desk.Service {
	tb.Helper()
	d, err := desk.Start(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d.Stop() })
	return d
}

// Where vegeta is installed, it and the lesson's generator ask a desk for the same.
func TestVegetaItself(t *testing.T) {
	vegeta := program(t.Context())
	if vegeta == "" {
		t.Log("vegeta is not installed: its recorded results in testdata stand for it")
		return
	}
	s := load.Scenario{ID: "both", Mix: load.Mix{LoanShare: 0.5}, Driver: load.Open{Rate: 500, Duration: 600 * time.Millisecond}}
	d := startDesk(t, desk.Options{Rows: 1000, Structure: desk.Indexed})
	theirs, _ := attack(t, vegeta, s, d.URL())
	before, err := d.Counters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ours, err := s.Run(t.Context(), load.Target{URL: d.URL(), Cold: true})
	if err != nil {
		t.Fatal(err)
	}
	after, err := d.Counters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if between := after.Sub(before); before.Loans != between.Loans || before.Searches != between.Searches ||
		before.Loans != int64(s.Mix.Loans(300)) {
		t.Errorf("vegeta asked for %+v, the lesson's generator for %+v; want the same %d loans of 300", before, between,
			s.Mix.Loans(300))
	}
	for i := range ours.Results {
		if ours.Results[i].Path != theirs.Results[i].Path || theirs.Results[i].Outcome != load.Answered {
			t.Fatalf("request %d: %+v, by vegeta %+v", i, ours.Results[i], theirs.Results[i])
		}
	}
}

// BenchmarkGenerators has the lesson's generator and vegeta send the same scenario to the same desk, one after the other:
// searches on the indexed desk at 1,000/s and 5,000/s, and an overload of the unindexed one, free and capped.
func BenchmarkGenerators(b *testing.B) {
	vegeta := program(b.Context())
	search := func(rate float64) load.Scenario {
		return load.Scenario{ID: fmt.Sprintf("search-%g", rate), Driver: load.Open{Rate: rate, Duration: 3 * time.Second}}
	}
	capped := load.Realistic()
	capped.ID, capped.Driver = "realistic-capped-50", load.Open{Rate: load.PeakTarget, Duration: load.Window, Cap: 50}
	for _, c := range []struct {
		scenario load.Scenario
		desk     desk.Options
	}{
		{search(1000), desk.Options{Structure: desk.Indexed}}, {search(5000), desk.Options{Structure: desk.Indexed}},
		{load.Realistic(), desk.Options{Rows: 30_000}}, {capped, desk.Options{Rows: 30_000}},
	} {
		b.Run(c.scenario.ID+"/queuebook", func(b *testing.B) {
			for b.Loop() {
				run, err := c.scenario.Run(b.Context(), load.Target{URL: startDesk(b, c.desk).URL()})
				if err != nil {
					b.Fatal(err)
				}
				report(b, run, run.CPU)
			}
		})
		if vegeta == "" {
			continue
		}
		b.Run(c.scenario.ID+"/vegeta", func(b *testing.B) {
			for b.Loop() {
				run, cpu := attack(b, vegeta, c.scenario, startDesk(b, c.desk).URL())
				report(b, run, cpu)
			}
		})
	}
}

// BenchmarkHighestRate is how many searches a second the generators get answered when 64 connections ask without a pause:
// the lesson's, vegeta, and wrk where that is installed.
func BenchmarkHighestRate(b *testing.B) {
	const users = 64
	b.Run("queuebook", func(b *testing.B) {
		s := load.Scenario{ID: "highest", Driver: load.Closed{Users: users, Duration: 3 * time.Second}}
		for b.Loop() {
			run, err := s.Run(b.Context(), load.Target{URL: startDesk(b, desk.Options{Structure: desk.Indexed}).URL()})
			if err != nil {
				b.Fatal(err)
			}
			report(b, run, run.CPU)
		}
	})
	for _, tool := range []struct {
		name, program string
		command       func(url string) string // for the shell
		rate          *regexp.Regexp
	}{
		{"vegeta", program(b.Context()), func(url string) string {
			return fmt.Sprintf("echo GET %s/search?book=K-1 | $0 attack -rate=0 -max-workers=%d -connections=%d -duration=3s | "+
				"$0 report", url, users, users)
		}, regexp.MustCompile(`throughput\]\s+\d+, [\d.]+, ([\d.]+)`)},
		{"wrk", lookPath("wrk"), func(url string) string {
			return fmt.Sprintf("$0 -t2 -c%d -d3s '%s/search?book=K-1'", users, url)
		}, regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)},
	} {
		if tool.program == "" {
			continue
		}
		b.Run(tool.name, func(b *testing.B) {
			for b.Loop() {
				url := startDesk(b, desk.Options{Structure: desk.Indexed}).URL()
				out, err := exec.CommandContext(b.Context(), "sh", "-c", tool.command(url), tool.program).CombinedOutput()
				found := tool.rate.FindSubmatch(out)
				if err != nil || found == nil {
					b.Fatalf("%v: %s", err, out)
				}
				rate, err := strconv.ParseFloat(string(found[1]), 64)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(rate, "reached/s")
			}
		})
	}
}

// lookPath is the program's path, empty where it is not installed.
func lookPath(name string) string {
	file, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return file
}

func report(b *testing.B, run load.Run, cpu time.Duration) {
	m := run.Metrics()
	ms := func(d time.Duration) float64 {
		if d == load.Never {
			return math.Inf(1)
		}
		return float64(d) / float64(time.Millisecond)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(m.Rate, "reached/s")
	b.ReportMetric(ms(m.Lateness.Percentile(0.5).Value), "late-p50-ms")
	b.ReportMetric(ms(m.Lateness.Percentile(0.99).Value), "late-p99-ms")
	b.ReportMetric(ms(m.Service.Percentile(0.95).Value), "service-p95-ms")
	b.ReportMetric(ms(m.Latency.Percentile(0.95).Value), "p95-ms")
	b.ReportMetric(cpu.Seconds()/run.Elapsed.Seconds(), "cores")
	b.ReportMetric(float64(m.Failed()), "failed")
}

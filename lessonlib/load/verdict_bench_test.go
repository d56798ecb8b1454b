package load

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// keepBusy has so many processors do nothing but turn, in processes of their own, until the benchmark ends.
func keepBusy(b *testing.B, processors int) {
	b.Helper()
	for range processors {
		cmd := exec.CommandContext(b.Context(), "sh", "-c", "while :; do :; done")
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		})
	}
}

// BenchmarkCampaign is the lesson's ten runs, live, on a machine with so many processors kept busy: how many verdicts were
// the lesson's, how many inconclusive, and how many wrong, which must be none. Use -count=5 for the specification's five
// repeats. Beside the verdicts it has the twin's distance from p95, as the median and the worst of the unindexed trials.
func BenchmarkCampaign(b *testing.B) {
	for _, busy := range []int{0, 1, 2} {
		b.Run(fmt.Sprintf("busy-%d", busy), func(b *testing.B) {
			program, err := deskProgram()
			if err != nil {
				b.Fatal(err)
			}
			b.Setenv("QUEUEBOOK_BIN", filepath.Dir(program))
			keepBusy(b, busy)
			for b.Loop() {
				countVerdicts(b, readSource(b))
			}
		})
	}
}

// countVerdicts runs a campaign and its twins, and reports how they compare with the source's verdicts and each other.
func countVerdicts(b *testing.B, source source) {
	r, err := Campaign{}.Run(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	twins, err := Simulate(b.Context(), r.Goal, Trials(), r.Twin)
	if err != nil {
		b.Fatal(err)
	}
	right, inconclusive := 0, 0
	var off []float64
	for i, row := range r.Scenarios() {
		switch want := source.verdict(row.Scenario, row.Structure); row.Judgement.Verdict.String() {
		case want:
			right++
		case Inconclusive.String():
			inconclusive++
			b.Logf("%s, %s: %v", row.Scenario, row.Structure, row.Judgement)
		default:
			b.Errorf("%s, %s: %v; the lesson says %s", row.Scenario, row.Structure, row.Judgement, want)
		}
		if row.Structure == desk.Unindexed.String() {
			twin := twins.Trials[i].Run.Metrics().Latency.Percentile(0.95).Value
			off = append(off, math.Abs(float64(twin)/float64(row.P95.Value)-1))
		}
	}
	slices.Sort(off)
	b.ReportMetric(float64(r.Calibration.Rows), "rows")
	b.ReportMetric(r.Calibration.Ceiling(), "loans/s-before")
	b.ReportMetric(r.After.Ceiling, "loans/s-after")
	b.ReportMetric(float64(right), "right")
	b.ReportMetric(float64(inconclusive), "inconclusive")
	b.ReportMetric(100*off[len(off)/2], "%-twin-median")
	b.ReportMetric(100*off[len(off)-1], "%-twin-worst")
}

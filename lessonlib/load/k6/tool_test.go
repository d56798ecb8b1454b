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

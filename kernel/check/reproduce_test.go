package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/check"
)

// rerun compares the lesson of testdata, edited, with itself unedited.
func rerun(t *testing.T, edits ...edit) []string {
	t.Helper()
	fresh, _ := build(t)
	saved, _ := build(t, edits...)
	report := check.Report{Holds: true, Notebooks: []check.Summary{{Notebook: "1-good"}}}
	report.Reproduces(saved[0], fresh[0])
	return lines(report.Findings)
}

func TestReproduces(t *testing.T) {
	const changed = ": a fresh run shows something else than the saved output; if the cell is right, save the run with " +
		"`go run ./kernel check --execute --write " + lesson + "`"
	const notRun = ": the cell is saved without having been run; save a run with `go run ./kernel check --execute --write " + lesson + "`"
	tests := []struct {
		name string
		edit edit
		want []string
	}{
		{"the same", func(*testing.T, files) {}, nil},
		{"a claim that drifted", replace(lesson, `"text": "0.98 ticks"`, `"text": "0.97 ticks"`), []string{lesson +
			`: cell 5 (wait-run), line 2: claim b-small-delay was "0.97 ticks" in the saved run and is "0.98 ticks" in this one; if the ` +
			"cell is right, mend the text and save the run with `go run ./kernel check --execute --write " + lesson + "`"}},
		{"a claim that drifted beside a timed one", func(t *testing.T, f files) {
			replace(lesson, `"text": "568.66 ms"`, `"text": "568.67 ms"`)(t, f)
			replace(lesson, `"measured": "7.3x"`, `"measured": "7.1x"`)(t, f)
		}, []string{lesson + `: cell 7 (clock-run), line 3: claim source-p95 was "568.67 ms" in the saved run and is "568.66 ms" in ` +
			"this one; if the cell is right, mend the text and save the run with `go run ./kernel check --execute --write " + lesson + "`"}},
		{"a timed verdict in other words does not drift", replace(lesson, `"text": "at least 5x"`, `"text": "at least 6x"`), nil},
		{"saved by another editor", cells(func(t *testing.T, cells []any) []any { return cells }), nil},
		{"another digit", replace(lesson, "✓ 0.98 ticks", "✓ 0.97 ticks"), []string{lesson + ": cell 5 (wait-run)" + changed}},
		{"another blank", replace(lesson, "✓ 0.98 ticks", "✓  0.98 ticks"), []string{lesson + ": cell 5 (wait-run)" + changed}},
		{"an output more", output("pool-run", map[string]any{"output_type": "stream", "name": "stdout", "text": "x"}),
			[]string{lesson + ": cell 3 (pool-run)" + changed}},
		{"an output less", set("pool-run", "outputs", []any{}), []string{lesson + ": cell 3 (pool-run)" + changed}},
		{"another execution count is not shown as an output", set("pool-run", "execution_count", 17), nil},
		{"never run", func(t *testing.T, f files) {
			set("pool-run", "outputs", []any{})(t, f)
			set("pool-run", "execution_count", nil)(t, f)
		}, []string{lesson + ": cell 3 (pool-run)" + notRun}},
		{"a timed claim measures something else each time", replace(lesson, "measured 7.3x", "measured 7.1x"), nil},
		{"a cell tagged as timed", func(t *testing.T, f files) {
			set("pool-run", "outputs", []any{})(t, f)
			set("pool-run", "metadata", map[string]any{"tags": []any{check.TimedTag}})(t, f)
		}, nil},
		{"no outputs at all", cells(func(t *testing.T, cells []any) []any {
			for _, c := range cells {
				if c := c.(map[string]any); c["cell_type"] == "code" {
					c["execution_count"], c["outputs"] = nil, []any{}
				}
			}
			return cells
		}), []string{lesson + ": cell 3 (pool-run): the notebook is saved without any outputs; save a run with " +
			"`go run ./kernel check --execute --write " + lesson + "`"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rerun(t, tt.edit)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// A run in which a cell counts something else: the drift with both values, the sentence that does not hold any more, and
// not once more the ledger, which says what the saved run said.
func TestADriftIsReportedOnceWithItsSentence(t *testing.T) {
	saved, course := build(t)
	fresh, _ := build(t, func(t *testing.T, f files) {
		f[lesson] = strings.ReplaceAll(f[lesson], "0.98 ticks", "0.41 ticks")
		f[lesson] = strings.Replace(f[lesson], "[0.41 ticks](", "[0.98 ticks](", 1)
		f[lesson] = strings.ReplaceAll(f[lesson], "(counted) as the text says", "(counted) 0.41 ticks; the text says 0.98 ticks")
	})
	report := check.Check(fresh, course)
	report.Reproduces(saved[0], fresh[0])
	want := lesson + `: cell 4 (wait), line 3: the text says "0.98 ticks", and claim b-small-delay of cell 5 is "0.41 ticks"
` + lesson + `: cell 5 (wait-run), line 2: claim b-small-delay was "0.98 ticks" in the saved run and is "0.41 ticks" in this one; ` +
		"if the cell is right, mend the text and save the run with `go run ./kernel check --execute --write " + lesson + "`" + `
1-good: 2 findings, 4 of 5 claims hold (1 assumed, 1 computed, 0 of 1 counted, 1 timed, 1 reported)
`
	if diff := cmp.Diff(want, report.String()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	drifted := report.Findings[1]
	if drifted.Rule != check.ClaimDrifted || drifted.Claim != "b-small-delay" || drifted.Old != "0.98 ticks" ||
		drifted.New != "0.41 ticks" || report.Holds {
		t.Errorf("holds %v, %+v", report.Holds, drifted)
	}
}

func TestStoppedAt(t *testing.T) {
	notebooks, course := build(t)
	report := check.Check(notebooks, course)
	report.StoppedAt(notebooks[0], 5, "it took longer than 10m0s")
	want := []string{lesson + ": cell 5 (wait-run): the cell failed: it took longer than 10m0s"}
	if diff := cmp.Diff(want, lines(report.Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if report.Holds || report.Unfit() == "" {
		t.Errorf("holds %v, unfit %q", report.Holds, report.Unfit())
	}
}

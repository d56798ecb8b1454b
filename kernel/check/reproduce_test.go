package check_test

import (
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

package execute

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// mixed shows a text, a claim, a figure and a table, and then a text again; before and after differ by the number.
const mixed = `%%%%
show.Text("before %[1]d")
show.Claims(claim.Counted("order", "%%d", 1))
show.Figure(show.NewChart("between %[1]d", "x", "y", show.Line("", []float64{1, 2}, []float64{1, 2})))
show.NewTable("after %[1]d", "n").Row(1).Show()
show.Text("last %[1]d")
%[2]s`

// Standard output would overtake the figure in a third of the runs, and the end of a headless run would drop what came
// late; by the one channel that show takes, nothing of this may happen, also when the cell panics at its end.
func TestOutputsKeepTheirOrderAndNoneIsLost(t *testing.T) {
	const runs = 20
	type m = map[string]any
	code := func(id, source string) m {
		return m{"cell_type": "code", "id": id, "metadata": m{}, "execution_count": nil, "outputs": []any{}, "source": source}
	}
	cells := []any{code("imports", "%noautoget\nimport (\n\t\"github.com/queuebook/queuebook/lessonlib/claim\"\n"+
		"\t\"github.com/queuebook/queuebook/lessonlib/show\"\n)")}
	for i := range runs {
		end := ""
		if i%2 == 1 {
			end = `panic("after the figure")`
		}
		cells = append(cells, code(fmt.Sprintf("run-%d", i), fmt.Sprintf(mixed, i, end)))
	}
	data, err := json.Marshal(m{"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": m{
		"kernelspec": m{"name": "queuebook", "display_name": "Go (queuebook)", "language": "go"}}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "order.ipynb")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	e := Executor{Environment: ready(t), Timeout: 5 * time.Minute}
	executed, err := e.Run(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Parse(file, executed)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range nb.Cells[1:] {
		var shown []string
		for _, o := range c.Outputs {
			if o.Type == notebook.Display {
				shown = append(shown, o.Data["text/plain"])
			}
		}
		want := []string{fmt.Sprint("before ", i), "[order]", fmt.Sprint("between ", i), fmt.Sprint("after ", i),
			fmt.Sprint("last ", i)}
		if len(shown) < len(want) {
			t.Errorf("run %d shows only %q", i, shown)
			continue
		}
		for j := range want {
			if !strings.Contains(shown[j], want[j]) {
				t.Errorf("run %d, output %d: %q does not contain %q", i, j, shown[j], want[j])
			}
		}
	}
}

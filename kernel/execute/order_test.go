package execute

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
	"github.com/queuebook/queuebook/kernel/notebook"
)

// The cells of a test notebook, as JSON.
type object = map[string]any

func codeCell(id, source string) object {
	return object{"cell_type": "code", "id": id, "metadata": object{}, "execution_count": nil, "outputs": []any{}, "source": source}
}

// written is a notebook with the cells, in a folder of its own.
func written(t *testing.T, cells ...object) (file string) {
	t.Helper()
	data, err := json.Marshal(object{"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": object{
		"kernelspec": object{"name": "queuebook", "display_name": "Go (queuebook)", "language": "go"}}})
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "written.ipynb")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// executed runs the notebook in file and gives it back with its outputs.
func executed(t *testing.T, e Executor, file string) notebook.Notebook {
	t.Helper()
	data, err := e.Run(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Parse(file, data)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// displayed is the plain text of what a cell displayed, in order.
func displayed(c notebook.Cell) []string {
	var texts []string
	for _, o := range c.Outputs {
		if o.Type == notebook.Display {
			texts = append(texts, o.Data["text/plain"])
		}
	}
	return texts
}

// declared are for mixed: the number of the run, which it counts in a file, since values do not stay from cell to cell.
const declared = `%noautoget
import (
	"os"

	"github.com/queuebook/queuebook/lessonlib/claim"
	"github.com/queuebook/queuebook/lessonlib/show"
)

func run() int {
	before, _ := os.ReadFile("runs")
	os.WriteFile("runs", append(before, '.'), 0o644)
	return len(before)
}`

// mixed shows text, a figure and text, and other outputs between them; one run in three panics right after the figure, and
// one at the end. All cells have the same source, so that the program is linked once: what is tried is how outputs travel.
const mixed = `%%
n := run()
show.Text("before %d", n)
show.Claims(claim.Counted("order", "%d", n))
show.Figure(show.NewChart("between", "x", "y", show.Line("", []float64{1, 2}, []float64{1, float64(n)})))
if n%3 == 1 {
	panic("after the figure")
}
show.Text("after %d", n)
show.NewTable("last", "n").Row(n).Show()
if n%3 == 2 {
	panic("at the end")
}`

// Standard output would overtake the figure in a third of the runs, and the end of a headless run would drop what came
// late; by the one channel that show takes, nothing of this may happen, also when the cell panics.
func TestFiftyTimesOutputsKeepTheirOrderAndNoneIsLost(t *testing.T) {
	const runs = 50
	cells := []object{codeCell("declared", declared)}
	for n := range runs {
		cells = append(cells, codeCell(fmt.Sprintf("run-%d", n), mixed))
	}
	nb := executed(t, Executor{Environment: environmenttest.Ready(t, "python"), Timeout: 5 * time.Minute}, written(t, cells...))
	for n, c := range nb.Cells[1:] {
		want := []string{fmt.Sprint("before ", n), fmt.Sprintf("%d [order]", n), "Line chart: between.", fmt.Sprint("after ", n),
			fmt.Sprintf("last\nn\n%d", n)}
		if n%3 == 1 {
			want = want[:3]
		}
		got := displayed(c)
		if len(got) < len(want) {
			t.Errorf("run %d shows only %q, want %q", n, got, want)
			continue
		}
		for i := range want {
			if !strings.Contains(got[i], want[i]) {
				t.Errorf("run %d, output %d: %q does not contain %q", n, i, got[i], want[i])
			}
		}
		last := c.Outputs[len(c.Outputs)-1].Type
		if failed := last == notebook.Failure; failed != (n%3 != 0) {
			t.Errorf("run %d ends with %v", n, last)
		}
	}
}

package explorers_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/lessonlib/live"
)

// Lessons 1 and 3 with an explorer at the end, as handouts: one file each, no request, and the accessibility engine
// finds nothing on the whole page.
func TestTheLessonsHandoutsCarryTheirExplorers(t *testing.T) {
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Check("jupyter-lab"); err != nil {
		t.Fatalf("%v (or `make test`, which does so by itself)", err)
	}
	b := browsertest.Start(t)
	for name, lesson := range map[string]string{"pool": "1-noisy-neighbour", "twin": "3-workload-model"} {
		place, err := live.Place{Name: name, Label: name + " explorer", Note: "A still figure stands above."}.HTML()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), lesson+".ipynb")
		withOutput(t, filepath.Join(env.Root, "notebooks", lesson+".ipynb"), file, place)
		files, err := handout.Make(t.Context(), env, handout.Options{Notebooks: []string{file}, Output: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(files[0])
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s with its explorer weighs %d bytes", lesson, info.Size())
		p := page{browsertest.OpenFile(t, b, files[0], browser.View{Offline: true}), t}
		p.WaitFor(`document.querySelector("[data-queuebook-state=running]")`)
		p.press("As opened")
		p.shows(".queuebook-live .panel", map[string]string{"pool": "0.24 ticks", "twin": "p95 974.13 ms"}[name])
		p.Accessible("")
		if n := len(p.Requests()); n != 1 {
			t.Errorf("the handout asked for %q, want itself alone", p.Requests())
		}
		p.NoProblems()
		p.picture("handout-" + name)
	}
}

// withOutput writes a notebook with one cell more, which has shown an output.
func withOutput(t *testing.T, from, to, html string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	var notebook map[string]any
	if err := json.Unmarshal(text, &notebook); err != nil {
		t.Fatal(err)
	}
	notebook["cells"] = append(notebook["cells"].([]any), map[string]any{
		"cell_type": "code", "id": "explorer", "metadata": map[string]any{}, "execution_count": 1,
		"source": "%%\nshow.Explorer()",
		"outputs": []any{map[string]any{"output_type": "display_data", "metadata": map[string]any{},
			"data": map[string]any{"text/html": html, "text/plain": "An explorer."}}},
	})
	if text, err = json.Marshal(notebook); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

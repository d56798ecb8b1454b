package live_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/lessonlib/live"
)

// notebook writes a notebook with one cell that has shown a still figure and the player below it, as show.Player does.
func notebook(t *testing.T, folder, share string) string {
	t.Helper()
	place, err := live.Place{Name: "player", Label: "On-call player", Note: "The figure above shows how it goes.",
		Options: map[string]string{"share": share}}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	output := func(data map[string]any) map[string]any {
		return map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": data}
	}
	text, err := json.Marshal(map[string]any{
		"nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{"kernelspec": map[string]any{"name": "queuebook", "display_name": "Go (queuebook)", "language": "go"}},
		"cells": []any{
			map[string]any{"cell_type": "markdown", "id": "a", "metadata": map[string]any{}, "source": "# The night\n\nPlay it.\n\n## Now"},
			map[string]any{"cell_type": "code", "id": "b", "metadata": map[string]any{}, "execution_count": 1, "source": "%%\nshow.Player()",
				"outputs": []any{
					output(map[string]any{"image/png": dot, "text/plain": "A still figure."}),
					output(map[string]any{"text/html": place, "text/plain": "On-call player"}),
				}},
		}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "night.ipynb")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// readyEnvironment is this checkout's, which `make test` sets up before it runs the tests.
func readyEnvironment(t *testing.T) environment.Environment {
	t.Helper()
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Check("jupyter-lab"); err != nil {
		t.Fatalf("%v (or `make test`, which does so by itself)", err)
	}
	return env
}

// The handout carries the player: one file, no request, and the browser lets it compile only what it holds.
func TestTheHandoutPlaysOffline(t *testing.T) {
	env := readyEnvironment(t)
	folder := t.TempDir()
	night := notebook(t, folder, shared(t, "bad-deploy", 1, "09:30 roll back"))
	files, err := handout.Make(t.Context(), env, handout.Options{Notebooks: []string{night}, Output: filepath.Join(folder, "out"),
		Copies: []handout.Copy{handout.Student}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(handout.LivePolicy)) || bytes.Count(text, []byte(`live.modules["player"] = {`)) != 1 {
		t.Error("the handout does not carry the policy and one player")
	}
	t.Logf("a handout with nothing but the player weighs %d bytes", len(text))
	b := browsertest.Start(t)
	p := player{browsertest.OpenFile(t, b, files[0], browser.View{Offline: true}), t}
	p.WaitFor(`document.querySelector("[data-queuebook-state=running]")`)
	contains(t, "the title", p.text(".qp-setup h3"), "Bad deploy, seed 1")
	p.press("Run")
	p.at("09:11")
	p.press("To the end")
	contains(t, "the report", p.text(".qp-report"), "roll back at 09:30")
	p.Accessible("")
	p.picture("handout", "")
	if n := len(p.Requests()); n != 1 {
		t.Errorf("the handout asked for %q, want itself alone", p.Requests())
	}
	p.NoProblems()
}

// Lesson 1 has an interactive chart and a live place: the chart, whose library is packed beside the live lesson, draws, and
// the accessibility engine finds nothing on the whole page.
func TestALessonWithAChartPlaysOffline(t *testing.T) {
	env := readyEnvironment(t)
	lesson := filepath.Join(env.Root, "notebooks", "1-noisy-neighbour.ipynb")
	files, err := handout.Make(t.Context(), env, handout.Options{Notebooks: []string{lesson}, Output: t.TempDir(),
		Copies: []handout.Copy{handout.Student}})
	if err != nil {
		t.Fatal(err)
	}
	b := browsertest.Start(t)
	p := browsertest.OpenFile(t, b, files[0], browser.View{Offline: true})
	p.WaitFor(`document.querySelector(".queuebook-live[data-queuebook-state=running]")`)
	p.WaitFor(`document.querySelector(".queuebook-explore[data-queuebook-state=drawn]")`)
	p.Accessible("")
	if n := len(p.Requests()); n != 1 {
		t.Errorf("the handout asked for %q, want itself alone", p.Requests())
	}
	p.NoProblems()
}

// A notebook whose output asks for a lesson that does not exist is bad input, named with the way out.
func TestAHandoutOfAnUnknownLessonIsBadInput(t *testing.T) {
	env := readyEnvironment(t)
	folder := t.TempDir()
	night := notebook(t, folder, "")
	text, err := os.ReadFile(night)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte(`live=\"player\"`), []byte(`live=\"chess\"`))
	if err := os.WriteFile(night, text, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = handout.Make(t.Context(), env, handout.Options{Notebooks: []string{night}, Output: filepath.Join(folder, "out"),
		Copies: []handout.Copy{handout.Student}})
	if err == nil || !strings.Contains(err.Error(), `night.ipynb shows a live lesson "chess"`) {
		t.Errorf("error %v", err)
	}
}

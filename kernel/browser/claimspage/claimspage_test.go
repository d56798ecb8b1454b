// Package claimspage tries the page of all claims in a real browser.
package claimspage

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/claimstable"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/kernel/notebook"
)

// written is the page of the committed course, in a file.
func written(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../../../notebooks/*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var lessons []notebook.Notebook
	for _, file := range files {
		nb, err := notebook.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, nb)
	}
	style, err := handout.StyleSheet()
	if err != nil {
		t.Fatal(err)
	}
	page, err := claimstable.Page(lessons, claimstable.Look{Policy: handout.Policy, Style: style, Home: handout.IndexFile})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), claimstable.File)
	if err := os.WriteFile(file, page, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestThePageIsAccessibleAndAsksForNothing(t *testing.T) {
	file := written(t)
	b := browsertest.Start(t)
	for _, c := range []struct {
		name string
		view browser.View
	}{
		{"light", browser.View{Offline: true}},
		{"dark", browser.View{Offline: true, Dark: true}},
		{"a phone", browser.View{Offline: true, Width: 360, Height: 740, Scale: 2}},
		{"print", browser.View{Offline: true, Print: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := browsertest.OpenFile(t, b, file, c.view)
			p.Accessible("")
			p.NoProblems()
			if requests := p.Requests(); len(requests) != 1 {
				t.Errorf("the page asks for %q, want itself alone", requests)
			}
			if wide := browsertest.Eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("the page is %v pixels wider than the window", wide)
			}
		})
	}
}

// Package handouts tries in a real browser what is handed out of the lessons: that each page stands alone, and that it
// can be read, heard, reached with the keyboard, and printed.
package handouts_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
)

// made are the handouts of the course's lessons as they are committed.
var made struct {
	folder string
	files  []string
	err    error
}

func TestMain(m *testing.M) {
	code := 1
	if made.folder, made.err = os.MkdirTemp("", "queuebook-handouts-"); made.err == nil {
		made.files, made.err = makeAll(made.folder)
		code = m.Run()
		_ = os.RemoveAll(made.folder)
	}
	os.Exit(code)
}

func makeAll(folder string) ([]string, error) {
	env, err := environment.Find(".")
	if err != nil {
		return nil, err
	}
	lessons, err := filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb"))
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Minute)
	defer stop()
	return handout.Make(ctx, env, handout.Options{Notebooks: lessons, Output: folder,
		About: handout.About{Course: "Queues under pressure", Date: "12 October 2026"}})
}

// files are the handouts whose names end so; there is at least one.
func files(t *testing.T, ending string) []string {
	t.Helper()
	if made.err != nil {
		t.Fatal(made.err)
	}
	var list []string
	for _, file := range made.files {
		if strings.HasSuffix(file, ending) {
			list = append(list, file)
		}
	}
	if len(list) == 0 {
		t.Fatalf("no handout ends in %s: %q", ending, made.files)
	}
	return list
}

// ready holds once a page has drawn its formulas; charts draws holds once all its charts are there.
const (
	ready = "document.readyState === 'complete' && " +
		"(!document.querySelector('main.lesson') || document.documentElement.dataset.handout === 'ready')"
	charts = "[...document.querySelectorAll('.queuebook-explore')].every(e => e.dataset.queuebookState === 'drawn')"
	live   = "[...document.querySelectorAll('.queuebook-live')].every(e => e.dataset.queuebookState === 'running')"
)

// unfold opens all that is folded away.
const unfold = "document.querySelectorAll('details').forEach(d => { d.open = true; })"

// visible tells whether an element is seen, and not folded away.
const visible = "e => e.checkVisibility({contentVisibilityAuto: true})"

// opened opens a page without a network and waits until everything on it is drawn.
func opened(t *testing.T, b *browser.Browser, file string, view browser.View) browsertest.Page {
	t.Helper()
	view.Offline = true
	p := browsertest.OpenFile(t, b, file, view)
	p.WaitFor(ready)
	p.WaitFor(charts)
	p.WaitFor(live)
	return p
}

func TestEachPageStandsAloneWithoutANetwork(t *testing.T) {
	b := browsertest.Start(t)
	drawnCharts, formulas := 0, 0
	for _, file := range files(t, ".html") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := opened(t, b, file, browser.View{})
			if requests := p.Requests(); len(requests) != 1 || requests[0] != "file://"+file {
				t.Errorf("it asked for %q, want only itself", requests)
			}
			p.NoProblems()
			for _, image := range browsertest.Eval[[]string](p, `[...document.images].filter(i => !i.complete || i.naturalWidth === 0)
				.map(i => i.alt)`) {
				t.Errorf("the picture %.80q is not shown", image)
			}
			for _, chart := range browsertest.Eval[[]string](p, `[...document.querySelectorAll('.queuebook-explore')]
				.filter(e => { const c = e.querySelector('canvas');
					return !c?.width || !c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v > 0); })
				.map(e => e.id)`) {
				t.Errorf("the chart %s has no picture", chart)
			}
			for _, source := range browsertest.Eval[[]string](p, `[...document.querySelectorAll('.formula.unreadable')]
				.map(e => e.textContent)`) {
				t.Errorf("the formula %q is not drawn", source)
			}
			for _, link := range browsertest.Eval[[]string](p, `[...document.querySelectorAll('a[href^="#"]')]
				.filter(a => a.hash.length > 1 && !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map(a => a.hash)`) {
				t.Errorf("nothing is where the link %s leads", link)
			}
			drawnCharts += browsertest.Eval[int](p, "document.querySelectorAll('.queuebook-explore canvas').length")
			formulas += browsertest.Eval[int](p, "document.querySelectorAll('.formula math').length")
		})
	}
	if drawnCharts == 0 || formulas == 0 {
		t.Errorf("all pages together have %d charts and %d formulas; without any this test cannot fail", drawnCharts, formulas)
	}
}

func TestTheAccessibilityEngineFindsNothing(t *testing.T) {
	b := browsertest.Start(t)
	for _, file := range files(t, ".html") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := opened(t, b, file, browser.View{})
			browsertest.Eval[any](p, unfold) // what is folded away is looked at, too
			p.Accessible("")
			p.Show(browser.View{Offline: true, Dark: true})
			p.WaitFor("matchMedia('(prefers-color-scheme: dark)').matches")
			p.Accessible("")
		})
	}
}

// Tab comes past everything that can be used, in the page's order, and each place shows that it has the focus. A live
// lesson has tests of its own: there a group of choices is one stop, and what cannot be pressed now is none.
func TestTheKeyboardReachesEverything(t *testing.T) {
	b := browsertest.Start(t)
	for _, file := range files(t, ".html") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := opened(t, b, file, browser.View{})
			browsertest.Eval[any](p, unfold)
			browsertest.Eval[any](p, `(() => {
				document.querySelectorAll('.queuebook-live').forEach(e => e.inert = true);
				window.usable = [...document.querySelectorAll('a[href], summary, button, input, select, [tabindex="0"]')]
					.filter(e => e.checkVisibility() && !e.closest('[inert]'));
				window.visited = []; window.dark = [];
				addEventListener('focusin', e => {
					visited.push(usable.indexOf(e.target));
					const style = getComputedStyle(e.target);
					if (style.outlineStyle === 'none' || !parseFloat(style.outlineWidth)) {
						const box = e.target.getBoundingClientRect();
						if (!e.target.matches('.skip') || box.bottom <= 0) dark.push(e.target.outerHTML.slice(0, 120));
					}
				});
			})()`)
			usable := browsertest.Eval[int](p, "usable.length")
			for range usable {
				p.Type(kb.Tab)
			}
			p.WaitFor("visited.length >= usable.length")
			want := make([]int, usable)
			for i := range want {
				want[i] = i
			}
			if got := browsertest.Eval[[]int](p, "visited"); !slices.Equal(got, want) {
				t.Errorf("of %d places Tab came to %d: %v", usable, len(got), got)
			}
			for _, element := range browsertest.Eval[[]string](p, "window.dark") {
				t.Errorf("the focus does not show on %s", element)
			}
		})
	}
}

// A summary opens with the keyboard.
func TestASolutionOpensWithTheKeyboard(t *testing.T) {
	b := browsertest.Start(t)
	p := opened(t, b, files(t, "-instructor.html")[0], browser.View{})
	browsertest.Eval[any](p, "document.querySelector('details.solution > summary').focus()")
	if browsertest.Eval[bool](p, "document.activeElement.parentElement.open") {
		t.Error("the solution is open before it is asked for")
	}
	p.Type(kb.Enter)
	p.WaitFor("document.activeElement.parentElement.open")
}

// The arrow keys walk along a chart's points, which a line below it names for a screen reader.
func TestAChartIsReadWithTheKeyboard(t *testing.T) {
	b := browsertest.Start(t)
	p := opened(t, b, files(t, "1-noisy-neighbour.html")[0], browser.View{})
	browsertest.Eval[any](p, "document.querySelector('.queuebook-explore [role=application]').focus()")
	const said = "document.querySelector('.queuebook-explore [role=status]').textContent"
	p.Type(kb.ArrowRight)
	p.WaitFor(said)
	first := browsertest.Eval[string](p, said)
	p.Type(kb.ArrowRight)
	if second := browsertest.Eval[string](p, said); first == second || !strings.Contains(second, "request share: ") {
		t.Errorf("the arrow keys name %q and then %q, want two points with their places", first, second)
	}
}

// On a phone nothing sticks out, and what scrolls by itself can be scrolled with the keyboard.
func TestANarrowScreenCutsNothingOff(t *testing.T) {
	b := browsertest.Start(t)
	for _, file := range files(t, ".html") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := opened(t, b, file, browser.View{Width: 360, Height: 700})
			browsertest.Eval[any](p, unfold)
			if width := browsertest.Eval[float64](p, "document.documentElement.scrollWidth"); width > 360 {
				t.Errorf("the page is %v wide, want at most 360", width)
			}
			for _, e := range browsertest.Eval[[]string](p, `[...document.querySelectorAll('body *')]
				.filter(e => e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX) && e.tabIndex < 0)
				.map(e => e.outerHTML.slice(0, 120))`) {
				t.Errorf("it scrolls and the keyboard does not reach it: %s", e)
			}
		})
	}
}

// paperWidth is the width of A4 between handout.css's margins, in CSS pixels: 210 mm less 20 mm on either side.
const paperWidth = 642

func TestOnPaperNothingIsColouredOrCutOff(t *testing.T) {
	b := browsertest.Start(t)
	for _, file := range files(t, ".html") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := opened(t, b, file, browser.View{Print: true, Width: paperWidth})
			for _, e := range browsertest.Eval[[]string](p, `[...document.querySelectorAll('body *')].filter(e => e.checkVisibility() &&
				!e.matches('math *, .spoken') && (e.getBoundingClientRect().right > innerWidth + 1 ||
				e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible' && e.clientWidth > 0))
				.map(e => e.outerHTML.slice(0, 120))`) {
				t.Errorf("it is cut off: %s", e)
			}
			for _, e := range browsertest.Eval[[]string](p, `[...document.querySelectorAll('body *')].filter(e => {
					if (!e.checkVisibility()) return false;
					const style = getComputedStyle(e);
					return [style.color, style.backgroundColor, style.borderLeftColor].some(c => {
						const [r, g, b, a = 1] = c.match(/[\d.]+/g).map(Number);
						return a > 0 && (r !== g || g !== b);
					});
				}).map(e => getComputedStyle(e).color + ' ' + e.outerHTML.slice(0, 120))`) {
				t.Errorf("it is coloured: %s", e)
			}
			if browsertest.Eval[int](p, "document.querySelectorAll('details.solution').length") > 0 &&
				!browsertest.Eval[bool](p, "[...document.querySelectorAll('details.solution .source')].every("+visible+")") {
				t.Error("a solution is folded away on paper")
			}
		})
	}
}

// begunWith is a page's copy in which a script runs before all others.
func begunWith(t *testing.T, file, script string) string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(source), "<title>")
	if !found {
		t.Fatalf("%s has no title", file)
	}
	target := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(target, []byte(head+"<script>"+script+"</script><title>"+rest), 0o644); err != nil {
		t.Fatal(err)
	}
	return target
}

func TestABrowserThatCannotDrawSaysSoAndShowsTheRest(t *testing.T) {
	b := browsertest.Start(t)
	const noticed = "document.querySelector('.notice').checkVisibility()"
	lesson := files(t, "1-noisy-neighbour.html")[0]
	t.Run("one that can", func(t *testing.T) {
		if browsertest.Eval[bool](opened(t, b, lesson, browser.View{}), noticed) {
			t.Error("it says that it cannot")
		}
	})
	t.Run("one without scripts", func(t *testing.T) {
		p := browsertest.OpenFile(t, b, lesson, browser.View{Offline: true, NoScript: true})
		p.WaitFor(noticed)
	})
	t.Run("one without DecompressionStream", func(t *testing.T) {
		p := browsertest.OpenFile(t, b, begunWith(t, lesson, "delete globalThis.DecompressionStream"), browser.View{Offline: true})
		p.WaitFor(noticed)
		p.WaitFor(ready)
		p.WaitFor("document.querySelector('.queuebook-explore').dataset.queuebookState === 'absent'")
		if !browsertest.Eval[bool](p, "document.querySelector('.queuebook-explore-note').checkVisibility()") {
			t.Error("where the chart would be nothing is said")
		}
		if n := browsertest.Eval[int](p, "document.querySelectorAll('figure img').length"); n == 0 {
			t.Error("the still figures are gone")
		}
		p.NoProblems()
	})
}

func TestCodeIsFoldedOrHidden(t *testing.T) {
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	b := browsertest.Start(t)
	for _, c := range []struct {
		code                     handout.Code
		sources, screen, onPaper int // of code cells: in the page, and seen
	}{{handout.CodeShown, 3, 3, 3}, {handout.CodeFolded, 3, 1, 1}, {handout.CodeHidden, 1, 1, 1}} {
		t.Run(string(c.code), func(t *testing.T) {
			folder := t.TempDir()
			lesson := filepath.Join(folder, "a.ipynb")
			if err := os.WriteFile(lesson, []byte(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "queuebook",
				"display_name": "Go"}}, "cells": [
				{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": 1, "source": "x := 1", "outputs": []},
				{"cell_type": "code", "id": "b", "metadata": {}, "execution_count": 2, "source": "y := 2", "outputs": []},
				{"cell_type": "code", "id": "c", "metadata": {"tags": ["exercise"]}, "execution_count": 3, "source": "z := 0", "outputs": []}]}`),
				0o644); err != nil {
				t.Fatal(err)
			}
			files, err := handout.Make(t.Context(), env, handout.Options{Notebooks: []string{lesson}, Output: folder,
				Copies: []handout.Copy{handout.Student}, About: handout.About{Code: c.code}})
			if err != nil {
				t.Fatal(err)
			}
			p := opened(t, b, files[0], browser.View{})
			seen := func() int {
				return browsertest.Eval[int](p, "[...document.querySelectorAll('.source')].filter("+visible+").length")
			}
			if got := browsertest.Eval[int](p, "document.querySelectorAll('.source').length"); got != c.sources {
				t.Errorf("%d cells have their code in the page, want %d", got, c.sources)
			}
			if got := seen(); got != c.screen {
				t.Errorf("%d cells show their code, want %d", got, c.screen)
			}
			p.Show(browser.View{Print: true})
			if got := seen(); got != c.onPaper {
				t.Errorf("%d cells show their code on paper, want %d", got, c.onPaper)
			}
			if c.code != handout.CodeFolded {
				return
			}
			p.Show(browser.View{})
			p.Click(".fold > summary")
			p.Show(browser.View{Print: true})
			if got := seen(); got != c.onPaper+1 {
				t.Errorf("with one opened, %d cells show their code on paper, want %d", got, c.onPaper+1)
			}
		})
	}
}

// Package live_test plays the live lessons in a real browser, as their readers do.
package live_test

import (
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
	build "github.com/queuebook/queuebook/kernel/live"
	"github.com/queuebook/queuebook/lessonlib/live"
)

// scripts builds the live lessons once for all tests.
var scripts = sync.OnceValues(func() (build.Scripts, error) {
	env, err := environment.Find(".")
	if err != nil {
		return nil, err
	}
	// Not the test's context, which ends with the first test.
	return build.Build(context.Background(), env)
})

// page is a test's page as a handout is one: the place, and below it the lesson's script, under a handout's policy.
type page struct {
	options any
	policy  string // handout.LivePolicy when empty
	before  string // a script that runs before everything, to take something away from the browser
	twice   bool   // the place stands twice
	alone   bool   // the lesson's script is not there
}

// write makes the page's file.
func (p page) write(t testing.TB) string {
	t.Helper()
	built, err := scripts()
	if err != nil {
		t.Fatal(err)
	}
	place, err := live.Place{Name: "player", Label: "On-call player", Note: "A still figure stands above.", Options: p.options}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if p.twice {
		place += place
	}
	if p.policy == "" {
		p.policy = handout.LivePolicy
	}
	script := string(built["player"])
	if p.alone {
		script = ""
	}
	style, err := os.ReadFile("../../handout/template/queuebook/static/handout.css")
	if err != nil {
		t.Fatal(err)
	}
	text := `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A live lesson</title>` +
		`<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(p.policy) + `">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
		"<style>" + string(style) + "</style><script>" + p.before + "</script></head><body><main class=\"lesson\"><h1>A live lesson</h1>" +
		`<h2>The night</h2><p id="figure">The still figure.</p><div class="output html">` + place + "</div></main><script>" +
		script + "</script></body></html>"
	file := filepath.Join(t.TempDir(), "a live page.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// player is a page with the player on it.
type player struct {
	browsertest.Page
	t testing.TB
}

// opened opens the page and waits until the player runs.
func opened(t testing.TB, p page, view browser.View) player {
	t.Helper()
	b := browsertest.Start(t)
	open := player{browsertest.OpenFile(t, b, p.write(t), view), t}
	open.WaitFor(`document.querySelector("[data-queuebook-state=running], [data-queuebook-state=absent]")`)
	if words := browsertest.Eval[string](open.Page, `document.querySelector("[data-queuebook-state=absent]")?.innerText ?? ""`); words != "" {
		t.Fatalf("the player does not run: %s %q", words, open.Problems())
	}
	return open
}

// eval gives the value of an expression in which play is the player's state.
func eval[T any](p player, expression string) T {
	p.t.Helper()
	return browsertest.Eval[T](p.Page, "(function (play) { return "+expression+"; })(queuebookLive.player.play)")
}

// text is the words of the first element that the selector finds.
func (p player) text(selector string) string {
	p.t.Helper()
	return browsertest.Eval[string](p.Page, fmt.Sprintf("document.querySelector(%q).innerText", selector))
}

// press clicks the button of a name.
func (p player) press(name string) {
	p.t.Helper()
	p.Click(p.button(name))
}

// button marks the visible button of a name, so that a selector finds it.
func (p player) button(name string) string {
	p.t.Helper()
	found := browsertest.Eval[int](p.Page, fmt.Sprintf(`(function () {
		document.querySelectorAll("[data-test]").forEach(e => e.removeAttribute("data-test"));
		var found = [...document.querySelectorAll(".queuebook-live button")].filter(b => b.checkVisibility() &&
			(b.textContent === %[1]q || b.getAttribute("aria-label") === %[1]q));
		if (found.length) { found[0].setAttribute("data-test", "this"); }
		return found.length;
	})()`, name))
	if found != 1 {
		p.t.Fatalf("%d buttons are called %q", found, name)
	}
	return "[data-test=this]"
}

// set writes a value into the field of a control and leaves it.
func (p player) set(control, value string) {
	p.t.Helper()
	browsertest.Eval[any](p.Page, fmt.Sprintf(`(function () {
		var input = document.querySelector('[data-control=%q] input');
		input.value = %q;
		input.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, control, value))
}

// at waits until the clock stands and reads so.
func (p player) at(clock string) {
	p.t.Helper()
	p.WaitFor(fmt.Sprintf("!queuebookLive.player.play.running && document.querySelector('.qp-time').textContent === %q", clock))
}

// picture writes a screenshot where the environment variable QUEUEBOOK_PICTURES names a folder, for a person to look at.
func (p player) picture(name, selector string) {
	p.t.Helper()
	folder := os.Getenv("QUEUEBOOK_PICTURES")
	if folder == "" {
		return
	}
	if err := p.Screenshot(filepath.Join(folder, name+".png"), selector); err != nil {
		p.t.Error(err)
	}
}

func contains(t testing.TB, what, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%s: %q, want %q in it", what, got, w)
		}
	}
}

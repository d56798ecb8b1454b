package live_test

import (
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
)

// The accessibility engine finds nothing, in any of the states in which a reader meets the player, on any screen; and no
// page is wider than its window. 640 pixels at two device pixels each are a window of 1280 at a zoom of 200 %.
func TestEverybodyCanUseThePlayer(t *testing.T) {
	p := opened(t, page{options: map[string]string{"share": shared(t, "bad-deploy", 1, "09:30 roll back")}}, browser.View{})
	eval[any](p, "play.go(33)")
	p.Click(".qp-paste summary")
	p.set("minimum", "0")
	p.Click(".qp-tile")
	p.press("utilisation")
	p.Click(".qp-formulas summary")
	p.press("Plan as Go code for a cell")
	p.WaitFor(`document.querySelector(".qp-formulas .qp-formula")`)
	views := map[string]browser.View{
		"light": {}, "dark": {Dark: true}, "phone": {Width: 360, Height: 740, Scale: 2}, "dark phone": {Width: 360, Height: 740, Dark: true},
		"zoom of 200 %": {Width: 640, Height: 450, Scale: 2}, "narrow": {Width: 320, Height: 640},
	}
	look := func(state string) {
		t.Helper()
		for name, view := range views {
			p.Show(view)
			p.WaitFor(map[bool]string{true: `document.querySelector("[data-theme=dark]")`, false: `document.querySelector("[data-theme=light]")`}[view.Dark])
			p.Accessible("main")
			if wide := browsertest.Eval[int](p.Page, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s, %s: the page is %d pixels wider than its window", state, name, wide)
			}
			p.picture("view-"+state+"-"+strings.ReplaceAll(strings.ReplaceAll(name, " ", "-"), "%", ""), ".queuebook-live")
		}
		p.Show(browser.View{})
	}
	look("firing")
	p.press("To the end")
	look("over")
	p.Show(browser.View{Width: 360, Height: 740})
	if hidden := browsertest.Eval[int](p.Page, `(function (e) { return e.scrollWidth - e.clientWidth; })(document.querySelector(".qp-wide"))`); hidden > 0 {
		t.Errorf("on a phone %d pixels of the report's table are hidden", hidden)
	}
	p.NoProblems()
}

// The live region says the panel when asked to, and only then.
func TestThePanelIsReadOutOnDemand(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	if got := p.text(".qp-spoken"); got != "" {
		t.Errorf("unasked it says %q", got)
	}
	p.press("Step")
	p.press("Read the panel aloud")
	p.WaitFor(`document.querySelector(".qp-spoken").textContent`)
	contains(t, "the live region", browsertest.Eval[string](p.Page, `document.querySelector(".qp-spoken").textContent`),
		"At 12:01: burn (1 h) 0.0 x; requests ", "; serving 10; booting 0; ", "recommendations available 100 %.")
	if role := browsertest.Eval[string](p.Page, `document.querySelector(".qp-spoken").getAttribute("role")`); role != "status" {
		t.Errorf("the region's role is %q", role)
	}
}

// With reduced motion the clock still runs, and the page changes at most about twice a second.
func TestReducedMotionChangesSeldom(t *testing.T) {
	p := opened(t, page{}, browser.View{ReducedMotion: true})
	changes := browsertest.Eval[int](p.Page, `new Promise(function (done) {
		var changes = 0;
		new MutationObserver(function () { changes++; }).observe(document.querySelector(".qp-time"), { childList: true, characterData: true, subtree: true });
		document.querySelector("[type=checkbox]").click();
		document.querySelector(".qp-run").click();
		(function wait() { queuebookLive.player.play.running ? setTimeout(wait, 50) : done(changes); })();
	})`)
	// 90 minutes at 10 a second are 9 seconds: 18 changes; a slow machine makes fewer.
	if changes < 2 || changes > 20 {
		t.Errorf("the clock's face changed %d times", changes)
	}
}

// JupyterLab gives tables, lists and code in an output a style of its own, which the player does without. The rules are
// JupyterLab 4.6's, from its package rendermime.
func TestAnOutputsOwnStyleDoesNotReachThePlayer(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	browsertest.Eval[any](p.Page, `(function () {
		document.querySelector(".output").classList.add("jp-RenderedHTMLCommon");
		document.head.appendChild(document.createElement("style")).textContent =
			":not(.jp-RenderedMarkdown).jp-RenderedHTMLCommon :is(td, th, tr) { text-align: right; padding: 0.5em }" +
			".jp-RenderedHTMLCommon tbody tr:nth-child(odd) { background: rgb(1, 2, 3) }" +
			".jp-RenderedHTMLCommon :is(ul, ol):not(.list-inline) { padding-left: 2em }" +
			".jp-RenderedHTMLCommon pre { background: rgb(1, 2, 3); padding: 0 }";
	})()`)
	p.press("To the end")
	for _, c := range []struct{ selector, property, want string }{
		{".qp-report tbody th", "textAlign", "left"},
		{".qp-report tbody tr", "backgroundColor", "rgba(0, 0, 0, 0)"},
		{".qp-log", "paddingLeft", "0px"},
		{".qp-text", "paddingTop", "9px"}, // half a root em of the handout's style sheet
	} {
		got := browsertest.Eval[string](p.Page, "getComputedStyle(document.querySelector("+quoted(c.selector)+"))."+c.property)
		if got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.selector, c.property, got, c.want)
		}
	}
}

// On paper the still figure stands alone.
func TestPaperShowsTheStillFigure(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	p.Show(browser.View{Print: true})
	if browsertest.Eval[bool](p.Page, `document.querySelector(".queuebook-live").checkVisibility()`) {
		t.Error("the player is on paper")
	}
}

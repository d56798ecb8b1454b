package explorers_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// Somebody opens the explorer of lesson 1 cold, and finds the lesson in it: two days that feel alike, one noisy
// neighbour, and who pays for the cure.
func TestThePoolIsExploredByPointer(t *testing.T) {
	p := opened(t, "pool", nil, browser.View{})
	p.shows(".summary", "The small sellers (S6-S200) wait 0.24 ticks on average, as on the normal day.")
	p.picture("pool-1-cold")
	p.press("Day A")
	p.shows(".summary", "wait 0.85 ticks on average, 3.5 times the normal day's 0.24 ticks. Nobody is noisy")
	p.press("Day B")
	p.shows(".summary", "wait 0.98 ticks on average, 4.0 times the normal day's 0.24 ticks. S1 is noisy")
	p.shows(".panel", "0.9791")
	p.picture("pool-2-day-b")
	p.press("round robin")
	p.shows(".summary", "wait 0.00 ticks")
	p.shows(".panel", "S1 most, +2.49 ticks")
	p.picture("pool-3-round-robin")
	p.press("This setting as Go, for a cell")
	p.shows("pre", "day := pool.Normal()\nday.ScanFactor = 5\nday.Policy = pool.RoundRobin\nshow.PoolExplorer(day)")
	p.press("As opened")
	p.shows(".summary", "wait 0.24 ticks")
	if n := len(p.Requests()); n != 1 {
		t.Errorf("the page asked for %q, want itself alone", p.Requests())
	}
	p.NoProblems()
}

func TestTheTwinIsExploredByPointer(t *testing.T) {
	p := opened(t, "twin", nil, browser.View{})
	p.shows(".summary", "The open loop tells the desks apart: it fails the one without the index (p95 974.13 ms) and "+
		"passes the one with it (0.10 ms).")
	p.picture("twin-1-cold")
	p.press("Easy mix")
	p.shows(".summary", "The open loop does not tell the desks apart: it passes both (p95 5.55 ms")
	p.picture("twin-2-easy")
	p.press("Realistic mix")
	p.press("202 users")
	p.shows(".tables", "102.41 ms")
	p.shows(".panel > :nth-child(4)", "p95 5.10 ms")
	p.press("spread")
	p.shows(".panel > :nth-child(4)", "p95 0.10 ms")
	p.picture("twin-3-spread")
	p.NoProblems()
}

// An explorer opens on what a cell gave it.
func TestAnExplorerOpensOnTheCellsDay(t *testing.T) {
	day := pool.DayB()
	day.Capacity, day.Ticks = 1200, 300
	p := opened(t, "pool", explorer.Changed(day, pool.Normal()), browser.View{})
	p.press("This setting as Go, for a cell")
	p.shows("pre", "day := pool.Normal()\nday.Ticks = 300\nday.Capacity = 1200\nday.ScanFactor = 5\n"+
		"show.PoolExplorer(day)")
	p.press("Normal day") // and keeps to it when a control moves
	p.shows("pre", "day := pool.Normal()\nday.Ticks = 300\nday.Capacity = 1200\nshow.PoolExplorer(day)")
	place := browsertest.Eval[float64](p.Page, `document.querySelector("[aria-label=Capacity]").valueAsNumber`)
	if place != 1 {
		t.Errorf("the slider of 1,200 units a tick stands at %v of its length, and should end there", place)
	}
	p.NoProblems()
}

// With the keyboard alone: a field, a slider, a choice, a preset, a table of numbers.
func TestEverythingIsReachedByKeyboard(t *testing.T) {
	p := opened(t, "pool", nil, browser.View{})
	focused := func() string {
		return browsertest.Eval[string](p.Page, `(function (e) {
			var label = e.labels && e.labels[0];
			return e.tagName + " " + (label ? label.innerText.split(" (")[0] : e.getAttribute("aria-label") || e.innerText);
		})(document.activeElement)`)
	}
	// reach presses Tab until an element has the focus.
	reach := func(what string) {
		t.Helper()
		var seen []string
		for range 60 {
			p.Type(kb.Tab)
			if seen = append(seen, focused()); strings.HasPrefix(focused(), what) {
				return
			}
		}
		t.Fatalf("Tab does not reach %q; it goes to %q", what, seen)
	}
	reach("BUTTON Day B")
	p.Type(kb.Enter)
	p.shows(".summary", "wait 0.98 ticks")
	reach("INPUT Small sellers ask")
	reach("INPUT Capacity") // the slider; the field comes next
	p.Type(kb.ArrowRight)
	p.Type(kb.PageUp)
	p.WaitFor(`document.activeElement.nextSibling.value === "551"`)
	p.Type(kb.Home)
	p.WaitFor(`document.activeElement.nextSibling.value === "300"`)
	spoken := browsertest.Eval[string](p.Page, `document.activeElement.getAttribute("aria-valuetext")`)
	if spoken != "300 units a tick" {
		t.Errorf("the slider is spoken as %q", spoken)
	}
	reach("INPUT one shared queue")
	p.Type(kb.ArrowDown)
	p.shows(".panel", "Utilisation")
	p.WaitFor(`document.querySelector("input[value=roundRobin]").checked`)
	reach("SUMMARY The numbers of this figure")
	p.Type(kb.Enter)
	p.WaitFor(`document.querySelectorAll("figure table tbody tr").length === 200`)
	// What is open stays open, and is renewed, while a value changes.
	before := p.text("figure table")
	p.press("Day A")
	p.WaitFor(`document.querySelector("figure details").open &&
		document.querySelector("figure table").innerText !== ` + strconv.Quote(before))
	p.NoProblems()
}

func TestWhatCannotBeUsedIsASentenceBesideTheLastFigures(t *testing.T) {
	p := opened(t, "pool", nil, browser.View{})
	for _, c := range []struct{ text, says string }{
		{"0", "Capacity: 0 is out of range; it must be between 300 and 1,000 units a tick."},
		{"many", "Capacity: \"many\" is no number"},
		{"540.5", "540.5 is no whole number"},
		{"1e999", "1e999 is out of range"},
	} {
		p.typed("Capacity", c.text)
		p.shows(".error", c.says)
		if !browsertest.Eval[bool](p.Page, `(function (field) {
			var why = document.getElementById(field.getAttribute("aria-describedby").split(" ")[0]);
			return field.getAttribute("aria-invalid") === "true" && why.role === "alert";
		})(document.activeElement)`) {
			t.Errorf("%q: the field does not say that it is invalid, and why", c.text)
		}
		p.shows(".summary", "wait 0.24 ticks")
	}
	p.picture("pool-wrong")
	p.Accessible("main")
	p.typed("Capacity", "600")
	p.WaitFor(`document.querySelector(".error").hidden && !document.querySelector("[aria-invalid=true], .stale")`)
	p.shows(".summary", "wait 0.10 ticks")
	p.NoProblems()
}

// What a page was made with and cannot be used is a sentence in the place of the explorer.
func TestADayThatCannotRunLeavesTheStillFigure(t *testing.T) {
	p := opened(t, "pool", map[string]string{"Ticks": "604800"}, browser.View{})
	p.shows(".queuebook-live", "sellers x ticks is 120,960,000; the explorer runs at most 1,000,000")
	p.NoProblems()
}

// The summary is spoken when the values have rested, and not at each step of a slider.
func TestTheSummaryIsSpokenWhenTheValuesRest(t *testing.T) {
	p := opened(t, "pool", nil, browser.View{})
	said := browsertest.Eval[[]string](p.Page, `new Promise(function (done) {
		var said = [], slider = document.querySelector("[type=range]"), region = document.querySelector("[role=status]");
		new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, subtree: true });
		var n = 0;
		(function move() {
			slider.value = n / 20;
			slider.dispatchEvent(new Event("input"));
			if (++n < 10) { setTimeout(move, 30); }
		})();
		(function wait() { n === 10 && said.length ? setTimeout(() => done(said), 1500) : setTimeout(wait, 50); })();
	})`)
	// A machine that stalls in between makes the values rest more than once.
	last := said[len(said)-1]
	if len(said) > 3 || !strings.Contains(last, "The small sellers (S6-S200) wait") || last != p.text(".summary") {
		t.Errorf("ten movements are spoken as %q", said)
	}
}

// JupyterLab gives what stands in an output a style, which the explorer does without: labels do not float in a fifth of
// the width, and the names of rows stand at the left.
func TestAnOutputsOwnStyleDoesNotReachTheExplorer(t *testing.T) {
	p := opened(t, "pool", nil, browser.View{})
	browsertest.Eval[any](p.Page, `(function () {
		document.querySelector(".output").classList.add("jp-RenderedHTMLCommon");
		document.head.appendChild(document.createElement("style")).textContent =
			".jp-RenderedHTMLCommon dl dt { float: left; width: 20%; font-weight: bold }" +
			".jp-RenderedHTMLCommon dl dd { margin-left: 22% }" +
			":not(.jp-RenderedMarkdown).jp-RenderedHTMLCommon :is(td, th, tr) { text-align: right; padding: 0.5em }";
	})()`)
	for _, c := range []struct{ selector, property, want string }{
		{".panel dt", "float", "none"},
		{".panel dt", "fontWeight", "400"},
		{".panel dd", "marginLeft", "0px"},
		{".tables tbody th", "textAlign", "left"},
	} {
		got := browsertest.Eval[string](p.Page,
			"getComputedStyle(document.querySelector("+strconv.Quote(c.selector)+"))."+c.property)
		if got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.selector, c.property, got, c.want)
		}
	}
}

// Both explorers share a page, and one explorer may stand there twice.
func TestExplorersShareAPage(t *testing.T) {
	b := browsertest.Start(t)
	p := browsertest.OpenFile(t, b, write(t, nil, "pool", "twin", "pool"), browser.View{Offline: true})
	p.WaitFor(`document.querySelectorAll("[data-queuebook-state=running]").length === 3`)
	if names := browsertest.Eval[int](p, `new Set([...document.querySelectorAll("[id]")].map(e => e.id)).size -
		document.querySelectorAll("[id]").length`); names != 0 {
		t.Errorf("%d ids stand twice", -names)
	}
	p.Accessible("main")
	p.NoProblems()
}

// The accessibility engine finds nothing on any screen, and no page is wider than its window. 640 pixels at two device
// pixels each are a window of 1280 at a zoom of 200 %.
func TestEverybodyCanUseTheExplorers(t *testing.T) {
	for _, l := range lessons {
		p := opened(t, l.name, nil, browser.View{})
		browsertest.Eval[any](p.Page, `document.querySelectorAll("details").forEach(e => { e.open = true; })`)
		p.WaitFor(`document.querySelectorAll("figure table").length === document.querySelectorAll("figure").length`)
		for name, view := range map[string]browser.View{
			"light": {}, "dark": {Dark: true}, "phone": {Width: 360, Height: 740, Scale: 2},
			"zoom": {Width: 640, Height: 450, Scale: 2}, "narrow": {Width: 320, Height: 640},
			"dark phone": {Width: 360, Height: 740, Dark: true, ReducedMotion: true},
		} {
			view.Offline = true
			p.Show(view)
			theme := "light"
			if view.Dark {
				theme = "dark"
			}
			p.WaitFor(`document.querySelector("[data-theme=` + theme + `]")`)
			// The charts follow the width with the next frame.
			p.WaitFor(`[...document.querySelectorAll("figure > div")].every(function (place) {
				return Math.abs(place.clientWidth - place.firstElementChild.clientWidth) < 2;
			})`)
			p.Accessible("main")
			if wide := browsertest.Eval[int](p.Page, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s, %s: the page is %d pixels wider than its window", l.name, name, wide)
			}
			p.picture(l.name + "-" + strings.ReplaceAll(name, " ", "-"))
		}
		p.NoProblems()
	}
}

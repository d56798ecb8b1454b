package live_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
)

// Somebody opens the page cold and plays the cache flush to the end, with nothing but what stands in the page.
func TestTheCacheFlushIsPlayedToTheEnd(t *testing.T) {
	p := opened(t, page{}, browser.View{Offline: true})
	contains(t, "the opening", p.text(".queuebook-live"), "Cache flush, seed 42", "You are on call. 12:00 to 13:30",
		"Press Run.", "The pager is silent.", "Panel at the opening")
	p.picture("1-cold", ".queuebook-live")

	p.press("Run")
	p.at("12:06") // the flush is at 12:05: the clock stops once it has been played
	contains(t, "the status after the flush", p.text(".qp-status"), "Stopped: 12:05 the cache is emptied", "What do you do?")
	p.picture("2-flushed", ".queuebook-live")

	p.Click("[data-control=feature] input")
	p.press("Start the cache warm-up")
	contains(t, "the log", p.text(".qp-log"), "12:06 ▲ you: feature off", "12:06 ▲ you: warm-up", "take back")
	for range 8 {
		p.press("Step")
	}
	p.at("12:14")
	p.picture("3-recovering", ".queuebook-live")
	p.Click("[data-control=feature] input")
	p.press("Run")
	p.at("13:30")
	// 99.39 % is the specification's for feature off and warm-up first.
	contains(t, "the report", p.text(".qp-report"), "The shift is over", "99.39 %", "99.17 %", "doing nothing", "the reference")
	if plan := eval[string](p, "play.run.plan"); plan != "12:06 feature off, warm-up\n12:14 feature on" {
		t.Errorf("the plan is %q", plan)
	}
	p.press("Plan as Go code for a cell")
	contains(t, "the code", p.text(".qp-share"), `At("12:06", oncall.Feature(false), oncall.Warmup())`, "show.Player(log.Shift, log.Plan, log.Seed)")
	p.picture("4-over", ".queuebook-live")
	if n := len(p.Requests()); n != 1 {
		t.Errorf("the page asked for %q, want itself alone", p.Requests())
	}
	p.NoProblems()
}

// The page fires, the operator rolls back, goes back and does it earlier, and returns to the first course.
func TestRewindingBranchesAndKeepsTheOtherCourse(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	browsertest.Eval[any](p.Page, `document.querySelector("select").value = "bad-deploy"`)
	browsertest.Eval[any](p.Page, `document.querySelector("select").dispatchEvent(new Event("change"))`)
	p.press("Start this shift")
	contains(t, "the title", p.text(".qp-setup h3"), "Bad deploy, seed 1")
	p.press("Run")
	p.at("09:11")
	p.press("Run")
	p.WaitFor("!queuebookLive.player.play.running && queuebookLive.player.play.at > 11")
	// By the specification the page fires in minute 29.
	p.at("09:30")
	contains(t, "the pager", p.text(".qp-pager"), "PAGE since 09:29", "14.4")
	p.press("Roll back")
	p.press("To the end")
	late := p.text(".qp-report")
	contains(t, "the report", late, "roll back at 09:30")

	eval[any](p, "play.go(12)")
	contains(t, "the hint", p.text(".qp-controls"), "acts from 09:12 on. What the plan did later is then dropped.")
	p.press("Roll back")
	if plan := eval[string](p, "play.run.plan"); plan != "09:12 roll back" {
		t.Errorf("the plan is %q", plan)
	}
	if reached := eval[int](p, "play.reached"); reached != 12 {
		t.Errorf("after the branch the clock has been to %d", reached)
	}
	p.press("To the end")
	// 19.42 % is the specification's for a rollback in minute 12.
	contains(t, "the report", p.text(".qp-report"), "19.42 %")
	contains(t, "the other course", p.text(".qp-courses"), "To the end", "09:30 roll back")
	p.picture("5-branched", ".queuebook-live")
	p.press("go back to it")
	if now := p.text(".qp-report"); now != late {
		t.Errorf("back on the first course the report is %q, want %q", now, late)
	}
	p.NoProblems()
}

// An action of this very minute is taken back from the log.
func TestTakingBack(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	p.set("minimum", "15")
	p.set("shed", "50")
	if plan := eval[string](p, "play.run.plan"); plan != "12:00 minimum 15, shed 0.5" {
		t.Errorf("the plan is %q", plan)
	}
	browsertest.Eval[any](p.Page, `document.querySelector(".qp-log button").click()`)
	if plan := eval[string](p, "play.run.plan"); plan != "12:00 shed 0.5" {
		t.Errorf("taken back, the plan is %q", plan)
	}
	p.press("More shed low-priority traffic")
	p.press("Less minimum fleet")
	if plan := eval[string](p, "play.run.plan"); plan != "12:00 shed 0.6, minimum 9" {
		t.Errorf("nudged, the plan is %q", plan)
	}
	p.NoProblems()
}

// A plan with rules comes in a share string, as show.Player writes it, and its rules act while the clock runs.
func TestAShareStringOpensThePlayer(t *testing.T) {
	const rule = "whenever utilisation above 0.85: minimum 30, shed 1, feature off"
	p := opened(t, page{options: map[string]string{"share": shared(t, "flash-crowd", 42, rule)}}, browser.View{})
	contains(t, "the title", p.text(".qp-setup h3"), "Flash crowd, seed 42")
	p.press("Run")
	p.at("09:29") // the wave comes in minute 88
	p.press("To the end")
	contains(t, "the log", p.text(".qp-log"), "a wave of traffic comes", "rule: minimum 30")
	if got := eval[string](p, "play.run.share"); got != shared(t, "flash-crowd", 42, rule) {
		t.Errorf("the share string in the page is %q", got)
	}
	contains(t, "the field", p.text(".qp-share"), shared(t, "flash-crowd", 42, rule))
	p.NoProblems()
}

// Everything by the keyboard: from the top of the page, Tab and Enter and Space and arrows alone.
func TestTheKeyboardAloneIsEnough(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	tab := func(want string) {
		t.Helper()
		for range 80 {
			p.Type(kb.Tab)
			if browsertest.Eval[bool](p.Page, fmt.Sprintf("(function (e) { return !!(%s); })(document.activeElement)", want)) {
				return
			}
		}
		t.Fatalf("Tab does not lead to %s", want)
	}
	tab(`e.textContent === "Run"`)
	p.Type(kb.Enter)
	p.at("12:06")
	tab(`e.closest("[data-control=minimum]") && e.type === "text"`)
	p.Type(kb.ArrowUp)
	p.Type(kb.ArrowUp)
	tab(`e.closest("[data-control='warm-up']")`)
	p.Type(" ")
	tab(`e.closest("[data-control=feature]") && e.type === "checkbox"`)
	p.Type(" ")
	if plan := eval[string](p, "play.run.plan"); plan != "12:06 minimum 12, warm-up, feature off" {
		t.Errorf("the plan is %q", plan)
	}
	tab(`e.textContent.includes("burn (1 h)")`)
	p.Type(kb.Enter)
	contains(t, "what stands behind burn", p.text(".qp-behind:not([hidden])"), "SRE workbook", "OC30")
	tab(`e.textContent === "p99"`)
	p.Type(kb.Enter)
	contains(t, "what stands behind p99", p.text(".qp-lines .qp-behind:not([hidden])"), "the sum of two quantiles", "section 2.3")
	tab(`e.tagName === "SUMMARY" && e.textContent.includes("formulas")`)
	p.Type(kb.Enter)
	p.WaitFor(`document.querySelectorAll(".qp-formulas .qp-formula").length > 10`)
	p.NoProblems()
}

// The clock shows what the formulas give in that minute wherever it is moved, also with the range and by a click.
func TestTheClockGoesAnywhere(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	p.press("To the end")
	browsertest.Eval[any](p.Page, `(function (r) { r.value = 20; r.dispatchEvent(new Event("input")); })(document.querySelector("[type=range]"))`)
	p.at("12:20")
	contains(t, "the panel's heading", p.text(".qp-panel"), "Panel of 12:19")
	if shown, want := p.text(".qp-tile .qp-value"), eval[string](p, "play.run.panel[19][0]"); shown != want {
		t.Errorf("burn (1 h) reads %q, want %q", shown, want)
	}
	p.press("Back")
	p.at("12:19")
	p.press("To the start")
	contains(t, "the panel's heading", p.text(".qp-panel"), "Panel at the opening")
	p.Click(".qp-plot svg")
	p.at("12:45") // a click in the middle of a shift of 90 minutes that has been seen to its end
}

// Two players stand on one page, as when a cell is copied.
func TestTwoPlayersShareAPage(t *testing.T) {
	p := opened(t, page{twice: true}, browser.View{})
	p.WaitFor(`document.querySelectorAll("[data-queuebook-state=running]").length === 2`)
	p.Accessible("main")
	repeated := browsertest.Eval[[]string](p.Page, `(function () {
		var ids = [...document.querySelectorAll("[id]")].map(e => e.id);
		return ids.filter((id, i) => ids.indexOf(id) !== i);
	})()`)
	if len(repeated) > 0 {
		t.Errorf("ids that stand twice: %q", repeated)
	}
	p.NoProblems()
}

package live_test

import (
	"fmt"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
)

// A shift of 240 minutes at full speed: the page draws all along. How long its frames are depends on the machine and on
// what else it does, so what is asserted is that one frame in two is far from the 100 ms that a reader would feel; the log
// says how many were longer.
func TestFullSpeedDropsNoFrames(t *testing.T) {
	p := opened(t, page{options: map[string]string{"share": shared(t, "flash-crowd", 42, "")}}, browser.View{})
	gaps := browsertest.Eval[[]float64](p.Page, `new Promise(function (done) {
		document.querySelector("[type=radio][value='60']").click();
		document.querySelector("[type=checkbox]").click();
		document.querySelector(".qp-run").click();
		var gaps = [], last = performance.now();
		requestAnimationFrame(function watch(now) {
			gaps.push(now - last);
			last = now;
			if (queuebookLive.player.play.running) { requestAnimationFrame(watch); } else { done(gaps); }
		});
	})`)
	var long []string
	short, most := 0, 0.0
	for i, gap := range gaps {
		if gap > 100 {
			long = append(long, fmt.Sprintf("frame %d with %.0f ms", i, gap))
		}
		if gap < 50 {
			short++
		}
		most = max(most, gap)
	}
	t.Logf("%d frames, the longest %.0f ms, above 100 ms %q", len(gaps), most, long)
	if at := eval[int](p, "play.at"); at != 240 {
		t.Errorf("the run ended at minute %d", at)
	}
	if len(gaps) < 30 || short < len(gaps)/2 {
		t.Errorf("of %d frames only %d are shorter than 50 ms", len(gaps), short)
	}
	p.NoProblems()
}

// A thousand changes of the controls at any minute, also of a running clock: nothing throws, the budget never rises, the
// cost never falls, the fleet stays within its bounds, and what the page shows is what the model says.
func TestAThousandRandomChangesBreakNothing(t *testing.T) {
	p := opened(t, page{options: map[string]string{"share": shared(t, "flash-crowd", 7, "")}}, browser.View{})
	faults := browsertest.Eval[[]string](p.Page, `(function () {
		// mulberry32, as in package random.
		var state = 20261130;
		function random() {
			state = (state + 0x6D2B79F5) | 0;
			var t = Math.imul(state ^ state >>> 15, 1 | state);
			t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
			return ((t ^ t >>> 14) >>> 0) / 4294967296;
		}
		function pick(list) { return list[Math.floor(random() * list.length)]; }
		var faults = [], play = queuebookLive.player.play, refused = 0;
		for (var n = 0; n < 1000; n++) {
			if (n % 100 === 0) { play.open({ shift: pick(play.facts.shifts).name, seed: Math.floor(random() * 4294967296) }); }
			play.go(Math.floor(random() * (play.run.shift.minutes + 1)));
			if (play.over()) { play.go(play.at - 1); }
			var control = pick(play.facts.controls);
			var value = pick(control.kind === "dial" ? [0, 0.05, 0.3, 0.6, 1, 2, 12, 40, 500, -1, "x"] : control.kind === "switch" ? [0, 1] : [0]);
			try { play.act(control.number, value); } catch (problem) {
				refused++;
				if (!/use|write/.test(problem.message)) { faults.push("change " + n + ": " + problem.message); }
			}
			var c = play.run.columns;
			for (var m = 0; m < play.run.shift.minutes; m++) {
				if (m > 0 && c.budget[m] > c.budget[m - 1]) { faults.push("change " + n + ": the budget rises in minute " + m); }
				if (m > 0 && c.cost[m] < c.cost[m - 1]) { faults.push("change " + n + ": the cost falls in minute " + m); }
				if (c.serving[m] < 1 || c.serving[m] > play.run.shift.most || c.booting[m] < 0) { faults.push("change " + n + ": " + c.serving[m] + " instances in minute " + m); }
			}
			var shown = [...document.querySelectorAll(".qp-tile .qp-value")].map(e => e.textContent).join();
			var want = (play.at ? play.run.panel[play.at - 1] : play.run.opening).join();
			if (shown !== want) { faults.push("change " + n + ": the panel shows " + shown + ", not " + want); }
			if (faults.length > 5) { break; }
		}
		if (refused === 0 || refused > 500) { faults.push(refused + " changes were refused"); }
		return faults;
	})()`)
	for _, fault := range faults {
		t.Error(fault)
	}
	p.NoProblems()
}

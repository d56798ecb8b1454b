package live_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/environment"
	build "github.com/queuebook/queuebook/kernel/live"
	engine "github.com/queuebook/queuebook/lessonlib/live/player"
)

// median is the middle of an odd number of values.
func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// BenchmarkPlayer measures what a page with the player weighs, in bytes, and what its reader waits for, each time the median
// of nine: from the start of the page to its first playable frame; a control change on a shift of 240 minutes with all that
// is drawn; the model's part of it; and that part beside the same request natively. Run it on a machine at rest:
//
//	go test ./kernel/browser/live -run '^$' -bench . -benchtime 1x
func BenchmarkPlayer(b *testing.B) {
	const rounds = 9
	wish := shared(b, "flash-crowd", 42, "09:31 minimum 30, shed 1, feature off")
	p := page{options: map[string]string{"share": wish}, before: `new MutationObserver(function (list, observer) {
		if (document.querySelector("[data-queuebook-state=running]")) {
			observer.disconnect();
			requestAnimationFrame(function () { setTimeout(function () { globalThis.playable = performance.now(); }); });
		}
	}).observe(document, { attributes: true, childList: true, subtree: true })`}
	file := p.write(b)
	built, err := scripts()
	if err != nil {
		b.Fatal(err)
	}
	env, err := environment.Find(".")
	if err != nil {
		b.Fatal(err)
	}
	module, err := os.ReadFile(filepath.Join(build.Folder(env), "player"))
	if err != nil {
		b.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(module); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	chrome := browsertest.Start(b)
	for b.Loop() {
		var opens, changes, calls, natives []float64
		for range rounds {
			tab := browsertest.OpenFile(b, chrome, file, browser.View{})
			tab.WaitFor("globalThis.playable")
			opens = append(opens, browsertest.Eval[float64](tab, "playable"))
			tab.Close()
		}
		tab := browsertest.OpenFile(b, chrome, file, browser.View{})
		tab.WaitFor("globalThis.playable")
		changes = browsertest.Eval[[]float64](tab, `(function (play) {
			play.go(240);
			play.go(100);
			var times = [];
			for (var n = 0; n < 9; n++) {
				var start = performance.now();
				play.act(1, 11 + n);
				document.body.getBoundingClientRect();
				times.push(performance.now() - start);
				play.go(240);
				play.go(100);
			}
			return times;
		})(queuebookLive.player.play)`)
		request := "op=act&share=" + wish + "&minute=100&control=1&value=12"
		calls = browsertest.Eval[[]float64](tab, `(async function () {
			var times = [];
			for (var n = 0; n < 9; n++) {
				var start = performance.now();
				await queuebookLive.call("player", "`+request+`");
				times.push(performance.now() - start);
			}
			return times;
		})()`)
		for range rounds {
			start := time.Now()
			engine.Call([]byte(request))
			natives = append(natives, float64(time.Since(start).Microseconds())/1000)
		}
		b.ReportMetric(float64(len(module)), "module-bytes")
		b.ReportMetric(float64(packed.Len()), "module-gzip-bytes")
		b.ReportMetric(float64(len(built["player"])), "script-bytes")
		b.ReportMetric(median(opens), "ms-to-playable")
		b.ReportMetric(median(changes), "ms-change-drawn")
		b.ReportMetric(median(calls), "ms-change-model")
		b.ReportMetric(median(calls)/median(natives), "wasm/native")
	}
}

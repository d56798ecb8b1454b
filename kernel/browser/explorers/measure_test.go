package explorers_test

import (
	"strconv"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
)

// BenchmarkExplorers measures how long a movement of a slider takes, from the change to the page that shows it, and the
// model's part of it, each the median of thirty. Run it on a machine at rest:
//
//	go test ./kernel/browser/explorers -run '^$' -bench . -benchtime 1x
func BenchmarkExplorers(b *testing.B) {
	for _, l := range lessons {
		b.Run(l.name, func(b *testing.B) {
			p := opened(b, l.name, nil, browser.View{})
			for b.Loop() {
				changes := browsertest.Eval[[]float64](p.Page, `(async function () {
					var slider = document.querySelector("[type=range]");
					var frame = document.querySelector(".queuebook-explorer"), costs = [];
					for (var n = 1; n <= 30; n++) {
						frame.removeAttribute("data-cost");
						slider.value = n / 31;
						slider.dispatchEvent(new Event("input"));
						while (!frame.hasAttribute("data-cost")) { await new Promise(done => setTimeout(done, 5)); }
						costs.push(Number(frame.getAttribute("data-cost")));
					}
					return costs.sort((a, b) => a - b);
				})()`)
				model := browsertest.Eval[[]float64](p.Page, `(async function (name) {
					var engine = await queuebookLive.engine(name), costs = [];
					for (var n = 0; n < 30; n++) {
						var begin = performance.now();
						engine({ op: "run" });
						costs.push(performance.now() - begin);
					}
					return costs.sort((a, b) => a - b);
				})(`+strconv.Quote(l.name)+")")
				b.ReportMetric(changes[len(changes)/2], "ms-change-drawn")
				b.ReportMetric(model[len(model)/2], "ms-change-model")
			}
			p.NoProblems()
		})
	}
}

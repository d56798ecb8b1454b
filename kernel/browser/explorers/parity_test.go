package explorers_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
)

// requests are an explorer's first request and many with random values: within the controls' ranges, at their ends, and
// a few beyond them.
func (l lesson) requests(seed uint64, n int) []string {
	random := rand.New(rand.NewPCG(seed, 20261130))
	requests := []string{"op=open"}
	for range n {
		form := url.Values{"op": {"run"}}
		for _, c := range l.model.Controls() {
			if c.Choices != nil {
				form.Set(c.ID, c.Choices[random.IntN(len(c.Choices))].ID)
				continue
			}
			steps := int((c.Max - c.Min) / c.Step)
			value := c.Min + float64(random.IntN(steps+1))*c.Step
			switch random.IntN(40) {
			case 0:
				value = c.Max
			case 1:
				value = c.Max + c.Step
			case 2:
				value = c.Min
			}
			form.Set(c.ID, strconv.FormatFloat(value, 'g', -1, 64))
		}
		requests = append(requests, form.Encode())
	}
	return requests
}

// The same request gives the same bytes in the page and here, errors included. That the bytes are right is what the
// tests of the packages poolexplorer and twinexplorer say.
func TestThePageComputesWhatGoComputes(t *testing.T) {
	for _, l := range lessons {
		p := opened(t, l.name, nil, browser.View{})
		requests := l.requests(1, 150)
		list, err := json.Marshal(requests)
		if err != nil {
			t.Fatal(err)
		}
		replies := browsertest.Eval[[]string](p.Page, `(async function (name, requests) {
			var replies = [];
			for (var request of requests) { replies.push(await queuebookLive.call(name, request)); }
			return replies;
		})(`+strconv.Quote(l.name)+", "+string(list)+")")
		wrong := 0
		for i, request := range requests {
			native := string(l.call([]byte(request)))
			if replies[i] != native {
				t.Errorf("%s: %s is answered in the page\n%s\nand here\n%s", l.name, request, replies[i], native)
			}
			if len(native) > 9 && native[:9] == `{"wrong":` {
				wrong++
			}
		}
		if wrong == 0 || wrong > len(requests)/2 {
			t.Errorf("%s: %d of %d requests are wrong; some should be, and most not", l.name, wrong, len(requests))
		}
		p.NoProblems()
	}
}

// Whatever a reader turns and presses, the page shows what Go says for the values that stand in the controls, and
// nothing throws.
func TestThePageShowsWhatStandsInItsControls(t *testing.T) {
	for _, l := range lessons {
		p := opened(t, l.name, nil, browser.View{})
		ids := []string{}
		for _, c := range l.model.Controls() {
			ids = append(ids, c.ID)
		}
		list, err := json.Marshal(ids)
		if err != nil {
			t.Fatal(err)
		}
		// Each round changes a few controls at once, as a quick hand does, and waits until the page has shown them.
		rounds := browsertest.Eval[[]struct {
			Values                map[string]string
			Summary, Panel, Wrong string
		}](p.Page, `(async function (ids) {
			// mulberry32, as in package random.
			var state = 3;
			function random() {
				state = (state + 0x6D2B79F5) | 0;
				var t = Math.imul(state ^ state >>> 15, 1 | state);
				t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
				return ((t ^ t >>> 14) >>> 0) / 4294967296;
			}
			function pick(list) { return list[Math.floor(random() * list.length)]; }
			var frame = document.querySelector(".queuebook-explorer"), rounds = [];
			var controls = [...frame.querySelectorAll(".control")], buttons = [...frame.querySelectorAll(".presets button")];
			function read() {
				var values = {};
				controls.forEach(function (control, i) {
					values[ids[i]] = control.querySelector("[type=text], :checked").value;
				});
				return values;
			}
			while (rounds.length < 60) {
				frame.removeAttribute("data-cost");
				for (var n = 1 + Math.floor(random() * 4); n > 0; n--) {
					var control = pick(controls), slider = control.querySelector("[type=range]");
					if (random() < 0.2) {
						pick(buttons).click();
					} else if (slider && random() < 0.7) {
						slider.value = random();
						slider.dispatchEvent(new Event("input"));
					} else if (slider) {
						control.querySelector("[type=text]").value = pick(["1", "20", "0.5", "400", "1e3", "-7", "", "x"]);
						control.querySelector("[type=text]").dispatchEvent(new Event("input"));
					} else {
						pick([...control.querySelectorAll("[type=radio]")]).click();
					}
				}
				// So that there is a change: a radio that is already chosen makes none.
				controls[0].querySelector("[type=text]").dispatchEvent(new Event("input"));
				while (!frame.hasAttribute("data-cost")) { await new Promise(done => setTimeout(done, 5)); }
				rounds.push({ values: read(), wrong: frame.querySelector(".error").textContent,
					summary: frame.querySelector(".summary").textContent,
					panel: [...frame.querySelectorAll(".panel .value")].map(e => e.textContent).join() });
			}
			return rounds;
		})(`+string(list)+")")
		refused := 0
		for i, round := range rounds {
			form := url.Values{"op": {"run"}}
			for name, value := range round.Values {
				form.Set(name, value)
			}
			var native struct {
				Summary, Wrong string
				Panel          []struct{ Value string }
			}
			if err := json.Unmarshal(l.call([]byte(form.Encode())), &native); err != nil {
				t.Fatal(err)
			}
			if native.Wrong != "" {
				refused++
				if !strings.HasPrefix(round.Wrong, native.Wrong) {
					t.Errorf("%s, round %d: %v is refused with %q, and the page says %q", l.name, i, form, native.Wrong, round.Wrong)
				}
				continue
			}
			var panel []string
			for _, figure := range native.Panel {
				panel = append(panel, figure.Value)
			}
			if round.Wrong != "" || round.Summary != native.Summary || round.Panel != strings.Join(panel, ",") {
				t.Errorf("%s, round %d: with %v the page shows %q, %q, %q; Go says %q, %q", l.name, i, form, round.Summary,
					round.Panel, round.Wrong, native.Summary, panel)
			}
		}
		if refused == 0 || refused == len(rounds) {
			t.Errorf("%s: %d of %d rounds are refused; some should be, and not all", l.name, refused, len(rounds))
		}
		p.NoProblems()
	}
}

package live_test

import (
	"encoding/json"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// shared is the share string of a shift, a seed and a plan in words.
func shared(t testing.TB, name string, seed int64, words string) string {
	t.Helper()
	shift, err := oncall.ShiftNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := oncall.ParsePlan(words)
	if err != nil {
		t.Fatal(err)
	}
	text, err := oncall.Share(shift, seed, plan)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A browser that cannot run the model says why, and the still figure stays.
func TestABrowserThatCannotSaysWhy(t *testing.T) {
	for _, c := range []struct {
		what string
		page page
		want string
	}{
		{"no WebAssembly", page{before: "delete globalThis.WebAssembly"}, "This browser has no WebAssembly"},
		{"no DecompressionStream", page{before: "delete globalThis.DecompressionStream"}, "This browser has no DecompressionStream"},
		{"a policy that forbids it", page{policy: handout.Policy}, "The model did not start: "},
	} {
		b := browsertest.Start(t)
		p := browsertest.OpenFile(t, b, c.page.write(t), browser.View{})
		p.WaitFor(`document.querySelector("[data-queuebook-state=absent]")`)
		words := browsertest.Eval[string](p, `document.querySelector(".queuebook-live").innerText`)
		contains(t, c.what, words, c.want, "The figure above shows what it starts with.")
		if !browsertest.Eval[bool](p, `document.querySelector("#figure").checkVisibility()`) {
			t.Errorf("%s: the still figure is gone", c.what)
		}
		p.NoProblems()
		p.Accessible("main")
	}
}

// An editor's notebook has neither a Jupyter server behind its page nor the lesson's script in it: the note stands, and
// nobody sees an error.
func TestWithoutAServerTheNoteStands(t *testing.T) {
	b := browsertest.Start(t)
	p := browsertest.OpenFile(t, b, page{alone: true}.write(t), browser.View{})
	p.WaitFor(`document.querySelector("[data-queuebook-state=absent]")`)
	contains(t, "the place", browsertest.Eval[string](p, `document.querySelector(".queuebook-live").innerText`),
		"A still figure stands above.")
	if n := len(p.Requests()); n != 1 {
		t.Errorf("the page asked for %q, want itself alone", p.Requests())
	}
	p.NoProblems()
}

// Without scripts the note stands in the place.
func TestWithoutScriptsTheNoteStands(t *testing.T) {
	b := browsertest.Start(t)
	p := browsertest.OpenFile(t, b, page{}.write(t), browser.View{NoScript: true})
	contains(t, "the place", browsertest.Eval[string](p, `document.querySelector(".queuebook-live").innerText`), "A still figure stands above.")
}

// A share string that is damaged opens another shift and says so.
func TestADamagedShareStringSaysSo(t *testing.T) {
	good := shared(t, "cache-flush", 42, "12:06 warm-up")
	p := opened(t, page{options: map[string]string{"share": good[:len(good)-4]}}, browser.View{})
	contains(t, "the sentence", p.text(".qp-setup"), "The share string is damaged", "The player opened another shift instead.", "Cache flush")
	p.NoProblems()
}

// What is pasted or written and cannot be used is a sentence beside it, and nothing else changes.
func TestWhatCannotBeUsedIsASentence(t *testing.T) {
	p := opened(t, page{}, browser.View{})
	p.Click(".qp-paste summary")
	good := shared(t, "cache-flush", 42, "12:06 warm-up")
	before := eval[string](p, "play.run.share")
	paste := func(text string) {
		browsertest.Eval[any](p.Page, "document.querySelector('.qp-paste textarea').value = "+quoted(text))
		p.press("Open")
	}
	for _, c := range []struct{ what, text, want string }{
		{"nothing", "  ", "Nothing was pasted"},
		{"a damaged share string", good[:20] + "x" + good[21:], "damaged"},
		{"a newer share string", "oncall2." + good[8:], "version"},
		{"a plan for another shift", "09:29 roll back", "09:29 is outside the shift: use a clock time from 12:00 to 13:29"},
		{"a plan that cannot be read", "12:06 brew tea", "is no action"},
		{"a value out of range in a plan", "12:06 minimum 0", "minimum is 0 instances; use a whole number, at least 1"},
		{"markup", "<img src=x onerror=alert(1)>", "is no time"},
	} {
		paste(c.text)
		contains(t, c.what, p.text(".qp-paste .qp-problem"), c.want)
	}
	for _, c := range []struct{ control, value, want string }{
		{"minimum", "0", "Minimum is 0 instances; use a whole number, at least 1"},
		{"minimum", "2.5", "Minimum is 2.5 instances"},
		{"minimum", "many", "Minimum: value is \"many\"; write a number"},
		{"target", "0", "Target is 0 of the workers; use above 0, at most 1"},
		{"target", "101", "Target is 1.01 of the workers"},
		{"ttl", "-1", "Ttl is -1 s; use at least 0"},
		{"shed", "200", "Shed is 2 of the low-priority traffic; use from 0 to 1"},
		{"shed", "", "Shed: value is \"\"; write a number"},
	} {
		p.set(c.control, c.value)
		contains(t, c.control+" "+c.value, p.text("[data-control="+c.control+"] .qp-problem"), c.want)
	}
	if after := eval[string](p, "play.run.share"); after != before {
		t.Errorf("what could not be used changed the plan from %s to %s", before, after)
	}
	p.picture("6-refused", ".queuebook-live")
	p.set("minimum", "12")
	if got := p.text("[data-control=minimum] .qp-problem"); got != "" {
		t.Errorf("after a good value the sentence stays: %q", got)
	}
	paste(good)
	if got := eval[string](p, "play.run.plan"); got != "12:06 warm-up" {
		t.Errorf("a good share string opens %q", got)
	}
	paste("12:06 feature off, warm-up\nwhen burn (1 h) at least 14.4: shed 1")
	if got := eval[string](p, "play.run.plan"); got != "12:06 feature off, warm-up\nwhen burn (1 h) at least 14.4: shed 1" {
		t.Errorf("a plan in words opens %q", got)
	}
	browsertest.Eval[any](p.Page, `document.querySelector(".qp-setup form input").value = "-3"`)
	p.press("Start this shift")
	contains(t, "a seed out of range", p.text(".qp-setup > .qp-problem"), `Seed is "-3"; write a whole number from 0 to 4294967295`)
	p.NoProblems()
}

func quoted(text string) string {
	data, _ := json.Marshal(text) // a string always can be
	return string(data)
}

package lab_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/browser/lab"
)

// contains reports which of some words a text lacks.
func contains(t *testing.T, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s: it does not say %q:\n%s", what, w, text)
		}
	}
}

// What a student does in the first hour with lesson 1, on one page, each step going on from the one before.
func TestAStudentsFirstHour(t *testing.T) {
	env := ready(t)
	folder, _ := lessons(t, env)
	server := lab.Start(t, env, lab.Lab, folder)
	b := browsertest.Start(t)
	p := server.Open(t, b, "1-noisy-neighbour.ipynb", browser.View{})

	t.Run("a cell from the middle, run alone, says which cells to run first", func(t *testing.T) {
		p := p.In(t)
		p.Run("pays-run")
		said := p.Look("pays-run").Text
		contains(t, "the cell", said, "What to run first", "run: the cell below “The smallest case” that begins with func run(",
			"fair: the cell below “The smallest case” that begins with func fair(", "undefined: run")
	})
	t.Run("once those cells have run, it runs", func(t *testing.T) {
		p := p.In(t)
		for _, id := range []string{"imports", "two", "two-robin", "pays-run"} {
			p.Run(id)
		}
		contains(t, "the cell", p.Look("pays-run").Text, "2.96 ticks", "as the text says")
	})
	t.Run("after a restart of the kernel it says so again", func(t *testing.T) {
		p := p.In(t)
		p.Menu("Kernel", "Restart Kernel…")
		p.Click(".jp-Dialog-button.jp-mod-accept")
		p.WaitFor("!document.querySelector('.jp-Dialog')")
		p.WaitDone(limit)
		p.Run("pays-run")
		contains(t, "the cell", p.Look("pays-run").Text, "What to run first")
	})
	t.Run("a number in the text leads to its card", func(t *testing.T) {
		p := p.In(t)
		for _, id := range []string{"imports", "two"} {
			p.Run(id)
		}
		p.Show("two-shared-read")
		p.Click(`a[href="#two-shared-s2"]`)
		p.WaitFor(`(() => { const box = document.getElementById("two-shared-s2").getBoundingClientRect();
			return box.top >= 0 && box.bottom <= innerHeight })()`)
	})
	t.Run("a mistake is shown with its line in the cell", func(t *testing.T) {
		p := p.In(t)
		p.Replace("orders", `taken: %d", orders`, `taken: %d", sellers`)
		p.Run("orders")
		contains(t, "the cell", p.Look("orders").Text, "Line 8", "undefined: sellers")
	})
	// The language server reads the whole module when it is first asked, and until then has no answer: one presses again.
	press := func(t *testing.T, p lab.Page, met string, modifiers ...chromedp.KeyOption) {
		t.Helper()
		deadline := time.Now().Add(limit)
		for p.WaitAtMost(time.Second, met) != nil {
			if time.Now().After(deadline) {
				t.Fatalf("after %v of pressing Tab it does not hold that %s", limit, met)
			}
			p.Type(kb.Tab, modifiers...)
			_ = p.WaitAtMost(5*time.Second, met)
		}
	}
	t.Run("Tab completes a name", func(t *testing.T) {
		p := p.In(t)
		p.Replace("orders-again", "show.Text", "show.NewCh")
		press(t, p, "student.source('orders-again').includes('show.NewChart(')")
	})
	t.Run("Tab lists a package's functions", func(t *testing.T) {
		p := p.In(t)
		p.Replace("orders-again", "show.NewChart", "show.")
		press(t, p, "document.querySelector('.jp-Completer')?.checkVisibility()")
		list := browsertest.Eval[string](p.Page, "document.querySelector('.jp-Completer').textContent")
		contains(t, "the list", list, "Claims", "Explore", "Figure", "NewTable", "Text")
		p.Type(kb.Escape)
	})
	t.Run("Shift-Tab shows a function's documentation", func(t *testing.T) {
		p := p.In(t)
		p.Replace("orders-again", "show.", "show.Text")
		press(t, p, "document.querySelector('.jp-Tooltip')?.checkVisibility()", chromedp.KeyModifiers(chromedp.ModifierShift))
		words := browsertest.Eval[string](p.Page, "document.querySelector('.jp-Tooltip').textContent")
		contains(t, "the tooltip", words, "func show.Text(format string, args ...any)", "Text shows a line or a paragraph.")
		p.Type(kb.Escape)
	})
	t.Run("the page never complains", func(t *testing.T) { checkManners(t, server, p) })
}

// Lesson 2 has figures and cards in one cell.
func TestAChangedParameterChangesTheFigureAndItsCard(t *testing.T) {
	env := ready(t)
	folder, _ := lessons(t, env)
	server := lab.Start(t, env, lab.Lab, folder)
	p := server.Open(t, browsertest.Start(t), "2-on-call.ipynb", browser.View{})
	p.Run("imports")
	p.Run("deploy-rollback")
	before := p.Look("deploy-rollback")
	contains(t, "as committed", before.Text, "as the text says")
	p.Replace("deploy-rollback", "rollBackAt(29)", "rollBackAt(45)")
	p.Run("deploy-rollback")
	after := p.Look("deploy-rollback")
	if len(before.Images) != 1 || len(after.Images) != 1 || before.Images[0] == after.Images[0] {
		t.Errorf("the figure is the same, or there are %d and %d", len(before.Images), len(after.Images))
	}
	contains(t, "after the change", after.Text, "≠", "the text says ")
}

func TestALongCellIsInterruptedAndTheNextOneRuns(t *testing.T) {
	env := ready(t)
	folder, _ := lessons(t, env)
	server := lab.Start(t, env, lab.Lab, folder)
	p := server.Open(t, browsertest.Start(t), "3-workload-model.ipynb", browser.View{})
	p.Run("imports")
	p.Start("live-run") // takes more than a minute
	p.WaitFor("student.outputs('live-run').length > 0")
	p.Menu("Kernel", "Interrupt Kernel")
	p.WaitDone(limit)
	contains(t, "the interrupted cell", p.Look("live-run").Text, "signal: interrupt")
	awaitNone(t, server, "loandesk") // the cell's own service
	p.Run("tiny-clerk")
	p.Run("tiny-open")
	contains(t, "the next cell", p.Look("tiny-open").Text, "as the text says")
	checkManners(t, server, p)
}

func TestAChartCellDrawsAgainWhereverItIsCopied(t *testing.T) {
	env := ready(t)
	folder, _ := lessons(t, env)
	server := lab.Start(t, env, lab.Lab, folder)
	p := server.Open(t, browsertest.Start(t), "1-noisy-neighbour.ipynb", browser.View{})
	for _, id := range []string{"imports", "two"} {
		p.Run(id)
	}
	const isDrawn = "[...document.querySelectorAll('" + lab.Here + " .queuebook-explore')]" +
		".some(e => e.dataset.queuebookState === 'drawn')"
	drawn := func(what, id string) {
		t.Helper()
		p.Run(id)
		p.WaitFor(isDrawn)
		seen := p.Look(id)
		if len(seen.Images) != 1 || !seen.Images[0].Seen || len(seen.Charts) != 1 || !seen.Charts[0].Drawn {
			t.Errorf("%s: it shows %d figures and %+v", what, len(seen.Images), seen.Charts)
		}
	}
	drawn("the cell itself", "shares-chart")
	p.Select("shares-chart")
	p.Type("cv")
	copied := p.Selected()
	drawn("its copy", copied)
	if copied == "shares-chart" {
		t.Error("the copy is the cell itself")
	}
	const countIDs = "new Set([...document.querySelectorAll('.queuebook-explore')].map(e => e.id)).size"
	if ids := browsertest.Eval[int](p.Page, countIDs); ids != 2 {
		t.Errorf("two charts on the page have %d ids", ids)
	}
	drawn("the cell itself again", "shares-chart")

	p.Select("shares-chart")
	p.Type("c")
	p.Switch("2-on-call.ipynb")
	p.Run("imports")
	p.Select("imports")
	p.Type("v")
	other := p.Selected()
	p.Replace(other, "run(pool.DayB())", "show.Must(pool.DayB().Run())")
	drawn("the copy in another notebook", other)
	checkManners(t, server, p)
}

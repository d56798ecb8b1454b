// Package browsertest starts a browser for a test and ends the test where a step fails, as package browser does with
// errors.
package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/axe"
)

// Start starts a browser that ends with the test.
func Start(t testing.TB) *browser.Browser {
	t.Helper()
	b, err := browser.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Stop)
	return b
}

// Page is a page whose failing steps end the test.
type Page struct {
	*browser.Page
	t testing.TB
}

// Open opens an address in a tab that closes with the test.
func Open(t testing.TB, b *browser.Browser, address string, view browser.View) Page {
	t.Helper()
	return opened(t)(b.Open(address, view))
}

// OpenFile opens a file over file:// in a tab that closes with the test.
func OpenFile(t testing.TB, b *browser.Browser, file string, view browser.View) Page {
	t.Helper()
	return opened(t)(b.OpenFile(file, view))
}

func opened(t testing.TB) func(*browser.Page, error) Page {
	return func(p *browser.Page, err error) Page {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		return Page{p, t}
	}
}

// In is the page for a part of the test: what fails ends that part.
func (p Page) In(t testing.TB) Page {
	return Page{p.Page, t}
}

// Eval gives the value of a JavaScript expression in the page.
func Eval[T any](p Page, expression string) T {
	p.t.Helper()
	var value T
	p.must(p.Page.Eval(expression, &value))
	return value
}

// WaitFor waits until a JavaScript expression is true.
func (p Page) WaitFor(expression string) {
	p.t.Helper()
	p.must(p.Page.WaitFor(expression))
}

// Click clicks an element.
func (p Page) Click(selector string) {
	p.t.Helper()
	p.must(p.Page.Click(selector))
}

// Hover moves the mouse to an element.
func (p Page) Hover(selector string) {
	p.t.Helper()
	p.must(p.Page.Hover(selector))
}

// Type sends keys to what has the focus.
func (p Page) Type(keys string, modifiers ...chromedp.KeyOption) {
	p.t.Helper()
	p.must(p.Page.Type(keys, modifiers...))
}

// Show changes how the page is shown.
func (p Page) Show(v browser.View) {
	p.t.Helper()
	p.must(p.Page.Show(v))
}

// Accessible reports each rule of the accessibility engine that the page, or a part of it, breaks.
func (p Page) Accessible(selector string) {
	p.t.Helper()
	violations, err := axe.Violations(p.Page, selector)
	p.must(err)
	for _, v := range violations {
		p.t.Errorf("%v", v)
	}
}

// NoProblems reports the page's uncaught exceptions and console errors.
func (p Page) NoProblems() {
	p.t.Helper()
	for _, problem := range p.Problems() {
		p.t.Errorf("the page's console: %s", problem)
	}
}

func (p Page) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

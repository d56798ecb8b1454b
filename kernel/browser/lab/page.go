package lab

import (
	_ "embed"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
)

//go:embed student.js
var student string

// Page is an open notebook.
type Page struct {
	browsertest.Page
	t testing.TB
}

// Open opens a notebook, by its path below the server's folder, in a tab that closes with the test, and waits until it
// shows and has a kernel; without one JupyterLab would ask which to take. Nothing is run, and the kernel may still be
// starting.
func (s *Server) Open(t testing.TB, b *browser.Browser, file string, view browser.View) Page {
	t.Helper()
	s.pages++
	p := Page{browsertest.Open(t, b, s.page(file, s.pages), view), t}
	p.WaitFor("window.jupyterapp")
	browsertest.Eval[any](p.Page, "(function () {"+student+"}).call(window)")
	p.WaitFor("student.isOpen() && student.kernel() !== 'none'")
	return p
}

// In is the page for a part of the test: what fails ends that part.
func (p Page) In(t testing.TB) Page {
	return Page{p.Page.In(t), t}
}

// ask gives the value of a call of the driver in the page.
func ask[T any](p Page, format string, args ...any) T {
	p.t.Helper()
	return browsertest.Eval[T](p.Page, "student."+fmt.Sprintf(format, args...))
}

// Show scrolls to a cell.
func (p Page) Show(id string) {
	p.t.Helper()
	if !ask[bool](p, "show(%q)", id) {
		p.t.Fatalf("cell %s is not in the page", id)
	}
}

// Here is the CSS selector of the cell that was shown last.
const Here = `[data-student="here"]`

// Run clicks a cell, presses Ctrl+Enter and waits until it has run.
func (p Page) Run(id string) {
	p.t.Helper()
	p.Start(id)
	p.WaitDone(limit)
}

// Start is Run without the wait.
func (p Page) Start(id string) {
	p.t.Helper()
	p.Select(id)
	before := ask[int](p, "count(%q)", id)
	p.Type(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.WaitFor(fmt.Sprintf("!student.isDone() || student.count(%q) > %d", id, before))
}

// RunAll clears all outputs and runs all cells, by the menu, and waits until they have run, or until one fails.
func (p Page) RunAll(limit time.Duration) {
	p.t.Helper()
	p.Menu("Edit", "Clear Outputs of All Cells")
	p.Menu("Run", "Run All Cells")
	if err := p.WaitAtMost(limit, "student.isRun()"); err != nil {
		p.t.Fatal(err)
	}
}

// Select clicks a cell's prompt, which makes it the one that commands are about.
func (p Page) Select(id string) {
	p.t.Helper()
	p.Show(id)
	p.Click(Here + " .jp-InputPrompt")
}

// WaitDone waits until no cell runs or waits to.
func (p Page) WaitDone(limit time.Duration) {
	p.t.Helper()
	if err := p.WaitAtMost(limit, "student.isDone()"); err != nil {
		p.t.Fatal(err)
	}
}

// Menu chooses from the menu bar, each item by the words that it shows.
func (p Page) Menu(items ...string) {
	p.t.Helper()
	for i, item := range items {
		label := pick(i == 0, ".lm-MenuBar-itemLabel", ".lm-Menu-itemLabel")
		p.WaitFor(fmt.Sprintf("student.mark(%q, %q)", label, item))
		// A menu takes the item that the mouse has moved to.
		p.Hover(`[data-student="menu"]`)
		p.Click(`[data-student="menu"]`)
	}
}

func pick(yes bool, then, otherwise string) string {
	if yes {
		return then
	}
	return otherwise
}

// Selected is the id of the cell that commands are about.
func (p Page) Selected() string {
	p.t.Helper()
	return ask[string](p, "selected()")
}

// Switch opens another notebook of the server in the same page, as a double click in the list of files does, and turns
// to it.
func (p Page) Switch(file string) {
	p.t.Helper()
	browsertest.Eval[any](p.Page,
		fmt.Sprintf("jupyterapp.commands.execute('docmanager:open', {path: %q}).then(() => true)", file))
	p.WaitFor(fmt.Sprintf("student.isOpen() && jupyterapp.shell.currentWidget.context.path === %q", file))
	p.WaitDone(limit)
}

// Replace selects a piece of a cell's source, the first that is equal to old, and types over it.
func (p Page) Replace(id, old, new string) {
	p.t.Helper()
	p.Show(id)
	p.Click(Here + " .cm-content")
	if !ask[bool](p, "pick(%q, %q)", id, old) {
		p.t.Fatalf("cell %s does not contain %q:\n%s", id, old, ask[string](p, "source(%q)", id))
	}
	p.Type(new)
}

// Outputs are what a reader sees of a cell's outputs.
type Outputs struct {
	// Text is all their text.
	Text string `json:"text"`
	// Images are the still figures, Cards the claims, Charts the interactive figures.
	Images []Image `json:"images"`
	Cards  []Card  `json:"cards"`
	Charts []Chart `json:"charts"`
}

// Image is a picture among the outputs.
type Image struct {
	// Alt is the alternative that a reader hears who does not see it, Source where it comes from.
	Alt    string `json:"alt"`
	Source string `json:"source"`
	// Seen is true if it has loaded and lies within the outputs' width.
	Seen bool `json:"seen"`
}

// Card is the card of a claim.
type Card struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Seen bool   `json:"seen"`
}

// Chart is an interactive figure: State is "drawn" once its script has drawn it, and Drawn is true if that is to be
// seen.
type Chart struct {
	State string `json:"state"`
	Drawn bool   `json:"drawn"`
}

// Look scrolls to a cell and gives what a reader sees of its outputs.
func (p Page) Look(id string) Outputs {
	p.t.Helper()
	p.Show(id)
	return ask[Outputs](p, "look()")
}

// Output is an output of a cell as the notebook has it.
type Output struct {
	Type string         `json:"output_type"`
	Name string         `json:"name"`
	Data map[string]any `json:"data"`
}

// Outputs are the outputs of a code cell as the notebook has them.
func (p Page) Outputs(id string) []Output {
	p.t.Helper()
	return ask[[]Output](p, "outputs(%q)", id)
}

// Cells are the ids of the code cells that are not blank.
func (p Page) Cells() []string {
	p.t.Helper()
	return ask[[]string](p, "codes()")
}

// Tagged tells whether a cell has a tag.
func (p Page) Tagged(id, tag string) bool {
	p.t.Helper()
	return slices.Contains(ask[[]string](p, "tags(%q)", id), tag)
}

// Folded tells whether a cell's outputs are folded away.
func (p Page) Folded(id string) bool {
	p.t.Helper()
	return ask[bool](p, "isFolded(%q)", id)
}

// Trusted tells whether Jupyter trusts a cell's outputs, and so lets their scripts run.
func (p Page) Trusted(id string) bool {
	p.t.Helper()
	return ask[bool](p, "trusted(%q)", id)
}

// Dark chooses JupyterLab's dark theme, or its light one.
func (p Page) Dark(dark bool) {
	p.t.Helper()
	theme := pick(dark, "JupyterLab Dark", "JupyterLab Light")
	browsertest.Eval[any](p.Page, fmt.Sprintf("jupyterapp.commands.execute('apputils:change-theme', {theme: %q})", theme))
	p.WaitFor(fmt.Sprintf("document.body.dataset.jpThemeLight === '%t'", !dark))
}

// AccessibleOutputs reports each rule of the accessibility engine that this course's own elements break in the outputs.
// What is around them is JupyterLab's.
func (p Page) AccessibleOutputs() {
	p.t.Helper()
	// JupyterLab lays out what is far from view only when it is scrolled to, and the engine passes over what is not.
	browsertest.Eval[any](p.Page,
		"document.querySelectorAll('.jp-Cell').forEach(c => { c.style.contentVisibility = 'visible' })")
	p.Accessible(`.jp-OutputArea-output [class^="queuebook-"]`)
}

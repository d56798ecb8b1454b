// Package explorers_test uses the explorers of lessons 1 and 3 in a real browser, as their readers do.
package explorers_test

import (
	"context"
	"html"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
	build "github.com/queuebook/queuebook/kernel/live"
	"github.com/queuebook/queuebook/lessonlib/live"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/live/poolexplorer"
	"github.com/queuebook/queuebook/lessonlib/live/twinexplorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// lesson is an explorer, with what it computes natively.
type lesson struct {
	name  string
	call  func(request []byte) []byte
	model explorer.Model
}

var lessons = []lesson{
	{"pool", poolexplorer.Call, poolexplorer.Day(pool.Normal())},
	{"twin", twinexplorer.Call, twinexplorer.Lesson()},
}

// scripts builds the live lessons once for all tests.
var scripts = sync.OnceValues(func() (build.Scripts, error) {
	env, err := environment.Find(".")
	if err != nil {
		return nil, err
	}
	// Not the test's context, which ends with the first test.
	return build.Build(context.Background(), env)
})

// write makes the file of a page as a handout is one, with the explorers' places and below them their scripts, under a
// handout's policy.
func write(t testing.TB, fields map[string]string, names ...string) string {
	t.Helper()
	built, err := scripts()
	if err != nil {
		t.Fatal(err)
	}
	style, err := os.ReadFile("../../handout/template/queuebook/static/handout.css")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Explorers</title>` +
		`<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(handout.LivePolicy) + `">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="color-scheme" content="light dark">` +
		"<style>" + string(style) + "</style></head><body><main class=\"lesson\"><h1>Explorers</h1>")
	for _, name := range names {
		place, err := live.Place{Name: name, Label: name + " explorer", Note: "A still figure stands above.",
			Options: map[string]any{"fields": fields}}.HTML()
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("<p>A still figure.</p><div class=\"output html\">" + place + "</div>")
	}
	b.WriteString("</main>")
	for _, name := range names {
		b.WriteString("<script>" + string(built[name]) + "</script>")
	}
	b.WriteString("</body></html>")
	file := filepath.Join(t.TempDir(), "explorers.html")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// page is a page with one explorer on it.
type page struct {
	browsertest.Page
	t testing.TB
}

// opened opens an explorer, offline, and waits until it runs.
func opened(t testing.TB, name string, fields map[string]string, view browser.View) page {
	t.Helper()
	view.Offline = true
	p := page{browsertest.OpenFile(t, browsertest.Start(t), write(t, fields, name), view), t}
	p.WaitFor(`document.querySelector("[data-queuebook-state=running], [data-queuebook-state=absent]")`)
	return p
}

// text is what a reader sees of an element.
func (p page) text(selector string) string {
	p.t.Helper()
	return browsertest.Eval[string](p.Page, "document.querySelector("+strconv.Quote(selector)+").innerText")
}

// shows waits until an element's text has the words.
func (p page) shows(selector, words string) {
	p.t.Helper()
	p.WaitFor("document.querySelector(" + strconv.Quote(selector) + ").innerText.includes(" + strconv.Quote(words) + ")")
}

// press clicks the button or the label with these words.
func (p page) press(words string) {
	p.t.Helper()
	const mark = `[data-test-press]`
	browsertest.Eval[any](p.Page, `(function (words) {
		document.querySelectorAll("[data-test-press]").forEach(e => e.removeAttribute("data-test-press"));
		[...document.querySelectorAll("button, label, summary")].find(e => e.innerText.trim() === words)
			.setAttribute("data-test-press", "");
	})(`+strconv.Quote(words)+")")
	p.Click(mark)
}

// typed replaces what stands in a control's field, from the keyboard.
func (p page) typed(label, text string) {
	p.t.Helper()
	browsertest.Eval[any](p.Page, "[...document.querySelectorAll('label')].find(e => e.innerText.startsWith("+
		strconv.Quote(label)+")).control.select()")
	p.Type(text)
}

// picture keeps a screenshot in the folder that QUEUEBOOK_PICTURES names, for somebody to look at.
func (p page) picture(name string) {
	p.t.Helper()
	folder := os.Getenv("QUEUEBOOK_PICTURES")
	if folder == "" {
		return
	}
	if err := p.Screenshot(filepath.Join(folder, name+".png"), ".queuebook-live"); err != nil {
		p.t.Error(err)
	}
}

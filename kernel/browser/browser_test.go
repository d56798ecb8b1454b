package browser_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/axe"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
)

const page = `<!doctype html><html lang="en"><head><title>A page</title><style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) { body { background: rgb(1, 2, 3); color: white } }
@media print { button { display: none } }
@media (prefers-reduced-motion: reduce) { p { font-style: italic } }
</style></head><body><main><h1>A page</h1><p>Some words.</p>
<button onclick="document.title = 'Clicked'">Click me</button></main></body></html>`

func write(t *testing.T, html string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a page.html")
	if err := os.WriteFile(file, []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAPageIsShownClickedPrintedAndPictured(t *testing.T) {
	b := browsertest.Start(t)
	p := browsertest.OpenFile(t, b, write(t, page), browser.View{Width: 640, Height: 480, Scale: 2})
	if got := browsertest.Eval[[]float64](p, "[innerWidth, innerHeight, devicePixelRatio]"); !slices.Equal(got, []float64{640, 480, 2}) {
		t.Errorf("the window is %v, want 640 by 480 at 2", got)
	}
	p.Hover("button")
	p.WaitFor("document.querySelector('button').matches(':hover')")
	p.Click("button")
	p.WaitFor("document.title === 'Clicked'")
	for _, c := range []struct {
		what       string
		view       browser.View
		expression string
	}{
		{"light", browser.View{}, "getComputedStyle(document.body).backgroundColor === 'rgba(0, 0, 0, 0)'"},
		{"dark", browser.View{Dark: true}, "getComputedStyle(document.body).backgroundColor === 'rgb(1, 2, 3)'"},
		{"print", browser.View{Print: true}, "getComputedStyle(document.querySelector('button')).display === 'none'"},
		{"reduced motion", browser.View{ReducedMotion: true},
			"getComputedStyle(document.querySelector('p')).fontStyle === 'italic'"},
	} {
		p.Show(c.view)
		if !browsertest.Eval[bool](p, c.expression) {
			t.Errorf("%s: %s does not hold", c.what, c.expression)
		}
	}
	file := filepath.Join(t.TempDir(), "h1.png")
	if err := p.Screenshot(file, "h1"); err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if image, err := png.Decode(bytes.NewReader(picture)); err != nil || image.Bounds().Dx() < 100 {
		t.Errorf("the picture of the heading: %v, %v", image, err)
	}
	if pdf, err := p.PDF(); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("printing gave %.20q, %v", pdf, err)
	}
	p.NoProblems()
}

func TestRequestsAndProblemsAreSeenAndOfflineNothingArrives(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		fmt.Fprint(w, "window.arrived = true")
	}))
	defer server.Close()
	file := write(t, `<!doctype html><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><script src="`+server.URL+
		`/script.js"></script><script>console.error("oh", 42); throw new Error("no")</script>`)
	b := browsertest.Start(t)
	for _, offline := range []bool{true, false} {
		p := browsertest.OpenFile(t, b, file, browser.View{Offline: offline})
		requests := p.Requests()
		if len(requests) != 2 || !strings.HasPrefix(requests[0], "file://") || requests[1] != server.URL+"/script.js" {
			t.Errorf("offline %v: the page asked for %q, want itself and the script", offline, requests)
		}
		if arrived := browsertest.Eval[bool](p, "window.arrived === true"); arrived == offline {
			t.Errorf("offline %v: the script arrived: %v", offline, arrived)
		}
		if problems := p.Problems(); len(problems) != 2 || problems[0] != "console.error: oh 42" ||
			!strings.Contains(problems[1], "Error: no") {
			t.Errorf("offline %v: problems %q", offline, problems)
		}
	}
	if !slices.Equal(asked, []string{"/script.js"}) {
		t.Errorf("the server was asked for %q, want the script once, by the page that was not offline", asked)
	}
}

func TestTheAccessibilityEngineFindsAMissingAlternative(t *testing.T) {
	b := browsertest.Start(t)
	bad := browsertest.OpenFile(t, b, write(t, strings.Replace(page, "<p>", `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>`, 1)),
		browser.View{})
	violations, err := axe.Violations(bad.Page, "")
	if err != nil || len(violations) != 1 || violations[0].Rule != "image-alt" || len(violations[0].Nodes) != 1 {
		t.Errorf("a picture without a text alternative: %v, %v", violations, err)
	}
	if violations, err := axe.Violations(bad.Page, "p"); err != nil || len(violations) != 0 {
		t.Errorf("the paragraph alone: %v, %v; want nothing", violations, err)
	}
	browsertest.OpenFile(t, b, write(t, page), browser.View{}).Accessible("")
}

func TestErrorsSayWhat(t *testing.T) {
	b := browsertest.Start(t)
	p := browsertest.OpenFile(t, b, write(t, page), browser.View{})
	if err := p.Eval("nothing.there", nil); err == nil || !strings.Contains(err.Error(), "nothing is not defined") {
		t.Errorf("a failing expression: %v", err)
	}
	var number int
	if err := p.Eval("'words'", &number); err == nil || !strings.Contains(err.Error(), `gives "words"`) {
		t.Errorf("words for a number: %v", err)
	}
	if err := p.WaitAtMost(1, "document.title === 'never'"); err == nil || !strings.Contains(err.Error(), "in vain") {
		t.Errorf("what never happens: %v", err)
	}
	if _, err := b.OpenFile(filepath.Join(t.TempDir(), "none.html"), browser.View{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
	if _, err := b.Open("http://127.0.0.1:1/", browser.View{}); err == nil || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("an address where nothing answers: %v", err)
	}
}

func TestWithoutABrowserTheErrorSaysHowToGetOne(t *testing.T) {
	t.Setenv("QUEUEBOOK_BROWSER", filepath.Join(t.TempDir(), "none"))
	_, err := browser.Start(t.Context())
	if !errors.Is(err, browser.ErrNoBrowser) || !strings.Contains(err.Error(), "apt-get install chromium") {
		t.Errorf("error %v", err)
	}
}

func TestNoProcessOutlivesStop(t *testing.T) {
	b, err := browser.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	process := b.Process()
	b.Stop()
	b.Stop()
	if err := process.Signal(syscall.Signal(0)); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("after Stop the browser's process says %v", err)
	}
}

package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/google/renameio/v2"
)

// View is how a page is shown. The zero value is a desktop's window in light colours.
type View struct {
	// Width and Height are in CSS pixels; zero means 1280 and 900.
	Width, Height int
	// Scale is the number of device pixels in a CSS pixel; zero means 1.
	Scale float64
	// Dark asks for dark colours, ReducedMotion for no animation, Print for the print style sheet.
	Dark, ReducedMotion, Print bool
	// Offline cuts the page off from the network; requests are still seen and counted.
	Offline bool
	// NoScript keeps the page's own scripts from running.
	NoScript bool
}

// Page is one tab. Its methods may be called one after the other, not at once.
type Page struct {
	ctx   context.Context
	close context.CancelFunc

	mu       sync.Mutex
	requests []string
	problems []string
}

// waitLimit is how long WaitFor waits before it says that something did not happen.
const waitLimit = 2 * time.Minute

// Open opens an address (http, https or file) in a new tab and waits until it has loaded.
func (b *Browser) Open(address string, view View) (*Page, error) {
	p := &Page{}
	p.ctx, p.close = chromedp.NewContext(b.ctx, chromedp.WithListener(p.listen))
	if err := p.Show(view); err != nil {
		p.Close()
		return nil, fmt.Errorf("opening %s: %w", address, err)
	}
	if err := p.do(chromedp.Navigate(address)); err != nil {
		p.Close()
		return nil, fmt.Errorf("opening %s: %w", address, err)
	}
	return p, nil
}

// OpenFile opens a file of this machine over file://.
func (b *Browser) OpenFile(file string, view View) (*Page, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return b.Open("file://"+strings.ReplaceAll(path, " ", "%20"), view)
}

// Close closes the tab.
func (p *Page) Close() {
	p.close()
}

// listen runs inside the loop that reads the browser's messages, so it only notes what it sees.
func (p *Page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil && x.Description != "" {
			text = x.Description
		}
		p.problems = append(p.problems, text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			p.problems = append(p.problems, "console.error: "+words(e.Args))
		}
	}
}

// words are the arguments of a call of the console, as one line.
func words(args []*runtime.RemoteObject) string {
	var parts []string
	for _, a := range args {
		var text string
		switch {
		case len(a.Value) > 0 && json.Unmarshal(a.Value, &text) == nil:
			parts = append(parts, text)
		case len(a.Value) > 0:
			parts = append(parts, string(a.Value))
		default:
			parts = append(parts, a.Description)
		}
	}
	return strings.Join(parts, " ")
}

// Requests are the addresses that the page has asked for so far, in order, itself included; data: and blob: addresses,
// which never leave the page, are not among them.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.requests), func(address string) bool {
		return strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "blob:")
	})
}

// Problems are the page's uncaught exceptions and console errors so far.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.problems)
}

// Show changes how the page is shown.
func (p *Page) Show(v View) error {
	media := &emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: pick(v.Dark, "dark", "light")},
		{Name: "prefers-reduced-motion", Value: pick(v.ReducedMotion, "reduce", "no-preference")},
	}}
	media.Media = pick(v.Print, "print", "")
	return p.do(
		chromedp.EmulateViewport(int64(or(v.Width, 1280)), int64(or(v.Height, 900)), chromedp.EmulateScale(or(v.Scale, 1))),
		step(emulation.SetEmulatedMedia, *media),
		step(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: v.NoScript}),
		step(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: conditions(v.Offline)}),
	)
}

func conditions(offline bool) []*network.Conditions {
	if !offline {
		return []*network.Conditions{}
	}
	return []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}}
}

// step is one command of the protocol as an action without a result.
func step[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, command, params)
		return chromedp.Void{}, err
	}
}

func pick(yes bool, then, otherwise string) string {
	if yes {
		return then
	}
	return otherwise
}

func or[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}

func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) error {
	return chromedp.Do(p.ctx, steps...)
}

// Eval runs a JavaScript expression in the page, waits for it if it is a promise, and stores its value, which has to be
// representable in JSON, in the variable that into points to. A nil into drops the value.
func (p *Page) Eval(expression string, into any) error {
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](
		"(async () => JSON.stringify(await ("+expression+")) ?? 'null')()", chromedp.EvalAwaitPromise))
	if err != nil {
		return fmt.Errorf("%s: %w", firstLine(expression), err)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("%s gives %s: %w", firstLine(expression), text, err)
	}
	return nil
}

func firstLine(s string) string {
	line, rest, _ := strings.Cut(s, "\n")
	if rest != "" {
		line += " ..."
	}
	return line
}

// WaitFor waits until a JavaScript expression is true, and gives an error that says so if that takes minutes.
func (p *Page) WaitFor(expression string) error {
	return p.WaitAtMost(waitLimit, expression)
}

// WaitAtMost is WaitFor with a limit of its own.
func (p *Page) WaitAtMost(limit time.Duration, expression string) error {
	deadline := time.Now().Add(limit)
	for {
		var met bool
		err := p.Eval("!!("+expression+")", &met)
		switch {
		case met:
			return nil
		case p.ctx.Err() != nil:
			return errors.Join(p.ctx.Err(), err)
		case time.Now().After(deadline):
			return fmt.Errorf("waited %v for %s, in vain (%v)", limit, expression, err)
		}
		select {
		case <-p.ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Click waits until an element that the CSS selector finds is visible, scrolls to it and clicks its middle.
func (p *Page) Click(selector string) error {
	if err := p.WaitFor(fmt.Sprintf("document.querySelector(%q)?.checkVisibility()", selector)); err != nil {
		return fmt.Errorf("clicking: %w", err)
	}
	return p.do(chromedp.Click(chromedp.CSS(selector)))
}

// Hover waits until an element that the CSS selector finds is visible, scrolls to it and moves the mouse to its middle.
func (p *Page) Hover(selector string) error {
	if err := p.WaitFor(fmt.Sprintf("document.querySelector(%q)?.checkVisibility()", selector)); err != nil {
		return fmt.Errorf("hovering: %w", err)
	}
	var middle struct{ X, Y float64 }
	if err := p.Eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: "nearest", inline: "nearest"});
		const box = e.getBoundingClientRect();
		return {X: box.left + box.width / 2, Y: box.top + box.height / 2};
	})()`, selector), &middle); err != nil {
		return fmt.Errorf("hovering over %s: %w", selector, err)
	}
	return p.do(chromedp.MouseEvent(chromedp.MouseMoved, middle.X, middle.Y))
}

// Type sends keys to what has the focus, as from a keyboard: letters, and kb.Tab, kb.Enter and the like.
func (p *Page) Type(keys string, modifiers ...chromedp.KeyOption) error {
	return p.do(chromedp.KeyEvent(keys, modifiers...))
}

// Screenshot writes a PNG of the whole page, or of the element that the CSS selector finds, if one is given.
func (p *Page) Screenshot(file, selector string) error {
	take := chromedp.FullScreenshot(100)
	if selector != "" {
		take = chromedp.Screenshot(chromedp.CSS(selector))
	}
	png, err := chromedp.Run(p.ctx, take)
	if err != nil {
		return fmt.Errorf("taking a picture of %s: %w", or(selector, "the page"), err)
	}
	return renameio.WriteFile(file, png, 0o644)
}

// PDF prints the page on A4 paper, with the page's own style sheet for print and with backgrounds. The file has the page's
// headings as its outline, and its structure for screen readers.
func (p *Page) PDF() ([]byte, error) {
	pdf, err := chromedp.Run(p.ctx, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFPrintBackground(),
		chromedp.PDFOutlineAndTagged(), chromedp.PDFStream()))
	if err != nil {
		return nil, fmt.Errorf("printing: %w", err)
	}
	return pdf, nil
}

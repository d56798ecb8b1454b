// Package browser drives a headless Chromium: to print a handout, and to try in tests what a reader sees.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/chromedp/chromedp"
)

// ErrNoBrowser is in the chain of the error when this machine has no Chromium.
var ErrNoBrowser = errors.New("no Chromium or Chrome was found")

// programs are the names and places where Chromium and Chrome are found, the first one taken.
var programs = map[string][]string{
	"linux":  {"chromium", "chromium-browser", "google-chrome-stable", "google-chrome"},
	"darwin": {"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"},
}

// Find gives the path of Chromium or Chrome: the program that the environment variable QUEUEBOOK_BROWSER names, or else
// the first one in the usual places. The error, in whose chain is ErrNoBrowser, names the command that installs it.
func Find() (string, error) {
	candidates := programs[runtime.GOOS]
	if name := os.Getenv("QUEUEBOOK_BROWSER"); name != "" {
		candidates = []string{name}
	}
	for _, name := range candidates {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w (looked for %q); install it with `sudo apt-get install chromium` or `brew install --cask "+
		"chromium`, or name its program in QUEUEBOOK_BROWSER", ErrNoBrowser, candidates)
}

// Browser is a running headless Chromium with an empty profile of its own.
type Browser struct {
	ctx  context.Context
	stop func()
}

// startLimit is how long a browser may take to start; a loaded machine needs seconds, and more means that it hangs.
const startLimit = time.Minute

// Start starts a browser, which lives until Stop, or until ctx ends. It asks the network for nothing by itself.
func Start(ctx context.Context) (*Browser, error) {
	program, err := Find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.DisableGPU,
		// What a browser looks up for itself would fail on a closed network, and slow each start down.
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-pings", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.WSURLReadTimeout(startLimit),
	)
	if os.Geteuid() == 0 {
		// Chromium's sandbox refuses to run as root, which one often is in a container.
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stopAllocator := chromedp.NewExecAllocator(ctx, options...)
	ctx, stopTab := chromedp.NewContext(ctx)
	b := &Browser{ctx: ctx, stop: sync.OnceFunc(func() {
		// Cancel waits until the browser has ended and its profile is gone.
		_ = chromedp.Cancel(ctx)
		stopTab()
		stopAllocator()
	})}
	if err := chromedp.Do(ctx); err != nil {
		b.Stop()
		return nil, fmt.Errorf("starting %s: %w", program, err)
	}
	return b, nil
}

// Stop ends the browser with all its pages, and waits for it. It may be called twice.
func (b *Browser) Stop() {
	b.stop()
}

// Process is the browser's process.
func (b *Browser) Process() *os.Process {
	return chromedp.FromContext(b.ctx).Browser.Process()
}

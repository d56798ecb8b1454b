package handout

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/queuebook/queuebook/kernel/browser"
)

// drawn holds once a page has drawn all that goes on paper; handout.js sets it.
const drawn = "document.documentElement.dataset.handout === 'ready'"

// printed gives the PDF of each page, which are HTML by file name. Folder is for files that only the browser reads.
func printed(ctx context.Context, folder string, pages map[string][]byte) (map[string][]byte, error) {
	b, err := browser.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer b.Stop()
	papers := make(map[string][]byte, len(pages))
	for name, page := range pages {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, page, 0o644); err != nil {
			return nil, err
		}
		if papers[name], err = onPaper(b, file); err != nil {
			return nil, fmt.Errorf("printing %s: %w", name, err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return papers, nil
}

// onPaper prints one page, which must not reach for anything and not fail while it draws.
func onPaper(b *browser.Browser, file string) ([]byte, error) {
	page, err := b.OpenFile(file, browser.View{Offline: true, Print: true})
	if err != nil {
		return nil, err
	}
	defer page.Close()
	if err := page.WaitFor(drawn); err != nil {
		return nil, err
	}
	if problems := page.Problems(); len(problems) > 0 {
		return nil, fmt.Errorf("its script fails: %s", strings.Join(problems, "; "))
	}
	if asked := page.Requests(); len(asked) > 1 {
		return nil, fmt.Errorf("it asks for %q", asked[1:])
	}
	return page.PDF()
}

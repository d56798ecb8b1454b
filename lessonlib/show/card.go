package show

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// Claims shows claims as cards: the value, its kind, and whether it is what the text says. A claim that the text
// contradicts is a finding, not an error; the cell goes on.
func Claims(claims ...claim.Claim) {
	ledger, err := claim.ReadLedger(ledgerFile())
	display(cards(claims, ledger, err))
}

// ledgerFile is the ledger of the checkout that the kernel was installed from, or else of the checkout around the
// working directory.
func ledgerFile() string {
	if root := os.Getenv("QUEUEBOOK_ROOT"); root != "" {
		return filepath.Join(root, claim.LedgerFile)
	}
	dir, err := os.Getwd()
	if err != nil {
		return claim.LedgerFile
	}
	for ; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, claim.LedgerFile)
		if _, err := os.Stat(file); err == nil || dir == filepath.Dir(dir) {
			return file
		}
	}
}

// cards draws claims against the ledger; ledgerErr says why there is none to hold them against.
func cards(claims []claim.Claim, ledger claim.Ledger, ledgerErr error) Bundle {
	list := make([]any, 0, len(claims))
	var plain, rich strings.Builder
	rich.WriteString(`<div class="queuebook-claims" style="display: flex; flex-wrap: wrap; gap: 0.5em">` + "\n")
	for _, c := range claims {
		list = append(list, c.Fields())
		card := newCard(c, ledger, ledgerErr)
		plain.WriteString(card.plain() + "\n")
		rich.WriteString(card.html() + "\n")
	}
	rich.WriteString("</div>")
	return Bundle{Data: map[string]any{
		claim.MIMEType: map[string]any{"claims": list},
		"text/html":    rich.String(),
		"text/plain":   strings.TrimRight(plain.String(), "\n"),
	}}
}

// card is what one claim shows: a mark that is not colour alone, the value, the kind with its source, and a remark.
type card struct {
	claim  claim.Claim
	mark   string
	colour string
	remark string
}

func newCard(c claim.Claim, ledger claim.Ledger, ledgerErr error) card {
	// The colours are dark enough on white and light enough on black (contrast of at least 4.5 either way is not
	// possible with one colour, so they only tint the border; words and mark carry the meaning).
	const calm, finding = "#2e7d32", "#b26a00"
	if err := c.Validate(); err != nil {
		return card{c, "!", finding, err.Error()}
	}
	if ledgerErr != nil {
		return card{c, "?", finding, ledgerErr.Error()}
	}
	remark := ledger.Explain(c)
	switch ledger.Judge(c) {
	case claim.Agrees:
		return card{c, "✓", calm, remark}
	case claim.CannotTell:
		return card{c, "~", finding, remark}
	case claim.Unknown:
		return card{c, "?", finding, remark}
	}
	return card{c, "≠", finding, remark}
}

func (k card) kind() string {
	kind := string(k.claim.Kind)
	if k.claim.Source != "" {
		kind += ", " + k.claim.Source
	}
	if k.claim.Measured != "" {
		kind += ", measured " + k.claim.Measured
	}
	return kind
}

func (k card) plain() string {
	return fmt.Sprintf("%s %s [%s] (%s) %s", k.mark, k.claim.Text, k.claim.ID, k.kind(), k.remark)
}

func (k card) html() string {
	return fmt.Sprintf(`<div class="queuebook-claim" id="%s" style="border: 1px solid #8888; border-left: 4px solid %s; `+
		`border-radius: 4px; padding: 0.3em 0.7em"><strong>%s</strong><br>`+
		`<small>%s · %s<br>%s %s</small></div>`,
		html.EscapeString(k.claim.ID), k.colour, html.EscapeString(k.claim.Text),
		html.EscapeString(k.claim.ID), html.EscapeString(k.kind()), k.mark, html.EscapeString(k.remark))
}

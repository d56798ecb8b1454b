package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// checkCards holds the forms in which claims are shown against their data.
func (l *lesson) checkCards(ledger Ledger) []Finding {
	var findings []Finding
	for _, cell := range l.nb.Cells {
		for _, out := range cell.Outputs {
			claims, _, err := out.Claims()
			if err != nil || len(claims) == 0 {
				continue
			}
			if plain, ok := out.Data["text/plain"]; ok {
				findings = append(findings, l.checkForm(cell, "plain text", plain, claims, ledger)...)
			} else {
				findings = append(findings, l.at(cell, 0, CardAltered, claims[0].ID, "the card has no plain text; run the cell again"))
			}
			if page, ok := out.Data["text/html"]; ok {
				findings = append(findings, l.checkForm(cell, "HTML", visible(page), claims, ledger)...)
			}
		}
	}
	return findings
}

// checkForm holds one form of a card, such as its plain text, against the claims that it is to show: it has each claim's
// text, and says of it what the ledger makes of it.
func (l *lesson) checkForm(cell notebook.Cell, form, text string, claims []claim.Claim, ledger Ledger) []Finding {
	var findings []Finding
	for _, c := range missing(text, claims, func(c claim.Claim) string { return c.Text }) {
		findings = append(findings, made{c, l, cell, 0}.finding(CardAltered, "the card's %s does not show %q of claim %s; run the "+
			"cell again", form, c.Text, c.ID))
	}
	// Where the ledger itself is to blame, there is a finding about the ledger.
	agreed := slices.DeleteFunc(slices.Clone(claims), func(c claim.Claim) bool {
		v := ledger.Judge(c)
		return v != claim.Agrees && v != claim.Broken
	})
	for _, c := range missing(text, agreed, ledger.Explain) {
		findings = append(findings, made{c, l, cell, 0}.finding(CardAltered, "the card's %s does not say %q of claim %s, so it was "+
			"made with another ledger; run the notebook again with `--execute --write`", form, ledger.Explain(c), c.ID))
	}
	return findings
}

// missing gives the claims whose words the text does not hold, once for each claim that has them. Longer words are
// looked for first, so that "5 ticks" does not count as "5".
func missing(text string, claims []claim.Claim, words func(claim.Claim) string) []claim.Claim {
	order := slices.Clone(claims)
	slices.SortStableFunc(order, func(a, b claim.Claim) int { return cmp.Compare(len(words(b)), len(words(a))) })
	wanted := map[string]int{}
	for _, c := range claims {
		wanted[words(c)]++
	}
	var absent []claim.Claim
	shown := map[string]int{}
	for _, c := range order {
		w := words(c)
		if _, looked := shown[w]; !looked {
			shown[w], text = cut(text, w)
		}
		if shown[w] < wanted[w] {
			absent = append(absent, c)
			wanted[w]--
		}
	}
	return absent
}

// cut counts how often words stand in a text by themselves, and takes them out.
func cut(text, words string) (count int, rest string) {
	if words == "" {
		return 0, text
	}
	var b strings.Builder
	kept, from := 0, 0 // what is written up to, and where to look on
	for {
		i := strings.Index(text[from:], words)
		if i < 0 {
			b.WriteString(text[kept:])
			return count, b.String()
		}
		i += from
		if alone(text[:i], text[i+len(words):]) {
			count++
			b.WriteString(text[kept:i] + " ; ") // apart, so that its neighbours do not make new words
			from = i + len(words)
			kept = from
			continue
		}
		_, size := utf8.DecodeRuneInString(words)
		from = i + size
	}
}

// alone tells whether what stands between two texts is not part of a longer number or word.
func alone(before, after string) bool {
	b, _ := utf8.DecodeLastRuneInString(before)
	a, size := utf8.DecodeRuneInString(after)
	next, _ := utf8.DecodeRuneInString(after[size:])
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	return !part(b) && !strings.ContainsRune("+-−±.,$€£", b) &&
		!part(a) && !strings.ContainsRune("%‰°", a) && !(strings.ContainsRune(".,", a) && unicode.IsNumber(next))
}

// visible is the text of a piece of HTML.
func visible(page string) string {
	tokens := html.NewTokenizer(strings.NewReader(page))
	var b strings.Builder
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.WriteString(tokens.Token().Data)
		default:
			b.WriteByte(' ')
		}
	}
}

func cellName(m made) string { return fmt.Sprintf("cell %d", m.cell.Number) }

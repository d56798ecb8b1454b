package prose

import (
	"strings"
	"unicode"
)

// Heading is one heading. It starts a section.
type Heading struct {
	// Text is the heading as a reader sees it.
	Text string
	// Level is 1 to 6.
	Level int
	// Line is the line of the cell's source, counting from 1.
	Line int
}

// Anchors are the names by which a link reaches the heading: the text with hyphens for its spaces, as JupyterLab and
// nbconvert make it ("What-is-fair?"), and the same in small letters without punctuation, as GitHub and VS Code do
// ("what-is-fair").
func (h Heading) Anchors() []string {
	jupyter := strings.ReplaceAll(h.Text, " ", "-")
	plain := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || isLetter(r) || isNumeric(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, jupyter)
	return []string{jupyter, plain}
}

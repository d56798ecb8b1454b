package prose

import (
	"net/url"
	"strings"
)

// Link is one link.
type Link struct {
	// Target is what the link leads to, as written.
	Target string
	// Text is the link as a reader sees it: emphasis taken off, escapes resolved, a line break turned into a space.
	Text string
	// Line is the line of the cell's source, counting from 1.
	Line int
	// Section is how many headings of the cell start before the link; a link in a heading is behind its start.
	Section int
}

// Fragment is the name that the link looks for on its own page, and whether it is such a link: "#b-small-delay" looks
// for "b-small-delay".
func (l Link) Fragment() (name string, local bool) {
	name, local = strings.CutPrefix(l.Target, "#")
	if !local {
		return "", false
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	return name, true
}

package prose

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
)

// readHTML reads HTML that stands in lines: its text, its links, its headings, and what it says in attributes.
func (r *reader) readHTML(lines *text.Segments) {
	var source strings.Builder
	var starts []int // where in source each line starts
	for i := range lines.Len() {
		starts = append(starts, source.Len())
		segment := lines.At(i)
		source.Write(segment.Value(r.source))
	}
	offset := 0
	moveTo := func() {
		i, found := slices.BinarySearch(starts, offset)
		if !found {
			i--
		}
		r.moveTo(lines.At(i).Start)
	}
	tokens := html.NewTokenizer(strings.NewReader(source.String()))
	for {
		kind := tokens.Next()
		raw := string(tokens.Raw())
		moveTo()
		switch kind {
		case html.ErrorToken: // the end, since reading a string has no other error
			return
		case html.TextToken:
			for line := range strings.Lines(raw) {
				moveTo()
				r.say(html.UnescapeString(line))
				offset += len(line)
			}
			continue
		case html.StartTagToken, html.SelfClosingTagToken:
			r.startTag(tokens.Token())
		case html.EndTagToken:
			r.endTag(tokens.Token().Data)
		}
		offset += len(raw)
	}
}

var (
	// Elements whose text is code.
	codeElements = []string{"code", "kbd", "pre", "samp", "tt"}
	// Elements whose text no page shows.
	hiddenElements = []string{"script", "style", "template"}
	// Elements that stand within a word or a sentence. All others break the text.
	inlineElements = []string{"a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
		"kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
		"wbr"}
	// Attributes that a reader sees or hears.
	spokenAttributes = []string{"alt", "aria-label", "label", "placeholder", "title"}

	headingElement = regexp.MustCompile(`^h[1-6]$`)
)

func (r *reader) startTag(tag html.Token) {
	if !slices.Contains(inlineElements, tag.Data) {
		r.separate()
	}
	target, isLink := "", false
	for _, a := range tag.Attr {
		switch {
		case a.Key == "id" || a.Key == "name":
			r.prose.Anchors = append(r.prose.Anchors, a.Val)
		case a.Key == "href":
			target, isLink = a.Val, true
		case slices.Contains(spokenAttributes, a.Key):
			r.aside(a.Val)
		}
	}
	switch {
	case tag.Type == html.SelfClosingTagToken:
	case tag.Data == "a" && isLink:
		r.openLink(target)
	case tag.Data == "a":
		r.links = append(r.links, open{place: -1})
	case tag.Data == "sup":
		r.add("^", "") // a power is no digit of its base
	case headingElement.MatchString(tag.Data):
		r.heads = append(r.heads, open{place: r.heading(int(tag.Data[1] - '0')), start: len(r.current)})
	case slices.Contains(codeElements, tag.Data):
		r.code = append(r.code, tag.Data)
	case slices.Contains(hiddenElements, tag.Data):
		r.hidden = append(r.hidden, tag.Data)
	}
}

// separate keeps apart what stands in different elements.
func (r *reader) separate() { r.add(" "+string(gap)+" ", " ") }

func (r *reader) endTag(name string) {
	if !slices.Contains(inlineElements, name) {
		r.separate()
	}
	switch {
	case name == "a":
		r.closeLink()
	case headingElement.MatchString(name):
		r.closeHeading()
	}
	r.code = withoutLast(r.code, name)
	r.hidden = withoutLast(r.hidden, name)
}

// withoutLast takes the last occurrence of name out of a list of open elements.
func withoutLast(open []string, name string) []string {
	for i := len(open) - 1; i >= 0; i-- {
		if open[i] == name {
			return slices.Delete(open, i, i+1)
		}
	}
	return open
}

package prose

import (
	"sort"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Parse reads the source of a Markdown cell. Every text is Markdown, so that there is no error.
func Parse(source string) Prose {
	r := &reader{source: []byte(source), lineStarts: []int{0}}
	for i, c := range r.source {
		if c == '\n' {
			r.lineStarts = append(r.lineStarts, i+1)
		}
	}
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM, formulas{}))
	r.blocks(markdown.Parser().Parse(text.NewReader(r.source)))
	return r.prose
}

// reader walks a document and collects what Prose holds.
type reader struct {
	source     []byte
	lineStarts []int
	prose      Prose

	current block    // the block that is being read
	line    int      // the line of what was read last
	links   []open   // the links that are open, innermost last
	heads   []open   // the headings of HTML that are open, innermost last
	code    []string // the elements of HTML that are open and hold code, innermost last
	hidden  []string // the elements of HTML that are open and not shown, innermost last
}

// open is a link or a heading whose end has not come yet.
type open struct {
	place int // in prose.Links or prose.Headings; negative for an anchor of HTML that leads nowhere
	start int // the piece of the current block with which it starts
}

// blocks reads the blocks inside n.
func (r *reader) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.moveTo(c.Pos())
		switch c := c.(type) {
		case *ast.Heading:
			h := r.heading(c.Level)
			r.inlines(c)
			r.prose.Headings[h].Text = r.current.seen()
			r.end()
		case *ast.Paragraph, *ast.TextBlock, *tables.TableCell:
			r.inlines(c)
			r.end()
		case *ast.HTMLBlock:
			if c.HasClosure() {
				c.Lines().Append(c.ClosureLine)
			}
			r.readHTML(c.Lines())
			r.end()
		case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.LinkReferenceDefinition, *formulaBlock:
		default: // a list, a quotation, a table: blocks of blocks
			r.blocks(c)
		}
	}
}

// inlines reads what is in a paragraph or in a part of one.
func (r *reader) inlines(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			r.moveTo(c.Segment.Start)
			written := string(c.Segment.Value(r.source))
			if !c.IsRaw() {
				written = unescape(written)
			}
			r.say(written)
			if c.SoftLineBreak() || c.HardLineBreak() {
				r.say(" ")
			}
		case *ast.String:
			r.say(string(c.Value))
		case *ast.CodeSpan:
			var code block
			for t := c.FirstChild(); t != nil; t = t.NextSibling() {
				if t, ok := t.(*ast.Text); ok {
					r.moveTo(t.Segment.Start)
					code = append(code, piece{seen: string(t.Segment.Value(r.source))})
				}
			}
			r.skip(code.seen())
		case *formula:
			r.moveTo(c.Pos())
			r.skip(string(c.source))
		case *ast.AutoLink:
			r.skip(string(c.Label(r.source)))
		case *ast.Link:
			r.moveTo(c.Pos())
			r.openLink(string(c.Destination))
			r.aside(string(c.Title))
			r.inlines(c)
			r.closeLink()
		case *ast.Image:
			r.moveTo(c.Pos())
			r.image(c)
		case *ast.RawHTML:
			r.readHTML(c.Segments)
		default: // emphasis, a struck-out word
			r.inlines(c)
		}
	}
}

// image reads an image's alternative text and its title, each for itself.
func (r *reader) image(n *ast.Image) {
	alt := &reader{source: r.source, lineStarts: r.lineStarts, line: r.line}
	alt.inlines(n)
	r.aside(alt.current.seen())
	r.aside(string(n.Title))
	r.skip("")
}

// moveTo notes the line of a place in the source; a negative place is unknown and leaves the line as it was.
func (r *reader) moveTo(offset int) {
	if offset >= 0 {
		r.line = sort.SearchInts(r.lineStarts, offset+1)
	}
}

// say adds text that is both seen and read.
func (r *reader) say(text string) {
	switch {
	case len(r.hidden) > 0:
	case len(r.code) > 0:
		r.skip(text)
	default:
		r.add(text, text)
	}
}

// skip adds something that is seen and not read.
func (r *reader) skip(seen string) { r.add(string(gap), seen) }

func (r *reader) add(text, seen string) {
	link := -1
	if len(r.links) > 0 {
		link = r.links[len(r.links)-1].place
	}
	r.current = append(r.current, piece{text: text, seen: seen, line: r.line, link: link})
}

// aside adds a block of its own, for a text that goes with the current one.
func (r *reader) aside(text string) {
	if text != "" {
		r.prose.blocks = append(r.prose.blocks, block{{text: text, seen: text, line: r.line, link: -1}})
	}
}

func (r *reader) heading(level int) (place int) {
	r.prose.Headings = append(r.prose.Headings, Heading{Level: level, Line: r.line})
	return len(r.prose.Headings) - 1
}

func (r *reader) openLink(target string) {
	r.links = append(r.links, open{place: len(r.prose.Links), start: len(r.current)})
	r.prose.Links = append(r.prose.Links, Link{Target: target, Line: r.line, Section: len(r.prose.Headings)})
}

func (r *reader) closeLink() {
	if n := len(r.links); n > 0 {
		if l := r.links[n-1]; l.place >= 0 {
			r.prose.Links[l.place].Text = r.current[l.start:].seen()
		}
		r.links = r.links[:n-1]
	}
}

func (r *reader) closeHeading() {
	if n := len(r.heads); n > 0 {
		h := r.heads[n-1]
		r.prose.Headings[h.place].Text = r.current[h.start:].seen()
		r.heads = r.heads[:n-1]
	}
}

// end closes the current block with all that its HTML left open.
func (r *reader) end() {
	for len(r.links) > 0 {
		r.closeLink()
	}
	for len(r.heads) > 0 {
		r.closeHeading()
	}
	r.code, r.hidden = nil, nil
	if len(r.current) > 0 {
		r.prose.blocks = append(r.prose.blocks, r.current)
		r.current = nil
	}
}

// Package prose reads the Markdown cells of a lesson for the claim check: its headings, its links, and the numbers that
// stand in it.
//
// # Which numbers need a claim
//
// A number in the prose is the text of a link to a claim, or it is an orphan. Numbers are
//
//   - digits of any script, with all that belongs to them: 0.98, 400,000, -5, 20ms, 5x, 1/2, 5–10, 10⁵, ½, $35, 99.9%;
//   - number words above twelve, with their ordinals and compounds: thirteen, twenty-one, hundreds, thousandth, thirty-day,
//     hundredfold.
//
// They count wherever a reader sees or hears them: paragraphs, headings, lists, tables, HTML, link texts, titles and
// alternative texts. What a reader does not take for text does not count: list markers, link targets, bare URLs, HTML
// comments, raw cells.
//
// Exempt are
//
//   - code spans and code blocks, in Markdown and in HTML (code, pre, kbd, samp);
//   - formulas, $…$ and $$…$$; a dollar sign opens one only right before something and closes it only right after
//     something and not before a digit, so "$24 and $35" is two amounts;
//   - number words up to twelve, their ordinals and compounds, and words such as half, twice and dozen;
//   - numbers inside a name, that is with a letter right before them (S1, p95, p99.9, KK11, k6), or after capitals with a
//     hyphen or a slash (S6-S200, UTF-8, HTTP/2, M/M/1). A lone x is no name: x5 means times five;
//   - version numbers right after the name of a product on the list in names.go (Go 1.26, JupyterLab 4, RFC 9110);
//   - ordinals right after a noun on the list in names.go that names by number (lesson 2, exercise 3, figure 4, ch. 5),
//     and after its plural a whole list of them (lessons 1, 2 and 3);
//   - percentiles (95th percentile) and names of files (1-noisy-neighbour.ipynb);
//   - ISO dates (2026-05-01), clock times with two digits for the hour (09:12), the year after a month (May 2003), whole
//     dates (12 May 2003), and years in a reference's parentheses: (1961), (Gross and Harris 1998).
//
// The lists are short on purpose. Whatever they miss can go into a code span if it is a name, and has to become a claim
// if it is a number.
package prose

import (
	"slices"
	"strings"
)

// Prose is what one Markdown cell holds.
type Prose struct {
	// Headings are the cell's headings, in order.
	Headings []Heading
	// Links are the cell's links, in order; images and bare URLs are none.
	Links []Link
	// Anchors are the names that HTML elements of the cell give themselves with id or name.
	Anchors []string

	blocks []block
}

// Number is a number that stands in the prose.
type Number struct {
	// Text is the number with what belongs to it.
	Text string
	// Line is the line of the cell's source, counting from 1.
	Line int
}

// Orphans gives the numbers that need a claim and have none, in the order in which they stand. Claimed tells which links
// lead to claims; what such a link says is not looked at, since the claim decides about it.
func (p Prose) Orphans(claimed func(Link) bool) []Number {
	isClaim := make([]bool, len(p.Links))
	for i, l := range p.Links {
		isClaim[i] = claimed(l)
	}
	var numbers []Number
	for _, b := range p.blocks {
		numbers = append(numbers, b.orphans(isClaim)...)
	}
	slices.SortStableFunc(numbers, func(a, b Number) int { return a.Line - b.Line })
	return numbers
}

// block is a piece of prose that is read in one go: a paragraph, a heading, a table cell, an alternative text. Numbers
// do not reach across blocks.
type block []piece

// piece is a part of a block from one line and, if link is not negative, inside that link.
type piece struct {
	text string // what is read for numbers
	seen string // what a reader sees; another text than text for code and formulas
	line int
	link int
}

// seen is the block, or a part of it, as a reader sees it: with white space as a page shows it.
func (b block) seen() string {
	var text strings.Builder
	for _, p := range b {
		text.WriteString(p.seen)
	}
	return strings.Join(strings.FieldsFunc(text.String(), func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }), " ")
}

// gap stands for what is in the text and not read: code, a formula, an image, a link to a claim.
const gap = '\ufffc'

// orphans finds the block's numbers; claimed tells for each link whether it leads to a claim.
func (b block) orphans(claimed []bool) []Number {
	var text []byte
	var starts, lines []int // where in text a piece starts, and its line
	inClaim := -1
	for _, p := range b {
		starts, lines = append(starts, len(text)), append(lines, p.line)
		if p.link >= 0 && claimed[p.link] {
			if inClaim != p.link {
				text = append(text, string(gap)...)
			}
			inClaim = p.link
			continue
		}
		inClaim = -1
		text = append(text, p.text...)
	}
	var numbers []Number
	for _, s := range scan(string(text)) {
		// The last piece that starts at or before the number; an empty piece is never it.
		i, found := slices.BinarySearch(starts, s.start)
		for found && i+1 < len(starts) && starts[i+1] == s.start {
			i++
		}
		if !found {
			i--
		}
		numbers = append(numbers, Number{Text: s.text, Line: lines[i]})
	}
	return numbers
}

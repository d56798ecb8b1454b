package handout

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// Page is what the index tells of a handout.
type Page struct {
	// Name is the lesson's file name without its ending.
	Name string
	// Title is the page's heading.
	Title string
	// Question is the first question of the text that the lesson opens with, or empty.
	Question string
	// Claims counts the claims of each kind.
	Claims map[claim.Kind]int
	// Size is the page's weight in bytes.
	Size int
}

// ReadPage reads from a handout what the index tells of it. The error says that the page is no handout.
func ReadPage(name string, page []byte) (Page, error) {
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return Page{}, fmt.Errorf("page %s: %w", name, err)
	}
	p := Page{Name: name, Claims: make(map[claim.Kind]int), Size: len(page)}
	isHandout := false
	for n := range doc.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "main" && hasClass(n, "lesson"):
			isHandout = true
		case n.Data == "h1" && p.Title == "":
			p.Title = words(n)
		case hasClass(n, "opening"):
			p.Question = question(n)
		case hasClass(n, "claim") && attribute(n, "id") != "":
			p.Claims[claim.Kind(attribute(n, "data-kind"))]++
		}
	}
	if !isHandout {
		return Page{}, fmt.Errorf("page %s is no handout: it has no <main class=\"lesson\">", name)
	}
	return p, nil
}

// sentenceEnd is where a sentence ends: not at the point of a decimal number.
var sentenceEnd = regexp.MustCompile(`[.!?]["'”’)]*(?:\s+|$)`)

// question is the first sentence below n that asks something.
func question(n *html.Node) string {
	for paragraph := range n.Descendants() {
		if paragraph.Type != html.ElementNode || paragraph.Data != "p" {
			continue
		}
		text := words(paragraph)
		begin := 0
		for _, end := range sentenceEnd.FindAllStringIndex(text, -1) {
			if text[end[0]] == '?' {
				return strings.TrimSpace(text[begin:end[1]])
			}
			begin = end[1]
		}
	}
	return ""
}

// words is the text below n on one line, without the word joiners that tell handout.js a price from mathematics.
func words(n *html.Node) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(textOf(n)), " "), "\u2060", "")
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func lookup(n *html.Node, name string) (value string, found bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func attribute(n *html.Node, name string) string {
	value, _ := lookup(n, name)
	return value
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attribute(n, "class")), class)
}

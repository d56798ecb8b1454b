package handouts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// element is one element of a tagged PDF's structure: ISO 32000-1, section 14.7.
type element struct {
	role     string // Figure, Caption, H2, ...
	page     int    // the object number of the page that its own content is on; 0 if it has only children
	children []int  // the object numbers of the elements in it
	alt      bool   // it has a text alternative
}

var (
	pageObject    = regexp.MustCompile(`/Type /Page\b`)
	elementObject = regexp.MustCompile(`(?s)(\d+) 0 obj\s*<</Type /StructElem\b(.*?)endobj`)
	elementRole   = regexp.MustCompile(`/S /(\w+)`)
	elementPage   = regexp.MustCompile(`/Pg (\d+) 0 R`)
	elementKids   = regexp.MustCompile(`(?s)/K (\[.*?\]|\d+ 0 R)`)
	reference     = regexp.MustCompile(`(\d+) 0 R`)
)

// structure reads the elements of a PDF by their object numbers. It knows only as much of the format as Chromium
// writes, which leaves objects uncompressed.
func structure(pdf []byte) map[int]element {
	elements := make(map[int]element)
	for _, m := range elementObject.FindAllSubmatch(pdf, -1) {
		e := element{role: string(elementRole.FindSubmatch(m[2])[1]), alt: bytes.Contains(m[2], []byte("/Alt "))}
		if page := elementPage.FindSubmatch(m[2]); page != nil {
			e.page = number(page[1])
		}
		if kids := elementKids.FindSubmatch(m[2]); kids != nil {
			for _, kid := range reference.FindAllSubmatch(kids[1], -1) {
				e.children = append(e.children, number(kid[1]))
			}
		}
		elements[number(m[1])] = e
	}
	return elements
}

func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits)) // the pattern lets nothing else through
	return n
}

// pagesOf collects the pages that an element and all in it are on, and tells whether a role is among them.
func pagesOf(elements map[int]element, id int, pages map[int]bool, role string) (found bool) {
	e := elements[id]
	if e.page > 0 {
		pages[e.page] = true
	}
	found = e.role == role
	for _, child := range e.children {
		found = pagesOf(elements, child, pages, role) || found
	}
	return found
}

func TestOnPaperAFigureStaysWithItsCaption(t *testing.T) {
	for _, file := range files(t, ".pdf") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			pdf, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			page, err := os.ReadFile(strings.TrimSuffix(file, ".pdf") + ".html")
			if err != nil {
				t.Fatal(err)
			}
			if sheets := len(pageObject.FindAll(pdf, -1)); sheets < 10 {
				t.Errorf("%d sheets, too few for a lesson", sheets)
			}
			elements := structure(pdf)
			figures, pictures := 0, 0
			for id, e := range elements {
				if e.role != "Figure" {
					continue
				}
				if e.alt {
					pictures++
				}
				pages := make(map[int]bool)
				if !pagesOf(elements, id, pages, "Caption") {
					continue // the picture inside a figure
				}
				figures++
				if len(pages) != 1 {
					t.Errorf("a figure with its caption is on %d sheets", len(pages))
				}
			}
			if want := strings.Count(string(page), "<figcaption>"); figures != want || pictures != want {
				t.Errorf("%d figures with captions and %d pictures with words, want %d as on the screen", figures, pictures, want)
			}
		})
	}
}

// Package claimstable makes the page that lists every claim of the course: what the text says, how the number came about,
// whose assumption or figure it is, and a link to the card of the cell that makes it, in the lesson's handout.
package claimstable

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/prose"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// File is the page's file name among those of the handouts, and Title what a list of them calls it.
const (
	File  = "claims.html"
	Title = "The claims of all lessons"
)

// Look is what the page shares with the handouts.
type Look struct {
	// Policy is their content security policy, and Style their style sheet.
	Policy, Style string
	// Home is the file name of the list of handouts.
	Home string
	// Language is a language tag; empty means English. Course and Date stand above the title; either may be empty.
	Language, Course, Date string
}

//go:embed claims.html.tmpl
var source string

var page = template.Must(template.New("claims").Parse(source))

// meanings say of each kind how far to trust it.
var meanings = map[claim.Kind]string{
	claim.AssumedKind:  "an input that somebody chose; the source says who or where",
	claim.ComputedKind: "a formula on assumptions, the same on every machine",
	claim.CountedKind:  "read off a seeded run, the same on every machine",
	claim.TimedKind:    "measured with a clock; the text states a verdict or a bound, which has to hold on each machine",
	claim.ReportedKind: "measured by the source on its own machine, and held against its place in data/reference",
}

// row is one claim.
type row struct {
	claim.Claim
	Link string // to its card
}

// section is one lesson's claims.
type section struct {
	Anchor, Title string
	Rows          []row
}

// kind is one kind of claim that the course has.
type kind struct {
	Name    claim.Kind
	Meaning string
	Counts  []int // in each lesson that makes claims
	Count   int   // in all of them
}

// Page makes the page from the lessons, with the outputs that their handouts show. A lesson's handout is the file that has
// its name with the ending .html, beside the page. An output whose claims cannot be read is an error that names its cell.
func Page(lessons []notebook.Notebook, look Look) ([]byte, error) {
	data := struct {
		Look     Look
		Language string
		Style    template.CSS
		Title    string
		Kinds    []kind
		Sections []*section
		Count    int
	}{Look: look, Language: look.Language, Style: template.CSS(look.Style), Title: Title}
	if data.Language == "" {
		data.Language = "en"
	}
	for _, nb := range lessons {
		s := &section{Anchor: "lesson." + nb.Name(), Title: heading(nb)}
		for _, cell := range nb.Cells {
			for i, out := range cell.Outputs {
				claims, _, err := out.Claims()
				if err != nil {
					return nil, fmt.Errorf("%s, cell %d, output %d: %w", nb.File, cell.Number, i+1, err)
				}
				for _, c := range claims {
					s.Rows = append(s.Rows, row{c, nb.Name() + ".html#" + c.ID})
				}
			}
		}
		if len(s.Rows) > 0 {
			data.Sections = append(data.Sections, s)
			data.Count += len(s.Rows)
		}
	}
	for _, name := range claim.Kinds() {
		k := kind{Name: name, Meaning: meanings[name]}
		for _, s := range data.Sections {
			n := 0
			for _, r := range s.Rows {
				if r.Kind == name {
					n++
				}
			}
			k.Counts = append(k.Counts, n)
			k.Count += n
		}
		if k.Count > 0 {
			data.Kinds = append(data.Kinds, k)
		}
	}
	var buf bytes.Buffer
	if err := page.Execute(&buf, data); err != nil {
		return nil, fmt.Errorf("the table of claims: %w", err)
	}
	return buf.Bytes(), nil
}

// heading is a lesson's title: its first heading, or else its file's name.
func heading(nb notebook.Notebook) string {
	for _, cell := range nb.Cells {
		if cell.Type != notebook.Markdown {
			continue
		}
		for _, h := range prose.Parse(cell.Source).Headings {
			return h.Text
		}
	}
	return nb.Name()
}

package check

import (
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/prose"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// lesson is a notebook with its claims and its prose taken out.
type lesson struct {
	nb      notebook.Notebook
	claims  []made
	texts   []text
	anchors map[string]bool // the names of its headings and HTML anchors
	damaged []Finding       // claims that cannot be read
}

// made is a claim, and where it was made.
type made struct {
	claim.Claim
	lesson  *lesson
	cell    notebook.Cell
	section int
}

// text is the prose of one Markdown cell.
type text struct {
	prose.Prose
	cell    notebook.Cell
	section int // the section that the cell starts in
}

func read(nb notebook.Notebook) *lesson {
	l := &lesson{nb: nb, anchors: map[string]bool{}}
	section := 0
	for _, cell := range nb.Cells {
		switch cell.Type {
		case notebook.Markdown:
			t := text{prose.Parse(cell.Source), cell, section}
			l.texts = append(l.texts, t)
			section += len(t.Headings)
			for _, h := range t.Headings {
				for _, a := range h.Anchors() {
					l.anchors[a] = true
				}
			}
			for _, a := range t.Anchors {
				l.anchors[a] = true
			}
		case notebook.Code:
			for _, out := range cell.Outputs {
				claims, _, err := out.Claims()
				if err != nil {
					l.damaged = append(l.damaged, l.at(cell, 0, ClaimInvalid, "", "an output's claims are damaged: %v; run the cell "+
						"again", err))
				}
				for _, c := range claims {
					l.claims = append(l.claims, made{c, l, cell, section})
				}
			}
		}
	}
	return l
}

// at makes a finding in a cell; line is 0 if it is unknown.
func (l *lesson) at(cell notebook.Cell, line int, rule Rule, id, format string, args ...any) Finding {
	return Finding{Rule: rule, Notebook: l.nb.Name(), File: l.nb.File, Cell: cell.Number, CellID: cell.ID, Line: line, Claim: id,
		Message: fmt.Sprintf(format, args...)}
}

// finding makes a finding where a claim is made.
func (m made) finding(rule Rule, format string, args ...any) Finding {
	return m.lesson.at(m.cell, m.line(), rule, m.ID, format, args...)
}

// line is the line of the cell's source that names the claim, or 0.
func (m made) line() int {
	before, _, found := strings.Cut(m.cell.Source, `"`+m.ID+`"`)
	if !found {
		return 0
	}
	return 1 + strings.Count(before, "\n")
}

// Package check holds what a lesson's text says against what its cells computed, and both against the ledger and the
// reference data. It looks at notebooks as they are saved; running them first is package execute's part.
//
// # How to read what it prints
//
// A lesson that holds is one line, with its claims by kind:
//
//	1-noisy-neighbour: 61 claims hold (12 assumed, 9 computed, 40 counted)
//
// Assumed, computed and counted claims hold on every machine; a timed one held in the run that is saved; a reported one
// is what the source's own table says. Otherwise there is one line a finding, with its place, and then the summary:
//
//	notebooks/1-noisy-neighbour.ipynb: cell 14 (day-b), line 3: the text says "0.97 ticks", and claim b-small-delay of
//	cell 15 is "0.98 ticks"
//	1-noisy-neighbour: 1 finding, 60 of 61 claims hold (12 assumed, 9 computed, 39 of 40 counted)
//
// Cells are counted from 1, of every type, and lines within the cell, so that the place is found in any editor; what
// stands in parentheses is the cell's id. Findings in the ledger name the ledger's line. A claim holds if no finding is
// about it. After a fresh run, a claim that says something else than in the saved one has drifted:
//
//	notebooks/1-noisy-neighbour.ipynb: cell 15 (day-b-run), line 4: claim b-small-delay was "0.98 ticks" in the saved run
//	and is "0.41 ticks" in this one; ...
//
// # What it demands
//
// Each number in the prose is the text of a link to a claim (package prose says what a number is), the claim is made in
// the same notebook, at most one section away, and says the same. A section starts at each heading. Each claim is
// linked to. A link whose target starts with # leads to a claim if it is a claim's id; otherwise it may lead to a
// heading or an anchor of its own notebook, and if there is none it is a link to no claim.
//
// Every code cell was run, did not fail, printed nothing to standard error and had no failing shell line. The exception is a cell with Jupyter's tag
// raises-exception: it has to fail. Each claim is valid, its id is unique in the course, its card shows its text, its
// verdict held if it is timed, and its figure is that of data/reference if it is reported. The ledger lists what the
// cells made, no less and no more, in their order. The files of data/reference are those whose digests they come with.
package check

import (
	"io/fs"
	"slices"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// Course is what notebooks are held against.
type Course struct {
	// Ledger is the course's ledger as it is kept.
	Ledger Ledger
	// Reference has the files of data/reference.
	Reference fs.FS
	// Whole is true if the notebooks to be checked are all that the course has, so that the ledger may know no other.
	Whole bool
}

// Check checks notebooks. It changes nothing.
func Check(notebooks []notebook.Notebook, course Course) Report {
	report := Report{Holds: true, Notebooks: []Summary{}, Findings: []Finding{}}
	ev := evidence{Course: course, ids: map[string][]made{}, figures: figures{files: course.Reference, read: map[string]reference{}}}
	for _, nb := range notebooks {
		l := read(nb)
		ev.lessons = append(ev.lessons, l)
		s := Summary{Notebook: nb.Name(), File: nb.File, Claims: len(l.claims), Kinds: map[claim.Kind]int{},
			Hold: map[claim.Kind]int{}, kindOf: map[string][]claim.Kind{}}
		for _, m := range l.claims {
			ev.ids[m.ID] = append(ev.ids[m.ID], m)
			s.Kinds[m.Kind]++
			s.Hold[m.Kind]++
			s.kindOf[m.ID] = append(s.kindOf[m.ID], m.Kind)
		}
		report.Notebooks = append(report.Notebooks, s)
	}
	for _, l := range ev.lessons {
		report.add(l.checkConflicts()...)
		report.add(l.checkCells()...)
		report.add(l.damaged...)
		report.add(l.checkClaims(ev)...)
		report.add(l.checkCards(course.Ledger)...)
		report.add(l.checkProse(ev)...)
	}
	report.add(checkLedger(ev)...)
	report.add(checkSums(course.Reference)...)
	return report
}

// evidence is the course with what its notebooks made.
type evidence struct {
	Course
	lessons []*lesson
	ids     map[string][]made // the claims of all lessons by id, in the order in which they are made
	figures figures
}

// checked tells whether a notebook is among those that are being checked.
func (ev evidence) checked(name string) bool {
	return slices.ContainsFunc(ev.lessons, func(l *lesson) bool { return l.nb.Name() == name })
}

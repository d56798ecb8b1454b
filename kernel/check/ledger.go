package check

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// Ledger is the course's ledger as a file.
type Ledger struct {
	claim.Ledger
	// File is the ledger's path, for messages.
	File string
	// Missing is true if there is no such file; the ledger is empty then.
	Missing bool

	lines map[string]int // the line that names a claim's id
}

var idField = regexp.MustCompile(`^\s*"id":\s*"([^"]*)"`)

// OpenLedger reads a ledger's file. That there is none is no error; that it is damaged is one.
func OpenLedger(file string) (Ledger, error) {
	l := Ledger{File: file, lines: map[string]int{}}
	var err error
	l.Ledger, err = claim.ReadLedger(file)
	if errors.Is(err, claim.ErrNoLedger) {
		l.Missing = true
		return l, nil
	}
	data, readErr := os.ReadFile(file)
	switch line := notebook.ConflictLine(data); {
	case readErr == nil && line > 0:
		return Ledger{}, fmt.Errorf("ledger %s: line %d is the mark of a merge conflict; merge the notebooks, and then make the "+
			"ledger anew with `go run ./kernel check --write`", file, line)
	case err != nil:
		return Ledger{}, err
	case readErr != nil:
		return Ledger{}, fmt.Errorf("ledger: %w", readErr)
	}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		if m := idField.FindStringSubmatch(line); m != nil {
			l.lines[m[1]] = number
		}
	}
	return l, nil
}

// ChangeKind is what became of a ledger's entry.
type ChangeKind string

const (
	// EntryNew is an entry that the ledger did not have.
	EntryNew ChangeKind = "new"
	// EntryGone is an entry that no cell makes any more.
	EntryGone ChangeKind = "gone"
	// EntryChanged is an entry that says something else.
	EntryChanged ChangeKind = "changed"
	// EntryMoved is the first entry of a notebook that stands in another place than before.
	EntryMoved ChangeKind = "moved"
)

// Change is one difference between two ledgers.
type Change struct {
	Change ChangeKind   `json:"change"`
	ID     string       `json:"id"`
	Old    *claim.Entry `json:"old,omitempty"`
	New    *claim.Entry `json:"new,omitempty"`
}

// String is the change in one line.
func (c Change) String() string {
	switch c.Change {
	case EntryNew:
		return fmt.Sprintf("%s: new, %q", c.ID, c.New.Text)
	case EntryGone:
		return fmt.Sprintf("%s: gone, it was %q", c.ID, c.Old.Text)
	case EntryMoved:
		return fmt.Sprintf("%s: the entries of %s are in another order from here on", c.ID, c.New.Notebook)
	}
	return fmt.Sprintf("%s: %s", c.ID, c.difference())
}

// difference says which fields changed, old → new.
func (c Change) difference() string {
	var parts []string
	for _, f := range []struct{ name, old, new string }{
		{"", c.Old.Text, c.New.Text},
		{"kind ", string(c.Old.Kind), string(c.New.Kind)},
		{"source ", c.Old.Source, c.New.Source},
		{"notebook ", c.Old.Notebook, c.New.Notebook},
	} {
		if f.old != f.new {
			parts = append(parts, fmt.Sprintf("%s%q → %q", f.name, f.old, f.new))
		}
	}
	return strings.Join(parts, ", ")
}

// Renew gives the ledger that notebooks make, and how it differs from the old one. Unless the notebooks are the whole
// course, entries of other notebooks are kept. Invalid claims and second ones of an id make no entry.
func Renew(old claim.Ledger, notebooks []notebook.Notebook, whole bool) (claim.Ledger, []Change) {
	var lessons []*lesson
	for _, nb := range notebooks {
		lessons = append(lessons, read(nb))
	}
	renewed := entries(lessons)
	if !whole {
		for _, e := range old.Claims {
			own := slices.ContainsFunc(notebooks, func(nb notebook.Notebook) bool { return nb.Name() == e.Notebook })
			if _, taken := renewed.Lookup(e.ID); !own && !taken {
				renewed.Claims = append(renewed.Claims, e)
			}
		}
	}
	slices.SortStableFunc(renewed.Claims, func(a, b claim.Entry) int { return strings.Compare(a.Notebook, b.Notebook) })
	return renewed, compare(old, renewed)
}

// entries gives the ledger that lessons make.
func entries(lessons []*lesson) claim.Ledger {
	ledger := claim.Ledger{Claims: []claim.Entry{}}
	for _, l := range lessons {
		for _, m := range l.claims {
			if _, taken := ledger.Lookup(m.ID); taken || m.Validate() != nil {
				continue
			}
			ledger.Claims = append(ledger.Claims, claim.Entry{ID: m.ID, Notebook: l.nb.Name(), Kind: m.Kind, Text: m.Text,
				Source: m.Source})
		}
	}
	return ledger
}

// compare lists the differences of two ledgers: first what is new or changed or moved, in the new ledger's order, then
// what is gone, in the old one's.
func compare(old, renewed claim.Ledger) []Change {
	var changes []Change
	next := map[string][]string{} // for each notebook the ids that the new ledger shares with the old, in the old order
	for _, e := range old.Claims {
		if now, ok := renewed.Lookup(e.ID); ok && now.Notebook == e.Notebook {
			next[e.Notebook] = append(next[e.Notebook], e.ID)
		}
	}
	moved := map[string]bool{}
	for _, e := range renewed.Claims {
		before, known := old.Lookup(e.ID)
		switch {
		case !known:
			changes = append(changes, Change{Change: EntryNew, ID: e.ID, New: &e})
			continue
		case before != e:
			changes = append(changes, Change{Change: EntryChanged, ID: e.ID, Old: &before, New: &e})
		}
		if before.Notebook != e.Notebook {
			continue
		}
		if rest := next[e.Notebook]; rest[0] != e.ID && !moved[e.Notebook] {
			moved[e.Notebook] = true
			changes = append(changes, Change{Change: EntryMoved, ID: e.ID, Old: &before, New: &e})
		}
		next[e.Notebook] = next[e.Notebook][1:]
	}
	for _, e := range old.Claims {
		if _, still := renewed.Lookup(e.ID); !still {
			changes = append(changes, Change{Change: EntryGone, ID: e.ID, Old: &e})
		}
	}
	return changes
}

// checkLedger holds the ledger against what the lessons make.
func checkLedger(ev evidence) []Finding {
	const renew = "renew it with `go run ./kernel check --write`"
	if len(ev.lessons) == 0 {
		return nil
	}
	if ev.Ledger.Missing {
		return []Finding{{Rule: LedgerDiffers, Notebook: ev.lessons[0].nb.Name(), File: ev.Ledger.File,
			Message: "there is no ledger yet; make it with `go run ./kernel check --write`"}}
	}
	var notebooks []notebook.Notebook
	for _, l := range ev.lessons {
		notebooks = append(notebooks, l.nb)
	}
	_, changes := Renew(ev.Ledger.Ledger, notebooks, ev.Whole)
	var findings []Finding
	for _, c := range changes {
		switch c.Change {
		case EntryNew:
			findings = append(findings, ev.ids[c.ID][0].finding(LedgerDiffers, "claim %s (%q) is not in the ledger %s; %s", c.ID, c.New.Text,
				ev.Ledger.File, renew))
		case EntryChanged:
			f := ev.ids[c.ID][0].finding(LedgerDiffers, "the ledger %s (line %d) differs from claim %s: %s; if the cell is right, %s",
				ev.Ledger.File, ev.Ledger.lines[c.ID], c.ID, c.difference(), renew)
			if c.Old.Text != c.New.Text {
				f = f.between(c.Old.Text, c.New.Text)
			}
			findings = append(findings, f)
		case EntryGone:
			if ms := ev.ids[c.ID]; len(ms) > 0 {
				continue // it is made and invalid, and there is a finding for that
			}
			findings = append(findings, ev.inLedger(c, "claim %s (%q) is in the ledger, and no cell of %s makes it; bring the cell back, "+
				"or %s", c.ID, c.Old.Text, c.Old.Notebook, renew))
		case EntryMoved:
			findings = append(findings, ev.inLedger(c, "the ledger lists the claims of %s in another order than its cells make them, from "+
				"%s on; %s", c.Old.Notebook, c.ID, renew))
		}
	}
	return findings
}

// inLedger makes a finding at an entry of the ledger.
func (ev evidence) inLedger(c Change, format string, args ...any) Finding {
	return Finding{Rule: LedgerDiffers, Notebook: c.Old.Notebook, File: ev.Ledger.File, Line: ev.Ledger.lines[c.ID], Claim: c.ID,
		Message: fmt.Sprintf(format, args...)}
}

package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// Report is the outcome of a check. Its JSON form is what `check --json` prints.
type Report struct {
	// Holds is true if there is no finding and every notebook could be used.
	Holds bool `json:"holds"`
	// Notebooks has one entry for each notebook, in the order of the command line.
	Notebooks []Summary `json:"notebooks"`
	// Findings are in the order of the notebooks, and within one in the order of its cells.
	Findings []Finding `json:"findings"`
	// LedgerChanges is what --write changed in the ledger.
	LedgerChanges []Change `json:"ledger_changes,omitempty"`
	// Written names the files that --write replaced.
	Written []string `json:"written,omitempty"`
}

// String is the report as `check` prints it: each notebook's findings, one a line, and then its summary; at the end what
// was written.
func (r Report) String() string {
	var b strings.Builder
	known := func(f Finding) bool {
		return slices.ContainsFunc(r.Notebooks, func(s Summary) bool { return s.Notebook == f.Notebook })
	}
	for _, f := range r.Findings {
		if !known(f) {
			fmt.Fprintln(&b, f)
		}
	}
	for _, s := range r.Notebooks {
		for _, f := range r.Findings {
			if f.Notebook == s.Notebook {
				fmt.Fprintln(&b, f)
			}
		}
		fmt.Fprintln(&b, s)
	}
	for _, c := range r.LedgerChanges {
		fmt.Fprintln(&b, "ledger:", c)
	}
	for _, f := range r.Written {
		fmt.Fprintln(&b, "written:", f)
	}
	return b.String()
}

// Unusable adds a notebook that could not be checked, and why.
func (r *Report) Unusable(file string, err error) {
	nb := notebook.Notebook{File: file}
	r.Notebooks = append(r.Notebooks, Summary{Notebook: nb.Name(), File: file, Kinds: map[claim.Kind]int{}, Hold: map[claim.Kind]int{},
		Error: err.Error()})
	r.Holds = false
}

// Summary is the outcome for one notebook.
type Summary struct {
	Notebook string `json:"notebook"`
	File     string `json:"file"`
	// Claims is how many claims the notebook makes, and Kinds how many of each kind.
	Claims int                `json:"claims"`
	Kinds  map[claim.Kind]int `json:"kinds"`
	// Hold is how many claims of each kind hold, which are those that no finding is about.
	Hold map[claim.Kind]int `json:"hold"`
	// Findings is how many findings belong to the notebook.
	Findings int `json:"findings"`
	// Error says why the notebook could not be used; it is empty for a notebook that was checked.
	Error string `json:"error,omitempty"`

	kindOf map[string][]claim.Kind // of the claims that hold so far, by their ids; a second one has its id in error
}

// holding is how many claims hold.
func (s Summary) holding() int {
	n := 0
	for _, of := range s.Hold {
		n += of
	}
	return n
}

// String is the summary in one line: "1-noisy-neighbour: 61 claims hold (12 assumed, 9 computed, 40 counted)", or with
// findings "1-noisy-neighbour: 2 findings, 60 of 61 claims hold (12 assumed, 9 computed, 39 of 40 counted)".
func (s Summary) String() string {
	switch {
	case s.Error != "":
		return s.Notebook + ": not checked"
	case s.Findings > 0 && s.Claims == 0:
		return fmt.Sprintf("%s: %s, no claims", s.Notebook, counted(s.Findings, "finding"))
	case s.Findings > 0 && s.Claims == 1:
		return fmt.Sprintf("%s: %s, %d of 1 claim holds%s", s.Notebook, counted(s.Findings, "finding"), s.holding(), s.kinds())
	case s.Findings > 0:
		return fmt.Sprintf("%s: %s, %d of %d claims hold%s", s.Notebook, counted(s.Findings, "finding"), s.holding(), s.Claims,
			s.kinds())
	case s.Claims == 1:
		return fmt.Sprintf("%s: 1 claim holds%s", s.Notebook, s.kinds())
	}
	return fmt.Sprintf("%s: %d claims hold%s", s.Notebook, s.Claims, s.kinds())
}

// kinds says how many claims there are of each kind, for those that there are, and how many of them hold.
func (s Summary) kinds() string {
	var kinds []string
	for _, k := range claim.Kinds() {
		switch n := s.Kinds[k]; {
		case n == 0:
		case s.Hold[k] == n:
			kinds = append(kinds, fmt.Sprintf("%d %s", n, k))
		default:
			kinds = append(kinds, fmt.Sprintf("%d of %d %s", s.Hold[k], n, k))
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	return " (" + strings.Join(kinds, ", ") + ")"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// add puts findings into the report, in order, and counts them.
func (r *Report) add(findings ...Finding) {
	names := make([]string, len(r.Notebooks))
	for i, s := range r.Notebooks {
		names[i] = s.Notebook
	}
	r.Findings = append(r.Findings, findings...)
	sortFindings(r.Findings, names)
	for _, f := range findings {
		if i := slices.Index(names, f.Notebook); i >= 0 {
			r.Notebooks[i].Findings++
			r.Notebooks[i].fails(f.Claim)
		}
	}
	r.Holds = r.Holds && len(findings) == 0
}

// fails notes that a finding is about a claim, if the notebook makes one of that id.
func (s *Summary) fails(id string) {
	for _, kind := range s.kindOf[id] {
		s.Hold[kind]--
	}
	delete(s.kindOf, id)
}

// remove takes the findings out for which drop says so. What they are about does not hold again by that.
func (r *Report) remove(drop func(Finding) bool) {
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
		if !drop(f) {
			return false
		}
		for i := range r.Notebooks {
			if r.Notebooks[i].Notebook == f.Notebook {
				r.Notebooks[i].Findings--
			}
		}
		return true
	})
}

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
	r.Notebooks = append(r.Notebooks, Summary{Notebook: nb.Name(), File: file, Kinds: map[claim.Kind]int{}, Error: err.Error()})
	r.Holds = false
}

// Summary is the outcome for one notebook.
type Summary struct {
	Notebook string `json:"notebook"`
	File     string `json:"file"`
	// Claims is how many claims the notebook makes, and Kinds how many of each kind.
	Claims int                `json:"claims"`
	Kinds  map[claim.Kind]int `json:"kinds"`
	// Findings is how many findings belong to the notebook.
	Findings int `json:"findings"`
	// Error says why the notebook could not be used; it is empty for a notebook that was checked.
	Error string `json:"error,omitempty"`
}

// String is the summary in one line: "1-noisy-neighbour: 61 claims hold (12 assumed, 9 computed, 40 counted)".
func (s Summary) String() string {
	switch {
	case s.Error != "":
		return s.Notebook + ": not checked"
	case s.Findings > 0:
		return fmt.Sprintf("%s: %s among %s%s", s.Notebook, counted(s.Findings, "finding"), counted(s.Claims, "claim"), s.kinds())
	case s.Claims == 1:
		return fmt.Sprintf("%s: 1 claim holds%s", s.Notebook, s.kinds())
	}
	return fmt.Sprintf("%s: %d claims hold%s", s.Notebook, s.Claims, s.kinds())
}

// kinds says how many claims there are of each kind, for those that there are.
func (s Summary) kinds() string {
	var kinds []string
	for _, k := range claim.Kinds() {
		if n := s.Kinds[k]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, k))
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
		}
	}
	r.Holds = r.Holds && len(findings) == 0
}

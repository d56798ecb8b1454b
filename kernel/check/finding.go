package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Rule is what a finding breaks.
type Rule string

const (
	// CellFailed is a cell with an error among its outputs, or one that was to fail and did not.
	CellFailed Rule = "cell-failed"
	// CellPrintedError is a cell that printed to standard error.
	CellPrintedError Rule = "cell-stderr"
	// ShellFailed is a cell in which a shell line, one that starts with "!", ended with an error. The kernel itself lets
	// that pass.
	ShellFailed Rule = "shell-failed"
	// CellNotRun is a code cell that was never run.
	CellNotRun Rule = "cell-not-run"
	// MergeConflict is a mark that a merge left in a cell.
	MergeConflict Rule = "merge-conflict"
	// ClaimDrifted is a claim that says something else in a fresh run than in the saved one.
	ClaimDrifted Rule = "claim-drifted"
	// OutputChanged is a saved output that a fresh run does not reproduce.
	OutputChanged Rule = "output-changed"
	// ClaimInvalid is a claim that breaks the rules for claims, or claims that cannot be read.
	ClaimInvalid Rule = "claim-invalid"
	// ClaimTwice is an id that more than one claim of the course has.
	ClaimTwice Rule = "claim-twice"
	// ClaimUnused is a claim that no prose of its notebook uses.
	ClaimUnused Rule = "claim-unused"
	// CardAltered is a card that does not show what its claim says.
	CardAltered Rule = "card-altered"
	// VerdictBroken is a timed verdict that did not hold in this run.
	VerdictBroken Rule = "verdict-broken"
	// ReferenceDiffers is a reported claim that is not what data/reference says.
	ReferenceDiffers Rule = "reference-differs"
	// ReferenceAltered is a file of data/reference that is not the one in the list of its digests.
	ReferenceAltered Rule = "reference-altered"
	// LinkText is a link whose text differs from its claim.
	LinkText Rule = "link-text"
	// LinkNowhere is a link to no claim.
	LinkNowhere Rule = "link-nowhere"
	// LinkFar is a link whose claim is more than one section away.
	LinkFar Rule = "link-far"
	// NumberOrphaned is a number in the prose that is no claim.
	NumberOrphaned Rule = "number-orphaned"
	// LedgerDiffers is a ledger that is not what the run made.
	LedgerDiffers Rule = "ledger-differs"
)

// rules is the order in which findings at one place are listed.
var rules = []Rule{MergeConflict, CellFailed, CellPrintedError, ShellFailed, CellNotRun, ClaimDrifted, OutputChanged,
	ClaimInvalid, ClaimTwice, ClaimUnused, CardAltered, VerdictBroken, ReferenceDiffers, ReferenceAltered, LinkText,
	LinkNowhere, LinkFar, NumberOrphaned, LedgerDiffers}

// Finding is one thing that does not hold.
type Finding struct {
	Rule Rule `json:"rule"`
	// Notebook is the name of the notebook that the finding belongs to, such as "1-noisy-neighbour"; empty if it belongs
	// to the whole course.
	Notebook string `json:"notebook"`
	// File is where it was found: the notebook's file, the ledger's, or one of data/reference.
	File string `json:"file"`
	// Cell counts the notebook's cells of every type from 1; 0 if the finding is in no cell.
	Cell int `json:"cell,omitempty"`
	// CellID is that cell's own id.
	CellID string `json:"cell_id,omitempty"`
	// Line counts from 1, in the cell's source, or in the ledger's file; 0 if it is unknown.
	Line int `json:"line,omitempty"`
	// Claim is the id of the claim that it is about, if it is about one.
	Claim string `json:"claim,omitempty"`
	// Old is what the text, the ledger, data/reference or the saved run says of the claim, and New what the run that was
	// checked makes of it; both are empty where the finding is not about a difference of that kind.
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
	// Message says what is wrong and what to do about it, in one line.
	Message string `json:"message"`
}

// between gives the finding with what differs in it.
func (f Finding) between(old, new string) Finding {
	f.Old, f.New = old, new
	return f
}

// String is the finding in one line: where, then what.
func (f Finding) String() string {
	var place []string
	if f.Cell > 0 {
		cell := fmt.Sprintf("cell %d", f.Cell)
		if f.CellID != "" {
			cell += " (" + f.CellID + ")"
		}
		place = append(place, cell)
	}
	if f.Line > 0 {
		place = append(place, fmt.Sprintf("line %d", f.Line))
	}
	if len(place) == 0 {
		return f.File + ": " + f.Message
	}
	return f.File + ": " + strings.Join(place, ", ") + ": " + f.Message
}

// sortFindings orders findings by the notebooks' order, then by place, what is in no cell last, then by rule; what is
// equal keeps its order.
func sortFindings(findings []Finding, notebooks []string) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(notebooks, a.Notebook), slices.Index(notebooks, b.Notebook)),
			cmp.Compare(uint(a.Cell)-1, uint(b.Cell)-1), // 0 becomes the largest number there is
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(slices.Index(rules, a.Rule), slices.Index(rules, b.Rule)),
		)
	})
}

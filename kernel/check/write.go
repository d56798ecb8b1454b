package check

import (
	"fmt"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// Unfit says why the ledger and the notebooks should not be replaced by what this run made: a cell that did not run to
// its end would drop its claims, and an invalid or doubled claim makes no entry. It is empty if nothing is in the way;
// prose that disagrees is not, since renewing the ledger is part of mending it.
func (r Report) Unfit() string {
	for _, f := range r.Findings {
		switch f.Rule {
		case CellFailed, CellNotRun, ClaimInvalid, ClaimTwice:
			return fmt.Sprintf("%s, cell %d is to be mended first", f.File, f.Cell)
		}
	}
	return ""
}

// StoppedAt adds the finding that a run of the notebook came to its end in a cell, counted from 1, and why.
func (r *Report) StoppedAt(nb notebook.Notebook, cell int, reason string) {
	at := notebook.Cell{Number: cell}
	if cell >= 1 && cell <= len(nb.Cells) {
		at = nb.Cells[cell-1]
	}
	r.add((&lesson{nb: nb}).at(at, 0, CellFailed, "", "the cell failed: %s", reason))
}

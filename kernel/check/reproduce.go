package check

import (
	"slices"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// TimedTag is the tag of a cell whose output depends on a clock though it makes no timed claim.
const TimedTag = "timed"

// Reproduces compares the outputs that a notebook was saved with and those of a fresh run of it, and adds a finding for
// each cell whose outputs are not the same, byte for byte. Cells that make timed claims or have the tag "timed" are left
// out, since a clock never says the same twice.
func (r *Report) Reproduces(saved, fresh notebook.Notebook) {
	l := &lesson{nb: saved}
	hasRun := func(c notebook.Cell) bool { return c.Count > 0 || len(c.Outputs) > 0 }
	if !slices.ContainsFunc(saved.Cells, hasRun) {
		for _, cell := range saved.Cells {
			if cell.Type == notebook.Code && !cell.Blank() {
				r.add(l.at(cell, 0, CellNotRun, "", "the notebook is saved without any outputs; save a run with "+
					"`go run ./kernel check --execute --write %s`", saved.File))
				return
			}
		}
	}
	for i := range min(len(saved.Cells), len(fresh.Cells)) {
		cell, again := saved.Cells[i], fresh.Cells[i]
		if timed(cell) || timed(again) || sameOutputs(cell, again) {
			continue
		}
		if !hasRun(cell) {
			r.add(l.at(cell, 0, CellNotRun, "", "the cell is saved without having been run; save a run with "+
				"`go run ./kernel check --execute --write %s`", saved.File))
			continue
		}
		r.add(l.at(cell, 0, OutputChanged, "", "a fresh run shows something else than the saved output; if the cell is right, save the "+
			"run with `go run ./kernel check --execute --write %s`", saved.File))
	}
}

func timed(cell notebook.Cell) bool {
	return cell.Tagged(TimedTag) || slices.ContainsFunc(cell.Outputs, func(o notebook.Output) bool {
		claims, _, _ := o.Claims()
		return slices.ContainsFunc(claims, func(c claim.Claim) bool { return c.Kind == claim.TimedKind })
	})
}

func sameOutputs(a, b notebook.Cell) bool {
	return slices.EqualFunc(a.Outputs, b.Outputs, func(x, y notebook.Output) bool { return x.JSON == y.JSON })
}

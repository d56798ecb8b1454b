package check

import (
	"slices"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// TimedTag is the tag of a cell whose output depends on a clock though it makes no timed claim.
const TimedTag = "timed"

// Reproduces compares the outputs that a notebook was saved with and those of a fresh run of it. It adds a finding for each
// claim that says something else than before, and one for each other cell whose outputs are not the same, byte for byte.
// Timed claims, and the outputs of cells that make some or have the tag "timed", are left out, since a clock never says the
// same twice.
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
	drifted := r.drift(saved, fresh)
	for i := range min(len(saved.Cells), len(fresh.Cells)) {
		cell, again := saved.Cells[i], fresh.Cells[i]
		if drifted[again.Number] || timed(cell) || timed(again) || sameOutputs(cell, again) {
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

// drift adds a finding for each claim that the fresh run makes with another text than the saved one, and gives the cells
// that make them. That the ledger differs from such a claim in the same way is no second finding.
func (r *Report) drift(saved, fresh notebook.Notebook) (cells map[int]bool) {
	before := map[string][]claim.Claim{} // by id; several of one id are a finding of their own
	for _, m := range read(saved).claims {
		before[m.ID] = append(before[m.ID], m.Claim)
	}
	cells = map[int]bool{}
	for _, m := range read(fresh).claims {
		if len(before[m.ID]) == 0 {
			continue
		}
		old := before[m.ID][0]
		before[m.ID] = before[m.ID][1:]
		if old.Text == m.Text || m.Kind == claim.TimedKind {
			continue
		}
		cells[m.cell.Number] = true
		r.remove(func(f Finding) bool {
			return f.Rule == LedgerDiffers && f.Claim == m.ID && f.Old == old.Text && f.New == m.Text
		})
		r.add(m.finding(ClaimDrifted, "claim %s was %q in the saved run and is %q in this one; if the cell is right, mend the text and "+
			"save the run with `go run ./kernel check --execute --write %s`", m.ID, old.Text, m.Text, saved.File).between(old.Text, m.Text))
	}
	return cells
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

package check

import (
	"strings"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// checkConflicts looks for marks that a merge left inside of cells. Tools that merge notebooks cell by cell put them
// there, and the file stays a notebook, which shows them as text.
func (l *lesson) checkConflicts() []Finding {
	var findings []Finding
	for _, cell := range l.nb.Cells {
		line := notebook.ConflictLine([]byte(cell.Source))
		if line == 0 {
			continue
		}
		mark := strings.TrimSpace(strings.Split(cell.Source, "\n")[line-1])
		findings = append(findings, l.at(cell, line, MergeConflict, "", "%q is the mark of a merge conflict; keep one side, and take the "+
			"marks out", mark))
	}
	return findings
}

// Package undefined says to a student which cell to run first. A kernel that was restarted has forgotten all
// declarations, and of a cell from the middle of a lesson the compiler then says no more than "undefined: run". The
// notebook knows more: which of its cells declares run, under which heading, and how that cell begins.
//
// Its program under cmd/go stands in front of the go command for the kernel alone; see there.
package undefined

import (
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// complaint is how the compiler says that it does not know a name, or a name of a package.
var complaint = regexp.MustCompile(`(?m)main(?:_test)?\.go:\d+:\d+: undefined: ([\p{L}_][\p{L}\p{Nd}_]*)`)

// names are the names that the compiler's output calls undefined, in its order.
func names(output string) []string {
	var list []string
	for _, match := range complaint.FindAllStringSubmatch(output, -1) {
		list = append(list, match[1])
	}
	return list
}

// Explain gives the lines that say what to do about the names that a compiler's output calls undefined: which cells of
// the notebook declare them and have to run first, with what those need in turn, and which are values that another cell
// sets for itself alone. Program is the program that was compiled, whose own declarations need not be run again. There
// are no lines if the notebook knows none of the names.
//
// The lines are for GoNB, which puts them into a page of HTML: what they cite is escaped.
func Explain(output, program string, nb notebook.Notebook) []string {
	cells := readCells(nb)
	known, imported := declared(program)
	first := map[*cell][]string{} // the cells to run, with the names they are wanted for
	var values []string
	seen := map[string]bool{}
	for wanted := names(output); len(wanted) > 0; wanted = wanted[1:] {
		name := wanted[0]
		if seen[name] {
			continue
		}
		seen[name] = true
		if i := slices.IndexFunc(cells, func(c *cell) bool { return c.declares[name] }); i >= 0 {
			if at := cells[i].imports[name]; at != "" && at == imported[name] {
				continue // the package is there, and what it lacks no cell has
			}
			first[cells[i]] = append(first[cells[i]], name)
			for _, use := range slices.Sorted(maps.Keys(cells[i].uses)) {
				if !known[use] && !cells[i].declares[use] && declaredBy(cells, use) {
					wanted = append(wanted, use)
				}
			}
		} else if i := slices.IndexFunc(cells, func(c *cell) bool { return c.sets[name] != "" }); i >= 0 {
			values = append(values, fmt.Sprintf("%s is a value of the cell %s, and values end with their cell. Set it in this "+
				"cell too: %s", name, cells[i].place(), html.EscapeString(cells[i].sets[name])))
		}
	}
	var lines []string
	if len(first) > 0 {
		lines = append(lines, "What to run first: this cell uses what other cells declare, and they have not run since the "+
			"kernel started.")
		for _, c := range cells {
			if wanted := first[c]; wanted != nil {
				lines = append(lines, fmt.Sprintf("    %s: the cell %s that begins with %s", strings.Join(wanted, ", "), c.place(),
					html.EscapeString(c.begins)))
			}
		}
		lines = append(lines, "Run them from top to bottom, then this cell again; or choose Run All Above Selected Cell in the "+
			"menu Run.")
	}
	return append(lines, values...)
}

// declaredBy tells whether a cell declares the name, not counting imports: which packages a declaration needs goimports
// finds out by itself.
func declaredBy(cells []*cell, name string) bool {
	return slices.ContainsFunc(cells, func(c *cell) bool { return c.declares[name] && c.imports[name] == "" })
}

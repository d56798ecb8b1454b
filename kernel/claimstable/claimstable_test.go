package claimstable_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/kernel/claimstable"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// look is that of the handouts.
func look(t *testing.T) claimstable.Look {
	t.Helper()
	style, err := handout.StyleSheet()
	if err != nil {
		t.Fatal(err)
	}
	return claimstable.Look{Policy: handout.Policy, Style: style, Home: handout.IndexFile}
}

// lesson is a notebook with a heading and one cell that makes claims.
func lesson(t *testing.T, name, heading string, claims ...claim.Claim) notebook.Notebook {
	t.Helper()
	set, err := json.Marshal(claim.Set{Claims: append([]claim.Claim{}, claims...)})
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Parse(name+".ipynb", []byte(fmt.Sprintf(`{"nbformat": 4, "metadata": {"kernelspec": {"name": "queuebook"}},
		"cells": [{"cell_type": "markdown", "source": %q}, {"cell_type": "code", "execution_count": 1, "source": "%%%%",
		"outputs": [{"output_type": "display_data", "metadata": {}, "data": {%q: %s}}]}]}`, heading, claim.MIMEType, set)))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// tables are the words of each table of a page, row by row, with the targets of links in parentheses.
func tables(t *testing.T, page []byte) (found [][]string) {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		switch {
		case n.Data == "table":
			found = append(found, nil)
		case n.Data == "tr":
			var cells []string
			for cell := range n.ChildNodes() {
				var words strings.Builder
				for d := range cell.Descendants() {
					if d.Type == html.TextNode {
						words.WriteString(d.Data)
					}
					for _, a := range d.Attr {
						if a.Key == "href" {
							fmt.Fprintf(&words, "(%s) ", a.Val)
						}
					}
				}
				cells = append(cells, words.String())
			}
			found[len(found)-1] = append(found[len(found)-1], strings.Join(cells, " | "))
		}
	}
	return found
}

func TestEveryClaimHasItsRowWithItsSourceAndALinkToItsCard(t *testing.T) {
	page, err := claimstable.Page([]notebook.Notebook{
		lesson(t, "1-pool", "# Who is *noisy* & who waits?", claim.Assumed("capacity", "KK11", "%d units", 540),
			claim.Counted("delay", "%.2f ticks", 0.98)),
		lesson(t, "2-empty", "# Nothing claimed"),
		lesson(t, "3-load", "No heading", claim.Timed("speed-up", "at least 5x", true, "%.1fx", 7.3),
			claim.Reported("p95", "load.json#/p95", "%.2f ms", 568.66)),
	}, look(t))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{
		"Kind | (#lesson.1-pool) Who is noisy & who waits? | (#lesson.3-load) 3-load | all",
		"assumed | 1 | 0 | 1",
		"counted | 1 | 0 | 1",
		"timed | 0 | 1 | 1",
		"reported | 0 | 1 | 1",
		"all | 2 | 2 | 4",
	}, {
		"Claim | Kind | Source | Card",
		"540 units | assumed | KK11 | (1-pool.html#capacity) capacity",
		"0.98 ticks | counted |  | (1-pool.html#delay) delay",
	}, {
		"Claim | Kind | Source | Card",
		"at least 5x | timed | measured 7.3x | (3-load.html#speed-up) speed-up",
		"568.66 ms | reported | load.json#/p95 | (3-load.html#p95) p95",
	}}
	if diff := cmp.Diff(want, tables(t, page)); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

func TestACourseWithoutClaimsSaysSo(t *testing.T) {
	page, err := claimstable.Page([]notebook.Notebook{lesson(t, "1", "# Nothing")}, look(t))
	if err != nil || !bytes.Contains(page, []byte("make no claims")) || bytes.Contains(page, []byte("<table")) {
		t.Errorf("%v: %s", err, page)
	}
}

func TestClaimsThatCannotBeReadAreNamedWithTheirCell(t *testing.T) {
	nb := lesson(t, "1", "# One", claim.Counted("a", "1"))
	nb.Cells[1].Outputs[0].Data[claim.MIMEType] = "{}"
	if _, err := claimstable.Page([]notebook.Notebook{nb}, look(t)); err == nil ||
		!strings.Contains(err.Error(), "1.ipynb, cell 2, output 1: ") {
		t.Errorf("error %v", err)
	}
}

// The committed course: every claim of the ledger is there, and the page keeps what a handout promises.
func TestThePageOfTheCourseHasEveryClaimOfTheLedger(t *testing.T) {
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons: %q, %v", files, err)
	}
	var lessons []notebook.Notebook
	for _, file := range files {
		nb, err := notebook.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, nb)
	}
	style := look(t)
	style.Course, style.Date, style.Language = "Queues, autumn", "12 October", "en-GB"
	page, err := claimstable.Page(lessons, style)
	if err != nil {
		t.Fatal(err)
	}
	ledger, err := claim.ReadLedger(filepath.Join("..", "..", filepath.FromSlash(claim.LedgerFile)))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, table := range tables(t, page)[1:] {
		for _, row := range table[1:] {
			rows[row] = true
		}
	}
	neighbours := []string{handout.IndexFile}
	for _, e := range ledger.Claims {
		link := e.Notebook + ".html#" + e.ID
		neighbours = append(neighbours, e.Notebook+".html")
		row := fmt.Sprintf("%s | %s | %s | (%s) %s", e.Text, e.Kind, e.Source, link, e.ID)
		if e.Kind != claim.TimedKind && !rows[row] { // what a clock measured is not in the ledger
			t.Errorf("there is no row %q", row)
		}
	}
	if len(rows) != len(ledger.Claims) {
		t.Errorf("%d rows, and the ledger has %d claims", len(rows), len(ledger.Claims))
	}
	for _, fault := range handout.Verify(page, neighbours...) {
		t.Error(fault)
	}
	for _, said := range []string{`lang="en-GB"`, "Queues, autumn · 12 October"} {
		if !bytes.Contains(page, []byte(said)) {
			t.Errorf("the page does not say %q", said)
		}
	}
}

package check_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/check"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

func TestAGoodLessonIsOneLine(t *testing.T) {
	notebooks, course := build(t)
	report := check.Check(notebooks, course)
	want := "1-good: 5 claims hold (1 assumed, 1 computed, 1 counted, 1 timed, 1 reported)\n"
	if got := report.String(); got != want || !report.Holds {
		t.Errorf("holds %v, report:\n%swant:\n%s", report.Holds, got, want)
	}
}

// Each course is broken in one place; want is every finding, as the command prints it.
func TestEachBreakIsFoundInItsPlace(t *testing.T) {
	const nb = lesson + ": "
	tests := []struct {
		name string
		edit edit
		want []string
	}{
		// One digit.
		{"one digit in the prose", replace(lesson, "[0.98 ticks]", "[0.97 ticks]"), []string{
			nb + `cell 4 (wait), line 3: the text says "0.97 ticks", and claim b-small-delay of cell 5 is "0.98 ticks"`}},
		{"one digit in an output's data", replace(lesson, `"text": "540 units"`, `"text": "541 units"`), []string{
			nb + `cell 2 (pool), line 3: the text says "540 units", and claim capacity of cell 3 is "541 units"`,
			nb + `cell 3 (pool-run), line 3: the card's plain text does not show "541 units" of claim capacity; run the cell again`,
			nb + `cell 3 (pool-run), line 3: the card's HTML does not show "541 units" of claim capacity; run the cell again`,
			nb + `cell 3 (pool-run), line 3: the ledger data/claims.json (line 4) differs from claim capacity: "540 units" → ` +
				`"541 units"; if the cell is right, renew it with ` + "`go run ./kernel check --write`"}},
		{"one digit in an output's plain text", replace(lesson, "✓ 540 units [", "✓ 541 units ["), []string{
			nb + `cell 3 (pool-run), line 3: the card's plain text does not show "540 units" of claim capacity; run the cell again`}},
		{"one digit in an output's HTML", replace(lesson, "<strong>540 units", "<strong>540.0 units"), []string{
			nb + `cell 3 (pool-run), line 3: the card's HTML does not show "540 units" of claim capacity; run the cell again`}},
		{"one digit in the ledger", replace(ledger, "0.98 ticks", "0.88 ticks"), []string{
			nb + `cell 5 (wait-run), line 2: the ledger data/claims.json (line 17) differs from claim b-small-delay: "0.88 ticks" → ` +
				`"0.98 ticks"; if the cell is right, renew it with ` + "`go run ./kernel check --write`"}},
		{"one digit in the reference", replace(reference, "568.66", "568.67"), []string{
			nb + `cell 7 (clock-run), line 3: claim source-p95 is "568.66 ms", and data/reference/load.json#/realistic/p95 (line 3) ` +
				`says "568.67 ms"`}},

		// Links.
		{"a link to no claim", replace(lesson, "(#b-small-delay)", "(#b-smal-delay)"), []string{
			nb + `cell 4 (wait), line 3: "0.98 ticks" leads to #b-smal-delay, which is no claim and no heading; make the claim in a ` +
				`cell beside it, or mend the link`,
			nb + `cell 5 (wait-run), line 2: no prose uses claim b-small-delay; link to it, as in [0.98 ticks](#b-small-delay), or ` +
				`drop it`}},
		{"a link to a heading that is gone", replace(lesson, "## Who waits", "## Who is waiting"), []string{
			nb + `cell 6 (clock), line 5: "who waits" leads to #Who-waits, which is no claim and no heading; make the claim in a ` +
				`cell beside it, or mend the link`}},
		{"a claim that no prose uses", replace(lesson, "[0.98 ticks](#b-small-delay)", "much longer"), []string{
			nb + `cell 5 (wait-run), line 2: no prose uses claim b-small-delay; link to it, as in [0.98 ticks](#b-small-delay), or ` +
				`drop it`}},
		{"a claim two sections above its link", text("clock-run", "summary", "## Summary\n\nThey wait [0.98 ticks](#b-small-delay)."),
			[]string{nb + `cell 8 (summary), line 3: claim b-small-delay is made in cell 5, 2 sections above; a number stands at most ` +
				`one section away from its cell`}},
		{"a claim two sections below its link", text("title", "guess", "They wait [0.98 ticks](#b-small-delay)."),
			[]string{nb + `cell 2 (guess), line 1: claim b-small-delay is made in cell 6, 2 sections below; a number stands at most ` +
				`one section away from its cell`}},
		{"sections within one cell count, too", text("clock-run", "aside", "### One\n\n### Two\n\nIt took [568.66 ms](#source-p95)."),
			[]string{nb + `cell 8 (aside), line 5: claim source-p95 is made in cell 7, 2 sections above; a number stands at most one ` +
				`section away from its cell`}},
		{"a claim's text far away and wrong", text("clock-run", "summary", "## Summary\n\nThey wait [0.97](#b-small-delay)."), []string{
			nb + `cell 8 (summary), line 3: the text says "0.97", and claim b-small-delay of cell 5 is "0.98 ticks"`,
			nb + `cell 8 (summary), line 3: claim b-small-delay is made in cell 5, 2 sections above; a number stands at most one ` +
				`section away from its cell`}},

		// Numbers.
		{"an orphan number", replace(lesson, "four times as long", "4.1 times as long"), []string{
			nb + `cell 4 (wait), line 3: the number "4.1" is no claim; link it to the claim of a cell, or put it in a code span if it ` +
				`is a name`}},
		{"an orphan number that could be a word", replace(lesson, "four times as long", "4 times as long"), []string{
			nb + `cell 4 (wait), line 3: the number "4" is no claim; link it to the claim of a cell, write it as a word, or put it in a ` +
				`code span if it is a name`}},
		{"an orphan number in a heading", replace(lesson, "## The pool", "## The pool of 200"), []string{
			nb + `cell 2 (pool), line 1: the number "200" is no claim; link it to the claim of a cell, or put it in a code span if it ` +
				`is a name`}},
		{"an orphan number in a link to a heading", replace(lesson, "[who waits](#Who-waits)", "[the 195](#Who-waits)"), []string{
			nb + `cell 6 (clock), line 5: the number "195" is no claim; link it to the claim of a cell, or put it in a code span if it ` +
				`is a name`}},

		// Claims.
		{"a duplicate id", replace(lesson, `"id": "utilisation"`, `"id": "capacity"`), []string{
			nb + `cell 2 (pool), line 4: "0.8951" leads to #utilisation, which is no claim and no heading; make the claim in a cell ` +
				`beside it, or mend the link`,
			nb + `cell 3 (pool-run), line 3: claim capacity is made here and in cell 3; ids are unique in the whole course, so give one ` +
				`another id`,
			`data/claims.json: line 11: claim utilisation ("0.8951") is in the ledger, and no cell of 1-good makes it; bring the cell ` +
				"back, or renew it with `go run ./kernel check --write`"}},
		{"an invalid claim", replace(lesson, `"text": "0.8951"`, `"text": "%!f(int=1)"`), []string{
			nb + `cell 2 (pool), line 4: the text says "0.8951", and claim utilisation of cell 3 is "%!f(int=1)"`,
			nb + `cell 3 (pool-run), line 4: claim "utilisation": text "%!f(int=1)" has a formatting error; let the format's verbs fit ` +
				`the values`,
			nb + `cell 3 (pool-run), line 4: the card's plain text does not show "%!f(int=1)" of claim utilisation; run the cell again`,
			nb + `cell 3 (pool-run), line 4: the card's HTML does not show "%!f(int=1)" of claim utilisation; run the cell again`}},
		{"claims that cannot be read", replace(lesson, `"claims": [
        {
         "id": "b-small-delay",`, `"claim": [
        {
         "id": "b-small-delay",`), []string{
			nb + `cell 4 (wait), line 3: "0.98 ticks" leads to #b-small-delay, which is no claim and no heading; make the claim in a ` +
				`cell beside it, or mend the link`,
			nb + `cell 5 (wait-run): an output's claims are damaged: its data under application/vnd.queuebook.claims.v1+json has no ` +
				`list "claims"; run the cell again`,
			`data/claims.json: line 17: claim b-small-delay ("0.98 ticks") is in the ledger, and no cell of 1-good makes it; bring ` +
				"the cell back, or renew it with `go run ./kernel check --write`"}},
		{"a claim's kind", replace(lesson, `"kind": "counted"`, `"kind": "computed"`), []string{
			nb + `cell 5 (wait-run), line 2: the ledger data/claims.json (line 17) differs from claim b-small-delay: kind "counted" → ` +
				`"computed"; if the cell is right, renew it with ` + "`go run ./kernel check --write`"}},
		{"an assumption's source", replace(ledger, "KK11", "KK12"), []string{
			nb + `cell 3 (pool-run), line 3: the ledger data/claims.json (line 4) differs from claim capacity: source "KK12" → "KK11"; ` +
				"if the cell is right, renew it with `go run ./kernel check --write`"}},
		{"a timed verdict that did not hold", replace(lesson, `"measured": "7.3x",`, `"fails": true, "measured": "4.2x",`), []string{
			nb + `cell 7 (clock-run), line 2: the card's plain text does not say "the text says at least 5x; this run measured 4.2x" of ` +
				"claim speed-up, so it was made with another ledger; run the notebook again with `--execute --write`",
			nb + `cell 7 (clock-run), line 2: the card's HTML does not say "the text says at least 5x; this run measured 4.2x" of claim ` +
				"speed-up, so it was made with another ledger; run the notebook again with `--execute --write`",
			nb + `cell 7 (clock-run), line 2: the verdict "at least 5x" of claim speed-up did not hold in this run, which measured 4.2x; ` +
				`run it again on a quiet machine, or mend the text`}},
		{"a card that was made with another ledger", replace(lesson, "b-small-delay · as the text says", "b-small-delay · not yet known"),
			[]string{nb + `cell 5 (wait-run), line 2: the card's HTML does not say "as the text says" of claim b-small-delay, so it was ` +
				"made with another ledger; run the notebook again with `--execute --write`"}},
		{"a card without plain text", cells(func(t *testing.T, cells []any) []any {
			out := cells[place(t, cells, "wait-run")].(map[string]any)["outputs"].([]any)[0].(map[string]any)
			delete(out["data"].(map[string]any), "text/plain")
			return cells
		}), []string{nb + `cell 5 (wait-run): the card has no plain text; run the cell again`}},

		// Cells.
		{"a cell that is gone", drop("wait-run"), []string{
			nb + `cell 4 (wait), line 3: "0.98 ticks" leads to #b-small-delay, which is no claim and no heading; make the claim in a ` +
				`cell beside it, or mend the link`,
			`data/claims.json: line 17: claim b-small-delay ("0.98 ticks") is in the ledger, and no cell of 1-good makes it; bring ` +
				"the cell back, or renew it with `go run ./kernel check --write`"}},
		{"a cell that failed", output("wait-run", map[string]any{"output_type": "error", "ename": "ERROR", "evalue": "exit status 2",
			"traceback": []any{"exit status 2"}}), []string{nb + `cell 5 (wait-run): the cell failed: exit status 2`}},
		{"a cell that printed to standard error", output("wait-run", map[string]any{"output_type": "stream", "name": "stderr",
			"text": []any{"\n", "took a while\n", "more\n"}}), []string{
			nb + `cell 5 (wait-run): the cell printed to standard error: took a while`}},
		{"a shell line that failed, as GoNB tells of it", func(t *testing.T, f files) {
			set("wait-run", "source", "!ls /nowhere\n%%\nshow.Claims(claim.Counted(\"b-small-delay\"))")(t, f)
			output("wait-run", map[string]any{"output_type": "stream", "name": "stderr",
				"text": []any{"ls: cannot access '/nowhere': No such file or directory\n", "exit status 2\n"}})(t, f)
		}, []string{nb + `cell 5 (wait-run), line 1: a shell line failed: ls: cannot access '/nowhere': No such file or directory ` +
			`(exit status 2); the kernel lets that pass, so do it in Go, or mend the line`}},
		{"one of two shell lines that failed without a word", func(t *testing.T, f files) {
			set("wait-run", "source", "!true\n//gonb:!false\n%%\nshow.Claims(claim.Counted(\"b-small-delay\"))")(t, f)
			output("wait-run", map[string]any{"output_type": "stream", "name": "stderr", "text": "exit status 1\n"})(t, f)
		}, []string{nb + `cell 5 (wait-run): a shell line failed: exit status 1; the kernel lets that pass, so do it in Go, or mend the ` +
			`line`}},
		{"a program that prints an exit status of its own is no shell line", output("wait-run", map[string]any{"output_type": "stream",
			"name": "stderr", "text": "exit status 1\n"}), []string{
			nb + `cell 5 (wait-run): the cell printed to standard error: exit status 1`}},
		{"a mark of a merge in the text", replace(lesson, "four times as long.\"", "four times as long.\\n>>>>>>> theirs\""), []string{
			nb + `cell 4 (wait), line 4: ">>>>>>> theirs" is the mark of a merge conflict; keep one side, and take the marks out`}},
		{"a mark of a merge in the code", set("wait-run", "source", "<<<<<<< ours\n%%\nshow.Claims(claim.Counted(\"b-small-delay\"))"),
			[]string{nb + `cell 5 (wait-run), line 1: "<<<<<<< ours" is the mark of a merge conflict; keep one side, and take the marks ` +
				`out`}},
		{"a cell that printed to standard output is fine", output("wait-run", map[string]any{"output_type": "stream", "name": "stdout",
			"text": "hello\n"}), nil},
		{"a cell that was never run", set("pool-run", "execution_count", nil), nil}, // it has outputs; see the next
		{"a cell that was never run and shows nothing", cells(func(t *testing.T, cells []any) []any {
			return append(cells, any(map[string]any{"cell_type": "code", "id": "late", "metadata": map[string]any{}, "outputs": []any{},
				"execution_count": nil, "source": "%%"}))
		}), []string{nb + `cell 8 (late): the cell was never run; run the whole notebook and save it`}},
		{"an empty code cell need not be run", cells(func(t *testing.T, cells []any) []any {
			return append(cells, any(map[string]any{"cell_type": "code", "id": "late", "metadata": map[string]any{}, "outputs": []any{},
				"execution_count": nil, "source": " \n"}))
		}), nil},
		{"a cell that is to fail and does not", set("wait-run", "metadata", map[string]any{"tags": []any{"raises-exception"}}), []string{
			nb + `cell 5 (wait-run): the cell is tagged raises-exception and did not fail; take the tag off, or let it fail`}},

		// The ledger.
		{"an entry that is missing", replace(ledger, `    {
      "id": "utilisation",
      "notebook": "1-good",
      "kind": "computed",
      "text": "0.8951"
    },
`, ""), []string{nb + `cell 3 (pool-run), line 4: claim utilisation ("0.8951") is not in the ledger data/claims.json; renew it with ` +
			"`go run ./kernel check --write`"}},
		{"an entry too many", replace(ledger, `    {
      "id": "utilisation",`, `    {
      "id": "old",
      "notebook": "1-good",
      "kind": "counted",
      "text": "3"
    },
    {
      "id": "utilisation",`), []string{`data/claims.json: line 11: claim old ("3") is in the ledger, and no cell of 1-good makes it; ` +
			"bring the cell back, or renew it with `go run ./kernel check --write`"}},
		{"an entry of a notebook that does not exist", replace(ledger, `"notebook": "1-good",
      "kind": "timed"`, `"notebook": "0-gone",
      "kind": "timed"`), []string{nb + `cell 7 (clock-run), line 2: the ledger data/claims.json (line 23) differs from claim speed-up: ` +
			"notebook \"0-gone\" → \"1-good\"; if the cell is right, renew it with `go run ./kernel check --write`"}},
		{"entries in another order", func(t *testing.T, f files) {
			replace(ledger, `"id": "utilisation"`, `"id": "x"`)(t, f)
			replace(ledger, `"kind": "computed",
      "text": "0.8951"`, `"kind": "counted",
      "text": "0.98 ticks"`)(t, f)
			replace(ledger, `"id": "b-small-delay",
      "notebook": "1-good",
      "kind": "counted",
      "text": "0.98 ticks"`, `"id": "utilisation",
      "notebook": "1-good",
      "kind": "computed",
      "text": "0.8951"`)(t, f)
			replace(ledger, `"id": "x"`, `"id": "b-small-delay"`)(t, f)
		}, []string{`data/claims.json: line 17: the ledger lists the claims of 1-good in another order than its cells make them, from ` +
			"utilisation on; renew it with `go run ./kernel check --write`"}},
		{"no ledger at all", func(t *testing.T, f files) { delete(f, ledger) }, []string{
			"data/claims.json: there is no ledger yet; make it with `go run ./kernel check --write`"}},

		// The reference.
		{"a reference file that is gone", func(t *testing.T, f files) { delete(f, reference) }, []string{
			nb + `cell 7 (clock-run), line 3: claim source-p95 cites data/reference/load.json#/realistic/p95, and there is no such file`}},
		{"a merge conflict in the reference", replace(reference, "{\n", "<<<<<<< HEAD\n{\n"), []string{
			nb + `cell 7 (clock-run), line 3: claim source-p95 cites data/reference/load.json#/realistic/p95, and its line 1 is the mark ` +
				`of a merge conflict; resolve the conflict`}},
		{"a reference file that is no JSON", replace(reference, "{\n", "\n"), []string{
			nb + `cell 7 (clock-run), line 3: claim source-p95 cites data/reference/load.json#/realistic/p95, and the file is not valid ` +
				`JSON: something follows its value`}},
		{"a place that the reference file has not", replace(reference, `"p95"`, `"p99"`), []string{
			nb + `cell 7 (clock-run), line 3: claim source-p95 cites data/reference/load.json#/realistic/p95, and the file has no such ` +
				`place`}},
		{"a figure of the wrong type", replace(reference, "568.66", `"568.66"`), []string{
			nb + `cell 7 (clock-run), line 3: claim source-p95 cites data/reference/load.json#/realistic/p95, and the claim's format ` +
				`"%.2f ms" does not fit what is there, 568.66`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report := check.Check(build(t, tt.edit))
			if diff := cmp.Diff(tt.want, lines(report.Findings)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if report.Holds != (len(tt.want) == 0) {
				t.Errorf("Holds = %v with %d findings", report.Holds, len(tt.want))
			}
		})
	}
}

// lines are findings as the command prints them.
func lines(findings []check.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.String())
	}
	return list
}

// The outputs are those of GoNB 0.11.4, for a cell that does not compile and for one that panics.
func TestAFailedCellSaysWhyInGoNBsOwnWords(t *testing.T) {
	nb, err := notebook.Read("testdata/failed.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	report := check.Check([]notebook.Notebook{nb}, check.Course{})
	want := []string{
		"testdata/failed.ipynb: cell 1 (does-not-compile): the cell failed: Cell[2]: Line 2 ./main.go:11:13: undefined: undefinedThing",
		"testdata/failed.ipynb: cell 2 (panics): the cell failed: panic: boom",
	}
	if diff := cmp.Diff(want, lines(report.Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if why := report.Unfit(); !strings.Contains(why, "cell 1 is to be mended first") {
		t.Errorf("Unfit = %q", why)
	}

	for i := range nb.Cells {
		nb.Cells[i].Tags = []string{notebook.ExpectsError}
	}
	if report := check.Check([]notebook.Notebook{nb}, check.Course{}); !report.Holds {
		t.Errorf("tagged to fail: %s", report)
	}
}

func TestANotebookThatWasNeverRunIsOneFinding(t *testing.T) {
	notebooks, course := build(t, cells(func(t *testing.T, cells []any) []any {
		for _, c := range cells {
			if c := c.(map[string]any); c["cell_type"] == "code" {
				c["execution_count"], c["outputs"] = nil, []any{}
			}
		}
		return cells
	}))
	var ran []check.Finding
	for _, f := range check.Check(notebooks, course).Findings {
		if f.Rule == check.CellNotRun {
			ran = append(ran, f)
		}
	}
	want := []string{lesson + ": cell 3 (pool-run): no cell of the notebook was ever run; run it with " +
		"`go run ./kernel check --execute --write " + lesson + "`"}
	if diff := cmp.Diff(want, lines(ran)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// second adds a lesson that makes the claim with the given id.
func second(id string) edit {
	return func(t *testing.T, f files) {
		f["notebooks/2-other.ipynb"] = fmt.Sprintf(`{"nbformat": 4, "metadata": {"kernelspec": {"name": "queuebook"}}, "cells": [
			{"cell_type": "markdown", "source": "It is [3](#%[1]s)."},
			{"cell_type": "code", "execution_count": 1, "source": "%%%%", "outputs": [{"output_type": "display_data", "metadata": {},
				"data": {%[2]q: {"claims": [{"id": %[1]q, "kind": "counted", "text": "3"}]},
				"text/plain": "3 as the text says"}}]}]}`, id, claim.MIMEType)
		replace(ledger, `
  ]
}`, `,
    {
      "id": "third",
      "notebook": "2-other",
      "kind": "counted",
      "text": "3"
    }
  ]
}`)(t, f)
	}
}

func TestIdsAreUniqueAcrossNotebooks(t *testing.T) {
	notebooks, course := build(t, second("third"))
	if report := check.Check(notebooks, course); !report.Holds {
		t.Fatalf("two good lessons: %s", report)
	}

	notebooks, course = build(t, second("capacity"))
	got := check.Check(notebooks, course).String()
	for _, want := range []string{
		"notebooks/2-other.ipynb: cell 2: claim capacity is made here and in 1-good, cell 3; ids are unique in the whole course, so " +
			"give one another id\n",
		"data/claims.json: line 36: claim third (\"3\") is in the ledger, and no cell of 2-other makes it",
		"1-good: 5 claims hold",
		"2-other: 2 findings, 0 of 1 claim holds (0 of 1 counted)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q:\n%s", want, got)
		}
	}

	// The other notebook is not looked at, but the ledger knows it.
	course.Whole = false
	got = check.Check(notebooks[1:], course).String()
	want := "notebooks/2-other.ipynb: cell 2: claim capacity is made here and in 1-good (says the ledger);"
	if !strings.Contains(got, want) {
		t.Errorf("the report lacks %q:\n%s", want, got)
	}
}

func TestALinkToAnotherNotebooksClaimIsNoEvidence(t *testing.T) {
	notebooks, course := build(t, second("third"), replace(lesson, "four times as long.", "[3](#third) times as long."))
	want := []string{lesson + `: cell 4 (wait), line 3: "3" leads to claim third, which is made in 2-other; a number stands beside ` +
		`its own cell`}
	if diff := cmp.Diff(want, lines(check.Check(notebooks, course).Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestSomeNotebooksLeaveTheOthersEntriesAlone(t *testing.T) {
	notebooks, course := build(t, second("third"))
	course.Whole = false
	for i := range notebooks {
		if report := check.Check(notebooks[i:i+1], course); !report.Holds {
			t.Errorf("%s alone: %s", notebooks[i].Name(), report)
		}
	}
	course.Whole = true
	if report := check.Check(notebooks[:1], course); report.Holds {
		t.Error("the ledger may know a notebook that the course has not")
	}
}

// A name can be a claim's and a heading's. The claim has it.
func TestWhichLinksLeadToClaims(t *testing.T) {
	tests := []struct {
		name   string
		source string
		want   string // part of the finding; "" for none
	}{
		{"to a heading as JupyterLab names it", "[back](#The-pool)", ""},
		{"to a heading as GitHub names it", "[back](#the-pool)", ""},
		{"to an anchor in HTML", "<a id=\"mark\"></a>[back](#mark)", ""},
		{"to another page's claim", "[back](2-other.ipynb#third)", ""},
		{"to an address with a fragment", "[back](https://example.org/#capacity)", ""},
		{"percent-encoded", "It took [568.66 ms](#source%2Dp95).", ""},
		{"to a claim that has a heading's name", "### Speed up\n\n[back](#speed-up)", `the text says "back", and claim speed-up`},
		{"to nothing that is written like a claim", "[back](#no-such-thing)", "leads to #no-such-thing, which is no claim"},
		{"to nothing that is written like a heading", "[back](#No-such-thing)", "leads to #No-such-thing, which is no claim"},
		{"to the page itself", "[back](#)", "leads to #, which is no claim"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			notebooks, course := build(t, text("clock", "extra", tt.source))
			findings := check.Check(notebooks, course).Findings
			switch {
			case tt.want == "" && len(findings) > 0:
				t.Errorf("findings: %q", lines(findings))
			case tt.want != "" && (len(findings) != 1 || !strings.Contains(findings[0].Message, tt.want)):
				t.Errorf("findings: %q, want one on %q", lines(findings), tt.want)
			}
		})
	}
}

func TestAClaimInTheNextSectionIsBeside(t *testing.T) {
	notebooks, course := build(t, text("wait-run", "next", "## And then\n\nThat is [0.98 ticks](#b-small-delay)."))
	report := check.Check(notebooks, course)
	for _, f := range report.Findings {
		if f.Rule == check.LinkFar && f.Claim == "b-small-delay" {
			t.Errorf("one section away: %v", f)
		}
	}
}

func TestTheReportIsTheSameEachTimeAndInOrder(t *testing.T) {
	notebooks, course := build(t,
		second("third"),
		replace(lesson, "[540 units]", "[541 units]"),
		replace(lesson, "four times", "4 times"),
		replace(lesson, "[568.66 ms]", "[5 ms]"),
		replace(ledger, "0.8951", "0.8952"),
		drop("wait-run"))
	report := check.Check(notebooks, course)
	first := report.String()
	for range 20 {
		if again := check.Check(notebooks, course).String(); again != first {
			t.Fatalf("two checks of the same differ:\n%s\n%s", first, again)
		}
	}
	last := 0
	for _, f := range report.Findings {
		if f.Cell > 0 && f.Cell < last {
			t.Errorf("cell %d is listed behind cell %d", f.Cell, last)
		}
		last = f.Cell
	}
	if len(report.Findings) < 5 {
		t.Errorf("only %d findings:\n%s", len(report.Findings), first)
	}
}

func TestTheReportsJSON(t *testing.T) {
	notebooks, course := build(t, replace(lesson, "[0.98 ticks]", "[0.97 ticks]"))
	report := check.Check(notebooks, course)
	report.Unusable("notebooks/bad.ipynb", errors.New("it is empty"))
	data, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "holds": false,
  "notebooks": [
    {
      "notebook": "1-good",
      "file": "notebooks/1-good.ipynb",
      "claims": 5,
      "kinds": {
        "assumed": 1,
        "computed": 1,
        "counted": 1,
        "reported": 1,
        "timed": 1
      },
      "hold": {
        "assumed": 1,
        "computed": 1,
        "counted": 0,
        "reported": 1,
        "timed": 1
      },
      "findings": 1
    },
    {
      "notebook": "bad",
      "file": "notebooks/bad.ipynb",
      "claims": 0,
      "kinds": {},
      "hold": {},
      "findings": 0,
      "error": "it is empty"
    }
  ],
  "findings": [
    {
      "rule": "link-text",
      "notebook": "1-good",
      "file": "notebooks/1-good.ipynb",
      "cell": 4,
      "cell_id": "wait",
      "line": 3,
      "claim": "b-small-delay",
      "old": "0.97 ticks",
      "new": "0.98 ticks",
      "message": "the text says \"0.97 ticks\", and claim b-small-delay of cell 5 is \"0.98 ticks\""
    }
  ]
}`
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
}

func TestSummaries(t *testing.T) {
	type kinds = map[claim.Kind]int
	tests := []struct {
		summary check.Summary
		want    string
	}{
		{check.Summary{Notebook: "1", Claims: 61, Kinds: kinds{"counted": 40, "assumed": 12, "computed": 9},
			Hold: kinds{"counted": 40, "assumed": 12, "computed": 9}}, "1: 61 claims hold (12 assumed, 9 computed, 40 counted)"},
		{check.Summary{Notebook: "1", Claims: 1, Kinds: kinds{"timed": 1}, Hold: kinds{"timed": 1}}, "1: 1 claim holds (1 timed)"},
		{check.Summary{Notebook: "1"}, "1: 0 claims hold"},
		{check.Summary{Notebook: "1", Claims: 1, Kinds: kinds{"timed": 1}, Hold: kinds{"timed": 1}, Findings: 1},
			"1: 1 finding, 1 of 1 claim holds (1 timed)"},
		{check.Summary{Notebook: "1", Claims: 7, Kinds: kinds{"timed": 5, "counted": 2}, Hold: kinds{"timed": 5, "counted": 1},
			Findings: 3}, "1: 3 findings, 6 of 7 claims hold (1 of 2 counted, 5 timed)"},
		{check.Summary{Notebook: "1", Findings: 2}, "1: 2 findings, no claims"},
		{check.Summary{Notebook: "1", Error: "it is empty"}, "1: not checked"},
	}
	for _, tt := range tests {
		if got := tt.summary.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// Whatever a notebook holds, the check says so in lines.
func FuzzCheck(f *testing.F) {
	for _, file := range []string{"testdata/notebooks/1-good.ipynb", "testdata/failed.ipynb"} {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := notebook.Parse("lesson.ipynb", data)
		if err != nil {
			return
		}
		report := check.Check([]notebook.Notebook{nb}, check.Course{Reference: os.DirFS("testdata/data/reference"), Whole: true})
		report.Reproduces(nb, nb)
		if report.Notebooks[0].Findings != len(report.Findings) || report.Holds != (len(report.Findings) == 0) {
			t.Errorf("%d findings, summary %+v, holds %v", len(report.Findings), report.Notebooks[0], report.Holds)
		}
		for _, f := range report.Findings {
			if f.Message == "" || f.Rule == "" || f.Rule == check.OutputChanged {
				t.Errorf("finding %+v", f)
			}
		}
	})
}

func Example() {
	nb, err := notebook.Read("testdata/notebooks/1-good.ipynb")
	if err != nil {
		fmt.Println(err)
		return
	}
	ledger, err := check.OpenLedger("testdata/data/claims.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	course := check.Course{Ledger: ledger, Reference: os.DirFS("testdata/data/reference"), Whole: true}
	fmt.Print(check.Check([]notebook.Notebook{nb}, course))

	// A digit slips in the prose.
	prose := &nb.Cells[3]
	prose.Source = strings.Replace(prose.Source, "0.98", "0.89", 1)
	fmt.Println(check.Check([]notebook.Notebook{nb}, course).Findings[0].Message)
	// Output:
	// 1-good: 5 claims hold (1 assumed, 1 computed, 1 counted, 1 timed, 1 reported)
	// the text says "0.89 ticks", and claim b-small-delay of cell 5 is "0.98 ticks"
}

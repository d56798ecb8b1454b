package check_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/kernel/check"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

func TestRenewMakesTheLedgerThatHolds(t *testing.T) {
	notebooks, course := build(t,
		replace(ledger, "540 units", "541 units"),
		replace(ledger, `"id": "utilisation"`, `"id": "old"`),
		replace(ledger, "KK11", "KK12"))
	renewed, changes := check.Renew(course.Ledger.Ledger, notebooks, true)
	var got []string
	for _, c := range changes {
		got = append(got, c.String())
	}
	want := []string{
		`capacity: "541 units" → "540 units", source "KK12" → "KK11"`,
		`utilisation: new, "0.8951"`,
		`old: gone, it was "0.8951"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if err := renewed.Write(ledger); err != nil {
		t.Fatal(err)
	}
	var err error
	if course.Ledger, err = check.OpenLedger(ledger); err != nil {
		t.Fatal(err)
	}
	if report := check.Check(notebooks, course); !report.Holds {
		t.Errorf("after renewing: %s", report)
	}
	if _, again := check.Renew(renewed, notebooks, true); len(again) > 0 {
		t.Errorf("renewing twice changes %v", again)
	}
}

func TestRenewKeepsOtherNotebooksEntriesUnlessTheCourseIsWhole(t *testing.T) {
	notebooks, course := build(t, second("third"))
	kept, changes := check.Renew(course.Ledger.Ledger, notebooks[:1], false)
	if _, ok := kept.Lookup("third"); !ok || len(changes) > 0 {
		t.Errorf("one notebook of two: %v", changes)
	}
	dropped, changes := check.Renew(course.Ledger.Ledger, notebooks[:1], true)
	if _, ok := dropped.Lookup("third"); ok || len(changes) != 1 || changes[0].Change != check.EntryGone {
		t.Errorf("the only notebook: %v", changes)
	}
}

func TestRenewLeavesInvalidAndSecondClaimsOut(t *testing.T) {
	notebooks, course := build(t,
		replace(lesson, `"id": "utilisation"`, `"id": "capacity"`),
		replace(lesson, `"id": "b-small-delay"`, `"id": "B"`))
	renewed, _ := check.Renew(course.Ledger.Ledger, notebooks, true)
	var ids []string
	for _, e := range renewed.Claims {
		ids = append(ids, e.ID)
	}
	if diff := cmp.Diff([]string{"capacity", "speed-up", "source-p95"}, ids); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if why := check.Check(notebooks, course).Unfit(); why == "" {
		t.Error("a ledger without those claims may be written")
	}
}

// Whatever the ledger was, renewing it leaves nothing to change, and a ledger of the same claims is not touched.
func TestRenewSettles(t *testing.T) {
	nb, err := notebook.Read("testdata/" + lesson)
	if err != nil {
		t.Fatal(err)
	}
	file, err := check.OpenLedger("testdata/" + ledger)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		old := claim.Ledger{Claims: rapid.Permutation(file.Claims).Draw(t, "order")}
		old.Claims = old.Claims[:rapid.IntRange(0, len(old.Claims)).Draw(t, "length")]
		if len(old.Claims) > 0 {
			e := &old.Claims[rapid.IntRange(0, len(old.Claims)-1).Draw(t, "entry")]
			e.Text = rapid.SampledFrom([]string{e.Text, "5"}).Draw(t, "text")
			e.Notebook = rapid.SampledFrom([]string{e.Notebook, "0-other"}).Draw(t, "notebook")
		}
		whole := rapid.Bool().Draw(t, "whole")
		renewed, changes := check.Renew(old, []notebook.Notebook{nb}, whole)
		_, again := check.Renew(renewed, []notebook.Notebook{nb}, whole)
		if len(again) > 0 {
			t.Errorf("renewed twice: %v", again)
		}
		same := cmp.Equal(old.Claims, renewed.Claims)
		if same != (len(changes) == 0) {
			t.Errorf("the ledger is the same: %v; changes: %v", same, changes)
		}
	})
}

func TestOpenLedger(t *testing.T) {
	t.Chdir(t.TempDir())
	l, err := check.OpenLedger("claims.json")
	if err != nil || !l.Missing || len(l.Claims) > 0 {
		t.Errorf("no file: %+v, %v", l, err)
	}
	if err := os.WriteFile("claims.json", []byte(`{"claims": [{]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := check.OpenLedger("claims.json"); err == nil || !strings.Contains(err.Error(), "claims.json is damaged") {
		t.Errorf("a damaged file: %v", err)
	}
	conflict := "{\n<<<<<<< HEAD\n  \"claims\": []\n=======\n>>>>>>> lesson\n}\n"
	if err := os.WriteFile("claims.json", []byte(conflict), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := check.OpenLedger("claims.json"); err == nil || strings.Contains(err.Error(), "\n") ||
		!strings.Contains(err.Error(), "claims.json: line 2 is the mark of a merge conflict") ||
		!strings.Contains(err.Error(), "go run ./kernel check --write") {
		t.Errorf("a merge conflict: %v", err)
	}
}

package show

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/lessonlib/claim"
	"github.com/queuebook/queuebook/lessonlib/exercise"
)

// text gives the words of an HTML fragment, which has to be well formed.
func text(t *testing.T, fragment string) string {
	t.Helper()
	node, err := html.Parse(strings.NewReader(fragment))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for n := range node.Descendants() {
		if n.Type == html.TextNode {
			words = append(words, strings.Fields(n.Data)...)
		}
	}
	return strings.Join(words, " ")
}

func TestTextShowsAsItIsAlsoWhenItLooksLikeHTML(t *testing.T) {
	b := textBundle("1 < 2 & <b>three</b>\n")
	if got := b.Data["text/plain"]; got != "1 < 2 & <b>three</b>" {
		t.Errorf("plain: %q", got)
	}
	if got := text(t, b.Data["text/html"].(string)); got != "1 < 2 & <b>three</b>" {
		t.Errorf("html: %q", got)
	}
}

func TestATableFormatsEachColumnByItsVerb(t *testing.T) {
	b := NewTable("Shares", "seller", "request share %.4f", "cost $%.2f", "in %").Row("S1", 0.16894, 3.0, 1).
		Row("<S2>", 0.5, 10.0, 2).bundle()
	want := "Shares\nseller  request share  cost    in %\nS1      0.1689         $3.00   1\n<S2>    0.5000         $10.00  2"
	if got := b.Data["text/plain"]; got != want {
		t.Errorf("plain:\n%s\nwant:\n%s", got, want)
	}
	if got := text(t, b.Data["text/html"].(string)); !strings.Contains(got, "<S2> 0.5000 $10.00 2") {
		t.Errorf("html: %q", got)
	}
}

func TestATableNamesItsRowsAndColumnsForScreenReaders(t *testing.T) {
	h := NewTable("Shares", "seller", "share %.2f").Row("S1", 0.2).html()
	for _, want := range []string{"<caption", `<th scope="col"`, `<th scope="row"`, "</th><td"} {
		if !strings.Contains(h, want) {
			t.Errorf("%s is missing in %s", want, h)
		}
	}
}

func TestARowThatDoesNotFitIsShownWithANote(t *testing.T) {
	for words, values := range map[string][]any{"too few": {"S1"}, "too many": {"S1", 0.2, 0.3}, "none": nil} {
		t.Run(words, func(t *testing.T) {
			b := NewTable("Shares", "seller", "share %.2f").Row(values...).bundle()
			if got := b.Data["text/plain"].(string); !strings.Contains(got, "note: row 1 has") {
				t.Errorf("no note in %q", got)
			}
		})
	}
}

func TestATableWithoutColumnsOrRowsIsNotAPanic(t *testing.T) {
	NewTable("").Row(1).bundle()
	NewTable("only a caption", "", " %", "a %").bundle()
}

// ledger has two claims, which the text gives as 0.98 ticks and as a verdict.
var ledger = claim.Ledger{Claims: []claim.Entry{
	{ID: "b-small-delay", Notebook: "1", Kind: claim.CountedKind, Text: "0.98 ticks"},
	{ID: "live-easy", Notebook: "3", Kind: claim.TimedKind, Text: "passes"},
}}

func TestACardSaysWhetherTheTextAgrees(t *testing.T) {
	for _, c := range []struct {
		words string
		claim claim.Claim
		err   error
		want  string
	}{
		{"the cell finds what the text says", claim.Counted("b-small-delay", "%.2f ticks", 0.98), nil,
			"✓ 0.98 ticks [b-small-delay] (counted) as the text says"},
		{"a student has edited the cell", claim.Counted("b-small-delay", "%.2f ticks", 0.41), nil,
			"≠ 0.41 ticks [b-small-delay] (counted) 0.41 ticks; the text says 0.98 ticks"},
		{"the machine was too busy for a verdict", claim.Inconclusive("live-easy", "passes", "inconclusive: too busy"), nil,
			"~ passes [live-easy] (timed, measured inconclusive: too busy) the text says passes; this run cannot tell"},
		{"the text has no such claim", claim.Assumed("capacity", "KK11", "%d units", 540), nil,
			"? 540 units [capacity] (assumed, KK11) not in the text's ledger"},
		{"the ledger cannot be read", claim.Counted("b-small-delay", "%.2f ticks", 0.98), errors.New("the ledger is damaged"),
			"? 0.98 ticks [b-small-delay] (counted) the ledger is damaged"},
		{"the format does not fit the value", claim.Claim{ID: "b-small-delay", Kind: claim.CountedKind, Text: "%!d(float64=0.98)"}, nil,
			"formatting error"},
	} {
		t.Run(c.words, func(t *testing.T) {
			b := cards([]claim.Claim{c.claim}, ledger, c.err)
			if got := b.Data["text/plain"].(string); !strings.Contains(got, c.want) {
				t.Errorf("plain: %q, want %q", got, c.want)
			}
			if got := text(t, b.Data["text/html"].(string)); !strings.Contains(got, strings.Fields(c.claim.Text)[0]) {
				t.Errorf("html: %q lacks the value", got)
			}
		})
	}
}

func TestCardsCarryTheirClaimsAsData(t *testing.T) {
	b := cards([]claim.Claim{claim.Counted("b-small-delay", "%.2f ticks", 0.98)}, ledger, nil)
	list := b.Data[claim.MIMEType].(map[string]any)["claims"].([]any)
	if got := list[0].(map[string]any); got["id"] != "b-small-delay" || got["kind"] != "counted" || got["text"] != "0.98 ticks" {
		t.Errorf("got %v", got)
	}
}

func TestTheLedgerIsFoundFromANotebooksFolder(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"data", "notebooks"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(root, claim.LedgerFile)
	if err := ledger.Write(file); err != nil {
		t.Fatal(err)
	}
	t.Setenv("QUEUEBOOK_ROOT", "")
	t.Chdir(filepath.Join(root, "notebooks"))
	if _, err := claim.ReadLedger(ledgerFile()); err != nil {
		t.Error(err)
	}
	t.Setenv("QUEUEBOOK_ROOT", "/elsewhere")
	if got := ledgerFile(); got != "/elsewhere/data/claims.json" {
		t.Errorf("with QUEUEBOOK_ROOT the ledger is %s", got)
	}
}

func TestAResultShowsItsGradeInWordsAndByAMark(t *testing.T) {
	for grade, want := range map[exercise.Grade]string{
		exercise.Missing: "○ Exercise 1: missing. Put a number.",
		exercise.Nearly:  "◐ Exercise 1: nearly. Put a number.",
		exercise.Right:   "● Exercise 1: right. Put a number.",
	} {
		b := resultBundle(exercise.Result{Exercise: "Exercise 1", Grade: grade, Message: "Put a number."})
		if b.Data["text/plain"] != want || text(t, b.Data["text/html"].(string)) != want {
			t.Errorf("got %q and %q, want %q", b.Data["text/plain"], text(t, b.Data["text/html"].(string)), want)
		}
	}
}

func TestResultsCountTheGradesAndNameEachExercise(t *testing.T) {
	name := func(number string) exercise.Name { return exercise.Name("Exercise " + number) }
	b := resultsTable([]exercise.Result{name("1").Right("So it is."), name("2").Nearly("That is <a share>."),
		name("3").Missing("Put a number.")}).bundle()
	const want = `Your progress: 1 of 3 exercises right, 1 nearly, 1 missing
exercise    so far     what the check says
Exercise 1  ● right    So it is.
Exercise 2  ◐ nearly   That is <a share>.
Exercise 3  ○ missing  Put a number.`
	if got := b.Data["text/plain"]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := text(t, b.Data["text/html"].(string)), strings.Join(strings.Fields(want), " "); got != want {
		t.Errorf("the table says %q, want %q", got, want)
	}
	if !strings.Contains(b.Data["text/html"].(string), `white-space: nowrap">● right</td>`) {
		t.Error("a grade could be broken over two lines, away from its mark")
	}
}

func TestCountsHaveACommaBetweenThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 340: "340", 68050: "68,050", -1234567: "-1,234,567"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-openapi/jsonpointer"

	"github.com/queuebook/queuebook/kernel/check"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// lesson is the first lesson as it is committed.
const lesson = "../notebooks/1-noisy-neighbour.ipynb"

// brokenLesson is a copy of the lesson in which every old has become a new; there must be at least one.
func brokenLesson(t *testing.T, oldNew ...string) string {
	t.Helper()
	data, err := os.ReadFile(lesson)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(oldNew); i += 2 {
		if !bytes.Contains(data, []byte(oldNew[i])) {
			t.Fatalf("the lesson does not contain %s any more; choose another place to break it", oldNew[i])
		}
		data = bytes.ReplaceAll(data, []byte(oldNew[i]), []byte(oldNew[i+1]))
	}
	file := filepath.Join(t.TempDir(), filepath.Base(lesson))
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// kernelTool runs one command line of the tool.
func kernelTool(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestTheCommittedLessonHolds(t *testing.T) {
	code, out, errs := kernelTool(t, "check", brokenLesson(t))
	if code != 0 || !strings.Contains(out, "claims hold") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

func TestOneDigitInTheProseIsFoundInItsPlace(t *testing.T) {
	file := brokenLesson(t, "[0.98 ticks](#b-small-delay)", "[0.97 ticks](#b-small-delay)")
	code, out, _ := kernelTool(t, "check", file)
	if code != 1 || !strings.Contains(out, `(bad-days-read), line 1: the text says "0.97 ticks"`) ||
		!strings.Contains(out, `"0.98 ticks"`) {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestOneDigitInASavedOutputIsFoundInItsPlace(t *testing.T) {
	file := brokenLesson(t, `"id": "b-small-delay",
         "kind": "counted",
         "text": "0.98 ticks"`, `"id": "b-small-delay",
         "kind": "counted",
         "text": "0.93 ticks"`)
	code, out, _ := kernelTool(t, "check", file)
	if code != 1 || !strings.Contains(out, "(bad-days-run)") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// committed copies the lessons and their data as they are committed into a folder of its own, which becomes the checkout
// that we work in.
func committed(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"notebooks", "data"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("..", name))); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	write(t, "go.mod", "module "+environment.Module+"\n")
}

// Whichever of its four places a digit of the course is changed in, the check names the place.
func TestOneDigitAnywhereInTheCourseIsFoundInItsPlace(t *testing.T) {
	const cell = `: cell \d+ \([a-z0-9-]+\)(, line \d+)?: `
	for _, c := range []struct{ name, file, old, new, want string }{
		{"in the prose", "notebooks/2-on-call.ipynb", "[1125 req/s](#panel-requests)", "[1126 req/s](#panel-requests)",
			`notebooks/2-on-call\.ipynb` + cell + `the text says "1126 req/s", and claim panel-requests of cell \d+ is "1125 req/s"`},
		{"in an output", "notebooks/3-workload-model.ipynb", `"id": "source-realistic-unindexed",
         "kind": "reported",
         "source": "load.json#/realistic/unindexed/p95",
         "text": "568.66 ms"`, `"id": "source-realistic-unindexed",
         "kind": "reported",
         "source": "load.json#/realistic/unindexed/p95",
         "text": "568.67 ms"`, `notebooks/3-workload-model\.ipynb` + cell + `the card's plain text does not show "568\.67 ms" of claim ` +
			`source-realistic-unindexed`},
		{"in the reference", "data/reference/load.json", "568.66, \"verdict\"", "568.67, \"verdict\"",
			`notebooks/3-workload-model\.ipynb` + cell + `claim source-realistic-unindexed is "568\.66 ms", and data/reference/load\.json` +
				`#/realistic/unindexed/p95 \(line 13\) says "568\.67 ms"`},
		{"in the ledger", "data/claims.json", `"id": "b-small-delay",
      "notebook": "1-noisy-neighbour",
      "kind": "counted",
      "text": "0.98 ticks"`, `"id": "b-small-delay",
      "notebook": "1-noisy-neighbour",
      "kind": "counted",
      "text": "0.88 ticks"`, `notebooks/1-noisy-neighbour\.ipynb` + cell + `the ledger data/claims\.json \(line \d+\) differs from claim ` +
			`b-small-delay: "0\.88 ticks" → "0\.98 ticks"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			committed(t)
			change(t, c.file, c.old, c.new)
			code, out, errs := kernelTool(t, "check")
			if code != 1 || !regexp.MustCompile(`(?m)^`+c.want).MatchString(out) {
				t.Errorf("exit %d, want 1 and %s in\n%s%s", code, c.want, out, errs)
			}
		})
	}
}

// A figure that no claim cites is found by its file's digest.
func TestADigitOfTheReferenceThatNoClaimCitesIsFoundByItsFile(t *testing.T) {
	committed(t)
	sums := content(t, filepath.Join("data", "reference", check.SumsFile))
	files, err := filepath.Glob("data/reference/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("files %q, %v", files, err)
	}
	for _, file := range files {
		if !strings.Contains(sums, "  "+filepath.Base(file)+"\n") {
			t.Errorf("%s is not in %s", file, check.SumsFile)
		}
	}
	change(t, "data/reference/load.json", `"rate": 997.86`, `"rate": 997.85`)
	code, out, errs := kernelTool(t, "check")
	want := "data/reference/load.json: it is not the file that " + check.SumsFile + " lists; "
	if code != 1 || !strings.HasPrefix(out, want) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// Each figure of data/reference that a claim cites, changed by itself, is found by that claim.
func TestEveryCitedFigureOfTheReferenceIsHeldAgainstItsClaim(t *testing.T) {
	committed(t)
	ledger, err := check.OpenLedger(claim.LedgerFile)
	if err != nil {
		t.Fatal(err)
	}
	var notebooks []notebook.Notebook
	files, err := filepath.Glob("notebooks/*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		nb, err := notebook.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		notebooks = append(notebooks, nb)
	}
	cited := 0
	for _, entry := range ledger.Claims {
		if entry.Kind != claim.ReportedKind {
			continue
		}
		cited++
		name, place, _ := strings.Cut(entry.Source, "#")
		text := content(t, filepath.Join("data", "reference", name))
		changed := fstest.MapFS{name: {Data: []byte(withAnotherFigure(t, text, place))}}
		for _, other := range []string{"load.json", "pool-text.json"} {
			if other != name {
				changed[other] = &fstest.MapFile{Data: []byte(content(t, filepath.Join("data", "reference", other)))}
			}
		}
		report := check.Check(notebooks, check.Course{Ledger: ledger, Reference: changed, Whole: true})
		if !slices.ContainsFunc(report.Findings, func(f check.Finding) bool {
			return f.Rule == check.ReferenceDiffers && f.Claim == entry.ID && f.Cell > 0 && f.Old != f.New
		}) {
			t.Errorf("claim %s does not notice that %s is another figure:\n%s", entry.ID, entry.Source, report)
		}
	}
	if cited == 0 {
		t.Error("no claim of the course cites data/reference")
	}
}

// withAnotherFigure is a JSON text in which the number at a place has another first digit.
func withAnotherFigure(t *testing.T, text, place string) string {
	t.Helper()
	pointer, err := jsonpointer.New(place)
	if err != nil {
		t.Fatal(err)
	}
	at, err := pointer.Offset(text)
	if err != nil {
		t.Fatal(err)
	}
	// For a field the place is where its name begins.
	if colon := strings.Index(text[at:], ":"); text[at] == '"' && colon >= 0 {
		at += int64(colon)
	}
	digit := at + int64(strings.IndexAny(text[at:], "0123456789"))
	return text[:digit] + string('1'+(text[digit]-'0'+1)%9) + text[digit+1:]
}

func TestAnOrphanNumberInTheLessonIsFound(t *testing.T) {
	file := brokenLesson(t, "Commit to a number before you run it.", "I say 17.")
	code, out, _ := kernelTool(t, "check", file)
	if code != 1 || !strings.Contains(out, `(go-guess), line 1: the number "17" is no claim`) {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// A parameter in a cell becomes another one, and a fresh run finds other numbers than the text. Only the lesson's first
// cells are run; what the rest of it would say is of no interest here.
func TestAChangedParameterIsFoundByAFreshRun(t *testing.T) {
	file := brokenLesson(t, "r := run(pool.Pair())", "pair := pool.Pair(); pair.Capacity = 9; r := run(pair)")
	editCells(t, file, func(cells []json.RawMessage) []json.RawMessage {
		return cells[:1+slices.IndexFunc(cells, hasID("two-shared-read"))]
	})
	code, out, errs := kernelTool(t, "check", "--execute", file)
	if code != 1 || !strings.Contains(out, `claim two-shared-s2`) || !strings.Contains(out, `"2 ticks"`) ||
		!strings.Contains(out, `"0 ticks"`) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	saved, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(saved, []byte("pair.Capacity = 9")) {
		t.Errorf("the check changed the notebook (%v)", err)
	}
}

// hasID tells whether a cell has the id.
func hasID(id string) func(json.RawMessage) bool {
	return func(cell json.RawMessage) bool { return bytes.Contains(cell, []byte(`"id": "`+id+`"`)) }
}

// editCells changes the list of a notebook's cells.
func editCells(t *testing.T, file string, edit func([]json.RawMessage) []json.RawMessage) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var nb map[string]json.RawMessage
	var cells []json.RawMessage
	if err := json.Unmarshal(data, &nb); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(nb["cells"], &cells); err != nil {
		t.Fatal(err)
	}
	if nb["cells"], err = json.Marshal(edit(cells)); err != nil {
		t.Fatal(err)
	}
	if data, err = json.Marshal(nb); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Deleting the cell that counts day B leaves links to claims that nobody makes.
func TestADeletedCellIsFoundByItsLinks(t *testing.T) {
	file := brokenLesson(t)
	editCells(t, file, func(cells []json.RawMessage) []json.RawMessage {
		rest := slices.DeleteFunc(slices.Clone(cells), hasID("bad-days-run"))
		if len(rest) != len(cells)-1 {
			t.Fatal("the lesson has no cell bad-days-run any more; choose another one to delete")
		}
		return rest
	})
	code, out, _ := kernelTool(t, "check", file)
	for _, want := range []string{"(bad-days-read), line 1:", "#a-small-delay", "#b-small-delay"} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %s in\n%s", code, want, out)
		}
	}
}

// The README shows reviewers what they will see; that has to be what they see.
func TestTheReadmeShowsTheChecksOwnLines(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := kernelTool(t, "check")
	if code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	for line := range strings.Lines(out) {
		if !strings.Contains(string(readme), "    "+line) {
			t.Errorf("the README does not show %q", line)
		}
	}
}

// A limit of the project: a notebook has to open quickly and to be read in a diff.
func TestEachLessonIsUnderOneMegabyte(t *testing.T) {
	files, err := filepath.Glob("../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons: %v, %v", files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Size() > 1_000_000 {
			t.Errorf("%s: %v bytes, %v", file, info.Size(), err)
		}
	}
}

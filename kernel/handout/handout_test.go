package handout_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/kernel/handout"
	saved "github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/progress"
	"github.com/queuebook/queuebook/lessonlib/claim"
	"github.com/queuebook/queuebook/lessonlib/show/assets"
)

// lesson is a notebook with one of everything that a handout has to cope with.
func lesson(t *testing.T, folder string) string {
	return notebook(t, folder, "1-noise",
		markdown("# Who is \\<noisy\\> & why, for \\$5?\n\nTwo sellers share 1.5 pools. **Is one of them to blame?** Guess first."),
		cell(1, "%%\nshow.Claims(claim.Assumed(\"capacity\", \"KK11\", \"%d units\", 540))",
			claims(claim.Assumed("capacity", "KK11", "%d units", 540), claim.Computed("load", "%.4f", 0.8951))),
		markdown("The pool works [540 units](#capacity), a load of [0.8952](#load). With $\\rho < 1$ and `$x$`:\n\n"+
			"$$\\rho = \\frac{\\lambda}{\\mu}$$\n\nA night is [\\$41.20](#night), a day \\$50. See [next](2-on-call.ipynb)."),
		cell(2, "%%\n// "+strings.Repeat("wide ", 30)+"\nshow.Figure(chart)",
			stream("stdout", "plain <words>\n"),
			figure("Line chart: delay \"climbs\" <at> 0.9"),
			claims(claim.Counted("night", "$%.2f", 41.20)),
			claims(claim.Timed("fast", "at least 5x", true, "7.3x"),
				claim.Reported("p95", "load.json#/realistic/p95", "%d ms", 312))),
		attached(markdown("It is [at least 5x](#fast), the source says [312 ms](#p95), and again [540 units](#capacity).\n\n"+
			"![a dot](attachment:dot.png)\n\n<details><summary>Solution</summary>\n\nLook *again*.\n\n</details>"), "dot.png"),
		markdown("## Gürültü — 騒音\n\n### Twice\n\n## Twice\n\n# Not a title\n\n```go\nx := `\\$5`\n```"),
		tagged(cell(3, "%%\npanic(\"gürültü\")", stream("stderr", "something logged\n"),
			failure("panic: gürültü", "goroutine 1")), "fold", "raises-exception"),
		cell(4, "%%\nshow.Table()", shown(object{"text/html": "<table><tr><td>S1</td></tr></table>", "text/plain": "S1"})),
		tagged(cell(5, "%%\nshow.Result(solved)", shown(object{"text/html": "<p><em>right</em></p>", "text/plain": "right"})),
			"solution"),
		tagged(markdown("Ask who guessed *first*."), "instructor"),
	)
}

// unprinted are the copies that need no browser; package kernel/browser/handouts tests the others.
var unprinted = []handout.Copy{handout.Student, handout.Instructor, handout.Notebook}

func TestHandoutOfALesson(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	opts := handout.Options{
		Notebooks: []string{lesson(t, folder)},
		Output:    filepath.Join(folder, "out"),
		Copies:    unprinted,
		About:     handout.About{Course: "Queues & pressure", Date: "12 October 2026", Language: "en-GB"},
	}
	files, err := handout.Make(t.Context(), env, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(files); !slices.Equal(got, []string{"1-noise.html", "1-noise-instructor.html", "1-noise.ipynb", "index.html"}) {
		t.Fatalf("files %q", got)
	}
	source := load(t, files[0])
	page := parse(t, source)
	instructors := parse(t, load(t, files[1]))

	t.Run("title, language and course are in their places", func(t *testing.T) {
		if got := texts(page, "h1"); !slices.Equal(got, []string{"Who is <noisy> & why, for $\u20605?"}) {
			t.Errorf("h1 %q", got)
		}
		if got := texts(page, "title"); got[0] != "Who is <noisy> & why, for $5? · Queues & pressure" {
			t.Errorf("title %q", got)
		}
		if got := one(t, page, "html")["lang"]; got != "en-GB" {
			t.Errorf("lang %q", got)
		}
		if got := texts(page, ".course"); !slices.Equal(got, []string{"Queues & pressure · 12 October 2026"}) {
			t.Errorf("course %q", got)
		}
	})
	t.Run("an instructor's copy says that it is one", func(t *testing.T) {
		want := "Queues & pressure · 12 October 2026 · For instructors, with solutions"
		if got := texts(instructors, ".course"); !slices.Equal(got, []string{want}) {
			t.Errorf("course %q", got)
		}
		if got := texts(instructors, "title"); !strings.HasSuffix(got[0], " · For instructors, with solutions") {
			t.Errorf("title %q", got)
		}
	})
	t.Run("landmarks and the way past the contents", func(t *testing.T) {
		for _, landmark := range []string{"header", "nav", "main"} {
			one(t, page, landmark)
		}
		if skip, main := one(t, page, ".skip"), one(t, page, "main"); skip["href"] != "#"+main["id"] {
			t.Errorf("the skip link leads to %q, main is %q", skip["href"], main["id"])
		}
	})
	t.Run("headings have unique anchors and the contents list them", func(t *testing.T) {
		got := texts(page, ".contents li")
		if want := []string{"Gürültü — 騒音", "Twice", "Not a title", "The claims of this lesson"}; !slices.Equal(got, want) {
			t.Errorf("contents %q, want %q", got, want)
		}
		if got := elements(page, ".contents a")[1]; attr(got, "href") != "#Twice-2" {
			t.Errorf("the second heading named Twice is linked as %q", attr(got, "href"))
		}
	})
	t.Run("each claim is a card from its data, once, where its links lead", func(t *testing.T) {
		var ids []string
		for _, card := range elements(page, ".claim") {
			ids = append(ids, attr(card, "id"))
		}
		if want := []string{"capacity", "load", "night", "fast", "p95"}; !slices.Equal(ids, want) {
			t.Errorf("cards %q, want %q", ids, want)
		}
		if strings.Contains(source, "the notebook's own card") || strings.Contains(source, "the plain card") {
			t.Error("the notebook's own card is on the page as well")
		}
		for _, want := range []string{"assumed, KK11", "reported, load.json#/realistic/p95", "measured 7.3x"} {
			if !strings.Contains(strings.Join(texts(page, ".claim"), "|"), want) {
				t.Errorf("no card says %q", want)
			}
		}
		if got := len(elements(page, "ul.claims")); got != 2 {
			t.Errorf("%d lists of cards, want one for each run of outputs, 2", got)
		}
	})
	t.Run("a card leads back to each of its sentences", func(t *testing.T) {
		var back []string
		for _, link := range elements(page, ".back") {
			back = append(back, attr(link, "href"))
		}
		want := []string{"#said.capacity", "#said.capacity.2", "#said.load", "#said.night", "#said.fast", "#said.p95"}
		if !slices.Equal(back, want) {
			t.Errorf("ways back %q, want %q", back, want)
		}
		for _, link := range elements(page, ".claim-link") {
			if attr(link, "id") == "" {
				t.Errorf("the link %q has no anchor", textOf(link))
			}
		}
	})
	t.Run("a card says where the text says something else", func(t *testing.T) {
		if got := texts(page, ".finding"); !slices.Equal(got, []string{"≠ the text says 0.8952"}) {
			t.Errorf("findings %q", got)
		}
	})
	t.Run("the claims are listed at the end", func(t *testing.T) {
		var rows []string
		for _, row := range elements(page, ".all-claims tr")[1:] {
			rows = append(rows, strings.Join(strings.Fields(textOf(row)), " "))
		}
		want := []string{"540 unitsassumedKK11capacity In 1", "0.8951computedload In 1", "$41.20countednight In 2",
			"at least 5xtimedmeasured 7.3xfast In 2", "312 msreportedload.json#/realistic/p95p95 In 2"}
		if !slices.Equal(rows, want) {
			t.Errorf("rows\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
		}
	})
	t.Run("a figure has its words and its size", func(t *testing.T) {
		image := one(t, page, "figure img")
		if image["alt"] != "Line chart: delay \"climbs\" <at> 0.9" || image["width"] != "640" || image["height"] != "360" {
			t.Errorf("image %.200q", image)
		}
		if image["src"] != "data:image/png;base64,"+pixel {
			t.Errorf("source %.80q", image["src"])
		}
	})
	t.Run("a picture attached to a cell is in the page", func(t *testing.T) {
		if got := one(t, page, ".prose img")["src"]; got != "data:image/png;base64,"+pixel {
			t.Errorf("source %.80q", got)
		}
	})
	t.Run("a solution stays inside what folds it away, in the text and in a cell of its own", func(t *testing.T) {
		if got := texts(instructors, "details em"); !slices.Equal(got, []string{"again", "right"}) {
			t.Errorf("inside <details> %q", got)
		}
		if got := texts(instructors, "details summary"); !slices.Equal(got, []string{"Solution", "Solution"}) {
			t.Errorf("summaries %q", got)
		}
		if got := len(elements(instructors, "details .source")); got != 1 {
			t.Errorf("the code of %d cells is folded away, want 1", got)
		}
		if got := texts(instructors, ".celltag_instructor"); !slices.Equal(got, []string{"Ask who guessed first."}) {
			t.Errorf("notes for instructors %q", got)
		}
	})
	t.Run("a student's copies have no trace of it", func(t *testing.T) {
		if got := len(elements(page, "details")); got != 0 {
			t.Errorf("%d things are folded away", got)
		}
		for _, name := range files[:3:3] {
			copied := load(t, name)
			for _, secret := range []string{"Look *again*", "<em>again</em>", "solved", "<em>right</em>", "Ask who", "celltag_solution"} {
				if found := strings.Contains(copied, secret); found && !strings.Contains(name, "instructor") {
					t.Errorf("%s holds %q", name, secret)
				}
			}
		}
	})
	t.Run("code is coloured as Go, though the notebook does not say its language", func(t *testing.T) {
		if got := len(elements(page, ".source .hl-go")); got != 4 {
			t.Errorf("%d cells coloured as Go, want 4", got)
		}
	})
	t.Run("messages and errors are marked in words", func(t *testing.T) {
		if got := texts(page, ".label"); !slices.Equal(got, []string{"Standard error", "Error"}) {
			t.Errorf("labels %q", got)
		}
		if got := texts(page, ".error pre"); !slices.Equal(got, []string{"panic: gürültü\ngoroutine 1"}) {
			t.Errorf("error %q", got)
		}
		if got := texts(page, "pre.output"); !slices.Equal(got, []string{"plain <words>"}) {
			t.Errorf("standard output %q", got)
		}
	})
	t.Run("tags are classes", func(t *testing.T) {
		if got := one(t, page, ".celltag_fold")["class"]; got != "cell code celltag_fold celltag_raises-exception" {
			t.Errorf("class %q", got)
		}
	})
	t.Run("mathematics is left for the script that draws it, prices and code are not mathematics", func(t *testing.T) {
		prose := strings.Join(texts(page, ".prose"), "\n")
		for _, want := range []string{`$\rho < 1$`, `$$\rho = \frac{\lambda}{\mu}$$`, "`\\$5`", "a day $\u206050."} {
			if !strings.Contains(prose, want) {
				t.Errorf("the prose lacks %q:\n%s", want, prose)
			}
		}
		if !strings.HasPrefix(library(t, page, "temml"), "var temml=") || !strings.Contains(source, "Copyright (c) 2020 Ron Kok") {
			t.Error("the page lacks Temml or its licence")
		}
	})
	t.Run("a link to another notebook keeps only its words", func(t *testing.T) {
		if strings.Contains(source, "2-on-call.ipynb") || !strings.Contains(source, "See <a>next</a>") {
			t.Error("the link to a file is still there")
		}
	})
	t.Run("the index says what is in it", func(t *testing.T) {
		index := parse(t, load(t, files[3]))
		if got := texts(index, "h2"); !slices.Equal(got, []string{"Who is <noisy> & why, for $5?"}) {
			t.Errorf("titles %q", got)
		}
		if got := texts(index, ".question"); !slices.Equal(got, []string{"Is one of them to blame?"}) {
			t.Errorf("questions %q", got)
		}
		facts := texts(index, ".facts")[0]
		if facts != "5 claims: 1 assumed, 1 computed, 1 counted, 1 timed, 1 reported" {
			t.Errorf("facts %q", facts)
		}
		var links []string
		for _, link := range elements(index, ".copies a") {
			links = append(links, attr(link, "href"))
		}
		if want := []string{"1-noise.html", "1-noise.ipynb", "1-noise-instructor.html"}; !slices.Equal(links, want) {
			t.Errorf("links to the copies %q, want %q", links, want)
		}
		if got := one(t, index, "h2 a")["href"]; got != "1-noise.html" {
			t.Errorf("link %q", got)
		}
	})
	t.Run("made again, it is the same bytes", func(t *testing.T) {
		opts.Output = filepath.Join(folder, "again")
		again, err := handout.Make(t.Context(), env, opts)
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			if load(t, files[i]) != load(t, again[i]) {
				t.Errorf("%s and %s differ", files[i], again[i])
			}
		}
	})
}

func TestHandoutOfABareNotebook(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	files, err := handout.Make(t.Context(), env, handout.Options{
		Notebooks: []string{notebook(t, folder, "bare", cell(1, "x := 1", stream("stdout", "1\n")), markdown("Only \\$5 of words."))},
		Output:    folder,
		Copies:    []handout.Copy{handout.Student},
	})
	if err != nil {
		t.Fatal(err)
	}
	source := load(t, files[0])
	page := parse(t, source)
	if got := texts(page, "h1"); !slices.Equal(got, []string{"bare"}) {
		t.Errorf("title %q, want the file's name", got)
	}
	if got := one(t, page, "html")["lang"]; got != "en" {
		t.Errorf("lang %q", got)
	}
	for name, selector := range map[string]string{"contents": "nav", "claims": ".all-claims", "a course": ".course"} {
		if len(elements(page, selector)) > 0 {
			t.Errorf("the page has %s without need", name)
		}
	}
	if len(elements(page, "script")) != 1 {
		t.Error("the page carries a library without need")
	}
	if !strings.Contains(source, "<p>Only $5 of words.</p>") {
		t.Error("the price is not as written")
	}
}

// Two copies of a chart cell share the one library.
func TestHandoutWithInteractiveCharts(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	chart := shown(object{"text/plain": "a line", "text/html": `<div class="queuebook-explore" id="explore-load" ` +
		`data-queuebook-chart="load" role="group" aria-label="Interactive chart: load"><script>` + assets.Cell() +
		`({"id":"load"});</script></div>`})
	files, err := handout.Make(t.Context(), env, handout.Options{
		Notebooks: []string{notebook(t, folder, "charts", cell(1, "x", chart), markdown("# Charts"), markdown("Which one?"),
			cell(2, "x", chart))},
		Output: folder,
		Copies: []handout.Copy{handout.Student},
	})
	if err != nil {
		t.Fatal(err)
	}
	source := load(t, files[0])
	if got := library(t, parse(t, source), "charts"); got != assets.Script() {
		t.Errorf("the library begins with %.80q, want %.80q", got, assets.Script())
	}
	if got := len(elements(parse(t, source), ".queuebook-explore")); got != 2 {
		t.Errorf("%d charts, want 2", got)
	}
	p, err := handout.ReadPage("charts", []byte(source))
	if err != nil || p.Title != "Charts" || p.Question != "Which one?" {
		t.Errorf("page %+v, %v; want the title and the question from cells below the first chart", p, err)
	}
}

// One notebook that breaks promises keeps all of them from being written, and the error names every place.
func TestNothingIsReplacedWhenAPageBreaksAPromise(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	old := save(t, filepath.Join(folder, "sound.html"), "the old page")
	_, err := handout.Make(t.Context(), env, handout.Options{
		Notebooks: []string{
			notebook(t, folder, "sound", markdown("# Sound\n\nWords.")),
			notebook(t, folder, "broken", markdown("# Broken\n\nIt is [0.98 ticks](#gone)."),
				cell(1, "", shown(object{"text/html": `<script src="https://host/x.js"></script>`})), cell(2, "", figure(""))),
		},
		Output: folder,
		Copies: []handout.Copy{handout.Student},
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		`broken.ipynb, cell 1: the link "0.98 ticks" leads to "gone"`,
		`broken.ipynb, cell 2: <script src="https://host/x.js"> is a script from elsewhere`,
		`broken.ipynb, cell 3: a picture has no text alternative`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
	if got := load(t, old); got != "the old page" {
		t.Errorf("the old page was replaced by %.80q", got)
	}
	for _, name := range []string{"broken.html", "index.html"} {
		if _, err := os.Stat(filepath.Join(folder, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s was written", name)
		}
	}
}

func TestBadInputIsToldApartFromFailure(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	good := notebook(t, folder, "good", markdown("# Good"))
	other := t.TempDir()
	for _, c := range []struct {
		name string
		opts handout.Options
		want string
	}{
		{"no such file", handout.Options{Notebooks: []string{filepath.Join(folder, "none.ipynb")}}, "there is no such file"},
		{"no file named", handout.Options{}, "name one"},
		{"no notebook", handout.Options{Notebooks: []string{save(t, filepath.Join(folder, "torn.ipynb"), `{"cells": [`)}},
			"torn.ipynb: unusable notebook"},
		{"metadata of another shape", handout.Options{Notebooks: []string{save(t, filepath.Join(folder, "odd.ipynb"),
			`{"nbformat": 4, "cells": [{"cell_type": "raw", "metadata": {}, "source": ""}], "metadata": {"queuebook": 3,
			"kernelspec": {"name": "queuebook"}}}`)}}, "odd.ipynb: metadata.queuebook is no object"},
		{"two files of one name", handout.Options{Notebooks: []string{good, notebook(t, other, "good", markdown("x"))}},
			"would both become good.html"},
		{"a notebook named as the index", handout.Options{Notebooks: []string{notebook(t, folder, "index", markdown("x"))}},
			"rename one"},
		{"a notebook whose page another's copy takes", handout.Options{Notebooks: []string{notebook(t, folder, "a", markdown("x")),
			notebook(t, folder, "a-instructor", markdown("x"))}}, "would both become a-instructor.html"},
		{"a copy that there is none of", handout.Options{Notebooks: []string{good}, Copies: []handout.Copy{"docx"}},
			`no copy "docx"`},
		{"a PDF of nothing", handout.Options{Notebooks: []string{good}, Copies: []handout.Copy{handout.Paper}},
			"no page is wanted"},
		{"code in no way that there is", handout.Options{Notebooks: []string{good}, About: handout.About{Code: "small"}},
			`code cannot be "small"`},
		{"one title for two", handout.Options{Notebooks: []string{good, notebook(t, folder, "b", markdown("x"))},
			About: handout.About{Title: "T"}}, "would stand on 2 handouts"},
		{"no language tag", handout.Options{Notebooks: []string{good}, About: handout.About{Language: "english!"}},
			`language "english!"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Output = filepath.Join(folder, "out")
			_, err := handout.Make(t.Context(), env, c.opts)
			if bad := (handout.BadInput{}); !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want a BadInput that says %q", err, c.want)
			}
			if _, err := os.Stat(c.opts.Output); !errors.Is(err, os.ErrNotExist) {
				t.Error("something was written")
			}
		})
	}
}

func TestCancelledItLeavesNothing(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := handout.Make(ctx, env, handout.Options{Notebooks: []string{notebook(t, folder, "a", markdown("# A"))},
		Output: filepath.Join(folder, "out"), Copies: unprinted})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "out")); !errors.Is(err, os.ErrNotExist) {
		t.Error("something was written")
	}
}

func TestAnExecutedNotebookIsWhatIsShown(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	executed := load(t, notebook(t, t.TempDir(), "a", cell(1, "x", stream("stdout", "fresh\n"))))
	files, err := handout.Make(t.Context(), env, handout.Options{
		Notebooks: []string{notebook(t, folder, "a", cell(1, "x", stream("stdout", "stale\n")))},
		Output:    filepath.Join(folder, "out"),
		Copies:    unprinted,
		Execute:   func(context.Context, string) ([]byte, error) { return []byte(executed), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(parse(t, load(t, files[0])), "pre.output"); !slices.Equal(got, []string{"fresh"}) {
		t.Errorf("output %q, want the fresh one", got)
	}
}

// names are the last parts of paths.
func names(paths []string) []string {
	var list []string
	for _, path := range paths {
		list = append(list, filepath.Base(path))
	}
	return list
}

// library inflates a library that the page carries once.
func library(t *testing.T, page *html.Node, name string) string {
	t.Helper()
	var found []string
	for _, script := range elements(page, "script") {
		if attr(script, "data-library") == name {
			found = append(found, textOf(script))
		}
	}
	if len(found) != 1 {
		t.Fatalf("the library %s is in the page %d times, want once", name, len(found))
	}
	packed, err := base64.StdEncoding.DecodeString(found[0])
	if err != nil {
		t.Fatal(err)
	}
	inflated, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(inflated)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The page's own words follow the language; the lesson's and the course's are the author's.
func TestHandoutInAnotherLanguage(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	for _, c := range []struct{ language, contents, card, claims, figure, index, said string }{
		{"de-AT", "Inhalt", "540 units angenommen, KK11", "Die Aussagen dieser Lektion", "Abbildung 1. a dot", "Für Studierende", ""},
		{"pt-BR", "Contents", "540 units assumed, KK11", "The claims of this lesson", "Figure 1. a dot", "For students",
			"stay English: there are others for de, en, tr, and none for \"pt-BR\""},
	} {
		t.Run(c.language, func(t *testing.T) {
			var said strings.Builder
			files, err := handout.Make(t.Context(), env, handout.Options{
				Notebooks: []string{notebook(t, folder, "a", markdown("# A\n\nIt is [540 units](#capacity).\n\n## B\n\n## C"),
					cell(1, "x", claims(claim.Assumed("capacity", "KK11", "%d units", 540)), figure("a dot")))},
				Output: filepath.Join(folder, "out"), Copies: []handout.Copy{handout.Student},
				About: handout.About{Language: c.language}, Progress: progress.To(&said),
			})
			if err != nil {
				t.Fatal(err)
			}
			page, index := parse(t, load(t, files[0])), parse(t, load(t, files[1]))
			for selector, want := range map[string]string{".contents h2": c.contents, ".claim": c.card, ".all-claims h2": c.claims,
				"figcaption": c.figure} {
				if got := texts(page, selector); len(got) != 1 || !strings.HasPrefix(strings.Join(strings.Fields(got[0]), " "), want) {
					t.Errorf("%s %q, want %q", selector, got, want)
				}
			}
			if got := texts(index, "dt"); !slices.Equal(got, []string{c.index}) {
				t.Errorf("the index says %q, want %q", got, c.index)
			}
			if got := one(t, page, "html")["lang"]; got != c.language {
				t.Errorf("lang %q", got)
			}
			if !strings.Contains(said.String(), c.said) || c.said == "" && strings.Contains(said.String(), "English") {
				t.Errorf("it said %q, want %q", said.String(), c.said)
			}
		})
	}
}

// One lesson made anew leaves the course's others in the index, as they are in the folder.
func TestTheIndexKeepsWhatWasMadeBefore(t *testing.T) {
	folder := t.TempDir()
	save(t, filepath.Join(folder, "2-on-call.html"), `<main class="lesson"></main><h1>The night</h1>`)
	save(t, filepath.Join(folder, "2-on-call-instructor.pdf"), "%PDF-1.4")
	save(t, filepath.Join(folder, "3-workload-model.html"), "somebody's own page")
	files, err := handout.Make(t.Context(), ready(t), handout.Options{Copies: []handout.Copy{handout.Student}, Output: folder,
		Notebooks: []string{notebook(t, t.TempDir(), "a", markdown("# A"))}})
	if err != nil {
		t.Fatal(err)
	}
	index := parse(t, load(t, files[1]))
	if got := texts(index, "h2"); !slices.Equal(got, []string{"The night", "A"}) {
		t.Errorf("it lists %q", got)
	}
	var links []string
	for _, link := range elements(index, ".copies a") {
		links = append(links, attr(link, "href"))
	}
	if want := []string{"2-on-call.html", "2-on-call-instructor.pdf", "a.html"}; !slices.Equal(links, want) {
		t.Errorf("it links %q, want %q", links, want)
	}
}

// Without a browser all but the PDFs is made, and one line says what is missing and how to get it.
func TestWithoutABrowserThePDFsAreLeftOut(t *testing.T) {
	env := ready(t)
	t.Setenv("QUEUEBOOK_BROWSER", filepath.Join(t.TempDir(), "none"))
	folder := t.TempDir()
	var said strings.Builder
	files, err := handout.Make(t.Context(), env, handout.Options{Notebooks: []string{notebook(t, folder, "a", markdown("# A"))},
		Output: filepath.Join(folder, "out"), Progress: progress.To(&said)})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(files); !slices.Equal(got, []string{"a.html", "a-instructor.html", "a.ipynb", "index.html"}) {
		t.Errorf("files %q", got)
	}
	var lines []string
	for line := range strings.Lines(said.String()) {
		if strings.Contains(line, "PDF") {
			lines = append(lines, line)
		}
	}
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "the PDFs are left out: ") || !strings.Contains(lines[0], "apt-get install chromium") {
		t.Errorf("it said %q", said.String())
	}
}

// A page that others make, such as a table of all claims, is verified with the rest, listed, and gets no solutions.
func TestAnExtraPage(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	lesson := notebook(t, folder, "a", markdown("# A"), tagged(cell(1, "answer()"), "solution"))
	page := func(body string) handout.ExtraPage {
		return handout.ExtraPage{File: "all.html", Title: "All of it", Note: "In one table.",
			Make: func(lessons []saved.Notebook) ([]byte, error) {
				if len(lessons) != 1 || lessons[0].Name() != "a" || len(lessons[0].Cells) != 1 {
					t.Errorf("the page is made of %+v, want the lesson without its solution", lessons)
				}
				return []byte(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" ` +
					`content="` + handout.Policy + `"><title>t</title></head><body><main>` + body + `</main></body></html>`), nil
			}}
	}
	made := func(body string) ([]string, error) {
		return handout.Make(t.Context(), env, handout.Options{Notebooks: []string{lesson}, Output: filepath.Join(folder, "out"),
			Copies: []handout.Copy{handout.Student}, Extras: []handout.ExtraPage{page(body)}})
	}
	files, err := made(`<a href="a.html#top">a</a> <a href="index.html">all</a>`)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(files); !slices.Equal(got, []string{"a.html", "all.html", "index.html"}) {
		t.Errorf("files %q", got)
	}
	if got := texts(parse(t, load(t, files[2])), "h2"); !slices.Equal(got, []string{"A", "All of it"}) {
		t.Errorf("the index lists %q", got)
	}
	if _, err := made(`<a href="b.html">b</a>`); err == nil || !strings.Contains(err.Error(), `all.html, the page: the link "b" leads to b.html`) {
		t.Errorf("a link to nowhere: %v", err)
	}
}

func parse(t *testing.T, source string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// elements finds by a selector of names and classes, such as ".claims a": each step is below the one before.
func elements(n *html.Node, selector string) []*html.Node {
	step, rest, more := strings.Cut(selector, " ")
	name, class, _ := strings.Cut(step, ".")
	var found []*html.Node
	for d := range n.Descendants() {
		if d.Type != html.ElementNode || name != "" && d.Data != name ||
			class != "" && !slices.Contains(strings.Fields(attr(d, "class")), class) {
			continue
		}
		if more {
			found = append(found, elements(d, rest)...)
		} else {
			found = append(found, d)
		}
	}
	return found
}

// one gives the attributes of the only element that the selector finds.
func one(t *testing.T, n *html.Node, selector string) map[string]string {
	t.Helper()
	found := elements(n, selector)
	if len(found) != 1 {
		t.Fatalf("%d elements %q, want one", len(found), selector)
	}
	attributes := make(map[string]string)
	for _, a := range found[0].Attr {
		attributes[a.Key] = a.Val
	}
	return attributes
}

func texts(n *html.Node, selector string) []string {
	var list []string
	for _, e := range elements(n, selector) {
		list = append(list, strings.TrimSpace(textOf(e)))
	}
	return list
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

package lab_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/browser/lab"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// wholeLesson is how long a lesson may take: lesson 3 loads a real service for more than a minute.
const wholeLesson = 15 * time.Minute

// hasLivePlace tells whether outputs have a live lesson's place.
func hasLivePlace(outputs []lab.Output) bool {
	return slices.ContainsFunc(outputs, func(o lab.Output) bool {
		html, _ := o.Data["text/html"].(string)
		return strings.Contains(html, "data-queuebook-live=")
	})
}

// playing is true once the live lesson of the cell that was shown last runs.
const playing = "document.querySelector('" + lab.Here + " .queuebook-live')?.dataset.queuebookState === 'running'"

func TestEachLessonRunsFromItsFirstCellToItsLast(t *testing.T) {
	env := ready(t)
	folder, names := lessons(t, env)
	server := lab.Start(t, env, lab.Lab, folder)
	b := browsertest.Start(t)
	for _, file := range names {
		t.Run(name(file), func(t *testing.T) {
			p := server.Open(t, b, file, browser.View{})
			p.RunAll(wholeLesson)
			figures, places := 0, 0
			for _, id := range p.Cells() {
				figures += checkOutputs(t, p, id)
				if hasLivePlace(p.Outputs(id)) {
					p.Show(id)
					p.WaitFor(playing)
					places++
				}
			}
			if places != 1 {
				t.Errorf("the lesson has %d places to play, want one", places)
			}
			if figures == 0 {
				t.Error("the lesson has no figure")
			}
			checkManners(t, server, p)
			for _, dark := range []bool{true, false} {
				p.Dark(dark)
				p.AccessibleOutputs()
			}
		})
	}
}

// checkOutputs holds what a reader sees of a cell against the outputs that it has, and gives the number of its figures.
func checkOutputs(t *testing.T, p lab.Page, id string) (figures int) {
	t.Helper()
	cards, words := 0, []string(nil)
	for _, output := range p.Outputs(id) {
		switch {
		case output.Type == "error" && !p.Tagged(id, notebook.ExpectsError):
			t.Errorf("cell %s fails:\n%s", id, p.Look(id).Text)
		case output.Type == "stream":
			t.Errorf("cell %s prints to %s", id, output.Name)
		}
		if output.Data["image/png"] != nil {
			figures++
			alternative, _ := output.Data["text/plain"].(string)
			words = append(words, alternative)
		}
		if set, ok := output.Data[claim.MIMEType].(map[string]any); ok {
			cards += len(set["claims"].([]any))
		}
	}
	if p.Folded(id) {
		return figures
	}
	seen := p.Look(id)
	if len(seen.Images) != figures || len(seen.Cards) != cards {
		t.Errorf("cell %s shows %d figures and %d cards, and has %d and %d", id, len(seen.Images), len(seen.Cards),
			figures, cards)
	}
	for i, image := range seen.Images {
		if !image.Seen || i < len(words) && (image.Alt != words[i] || image.Alt == "") {
			t.Errorf("cell %s: a figure is seen: %t, with the alternative %q; its words are %q", id, image.Seen, image.Alt,
				words[i])
		}
	}
	for _, card := range seen.Cards {
		if !card.Seen || !strings.Contains(card.Text, "text says") && !strings.Contains(card.Text, "~") {
			t.Errorf("cell %s: the card %s is seen: %t, and says %q", id, card.ID, card.Seen, card.Text)
		}
	}
	return figures
}

// checkManners looks for what no page of ours may do: complain in the console, or ask another host for anything.
func checkManners(t *testing.T, server *lab.Server, p lab.Page) {
	t.Helper()
	p.NoProblems()
	checkHosts(t, server, p)
}

func checkHosts(t *testing.T, server *lab.Server, p lab.Page) {
	t.Helper()
	for _, address := range p.Requests() {
		if !strings.HasPrefix(address, server.Address()) {
			t.Errorf("the page asks for %s", address)
		}
	}
}

// A reader opens what is committed and runs nothing; Jupyter does not trust the file and removes its scripts.
func TestACommittedLessonIsReadableUntrusted(t *testing.T) {
	env := ready(t)
	folder, names := lessons(t, env)
	server := lab.Start(t, env, lab.Lab, folder)
	b := browsertest.Start(t)
	for _, file := range names {
		t.Run(name(file), func(t *testing.T) {
			p := server.Open(t, b, file, browser.View{})
			for _, id := range p.Cells() {
				checkOutputs(t, p, id)
				if p.Trusted(id) && len(p.Outputs(id)) > 0 {
					t.Errorf("Jupyter trusts the outputs of %s, so this tries nothing", id)
				}
				for _, chart := range p.Look(id).Charts {
					if chart.State != "" || chart.Drawn {
						t.Errorf("cell %s: an interactive chart is %q, drawn %t", id, chart.State, chart.Drawn)
					}
				}
			}
			checkManners(t, server, p)
		})
	}
}

// Jupyter's own export of what is committed, read where no script runs.
func TestJupytersOwnExportIsReadableWithoutScripts(t *testing.T) {
	env := ready(t)
	folder, names := lessons(t, env)
	b := browsertest.Start(t)
	for _, file := range names {
		t.Run(name(file), func(t *testing.T) {
			cmd := env.Command(t.Context(), "jupyter", "nbconvert", "--to", "html", "--template", "lab",
				filepath.Join(folder, file))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			page := filepath.Join(folder, name(file)+".html")
			if _, err := os.Stat(page); err != nil {
				t.Fatal(err)
			}
			p := browsertest.OpenFile(t, b, page, browser.View{Offline: true, NoScript: true})
			type seen struct{ Figures, Unseen, Wordless, Cards, UnseenCards int }
			got := browsertest.Eval[seen](p, `(() => {
				const images = [...document.querySelectorAll(".jp-OutputArea-output img")];
				const cards = [...document.querySelectorAll(".queuebook-claim")];
				const isUnseen = (e) => !e.checkVisibility() || e.getBoundingClientRect().width === 0;
				return { Figures: images.length, Unseen: images.filter((i) => isUnseen(i) || !i.naturalWidth).length,
					Wordless: images.filter((i) => i.alt.length < 40).length,
					Cards: cards.length, UnseenCards: cards.filter(isUnseen).length };
			})()`)
			if got.Figures == 0 || got.Unseen > 0 || got.Wordless > 0 || got.Cards == 0 || got.UnseenCards > 0 {
				t.Errorf("a reader sees %+v", got)
			}
		})
	}

}

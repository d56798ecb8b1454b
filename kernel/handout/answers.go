package handout

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// answers is what a student must not find in a copy of a lesson: the lines of its solutions and of what they show.
type answers struct {
	secrets []secret
	// stubs are the exercises whose own cells give an answer away.
	stubs []Fault
}

// secret is one line of a solution.
type secret struct {
	cell int // the notebook's cell that it is from
	text string
	// exact says that the text is data, to be found as it is.
	exact bool
}

// fewest is how many letters and digits a line must have to be known again: fewer are a bracket, a return, a name.
const fewest = 10

// answersOf collects the answers of a lesson. A line that the lesson's other cells have too gives nothing away.
func answersOf(nb notebook.Notebook) answers {
	var all answers
	var lesson strings.Builder // what a student gets to read in any case
	for _, c := range nb.Cells {
		switch {
		case withheld(c):
			all.addLines(c.Number, c.Source)
			for _, out := range c.Outputs {
				all.addOutput(c.Number, out)
			}
			continue
		case c.Type == notebook.Markdown:
			shown, cut := withoutAnswers(c.Source)
			for _, text := range cut {
				all.addLines(c.Number, text)
			}
			lesson.WriteString(essence(shown))
		default:
			lesson.WriteString(essence(c.Source))
			all.checkStub(c)
		}
		lesson.WriteByte('\n')
	}
	said := lesson.String()
	var rest []secret
	for _, s := range all.secrets {
		if s.exact || !strings.Contains(said, essence(s.text)) {
			rest = append(rest, s)
		}
	}
	all.secrets = rest
	return all
}

func (a *answers) addLines(cell int, text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); len(essence(line)) >= fewest {
			a.secrets = append(a.secrets, secret{cell: cell, text: line})
		}
	}
}

func (a *answers) addOutput(cell int, out notebook.Output) {
	a.addLines(cell, out.Text)
	a.addLines(cell, out.ErrorValue)
	for mime, data := range out.Data {
		switch {
		case mime == "text/html":
			a.addLines(cell, visibleText(data))
		case strings.HasPrefix(mime, "text/"):
			a.addLines(cell, data)
		case strings.HasPrefix(mime, "image/"):
			a.secrets = append(a.secrets, secret{cell, strings.TrimSpace(data), true})
		}
	}
	claims, _, err := out.Claims()
	if err != nil {
		return // the check of claims reports it
	}
	for _, c := range claims {
		a.addLines(cell, c.ID)
		a.addLines(cell, c.Text)
	}
}

// told is what the check of an exercise says of an answer that is right, or nearly.
var told = regexp.MustCompile(`(●|◐)\s*(?:right|nearly|[^.:\n]*: (?:right|nearly)\.)`)

// checkStub finds a cell that students get and that shows an answer: its author solved the exercise in its stub, or a
// later cell says how far the answers have come when the solutions had been run.
func (a *answers) checkStub(c notebook.Cell) {
	what := "its output %q is that of an answered exercise, and students would see it; run the notebook with its stubs as " +
		"they were"
	if c.Tagged(exerciseTag) {
		what = "it is an exercise, and %q says that its stub holds the answer; put the stub's value back and run it"
	}
	for _, out := range c.Outputs {
		if found := told.FindString(out.Data["text/plain"] + out.Text); found != "" {
			a.stubs = append(a.stubs, Fault{fmt.Sprintf("cell %d", c.Number), fmt.Sprintf(what, shortened(found))})
			return
		}
	}
}

// inPage lists the answers that a page holds, in whatever part of it.
func (a answers) inPage(page []byte) []Fault {
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return []Fault{{"the page", "is not HTML: " + err.Error()}}
	}
	var text, rest strings.Builder // rest is what a browser does not show as text
	for n := range doc.Descendants() {
		switch n.Type {
		case html.TextNode:
			if n.Parent.Data == "script" && attribute(n.Parent, "type") == "application/gzip" {
				continue // a library, which Verify knows
			}
			text.WriteString(n.Data)
		case html.CommentNode:
			rest.WriteString(n.Data + "\n")
		case html.ElementNode:
			for _, a := range n.Attr {
				if !strings.HasPrefix(a.Val, "data:") {
					rest.WriteString(a.Val + "\n")
				}
			}
		}
	}
	return a.found(page, text.String()+"\n"+rest.String())
}

// inNotebook lists the answers that a notebook's JSON holds, in whatever field of it.
func (a answers) inNotebook(content []byte) []Fault {
	var nb any
	if err := json.Unmarshal(content, &nb); err != nil {
		return []Fault{{"the notebook", "is not JSON: " + err.Error()}}
	}
	var text strings.Builder
	writeStrings(&text, nb)
	return a.found(content, text.String())
}

// writeStrings writes all names and strings of a JSON value; a list of strings is one text.
func writeStrings(b *strings.Builder, value any) {
	switch v := value.(type) {
	case string:
		b.WriteString(v)
	case []any:
		for _, item := range v {
			writeStrings(b, item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b.WriteString(name)
			writeStrings(b, v[name])
		}
	}
}

// found lists the answers that stand in a copy's text, or in its bytes as they are: of each cell the first.
func (a answers) found(raw []byte, text string) []Fault {
	faults := slices.Clone(a.stubs)
	text = essence(text)
	last := 0
	for _, s := range a.secrets {
		there := s.exact && bytes.Contains(raw, []byte(s.text)) || !s.exact && strings.Contains(text, essence(s.text))
		if !there || s.cell == last {
			continue
		}
		last = s.cell
		faults = append(faults, Fault{fmt.Sprintf("cell %d", s.cell), fmt.Sprintf("%q is part of a solution, and a "+
			"student's copy holds it; tag the other cells that say it %s or %s, too", shortened(s.text), solutionTag,
			instructorTag)})
	}
	return faults
}

// essence is what of a text survives colouring, folding and typesetting: its letters and digits.
func essence(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// visibleText is the text of a piece of HTML, each element's on lines of its own.
func visibleText(source string) string {
	doc, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return source
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" {
			b.WriteString(n.Data + "\n")
		}
	}
	return b.String()
}

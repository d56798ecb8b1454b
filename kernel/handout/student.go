package handout

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// The tags of cells that students do not get: solutions, and notes that are for instructors only.
const (
	solutionTag   = "solution"
	instructorTag = "instructor"
	exerciseTag   = "exercise" // its code is the exercise's stub
)

// withheld tells whether students do not get a cell.
func withheld(c notebook.Cell) bool {
	return c.Tagged(solutionTag) || c.Tagged(instructorTag)
}

// The fields that a student's notebook keeps. Others are an editor's or a grader's own, and may hold anything.
var (
	keptNotebookFields = []string{"kernelspec", "language_info", "title", "authors", "queuebook"}
	keptAboutFields    = []string{"title", "course", "date", "language", "code"} // of "queuebook"
	keptCellFields     = []string{"tags", "jupyter", "editable", "deletable", "slideshow", "collapsed", "scrolled"}
)

// studentNotebook gives a notebook's JSON as students get it: without the cells tagged solution or instructor, without
// what prose folds away as a solution, without comments, attachments that nothing shows, and foreign fields. Outputs
// stay, so that it can be read before it is run. It is written as Jupyter writes notebooks.
func studentNotebook(content []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	decoder.UseNumber()
	var nb map[string]any
	if err := decoder.Decode(&nb); err != nil {
		return nil, err
	}
	if metadata, ok := nb["metadata"].(map[string]any); ok {
		keepOnly(metadata, keptNotebookFields)
		if about, ok := metadata["queuebook"].(map[string]any); ok {
			keepOnly(about, keptAboutFields)
		}
	}
	cells, _ := nb["cells"].([]any)
	kept := make([]any, 0, len(cells))
	for _, c := range cells {
		cell, ok := c.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("a cell is %T and no object", c)
		}
		if studentCell(cell) {
			kept = append(kept, cell)
		}
	}
	nb["cells"] = kept
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(nb)
	return out.Bytes(), err
}

// studentCell takes out of a cell what is not for students, and tells whether anything is left of it.
func studentCell(cell map[string]any) bool {
	metadata, _ := cell["metadata"].(map[string]any)
	tags, _ := metadata["tags"].([]any)
	if slices.Contains(tags, any(solutionTag)) || slices.Contains(tags, any(instructorTag)) {
		return false
	}
	keepOnly(metadata, keptCellFields)
	if cell["cell_type"] != "markdown" {
		return true
	}
	source := joined(cell["source"])
	shown, cut := withoutAnswers(source)
	if len(cut) > 0 {
		cell["source"] = sourceLike(cell["source"], shown)
	}
	if attachments, ok := cell["attachments"].(map[string]any); ok {
		for name := range attachments {
			if !strings.Contains(shown, "attachment:"+name) {
				delete(attachments, name)
			}
		}
		if len(attachments) == 0 {
			delete(cell, "attachments")
		}
	}
	return strings.TrimSpace(shown) != "" || strings.TrimSpace(source) == ""
}

func keepOnly(fields map[string]any, names []string) {
	for name := range fields {
		if !slices.Contains(names, name) {
			delete(fields, name)
		}
	}
}

// joined is a multi-line text of the notebook format as one string.
func joined(source any) string {
	switch s := source.(type) {
	case string:
		return s
	case []any:
		var b strings.Builder
		for _, line := range s {
			text, _ := line.(string)
			b.WriteString(text)
		}
		return b.String()
	}
	return ""
}

// sourceLike writes text in the form that old has, one string or a list of lines.
func sourceLike(old any, text string) any {
	if _, list := old.([]any); !list {
		return text
	}
	lines := []any{}
	for line := range strings.Lines(text) {
		lines = append(lines, line)
	}
	return lines
}

// answerWords begin the summary of what folds a solution away, in the languages of the words table; the template's
// prose.html.j2 has the same list.
var answerWords = []string{"solution", "answer", "lösung", "antwort", "çözüm", "cevap", "yanıt"}

// span is a part of a source, from its first byte to before its end.
type span struct{ from, to int }

// withoutAnswers gives Markdown without its comments and without each <details> whose summary begins with a word for a
// solution, and what it took out.
func withoutAnswers(source string) (shown string, cut []string) {
	var b strings.Builder
	at := 0
	for _, s := range answerSpans(htmlTokens(source), source) {
		if s.from < at { // a comment inside a solution
			continue
		}
		b.WriteString(source[at:s.from])
		cut = append(cut, source[s.from:s.to])
		at = s.to
	}
	b.WriteString(source[at:])
	return b.String(), cut
}

// markup is one token of HTML in Markdown, and where it stands.
type markup struct {
	span
	kind html.TokenType
	name string
}

// answerSpans are the parts of the source that students do not get, ordered by where they begin.
func answerSpans(tokens []markup, source string) []span {
	var found []span
	var open []int // where each <details> that is open begins; negative if it is no solution
	for i, t := range tokens {
		switch {
		case t.kind == html.CommentToken:
			found = append(found, t.span)
		case t.name != "details":
		case t.kind == html.StartTagToken && isAnswer(summaryAfter(tokens[i+1:], source)):
			open = append(open, t.from)
		case t.kind == html.StartTagToken:
			open = append(open, -1)
		case t.kind == html.EndTagToken && len(open) > 0:
			from := open[len(open)-1]
			open = open[:len(open)-1]
			if from >= 0 {
				found = append(found, span{from, t.to})
			}
		}
	}
	for _, from := range open {
		if from >= 0 { // never closed, so it reaches to the end
			found = append(found, span{from, len(source)})
		}
	}
	slices.SortFunc(found, func(a, b span) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	return found
}

// summaryAfter is the text of the <summary> that the tokens begin with.
func summaryAfter(tokens []markup, source string) string {
	var open, shut = -1, -1
	for _, t := range tokens {
		switch {
		case t.name == "details":
			return ""
		case t.name == "summary" && t.kind == html.StartTagToken:
			open = t.to
		case t.name == "summary" && open >= 0:
			shut = t.from
		}
		if shut >= 0 {
			break
		}
	}
	if shut < 0 {
		return ""
	}
	var words strings.Builder
	content := html.NewTokenizer(strings.NewReader(source[open:shut]))
	for kind := content.Next(); kind != html.ErrorToken; kind = content.Next() {
		if kind == html.TextToken {
			words.Write(content.Text())
		}
	}
	return words.String()
}

func isAnswer(summary string) bool {
	summary = strings.ToLower(strings.Trim(summary, " \t\r\n*_"))
	return slices.ContainsFunc(answerWords, func(word string) bool { return strings.HasPrefix(summary, word) })
}

// htmlTokens are the tags and comments of the HTML in Markdown, in order. What stands in code is none.
func htmlTokens(source string) []markup {
	var found []markup
	document := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader([]byte(source)))
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.HTMLBlock:
			if entering {
				lines := n.Lines()
				if n.HasClosure() {
					lines.Append(n.ClosureLine)
				}
				found = append(found, tokensOf(source, lines)...)
			}
		case *ast.RawHTML:
			if entering {
				found = append(found, tokensOf(source, n.Segments)...)
			}
		}
		return ast.WalkContinue, nil
	})
	return found
}

// tokensOf reads the HTML from the first of the lines to the last, as a whole, since a comment may go over lines.
func tokensOf(source string, lines *text.Segments) []markup {
	if lines.Len() == 0 {
		return nil
	}
	at := lines.At(0).Start
	var found []markup
	tokens := html.NewTokenizer(strings.NewReader(source[at:lines.At(lines.Len()-1).Stop]))
	for kind := tokens.Next(); kind != html.ErrorToken; kind = tokens.Next() {
		length := len(tokens.Raw())
		m := markup{span: span{at, at + length}, kind: kind}
		switch kind {
		case html.StartTagToken, html.EndTagToken:
			name, _ := tokens.TagName()
			m.name = string(name)
			found = append(found, m)
		case html.CommentToken:
			found = append(found, m)
		}
		at += length
	}
	return found
}

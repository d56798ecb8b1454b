package show

import (
	"fmt"
	"html"

	"github.com/queuebook/queuebook/lessonlib/exercise"
)

// Result shows what the check of an exercise found.
func Result(r exercise.Result) {
	display(resultBundle(r))
}

// Results shows what the checks of all exercises of a lesson found, one a row, under a line that counts them.
func Results(results ...exercise.Result) {
	display(resultsTable(results).bundle())
}

func resultsTable(results []exercise.Result) *Table {
	t := NewTable("Your progress: "+exercise.Progress(results), "exercise", "so far", "what the check says")
	t.columns[0].line, t.columns[1].line = true, true // what the check says has room left over
	for _, r := range results {
		t.Row(r.Exercise, gradeMark(r.Grade)+" "+r.Grade.String(), r.Message)
	}
	return t
}

// gradeMark tells the grades apart without colour and without reading.
func gradeMark(grade exercise.Grade) string {
	switch grade {
	case exercise.Missing:
		return "○"
	case exercise.Right:
		return "●"
	}
	return "◐"
}

func resultBundle(r exercise.Result) Bundle {
	return Bundle{Data: map[string]any{
		"text/plain": gradeMark(r.Grade) + " " + r.String(),
		"text/html": fmt.Sprintf(`<p class="queuebook-result"><strong>%s %s: %s.</strong> %s</p>`, gradeMark(r.Grade),
			html.EscapeString(r.Exercise), r.Grade, html.EscapeString(r.Message)),
	}}
}

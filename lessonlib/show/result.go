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

func resultBundle(r exercise.Result) Bundle {
	mark := map[exercise.Grade]string{exercise.Missing: "○", exercise.Nearly: "◐", exercise.Right: "●"}[r.Grade]
	return Bundle{Data: map[string]any{
		"text/plain": mark + " " + r.String(),
		"text/html": fmt.Sprintf(`<p class="queuebook-result"><strong>%s %s: %s.</strong> %s</p>`, mark,
			html.EscapeString(r.Exercise), r.Grade, html.EscapeString(r.Message)),
	}}
}

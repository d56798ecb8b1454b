package check

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// checkCells looks at how the code cells ran.
func (l *lesson) checkCells() []Finding {
	var findings []Finding
	var idle []notebook.Cell
	ran := false
	for _, cell := range l.nb.Cells {
		if cell.Type != notebook.Code || cell.Blank() {
			continue
		}
		failed, printed := "", ""
		for _, out := range cell.Outputs {
			switch {
			case out.Type == notebook.Failure && failed == "":
				failed = reason(cell, out)
			case out.Type == notebook.Stream && out.Stream == "stderr":
				printed += out.Text
			}
		}
		complaint := firstLine(printed)
		ran = ran || cell.Count > 0
		switch expected := cell.Tagged(notebook.ExpectsError); {
		case cell.Count == 0 && len(cell.Outputs) == 0:
			idle = append(idle, cell)
		case expected && failed == "":
			findings = append(findings, l.at(cell, 0, CellFailed, "", "the cell is tagged %s and did not fail; take the tag off, or "+
				"let it fail", notebook.ExpectsError))
		case expected:
		case failed != "":
			findings = append(findings, l.at(cell, 0, CellFailed, "", "the cell failed: %s", failed))
		case shellStatus(cell, printed) != "":
			status := shellStatus(cell, printed)
			if complaint != status {
				status = complaint + " (" + status + ")"
			}
			findings = append(findings, l.at(cell, shellLine(cell), ShellFailed, "", "a shell line failed: %s; the kernel lets that "+
				"pass, so do it in Go, or mend the line", status))
		case complaint != "":
			findings = append(findings, l.at(cell, 0, CellPrintedError, "", "the cell printed to standard error: %s", complaint))
		}
	}
	if len(idle) > 0 && !ran {
		return append(findings, l.at(idle[0], 0, CellNotRun, "", "no cell of the notebook was ever run; run it with "+
			"`go run ./kernel check --execute --write %s`", l.nb.File))
	}
	for _, cell := range idle {
		findings = append(findings, l.at(cell, 0, CellNotRun, "", "the cell was never run; run the whole notebook and save it"))
	}
	return findings
}

// shellEnd is how GoNB tells that a shell line ended with an error: a line of its own behind what the command printed.
var shellEnd = regexp.MustCompile(`(?m)^(exit status \d+|signal: .+)$`)

// shellStatus says how the first shell line of the cell that failed did, from what the cell printed to standard error; it
// is empty if the cell has no shell line or none failed.
func shellStatus(cell notebook.Cell, printed string) string {
	if len(shellLines(cell)) == 0 {
		return ""
	}
	return shellEnd.FindString(printed)
}

// shellLine is the line of the cell's only shell line; 0 if it has several, since then nothing says which one failed.
func shellLine(cell notebook.Cell) int {
	if lines := shellLines(cell); len(lines) == 1 {
		return lines[0]
	}
	return 0
}

// shellLines are the lines of a cell that GoNB gives to a shell: those that start with "!", or with "//gonb:!".
func shellLines(cell notebook.Cell) (numbers []int) {
	number := 0
	for line := range strings.Lines(cell.Source) {
		number++
		if strings.HasPrefix(strings.TrimPrefix(line, "//gonb:"), "!") {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// reason says why a cell failed: what it printed to standard error, else what GoNB shows of the compiler's complaint, else
// the error's own words, which with GoNB are only "exit status 1".
func reason(cell notebook.Cell, failure notebook.Output) string {
	for _, out := range cell.Outputs {
		if line := firstLine(out.Text); out.Stream == "stderr" && line != "" {
			return line
		}
	}
	for _, out := range cell.Outputs {
		if page := out.Data["text/html"]; strings.Contains(page, "application/vnd.jupyter.stderr") {
			if said := compilerSays(page); said != "" {
				return said
			}
		}
	}
	for _, words := range []string{failure.ErrorValue, failure.ErrorName} {
		if line := firstLine(words); line != "" {
			return line
		}
	}
	return "it does not say why"
}

// location is where GoNB starts to cite the compiler: the name of the program it made of the cell.
var location = regexp.MustCompile(`# gonb\w*`)

// compilerSays takes the compiler's words out of the page that GoNB makes of them, without its style sheet and without
// the lines of code around the place.
func compilerSays(page string) string {
	tokens := html.NewTokenizer(strings.NewReader(page))
	var said strings.Builder
	style, depth, context := false, 0, 0 // context is the depth at which code around the place starts
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return shorten(strings.Join(strings.Fields(location.ReplaceAllString(said.String(), "")), " "))
		case html.TextToken:
			if !style && context == 0 {
				said.WriteString(tokens.Token().Data + " ")
			}
		case html.StartTagToken:
			t := tokens.Token()
			style = style || t.Data == "style"
			if t.Data != "div" {
				continue
			}
			depth++
			for _, a := range t.Attr {
				if a.Key == "class" && a.Val == "gonb-err-context" && context == 0 {
					context = depth
				}
			}
		case html.EndTagToken:
			switch tokens.Token().Data {
			case "style":
				style = false
			case "div":
				if depth == context {
					context = 0
				}
				depth--
			}
		}
	}
}

// firstLine is the first line of a text that is not blank, shortened.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			return shorten(line)
		}
	}
	return ""
}

// shorten keeps a citation to a length that a line of a report bears.
func shorten(s string) string {
	const most = 160
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

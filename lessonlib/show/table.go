package show

import (
	"fmt"
	"html"
	"strings"
	"text/tabwriter"
)

// Table is a table with a caption and named columns. NewTable makes one.
type Table struct {
	caption string
	columns []column
	rows    [][]string
	faults  []string
}

type column struct {
	name string
	verb string // a format of fmt, for the column's values
	text bool   // left-aligned
	line bool   // its values are never broken over lines
}

// NewTable makes a table. Each column is its heading, and after a last space the fmt format of its values, such as
// "request share %.4f" or "cost $%.2f"; without one the values are shown as they are, aligned to the left.
func NewTable(caption string, columns ...string) *Table {
	t := &Table{caption: caption}
	for _, c := range columns {
		name, verb, found := cutLast(c, " ")
		if at := strings.Index(verb, "%"); !found || at < 0 || at == len(verb)-1 {
			name, verb = c, "%v"
		}
		last := verb[len(verb)-1]
		t.columns = append(t.columns, column{name: name, verb: verb, text: last == 'v' || last == 's' || last == 'q'})
	}
	return t
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Row adds a row, one value a column. A row with too few or too many values is shown as far as it goes, with a note
// under the table that says so.
func (t *Table) Row(values ...any) *Table {
	if len(values) != len(t.columns) {
		t.faults = append(t.faults, fmt.Sprintf("row %d has %d values for %d columns", len(t.rows)+1, len(values),
			len(t.columns)))
	}
	row := make([]string, len(t.columns))
	for i := range row {
		if i < len(values) {
			row[i] = fmt.Sprintf(t.columns[i].verb, values[i])
		}
	}
	t.rows = append(t.rows, row)
	return t
}

// Show shows the table.
func (t *Table) Show() {
	display(t.bundle())
}

func (t *Table) bundle() Bundle {
	return Bundle{Data: map[string]any{"text/plain": t.plain(), "text/html": t.html()}}
}

func (t *Table) plain() string {
	var b strings.Builder
	fmt.Fprintln(&b, t.caption)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	fmt.Fprintln(w, strings.Join(names, "\t"))
	for _, row := range t.rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	_ = w.Flush() // a strings.Builder takes everything
	for _, f := range t.faults {
		fmt.Fprintln(&b, "note:", f)
	}
	return trimLines(b.String())
}

// trimLines drops the blanks with which tabwriter fills the last column.
func trimLines(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func (t *Table) html() string {
	var b strings.Builder
	b.WriteString(`<table class="queuebook-table"><caption style="text-align: left; caption-side: top">` +
		html.EscapeString(t.caption) + "</caption>\n<thead><tr>")
	for _, c := range t.columns {
		fmt.Fprintf(&b, `<th scope="col" style="text-align: %s">%s</th>`, c.align(), html.EscapeString(c.name))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range t.rows {
		b.WriteString("<tr>")
		for i, value := range row {
			element := "td"
			if i == 0 {
				element = `th scope="row"`
			}
			fmt.Fprintf(&b, `<%s style="%s">%s</%s>`, element, t.columns[i].style(), html.EscapeString(value), element[:2])
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table>")
	for _, f := range t.faults {
		b.WriteString("\n<p>note: " + html.EscapeString(f) + "</p>")
	}
	return b.String()
}

// style is the CSS of a value.
func (c column) style() string {
	style := "text-align: " + c.align()
	if c.line {
		style += "; white-space: nowrap"
	}
	return style
}

func (c column) align() string {
	if c.text {
		return "left"
	}
	return "right"
}

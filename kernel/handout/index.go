package handout

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// IndexFile is the file name of the page that lists the handouts.
const IndexFile = "index.html"

//go:embed index.html.tmpl
var indexSource string

var indexTemplate = template.Must(template.New("index").Parse(indexSource))

// Index makes the page that lists the handouts, one entry a lesson: title, question, claims by kind, and weight. Its
// links lead to Name + ".html" beside it.
func Index(lessons []Page, about About) ([]byte, error) {
	style, err := embedded.ReadFile("template/" + TemplateName + "/static/handout.css")
	if err != nil {
		return nil, err
	}
	type entry struct {
		Page
		File, Facts string
	}
	data := struct {
		Language, Policy, Title, Date string
		Style                         template.CSS
		Lessons                       []entry
	}{about.language(), Policy, "The lessons", about.Date, template.CSS(style), nil}
	if about.Course != "" {
		data.Title = about.Course
	}
	for _, p := range lessons {
		data.Lessons = append(data.Lessons, entry{p, p.Name + ".html", p.facts()})
	}
	var buf bytes.Buffer
	if err := indexTemplate.Execute(&buf, data); err != nil {
		return nil, fmt.Errorf("the index: %w", err)
	}
	return buf.Bytes(), nil
}

// facts says how many claims of which kind a lesson makes and what its page weighs.
func (p Page) facts() string {
	total, kinds := 0, []string{}
	for _, kind := range claim.Kinds() {
		if n := p.Claims[kind]; n > 0 {
			total += n
			kinds = append(kinds, fmt.Sprintf("%d %s", n, kind))
		}
	}
	switch total {
	case 0:
		return "no claims · " + weight(p.Size)
	case 1:
		return fmt.Sprintf("1 claim (%s) · %s", kinds[0], weight(p.Size))
	}
	return fmt.Sprintf("%d claims: %s · %s", total, strings.Join(kinds, ", "), weight(p.Size))
}

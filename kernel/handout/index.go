package handout

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// IndexFile is the file name of the page that lists the handouts.
const IndexFile = "index.html"

//go:embed index.html.tmpl
var indexSource string

var indexTemplate = template.Must(template.New("index").Parse(indexSource))

// ExtraPage is a page besides the lessons' own, such as a table of all claims.
type ExtraPage struct {
	// File is its name in the output folder, such as "claims.html".
	File string
	// Title is what the index calls it, and Note a sentence about it, or empty.
	Title, Note string
	// Make gives the page's HTML from the lessons, as they are handed out to students: without solutions. It may link
	// to the index, to the lessons' pages, each named after its lesson with the ending .html, and to places in them.
	// [Verify] looks at it like at all others.
	Make func(lessons []notebook.Notebook) ([]byte, error)
}

// Entry is what the index says of one lesson.
type Entry struct {
	Page
	// Students and Instructors are the copies for them.
	Students, Instructors []Link
}

// Main is the file that the lesson's heading leads to.
func (e Entry) Main() string {
	return slices.Concat(e.Students, e.Instructors)[0].File
}

// Link leads to a file beside the index.
type Link struct {
	Words, File string
	Size        int64 // in bytes
}

// Weight gives the file's size in words.
func (l Link) Weight() string { return weight(int(l.Size)) }

// Index makes the page that lists the handouts, one entry a lesson: title, question, claims by kind, and its copies;
// below them the extra pages. Its links lead to files beside it.
func Index(lessons []Entry, extras []ExtraPage, about About) ([]byte, error) {
	style, err := embedded.ReadFile(templateRoot + "/static/handout.css")
	if err != nil {
		return nil, err
	}
	own, _, err := about.words()
	if err != nil {
		return nil, err
	}
	type entry struct {
		Entry
		Facts string
	}
	data := struct {
		Language, Policy, Title, Date string
		Style                         template.CSS
		Own                           vocabulary
		Lessons                       []entry
		Extras                        []ExtraPage
	}{about.language(), Policy, own.Lessons, about.Date, template.CSS(style), own, nil, extras}
	if about.Course != "" {
		data.Title = about.Course
	}
	for _, e := range lessons {
		data.Lessons = append(data.Lessons, entry{e, e.facts(own)})
	}
	var buf bytes.Buffer
	if err := indexTemplate.Execute(&buf, data); err != nil {
		return nil, fmt.Errorf("the index: %w", err)
	}
	return buf.Bytes(), nil
}

// facts says how many claims of which kind a lesson makes.
func (p Page) facts(own vocabulary) string {
	total, kinds := 0, []string{}
	for _, kind := range claim.Kinds() {
		if n := p.Claims[kind]; n > 0 {
			total += n
			kinds = append(kinds, fmt.Sprintf("%d %s", n, own.Kinds[kind][0]))
		}
	}
	switch total {
	case 0:
		return own.CountNone
	case 1:
		return fmt.Sprintf("%s: %s", own.CountOne, kinds[0])
	}
	return fmt.Sprintf(own.CountMany+": %s", total, strings.Join(kinds, ", "))
}

// listed are the entries of the index: the lessons just made, and those made before of other lessons in the checkout,
// so that making one handout again does not hide the rest.
func listed(root, folder string, made outputs, lessons []lesson, own vocabulary) ([]Entry, error) {
	var names []string
	for _, l := range lessons {
		names = append(names, l.name)
	}
	course, err := filepath.Glob(filepath.Join(root, "notebooks", "*.ipynb"))
	if err != nil {
		return nil, err
	}
	for _, file := range course {
		names = append(names, lessonName(file))
	}
	slices.Sort(names)
	var entries []Entry
	for _, name := range slices.Compact(names) {
		here := slices.ContainsFunc(lessons, func(l lesson) bool { return l.name == name })
		entry, found, err := entryOf(name, own, func(file string) ([]byte, bool) {
			if here {
				return made.get(file)
			}
			data, err := os.ReadFile(filepath.Join(folder, file))
			return data, err == nil
		})
		if err != nil && here {
			return nil, err
		}
		if err == nil && found {
			entries = append(entries, entry)
		}
	}
	return entries, nil
}

// entryOf is the entry of a lesson whose files are got by name, and whether it has a page at all.
func entryOf(name string, own vocabulary, get func(file string) ([]byte, bool)) (entry Entry, found bool, err error) {
	link := func(words, file string) []Link {
		data, there := get(file)
		if !there {
			return nil
		}
		return []Link{{words, file, int64(len(data))}}
	}
	entry.Students = slices.Concat(link(own.Page, pageFile(name, Student)), link(own.Paper, paperFile(name, Student)),
		link(own.Notebook, notebookFile(name)))
	entry.Instructors = slices.Concat(link(own.Page, pageFile(name, Instructor)),
		link(own.Paper, paperFile(name, Instructor)))
	for _, reader := range []Copy{Student, Instructor} {
		if page, there := get(pageFile(name, reader)); there {
			entry.Page, err = ReadPage(name, page)
			return entry, true, err
		}
	}
	return entry, false, nil
}

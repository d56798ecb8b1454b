package handout

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// vocabulary is the page's own words in one language, as far as the index needs them; the template reads the rest.
type vocabulary struct {
	Lessons        string                   `json:"lessons"`
	ForStudents    string                   `json:"for_students"`
	ForInstructors string                   `json:"for_instructors"`
	Page           string                   `json:"page"`
	Paper          string                   `json:"paper"`
	Notebook       string                   `json:"notebook"`
	CountNone      string                   `json:"count_none"`
	CountOne       string                   `json:"count_one"`
	CountMany      string                   `json:"count_many"`
	Kinds          map[claim.Kind][2]string `json:"kinds"`
}

// wordsFile is the template's table of words.
const wordsFile = "words.html.j2"

// vocabularies are all languages of the table by their base tag. The table is part of the program, so that a fault in
// it is one of the program's, which its tests find.
var vocabularies = sync.OnceValues(func() (map[string]vocabulary, error) {
	source, err := embedded.ReadFile(templateRoot + "/" + wordsFile)
	if err != nil {
		return nil, err
	}
	_, table, _ := strings.Cut(string(source), "words =")
	table, _, _ = strings.Cut(table, "-%}")
	var all map[string]vocabulary
	if err := json.Unmarshal([]byte(table), &all); err != nil {
		return nil, fmt.Errorf("%s: %w", wordsFile, err)
	}
	return all, nil
})

// words are the page's own words in About's language, or in English if that is not among the languages of the table.
func (a About) words() (own vocabulary, found bool, err error) {
	all, err := vocabularies()
	if err != nil {
		return vocabulary{}, false, err
	}
	base, _ := language.Make(a.language()).Base()
	if own, found = all[base.String()]; found {
		return own, true, nil
	}
	return all["en"], false, nil
}

// languages are the base tags of the table.
func languages() string {
	all, err := vocabularies()
	if err != nil {
		return "en"
	}
	return strings.Join(slices.Sorted(maps.Keys(all)), ", ")
}

package handout

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// Each language has the words of all others, and they are for the claims' kinds that there are.
func TestEveryLanguageHasEveryWord(t *testing.T) {
	source, err := embedded.ReadFile(templateRoot + "/" + wordsFile)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(source), "words =")
	table, _, _ = strings.Cut(table, "-%}")
	var all map[string]map[string]any
	if err := json.Unmarshal([]byte(table), &all); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(maps.Keys(all["en"]))
	for language, words := range all {
		if got := slices.Sorted(maps.Keys(words)); !slices.Equal(got, want) {
			t.Errorf("%s has the words %q, want %q", language, got, want)
		}
		for word, value := range words {
			if value == "" {
				t.Errorf("%s: %q is empty", language, word)
			}
		}
		kinds, _ := words["kinds"].(map[string]any)
		for _, kind := range claim.Kinds() {
			if meaning, _ := kinds[string(kind)].([]any); len(meaning) != 2 {
				t.Errorf("%s: the kind %q has %q, want a word and a meaning", language, kind, meaning)
			}
		}
		if got, _ := words["solution"].(string); !isAnswer(got) {
			t.Errorf("%s: a summary %q would not be taken for a solution", language, got)
		}
	}
}

// A tag's region and script do not matter, and another language is said to be one.
func TestWordsFollowTheLanguage(t *testing.T) {
	for _, c := range []struct {
		tag, lessons string
		found        bool
	}{{"", "The lessons", true}, {"en-GB", "The lessons", true}, {"de-AT", "Die Lektionen", true}, {"TR", "Dersler", true},
		{"pt-BR", "The lessons", false}} {
		own, found, err := About{Language: c.tag}.words()
		if err != nil || own.Lessons != c.lessons || found != c.found {
			t.Errorf("%q: %q, found %v, %v; want %q, %v", c.tag, own.Lessons, found, err, c.lessons, c.found)
		}
	}
}

// What a page leaves out as a solution is what a notebook leaves out.
func TestTheTemplateKnowsTheSameWordsForASolution(t *testing.T) {
	source, err := embedded.ReadFile(templateRoot + "/prose.html.j2")
	if err != nil {
		t.Fatal(err)
	}
	want := "answers = ('" + strings.Join(answerWords, "', '") + "')"
	if !strings.Contains(string(source), want) {
		t.Errorf("prose.html.j2 does not say %s", want)
	}
}

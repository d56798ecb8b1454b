package show

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFontHasTheSignsOfEuropeanNames(t *testing.T) {
	for _, s := range []string{"gürültü η ő ş", "Ελληνικά", "Кириллица", "Łódź Čeština Íslenska Français ß", "−×±≤≥≈→…“”’·€√∞"} {
		if out, missing := legible(s); out != s || len(missing) > 0 {
			t.Errorf("%q is drawn as %q, without %q", s, out, missing)
		}
	}
}

// The sign that stands for missing ones must itself be there; Hebrew has signs but no order from left to right.
func TestMissingSignsAreSeen(t *testing.T) {
	if !hasSign(missingSign) {
		t.Fatalf("the font has no %c", missingSign)
	}
	if out, missing := legible("a渋b😀שc"); out != "a□b□□c" || string(missing) != "渋😀ש" {
		t.Errorf("got %q, missing %q", out, missing)
	}
}

// Decomposed letters, as some keyboards and file systems write them, become the composed ones that the font has.
func TestAccentsAreComposed(t *testing.T) {
	if got := cleanWords("gu\u0308ru\u0308ltu\u0308", 100); got != "gürültü" {
		t.Errorf("got %q", got)
	}
}

func TestWordsAreCleaned(t *testing.T) {
	tests := []struct{ what, give, want string }{
		{"line breaks and tabs", " a\n\tb \r\n c ", "a b c"},
		{"control and direction signs", "a\x00b\u202ec\u200b", "abc"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
		{"too long", strings.Repeat("x", 20), "xxxxxxxxx…"},
		{"far too long, cut within a sign", strings.Repeat("渋", 10_000), strings.Repeat("渋", 9) + "…"},
	}
	for _, test := range tests {
		if got := cleanWords(test.give, 10); got != test.want {
			t.Errorf("%s: got %q, want %q", test.what, got, test.want)
		}
	}
}

func TestWrappedLinesFitAndLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := strings.Join(rapid.SliceOf(rapid.StringMatching(`[a-zäöü]{1,30}`)).Draw(t, "words"), " ")
		width := rapid.Float64Range(30, 400).Draw(t, "width")
		l := regular(wordSize)
		all := l.wrap(words, width, 1000)
		if got, want := strings.Join(all, ""), strings.ReplaceAll(words, " ", ""); strings.ReplaceAll(got, " ", "") != want {
			t.Fatalf("%q became %q", words, all)
		}
		most := rapid.IntRange(1, 4).Draw(t, "most")
		cut := l.wrap(words, width, most)
		if len(cut) > most || len(all) > most != (len(cut) > 0 && strings.HasSuffix(cut[len(cut)-1], "…")) {
			t.Fatalf("%d lines of %q cut to %d: %q", len(all), words, most, cut)
		}
		if w := l.widest(append(all, cut...)); w > width {
			t.Fatalf("a line is %v wide, not %v: %q", w, width, all)
		}
	})
}

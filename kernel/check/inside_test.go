package check

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

func TestMissingWordsOfACard(t *testing.T) {
	counted := func(texts ...string) []claim.Claim {
		var claims []claim.Claim
		for _, text := range texts {
			claims = append(claims, claim.Claim{ID: "a", Kind: claim.CountedKind, Text: text})
		}
		return claims
	}
	tests := []struct {
		name   string
		card   string
		claims []claim.Claim
		want   []string
	}{
		{"there", "✓ 0.98 ticks [a]", counted("0.98 ticks"), nil},
		{"alone on its line", "5", counted("5"), nil},
		{"at the end of a sentence", "It is 5.", counted("5"), nil},
		{"not there", "✓ 0.97 ticks [a]", counted("0.98 ticks"), []string{"0.98 ticks"}},
		{"part of a longer number", "✓ 10.98 ticks", counted("0.98 ticks"), []string{"0.98 ticks"}},
		{"with more digits behind", "✓ 0.981", counted("0.98"), []string{"0.98"}},
		{"with a sign before it", "✓ -5", counted("5"), []string{"5"}},
		{"with a decimal behind it", "✓ 5.1", counted("5"), []string{"5"}},
		{"with a per cent sign behind it", "✓ 5%", counted("5"), []string{"5"}},
		{"part of a longer word", "✓ 5 ticks", counted("5 tick"), []string{"5 tick"}},
		{"doubled", "✓ 55", counted("5"), []string{"5"}},
		{"two the same, both there", "✓ 5\n✓ 5", counted("5", "5"), nil},
		{"two the same, one there", "✓ 5\n✓ 6", counted("5", "5"), []string{"5"}},
		{"one within the other, both there", "✓ 5\n✓ 5 ticks", counted("5", "5 ticks"), nil},
		{"one within the other, the shorter changed", "✓ 6\n✓ 5 ticks", counted("5", "5 ticks"), []string{"5"}},
		{"one within the other, the longer changed", "✓ 5\n✓ 6 ticks", counted("5", "5 ticks"), []string{"5 ticks"}},
		{"two that touch", "5 6", counted("5", "6"), nil},
		{"no text at all", "✓", counted(""), []string{""}},
		{"letters beyond ASCII", "✓ 5 gürültü", counted("5 gürült"), []string{"5 gürült"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range missing(tt.card, tt.claims, func(c claim.Claim) string { return c.Text }) {
				got = append(got, c.Text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("missing in %q (-want +got):\n%s", tt.card, diff)
			}
		})
	}
}

func TestAReportedFigureIsHeldAgainstTheReference(t *testing.T) {
	files := fstest.MapFS{
		"load.json": {Data: []byte(`{"p95": 568.66, "rate": 400,
			"loans": [297, 749], "big": 1e6, "exact": 9007199254740993,
			"verdict": "fails", "a/b": 1, "none": null, "yes": true}`)},
		"sub/fleet.json": {Data: []byte(`7`)},
		"torn.json":      {Data: []byte(`{"p95": `)},
	}
	tests := []struct {
		name                 string
		source, format, text string
		want                 string // part of the fault; "" for none
	}{
		{"a float", "load.json#/p95", "%.2f ms", "568.66 ms", ""},
		{"a float, rounded", "load.json#/p95", "%.0f ms", "569 ms", ""},
		{"a float that differs", "load.json#/p95", "%.2f ms", "568.67 ms", `is "568.67 ms", and data/reference/load.json#/p95 (line 1) says "568.66 ms"`},
		{"a figure further down", "load.json#/loans/0", "%d", "298", `load.json#/loans/0 (line 2) says "297"`},
		{"a whole number as one", "load.json#/rate", "%d/s", "400/s", ""},
		{"a whole number as a float", "load.json#/rate", "%.1f/s", "400.0/s", ""},
		{"a whole number that differs", "load.json#/rate", "%d/s", "401/s", `says "400/s"`},
		{"a number in a list", "load.json#/loans/1", "%d", "749", ""},
		{"a power of ten", "load.json#/big", "%.0f", "1000000", ""},
		{"a whole number beyond a float's", "load.json#/exact", "%d", "9007199254740993", ""},
		{"a text", "load.json#/verdict", "%s", "fails", ""},
		{"a text in a sentence", "load.json#/verdict", "it %v", "it fails", ""},
		{"a name with a slash in it", "load.json#/a~1b", "%d", "1", ""},
		{"a file in a folder, and the whole of it", "sub/fleet.json#", "%d", "7", ""},

		{"a place that is not there", "load.json#/p99", "%v", "1", "the file has no such place"},
		{"a place beyond a list", "load.json#/loans/2", "%v", "1", "the file has no such place"},
		{"a place in a number", "load.json#/p95/x", "%v", "1", "the file has no such place"},
		{"a place without its slash", "load.json#p95", "%v", "1", `"p95" is no JSON pointer`},
		{"null", "load.json#/none", "%v", "1", "neither a number nor a text"},
		{"true", "load.json#/yes", "%v", "true", "neither a number nor a text"},
		{"a list", "load.json#/loans", "%v", "1", "neither a number nor a text"},
		{"a verb that does not fit", "load.json#/p95", "%d ms", "568 ms", "does not fit what is there, 568.66"},
		{"a format without a verb", "load.json#/p95", "568.66 ms", "568.66 ms", "does not fit"},
		{"a file that is not there", "none.json#/a", "%v", "1", "there is no such file"},
		{"a file outside", "../claims.json#/claims", "%v", "1", "no file of data/reference"},
		{"an absolute path", "/etc/passwd#/a", "%v", "1", "no file of data/reference"},
		{"no file", "#/a", "%v", "1", "no file of data/reference"},
		{"a file that breaks off", "torn.json#/p95", "%v", "1", "not valid JSON"},
	}
	f := figures{files: files, read: map[string]reference{}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := claim.Claim{ID: "a", Kind: claim.ReportedKind, Source: tt.source, Format: tt.format, Text: tt.text}
			for range 2 { // the second time the file is known
				got, says := f.fault(c)
				if tt.want == "" && got != "" || tt.want != "" && !strings.Contains(got, tt.want) {
					t.Errorf("fault %q, want %q", got, tt.want)
				}
				if tt.want == "" && says != tt.text {
					t.Errorf("the reference says %q, want %q", says, tt.text)
				}
			}
		})
	}
}

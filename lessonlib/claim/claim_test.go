package claim_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

// The texts below are those of spec/pool.md and spec/load.md.

func TestConstructorsFillWhatTheirKindNeeds(t *testing.T) {
	tests := []struct {
		name string
		got  claim.Claim
		want claim.Claim
	}{
		{
			"an assumption carries its source",
			claim.Assumed("capacity", "KK11", "%d units", 540),
			claim.Claim{ID: "capacity", Kind: claim.AssumedKind, Source: "KK11", Text: "540 units"},
		},
		{
			"a formula's value is rounded by its format",
			claim.Computed("utilisation", "%.4f", 483.34/540),
			claim.Claim{ID: "utilisation", Kind: claim.ComputedKind, Text: "0.8951"},
		},
		{
			"a count is read off a run",
			claim.Counted("b-small-delay", "%.2f ticks", 0.9811),
			claim.Claim{ID: "b-small-delay", Kind: claim.CountedKind, Text: "0.98 ticks"},
		},
		{
			"a timed verdict that held keeps the clock's word beside it",
			claim.Timed("speed-up", "at least 5x", true, "%.1fx", 7.3),
			claim.Claim{ID: "speed-up", Kind: claim.TimedKind, Text: "at least 5x", Measured: "7.3x"},
		},
		{
			"a timed verdict that did not hold says so",
			claim.Timed("speed-up", "at least 5x", false, "%.1fx", 4.2),
			claim.Claim{ID: "speed-up", Kind: claim.TimedKind, Text: "at least 5x", Measured: "4.2x", Fails: true},
		},
		{
			"a timed verdict that a busy machine could not give says why",
			claim.Inconclusive("speed-up", "at least 5x", "%d of %d cores were free", 0, 2),
			claim.Claim{ID: "speed-up", Kind: claim.TimedKind, Text: "at least 5x", Measured: "0 of 2 cores were free",
				Inconclusive: true},
		},
		{
			"a reported figure keeps its place and its format",
			claim.Reported("source-p95", "load.json#/realistic/p95", "%.2f ms", 568.66),
			claim.Claim{ID: "source-p95", Kind: claim.ReportedKind, Source: "load.json#/realistic/p95", Format: "%.2f ms",
				Text: "568.66 ms"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("claim (-want +got):\n%s", diff)
			}
			if err := tt.got.Validate(); err != nil {
				t.Errorf("Validate: %v", err)
			}
		})
	}
}

func TestValidateNamesTheClaimAndTheWayOut(t *testing.T) {
	// go vet knows the constructors for wrappers of Sprintf, so what Sprintf makes of a wrong format is written out.
	said := func(text string) claim.Claim { return claim.Claim{ID: "a", Kind: claim.CountedKind, Text: text} }
	tests := []struct {
		name  string
		claim claim.Claim
		want  string // part of the error; "" for none
	}{
		{"no id", claim.Counted("", "%d", 1), "use small letters, digits and single hyphens"},
		{"capital letters in the id", claim.Counted("B-small", "%d", 1), `claim id "B-small"`},
		{"an id that starts with a digit", claim.Counted("1-small", "%d", 1), "starting with a letter"},
		{"two hyphens in a row", claim.Counted("b--small", "%d", 1), `claim id "b--small"`},
		{"a hyphen at the end", claim.Counted("b-", "%d", 1), `claim id "b-"`},
		{"a letter beyond ASCII", claim.Counted("gürültü", "%d", 1), `claim id "gürültü"`},
		{"a kind that does not exist", claim.Claim{ID: "a", Kind: "guessed", Text: "1"},
			`kind "guessed" is none of assumed, computed, counted, timed, reported`},
		{"no kind", claim.Claim{ID: "a", Text: "1"}, `kind ""`},
		{"an empty text", claim.Counted("a", ""), "its text is empty"},
		{"a text of spaces", claim.Counted("a", "  "), "its text is empty"},
		{"a verb that does not fit its value", said("%!d(string=many) ticks"), "formatting error"},
		{"a verb without a value", said("%!f(MISSING) ticks"), "formatting error"},
		{"a value without a verb", said("ticks%!(EXTRA int=3)"), "formatting error"},
		{"a lone percent sign at the end", said("3 %!(NOVERB)"), "formatting error"},
		{"a formatting error in what the clock said", claim.Claim{ID: "a", Kind: claim.TimedKind, Text: "fails", Measured: "%!d(float64=1.5) ms"},
			`measured "%!d(`},
		{"a percent sign before an exclamation mark is fine", claim.Counted("a", "%d%%!", 40), ""},
		{"a line break", claim.Counted("a", "one\ntwo"), "leave out line breaks"},
		{"an old Mac's line break", claim.Counted("a", "one\rtwo"), "leave out line breaks"},
		{"a bracket", claim.Counted("a", "[0, 1]"), "leave out line breaks and brackets"},
		{"a width that pads with spaces", claim.Counted("a", "%8.2f ticks", 0.98), "spaces that no page shows"},
		{"a space at the end", claim.Counted("a", "%d ", 3), "spaces that no page shows"},
		{"a tab", claim.Counted("a", "3\tticks"), "spaces that no page shows"},
		{"a no-break space is a matter of taste", claim.Counted("a", "%d\u00a0ms", 20), ""},
		{"an assumption without source", claim.Assumed("a", "", "%d", 1), "an assumption names its source"},
		{"a reported figure without a place", claim.Reported("a", "load.json", "%d", 1), "no place in data/reference"},
		{"a reported figure without its format",
			claim.Claim{ID: "a", Kind: claim.ReportedKind, Source: "load.json#/a", Text: "1"}, "keeps its format"},
		{"an inconclusive claim that needs no clock", claim.Claim{ID: "a", Kind: claim.CountedKind, Text: "1", Inconclusive: true},
			"only a timed claim"},
		{"an inconclusive claim that fails", claim.Claim{ID: "a", Kind: claim.TimedKind, Text: "fails", Measured: "1 ms", Fails: true,
			Inconclusive: true}, "only a timed claim that does not fail"},
		{"an inconclusive claim that does not say why", claim.Inconclusive("a", "fails", ""), "says what the clock measured"},
		{"a timed claim without a measurement", claim.Timed("a", "fails", true, ""), "says what the clock measured"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.claim.Validate()
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("Validate: %v, want none", err)
			case tt.want != "" && err == nil:
				t.Errorf("Validate accepts %+v", tt.claim)
			case tt.want != "" && !strings.Contains(err.Error(), tt.want):
				t.Errorf("Validate: %v, want a word on %q", err, tt.want)
			}
		})
	}
}

func TestKindsAreTheValidOnes(t *testing.T) {
	want := []claim.Kind{"assumed", "computed", "counted", "timed", "reported"} // the table of kinds, in its order
	if diff := cmp.Diff(want, claim.Kinds()); diff != "" {
		t.Errorf("Kinds (-want +got):\n%s", diff)
	}
	for _, k := range claim.Kinds() {
		if !k.Valid() {
			t.Errorf("%q is not valid", k)
		}
	}
	if claim.Kind("Counted").Valid() {
		t.Error("a capital letter makes a valid kind")
	}
}

// A card travels as JSON through a notebook, so that nothing that Validate accepts may be lost on the way.
func TestSetSurvivesJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := claim.Set{Claims: rapid.SliceOf(drawValid()).Draw(t, "claims")}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got claim.Set
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(want.Claims, got.Claims) {
			t.Errorf("%v became %v", want, got)
		}
	})
}

// A channel that carries values and not text takes Fields; what arrives has to be the same JSON.
func TestFieldsAreTheJSONForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawValid().Draw(t, "claim")
		for _, field := range []*string{&c.Source, &c.Format, &c.Measured} {
			if rapid.Bool().Draw(t, "empty") {
				*field = ""
			}
		}
		direct, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		byFields, err := json.Marshal(c.Fields())
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		if err := errors.Join(json.Unmarshal(direct, &a), json.Unmarshal(byFields, &b)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("JSON of %+v (-direct +by fields):\n%s", c, diff)
		}
	})
}

// drawValid draws claims of every kind that Validate accepts, with texts of any script.
func drawValid() *rapid.Generator[claim.Claim] {
	return rapid.Custom(func(t *rapid.T) claim.Claim {
		return claim.Claim{
			ID:       rapid.StringMatching(`[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,3}`).Draw(t, "id"),
			Kind:     rapid.SampledFrom(claim.Kinds()).Draw(t, "kind"),
			Text:     rapid.StringMatching(`[0-9]{1,4}(\.[0-9]{1,3})?( \p{L}{1,8})?`).Draw(t, "text"),
			Source:   "load.json#/a",
			Format:   "%v",
			Measured: rapid.StringMatching(`[0-9]{1,4} ms`).Draw(t, "measured"),
			Fails:    rapid.Bool().Draw(t, "fails"),

			Inconclusive: rapid.Bool().Draw(t, "inconclusive"),
		}
	}).Filter(func(c claim.Claim) bool { return c.Validate() == nil })
}

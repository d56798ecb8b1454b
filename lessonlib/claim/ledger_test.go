package claim_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

const soundLedger = `{
  "claims": [
    {
      "id": "capacity",
      "notebook": "1-noisy-neighbour",
      "kind": "assumed",
      "text": "540 units",
      "source": "KK11"
    },
    {
      "id": "b-small-delay",
      "notebook": "1-noisy-neighbour",
      "kind": "counted",
      "text": "0.98 ticks"
    }
  ]
}
`

func TestLedgerFileIsWhatMarshalWrites(t *testing.T) {
	l, err := claim.ParseLedger([]byte(soundLedger))
	if err != nil {
		t.Fatal(err)
	}
	data, err := l.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(soundLedger, string(data)); diff != "" {
		t.Errorf("the file changed on its way (-want +got):\n%s", diff)
	}
}

func TestMarshalOrdersByNotebookAndKeepsTheOrderWithin(t *testing.T) {
	l := claim.Ledger{Claims: []claim.Entry{
		{ID: "z", Notebook: "2-on-call", Kind: claim.CountedKind, Text: "1"},
		{ID: "y", Notebook: "1-noisy-neighbour", Kind: claim.CountedKind, Text: "<1 & >0"},
		{ID: "a", Notebook: "2-on-call", Kind: claim.CountedKind, Text: "2"},
	}}
	data, err := l.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	back, err := claim.ParseLedger(data)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, e := range back.Claims {
		ids = append(ids, e.ID)
	}
	if diff := cmp.Diff([]string{"y", "z", "a"}, ids); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if l.Claims[0].ID != "z" {
		t.Error("Marshal reordered its receiver")
	}
	if !strings.Contains(string(data), "<1 & >0") {
		t.Errorf("a reviewer cannot read the text in the file:\n%s", data)
	}
	empty, err := claim.Ledger{}.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if string(empty) != "{\n  \"claims\": []\n}\n" {
		t.Errorf("the empty ledger is written as %q", empty)
	}
}

func TestParseLedgerRefusesDamage(t *testing.T) {
	entry := func(fields string) string { return `{"claims":[{` + fields + `}]}` }
	tests := []struct {
		name, data, want string
	}{
		{"an empty file", "", "EOF"},
		{"a file cut off in the middle", soundLedger[:len(soundLedger)/2], "unexpected EOF"},
		{"a merge conflict", "<<<<<<< ours\n" + soundLedger, "invalid character"},
		{"null", "null", `no list "claims"`},
		{"an object without the list", "{}", `no list "claims"`},
		{"a list in place of the object", "[]", "cannot unmarshal array"},
		{"a second value behind the first", soundLedger + "{}", "something follows"},
		{"a lone bracket behind it", soundLedger + "]", "something follows"},
		{"a lone brace behind it", soundLedger + "}", "something follows"},
		{"a field nobody knows", entry(`"id":"a","notebook":"n","kind":"counted","text":"1","value":1`), `unknown field "value"`},
		{"an unknown kind", entry(`"id":"a","notebook":"n","kind":"guessed","text":"1"`), `kind "guessed"`},
		{"an id with a space", entry(`"id":"a b","notebook":"n","kind":"counted","text":"1"`), `id "a b"`},
		{"no id", entry(`"notebook":"n","kind":"counted","text":"1"`), "claim 1 of the list"},
		{"no notebook", entry(`"id":"a","kind":"counted","text":"1"`), `claim "a" names no notebook`},
		{"no text", entry(`"id":"a","notebook":"n","kind":"counted"`), `claim "a" has no text`},
		{"an id that stands twice", strings.Replace(soundLedger, "b-small-delay", "capacity", 1), `claim "capacity" stands twice`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := claim.ParseLedger([]byte(tt.data))
			if err == nil {
				t.Fatal("accepted")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q, want a word on %q", err, tt.want)
			}
		})
	}
}

func TestReadLedgerSaysHowToGoOn(t *testing.T) {
	dir := t.TempDir()

	_, err := claim.ReadLedger(filepath.Join(dir, "claims.json"))
	if !errors.Is(err, claim.ErrNoLedger) || !strings.Contains(err.Error(), "check --write") {
		t.Errorf("no file: %v, want ErrNoLedger and the command that makes one", err)
	}

	damaged := filepath.Join(dir, "damaged.json")
	if err := os.WriteFile(damaged, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = claim.ReadLedger(damaged)
	if err == nil || !strings.Contains(err.Error(), damaged) || !strings.Contains(err.Error(), "git checkout") {
		t.Errorf("damaged file: %v, want its name and a way out", err)
	}
	if errors.Is(err, claim.ErrNoLedger) {
		t.Error("a damaged ledger passes for none")
	}

	if _, err := claim.ReadLedger(dir); err == nil || errors.Is(err, claim.ErrNoLedger) {
		t.Errorf("a folder in place of the file: %v", err)
	}
}

func TestWriteReplacesTheLedgerWhole(t *testing.T) {
	file := filepath.Join(t.TempDir(), "claims.json")
	old, err := claim.ParseLedger([]byte(soundLedger))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []claim.Ledger{old, {}} { // a longer file first: nothing of it may be left behind
		if err := l.Write(file); err != nil {
			t.Fatal(err)
		}
		back, err := claim.ReadLedger(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(back.Claims) != len(l.Claims) {
			t.Errorf("wrote %d claims, read %d", len(l.Claims), len(back.Claims))
		}
	}
	if got := filesIn(t, filepath.Dir(file)); len(got) != 1 {
		t.Errorf("files left behind: %v", got)
	}
}

func TestFailedWriteLeavesTheOldLedger(t *testing.T) {
	l, err := claim.ParseLedger([]byte(soundLedger))
	if err != nil {
		t.Fatal(err)
	}

	// A folder in the ledger's place lets everything succeed up to the rename.
	dir := t.TempDir()
	place := filepath.Join(dir, "claims.json")
	if err := os.MkdirAll(filepath.Join(place, "old"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := l.Write(place); err == nil || !strings.Contains(err.Error(), "the old one stands") {
		t.Errorf("Write over a folder: %v, want that the old one stands", err)
	}
	if got := filesIn(t, dir); len(got) != 1 || got[0] != "claims.json" {
		t.Errorf("files after the failed write: %v, want the old one alone", got)
	}

	gone := filepath.Join(dir, "no-such-folder", "claims.json")
	if err := l.Write(gone); err == nil || !strings.Contains(err.Error(), gone) {
		t.Errorf("Write into a folder that does not exist: %v, want an error that names the file", err)
	}
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWhatParseAcceptsMarshalKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := rapid.SliceOfDistinct(drawValid(), func(c claim.Claim) string { return c.ID }).Draw(t, "claims")
		want := claim.Ledger{Claims: []claim.Entry{}}
		for _, c := range claims {
			want.Claims = append(want.Claims, claim.Entry{ID: c.ID, Notebook: "1", Kind: c.Kind, Text: c.Text, Source: c.Source})
		}
		data, err := want.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		got, err := claim.ParseLedger(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ledger (-want +got):\n%s", diff)
		}
	})
}

func FuzzParseLedger(f *testing.F) {
	f.Add([]byte(soundLedger))
	f.Add([]byte(`{"claims":[]}]`))
	f.Add([]byte("null"))
	f.Add([]byte("<<<<<<< ours"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := claim.ParseLedger(data)
		if err != nil {
			return
		}
		// A ledger that was read can be written, and reads as the same again once it is in order.
		once, err := l.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		back, err := claim.ParseLedger(once)
		if err != nil {
			t.Fatalf("cannot read what Marshal wrote: %v\n%s", err, once)
		}
		twice, err := back.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if string(once) != string(twice) {
			t.Errorf("Marshal is not stable:\n%s\n%s", once, twice)
		}
		for _, e := range back.Claims {
			if found, ok := back.Lookup(e.ID); !ok || found != e {
				t.Errorf("Lookup(%q) = %v, %v; want %v", e.ID, found, ok, e)
			}
		}
	})
}

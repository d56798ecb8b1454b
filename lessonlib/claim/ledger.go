package claim

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/google/renameio/v2"
)

// LedgerFile is the ledger's place below the root of the repository.
const LedgerFile = "data/claims.json"

// Entry is what the ledger knows of one claim: what the text says, and where.
type Entry struct {
	ID       string `json:"id"`
	Notebook string `json:"notebook"` // the notebook's file name without its ending, such as "1-noisy-neighbour"
	Kind     Kind   `json:"kind"`
	Text     string `json:"text"`
	Source   string `json:"source,omitempty"`
}

// Ledger lists every claim of the course. It is the memory between runs: a card compares a student's edited cell with
// it, and the check compares it with what the notebooks' run made. Entries stand in the notebooks' order.
type Ledger struct {
	Claims []Entry `json:"claims"`
}

// ErrNoLedger is in the chain of the error that ReadLedger returns when the file does not exist.
var ErrNoLedger = errors.New("no ledger yet")

// ReadLedger reads a ledger file. A missing file, bad JSON, an unknown kind and an id that stands twice are errors that
// name the file and the way out.
func ReadLedger(file string) (Ledger, error) {
	const wayOut = "restore it with `git checkout data/claims.json` or renew it with `go run ./kernel check --write`"
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Ledger{}, fmt.Errorf("ledger %s: %w; make it with `go run ./kernel check --write`", file, ErrNoLedger)
	}
	if err != nil {
		return Ledger{}, fmt.Errorf("ledger: %w", err)
	}
	l, err := ParseLedger(data)
	if err != nil {
		return Ledger{}, fmt.Errorf("ledger %s is damaged: %w; %s", file, err, wayOut)
	}
	return l, nil
}

// ParseLedger reads a ledger from JSON. A missing list, unknown fields, anything after the JSON value, an entry without a
// proper id, kind, notebook or text, and an id that stands twice are errors.
func ParseLedger(data []byte) (Ledger, error) {
	var l Ledger
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return Ledger{}, err
	}
	// Decoder.More would let a lone closing bracket pass.
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Ledger{}, errors.New("something follows the JSON value")
	}
	if l.Claims == nil {
		return Ledger{}, errors.New("it has no list \"claims\"")
	}
	seen := make(map[string]bool, len(l.Claims))
	for i, e := range l.Claims {
		switch {
		case !idPattern.MatchString(e.ID):
			return Ledger{}, fmt.Errorf("claim %d of the list: id %q is none; small letters, digits and single hyphens make "+
				"one", i+1, e.ID)
		case !e.Kind.Valid():
			return Ledger{}, fmt.Errorf("claim %q: kind %q is none of %s", e.ID, e.Kind, joinKinds())
		case e.Notebook == "":
			return Ledger{}, fmt.Errorf("claim %q names no notebook", e.ID)
		case e.Text == "":
			return Ledger{}, fmt.Errorf("claim %q has no text", e.ID)
		case seen[e.ID]:
			return Ledger{}, fmt.Errorf("claim %q stands twice", e.ID)
		}
		seen[e.ID] = true
	}
	return l, nil
}

// Marshal gives the ledger's file form: indented JSON, the entries ordered by notebook and within it as they stand.
func (l Ledger) Marshal() ([]byte, error) {
	sorted := Ledger{Claims: slices.Clone(l.Claims)}
	slices.SortStableFunc(sorted.Claims, func(a, b Entry) int { return cmp.Compare(a.Notebook, b.Notebook) })
	if sorted.Claims == nil {
		sorted.Claims = []Entry{}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(sorted); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// Write replaces the ledger file whole: it writes beside it and renames, so that a full disk or an interruption leaves
// the old ledger as it was.
func (l Ledger) Write(file string) error {
	data, err := l.Marshal()
	if err == nil {
		err = renameio.WriteFile(file, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("ledger %s cannot be renewed, the old one stands: %w", file, err)
	}
	return nil
}

// Lookup finds the entry of a claim.
func (l Ledger) Lookup(id string) (Entry, bool) {
	i := slices.IndexFunc(l.Claims, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return Entry{}, false
	}
	return l.Claims[i], true
}

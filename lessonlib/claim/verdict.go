package claim

import "fmt"

// Verdict is the outcome of holding a claim against what the text says.
type Verdict int

const (
	// Unknown means that the ledger has no such claim: a new one, or a student's own.
	Unknown Verdict = iota
	// Agrees means that the text says what the cell found.
	Agrees
	// Differs means that the text says something else. After an edit this is a finding, not an error.
	Differs
	// Broken means that a timed verdict did not hold in this run.
	Broken
	// CannotTell means that a timed verdict was inconclusive in this run.
	CannotTell
)

// Judge holds c against the ledger.
func (l Ledger) Judge(c Claim) Verdict {
	e, ok := l.Lookup(c.ID)
	switch {
	case !ok:
		return Unknown
	case e.Text != c.Text:
		return Differs
	case c.Fails:
		return Broken
	case c.Inconclusive:
		return CannotTell
	}
	return Agrees
}

// Explain says the outcome of Judge in words a reader of the card understands, such as
// "0.41 ticks; the text says 0.98 ticks".
func (l Ledger) Explain(c Claim) string {
	switch l.Judge(c) {
	case Agrees:
		return "as the text says"
	case Differs:
		e, _ := l.Lookup(c.ID)
		return fmt.Sprintf("%s; the text says %s", c.Text, e.Text)
	case Broken:
		return fmt.Sprintf("the text says %s; this run measured %s", c.Text, c.Measured)
	case CannotTell:
		return fmt.Sprintf("the text says %s; this run cannot tell", c.Text)
	}
	return "not in the text's ledger"
}

// Package claim holds the one idea of queuebook: a number in the text is a claim, and the cell beside it is the
// evidence.
//
// A cell makes a claim with one of five constructors, one for each way a number can come about, or with [Inconclusive]
// when a clock could not tell. The claim carries the words that the prose has to use, so that a tool can hold the prose
// against them:
//
//	Small sellers now wait [0.98 ticks](#b-small-delay), four times as long.
//
//	claim.Counted("b-small-delay", "%.2f ticks", b.Small().MeanDelay())
//
// The package knows neither Jupyter nor Markdown: lessonlib/show draws claims as cards, and the check in kernel reads
// both sides.
package claim

import (
	"fmt"
	"regexp"
	"strings"
)

// MIMEType is the media type under which a cell's output carries its claims, as the JSON of a [Set].
const MIMEType = "application/vnd.queuebook.claims.v1+json"

// Kind says how a number came about, and so how it is checked.
type Kind string

const (
	// AssumedKind is an input that somebody chose. The text must equal it, and it names its source.
	AssumedKind Kind = "assumed"
	// ComputedKind is a formula on assumptions. The text must equal it, on every machine.
	ComputedKind Kind = "computed"
	// CountedKind is read off a deterministic, seeded run. The text must equal it, on every machine.
	CountedKind Kind = "counted"
	// TimedKind is wall-clock time, which differs by machine. The text states a verdict or a bound, and that must hold.
	TimedKind Kind = "timed"
	// ReportedKind is a figure that the source measured on its own machine. It must equal data/reference.
	ReportedKind Kind = "reported"
)

// Kinds lists all kinds in the order in which reports show them.
func Kinds() []Kind {
	return []Kind{AssumedKind, ComputedKind, CountedKind, TimedKind, ReportedKind}
}

// Valid tells whether k is one of the five kinds.
func (k Kind) Valid() bool {
	switch k {
	case AssumedKind, ComputedKind, CountedKind, TimedKind, ReportedKind:
		return true
	}
	return false
}

// Claim is a number or a verdict that the text relies on. Its zero value is no valid claim: use a constructor.
type Claim struct {
	// ID is the target of the link in the prose, without the number sign: small letters, digits and hyphens. It is
	// unique in the whole course.
	ID string `json:"id"`
	// Kind is how the number came about.
	Kind Kind `json:"kind"`
	// Text is what the link's text has to say, exactly.
	Text string `json:"text"`
	// Source is where an assumption was chosen ("KK11"), or for a reported figure its place in data/reference
	// ("load.json#/realistic/p95"). Empty for the other kinds.
	Source string `json:"source,omitempty"`
	// Format turns the referenced figure into Text; reported claims only. The check uses it to hold Text against
	// data/reference without running the cell.
	Format string `json:"format,omitempty"`
	// Measured is what the clock said, in words; timed claims only. It is shown on the card and never compared.
	Measured string `json:"measured,omitempty"`
	// Fails is true for a timed claim whose verdict did not hold in this run.
	Fails bool `json:"fails,omitempty"`
	// Inconclusive is true for a timed claim that this run could neither bear out nor contradict.
	Inconclusive bool `json:"inconclusive,omitempty"`
}

// Set is the JSON that a cell's output carries under [MIMEType].
type Set struct {
	Claims []Claim `json:"claims"`
}

// Assumed claims an input that somebody chose; source names who or where, such as "KK11". Format and args are those of
// fmt.Sprintf.
func Assumed(id, source, format string, args ...any) Claim {
	return Claim{ID: id, Kind: AssumedKind, Source: source, Text: fmt.Sprintf(format, args...)}
}

// Computed claims the value of a formula on assumptions. Format and args are those of fmt.Sprintf.
func Computed(id, format string, args ...any) Claim {
	return Claim{ID: id, Kind: ComputedKind, Text: fmt.Sprintf(format, args...)}
}

// Counted claims a value read off a deterministic, seeded run. Format and args are those of fmt.Sprintf.
func Counted(id, format string, args ...any) Claim {
	return Claim{ID: id, Kind: CountedKind, Text: fmt.Sprintf(format, args...)}
}

// Timed claims a verdict or a bound on something measured with a clock. Text is the verdict ("fails", "at least 5x"),
// holds whether this run bears it out, and measured with its args, as for fmt.Sprintf, what the clock said.
func Timed(id, text string, holds bool, measured string, args ...any) Claim {
	return Claim{ID: id, Kind: TimedKind, Text: text, Fails: !holds, Measured: fmt.Sprintf(measured, args...)}
}

// Inconclusive makes a timed claim of which this run cannot tell whether it holds, because the machine had other things to
// do; why with its args, as for fmt.Sprintf, says what stood in the way. The card says so, and the check lets it pass.
func Inconclusive(id, text, why string, args ...any) Claim {
	return Claim{ID: id, Kind: TimedKind, Text: text, Inconclusive: true, Measured: fmt.Sprintf(why, args...)}
}

// Reported claims a figure that a source measured on its own machine and that this course does not measure again.
// Reference is a file of data/reference and a JSON pointer into it, such as "load.json#/realistic/p95"; format, as for
// fmt.Sprintf with the figure as its one argument, gives the text.
func Reported(id, reference, format string, figure any) Claim {
	return Claim{ID: id, Kind: ReportedKind, Source: reference, Format: format, Text: fmt.Sprintf(format, figure)}
}

var (
	idPattern = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	// fmt puts its complaints into the result: "%!d(string=hi)", "%!f(MISSING)", "%!(EXTRA int=1)", "%!(NOVERB)".
	formatFault = regexp.MustCompile(`%!.?\(`)
)

// Validate returns nil, or an error that names the claim, what is wrong with it, and what is allowed.
func (c Claim) Validate() error {
	switch {
	case !idPattern.MatchString(c.ID):
		return fmt.Errorf("claim id %q: use small letters, digits and single hyphens, starting with a letter, such as "+
			"\"b-small-delay\"", c.ID)
	case !c.Kind.Valid():
		return fmt.Errorf("claim %q: kind %q is none of %s", c.ID, c.Kind, joinKinds())
	case strings.TrimSpace(c.Text) == "":
		return fmt.Errorf("claim %q: its text is empty; give a format such as \"%%.2f ticks\"", c.ID)
	case formatFault.MatchString(c.Text):
		return fmt.Errorf("claim %q: text %q has a formatting error; let the format's verbs fit the values", c.ID, c.Text)
	case formatFault.MatchString(c.Measured):
		return fmt.Errorf("claim %q: measured %q has a formatting error; let the format's verbs fit the values", c.ID,
			c.Measured)
	case strings.ContainsAny(c.Text, "\r\n[]"):
		return fmt.Errorf("claim %q: text %q cannot stand in a Markdown link; leave out line breaks and brackets", c.ID,
			c.Text)
	case c.Text != strings.TrimSpace(c.Text) || strings.Contains(c.Text, "  ") || strings.Contains(c.Text, "\t"):
		return fmt.Errorf("claim %q: text %q has spaces that no page shows; leave out spaces at the ends, doubled ones "+
			"and a width such as the 8 of \"%%8.2f\"", c.ID, c.Text)
	case c.Kind == AssumedKind && c.Source == "":
		return fmt.Errorf("claim %q: an assumption names its source, such as \"KK11\"", c.ID)
	case c.Kind == ReportedKind && !strings.Contains(c.Source, "#/"):
		return fmt.Errorf("claim %q: source %q is no place in data/reference; write file and JSON pointer, such as "+
			"\"load.json#/realistic/p95\"", c.ID, c.Source)
	case c.Kind == ReportedKind && c.Format == "":
		return fmt.Errorf("claim %q: a reported figure keeps its format, such as \"%%.2f ms\"; make it with Reported", c.ID)
	case c.Kind == TimedKind && c.Measured == "":
		return fmt.Errorf("claim %q: a timed claim says what the clock measured", c.ID)
	case c.Inconclusive && (c.Kind != TimedKind || c.Fails):
		return fmt.Errorf("claim %q: only a timed claim that does not fail can be inconclusive; make it with Inconclusive", c.ID)
	}
	return nil
}

func joinKinds() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// Fields gives the claim's JSON form as a map, with the names and the omissions of the struct's tags, for channels that
// carry values and not text.
func (c Claim) Fields() map[string]any {
	fields := map[string]any{"id": c.ID, "kind": string(c.Kind), "text": c.Text}
	for name, value := range map[string]string{"source": c.Source, "format": c.Format, "measured": c.Measured} {
		if value != "" {
			fields[name] = value
		}
	}
	if c.Fails {
		fields["fails"] = true
	}
	if c.Inconclusive {
		fields["inconclusive"] = true
	}
	return fields
}

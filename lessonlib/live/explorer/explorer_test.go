package explorer_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
)

// clerk is a small model: n loans of some minutes each take n times as long.
type clerk struct {
	Loans float64
}

func (c clerk) Controls() []explorer.Control {
	return []explorer.Control{
		explorer.Control{ID: "loans", Label: "Loans", Unit: "loans", Max: 10, Step: 1, Whole: true}.Around(c.Loans),
		{ID: "minutes", Label: "Time", Unit: "minutes", Min: 0.5, Max: 5, Step: 0.5, Number: 2},
		{ID: "break", Label: "Break", Choice: "no", Choices: []explorer.Choice{{ID: "no"}, {ID: "yes"}}},
	}
}

func (c clerk) Presets() []explorer.Preset {
	return []explorer.Preset{{Label: "Busy", Settings: []explorer.Setting{explorer.Set("loans", 10), {"break", "no"}}}}
}

func (c clerk) Run(v explorer.Values) (explorer.Reply, error) {
	if v.Choice("break") == "yes" {
		return explorer.Reply{}, errors.New("the clerk has gone")
	}
	return explorer.Reply{Summary: explorer.Text("%.1f minutes", v.Number("loans")*v.Number("minutes"))}, nil
}

// reply is what a page reads.
type reply struct {
	explorer.Reply
	Controls     []explorer.Control
	Presets      []explorer.Preset
	Error, Wrong string
	Field        string
}

func ask(t *testing.T, request string) reply {
	t.Helper()
	var r reply
	out := explorer.Call([]byte(request), clerk{Loans: 3}, func(c clerk) explorer.Model { return c })
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("the reply %s: %v", out, err)
	}
	return r
}

func TestTheFirstReplyDescribesTheExplorerAndLaterOnesDoNot(t *testing.T) {
	first := ask(t, "op=open")
	if diff := cmp.Diff(clerk{Loans: 3}.Controls(), first.Controls); diff != "" {
		t.Errorf("the controls (-model +page):\n%s", diff)
	}
	if diff := cmp.Diff(clerk{}.Presets(), first.Presets); diff != "" {
		t.Errorf("the presets (-model +page):\n%s", diff)
	}
	if first.Summary != "6.0 minutes" {
		t.Errorf("three loans of two minutes take %s", first.Summary)
	}
	later := ask(t, "op=run&loans=4&minutes=2&break=no")
	if later.Summary != "8.0 minutes" || later.Controls != nil || later.Presets != nil {
		t.Errorf("a later reply is %+v; want four loans and no controls", later)
	}
}

func TestAllOfAReplyReachesThePage(t *testing.T) {
	want := explorer.Reply{
		Summary: "Say \"no\".",
		Panel:   []explorer.Figure{{"wait", "1 tick", "of S1"}, {"noise", "none", ""}},
		Charts: []explorer.Chart{{Title: "waits", Alt: "words", X: explorer.Axis{Label: "seller", Log: true},
			Y:      explorer.Axis{Label: "delay", Categories: []string{"a", "b"}},
			Series: []explorer.Series{{"s", explorer.Steps, []float64{1, 2}, []float64{0.5, -1e-3}, true}},
			Rules:  []explorer.Rule{{At: 20, Horizontal: true, Label: "goal"}}}},
		Tables: []explorer.Table{{"table", []string{"x", "y"}, [][]string{{"1", "2"}, {"3", "4"}}}},
		Code:   "a := 1\nb := 2",
	}
	var got explorer.Reply
	out := explorer.Call([]byte("op=run"), clerk{}, func(clerk) explorer.Model { return still(want) })
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("the reply %s: %v", out, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the reply (-model +page):\n%s", diff)
	}
}

// still is a model that always gives the same reply.
type still explorer.Reply

func (still) Controls() []explorer.Control                  { return nil }
func (still) Presets() []explorer.Preset                    { return nil }
func (s still) Run(explorer.Values) (explorer.Reply, error) { return explorer.Reply(s), nil }

func TestAnExplorerOpensOnItsFieldsAlsoBeyondTheRangeOfTheSlider(t *testing.T) {
	r := ask(t, "op=open&Loans=40")
	if r.Summary != "80.0 minutes" || r.Controls[0].Number != 40 || r.Controls[0].Max != 40 || r.Controls[0].Min != 0 {
		t.Errorf("opened on 40 loans, the reply is %+v; the slider should reach up to them", r)
	}
	// A logarithmic slider has no place for nothing.
	c := explorer.Control{Min: 1, Max: 10, Log: true}
	if !c.Around(5).Log || c.Around(0).Log {
		t.Error("a slider from 1 to 10 is logarithmic, and one from 0 is not")
	}
	if r := ask(t, "op=run&Loans=40&loans=39"); r.Summary != "78.0 minutes" {
		t.Errorf("39 loans where it was opened on 40: %+v", r)
	}
}

func TestWhatIsWrongIsASentenceThatNamesTheControl(t *testing.T) {
	for _, c := range []struct{ words, request, field, says string }{
		{"a number above the range", "loans=11", "loans", "Loans: 11 is out of range; it must be between 0 and 10 loans."},
		{"a number below it", "minutes=0", "minutes", "Time: 0 is out of range; it must be between 0.5 and 5 minutes."},
		{"half a loan", "loans=1.5", "loans", "Loans: 1.5 is no whole number; it must be one between 0 and 10 loans."},
		{"an empty field", "loans=+", "loans", "Loans: the field is empty; it must hold a number between 0 and 10 loans."},
		{"words", "loans=many", "loans", `Loans: "many" is no number; it must be one between 0 and 10 loans.`},
		{"not a number", "loans=NaN", "loans", "Loans: NaN is out of range; it must be between 0 and 10 loans."},
		{"more than a float64 holds", "loans=1e999", "loans", "Loans: 1e999 is out of range"},
		{"a choice that there is not", "break=maybe", "break", `Break: "maybe" is no choice; take one of no, yes.`},
		{"a control that there is not", "speed=1", "", "there are loans, minutes, break"},
		{"what the model refuses", "break=yes", "", "the clerk has gone"},
		{"an assumption of another kind", "Loans=few", "", `cannot be read: Loans is "few"; write a float64`},
		{"an assumption that there is not", "Speed=1", "", "of its 1 fields, 0 are known"},
	} {
		r := ask(t, "op=run&"+c.request)
		if r.Field != c.field || !strings.Contains(r.Wrong, c.says) || r.Summary != "" {
			t.Errorf("%s: field %q, wrong %q; want field %q and %q", c.words, r.Field, r.Wrong, c.field, c.says)
		}
	}
	if r := ask(t, "%"); r.Error == "" {
		t.Errorf("a damaged request is answered %+v", r)
	}
}

func TestNumbersAreWrittenAsPeopleDo(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {0.25, "0.25"}, {999, "999"}, {1000, "1,000"}, {-1234567.5, "-1,234,567.5"}, {1e20, "1e+20"},
		{math.Inf(1), "+Inf"},
	} {
		if got := explorer.Number(c.v); got != c.want {
			t.Errorf("%g is written %s, want %s", c.v, got, c.want)
		}
	}
	if got := explorer.Text("%.2f ticks", math.NaN()); got != "none" {
		t.Errorf("no number is written %q", got)
	}
	one, many := explorer.Plural(1, "seller"), explorer.Plural(2000, "seller")
	if one != "1 seller" || many != "2,000 sellers" {
		t.Errorf("%q and %q", one, many)
	}
}

func TestTheTextAlternativeNamesAxesExtremesAndRules(t *testing.T) {
	s := explorer.Series{Name: "wait", Mark: explorer.Line}
	for i, y := range []float64{3, math.NaN(), 0.12345, 2, math.Inf(1)} {
		s.Add(float64(i+1), y)
	}
	if !cmp.Equal(s.X, []float64{1, 3, 4}) {
		t.Errorf("points at %v; what is no number should be left out", s.X)
	}
	c := explorer.Chart{
		Title: "Waits", X: explorer.Axis{Label: "seller"}, Y: explorer.Axis{Label: "delay", Unit: "ticks"},
		Series: []explorer.Series{s, {Name: "goal"}, {Name: "level", X: []float64{1, 2}, Y: []float64{1500, 1500}}},
		Rules:  []explorer.Rule{{At: 20, Label: "goal"}},
	}.Described()
	want := "Waits. Across: seller. Up: delay (ticks). wait: lowest 0.123 at 3, highest 3 at 1. goal: nothing to draw. " +
		"level: 1,500 throughout. A line at 20: goal."
	if c.Alt != want {
		t.Errorf("the text alternative is\n%s\nwant\n%s", c.Alt, want)
	}
}

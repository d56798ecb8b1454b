package twinexplorer_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/claim"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/live/twinexplorer"
)

// values are a page's: of controls, and of fields that begin with a capital.
type values map[string]any

// reply is what a page reads.
type reply struct {
	explorer.Reply
	Controls []explorer.Control
	Presets  []explorer.Preset
	Wrong    string
	Field    string
}

// ask asks as a page does.
func ask(t interface{ Fatal(...any) }, op string, v values) reply {
	form := url.Values{"op": {op}}
	for name, value := range v {
		form.Set(name, fmt.Sprint(value))
	}
	var r reply
	if err := json.Unmarshal(twinexplorer.Call([]byte(form.Encode())), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func run(t *testing.T, v values) reply {
	t.Helper()
	r := ask(t, "run", v)
	if r.Wrong != "" {
		t.Fatalf("%v: %s", v, r.Wrong)
	}
	return r
}

// row gives p95 and verdict of one of the four runs.
func row(t *testing.T, r reply, name string) (p95, verdict string) {
	t.Helper()
	for _, row := range r.Tables[0].Rows {
		if row[0] == name {
			return row[2], row[len(row)-1]
		}
	}
	t.Fatalf("the table has no row %q: %v", name, r.Tables[0])
	return "", ""
}

// Every run of lesson 3's twin that the explorer plays, by the claim whose card has its p95 or its verdict.
func TestTheLessonsTestsShowTheLessonsClaims(t *testing.T) {
	ledger, err := claim.ReadLedger("../../../" + claim.LedgerFile)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, entry := range ledger.Claims {
		texts[entry.ID] = entry.Text
	}
	for _, c := range []struct {
		claim string
		row   string
		v     values
	}{
		{"twin-easy-", "open, ", values{"loanShare": 10}},
		{"twin-realistic-", "open, ", values{}},
		{"twin-closed-22-", "closed, ", values{}},
		{"twin-closed-202-", "closed, ", values{"users": 202, "think": 200}},
	} {
		for _, structure := range []string{"unindexed", "indexed"} {
			p95, verdict := row(t, run(t, c.v), c.row+structure)
			if id := c.claim + structure; verdict != texts[id] || p95 != texts[id+"-p95"] {
				t.Errorf("%s: the explorer shows %s and %s, the lesson says %s and %s", id, verdict, p95, texts[id],
					texts[id+"-p95"])
			}
		}
	}
	for _, start := range []string{"together", "spread"} {
		p95, _ := row(t, run(t, values{"users": 202, "think": 200, "start": start}), "closed, indexed")
		if id := "burst-twin-" + start; p95 != texts[id] {
			t.Errorf("%s: the explorer shows %s, the lesson says %s", id, p95, texts[id])
		}
	}
}

func TestTheSummarySaysWhichLoopTellsTheDesksApart(t *testing.T) {
	for _, c := range []struct {
		words string
		v     values
		want  string
	}{
		{"the realistic test", values{}, "The open loop tells the desks apart: it fails the one without the index (p95 " +
			"974.13 ms) and passes the one with it (0.10 ms). The closed loop tells the desks apart: it fails the one without " +
			"the index (p95 36.73 ms) and passes the one with it (0.10 ms). The closed loop reaches 611 requests/s where the " +
			"open one asks for 1,000, and shows the damage 27 times too small."},
		{"the easy test", values{"loanShare": 10}, "The open loop does not tell the desks apart: it passes both (p95 " +
			"5.55 ms without the index, 0.10 ms with it)."},
		{"a goal below the start burst of the sound desk",
			values{"users": 202, "think": 200, "threshold": 2, "loanShare": 10},
			"The open loop tells the desks apart: it fails the one without the index (p95 5.55 ms) and passes the one with it " +
				"(0.10 ms). The closed loop does not tell the desks apart: it fails both"},
	} {
		if got := run(t, c.v).Summary; !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: the summary is\n%s\nwant\n%s", c.words, got, c.want)
		}
	}
}

// A loop separates the desks at each goal that the panel names, and at none beyond: the first and the last whole
// millisecond on either side of both ends.
func TestTheGoalsThatTellTheDesksApartDo(t *testing.T) {
	r := run(t, values{})
	var from, to float64
	goals := r.Panel[5].Value // of the closed loop
	if _, err := fmt.Sscanf(goals, "%f to %f ms", &from, &to); err != nil {
		t.Fatalf("the panel says %q: %v", goals, err)
	}
	for _, c := range []struct {
		goal  float64
		apart bool
	}{{math.Ceil(from), true}, {math.Floor(to), true}, {math.Ceil(to) + 5, false}} {
		_, unindexed := row(t, run(t, values{"threshold": c.goal}), "closed, unindexed")
		_, indexed := row(t, run(t, values{"threshold": c.goal}), "closed, indexed")
		if apart := unindexed == "fails" && indexed == "passes"; apart != c.apart {
			t.Errorf("goals %s; with %v ms the closed loop says %s and %s", goals, c.goal, unindexed, indexed)
		}
	}
}

func TestTheCodeGivesTheSameTest(t *testing.T) {
	r := run(t, values{"loanShare": 30, "order": "random", "users": 202, "think": 200, "start": "spread", "ceiling": 450,
		"threshold": 50})
	want := `test := twinexplorer.Lesson()
test.Twin.ScanTime = 19292 * time.Nanosecond
test.Mix.LoanShare = 0.3
test.Mix.Order = load.Random
test.Closed.Users = 202
test.Closed.Think = 200 * time.Millisecond
test.Closed.Start = load.Spread
test.Goal.Within = 50 * time.Millisecond
show.TwinExplorer(test)`
	if r.Code != want {
		t.Errorf("the code is\n%s\nwant\n%s", r.Code, want)
	}
}

func TestBadInputIsASentence(t *testing.T) {
	for _, c := range []struct {
		words string
		v     values
		field string
		says  string
	}{
		{"more loans than requests", values{"loanShare": 101}, "loanShare",
			"101 is out of range; it must be between 0 and 100"},
		{"half a user", values{"users": 1.5}, "users", "1.5 is no whole number"},
		{"an order that there is not", values{"order": "sorted"}, "order",
			`"sorted" is no choice; take one of clumped, even, random`},
		{"no goal", values{"threshold": ""}, "threshold", "the field is empty"},
		{"a ceiling above what the rest of a loan allows", values{"Twin.Loan": 5_000_000, "ceiling": 400}, "ceiling",
			"400 loans/s cannot be; with the index a loan takes 5ms, which makes 200 at most."},
		{"users without end", values{"Closed.Duration": 600_000_000_000, "users": 500, "think": 1}, "",
			"the explorer plays at most 50,000, so that it answers while you drag"},
		{"a goal that is none", values{"Goal.Percentile": 1.5}, "", "load: Percentile is 1.5; it must lie between 0 and 1"},
		{"a window that there is not", values{"Open.Duration": -1}, "", "load: Duration is -1ns"},
	} {
		if r := ask(t, "run", c.v); !strings.Contains(r.Wrong, c.says) || r.Field != c.field || r.Charts != nil {
			t.Errorf("%s: wrong is %q in field %q; want %q in %q", c.words, r.Wrong, r.Field, c.says, c.field)
		}
	}
}

// No values within the controls' ranges make the explorer fail, and its words are whole.
func TestAnyValuesWithinTheRangesAreAnswered(t *testing.T) {
	controls := ask(t, "open", nil).Controls
	rapid.Check(t, func(t *rapid.T) {
		v := values{}
		for _, c := range controls {
			if c.Choices != nil {
				v[c.ID] = rapid.SampledFrom(c.Choices).Draw(t, c.ID).ID
				continue
			}
			v[c.ID] = float64(rapid.IntRange(int(c.Min/c.Step), int(c.Max/c.Step)).Draw(t, c.ID)) * c.Step
		}
		r := ask(t, "run", v)
		if r.Wrong != "" {
			t.Fatalf("%v: %s", v, r.Wrong)
		}
		for _, text := range []string{r.Summary, fmt.Sprint(r.Panel), fmt.Sprint(r.Tables), r.Charts[0].Alt,
			r.Charts[1].Alt} {
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!") {
				t.Errorf("%v: the reader sees %s", v, text)
			}
		}
	})
}

// A cell's test need not lie on the sliders' steps: what it opens on is what a page then sends back.
func TestATestOffTheStepsIsAnsweredToo(t *testing.T) {
	fields := values{"Closed.Think": 500_000, "Closed.Users": 5, "Goal.Within": 2_500_000, "Mix.LoanShare": 0.125,
		"Twin.ScanTime": 0, "Twin.Loan": 0, "Open.Rate": 333.5}
	v := values{}
	for name, field := range fields {
		v[name] = field
	}
	for _, c := range ask(t, "open", fields).Controls {
		v[c.ID] = c.Number
		if c.Choices != nil {
			v[c.ID] = c.Choice
		}
	}
	for name, want := range map[string]float64{"think": 0.5, "threshold": 2.5, "loanShare": 12.5, "rate": 333.5} {
		if v[name] != want {
			t.Errorf("%s opens on %v, want %v", name, v[name], want)
		}
	}
	run(t, v)
}

// A preset gives the values of scenarios of the lesson, so each has to be one that the controls take.
func TestPresetsAreWithinTheRanges(t *testing.T) {
	for _, p := range ask(t, "open", nil).Presets {
		v := values{}
		for _, s := range p.Settings {
			v[s.Control] = s.Value
		}
		run(t, v)
	}
}

// Whatever is asked is answered by one JSON object, and nothing panics.
func TestAnyRequestIsAnswered(t *testing.T) {
	names := []string{"op"}
	for _, c := range ask(t, "open", nil).Controls {
		names = append(names, c.ID)
	}
	for name := range explorer.Fields(twinexplorer.Lesson()) {
		names = append(names, name)
	}
	slices.Sort(names)
	texts := []string{"", "0", "1", "-1", "0.5", "1e999", "NaN", "-Inf", "9223372036854775807", "-9223372036854775808", "open",
		"x"}
	rapid.Check(t, func(t *rapid.T) {
		form := url.Values{}
		for range rapid.IntRange(0, 4).Draw(t, "fields") {
			form.Set(rapid.SampledFrom(names).Draw(t, "name"), rapid.SampledFrom(texts).Draw(t, "text"))
		}
		request := form.Encode()
		if rapid.Bool().Draw(t, "damaged") {
			request += rapid.String().Draw(t, "end")
		}
		var object map[string]any
		if out := twinexplorer.Call([]byte(request)); json.Unmarshal(out, &object) != nil {
			t.Fatalf("%q is answered %s", request, out)
		}
	})
}

// BenchmarkCall is one movement of a slider on the lesson's realistic test.
func BenchmarkCall(b *testing.B) {
	request := []byte("op=run&threshold=21")
	for b.Loop() {
		twinexplorer.Call(request)
	}
}

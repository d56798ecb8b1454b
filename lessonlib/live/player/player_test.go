package player_test

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/exercise/pager"
	"github.com/queuebook/queuebook/lessonlib/live/player"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// runReply is what the page reads of a run.
type runReply struct {
	Error string
	Share string
	Seed  int64
	Plan  string
	Code  string
	Shift struct {
		Name     string
		Minutes  int
		Settings []float64
		Costs    []string
	}
	Columns map[string][]float64
	Opening []string
	Panel   [][]string
	Taken   []struct {
		Minute, Control int
		Value           float64
		Text            string
		Rule            bool
	}
	Events []struct {
		Minute int
		Page   bool
		Text   string
	}
}

// reportReply is what the page reads of a report.
type reportReply struct {
	Error     string
	Columns   []string
	Reference string
	Story     string
	Rows      []struct {
		Name  string
		Texts []string
		Best  []bool
	}
}

// report is the report of a run.
func report(t testing.TB, of runReply) reportReply {
	t.Helper()
	var reply reportReply
	if err := json.Unmarshal(call(t, "op", "report", "share", of.Share), &reply); err != nil || reply.Error != "" {
		t.Fatal(err, reply.Error)
	}
	return reply
}

func call(t testing.TB, fields ...string) []byte {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	reply := player.Call([]byte(form.Encode()))
	if !json.Valid(reply) {
		t.Fatalf("%q: the reply is not JSON: %.200s", fields, reply)
	}
	return reply
}

func run(t testing.TB, fields ...string) runReply {
	t.Helper()
	var reply runReply
	if err := json.Unmarshal(call(t, fields...), &reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

func share(t testing.TB, shift oncall.Shift, seed int64, plan oncall.Plan) string {
	t.Helper()
	text, err := oncall.Share(shift, seed, plan)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The third night of lesson 2, as the page asks for it and as a cell plays it.
func TestAReplyIsWhatTheModelSays(t *testing.T) {
	plan := oncall.Plan{}.At("12:06", oncall.Feature(false), oncall.Warmup()).At("12:14", oncall.Feature(true))
	log, err := oncall.Run(oncall.CacheFlush(), 42, plan)
	if err != nil {
		t.Fatal(err)
	}
	text := share(t, log.Shift, log.Seed, plan)
	got := run(t, "op", "open", "share", text)
	if got.Error != "" || got.Share != text || got.Seed != 42 || got.Plan != plan.String() {
		t.Fatalf("%q %q %d %q", got.Error, got.Share, got.Seed, got.Plan)
	}
	if len(got.Columns) != 24 || len(got.Panel) != 90 {
		t.Fatalf("%d columns, %d panels", len(got.Columns), len(got.Panel))
	}
	for name, figure := range map[string]oncall.Figure{"rate": oncall.Requests, "serving": oncall.Serving, "booting": oncall.Booting,
		"hit": oncall.CacheHits, "database": oncall.DatabaseLoad, "p99": oncall.P99Latency, "burnHour": oncall.BurnHour,
		"budget": oncall.BudgetLeft, "cost": oncall.CostSoFar, "utilisation": oncall.FleetUse, "errors": oncall.ErrorRate} {
		for m, want := range log.Series(figure) {
			// Ten digits, see package message.
			if have := got.Columns[name][m]; math.Abs(have-want) > 5e-10*math.Abs(want) {
				t.Fatalf("minute %d, %s: %v, want %v", m, name, have, want)
			}
		}
	}
	for m, minute := range log.Minutes {
		for i, reading := range minute.Panel() {
			if got.Panel[m][i] != reading.Text {
				t.Errorf("minute %d, %v: %q, want %q", m, reading.Figure, got.Panel[m][i], reading.Text)
			}
		}
	}
	if len(got.Taken) != 3 || got.Taken[1].Text != "warm-up" || got.Taken[1].Minute != 6 || got.Taken[1].Rule {
		t.Errorf("taken %+v", got.Taken)
	}
	if len(got.Events) != 1 || got.Events[0].Text != "the cache is emptied" || got.Events[0].Minute != 5 {
		t.Errorf("events %+v", got.Events)
	}
	if story := report(t, got).Story; story != log.PostMortem() {
		t.Errorf("the story is %q", story)
	}
}

// The opening panel of the noon shift is that of the model's specification.
func TestTheOpeningPanel(t *testing.T) {
	want := []string{"0.0 x", "1125 req/s", "10", "0", "77 %", "19 %", "0 %", "$4.00/h", "$0.00", "30 s", "0 %", "100 %"}
	if got := run(t, "op", "open", "shift", "noon", "seed", "1").Opening; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The budgets are those of the specification: 99.17 % by itself, 99.39 % with room made first.
func TestTheReportOfTheCacheFlush(t *testing.T) {
	budget := report(t, run(t, "op", "open", "shift", "cache-flush", "seed", "42")).Rows[0]
	if budget.Name != "budget left" || budget.Texts[0] != "99.17 %" || budget.Texts[1] != "99.17 %" || budget.Texts[2] != "99.39 %" {
		t.Errorf("%+v", budget)
	}
	if !slices.Equal(budget.Best, []bool{false, false, true}) {
		t.Errorf("the best are %v", budget.Best)
	}
	for _, shift := range oncall.Shifts() {
		got := report(t, run(t, "op", "open", "shift", shift.Name, "seed", "7"))
		for _, row := range got.Rows {
			if len(row.Texts) != len(got.Columns) {
				t.Errorf("%s, %s: %d texts for %d columns", shift.Name, row.Name, len(row.Texts), len(got.Columns))
			}
		}
	}
}

// Rolling back at the page leaves 17.45 % by the specification, where the operator does it in the very minute of the page. A
// rule reads that minute and acts in the next, at one more minute of a burn of 50: 50/43,200 less, 17.34 %.
func TestTheReferenceOfTheBadDeploy(t *testing.T) {
	got := report(t, run(t, "op", "open", "shift", "bad-deploy", "seed", "1")).Rows[0].Texts
	if got[1] != "7.50 %" || got[2] != "17.34 %" {
		t.Errorf("budget left: %q", got)
	}
}

func TestTheReferenceOfTheFlashCrowdIsTheExercises(t *testing.T) {
	if got, want := player.Reference(oncall.FlashCrowd()).String(), pager.Reference().String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, shift := range oncall.Shifts() {
		if err := player.Reference(shift).Check(shift); err != nil {
			t.Errorf("%s: %v", shift.Name, err)
		}
	}
}

// Playing the cache flush by hand gives the plan of the lesson's solution.
func TestActingStepByStep(t *testing.T) {
	number := func(c oncall.Control) string { return fmt.Sprint(int(c)) }
	got := run(t, "op", "open", "shift", "cache-flush", "seed", "42")
	for _, act := range [][]string{
		{"6", number(oncall.FeatureControl), "0"},
		{"6", number(oncall.WarmupControl), "0"},
		{"14", number(oncall.FeatureControl), "1"},
	} {
		got = run(t, "op", "act", "share", got.Share, "minute", act[0], "control", act[1], "value", act[2])
	}
	if want := "12:06 feature off, warm-up\n12:14 feature on"; got.Plan != want {
		t.Errorf("the plan is %q, want %q", got.Plan, want)
	}
	if budget := report(t, got).Rows[0].Texts[0]; budget != "99.39 %" {
		t.Errorf("%s left, want 99.39 %% as in the specification", budget)
	}
	again := run(t, "op", "act", "share", got.Share, "minute", "14", "control", number(oncall.FeatureControl), "value", "0")
	if want := "12:06 feature off, warm-up"; again.Plan != want {
		t.Errorf("set back to what it was, the plan is %q, want %q", again.Plan, want)
	}
	branch := run(t, "op", "act", "share", got.Share, "minute", "8", "control", number(oncall.ShedControl), "value", "0.5")
	if want := "12:06 feature off, warm-up\n12:08 shed 0.5"; branch.Plan != want {
		t.Errorf("acting earlier gives %q, want %q", branch.Plan, want)
	}
	back := run(t, "op", "takeBack", "share", branch.Share, "minute", "8", "control", number(oncall.ShedControl))
	if want := "12:06 feature off, warm-up"; back.Plan != want {
		t.Errorf("taking back gives %q, want %q", back.Plan, want)
	}
}

func TestBadRequestsAreSentences(t *testing.T) {
	good := share(t, oncall.CacheFlush(), 42, oncall.Plan{})
	for _, c := range []struct {
		what   string
		fields []string
		want   string
	}{
		{"no request", nil, `there is no request ""`},
		{"a request that nobody knows", []string{"op", "dance"}, `there is no request "dance"`},
		{"a damaged share string", []string{"op", "open", "share", good[:len(good)-3]}, "the share string is damaged"},
		{"words for a share string", []string{"op", "open", "share", "hello"}, `"hello" is no share string`},
		{"a shift that does not exist", []string{"op", "open", "shift", "tea", "seed", "1"}, `there is no shift "tea"`},
		{"a seed out of range", []string{"op", "open", "shift", "noon", "seed", "4294967296"}, "seed is"},
		{"a seed that is no number", []string{"op", "open", "shift", "noon", "seed", "x"}, "seed is"},
		{"a plan for another shift", []string{"op", "plan", "share", good, "text", "09:29 roll back"}, "09:29 is outside the shift"},
		{"a plan that cannot be read", []string{"op", "plan", "share", good, "text", "12:06 dance"}, "is no action"},
		{"a minute after the shift", []string{"op", "act", "share", good, "minute", "90", "control", "1", "value", "12"},
			`minute is "90"; write a whole number from 0 to 89`},
		{"a control that does not exist", []string{"op", "act", "share", good, "minute", "6", "control", "9", "value", "1"},
			"control is"},
		{"a value out of range", []string{"op", "act", "share", good, "minute", "6", "control", "1", "value", "0.5"}, "minimum is 0.5 instances"},
		{"a value that is no number", []string{"op", "act", "share", good, "minute", "6", "control", "4", "value", "ten"},
			`ttl: value is "ten"; write a number`},
		{"no share string to report on", []string{"op", "report", "share", "x"}, "is no share string"},
		{"no share string to explain", []string{"op", "explain"}, "is no share string"},
	} {
		got := run(t, c.fields...).Error
		if !strings.Contains(got, c.want) || strings.HasPrefix(got, "oncall:") {
			t.Errorf("%s: %q, want %q in it", c.what, got, c.want)
		}
	}
}

// Whatever comes as a request, the reply is JSON and nothing panics.
func TestNoRequestPanics(t *testing.T) {
	good := share(t, oncall.FlashCrowd(), 42, player.Reference(oncall.FlashCrowd()))
	rapid.Check(t, func(r *rapid.T) {
		fields := []string{}
		for _, name := range []string{"op", "share", "shift", "seed", "minute", "control", "value", "text"} {
			fields = append(fields, name, rapid.OneOf(rapid.String(), rapid.Just(good),
				rapid.SampledFrom([]string{"open", "act", "takeBack", "plan", "report", "explain", "noon", "12:06 warm-up", "5"})).Draw(r, name))
		}
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		if reply := player.Call([]byte(form.Encode())); !json.Valid(reply) {
			r.Fatalf("%q: %.100s", fields, reply)
		}
		if reply := player.Call([]byte(rapid.String().Draw(r, "raw"))); !json.Valid(reply) {
			r.Fatalf("%.100s", reply)
		}
	})
}

// A thousand random changes of the controls, one after the other on the same shift: the budget never rises, the cost never
// falls, and the fleet stays within its bounds.
func TestRandomPlayKeepsTheInvariants(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		shift := rapid.SampledFrom(oncall.Shifts()).Draw(r, "shift")
		got := run(t, "op", "open", "shift", shift.Name, "seed", fmt.Sprint(rapid.Uint32().Draw(r, "seed")))
		for minute := 0; minute < shift.Minutes; minute += rapid.IntRange(1, 40).Draw(r, "later") {
			control := rapid.IntRange(1, 8).Draw(r, "control")
			value := rapid.SampledFrom([]float64{0, 1, 0.25, 0.5, 3, 12, 40, 1000}).Draw(r, "value")
			next := run(t, "op", "act", "share", got.Share, "minute", fmt.Sprint(minute), "control", fmt.Sprint(control), "value",
				fmt.Sprint(value))
			if next.Error == "" {
				got = next
			}
		}
		for m := range shift.Minutes {
			fleet := got.Columns["serving"][m]
			if fleet < 1 || fleet > 40 || got.Columns["booting"][m] < 0 {
				r.Errorf("minute %d: a fleet of %v", m, fleet)
			}
			if m > 0 && got.Columns["budget"][m] > got.Columns["budget"][m-1] {
				r.Errorf("minute %d: the budget rises", m)
			}
			if m > 0 && got.Columns["cost"][m] < got.Columns["cost"][m-1] {
				r.Errorf("minute %d: the cost falls", m)
			}
		}
	})
}

func TestFormulasNameAssumptionsThatExist(t *testing.T) {
	driven := map[oncall.Figure]bool{}
	for _, f := range player.Formulas() {
		for _, figure := range f.Figures {
			driven[figure] = true
		}
	}
	for _, figure := range oncall.Figures() {
		if !driven[figure] {
			t.Errorf("no formula drives %v", figure)
		}
	}
	var reply struct {
		Formulas []struct {
			Name, Text, Source string
			Uses               []struct{ ID, Name, Value, Source string }
		}
	}
	if err := json.Unmarshal(call(t, "op", "explain", "share", share(t, oncall.CacheFlush(), 1, oncall.Plan{})), &reply); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, f := range reply.Formulas {
		if f.Source == "" || f.Text == "" || len(f.Uses) == 0 {
			t.Errorf("%s has no source, no text or no assumption", f.Name)
		}
		for _, a := range f.Uses {
			if a.ID == "" || a.Value == "" {
				t.Errorf("%s: an assumption that does not exist", f.Name)
			}
			values[a.Name] = a.Value
		}
	}
	// The TTL of the cache flush is its own; names come out of the fields.
	for name, want := range map[string]string{"TTL": "100 s", "hot objects": "20,000 objects", "extra CPU": "0.25 of App.Time"} {
		if values[name] != want {
			t.Errorf("%s is %q, want %q", name, values[name], want)
		}
	}
}

func TestEveryControlHasItsMeaningAndItsCost(t *testing.T) {
	var facts struct {
		Controls []struct{ Name, Kind, Meaning, Range string }
		Shifts   []struct{ Name, Title, Story string }
		Panel    []struct{ Name string }
	}
	if err := json.Unmarshal(call(t, "op", "facts"), &facts); err != nil {
		t.Fatal(err)
	}
	if len(facts.Controls) != 8 || len(facts.Shifts) != 4 || len(facts.Panel) != 12 {
		t.Fatalf("%d controls, %d shifts, %d figures", len(facts.Controls), len(facts.Shifts), len(facts.Panel))
	}
	kinds := ""
	for _, c := range facts.Controls {
		kinds += c.Kind + " "
		if c.Meaning == "" || !strings.HasSuffix(c.Meaning, ".") {
			t.Errorf("%s means %q", c.Name, c.Meaning)
		}
	}
	if want := "dial switch dial dial button dial switch button "; kinds != want {
		t.Errorf("kinds %q, want %q", kinds, want)
	}
	for _, shift := range oncall.Shifts() {
		for i, cost := range run(t, "op", "open", "shift", shift.Name, "seed", "1").Shift.Costs {
			if cost == "" || strings.Contains(cost, "%!") {
				t.Errorf("%s, %s: the cost is %q", shift.Name, facts.Controls[i].Name, cost)
			}
		}
	}
	if got, want := player.Cost(oncall.FlashCrowd(), oncall.MinimumControl),
		"Costs $0.40 an hour for each instance from its launch; it serves 8 minutes later."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The code is what a cell holds: with the lesson's imports it compiles.
func TestTheCodeForACellCompiles(t *testing.T) {
	changed := oncall.CacheFlush()
	changed.BootDelay = 2
	for name, replay := range map[string]oncall.Replay{
		"a plan": {Shift: oncall.CacheFlush(), Seed: 42, Plan: oncall.Plan{}.At("12:06", oncall.Feature(false), oncall.Warmup()).
			When(oncall.BurnHour.AtLeast(14.4), oncall.Shed(0.5))},
		"no plan":         {Shift: oncall.Noon(), Seed: 1},
		"a changed shift": {Shift: changed, Seed: 42, Plan: oncall.Plan{}.At("12:06", oncall.Warmup())},
	} {
		code := run(t, "op", "open", "share", share(t, replay.Shift, replay.Seed, replay.Plan)).Code
		body, found := strings.CutPrefix(code, "%%\n")
		if !found {
			t.Errorf("%s: the code is no cell that runs: %q", name, code)
		}
		if strings.Contains(code, "ParseShare") != (name == "a changed shift") {
			t.Errorf("%s: %s", name, code)
		}
		program := "package main\n\nimport (\n\t\"github.com/queuebook/queuebook/lessonlib/oncall\"\n" +
			"\t\"github.com/queuebook/queuebook/lessonlib/show\"\n)\n\nfunc main() {\n" + body + "}\n"
		if _, err := parser.ParseFile(token.NewFileSet(), "cell.go", program, 0); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, program)
		}
		file := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), "go", "vet", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s\n%s", name, err, out, program)
		}
	}
}

func BenchmarkAct(b *testing.B) {
	text := share(b, oncall.FlashCrowd(), 42, player.Reference(oncall.FlashCrowd()))
	request := []byte("op=act&share=" + text + "&minute=100&control=1&value=20")
	b.ReportAllocs()
	for b.Loop() {
		player.Call(request)
	}
}

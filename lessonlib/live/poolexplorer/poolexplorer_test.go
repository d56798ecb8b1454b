package poolexplorer_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/claim"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/live/poolexplorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// values are a page's: of controls, and of fields that begin with a capital.
type values map[string]any

// reply is what a page reads.
type reply struct {
	explorer.Reply
	Controls []explorer.Control
	Wrong    string
}

// ask asks as a page does.
func ask(t interface{ Fatal(...any) }, op string, v values) reply {
	form := url.Values{"op": {op}}
	for name, value := range v {
		form.Set(name, fmt.Sprint(value))
	}
	var r reply
	if err := json.Unmarshal(poolexplorer.Call([]byte(form.Encode())), &r); err != nil {
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

// cell gives a cell of the table of shares.
func cell(t *testing.T, r reply, sellers, column string) string {
	t.Helper()
	table := r.Tables[0]
	for _, row := range table.Rows {
		for i, head := range table.Head {
			if row[0] == sellers && head == column {
				return row[i]
			}
		}
	}
	t.Fatalf("the table has no %s of %s: %v", column, sellers, table)
	return ""
}

func figure(t *testing.T, r reply, label string) string {
	t.Helper()
	for _, f := range r.Panel {
		if f.Label == label {
			return f.Value
		}
	}
	t.Fatalf("the panel has no %q: %v", label, r.Panel)
	return ""
}

// Every figure of lesson 1 that the explorer shows, by the claim whose card has it.
func TestTheLessonsDaysShowTheLessonsClaims(t *testing.T) {
	ledger, err := claim.ReadLedger("../../../" + claim.LedgerFile)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, entry := range ledger.Claims {
		texts[entry.ID] = entry.Text
	}
	days := map[string]values{
		"normal": {},
		"a":      {"smallFactor": pool.DayA().SmallFactor},
		"b":      {"scanFactor": pool.DayB().ScanFactor},
	}
	const small, s1 = "S6-S200", "S1"
	type place struct{ claim, sellers, column string }
	var places []place
	for name := range days {
		places = append(places,
			place{name + "-small-delay", small, "mean delay, shared queue"},
			place{name + "-small-requests", small, "request share"},
			place{name + "-small-work", small, "work share"},
			place{name + "-s1-requests", s1, "request share"},
			place{name + "-s1-work", s1, "work share"},
			place{name + "-s1-noise", s1, "noise"},
			place{name + "-s1-delay", s1, "mean delay, shared queue"},
			place{name + "-s1-robin", s1, "mean delay, round robin"},
			place{name + "-small-robin", small, "mean delay, round robin"},
			place{name + "-s1-worst", s1, "longest, shared"},
			place{name + "-s1-robin-worst", s1, "longest, round robin"},
		)
	}
	for _, p := range places {
		want, ok := texts[p.claim]
		if !ok {
			t.Errorf("the ledger has no claim %s", p.claim)
			continue
		}
		day, _, _ := strings.Cut(p.claim, "-")
		got := cell(t, run(t, days[day]), p.sellers, p.column)
		// Some texts leave the unit to the sentence around them.
		if got != want && strings.TrimSuffix(got, " ticks") != want {
			t.Errorf("%s: the explorer shows %q, the lesson says %q", p.claim, got, want)
		}
	}
	for _, c := range []struct {
		claim, label string
		v            values
	}{
		{"utilisation", "Utilisation", days["normal"]},
		{"a-utilisation", "Utilisation", days["a"]},
		{"b-utilisation", "Utilisation", days["b"]},
		{"b-payers", "Who pays for round robin", days["b"]},
		{"b-all-shared", "All requests wait", days["b"]},
		{"b-all-robin", "All requests wait", values{"scanFactor": 5, "policy": "roundRobin"}},
		{"chunk-whole-delay", "Small sellers wait", values{"scanFactor": 5, "chunk": 681}},
		{"chunk-fine-delay", "Small sellers wait", values{"scanFactor": 5, "chunk": 50}},
	} {
		if got := figure(t, run(t, c.v), c.label); got != texts[c.claim] {
			t.Errorf("%s: the explorer shows %q, the lesson says %q", c.claim, got, texts[c.claim])
		}
	}
}

// Every tenant of every run of the source's own program: its mean delay is the sum of the delays over the requests
// done.
func TestTheDelaysDrawnAreTheSources(t *testing.T) {
	raw, err := os.ReadFile("../../../data/reference/pool.json")
	if err != nil {
		t.Fatal(err)
	}
	var reference struct {
		Runs []struct {
			Name           string     `json:"name"`
			Ticks          int        `json:"ticks"`
			Policy         string     `json:"policy"`
			SmallFaster    bool       `json:"small_faster"`
			LargestScans5x bool       `json:"largest_scans_5x"`
			Chunk          int64      `json:"chunk_units"`
			Tenants        [][7]int64 `json:"tenants"`
		}
	}
	if err := json.Unmarshal(raw, &reference); err != nil {
		t.Fatal(err)
	}
	if len(reference.Runs) != 8 {
		t.Fatalf("the reference has %d runs, want the source's 8", len(reference.Runs))
	}
	for _, golden := range reference.Runs {
		v := values{"Ticks": golden.Ticks, "chunk": golden.Chunk, "policy": "shared"}
		series := 0
		if golden.Policy == "round-robin" {
			v["policy"], series = "roundRobin", 1
		}
		if golden.SmallFaster {
			v["smallFactor"] = 1.20
		}
		if golden.LargestScans5x {
			v["scanFactor"] = 5
		}
		r := run(t, v)
		drawn := r.Charts[0].Series[series]
		if drawn.Muted {
			t.Errorf("%s: the series %q is muted, and it was chosen", golden.Name, drawn.Name)
		}
		if len(drawn.Y) != len(golden.Tenants) {
			t.Fatalf("%s: %d delays drawn of %d tenants", golden.Name, len(drawn.Y), len(golden.Tenants))
		}
		for i, tenant := range golden.Tenants {
			done, delays := float64(tenant[4]), float64(tenant[5])
			if want := delays / done; math.Abs(drawn.Y[i]-want) > 1e-6 {
				t.Errorf("%s: S%d waits %v, the source counts %v", golden.Name, i+1, drawn.Y[i], want)
			}
		}
	}
}

func TestTheSummarySaysWhoIsNoisyAndWhoPays(t *testing.T) {
	pair := values{}
	for name, text := range explorer.Fields(pool.Pair()) {
		pair[name] = text
	}
	for _, c := range []struct {
		words string
		v     values
		want  string
	}{
		{"the normal day", values{}, "The small sellers (S6-S200) wait 0.24 ticks on average, as on the normal day. " +
			"Nobody is noisy: the largest noise is 1.01, of S1. For round robin, 2 sellers wait longer than in the shared " +
			"queue, S1 most: by 0.38 ticks; 198 sellers wait less."},
		{"day B", values{"scanFactor": 5}, "The small sellers (S6-S200) wait 0.98 ticks on average, 4.0 times the normal " +
			"day's 0.24 ticks. S1 is noisy: it sends 16.90 % of the requests and 24.15 % of the work, a noise of 1.43. For " +
			"round robin, 1 seller waits longer than in the shared queue: S1, by 2.49 ticks; 199 sellers wait less."},
		{"two sellers, who scan and do nothing else", pair, "No seller comes after S5, so none is small. S1 is noisy: it " +
			"sends 50.00 % of the requests and 66.67 % of the work, a noise of 1.33. For round robin, 1 seller waits longer " +
			"than in the shared queue: S1, by 1.00 ticks; 1 seller waits less."},
	} {
		if got := run(t, c.v).Summary; got != c.want {
			t.Errorf("%s: the summary is\n%s\nwant\n%s", c.words, got, c.want)
		}
	}
}

func TestTheCodeGivesTheSameDay(t *testing.T) {
	r := run(t, values{"Ticks": 300, "scanFactor": 5, "capacity": 600, "policy": "roundRobin"})
	want := "day := pool.Normal()\nday.Ticks = 300\nday.Capacity = 600\nday.ScanFactor = 5\n" +
		"day.Policy = pool.RoundRobin\nshow.PoolExplorer(day)"
	if r.Code != want {
		t.Errorf("the code is\n%s\nwant\n%s", r.Code, want)
	}
}

func TestBadInputIsASentence(t *testing.T) {
	for _, c := range []struct {
		words string
		v     values
		says  string
	}{
		{"no capacity", values{"capacity": 0}, "Capacity: 0 is out of range; it must be between 300 and 1,000 units a tick."},
		{"half a seller", values{"tenants": 1.5}, "Sellers: 1.5 is no whole number; it must be one between 1 and 1,000."},
		{"a queue that there is not", values{"policy": "lottery"}, "Queue: \"lottery\" is no choice"},
		{"a day of a week", values{"Ticks": 604_800}, "sellers x ticks is 120,960,000; the explorer runs at most 1,000,000"},
		{"a pool that never was", values{"Ticks": -1}, "pool: Ticks is -1; it must be between 1 and"},
		{"a field that there is not", values{"Color": "blue"}, "cannot be read"},
	} {
		if r := ask(t, "run", c.v); !strings.Contains(r.Wrong, c.says) || r.Charts != nil {
			t.Errorf("%s: wrong is %q, want %q", c.words, r.Wrong, c.says)
		}
	}
}

// No values within the controls' ranges make the explorer fail, and what it shows holds together.
func TestAnyValuesWithinTheRangesAreAnswered(t *testing.T) {
	controls := ask(t, "open", nil).Controls
	rapid.Check(t, func(t *rapid.T) {
		v := values{"Ticks": 60}
		for _, c := range controls {
			switch {
			case c.Choices != nil:
				v[c.ID] = rapid.SampledFrom(c.Choices).Draw(t, c.ID).ID
			case c.Step == 1:
				v[c.ID] = rapid.IntRange(int(c.Min), int(c.Max)).Draw(t, c.ID)
			default:
				v[c.ID] = rapid.Float64Range(c.Min, c.Max).Draw(t, c.ID)
			}
		}
		r := ask(t, "run", v)
		if r.Wrong != "" {
			t.Fatalf("%v: %s", v, r.Wrong)
		}
		shares := r.Charts[1]
		for _, s := range shares.Series {
			sum := 0.0
			for _, share := range s.Y {
				sum += share
			}
			if math.Abs(sum-100) > 1e-3 {
				t.Errorf("%v: the shares %s sum up to %v %%", v, s.Name, sum)
			}
		}
		for _, text := range append(strings.Fields(r.Summary), fmt.Sprint(r.Panel), fmt.Sprint(r.Tables)) {
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!") {
				t.Errorf("%v: the reader sees %s", v, text)
			}
		}
	})
}

// Whatever is asked is answered by one JSON object, and nothing panics.
func TestAnyRequestIsAnswered(t *testing.T) {
	names := []string{"op"}
	for _, c := range ask(t, "open", nil).Controls {
		names = append(names, c.ID)
	}
	for name := range explorer.Fields(pool.Normal()) {
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
		if out := poolexplorer.Call([]byte(request)); json.Unmarshal(out, &object) != nil {
			t.Fatalf("%q is answered %s", request, out)
		}
	})
}

// BenchmarkCall is one movement of a slider on the lesson's day B.
func BenchmarkCall(b *testing.B) {
	request := []byte("op=run&scanFactor=5")
	for b.Loop() {
		poolexplorer.Call(request)
	}
}

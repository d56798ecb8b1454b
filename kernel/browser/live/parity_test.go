package live_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	engine "github.com/queuebook/queuebook/lessonlib/live/player"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// reference is the shift, the seed and the plan of a run in data/reference/oncall.json.
type reference struct {
	Scenario string
	Seed     int64
	Plan     map[string][][2]any
}

// words are the model's names of the controls that the file calls otherwise.
var words = map[string]string{"min": "minimum", "auto": "autoscaler", "rollback": "roll back", "warmup": "warm-up"}

// share is the run as a share string.
func (r reference) share(t *testing.T) string {
	t.Helper()
	minutes := slices.SortedFunc(maps.Keys(r.Plan), func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return x - y
	})
	var lines []string
	for _, minute := range minutes {
		for _, step := range r.Plan[minute] {
			name := step[0].(string)
			if word, renamed := words[name]; renamed {
				name = word
			}
			line := "minute " + minute + " " + name
			switch value, isNumber := step[1].(float64); {
			case name == "roll back" || name == "warm-up": // pressed, whatever stands beside it
			case isNumber:
				line += fmt.Sprintf(" %v", value)
			default:
				line += map[bool]string{true: " on", false: " off"}[step[1].(bool)]
			}
			lines = append(lines, line)
		}
	}
	shift, err := oncall.ShiftNamed(r.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := oncall.ParsePlan(strings.Join(lines, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := oncall.Share(shift, r.Seed, plan)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The same request gives the same bytes in the page and here: every minute of the ten reference runs, the formulas, and
// the words of the controls. That the bytes are right is what the tests of packages oncall and player say.
func TestThePageComputesWhatGoComputes(t *testing.T) {
	data, err := os.ReadFile("../../../data/reference/oncall.json")
	if err != nil {
		t.Fatal(err)
	}
	var runs []reference
	if err := json.Unmarshal(data, &runs); err != nil {
		t.Fatal(err)
	}
	if len(runs) != 10 {
		t.Fatalf("the reference has %d runs, want 10", len(runs))
	}
	p := opened(t, page{}, browser.View{Offline: true})
	requests := map[string]string{"facts": "op=facts"}
	for i, r := range runs {
		name := fmt.Sprintf("run %d, %s, seed %d", i+1, r.Scenario, r.Seed)
		requests[name] = "op=open&share=" + r.share(t)
		requests[name+", its report"] = "op=report&share=" + r.share(t)
		requests[name+", explained"] = "op=explain&share=" + r.share(t)
	}
	for name, request := range requests {
		got := browsertest.Eval[string](p.Page, fmt.Sprintf("queuebookLive.call('player', %q)", request))
		want := string(engine.Call([]byte(request)))
		if got != want {
			at := 0
			for at < len(got) && at < len(want) && got[at] == want[at] {
				at++
			}
			from := max(0, at-80)
			t.Errorf("%s: the page differs from byte %d on: %q, want %q", name, at, got[from:min(len(got), at+40)],
				want[from:min(len(want), at+40)])
		}
	}
	p.NoProblems()
}

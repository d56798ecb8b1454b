package oncall_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// goldenRun is one run of data/reference/oncall.json: a shift, played by an independent implementation of the model.
type goldenRun struct {
	Scenario string              `json:"scenario"`
	Seed     int64               `json:"seed"`
	Plan     map[string][][2]any `json:"plan"`
	Draw     *struct {
		Onset     int     `json:"onset"`
		Magnitude float64 `json:"magnitude"`
		Hold      int     `json:"hold"`
	} `json:"draw"`
	Columns []string    `json:"columns"`
	Rows    [][]float64 `json:"rows"`
}

func goldenRuns(t testing.TB) []goldenRun {
	t.Helper()
	data, err := os.ReadFile("../../data/reference/oncall.json")
	if err != nil {
		t.Fatal(err)
	}
	var runs []goldenRun
	if err := json.Unmarshal(data, &runs); err != nil {
		t.Fatal(err)
	}
	return runs
}

// plan translates the file's plan: minute -> actions in order.
func (g goldenRun) plan(t testing.TB) oncall.Plan {
	t.Helper()
	controls := map[string]oncall.Control{
		"min": oncall.MinimumControl, "auto": oncall.AutoscalerControl, "target": oncall.TargetControl, "ttl": oncall.TTLControl,
		"shed": oncall.ShedControl, "feature": oncall.FeatureControl,
	}
	var plan oncall.Plan
	for _, minute := range slices.Sorted(maps.Keys(g.Plan)) {
		m, err := strconv.Atoi(minute)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range g.Plan[minute] {
			var action oncall.Action
			switch name := step[0].(string); name {
			case "rollback":
				action = oncall.Rollback()
			case "warmup":
				action = oncall.Warmup()
			default:
				control, known := controls[name]
				if !known {
					t.Fatalf("the reference has an unknown control %q", name)
				}
				value, isNumber := step[1].(float64)
				if on, isSwitch := step[1].(bool); isSwitch && on {
					value = 1
				} else if !isSwitch && !isNumber {
					t.Fatalf("the reference sets %s to %v", name, step[1])
				}
				if action, err = oncall.NewAction(control, value); err != nil {
					t.Fatal(err)
				}
			}
			plan = plan.AtMinute(m, action)
		}
	}
	return plan
}

func (g goldenRun) name() string {
	return fmt.Sprintf("%s, seed %d, %d planned minutes", g.Scenario, g.Seed, len(g.Plan))
}

func (g goldenRun) run(t testing.TB) oncall.Log {
	t.Helper()
	shift, err := oncall.ShiftNamed(g.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	log, err := oncall.Run(shift, g.Seed, g.plan(t))
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// goldenColumn says how a column of the reference is called here; exact ones are integers and positions of controls.
var goldenColumns = map[string]struct {
	of    func(oncall.Minute) float64
	exact bool
}{
	"minute":          {func(m oncall.Minute) float64 { return float64(m.Minute) }, true},
	"rate":            {func(m oncall.Minute) float64 { return m.Rate }, true}, // a count divided by 60: the count is an integer
	"serving":         {func(m oncall.Minute) float64 { return float64(m.Serving) }, true},
	"booting":         {func(m oncall.Minute) float64 { return float64(m.Booting) }, true},
	"hit":             {func(m oncall.Minute) float64 { return m.Hit }, false},
	"rho":             {func(m oncall.Minute) float64 { return m.Database }, false},
	"service":         {func(m oncall.Minute) float64 { return m.ServiceTime }, false},
	"util":            {func(m oncall.Minute) float64 { return m.Utilisation }, false},
	"c":               {func(m oncall.Minute) float64 { return m.Waiting }, false},
	"p99":             {func(m oncall.Minute) float64 { return m.P99 }, false},
	"timeouts":        {func(m oncall.Minute) float64 { return m.Timeouts }, false},
	"error":           {func(m oncall.Minute) float64 { return m.Errors }, false},
	"burn":            {func(m oncall.Minute) float64 { return m.Burn }, false},
	"burn1h":          {func(m oncall.Minute) float64 { return m.BurnHour }, false},
	"budget":          {func(m oncall.Minute) float64 { return m.Budget }, false},
	"fleet_cost":      {func(m oncall.Minute) float64 { return m.FleetCost }, false},
	"cost":            {func(m oncall.Minute) float64 { return m.Cost }, false},
	"bad":             {func(m oncall.Minute) float64 { return m.Bad }, false},
	"warm":            {func(m oncall.Minute) float64 { return m.Warm }, false},
	"dropped":         {func(m oncall.Minute) float64 { return m.Dropped }, false},
	"age":             {func(m oncall.Minute) float64 { return m.Age }, true},
	"recommendations": {func(m oncall.Minute) float64 { return m.Recommendations }, true},
}

// tolerance is the specification's: floats agree to 1e-9, relative.
const tolerance = 1e-9

func near(got, want float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Abs(want)
}

// Every column of every minute of the ten reference runs, integers exactly.
func TestReferenceRunsMinuteByMinute(t *testing.T) {
	runs := goldenRuns(t)
	if len(runs) != 10 {
		t.Fatalf("the reference has %d runs, want 10", len(runs))
	}
	for _, golden := range runs {
		t.Run(golden.name(), func(t *testing.T) {
			log := golden.run(t)
			if len(log.Minutes) != len(golden.Rows) {
				t.Fatalf("%d minutes, want %d", len(log.Minutes), len(golden.Rows))
			}
			if len(golden.Columns) != len(goldenColumns) {
				t.Fatalf("the reference has %d columns, this test knows %d", len(golden.Columns), len(goldenColumns))
			}
			for m, row := range golden.Rows {
				for c, name := range golden.Columns {
					column, known := goldenColumns[name]
					if !known {
						t.Fatalf("the reference has an unknown column %q", name)
					}
					got, want := column.of(log.Minutes[m]), row[c]
					if column.exact && got != want || !near(got, want) {
						t.Errorf("minute %d, %s: %v, want %v", m, name, got, want)
					}
				}
				if t.Failed() {
					t.FailNow() // the later minutes follow from this one
				}
			}
			if golden.Draw == nil {
				if log.Wave != (oncall.Wave{}) {
					t.Errorf("a wave %+v, want none", log.Wave)
				}
				return
			}
			if w := log.Wave; w.Onset != golden.Draw.Onset || w.Hold != golden.Draw.Hold || !near(w.Magnitude, golden.Draw.Magnitude) {
				t.Errorf("the wave is %+v, want %+v", w, *golden.Draw)
			}
		})
	}
}

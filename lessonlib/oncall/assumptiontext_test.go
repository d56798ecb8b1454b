package oncall_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// The expected texts are the specification's constants, in its own words where it gives a unit.
func TestAssumptionsReadAsTheTextSaysThem(t *testing.T) {
	want := map[string]string{
		"Service.Traffic.Base":            "900 requests/s",
		"Service.Traffic.Swing":           "0.25 of the base",
		"Service.Traffic.PeakHour":        "12 h after midnight",
		"Service.App.Time":                "0.05 s",
		"Service.App.Queries":             "2 queries",
		"Service.App.FeatureQueries":      "1 query",
		"Service.App.LowPriority":         "0.3 of the requests",
		"Service.Cache.HotObjects":        "20,000 objects",
		"Service.Cache.RefillTime":        "30 minutes",
		"Service.Database.Capacity":       "4,000 queries/s",
		"Service.Fleet.Workers":           "16 workers per instance",
		"Service.Fleet.Price":             "$0.40/h",
		"Service.Objective.AllowedErrors": "0.001 of the requests",
		"Service.Objective.PeriodMinutes": "43,200 minutes",
		"Service.Objective.PageBurn":      "14.4 times the sustainable rate",
		"Settings.Minimum":                "10 instances",
		"Settings.Autoscaler":             "on",
		"Settings.Feature":                "on",
		"Settings.Shed":                   "0 of the low-priority traffic",
		"BadBuildAt":                      "10",
		"FlushAt":                         "never",
		"Crowd":                           "off",
		"Noise":                           "on",
	}
	for _, a := range oncall.BadDeploy().Assumptions() {
		if text, listed := want[a.Field]; listed {
			delete(want, a.Field)
			if a.Text() != text {
				t.Errorf("%s: %q, want %q", a.Field, a.Text(), text)
			}
		}
		if a.Text() == "" || strings.TrimSpace(a.Text()) != a.Text() {
			t.Errorf("%s: %q", a.Field, a.Text())
		}
	}
	for field := range want {
		t.Errorf("there is no assumption %s", field)
	}
}

func TestAssumptionTextOfOtherValues(t *testing.T) {
	fields := map[string]oncall.Assumption{}
	for _, a := range oncall.Noon().Assumptions() {
		fields[a.Field] = a
	}
	for _, c := range []struct {
		what, field string
		value       float64
		want        string
	}{
		{"one of many", "Service.Cache.WarmupMinutes", 1, "1 minute"},
		{"one per second", "Service.Traffic.Base", 1, "1 request/s"},
		{"several after a unit in the singular", "Service.App.FeatureQueries", 1.5, "1.5 queries"},
		{"one worker", "Service.Fleet.Workers", 1, "1 worker per instance"},
		{"a price in whole dollars", "Service.Fleet.Price", 1200, "$1,200.00/h"},
		{"a price whose cents a float64 only comes near", "Service.Fleet.Price", 1.1, "$1.10/h"},
		{"a price below a cent", "Service.Fleet.Price", 0.0125, "$0.0125/h"},
		{"seven digits", "Service.Traffic.Base", 1e6, "1,000,000 requests/s"},
		{"thousands with a fraction", "Service.Traffic.Base", 1234.5, "1,234.5 requests/s"},
		{"a switch that is off", "Settings.Autoscaler", 0, "off"},
		{"a switch that is neither", "Settings.Autoscaler", 0.5, "0.5"},
		{"an event in the first minute", "BadBuildAt", 0, "0"},
		{"the share of the noise, which is no switch", "Service.Traffic.Noise", 1, "1 of the count"},
		{"minus one that is no event", "Service.App.Time", -1, "-1 s"},
		{"huge", "Settings.TTL", 1e300, "1e+300 s"},
		{"not a number", "Settings.TTL", math.NaN(), "NaN s"},
		{"infinite", "Settings.TTL", math.Inf(1), "+Inf s"},
	} {
		a, found := fields[c.field]
		if !found {
			t.Fatalf("there is no assumption %s", c.field)
		}
		a.Value = c.value
		if got := a.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	if got := (oncall.Assumption{}).Text(); got != "0" {
		t.Errorf("the zero assumption: %q", got)
	}
}

func ExampleAssumption_Text() {
	for _, a := range oncall.CacheFlush().Assumptions()[:3] {
		fmt.Println(a.ID, a.Text())
	}
	// Output:
	// OC01 900 requests/s
	// OC02 0.25 of the base
	// OC03 12 h after midnight
}

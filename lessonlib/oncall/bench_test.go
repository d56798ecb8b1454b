package oncall_test

import (
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// steady is a day in which a fixed number of instances serves a load that fits it: 16 workers each.
func steady(tb testing.TB, instances int) *oncall.Drill {
	tb.Helper()
	shift := oncall.Noon()
	shift.Minutes = 24 * 60
	shift.Settings.Minimum = instances
	shift.Settings.Autoscaler = false
	shift.Service.Traffic.Base *= float64(instances) / 10
	shift.Service.Cache.HotObjects *= float64(instances) / 10
	shift.Service.Database.Capacity *= float64(instances) / 10
	drill, err := oncall.Prepare(shift, oncall.Plan{})
	if err != nil {
		tb.Fatal(err)
	}
	return drill
}

// One simulated minute; the goals are 1 µs at 160 workers and 2.5 µs at 640 on one core.
func BenchmarkMinute(b *testing.B) {
	for _, c := range []struct {
		name      string
		instances int
	}{{"160 workers", 10}, {"640 workers", 40}} {
		b.Run(c.name, func(b *testing.B) {
			drill := steady(b, c.instances)
			minutes := 0
			b.ReportAllocs()
			for b.Loop() {
				o, err := drill.Outcome(int64(minutes))
				if err != nil {
					b.Fatal(err)
				}
				minutes += o.Minutes
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(minutes), "ns/minute")
		})
	}
}

// A whole shift with its log, as a cell or the player computes it after each change.
func BenchmarkShift(b *testing.B) {
	for _, shift := range oncall.Shifts() {
		b.Run(shift.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := oncall.Run(shift, 42, oncall.Plan{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

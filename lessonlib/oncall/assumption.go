package oncall

import (
	"fmt"
	"math"
	"strconv"

	"github.com/queuebook/queuebook/lessonlib/erlang"
)

// Assumption is one constant of a shift: what it is, what it is set to, and where its default comes from.
type Assumption struct {
	ID     string  // stable, such as "OC05"
	Field  string  // where it is in a [Shift], such as "Service.App.Time"
	Value  float64 // as set in this shift; 0 or 1 for a switch
	Unit   string  // "s", "requests/s"; empty for a switch
	Source string
	Range  string // the allowed values, in words
}

// Assumptions lists every constant of the shift by id.
func (s Shift) Assumptions() []Assumption {
	list := make([]Assumption, len(fields))
	for i := range fields {
		f := &fields[i]
		list[i] = Assumption{ID: f.id(), Field: f.name, Value: f.get(&s), Unit: f.unit, Source: f.source, Range: f.valid.String()}
	}
	return list
}

// Check returns nil, or an error that names the first field out of range, its value and its range.
func (s Shift) Check() error {
	if _, err := ShiftNamed(s.Name); err != nil {
		return err
	}
	for i := range fields {
		if err := fields[i].check(&s); err != nil {
			return err
		}
	}
	if db := s.Service.Database; db.QueryTime > db.SlowestQuery {
		return fmt.Errorf("oncall: Service.Database.QueryTime (OC17) is %v s, more than SlowestQuery (OC18), %v s; "+
			"the slowest query takes at least as long as one on the idle database", db.QueryTime, db.SlowestQuery)
	}
	if f := s.Service.Fleet; f.Workers*f.Most > erlang.MaxServers {
		return fmt.Errorf("oncall: Service.Fleet.Workers (OC19) times Most (OC21) is %d; use at most %d workers in all",
			f.Workers*f.Most, erlang.MaxServers)
	}
	for _, event := range []struct {
		field  string
		minute int
	}{{"BadBuildAt (OC42)", s.BadBuildAt}, {"FlushAt (OC43)", s.FlushAt}} {
		if event.minute == Never {
			continue
		}
		if err := s.checkMinute(event.minute); err != nil {
			return fmt.Errorf("oncall: %s: %w, or Never", event.field, err)
		}
	}
	return nil
}

// interval is the allowed values of a number.
type interval struct {
	low, high           float64
	aboveLow, belowHigh bool // whether the end itself is excluded
	whole               bool
}

func (r interval) contains(x float64) bool {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0), r.whole && x != math.Trunc(x):
		return false
	case x < r.low || r.aboveLow && x == r.low:
		return false
	}
	return x <= r.high
}

// String says the interval in words: "from 0 to 1", "above 0, at most 1", "a whole number, at least 1".
func (r interval) String() string {
	text := ""
	if r.whole {
		text = "a whole number, "
	}
	switch {
	case r.aboveLow:
		text += "above " + number(r.low)
	case math.IsInf(r.high, 1):
		return text + "at least " + number(r.low) + ", finite"
	default:
		return text + "from " + number(r.low) + " to " + number(r.high)
	}
	return text + ", at most " + number(r.high)
}

func number(x float64) string {
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// field describes one constant: the number of its id, which the share string also uses, so it never changes.
type field struct {
	number uint64
	name   string
	at     func(*Shift) any // its address: *int, *float64 or *bool
	valid  interval
	unit   string
	source string
}

func (f *field) id() string {
	return fmt.Sprintf("OC%02d", f.number)
}

func (f *field) get(s *Shift) float64 {
	switch p := f.at(s).(type) {
	case *int:
		return float64(*p)
	case *bool:
		if *p {
			return 1
		}
		return 0
	default:
		return *p.(*float64)
	}
}

// set puts a value into the shift, if it is in range.
func (f *field) set(s *Shift, value float64) error {
	if !f.valid.contains(value) {
		return f.outside(value)
	}
	switch p := f.at(s).(type) {
	case *int:
		*p = int(value)
	case *bool:
		*p = value == 1
	case *float64:
		*p = value
	}
	return nil
}

func (f *field) check(s *Shift) error {
	if value := f.get(s); !f.valid.contains(value) {
		return f.outside(value)
	}
	return nil
}

func (f *field) outside(value float64) error {
	return fmt.Errorf("oncall: %s (%s) is %v; use %s", f.name, f.id(), withUnit(value, f.unit), f.valid)
}

func withUnit(value float64, unit string) string {
	if unit == "" {
		return number(value)
	}
	return number(value) + " " + unit
}

const (
	assumed     = "assumption"
	byShift     = "assumption, by shift"
	sreWorkbook = "SRE workbook, ch. 5"
)

var (
	minutesInDay = interval{low: 1, high: minutesPerDay, whole: true}
	share        = interval{low: 0, high: 1}
	onOff        = interval{low: 0, high: 1, whole: true}
	eventMinute  = interval{low: Never, high: minutesPerDay - 1, whole: true}
)

// fields is the one list of constants that checking, listing and sharing read. The upper ends keep every figure finite.
var fields = [...]field{
	{1, "Service.Traffic.Base", func(s *Shift) any { return &s.Service.Traffic.Base }, interval{low: 0, high: 1e6}, "requests/s", assumed},
	{2, "Service.Traffic.Swing", func(s *Shift) any { return &s.Service.Traffic.Swing }, share, "of the base", assumed},
	{3, "Service.Traffic.PeakHour", func(s *Shift) any { return &s.Service.Traffic.PeakHour }, interval{low: 0, high: 24}, "h after midnight", assumed},
	{4, "Service.Traffic.Noise", func(s *Shift) any { return &s.Service.Traffic.Noise }, share, "of the count", assumed},
	{5, "Service.App.Time", func(s *Shift) any { return &s.Service.App.Time }, interval{low: 0.001, high: 60}, "s", assumed},
	{6, "Service.App.Queries", func(s *Shift) any { return &s.Service.App.Queries }, interval{low: 0, high: 1000}, "queries", assumed},
	{7, "Service.App.FeatureTime", func(s *Shift) any { return &s.Service.App.FeatureTime }, interval{low: 0, high: 60}, "s", assumed},
	{8, "Service.App.FeatureQueries", func(s *Shift) any { return &s.Service.App.FeatureQueries }, interval{low: 0, high: 1000}, "query", assumed},
	{9, "Service.App.Timeout", func(s *Shift) any { return &s.Service.App.Timeout }, interval{low: 0.001, high: 3600}, "s", assumed},
	{10, "Service.App.LowPriority", func(s *Shift) any { return &s.Service.App.LowPriority }, share, "of the requests", assumed},
	{11, "Service.Cache.HotObjects", func(s *Shift) any { return &s.Service.Cache.HotObjects }, interval{low: 1, high: 1e9}, "objects", assumed},
	{12, "Service.Cache.RefillTime", func(s *Shift) any { return &s.Service.Cache.RefillTime }, interval{low: 0.01, high: 1e6}, "minutes", assumed},
	{13, "Service.Cache.WarmupShare", func(s *Shift) any { return &s.Service.Cache.WarmupShare }, share, "of the cache", assumed},
	{14, "Service.Cache.WarmupMinutes", func(s *Shift) any { return &s.Service.Cache.WarmupMinutes }, minutesInDay, "minutes", assumed},
	{15, "Service.Cache.WarmupQueries", func(s *Shift) any { return &s.Service.Cache.WarmupQueries }, interval{low: 0, high: 1e6}, "queries/s", assumed},
	{16, "Service.Database.Capacity", func(s *Shift) any { return &s.Service.Database.Capacity }, interval{low: 1, high: 1e9}, "queries/s", assumed},
	{17, "Service.Database.QueryTime", func(s *Shift) any { return &s.Service.Database.QueryTime }, interval{low: 0, high: 60}, "s", assumed},
	{18, "Service.Database.SlowestQuery", func(s *Shift) any { return &s.Service.Database.SlowestQuery }, interval{low: 0, high: 60}, "s", assumed},
	{19, "Service.Fleet.Workers", func(s *Shift) any { return &s.Service.Fleet.Workers }, interval{low: 1, high: 1000, whole: true}, "workers per instance", assumed},
	{20, "Service.Fleet.Price", func(s *Shift) any { return &s.Service.Fleet.Price }, interval{low: 0, high: 1e6}, "$/h", assumed},
	{21, "Service.Fleet.Most", func(s *Shift) any { return &s.Service.Fleet.Most }, interval{low: 1, high: 1000, whole: true}, "instances", assumed},
	{22, "Service.Fleet.ScaleInShare", func(s *Shift) any { return &s.Service.Fleet.ScaleInShare }, share, "of the fleet", assumed},
	{23, "Service.Fleet.ScaleInAfter", func(s *Shift) any { return &s.Service.Fleet.ScaleInAfter }, minutesInDay, "minutes", assumed},
	{24, "Service.Deploy.Errors", func(s *Shift) any { return &s.Service.Deploy.Errors }, share, "of the requests", assumed},
	{25, "Service.Deploy.ExtraCPU", func(s *Shift) any { return &s.Service.Deploy.ExtraCPU }, interval{low: 0, high: 100}, "of App.Time", assumed},
	{26, "Service.Deploy.Step", func(s *Shift) any { return &s.Service.Deploy.Step }, share, "of the traffic", assumed},
	{27, "Service.Deploy.RollbackMinutes", func(s *Shift) any { return &s.Service.Deploy.RollbackMinutes }, minutesInDay, "minutes", assumed},
	{28, "Service.Objective.AllowedErrors", func(s *Shift) any { return &s.Service.Objective.AllowedErrors }, interval{low: 1e-6, high: 1}, "of the requests", assumed},
	{29, "Service.Objective.PeriodMinutes", func(s *Shift) any { return &s.Service.Objective.PeriodMinutes }, interval{low: 60, high: 1e6}, "minutes", sreWorkbook},
	{30, "Service.Objective.PageBurn", func(s *Shift) any { return &s.Service.Objective.PageBurn }, interval{low: 0, high: 1e6}, "times the sustainable rate", sreWorkbook},
	{31, "Service.Objective.Window", func(s *Shift) any { return &s.Service.Objective.Window }, minutesInDay, "minutes", sreWorkbook},
	{32, "Start", func(s *Shift) any { return &s.Start }, interval{low: 0, high: minutesPerDay - 1, whole: true}, "minutes after midnight", byShift},
	{33, "Minutes", func(s *Shift) any { return &s.Minutes }, minutesInDay, "minutes", byShift},
	{34, "BootDelay", func(s *Shift) any { return &s.BootDelay }, minutesInDay, "minutes", byShift},
	{35, "Budget", func(s *Shift) any { return &s.Budget }, share, "of the budget", byShift},
	{36, "Settings.Minimum", func(s *Shift) any { return &s.Settings.Minimum }, interval{low: 1, high: 1e6, whole: true}, "instances", assumed},
	{37, "Settings.Autoscaler", func(s *Shift) any { return &s.Settings.Autoscaler }, onOff, "", assumed},
	{38, "Settings.Target", func(s *Shift) any { return &s.Settings.Target }, interval{low: 0, aboveLow: true, high: 1}, "of the workers", assumed},
	{39, "Settings.TTL", func(s *Shift) any { return &s.Settings.TTL }, interval{low: 0, high: math.Inf(1)}, "s", byShift},
	{40, "Settings.Shed", func(s *Shift) any { return &s.Settings.Shed }, share, "of the low-priority traffic", assumed},
	{41, "Settings.Feature", func(s *Shift) any { return &s.Settings.Feature }, onOff, "", assumed},
	{42, "BadBuildAt", func(s *Shift) any { return &s.BadBuildAt }, eventMinute, "", byShift},
	{43, "FlushAt", func(s *Shift) any { return &s.FlushAt }, eventMinute, "", byShift},
	{44, "Crowd", func(s *Shift) any { return &s.Crowd }, onOff, "", byShift},
	{45, "Noise", func(s *Shift) any { return &s.Noise }, onOff, "", assumed},
	{46, "Wave.OnsetFirst", func(s *Shift) any { return &s.Wave.OnsetFirst }, interval{low: 0, high: minutesPerDay, whole: true}, "minutes into the shift", assumed},
	{47, "Wave.OnsetChoices", func(s *Shift) any { return &s.Wave.OnsetChoices }, minutesInDay, "minutes", assumed},
	{48, "Wave.MagnitudeLeast", func(s *Shift) any { return &s.Wave.MagnitudeLeast }, interval{low: 0, high: 1000}, "times the ordinary rate", assumed},
	{49, "Wave.MagnitudeSpread", func(s *Shift) any { return &s.Wave.MagnitudeSpread }, interval{low: 0, high: 1000}, "times the ordinary rate", assumed},
	{50, "Wave.HoldFirst", func(s *Shift) any { return &s.Wave.HoldFirst }, interval{low: 0, high: minutesPerDay, whole: true}, "minutes", assumed},
	{51, "Wave.HoldChoices", func(s *Shift) any { return &s.Wave.HoldChoices }, minutesInDay, "minutes", assumed},
	{52, "Wave.Rise", func(s *Shift) any { return &s.Wave.Rise }, minutesInDay, "minutes", assumed},
	{53, "Wave.Decay", func(s *Shift) any { return &s.Wave.Decay }, interval{low: 0.01, high: 1e6}, "minutes", assumed},
}

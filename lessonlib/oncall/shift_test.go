package oncall_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// fieldOf finds "Service.App.Time" in a shift.
func fieldOf(shift *oncall.Shift, path string) reflect.Value {
	v := reflect.ValueOf(shift).Elem()
	for name := range strings.SplitSeq(path, ".") {
		v = v.FieldByName(name)
	}
	return v
}

// leaves lists every field of a shift that is no struct, but its name.
func leaves(t reflect.Type, prefix string) []string {
	var list []string
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Type.Kind() == reflect.Struct:
			list = append(list, leaves(f.Type, prefix+f.Name+".")...)
		case prefix+f.Name != "Name":
			list = append(list, prefix+f.Name)
		}
	}
	return list
}

// The constants of the specification, by id, with the ids in order and without a gap: they are part of share strings and
// of claims, so this table may grow and never change. Every field of a shift is in it.
func TestAssumptions(t *testing.T) {
	want := []struct {
		field string
		value float64
	}{
		{"Service.Traffic.Base", 900}, {"Service.Traffic.Swing", 0.25}, {"Service.Traffic.PeakHour", 12}, {"Service.Traffic.Noise", 0.02},
		{"Service.App.Time", 0.050}, {"Service.App.Queries", 2}, {"Service.App.FeatureTime", 0.020}, {"Service.App.FeatureQueries", 1},
		{"Service.App.Timeout", 2}, {"Service.App.LowPriority", 0.30},
		{"Service.Cache.HotObjects", 20000}, {"Service.Cache.RefillTime", 30}, {"Service.Cache.WarmupShare", 0.12},
		{"Service.Cache.WarmupMinutes", 6}, {"Service.Cache.WarmupQueries", 600},
		{"Service.Database.Capacity", 4000}, {"Service.Database.QueryTime", 0.005}, {"Service.Database.SlowestQuery", 0.250},
		{"Service.Fleet.Workers", 16}, {"Service.Fleet.Price", 0.40}, {"Service.Fleet.Most", 40}, {"Service.Fleet.ScaleInShare", 0.20},
		{"Service.Fleet.ScaleInAfter", 10},
		{"Service.Deploy.Errors", 0.05}, {"Service.Deploy.ExtraCPU", 0.25}, {"Service.Deploy.Step", 0.20}, {"Service.Deploy.RollbackMinutes", 5},
		{"Service.Objective.AllowedErrors", 0.001}, {"Service.Objective.PeriodMinutes", 43200}, {"Service.Objective.PageBurn", 14.4},
		{"Service.Objective.Window", 60},
		{"Start", 720}, {"Minutes", 60}, {"BootDelay", 3}, {"Budget", 1}, {"Settings.Minimum", 10}, {"Settings.Autoscaler", 1},
		{"Settings.Target", 0.60}, {"Settings.TTL", 60}, {"Settings.Shed", 0}, {"Settings.Feature", 1}, {"BadBuildAt", -1}, {"FlushAt", -1},
		{"Crowd", 0}, {"Noise", 1},
		{"Wave.OnsetFirst", 30}, {"Wave.OnsetChoices", 121}, {"Wave.MagnitudeLeast", 2}, {"Wave.MagnitudeSpread", 1.5},
		{"Wave.HoldFirst", 25}, {"Wave.HoldChoices", 21}, {"Wave.Rise", 6}, {"Wave.Decay", 20},
	}
	got := oncall.Noon().Assumptions()
	listed := map[string]bool{}
	for i, a := range got {
		if i < len(want) && (a.Field != want[i].field || a.Value != want[i].value) {
			t.Errorf("%s is %s = %v, want %s = %v", a.ID, a.Field, a.Value, want[i].field, want[i].value)
		}
		if number := strconv.Itoa(i + 1); strings.TrimLeft(a.ID, "OC0") != strings.TrimLeft(number, "0") {
			t.Errorf("assumption %d has the id %s", i+1, a.ID)
		}
		if a.Source == "" || a.Range == "" {
			t.Errorf("%s (%s) has no source or no range", a.ID, a.Field)
		}
		listed[a.Field] = true
	}
	if len(got) != len(want) {
		t.Errorf("%d assumptions, want %d", len(got), len(want))
	}
	for _, leaf := range leaves(reflect.TypeFor[oncall.Shift](), "") {
		if !listed[leaf] {
			t.Errorf("Shift.%s is no assumption: it is neither checked nor shared", leaf)
		}
	}
}

// The table of shifts in the specification.
func TestShifts(t *testing.T) {
	for i, want := range []struct {
		name, start   string
		minutes, boot int
		ttl, budget   float64
		story         string
	}{
		{"noon", "12:00", 60, 3, 60, 1, "12:00 to 13:00: nothing happens."},
		{"bad-deploy", "09:00", 120, 3, 60, 0.20, "09:00 to 11:00: a build goes out at 09:10."},
		{"flash-crowd", "08:00", 240, 8, 60, 1, "08:00 to 12:00: a wave of unknown time and size comes."},
		{"cache-flush", "12:00", 90, 3, 100, 1, "12:00 to 13:30: a maintenance script empties the cache at 12:05."},
	} {
		s := oncall.Shifts()[i]
		if s.Name != want.name || s.Clock(0) != want.start || s.Minutes != want.minutes || s.BootDelay != want.boot ||
			s.Settings.TTL != want.ttl || s.Budget != want.budget || s.Story() != want.story || !s.Noise {
			t.Errorf("%+v, %q; want %+v", s, s.Story(), want)
		}
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		named, err := oncall.ShiftNamed(want.name)
		if err != nil || named != s {
			t.Errorf("%s by name is %+v, %v", want.name, named, err)
		}
	}
}

// Every field of a shift just outside its range, and, where it can be, not a number or infinite: the error names the
// field, its id, the value and the range. Just inside, the shift is fine.
func TestShiftFieldErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	above := map[string]float64{ // upper ends; 1 where none is given
		"Service.Traffic.Base": 1e6, "Service.Traffic.PeakHour": 24, "Service.App.Time": 60, "Service.App.Queries": 1000,
		"Service.App.FeatureTime": 60, "Service.App.FeatureQueries": 1000, "Service.App.Timeout": 3600, "Service.Cache.HotObjects": 1e9,
		"Service.Cache.RefillTime": 1e6, "Service.Cache.WarmupMinutes": 1440, "Service.Cache.WarmupQueries": 1e6,
		"Service.Database.Capacity": 1e9, "Service.Database.QueryTime": 60, "Service.Database.SlowestQuery": 60,
		"Service.Fleet.Workers": 1000, "Service.Fleet.Price": 1e6, "Service.Fleet.Most": 1000, "Service.Fleet.ScaleInAfter": 1440,
		"Service.Deploy.ExtraCPU": 100, "Service.Deploy.RollbackMinutes": 1440, "Service.Objective.PeriodMinutes": 1e6,
		"Service.Objective.PageBurn": 1e6, "Service.Objective.Window": 1440, "Start": 1439, "Minutes": 1440, "BootDelay": 1440,
		"Settings.Minimum": 1e6, "Settings.TTL": math.MaxFloat64, "BadBuildAt": 1439, "FlushAt": 1439,
		"Wave.OnsetFirst": 1440, "Wave.OnsetChoices": 1440, "Wave.MagnitudeLeast": 1000, "Wave.MagnitudeSpread": 1000, "Wave.HoldFirst": 1440,
		"Wave.HoldChoices": 1440, "Wave.Rise": 1440, "Wave.Decay": 1e6,
	}
	below := map[string]float64{ // lower ends; 0 where none is given
		"Service.App.Time": 0.001, "Service.App.Timeout": 0.001, "Service.Cache.HotObjects": 1, "Service.Cache.RefillTime": 0.01,
		"Service.Cache.WarmupMinutes": 1, "Service.Database.Capacity": 1, "Service.Fleet.Workers": 1, "Service.Fleet.Most": 1,
		"Service.Fleet.ScaleInAfter": 1, "Service.Deploy.RollbackMinutes": 1, "Service.Objective.AllowedErrors": 1e-6,
		"Service.Objective.PeriodMinutes": 60, "Service.Objective.Window": 1, "Minutes": 1, "BootDelay": 1, "Settings.Minimum": 1,
		"Settings.Target": math.SmallestNonzeroFloat64, "BadBuildAt": -1, "FlushAt": -1, "Wave.OnsetChoices": 1, "Wave.HoldChoices": 1,
		"Wave.Rise": 1, "Wave.Decay": 0.01,
	}
	for _, a := range oncall.Noon().Assumptions() {
		low, high := below[a.Field], 1.0
		if h, given := above[a.Field]; given {
			high = h
		}
		probe := oncall.Noon()
		probe.Minutes = 1440 // every event minute is inside it
		target := fieldOf(&probe, a.Field)
		var good, bad []float64
		switch target.Kind() {
		case reflect.Bool:
			continue // has no values out of range
		case reflect.Int:
			good, bad = []float64{low, high}, []float64{low - 1, high + 1}
		default:
			good = []float64{low, high}
			bad = []float64{math.Nextafter(low, -inf), math.Nextafter(high, inf), nan, inf, -inf}
		}
		set := func(value float64) error {
			shift := probe
			if f := fieldOf(&shift, a.Field); f.Kind() == reflect.Int {
				f.SetInt(int64(value))
			} else {
				f.SetFloat(value)
			}
			if a.Field == "Service.Database.QueryTime" { // the ceiling must not be below it
				shift.Service.Database.SlowestQuery = 60
			}
			if a.Field == "Service.Database.SlowestQuery" {
				shift.Service.Database.QueryTime = 0
			}
			_, err := oncall.Run(shift, 1, oncall.Plan{})
			return err
		}
		for _, value := range good {
			if err := set(value); err != nil {
				t.Errorf("%s = %v is refused: %v", a.Field, value, err)
			}
		}
		for _, value := range bad {
			err := set(value)
			if err == nil {
				t.Errorf("%s = %v is accepted", a.Field, value)
				continue
			}
			for _, part := range []string{a.Field, a.ID, strconv.FormatFloat(value, 'g', -1, 64), "; use " + a.Range} {
				if !contains(err.Error(), part) {
					t.Errorf("%s = %v: the error does not say %q: %v", a.Field, value, part, err)
				}
			}
		}
	}
}

// Fields that fit alone and not together.
func TestShiftErrorsAcrossFields(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*oncall.Shift)
		want   string
	}{
		{"an event after the end", func(s *oncall.Shift) { s.BadBuildAt = 60 }, "BadBuildAt (OC42): minute 60 is outside the shift: use 0 to 59"},
		{"a flush after the end", func(s *oncall.Shift) { s.FlushAt = 60 }, "FlushAt (OC43): minute 60 is outside the shift"},
		{"a database faster busy than idle", func(s *oncall.Shift) { s.Service.Database.QueryTime = 0.3 }, "more than SlowestQuery (OC18), 0.25 s"},
		{"more workers than Erlang's formula is tested for", func(s *oncall.Shift) { s.Service.Fleet.Workers, s.Service.Fleet.Most = 1000, 101 }, "is 101000; use at most 100000"},
		{"no name", func(s *oncall.Shift) { *s = oncall.Shift{} }, `there is no shift ""`},
	} {
		shift := oncall.Noon()
		c.change(&shift)
		t.Run(c.name, func(t *testing.T) { refused(t, shift, 1, oncall.Plan{}, c.want) })
	}
}

// The comment of each constant in the source says its id, its default with its unit, and its source, as Assumptions does.
func TestCommentsOfConstants(t *testing.T) {
	comments := map[string]string{} // "App.Time" -> comment
	for _, file := range sources(t, token.NewFileSet()) {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if fields, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range fields.Fields.List {
					for _, name := range f.Names {
						comments[spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(f.Doc.Text()), " ")
					}
				}
			}
			return true
		})
	}
	owner := regexp.MustCompile(`^(Service\.)?`)
	for _, a := range oncall.Noon().Assumptions() {
		path := owner.ReplaceAllString(a.Field, "")
		if !strings.Contains(path, ".") {
			path = "Shift." + path
		}
		path = strings.Replace(path, "Wave.", "WaveModel.", 1)
		comment := comments[path]
		if !strings.HasPrefix(comment, a.ID+". "+path[strings.Index(path, ".")+1:]+" ") {
			t.Errorf("%s: the comment does not start with %q and the field's name: %q", path, a.ID+".", comment)
		}
		if !strings.Contains(comment, "Source: "+a.Source) {
			t.Errorf("%s: the comment does not say %q: %q", path, "Source: "+a.Source, comment)
		}
		value := strconv.FormatFloat(a.Value, 'g', -1, 64)
		says := regexp.MustCompile(`: [^.]*\b` + regexp.QuoteMeta(value) + `0? ?` + regexp.QuoteMeta(a.Unit))
		if a.Unit != "" && a.Field != "Start" && a.Field != "Minutes" && !says.MatchString(comment) && !strings.Contains(comment, value+"0 "+a.Unit) {
			t.Errorf("%s: the comment does not say its default, \"%s %s\": %q", path, value, a.Unit, comment)
		}
	}
}

// sources parses the package's own files.
func sources(t *testing.T, positions *token.FileSet) []*ast.File {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(positions, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// Every product is rounded by a conversion before anything else is done with it: Go may fuse x*y + z on some processors,
// and then a shift would not be the same everywhere. Products of integers and of constants are the exception, and so are
// those that are only printed.
func TestProductsAreRounded(t *testing.T) {
	exempt := map[string]bool{"12*60": true, "9*60": true, "8*60": true, "24*60": true, "60*hour": true, "2*digits": true, "2*math.Pi": true,
		"f.Workers*f.Most": true, "st.fleet.serving*service.Fleet.Workers": true}
	positions := token.NewFileSet()
	products := 0
	for _, file := range sources(t, positions) {
		var parents []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				parents = parents[:len(parents)-1]
				return false
			}
			if assign, ok := n.(*ast.AssignStmt); ok && assign.Tok == token.MUL_ASSIGN {
				t.Errorf("%v: x *= y does not round", positions.Position(n.Pos()))
			}
			if product, ok := n.(*ast.BinaryExpr); ok && product.Op == token.MUL && !exempt[source(product)] {
				products++
				function := ""
				if call, ok := parents[len(parents)-1].(*ast.CallExpr); ok {
					function = source(call.Fun)
				}
				if function != "float64" && function != "int" && !strings.HasPrefix(function, "fmt.") {
					t.Errorf("%v: %s is not rounded by float64(...)", positions.Position(n.Pos()), source(product))
				}
			}
			parents = append(parents, n)
			return true
		})
	}
	if products < 30 {
		t.Errorf("only %d products were found", products)
	}
}

// source writes an expression of names, numbers, selectors and operators without spaces.
func source(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return source(e.X) + e.Op.String() + source(e.Y)
	case *ast.SelectorExpr:
		return source(e.X) + "." + e.Sel.Name
	case *ast.Ident:
		return e.Name
	case *ast.BasicLit:
		return e.Value
	case *ast.ParenExpr:
		return "(" + source(e.X) + ")"
	case *ast.CallExpr:
		return source(e.Fun) + "()"
	}
	return "?"
}

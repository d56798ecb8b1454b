package explorer

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Fields gives the fields of a struct as a page carries them, by name, those of structs within it after a point:
// "Ticks": "600", "Open.Rate": "1000". Times are in nanoseconds.
func Fields(value any) map[string]string {
	fields := map[string]string{}
	walk("", reflect.ValueOf(value), func(path string, v reflect.Value) error {
		fields[path] = fmt.Sprint(plain(v))
		return nil
	})
	return fields
}

// Changed gives those of the fields of a struct that differ from the normal one's.
func Changed[T any](value, normal T) map[string]string {
	fields := Fields(value)
	for name, text := range Fields(normal) {
		if fields[name] == text {
			delete(fields, name)
		}
	}
	return fields
}

// plain is a number's value without the methods of its type.
func plain(v reflect.Value) any {
	switch {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return v.Interface()
}

// fill sets the named fields of the struct that the pointer points to.
func fill(pointer any, fields map[string]string) error {
	set := 0
	err := walk("", reflect.ValueOf(pointer).Elem(), func(path string, v reflect.Value) error {
		text, named := fields[path]
		if !named {
			return nil
		}
		set++
		var err error
		switch {
		case v.CanInt():
			var n int64
			n, err = strconv.ParseInt(text, 10, v.Type().Bits())
			v.SetInt(n)
		case v.CanUint():
			var n uint64
			n, err = strconv.ParseUint(text, 10, v.Type().Bits())
			v.SetUint(n)
		case v.CanFloat():
			var x float64
			x, err = strconv.ParseFloat(text, 64)
			v.SetFloat(x)
		case v.Kind() == reflect.Bool:
			var b bool
			b, err = strconv.ParseBool(text)
			v.SetBool(b)
		}
		if err != nil {
			return fmt.Errorf("what the explorer opens on cannot be read: %s is %.40q; write a %v", path, text, v.Kind())
		}
		return nil
	})
	if err == nil && set < len(fields) {
		return fmt.Errorf("what the explorer opens on cannot be read: of its %d fields, %d are known", len(fields), set)
	}
	return err
}

// Code gives the Go assignments, one a line, that make the struct in the variable the value if it was the normal one
// before: those of all fields that differ, also of structs within it. name gives the Go name of a value of the model's
// own types, such as pool.RoundRobin, and "" for all others.
func Code[T any](variable string, value, normal T, name func(any) string) string {
	changed := Changed(value, normal)
	var b strings.Builder
	walk("", reflect.ValueOf(value), func(path string, v reflect.Value) error {
		text, differs := changed[path]
		if !differs {
			return nil
		}
		if named := name(v.Interface()); named != "" {
			text = named
		} else if t, ok := v.Interface().(time.Duration); ok {
			text = goDuration(t)
		}
		fmt.Fprintf(&b, "%s.%s = %s\n", variable, path, text)
		return nil
	})
	return b.String()
}

// walk visits the fields of a struct in their order, and those of structs within it, until there is an error.
func walk(path string, v reflect.Value, visit func(path string, v reflect.Value) error) error {
	if v.Kind() != reflect.Struct {
		return visit(path, v)
	}
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if path != "" {
			name = path + "." + name
		}
		if err := walk(name, v.Field(i), visit); err != nil {
			return err
		}
	}
	return nil
}

func goDuration(t time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		if t != 0 && t%unit.size == 0 {
			return fmt.Sprintf("%d * time.%s", t/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d * time.Nanosecond", int64(t))
}

package oncall

import (
	"math"
	"strconv"
	"strings"
)

// Text is the value with its unit as a sentence says it: "900 requests/s", "0.05 s", "1 query", "$0.40/h". A switch is
// "on" or "off", and an event's minute is "never" or a number alone.
func (a Assumption) Text() string {
	if a.Unit == "" {
		switch {
		case a.Range == onOff.String() && a.Value == 1:
			return "on"
		case a.Range == onOff.String() && a.Value == 0:
			return "off"
		case a.Range == eventMinute.String() && a.Value == Never:
			return "never"
		}
		return grouped(a.Value)
	}
	if a.Unit == "$/h" {
		cents := strconv.FormatFloat(a.Value, 'f', 2, 64)
		if rounded, err := strconv.ParseFloat(cents, 64); err == nil && rounded == a.Value && math.Abs(rounded) < 1e15 {
			whole, fraction, _ := strings.Cut(cents, ".")
			return "$" + commas(whole) + "." + fraction + "/h"
		}
		return "$" + grouped(a.Value) + "/h"
	}
	return grouped(a.Value) + " " + inNumber(a.Unit, a.Value)
}

// singulars are the units that change after the number one.
var singulars = map[string]string{"requests": "request", "queries": "query", "objects": "object", "minutes": "minute",
	"instances": "instance", "workers": "worker"}

// inNumber puts the first word of a unit into the singular after 1, and into the plural after anything else.
func inNumber(unit string, value float64) string {
	end := strings.IndexAny(unit+" ", " /")
	word, rest := unit[:end], unit[end:]
	for many, one := range singulars {
		if value == 1 && word == many {
			return one + rest
		}
		if value != 1 && word == one {
			return many + rest
		}
	}
	return unit
}

// grouped writes a number with all its digits and a comma between thousands.
func grouped(x float64) string {
	if math.IsNaN(x) || math.Abs(x) >= 1e15 || x != 0 && math.Abs(x) < 1e-9 {
		return number(x)
	}
	whole, fraction, found := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	if found {
		fraction = "." + fraction
	}
	return commas(whole) + fraction
}

// commas puts one between the thousands of a whole number.
func commas(whole string) string {
	digits := strings.TrimPrefix(whole, "-")
	var b strings.Builder
	b.WriteString(whole[:len(whole)-len(digits)])
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

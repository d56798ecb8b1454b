package timeline

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// opening is the report's first sentence.
func opening(log oncall.Log) string {
	return fmt.Sprintf("Time line of %s, from %s to %s.", title(log), log.Shift.Clock(0), log.Shift.Clock(log.Shift.Minutes))
}

// capital is the figure's name at the start of a sentence; p99 keeps its small letter.
func capital(f oncall.Figure) string {
	if f == oncall.P99Latency {
		return f.String()
	}
	return strings.ToUpper(f.String()[:1]) + f.String()[1:]
}

// extremes tells a figure: where it starts and ends, and the lowest and highest if they lie between.
func extremes(log oncall.Log, f oncall.Figure) string {
	v := log.Series(f)
	first, last := 0, len(v)-1
	low, high := 0, 0
	for i := range v {
		if v[i] < v[low] {
			low = i
		}
		if v[i] > v[high] {
			high = i
		}
	}
	say := func(i int) string { return written(f, v[i]) }
	if say(low) == say(high) {
		return say(first) + " throughout"
	}
	text := fmt.Sprintf("%s at first, %s at the end", say(first), say(last))
	if v[low] < min(v[first], v[last]) && say(low) != say(first) && say(low) != say(last) {
		text += fmt.Sprintf(", lowest %s at %s", say(low), log.Shift.Clock(low))
	}
	if v[high] > max(v[first], v[last]) && say(high) != say(first) && say(high) != say(last) {
		text += fmt.Sprintf(", highest %s at %s", say(high), log.Shift.Clock(high))
	}
	return text
}

// written is a value with its unit, as a sentence says it.
func written(f oncall.Figure, v float64) string {
	switch unit := f.Unit(); unit {
	case "":
		return short(100*v) + " %"
	case "$":
		return fmt.Sprintf("$%.2f", v)
	case "$/h":
		return fmt.Sprintf("$%.2f/h", v)
	case "instances":
		return short(v)
	case "req/s":
		return fmt.Sprintf("%.0f req/s", v)
	default:
		return short(v) + " " + unit
	}
}

// short writes a number with at most two decimals, or of a small one with two digits.
func short(v float64) string {
	decimals := 2
	if a := math.Abs(v); a > 0 && a < 0.1 {
		decimals = min(1-int(math.Floor(math.Log10(a))), 12)
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return strings.Replace(s, "-", "\u2212", 1)
}

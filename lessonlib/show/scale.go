package show

import (
	"math"
	"strconv"
	"strings"
)

// Values beyond these magnitudes leave no room for the arithmetic of an axis, so they count as not drawable.
const (
	hugest  = 1e300
	tiniest = 1e-300
)

// scale maps values to places on an axis.
type scale struct {
	log    bool
	clock  bool     // values are minutes after midnight
	names  []string // categories; nil on an axis of numbers
	lo, hi float64  // the values at the two ends; lo < hi, and 0 < lo when log
}

// tick marks a value on an axis; a minor one has no label.
type tick struct {
	at    float64
	label string
}

// categoryScale gives each name a slot of width 1, the first around 0.
func categoryScale(names []string) scale {
	return scale{names: names, lo: -0.5, hi: float64(len(names)) - 0.5}
}

// place returns where v lies on the axis: 0 at its lower end, 1 at its upper.
func (s scale) place(v float64) float64 {
	at := (v - s.lo) / (s.hi - s.lo)
	if s.log {
		at = (math.Log(v) - math.Log(s.lo)) / (math.Log(s.hi) - math.Log(s.lo))
	}
	// The ends are computed, so a value on one of them may miss it by a rounding error.
	switch {
	case at < 0 && at > -1e-9:
		return 0
	case at > 1 && at < 1+1e-9:
		return 1
	}
	// A value can be so far outside of the axis's own bounds that its place is no number; any place out there will do.
	return max(-farOutside, min(at, farOutside))
}

// farOutside is a place that no picture reaches, in lengths of the axis.
const farOutside = 1e6

// holds tells whether v lies between the ends of the axis, its ends included.
func (s scale) holds(v float64) bool {
	at := s.place(v)
	return at >= 0 && at <= 1
}

// fit returns a scale for values from lo to hi, which are finite and positive on a logarithmic axis. Room is the part
// of the axis left free at each end; niceEnds moves the ends on to ticks.
func fit(log bool, lo, hi, room float64, niceEnds bool) scale {
	s := scale{log: log, lo: lo, hi: hi}
	if log {
		pad := math.Pow(10, (math.Log10(hi)-math.Log10(lo))*room)
		if lo > hi*(1-1e-9) {
			pad = 3
		}
		s.lo, s.hi = max(lo/pad, 1e-307), min(hi*pad, 1e307)
		return s
	}
	// Differences too small for the digits of a float64 to carry count as none.
	if hi-lo <= 1e-12*max(math.Abs(lo), math.Abs(hi)) {
		half := math.Abs(lo) / 2
		if half == 0 {
			half = 1
		}
		s.lo, s.hi = lo-half, hi+half
	}
	if niceEnds {
		step := niceStep(s.hi-s.lo, 10)
		// Rounding must not shut out the values themselves.
		s.lo = min(lo, step*math.Floor(s.lo/step+1e-9))
		s.hi = max(hi, step*math.Ceil(s.hi/step-1e-9))
		return s
	}
	pad := (s.hi - s.lo) * room
	s.lo, s.hi = s.lo-pad, s.hi+pad
	return s
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that divides span into at most most parts.
func niceStep(span float64, most int) float64 {
	raw := span / float64(most)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// ticks returns about most labelled ticks in ascending order, and on a logarithmic axis minor ones between them.
func (s scale) ticks(most int) []tick {
	switch {
	case s.names != nil:
		ticks := make([]tick, len(s.names))
		for i, name := range s.names {
			ticks[i] = tick{at: float64(i), label: name}
		}
		return ticks
	case s.log:
		return s.logTicks(most)
	case s.clock:
		return s.clockTicks(most)
	}
	return s.linearTicks(most)
}

func (s scale) linearTicks(most int) []tick {
	step := niceStep(s.hi-s.lo, most)
	var ticks []tick
	last := math.Floor(s.hi/step + 1e-9)
	for i := math.Ceil(s.lo/step - 1e-9); i <= last; i++ {
		ticks = append(ticks, tick{at: min(max(i*step, s.lo), s.hi)})
	}
	decimals := -int(math.Floor(math.Log10(step) + 1e-9))
	largest := max(math.Abs(s.lo), math.Abs(s.hi))
	for i := range ticks {
		ticks[i].label = tickLabel(ticks[i].at, decimals, largest)
	}
	return ticks
}

func (s scale) logTicks(most int) []tick {
	from, to := int(math.Ceil(math.Log10(s.lo)-1e-9)), int(math.Floor(math.Log10(s.hi)+1e-9))
	decades := to - from + 1
	if decades < 2 && s.hi/6 < s.lo {
		// Within less than a decade round numbers are closer at hand than powers.
		return s.linearTicks(most)
	}
	stride := max(1, int(niceStep(float64(decades), max(most, 1))))
	between := 3*math.Log10(s.hi/s.lo) <= float64(most+3)
	var ticks []tick
	for e := from - 1; e <= to; e++ {
		for m := 1; m <= 9; m++ {
			v := powerOfTen(m, e)
			at := min(max(v, s.lo), s.hi)
			switch {
			case math.Abs(v-at) > 1e-9*v:
			case m == 1 && e%stride == 0, between && (m == 2 || m == 5):
				ticks = append(ticks, tick{at: at, label: shortNumber(v)})
			case stride == 1:
				ticks = append(ticks, tick{at: at})
			}
		}
	}
	return ticks
}

// powerOfTen returns m times ten to the e, as near as a float64 comes to it.
func powerOfTen(m, e int) float64 {
	v, _ := strconv.ParseFloat(strconv.Itoa(m)+"e"+strconv.Itoa(e), 64)
	return v
}

// tickLabel writes v with the given decimals, or in exponent form where largest, the greatest magnitude on the axis,
// or the decimals would make it long.
func tickLabel(v float64, decimals int, largest float64) string {
	switch {
	case v == 0:
		return "0"
	case largest >= 1e9 || decimals > 6:
		digits := int(math.Floor(math.Log10(math.Abs(v))+1e-9)) + decimals
		return exponentForm(v, min(max(digits, 0), 15))
	}
	return groupedNumber(v, max(decimals, 0))
}

// shortNumber writes v for the eye: four significant digits at least, thousands separated, no trailing zeros.
func shortNumber(v float64) string {
	a := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return strconv.FormatFloat(v, 'g', -1, 64)
	case a == 0:
		return "0"
	case a >= 1e9 || a < 1e-4:
		return exponentForm(v, -1)
	case a >= 1000:
		return groupedNumber(v, 0)
	}
	decimals := 3 - int(math.Floor(math.Log10(a)))
	s := groupedNumber(v, decimals)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// exponentForm writes v as 1.5e9 with so many digits after the point; -1 means up to three, without trailing zeros.
func exponentForm(v float64, digits int) string {
	trim := digits < 0
	if trim {
		digits = 3
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits, 64), "e")
	if trim && strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	n, _ := strconv.Atoi(exponent)
	return strings.ReplaceAll(mantissa+"e"+strconv.Itoa(n), "-", "\u2212")
}

// groupedNumber writes v with so many decimals, a comma between thousands and a true minus sign.
func groupedNumber(v float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(s, ".")
	var b strings.Builder
	if v < 0 && strings.Trim(s, "0.") != "" {
		b.WriteString("\u2212")
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	if fraction != "" {
		b.WriteByte('.')
		b.WriteString(fraction)
	}
	return b.String()
}

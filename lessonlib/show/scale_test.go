package show

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTicksAreRoundNumbers(t *testing.T) {
	tests := []struct {
		what  string
		scale scale
		most  int
		want  []string
	}{
		{"a share", scale{lo: 0, hi: 1}, 6, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{"ten minutes", scale{lo: 1, hi: 600}, 7, []string{"100", "200", "300", "400", "500", "600"}},
		{"a sweep of utilisation", scale{lo: 0.6, hi: 1.05}, 5, []string{"0.6", "0.7", "0.8", "0.9", "1.0"}},
		{"shipments", scale{lo: 0, hi: 400_000}, 4, []string{"0", "100,000", "200,000", "300,000", "400,000"}},
		{"gains and losses", scale{lo: -3, hi: 3}, 6, []string{"−3", "−2", "−1", "0", "1", "2", "3"}},
		{"milliseconds in seconds", scale{lo: 0, hi: 0.002}, 4, []string{"0", "0.0005", "0.0010", "0.0015", "0.0020"}},
		{"billions", scale{lo: 0, hi: 2e9}, 4, []string{"0", "5e8", "1.0e9", "1.5e9", "2.0e9"}},
		{"billionths", scale{lo: 0, hi: 4e-9}, 4, []string{"0", "1e−9", "2e−9", "3e−9", "4e−9"}},
		{"four decades", scale{log: true, lo: 0.001, hi: 10}, 6, []string{"0.001", "0.01", "0.1", "1", "10"}},
		{"two decades", scale{log: true, lo: 1, hi: 100}, 6, []string{"1", "2", "5", "10", "20", "50", "100"}},
		{"within a decade", scale{log: true, lo: 3, hi: 6}, 4, []string{"3", "4", "5", "6"}},
		{"sixty decades", scale{log: true, lo: 1e-30, hi: 1e30}, 4, []string{"1e−20", "1", "1e20"}},
		{"categories", categoryScale([]string{"normal", "day A"}), 6, []string{"normal", "day A"}},
	}
	for _, test := range tests {
		var got []string
		for _, tick := range test.scale.ticks(test.most) {
			if tick.label != "" {
				got = append(got, tick.label)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.what, got, test.want)
		}
	}
}

func TestNumbersAreWrittenForTheEye(t *testing.T) {
	tests := []struct {
		v    float64
		want string
	}{
		{0, "0"}, {0.8951, "0.8951"}, {0.98, "0.98"}, {680.5, "680.5"}, {68050, "68,050"}, {400_000, "400,000"},
		{-0.25, "−0.25"}, {999_999_999, "999,999,999"}, {1.5e9, "1.5e9"}, {2e-5, "2e−5"}, {100, "100"}, {1000, "1,000"},
		{math.NaN(), "NaN"}, {math.Inf(-1), "-Inf"}, {0.1 + 0.2, "0.3"}, {math.MaxFloat64, "1.798e308"},
	}
	for _, test := range tests {
		if got := shortNumber(test.v); got != test.want {
			t.Errorf("%v: got %q, want %q", test.v, got, test.want)
		}
	}
	if got := groupedNumber(-0.001, 2); got != "0.00" {
		t.Errorf("a loss too small to show: got %q, want 0.00 without a sign", got)
	}
}

// magnitude draws positive magnitudes from the tiniest to the hugest that an axis holds.
func magnitude(t *rapid.T, name string) float64 {
	return math.Pow(10, rapid.Float64Range(-299, 299).Draw(t, name))
}

func TestFittedScalesHoldTheirValuesAndTheirTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		a, b := magnitude(t, "a"), magnitude(t, "b")
		if !log {
			if rapid.Bool().Draw(t, "a negative") {
				a = -a
			}
			if rapid.Bool().Draw(t, "b close") {
				b = a * (1 + rapid.Float64Range(-1e-9, 1e-9).Draw(t, "apart"))
			}
		}
		s := fit(log, min(a, b), max(a, b), rapid.Float64Range(0, 0.1).Draw(t, "room"), rapid.Bool().Draw(t, "nice ends"))
		for _, v := range []float64{a, b} {
			if !s.holds(v) {
				t.Fatalf("%v lies outside %v to %v, at %v", v, s.lo, s.hi, s.place(v))
			}
		}
		most := rapid.IntRange(1, 10).Draw(t, "most")
		ticks := s.ticks(most)
		labelled, last := 0, math.Inf(-1)
		for _, tick := range ticks {
			if tick.at <= last || !s.holds(tick.at) {
				t.Fatalf("tick %v after %v on %v to %v", tick.at, last, s.lo, s.hi)
			}
			last = tick.at
			if tick.label != "" {
				labelled++
			}
		}
		if labelled > most+4 {
			t.Fatalf("%d labels where about %d were asked for, on %v to %v", labelled, most, s.lo, s.hi)
		}
	})
}

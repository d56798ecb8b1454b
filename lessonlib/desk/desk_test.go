package desk

import (
	"testing"

	"pgregory.net/rapid"
)

// The counts are the source's own (data/reference/load.json#/sweep), on its 110,000 rows.
func TestTotalScanStepsOfTheSource(t *testing.T) {
	for loans, want := range map[int64]int64{297: 32_889_780, 749: 83_790_630, 1495: 170_033_825, 2999: 352_367_505} {
		if got := Unindexed.TotalScanSteps(DefaultRows, loans); got != want {
			t.Errorf("%d loans: %d scan steps, want %d", loans, got, want)
		}
	}
}

func TestScanSteps(t *testing.T) {
	for _, c := range []struct {
		structure  Structure
		rows, want int64
	}{
		{Unindexed, 110_000, 110_000},
		{Indexed, 0, 0}, {Indexed, 1, 0}, {Indexed, 2, 1}, {Indexed, 3, 2},
		{Indexed, 65_536, 16}, {Indexed, 65_537, 17}, {Indexed, 110_000, 17}, // 2^16 = 65,536 and 2^17 = 131,072
	} {
		if got := c.structure.ScanSteps(c.rows); got != c.want {
			t.Errorf("%v, %d rows: %d steps, want %d", c.structure, c.rows, got, c.want)
		}
	}
}

// The closed form is the sum of what each loan scans.
func TestTotalScanStepsIsASum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		structure := rapid.SampledFrom([]Structure{Unindexed, Indexed}).Draw(t, "structure")
		rows := rapid.Int64Range(1, MaxRows).Draw(t, "rows")
		loans := rapid.Int64Range(0, 500).Draw(t, "loans")
		var sum int64
		for i := range loans {
			sum += structure.ScanSteps(rows + RowsPerLoan*i)
		}
		if got := structure.TotalScanSteps(rows, loans); got != sum {
			t.Fatalf("%d, want %d", got, sum)
		}
	})
}

func TestOptionsOutOfRange(t *testing.T) {
	for _, c := range []struct {
		what    string
		options Options
		good    bool
	}{
		{"the zero value is the source's desk", Options{}, true},
		{"the largest table", Options{Rows: MaxRows}, true},
		{"a negative number of rows", Options{Rows: -1}, false},
		{"more rows than seed in seconds", Options{Rows: MaxRows + 1}, false},
		{"an unknown structure", Options{Structure: 2}, false},
		{"a negative port", Options{Port: -1}, false},
		{"a port beyond 16 bits", Options{Port: 65536}, false},
	} {
		if err := c.options.Validate(); (err == nil) != c.good {
			t.Errorf("%s: error %v", c.what, err)
		}
	}
}

func TestStructureNames(t *testing.T) {
	for _, s := range []Structure{Unindexed, Indexed} {
		if got, err := ParseStructure(s.String()); err != nil || got != s {
			t.Errorf("%v reads back as %v, %v", s, got, err)
		}
	}
	if _, err := ParseStructure("sound"); err == nil {
		t.Error("an unknown name is read without an error")
	}
}

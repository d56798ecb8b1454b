package bench

import (
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
	"github.com/queuebook/queuebook/kernel/install"
)

func settings(t *testing.T) install.Settings {
	t.Helper()
	s, err := install.NewSettings(t.Context(), environmenttest.Ready(t, "python"), install.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// One round of each kind of cell: what is timed has to run at all. How long it takes is for `make bench` to say.
func TestEachKindOfCellRunsThroughTheKernelAndBuildsByItself(t *testing.T) {
	timings, err := Cells(t.Context(), settings(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(timings) != len(cells) {
		t.Fatalf("%d timings for %d kinds of cells", len(timings), len(cells))
	}
	for i, timing := range timings {
		if timing.Cell != cells[i].Name || timing.First <= 0 || timing.Kernel <= 0 || timing.Build <= 0 {
			t.Errorf("timing %+v of cell %q", timing, cells[i].Name)
		}
	}
}

func TestNoRoundsAreAnError(t *testing.T) {
	for _, rounds := range []int{0, -3} {
		if _, err := Cells(t.Context(), install.Settings{}, rounds); err == nil || !strings.Contains(err.Error(), "at least 1") {
			t.Errorf("%d rounds: %v", rounds, err)
		}
	}
}

func TestTheRatioIsTheKernelsTimeOverTheBuilds(t *testing.T) {
	if got := (Timing{Kernel: 3 * time.Second, Build: 2 * time.Second}).Ratio(); got != 1.5 {
		t.Errorf("ratio %v, want 1.5", got)
	}
}

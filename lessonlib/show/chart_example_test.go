package show_test

import "github.com/queuebook/queuebook/lessonlib/show"

func ExampleFigure() {
	shared, robin := []float64{0.24, 0.85, 0.98}, []float64{0, 0, 0}
	show.Figure(show.Chart{
		Title:  "Small tenants wait on both bad days",
		X:      show.Axis{Label: "day", Categories: []string{"normal", "day A", "day B"}},
		Y:      show.Axis{Label: "mean delay", Unit: "ticks"},
		Series: []show.Series{show.Bars("shared", shared), show.Bars("round robin", robin)},
	})
	// Output:
	// Bar chart: Small tenants wait on both bad days. X axis: day, normal, day A, day B. Y axis: mean delay (ticks), from 0 to 1. “shared”, 3 bars: lowest 0.24 at normal, highest 0.98 at day B. “round robin”, 3 bars: 0 throughout.
}

func ExampleFigure_nothingToDraw() {
	show.Figure(show.Chart{
		Title:  "Work share",
		Y:      show.Axis{Log: true},
		Series: []show.Series{show.Line("idle", nil, []float64{0, 0, 0})},
	})
	// Output:
	// No figure: Work share.
	// “idle” cannot be drawn: 3 of 3 points left out: 3 are zero or negative in y, which a logarithmic axis cannot show.
}

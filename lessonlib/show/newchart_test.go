package show

import "testing"

func TestAnAxisIsItsLabelAndItsUnitInRoundBrackets(t *testing.T) {
	for _, c := range []struct {
		words, axis string
		want        Axis
	}{
		{"a label and a unit", "mean delay (ticks)", Axis{Label: "mean delay", Unit: "ticks"}},
		{"a label alone", "utilisation", Axis{Label: "utilisation"}},
		{"brackets that are no unit", "f(x)", Axis{Label: "f(x)"}},
		{"an open bracket", "delay (ticks", Axis{Label: "delay (ticks"}},
		{"nothing", "", Axis{}},
	} {
		got := NewChart("title", c.axis, c.axis)
		if got.X.Label != c.want.Label || got.X.Unit != c.want.Unit || got.Y.Label != c.want.Label || got.Y.Unit != c.want.Unit {
			t.Errorf("%s: %q is %q with unit %q", c.words, c.axis, got.X.Label, got.X.Unit)
		}
	}
}

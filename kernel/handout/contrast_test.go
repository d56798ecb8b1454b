package handout

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"
)

// least is the contrast that WCAG 2.2 asks of text, success criterion 1.4.3.
const least = 4.5

// The names on the left are the custom properties of handout.css; a text colour is used on every ground beside it.
func TestTextHasContrastInBothSchemes(t *testing.T) {
	style, err := embedded.ReadFile("template/" + TemplateName + "/static/handout.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllSubmatch(style, 3)
	if len(schemes) != 3 {
		t.Fatalf("handout.css has %d :root rules, want light, dark and print", len(schemes))
	}
	for i, scheme := range []string{"light", "dark"} {
		colors := make(map[string]string)
		for _, m := range regexp.MustCompile(`--([\w-]+): (#[0-9a-f]{3,6});`).FindAllSubmatch(schemes[i][1], -1) {
			colors[string(m[1])] = string(m[2])
		}
		for text, grounds := range map[string][]string{
			"ink":          {"paper", "ground", "mark"},
			"quiet":        {"paper"},
			"link":         {"paper", "mark"},
			"finding":      {"paper", "mark"},
			"code-plain":   {"ground"},
			"code-word":    {"ground", "paper"},
			"code-string":  {"ground", "paper"},
			"code-number":  {"ground"},
			"code-name":    {"ground", "paper"},
			"code-comment": {"ground"},
		} {
			for _, ground := range grounds {
				t.Run(scheme+", "+text+" on "+ground, func(t *testing.T) {
					a, err := luminance(colors[text])
					if err != nil {
						t.Fatal(err)
					}
					b, err := luminance(colors[ground])
					if err != nil {
						t.Fatal(err)
					}
					if got := (math.Max(a, b) + 0.05) / (math.Min(a, b) + 0.05); got < least {
						t.Errorf("contrast %.2f, want at least %v", got, least)
					}
				})
			}
		}
	}
}

// luminance is WCAG's relative luminance of a colour written #rrggbb.
func luminance(color string) (float64, error) {
	if len(color) != 7 {
		return 0, fmt.Errorf("colour %q is not written #rrggbb", color)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 0, err
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum, nil
}

package handout

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The forms are those of CSS Syntax Level 3, sections 4.3.4 to 4.3.7 (strings, url tokens, escapes), CSS Images Level 4
// (image-set) and CSS Cascading Level 5 (@import).
func TestStyleReferences(t *testing.T) {
	for _, c := range []struct {
		name, css string
		want      []string
	}{
		{"nothing is loaded", `body { color: red; content: "https://not.loaded" }`, nil},
		{"a bare url", `a { background: url(https://host/x.png) }`, []string{"https://host/x.png"}},
		{"a quoted url with blanks", `a { background: url( "x y.png" ) no-repeat, red }`, []string{"x y.png"}},
		{"capitals", `a { background: URL('x.png') }`, []string{"x.png"}},
		{"the name written with escapes", `a { background: \75 r\6c(x.png) }`, []string{"x.png"}},
		{"an escape in the address", `a { background: url(\68 ttps://host) }`, []string{"https://host"}},
		{"a comment hides a url", `a { /* url(x.png) */ color: red }`, nil},
		{"a string hides a url", `a { content: "url(x.png)" }`, nil},
		{"a string with an escaped quote", `a { content: "\"url(no)" ; background: url(yes) }`, []string{"yes"}},
		{"an import by string", `@import "theme.css";`, []string{"theme.css"}},
		{"an import by url", `@import url(theme.css) screen;`, []string{"theme.css"}},
		{"an import written with an escape", `@\69mport "theme.css";`, []string{"theme.css"}},
		{"strings after the import are not loaded", `@import "a.css"; a { content: "b" }`, []string{"a.css"}},
		{"an image set by strings", `a { background: image-set("x.png" 1x, url(y.png) 2x) }`, []string{"x.png", "y.png"}},
		{"the type of a picture in a set", `a { background: image-set("x.png" type("image/png")) }`, []string{"x.png"}},
		{"a font", `@font-face { font-family: "F"; src: local("F"), url(f.woff2) format("woff2") }`, []string{"f.woff2"}},
		{"a data url", `a { background: url("data:image/png;base64,AA==") }`, []string{"data:image/png;base64,AA=="}},
		{"a url that is not closed", `a { background: url(x.png`, []string{"x.png"}},
		{"a string that is not closed", `a { background: url("x.png`, []string{"x.png"}},
		{"a function of another name", `a { width: calc(1px + var(--url)) }`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := styleReferences(c.css); !slices.Equal(got, c.want) {
				t.Errorf("styleReferences(%q) = %q, want %q", c.css, got, c.want)
			}
		})
	}
}

// Whatever comes before it, a rule that loads something is found as long as the text before leaves nothing open.
func FuzzStyleReferences(f *testing.F) {
	f.Add(`a { color: red }`)
	f.Add(`@import "x"; b{}`)
	f.Add(`\`)
	f.Add(`/* * */ "\"" '`)
	f.Fuzz(func(t *testing.T, css string) {
		if len(css) > 1000 {
			return // the checks below take time that grows with the square
		}
		for _, address := range styleReferences(css) {
			if utf8.ValidString(css) && !strings.Contains(css, `\`) && !strings.Contains(css, address) {
				t.Errorf("styleReferences(%q) has %q, which does not stand in it", css, address)
			}
		}
		const rule = ` b { background: url(https://host/x) }`
		if strings.ContainsAny(css, `\"'(/*@`) {
			return // may leave a string, a comment, an url or an import open
		}
		if got := styleReferences(css + rule); len(got) != 1 || got[0] != "https://host/x" {
			t.Errorf("styleReferences(%q) = %q, want the one address", css+rule, got)
		}
	})
}

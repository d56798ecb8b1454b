package prose

import (
	"html"
	"regexp"
	"strings"
)

// entity is what a page shows as another character: &nbsp; &#53; &#x2212;
var entity = regexp.MustCompile(`^&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});`)

// unescape gives Markdown text as a page shows it: without the backslashes that take away a character's meaning, and
// with entities resolved.
func unescape(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i+1]) >= 0:
			b.WriteByte(s[i+1])
			i += 2
			continue
		case s[i] == '&':
			if e := entity.FindString(s[i:]); e != "" {
				b.WriteString(html.UnescapeString(e))
				i += len(e)
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

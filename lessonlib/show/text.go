package show

import (
	"fmt"
	"html"
	"strings"
)

// Text shows a line or a paragraph. Format and args are those of fmt.Sprintf.
func Text(format string, args ...any) {
	display(textBundle(fmt.Sprintf(format, args...)))
}

func textBundle(text string) Bundle {
	text = strings.TrimRight(text, "\n")
	return Bundle{Data: map[string]any{
		"text/plain": text,
		"text/html":  `<p style="white-space: pre-line">` + html.EscapeString(text) + "</p>",
	}}
}

package show

import "github.com/dustin/go-humanize"

// Count writes a whole number with a comma between thousands, as the text does: 400,000.
func Count(n int64) string {
	return humanize.Comma(n)
}

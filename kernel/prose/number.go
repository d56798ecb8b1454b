package prose

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spot is a number that needs a claim, and where in the text it starts.
type spot struct {
	start int
	text  string
}

// token is what stands between white space: raw as it stands, and bare without the punctuation at its ends. What a
// sentence needs to know of it is asked of the raw form ("(1961)", "2003,").
type token struct {
	start     int // of bare, in the text
	raw, bare string
}

// scan finds the numbers of a text that need a claim.
func scan(text string) []spot {
	tokens := tokenize(text)
	var spots []spot
	last := -2 // the token of the last spot
	for i, t := range tokens {
		if (!hasNumber(t.raw) || exempt(tokens, i)) && !hasNumberWord(t.bare) {
			continue
		}
		// "400 million" is one number.
		if last == i-1 && strings.HasSuffix(tokens[last].raw, tokens[last].bare) && strings.HasPrefix(t.raw, t.bare) {
			spots[len(spots)-1].text += " " + t.bare
		} else {
			spots = append(spots, spot{start: t.start, text: t.bare})
		}
		last = i
	}
	return spots
}

// tokenize cuts a text at white space and dashes between words. White space that groups digits (400 000 with a thin or
// a no-break space) does not cut.
func tokenize(text string) []token {
	var tokens []token
	start := -1
	cut := func(end int) {
		if start >= 0 {
			tokens = append(tokens, bare(start, text[start:end]))
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case r == '\u2014' || unicode.IsSpace(r) && !(unicode.In(r, grouping) && between(text, i, r)):
			cut(i)
		case start < 0:
			start = i
		}
	}
	cut(len(text))
	return tokens
}

// grouping is the white space that groups digits.
var grouping = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0xa0, Hi: 0xa0, Stride: 1}, {Lo: 0x2007, Hi: 0x2007, Stride: 1}, {Lo: 0x2009, Hi: 0x2009, Stride: 1},
	{Lo: 0x202f, Hi: 0x202f, Stride: 1},
}}

// between tells whether r, which stands at a place in the text, has a digit on both sides.
func between(text string, place int, r rune) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:place])
	after, _ := utf8.DecodeRuneInString(text[place+utf8.RuneLen(r):])
	return unicode.IsDigit(before) && unicode.IsDigit(after)
}

const (
	opening     = "([{\"'“‘„‚«‹¿¡*_|/\\:;,!?…-–" + string(gap)
	closingMark = ")]}\"'”’“»›*_|/\\:;,.!?…-–" + string(gap)
)

// bare makes the token that stands at a place. A sign, a currency and a decimal point before a digit belong to it.
func bare(start int, raw string) token {
	s := strings.TrimRight(raw, closingMark)
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		next, _ := utf8.DecodeRuneInString(s[size:])
		if !strings.ContainsRune(opening, r) && r != '.' || strings.ContainsRune(".-–", r) && isNumeric(next) {
			break
		}
		s = s[size:]
		start += size
	}
	return token{start: start, raw: raw, bare: s}
}

// isNumeric tells whether r is a digit of any script, a fraction, or a number in another form, such as raised.
func isNumeric(r rune) bool { return unicode.IsNumber(r) }

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// hasNumber tells whether a token holds digits that are not part of a name.
func hasNumber(s string) bool {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isNumeric(r) {
			i += size
			continue
		}
		if !endsInName(s[:i]) {
			return true
		}
		i += nameDigits(s[i:])
	}
	return false
}

// nameDigits is the length of the digits at the start of s, with what a name can have between them: p99.9, v1.26.8.
func nameDigits(s string) int {
	end := 0
	for i, r := range s {
		switch {
		case isNumeric(r):
			end = i + utf8.RuneLen(r)
		case r == '.' && i == end:
		default:
			return end
		}
	}
	return end
}

// endsInName tells whether digits right behind s are part of a name: there are letters right before them, or capitals
// and a hyphen or a slash.
func endsInName(s string) bool {
	head := strings.TrimRightFunc(s, isLetter)
	if letters := s[len(head):]; letters != "" {
		before, _ := utf8.DecodeLastRuneInString(head)
		return before != gap && !prefixes[strings.ToLower(letters)]
	}
	head = strings.TrimRight(s, "-\u2010\u2011–/")
	if len(head) != len(s)-utf8.RuneLen(lastRune(s)) {
		return false // nothing joins them, or more than one sign does
	}
	name := head[len(strings.TrimRightFunc(head, func(r rune) bool { return isLetter(r) || isNumeric(r) })):]
	first, _ := utf8.DecodeRuneInString(name)
	glued := strings.HasSuffix(head[:len(head)-len(name)], string(gap))
	return isLetter(first) && !strings.ContainsFunc(name, unicode.IsLower) && !glued
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// hasNumberWord tells whether a token is a number word above twelve, or has one for a part.
func hasNumberWord(s string) bool {
	parts := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !isLetter(r) })
	return slices.ContainsFunc(parts, func(p string) bool {
		return words[p] || words[strings.TrimSuffix(p, "s")] || words[strings.TrimSuffix(p, "fold")] ||
			strings.HasSuffix(p, "ties") && words[strings.TrimSuffix(p, "ies")+"y"]
	})
}

var (
	versionNumber = regexp.MustCompile(`^v?\d+(\.\d+)*(\.x)?\+?$`)
	ordinal       = regexp.MustCompile(`^\d{1,4}(\.\d{1,3})*[a-z]?([-–]\d{1,4})?$`)
	rank          = regexp.MustCompile(`^\d+(\.\d+)?(st|nd|rd|th)$`)
	isoDate       = regexp.MustCompile(`^[12]\d{3}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?)?$`)
	clock         = regexp.MustCompile(`^([01]\d|2[0-4]):[0-5]\d(:[0-5]\d)?([-–]([01]\d|2[0-4]):[0-5]\d(:[0-5]\d)?)?$`)
	year          = regexp.MustCompile(`^(1[5-9]|20)\d\d[a-z]?$`)
	dayOfMonth    = regexp.MustCompile(`^([1-9]|[12]\d|3[01])$`)
)

// exempt tells whether the digits of a token need no claim for what the token is or for the words around it.
func exempt(tokens []token, i int) bool {
	t := tokens[i]
	if isoDate.MatchString(t.bare) || clock.MatchString(t.bare) || isFile(t.bare) {
		return true
	}
	before, after := neighbour(tokens, i-1), neighbour(tokens, i+1)
	joined := strings.HasPrefix(t.raw, t.bare) // nothing stands between it and the word before
	ends := strings.HasSuffix(t.raw, t.bare)   // nor between it and the word behind
	word := strings.TrimLeft(before.raw, "([{\"'“‘")
	switch {
	case joined && products[word] && versionNumber.MatchString(t.bare),
		joined && nouns[lowerFirst(word)] && ordinal.MatchString(t.bare),
		joined && ordinal.MatchString(t.bare) && afterPlural(tokens, i),
		ends && ranks[after.bare] && rank.MatchString(t.bare):
		return true
	}
	return isDate(tokens, i) || isReference(tokens, i)
}

// reach is how many words back a list or a reference is looked for.
const reach = 16

// neighbour is the token at a place, or an empty one.
func neighbour(tokens []token, i int) token {
	if i < 0 || i >= len(tokens) {
		return token{}
	}
	return tokens[i]
}

func lowerFirst(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToLower(s[:size]) + s[size:]
}

func isFile(s string) bool {
	return slices.ContainsFunc(fileEndings, func(end string) bool { return strings.HasSuffix(s, end) && len(s) > len(end) })
}

// afterPlural tells whether a token is in a list that a naming noun's plural opens: lessons 1, 2 and 3. Behind "and" the
// list has one more, so that in "lessons 1 and 2, 195 tenants" the tenants are not in it.
func afterPlural(tokens []token, i int) bool {
	for k := i - 1; k >= max(0, i-reach); k-- {
		switch raw := tokens[k].raw; {
		case plurals[lowerFirst(raw)]:
			return true
		case slices.Contains([]string{"and", "or", "to", "&"}, raw) && k == i-1:
		case ordinal.MatchString(strings.TrimSuffix(raw, ",")):
		default:
			return false
		}
	}
	return false
}

// isDate tells whether a token is the year after a month, or the day of a whole date.
func isDate(tokens []token, i int) bool {
	t, next := tokens[i].bare, neighbour(tokens, i+1)
	month := func(k int) bool { return months[neighbour(tokens, k).raw] }
	dayBefore := func(k int) bool { return dayOfMonth.MatchString(neighbour(tokens, k).bare) }
	switch {
	case year.MatchString(t):
		return month(i-1) || month(i-2) && dayBefore(i-1) // May 2003; May 12, 2003
	case dayOfMonth.MatchString(t) && month(i+1):
		return year.MatchString(neighbour(tokens, i+2).bare) // 12 May 2003
	case dayOfMonth.MatchString(t) && month(i-1):
		return year.MatchString(next.bare) // May 12, 2003
	}
	return false
}

// isReference tells whether a token is the year of a reference in parentheses: (1961), (Little 1961; Gross and Harris,
// 1998). Before the year there are names only, which start with a capital.
func isReference(tokens []token, i int) bool {
	t := tokens[i]
	_, behind, _ := strings.Cut(t.raw, t.bare)
	if !year.MatchString(t.bare) || behind != "," && behind != ";" && !strings.Contains(behind, ")") {
		return false
	}
	for k := i; k >= max(0, i-reach); k-- {
		u := tokens[k]
		if k < i && strings.ContainsRune(u.raw, ')') {
			return false
		}
		first, _ := utf8.DecodeRuneInString(u.bare)
		switch {
		case year.MatchString(u.bare), unicode.IsUpper(first), u.bare == "and", u.bare == "&", u.bare == "et", u.bare == "al":
		default:
			return false
		}
		if strings.HasPrefix(u.raw, "(") {
			return true
		}
	}
	return false
}

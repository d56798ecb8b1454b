package handout

import (
	"strings"
	"unicode"
)

// styleReferences lists what a style sheet, or the value of a style attribute, makes a browser load: the addresses in
// url() and src(), the strings in image-set(), and whatever follows @import. Escapes are undone and comments left out, as
// CSS Syntax Level 3 has them. It understands only as much of CSS as that needs, and takes broken CSS without complaint.
func styleReferences(css string) []string {
	s := styleScanner{in: []rune(css)}
	s.scan()
	return s.found
}

type styleScanner struct {
	in    []rune
	at    int
	found []string
	// open tells of each bracket that is open whether it is of a function that loads its strings.
	open      []bool
	importing bool
}

// loadsStrings are the functions that load the strings inside them.
var loadsStrings = map[string]bool{"image-set": true, "-webkit-image-set": true, "src": true}

func (s *styleScanner) peek(ahead int) rune {
	if s.at+ahead >= len(s.in) {
		return -1
	}
	return s.in[s.at+ahead]
}

func (s *styleScanner) scan() {
	for s.at < len(s.in) {
		switch r := s.peek(0); {
		case r == '/' && s.peek(1) == '*':
			s.comment()
		case r == '"' || r == '\'':
			text := s.quoted()
			if s.importing || len(s.open) > 0 && s.open[len(s.open)-1] {
				s.add(text)
			}
		case r == '@':
			s.at++
			s.importing = strings.EqualFold(s.name(), "import")
		case r == ';' || r == '{' || r == '}':
			s.at++
			s.importing = false
		case r == '(':
			s.enter("")
		case r == ')':
			s.leave()
		case s.startsName():
			s.word()
		default:
			s.at++
		}
	}
}

// word reads a name and, if it begins a function, what opens with it.
func (s *styleScanner) word() {
	name := strings.ToLower(s.name())
	if s.peek(0) != '(' {
		return
	}
	s.enter(name)
	if name != "url" {
		return
	}
	for unicode.IsSpace(s.peek(0)) {
		s.at++
	}
	if r := s.peek(0); r == '"' || r == '\'' {
		s.add(s.quoted())
		return
	}
	var address strings.Builder
	for s.at < len(s.in) && s.peek(0) != ')' {
		address.WriteRune(s.character())
	}
	s.leave()
	s.add(strings.TrimSpace(address.String()))
}

func (s *styleScanner) add(address string) {
	s.found = append(s.found, address)
}

// enter reads the bracket that opens the function, or a plain one without name.
func (s *styleScanner) enter(function string) {
	s.at++
	s.open = append(s.open, loadsStrings[function])
}

// leave reads the bracket that closes what was entered last.
func (s *styleScanner) leave() {
	s.at++
	if len(s.open) > 0 {
		s.open = s.open[:len(s.open)-1]
	}
}

func (s *styleScanner) comment() {
	s.at += 2
	for s.at < len(s.in) && !(s.peek(0) == '*' && s.peek(1) == '/') {
		s.at++
	}
	s.at += 2
}

func (s *styleScanner) quoted() string {
	mark := s.peek(0)
	s.at++
	var text strings.Builder
	for s.at < len(s.in) {
		switch r := s.peek(0); {
		case r == mark:
			s.at++
			return text.String()
		case r == '\\' && s.peek(1) == '\n':
			s.at += 2
		default:
			text.WriteRune(s.character())
		}
	}
	return text.String()
}

func (s *styleScanner) startsName() bool {
	r := s.peek(0)
	return r == '-' || r == '_' || r == '\\' || r > 127 || unicode.IsLetter(r)
}

func (s *styleScanner) name() string {
	var name strings.Builder
	for s.at < len(s.in) && (s.startsName() || unicode.IsDigit(s.peek(0))) {
		name.WriteRune(s.character())
	}
	return name.String()
}

// character reads one character, undoing an escape: a backslash with up to six hexadecimal digits and one blank, or with
// the character itself.
func (s *styleScanner) character() rune {
	r := s.peek(0)
	s.at++
	if r != '\\' || s.at >= len(s.in) {
		return r
	}
	code, digits := rune(0), 0
	for digits < 6 {
		digit := strings.IndexRune("0123456789abcdef", unicode.ToLower(s.peek(0)))
		if digit < 0 || s.at >= len(s.in) {
			break
		}
		code = code*16 + rune(digit)
		digits++
		s.at++
	}
	if digits > 0 {
		if unicode.IsSpace(s.peek(0)) {
			s.at++
		}
		return code
	}
	r = s.peek(0)
	s.at++
	return r
}

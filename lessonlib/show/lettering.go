package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
)

// missingSign stands for every rune that the font of figures lacks.
const missingSign = '□'

// lettering is a font at one size, in CSS pixels.
type lettering struct{ face font.Face }

// fonts are the two faces of figures, parsed when first used. Only two of gonum's twelve are linked: the others would
// add four megabytes and a fifth of the link time to each cell. The variable has no initialiser so that the linker
// drops even those two from cells without figures.
var fonts struct {
	once          sync.Once
	regular, bold *opentype.Font
	err           error
}

func parseFonts() {
	fonts.once.Do(func() {
		var err error
		fonts.regular, err = opentype.Parse(liberationsansregular.TTF)
		fonts.err = err
		fonts.bold, err = opentype.Parse(liberationsansbold.TTF)
		fonts.err = cmp.Or(fonts.err, err)
	})
	if fonts.err != nil {
		// The fonts are part of the program; no input can break them.
		panic("show: an embedded font is broken: " + fonts.err.Error())
	}
}

func regular(size float64) lettering {
	parseFonts()
	return lettering{font.Face{Font: font.Font{Size: font.Length(size)}, Face: fonts.regular}}
}

func bold(size float64) lettering {
	parseFonts()
	return lettering{font.Face{Font: font.Font{Size: font.Length(size)}, Face: fonts.bold}}
}

// width returns how wide s is drawn, in CSS pixels.
func (l lettering) width(s string) float64 { return float64(l.face.Width(s)) }

// wrap breaks s between words into at most so many lines no wider than width; longer words break anywhere, and an
// ellipsis ends what is cut.
func (l lettering) wrap(s string, width float64, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		for word != "" {
			try := word
			if line != "" {
				try = line + " " + word
			}
			switch {
			case l.width(try) <= width:
				line, word = try, ""
			case line != "":
				lines, line = append(lines, line), ""
			default:
				head := l.head(word, width)
				lines, word = append(lines, head), word[len(head):]
			}
			if len(lines) > most {
				break
			}
		}
		if len(lines) > most {
			break
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	if len(lines) > most {
		last := lines[most-1]
		for last != "" && l.width(last+"…") > width {
			r := []rune(last)
			last = string(r[:len(r)-1])
		}
		lines = append(lines[:most-1], strings.TrimRight(last, " ")+"…")
	}
	return lines
}

// head returns the longest beginning of word that fits the width, at least one rune.
func (l lettering) head(word string, width float64) string {
	end := 0
	for i, r := range word {
		next := i + len(string(r))
		if i > 0 && l.width(word[:next]) > width {
			break
		}
		end = next
	}
	return word[:end]
}

// widest returns the width of the widest of the lines.
func (l lettering) widest(lines []string) float64 {
	w := 0.0
	for _, line := range lines {
		w = max(w, l.width(line))
	}
	return w
}

// hasSign tells whether figures can show r. Scripts that run from right to left or join their letters count as
// missing, since the renderer sets sign after sign from the left.
func hasSign(r rune) bool {
	if r >= 0x0590 && r <= 0x08ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfeff {
		return false
	}
	parseFonts()
	var b sfnt.Buffer
	i, err := fonts.regular.GlyphIndex(&b, r)
	return err == nil && i != 0
}

// legible returns s with the missing sign for each rune that figures cannot show, and those runes.
func legible(s string) (string, []rune) {
	var missing []rune
	out := strings.Map(func(r rune) rune {
		if r < 0x7f || hasSign(r) {
			return r
		}
		missing = append(missing, r)
		return missingSign
	}, s)
	return out, missing
}

// unshown collects the runes of a figure's words that its font lacks, in the order of first occurrence.
type unshown struct {
	runes []rune
	seen  map[rune]bool
}

// fix returns s with the missing sign for each rune that figures cannot show.
func (u *unshown) fix(s string) string {
	out, lacks := legible(s)
	for _, r := range lacks {
		if !u.seen[r] {
			if u.seen == nil {
				u.seen = map[rune]bool{}
			}
			u.seen[r] = true
			u.runes = append(u.runes, r)
		}
	}
	return out
}

// sentence says, after a space, which runes are missing; it is empty when none is.
func (u *unshown) sentence() string {
	if len(u.runes) == 0 {
		return ""
	}
	var names []string
	for i, r := range u.runes {
		if i == mostSpoken {
			names = append(names, fmt.Sprintf("%d more", len(u.runes)-i))
			break
		}
		names = append(names, fmt.Sprintf("%c (U+%04X)", r, r))
	}
	return fmt.Sprintf(" The figure's font cannot show %s; %c stands in place of each.", strings.Join(names, ", "), missingSign)
}

// legible returns the plan with the missing sign for what figures cannot show, in all words that they draw. The
// alternative text keeps the words and says which signs are missing.
func (p plan) legible() plan {
	var missing unshown
	p = p.fixed(&missing)
	p.alt += missing.sentence()
	return p
}

// fixed returns the plan with its drawn words fixed.
func (p plan) fixed(missing *unshown) plan {
	fix := missing.fix
	p.title, p.xLabel, p.yLabel = fix(p.title), fix(p.xLabel), fix(p.yLabel)
	p.x.names = slices.Clone(p.x.names)
	for i, name := range p.x.names {
		p.x.names[i] = fix(name)
	}
	p.series = slices.Clone(p.series)
	for i, s := range p.series {
		p.series[i].name = fix(s.name)
	}
	p.rules = slices.Clone(p.rules)
	for i, r := range p.rules {
		p.rules[i].Label = fix(r.Label)
	}
	p.leftOut = slices.Clone(p.leftOut)
	for i, sentence := range p.leftOut {
		p.leftOut[i] = fix(sentence)
	}
	return p
}

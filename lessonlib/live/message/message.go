// Package message is how a page and an engine talk: a request is a form, a reply is JSON.
//
// A form is what a browser's URLSearchParams writes, such as "op=act&minute=6&value=0.5". The two formats are all that
// an engine needs, and they are written here by hand because every page carries its engine: encoding/json and net/url
// would make the compiled models heavier by a third.
package message

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Form is a request: a value for each name. A missing name has the empty text.
type Form map[string]string

// ParseForm reads what URLSearchParams writes. A name that comes twice keeps its last value.
func ParseForm(text string) (Form, error) {
	form := Form{}
	for pair := range strings.SplitSeq(text, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		plainName, err := unescaped(name)
		if err != nil {
			return nil, err
		}
		if form[plainName], err = unescaped(value); err != nil {
			return nil, err
		}
	}
	return form, nil
}

// unescaped undoes the percent signs and pluses of a form.
func unescaped(s string) (string, error) {
	if !strings.ContainsAny(s, "%+") {
		return s, nil
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '+':
			out = append(out, ' ')
		case '%':
			if i+2 >= len(s) {
				return "", fmt.Errorf("the request ends within %q; write a form as URLSearchParams does", s[i:])
			}
			code, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return "", fmt.Errorf("the request has %q, which is no byte; write a form as URLSearchParams does", s[i:i+3])
			}
			out = append(out, byte(code))
			i += 2
		default:
			out = append(out, s[i])
		}
	}
	return string(out), nil
}

// Number reads a number. A missing one and one that is not finite is an error that names it.
func (f Form) Number(name string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(f[name]), 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, fmt.Errorf("%s is %.40q; write a number", name, f[name])
	}
	return x, nil
}

// Whole reads a whole number between two ends, both allowed.
func (f Form) Whole(name string, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(f[name]), 10, 64)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is %.40q; write a whole number from %d to %d", name, f[name], low, high)
	}
	return n, nil
}

// digits is how many digits a number of a reply has. A model's results agree between processors to a relative 1e-9; more
// digits would only show which processor it was, and make a reply of a page's engine differ from that of a native one.
const (
	digits    = 10
	mostWhole = 1e9 // below it a whole number has no more digits than that
)

// Writer writes one JSON value. Its methods come in the order of the text; commas come by themselves:
//
//	var w message.Writer
//	w.Open('{')
//	w.Key("minutes").Whole(90)
//	w.Key("cost").Numbers(costs)
//	w.Close('}')
//	reply := w.Bytes()
type Writer struct {
	text []byte
}

// NewWriter returns a Writer with room for so many bytes; the zero Writer is one too, and makes room as it goes.
func NewWriter(bytes int) *Writer { return &Writer{text: make([]byte, 0, bytes)} }

// Bytes is the text so far.
func (w *Writer) Bytes() []byte { return w.text }

// separate puts a comma between two values.
func (w *Writer) separate() {
	if len(w.text) == 0 {
		return
	}
	switch w.text[len(w.text)-1] {
	case '{', '[', ':':
	default:
		w.text = append(w.text, ',')
	}
}

// Open begins an object with '{' or an array with '['.
func (w *Writer) Open(bracket byte) {
	w.separate()
	w.text = append(w.text, bracket)
}

// Close ends an object with '}' or an array with ']'.
func (w *Writer) Close(bracket byte) {
	w.text = append(w.text, bracket)
}

// Key writes the name of an object's next value.
func (w *Writer) Key(name string) *Writer {
	w.Text(name)
	w.text = append(w.text, ':')
	return w
}

// Text writes a string. What is no valid UTF-8 becomes the replacement character.
func (w *Writer) Text(s string) {
	w.separate()
	w.text = append(w.text, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.text = append(w.text, '\\', byte(r))
		case r == '\n':
			w.text = append(w.text, '\\', 'n')
		case r < ' ':
			w.text = append(w.text, '\\', 'u', '0', '0', '0'+byte(r>>4), "0123456789abcdef"[r&15])
		default:
			w.text = utf8.AppendRune(w.text, r)
		}
	}
	w.text = append(w.text, '"')
}

// Number writes a number with ten digits, or null for one that is not finite.
func (w *Writer) Number(x float64) {
	w.separate()
	if math.IsInf(x, 0) || math.IsNaN(x) {
		w.text = append(w.text, "null"...)
		return
	}
	// Most columns of a model's reply are counts and switches, which are quicker to write as what they are.
	if whole := int64(x); float64(whole) == x && whole > -mostWhole && whole < mostWhole {
		w.text = strconv.AppendInt(w.text, whole, 10)
		return
	}
	w.text = strconv.AppendFloat(w.text, x, 'g', digits, 64)
}

// Whole writes a whole number.
func (w *Writer) Whole(n int) {
	w.separate()
	w.text = strconv.AppendInt(w.text, int64(n), 10)
}

// Bool writes true or false.
func (w *Writer) Bool(b bool) {
	w.separate()
	w.text = strconv.AppendBool(w.text, b)
}

// Numbers writes an array of numbers.
func (w *Writer) Numbers(list []float64) {
	w.Open('[')
	for _, x := range list {
		w.Number(x)
	}
	w.Close(']')
}

// Texts writes an array of strings.
func (w *Writer) Texts(list []string) {
	w.Open('[')
	for _, s := range list {
		w.Text(s)
	}
	w.Close(']')
}

// Error is the reply that says in a sentence why there is none: {"error": "..."}.
func Error(err error) []byte {
	var w Writer
	w.Open('{')
	w.Key("error").Text(err.Error())
	w.Close('}')
	return w.Bytes()
}

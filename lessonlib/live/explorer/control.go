package explorer

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Control is something that a reader can change: a number within a range, or one of several choices.
type Control struct {
	ID    string
	Label string
	// Help says in a sentence what it does.
	Help string

	// Of a number: its unit, its range and the step of its slider.
	Unit   string
	Min    float64
	Max    float64
	Step   float64
	Log    bool // the slider is logarithmic, which needs a Min above 0
	Whole  bool // only whole numbers are allowed
	Number float64

	// Choices make it a choice, and Choice is the id of the one that is taken.
	Choices []Choice
	Choice  string
}

// Choice is one of the values of a control.
type Choice struct {
	ID    string
	Label string
}

// Preset is a named setting of some controls; the others stay as they are.
type Preset struct {
	Label    string
	Settings []Setting
}

// Setting is a value of one control, as a page sends it: a number in digits, or the id of a choice.
type Setting struct {
	Control, Value string
}

// Set is a number as a setting.
func Set(control string, number float64) Setting {
	return Setting{control, strconv.FormatFloat(number, 'g', -1, 64)}
}

// FieldError is an error about the value of one control.
type FieldError struct {
	Control string // its id
	Text    string // names the control, the value and what is allowed
}

// Error implements error.
func (e *FieldError) Error() string { return e.Text }

// Around gives the control opened on a number, with a range that is wide enough to hold it.
func (c Control) Around(number float64) Control {
	c.Number, c.Min, c.Max = number, min(c.Min, number), max(c.Max, number)
	c.Log = c.Log && c.Min > 0
	return c
}

func (c Control) fail(format string, args ...any) error {
	return &FieldError{c.ID, fmt.Sprintf("%s: %s.", c.Label, fmt.Sprintf(format, args...))}
}

// number reads a value from a page, where a field holds whatever was typed.
func (c Control) number(text string) (float64, error) {
	allowed := "between " + Number(c.Min) + " and " + Number(c.Max)
	if c.Unit != "" {
		allowed += " " + c.Unit
	}
	text = strings.TrimSpace(text)
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "":
		return 0, c.fail("the field is empty; it must hold a number %s", allowed)
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, c.fail("%.40q is no number; it must be one %s", text, allowed)
	case !(v >= c.Min && v <= c.Max): // NaN fails every comparison
		return 0, c.fail("%.40s is out of range; it must be %s", text, allowed)
	case c.Whole && v != math.Trunc(v):
		return 0, c.fail("%s is no whole number; it must be one %s", text, allowed)
	}
	return v, nil
}

func (c Control) choice(text string) (string, error) {
	var ids []string
	for _, choice := range c.Choices {
		if text == choice.ID {
			return text, nil
		}
		ids = append(ids, choice.ID)
	}
	return "", c.fail("%.40q is no choice; take one of %s", text, strings.Join(ids, ", "))
}

// Values are the checked values of all controls of a model.
type Values struct {
	numbers map[string]float64
	choices map[string]string
}

// Number is the value of a number, by its control's id.
func (v Values) Number(id string) float64 { return v.numbers[id] }

// Choice is the id of what is chosen, by its control's id.
func (v Values) Choice(id string) string { return v.choices[id] }

// read checks what came from a page. A control that is not named keeps the value that it opened on.
func read(controls []Control, given map[string]string) (Values, error) {
	v := Values{numbers: map[string]float64{}, choices: map[string]string{}}
	known := 0
	for _, c := range controls {
		text, named := given[c.ID]
		if named {
			known++
		}
		var err error
		switch {
		case c.Choices == nil && named:
			v.numbers[c.ID], err = c.number(text)
		case c.Choices == nil:
			v.numbers[c.ID] = c.Number
		case named:
			v.choices[c.ID], err = c.choice(text)
		default:
			v.choices[c.ID] = c.Choice
		}
		if err != nil {
			return Values{}, err
		}
	}
	if known < len(given) {
		return Values{}, fmt.Errorf("the request names a control that there is not; there are %s", ids(controls))
	}
	return v, nil
}

func ids(controls []Control) string {
	var names []string
	for _, c := range controls {
		names = append(names, c.ID)
	}
	return strings.Join(names, ", ")
}

// Number writes a number as people do: as few digits as it has, and commas between thousands.
func Number(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if !(math.Abs(v) < 1e15) || len(text) > 21 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	digits, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	var b strings.Builder
	if v < 0 {
		b.WriteString("-")
	}
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	if fraction != "" {
		b.WriteString("." + fraction)
	}
	return b.String()
}

// Text writes a number with a format such as "%.2f ticks", and "none" where there is no number.
func Text(format string, v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "none"
	}
	return fmt.Sprintf(format, v)
}

// Plural is such as "1 seller" and "2 sellers".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Number(float64(n)) + " " + noun + "s"
}

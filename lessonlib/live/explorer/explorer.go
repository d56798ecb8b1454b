// Package explorer is what the explorers of the lessons' models have in common: sliders and fields, and beside them
// what the model makes of their values. It knows no page. A model names its controls, takes their values and gives a
// reply of words, tables and charts; the page's script (lessonlib/live/page/explorer) shows these and knows no model.
//
// The same code runs natively, in tests and for the still figure of a cell, and as WebAssembly in the page.
package explorer

import (
	"errors"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/live/message"
)

// Model is what an explorer explores, opened on one set of assumptions.
type Model interface {
	// Controls are what a reader can change, in the order in which they stand. Their values are those that the explorer
	// opens on.
	Controls() []Control
	// Presets are named settings of some controls.
	Presets() []Preset
	// Run gives what the model makes of the values: one for each control, each within its range. An error is a sentence
	// for the reader; a [*FieldError] names the control that it is about.
	Run(Values) (Reply, error)
}

// Reply is what a page shows of a run.
type Reply struct {
	Summary string   // in one to three sentences what there is to see
	Panel   []Figure // the numbers that a reader watches
	Charts  []Chart
	Tables  []Table
	Code    string // the same run as Go, for a cell
}

// Figure is one number of the panel, written out with its unit.
type Figure struct {
	Label string
	Value string
	Note  string // what to hold it against
}

// Table is a table of words. The first cell of a row names it.
type Table struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// Open gives the reply that an explorer opens with: what a cell draws as a still figure.
func Open(m Model) (Reply, error) {
	values, err := read(m.Controls(), nil)
	if err != nil {
		return Reply{}, err
	}
	return m.Run(values)
}

// Call answers one request of a page, in the form of package message. Its fields are
//
//	op        open, which also describes the controls, or run
//	Ticks     and all other names that begin with a capital: the fields of the assumptions that the explorer was opened
//	          on, as [Fields] writes them; those left out are normal's
//	capacity  and all others: the controls' values; those left out are as opened
//
// What is wrong with the values is in the reply's field "wrong", and the control that it is about in "field". It
// neither fails nor panics.
func Call[T any](request []byte, normal T, open func(T) Model) []byte {
	form, err := message.ParseForm(string(request))
	if err != nil {
		return message.Error(err)
	}
	var w message.Writer
	w.Open('{')
	if err := answer(&w, form, normal, open); err != nil {
		w = message.Writer{}
		w.Open('{')
		w.Key("wrong").Text(err.Error())
		if field, ok := errors.AsType[*FieldError](err); ok && field.Control != "" {
			w.Key("field").Text(field.Control)
		}
	}
	w.Close('}')
	return w.Bytes()
}

func answer[T any](w *message.Writer, form message.Form, base T, open func(T) Model) error {
	fields, given := map[string]string{}, map[string]string{}
	for name, text := range form {
		switch {
		case name == "op":
		case name != "" && strings.ToLower(name[:1]) != name[:1]:
			fields[name] = text
		default:
			given[name] = text
		}
	}
	if err := fill(&base, fields); err != nil {
		return err
	}
	m := open(base)
	controls := m.Controls()
	values, err := read(controls, given)
	if err != nil {
		return err
	}
	reply, err := m.Run(values)
	if err != nil {
		return err
	}
	if form["op"] == "open" {
		writeControls(w, controls)
		writePresets(w, m.Presets())
	}
	reply.write(w)
	return nil
}

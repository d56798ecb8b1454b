package explorer

import "github.com/queuebook/queuebook/lessonlib/live/message"

// list writes an array of objects under a name.
func list[T any](w *message.Writer, name string, items []T, write func(T)) {
	w.Key(name).Open('[')
	for _, item := range items {
		w.Open('{')
		write(item)
		w.Close('}')
	}
	w.Close(']')
}

func writeControls(w *message.Writer, controls []Control) {
	list(w, "controls", controls, func(c Control) {
		w.Key("id").Text(c.ID)
		w.Key("label").Text(c.Label)
		w.Key("help").Text(c.Help)
		if c.Choices != nil {
			w.Key("choice").Text(c.Choice)
			list(w, "choices", c.Choices, func(o Choice) {
				w.Key("id").Text(o.ID)
				w.Key("label").Text(o.Label)
			})
			return
		}
		w.Key("unit").Text(c.Unit)
		w.Key("min").Number(c.Min)
		w.Key("max").Number(c.Max)
		w.Key("step").Number(c.Step)
		w.Key("log").Bool(c.Log)
		w.Key("whole").Bool(c.Whole)
		w.Key("number").Number(c.Number)
	})
}

func writePresets(w *message.Writer, presets []Preset) {
	list(w, "presets", presets, func(p Preset) {
		w.Key("label").Text(p.Label)
		list(w, "settings", p.Settings, func(s Setting) {
			w.Key("control").Text(s.Control)
			w.Key("value").Text(s.Value)
		})
	})
}

// write writes the reply's fields into an object.
func (r Reply) write(w *message.Writer) {
	w.Key("summary").Text(r.Summary)
	list(w, "panel", r.Panel, func(f Figure) {
		w.Key("label").Text(f.Label)
		w.Key("value").Text(f.Value)
		w.Key("note").Text(f.Note)
	})
	list(w, "charts", r.Charts, func(c Chart) { c.write(w) })
	list(w, "tables", r.Tables, func(t Table) {
		w.Key("caption").Text(t.Caption)
		w.Key("head").Texts(t.Head)
		w.Key("rows").Open('[')
		for _, row := range t.Rows {
			w.Texts(row)
		}
		w.Close(']')
	})
	w.Key("code").Text(r.Code)
}

func (c Chart) write(w *message.Writer) {
	w.Key("title").Text(c.Title)
	w.Key("alt").Text(c.Alt)
	w.Key("x")
	c.X.write(w)
	w.Key("y")
	c.Y.write(w)
	list(w, "series", c.Series, func(s Series) {
		w.Key("name").Text(s.Name)
		w.Key("mark").Text(string(s.Mark))
		w.Key("muted").Bool(s.Muted)
		w.Key("x").Numbers(s.X)
		w.Key("y").Numbers(s.Y)
	})
	list(w, "rules", c.Rules, func(r Rule) {
		w.Key("at").Number(r.At)
		w.Key("horizontal").Bool(r.Horizontal)
		w.Key("label").Text(r.Label)
	})
}

func (a Axis) write(w *message.Writer) {
	w.Open('{')
	w.Key("label").Text(a.words())
	w.Key("log").Bool(a.Log)
	if a.Categories != nil {
		w.Key("categories").Texts(a.Categories)
	}
	w.Close('}')
}

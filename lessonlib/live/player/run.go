package player

import (
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/live/message"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// column is one field of every minute.
type column struct {
	name string
	of   func(*oncall.Minute) float64
}

// columns are all fields of a minute, under their own names in a page.
var columns = []column{
	{"rate", func(m *oncall.Minute) float64 { return m.Rate }},
	{"admitted", func(m *oncall.Minute) float64 { return m.Admitted }},
	{"serving", func(m *oncall.Minute) float64 { return float64(m.Serving) }},
	{"booting", func(m *oncall.Minute) float64 { return float64(m.Booting) }},
	{"spare", func(m *oncall.Minute) float64 { return float64(m.Spare) }},
	{"hit", func(m *oncall.Minute) float64 { return m.Hit }},
	{"database", func(m *oncall.Minute) float64 { return m.Database }},
	{"serviceTime", func(m *oncall.Minute) float64 { return m.ServiceTime }},
	{"load", func(m *oncall.Minute) float64 { return m.Load }},
	{"utilisation", func(m *oncall.Minute) float64 { return m.Utilisation }},
	{"waiting", func(m *oncall.Minute) float64 { return m.Waiting }},
	{"p99", func(m *oncall.Minute) float64 { return m.P99 }},
	{"timeouts", func(m *oncall.Minute) float64 { return m.Timeouts }},
	{"errors", func(m *oncall.Minute) float64 { return m.Errors }},
	{"burn", func(m *oncall.Minute) float64 { return m.Burn }},
	{"burnHour", func(m *oncall.Minute) float64 { return m.BurnHour }},
	{"budget", func(m *oncall.Minute) float64 { return m.Budget }},
	{"fleetCost", func(m *oncall.Minute) float64 { return m.FleetCost }},
	{"cost", func(m *oncall.Minute) float64 { return m.Cost }},
	{"bad", func(m *oncall.Minute) float64 { return m.Bad }},
	{"warm", func(m *oncall.Minute) float64 { return m.Warm }},
	{"dropped", func(m *oncall.Minute) float64 { return m.Dropped }},
	{"age", func(m *oncall.Minute) float64 { return m.Age }},
	{"recommendations", func(m *oncall.Minute) float64 { return m.Recommendations }},
}

// bytesAMinute is about what a minute weighs in a reply, so that its text need not be copied as it grows.
const bytesAMinute = 400

// run plays what a request came to, and replies with all of it: a page shows as much as its clock has reached.
func run(replay oncall.Replay, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	log, err := replay.Run()
	if err != nil {
		return nil, err
	}
	share, err := log.Share()
	if err != nil {
		return nil, err
	}
	opening, err := replay.Shift.Opening()
	if err != nil {
		return nil, err
	}
	shift := &log.Shift
	w := message.NewWriter(bytesAMinute * len(log.Minutes))
	w.Open('{')
	w.Key("share").Text(share)
	w.Key("seed").Whole(int(log.Seed))
	w.Key("plan").Text(log.Plan.String())
	w.Key("code").Text(GoCode(log, share))
	writeShift(w, shift)
	w.Key("columns").Open('{')
	values := make([]float64, len(log.Minutes))
	for _, c := range columns {
		for m := range log.Minutes {
			values[m] = c.of(&log.Minutes[m])
		}
		w.Key(c.name).Numbers(values)
	}
	w.Close('}')
	w.Key("opening").Texts(readings(opening))
	w.Key("panel").Open('[')
	for _, m := range log.Minutes {
		w.Texts(readings(m.Panel()))
	}
	w.Close(']')
	writeTaken(w, log)
	writeEvents(w, log)
	w.Close('}')
	return w.Bytes(), nil
}

func readings(p oncall.Panel) []string {
	texts := make([]string, len(p))
	for i, r := range p {
		texts[i] = r.Text
	}
	return texts
}

func writeShift(w *message.Writer, s *oncall.Shift) {
	w.Key("shift").Open('{')
	w.Key("name").Text(s.Name)
	w.Key("title").Text(Title(*s))
	w.Key("story").Text(s.Story())
	w.Key("start").Whole(s.Start)
	w.Key("minutes").Whole(s.Minutes)
	w.Key("most").Whole(s.Service.Fleet.Most)
	w.Key("budget").Number(s.Budget)
	w.Key("timeout").Number(s.Service.App.Timeout)
	w.Key("pageBurn").Number(s.Service.Objective.PageBurn)
	w.Key("allowed").Number(s.Service.Objective.AllowedErrors)
	w.Key("settings").Numbers([]float64{float64(s.Settings.Minimum), switched(s.Settings.Autoscaler), s.Settings.Target,
		s.Settings.TTL, 0, s.Settings.Shed, switched(s.Settings.Feature), 0}) // in the order of the controls
	w.Key("costs").Open('[')
	for _, c := range oncall.Controls() {
		w.Text(Cost(*s, c))
	}
	w.Close(']')
	w.Close('}')
}

func writeTaken(w *message.Writer, log oncall.Log) {
	w.Key("taken").Open('[')
	for _, t := range log.Taken {
		w.Open('{')
		w.Key("minute").Whole(t.Minute)
		w.Key("control").Whole(int(t.Action.Control()))
		w.Key("value").Number(t.Action.Value())
		w.Key("text").Text(t.Action.String())
		w.Key("rule").Bool(log.Plan.IsRule(t.Entry))
		w.Close('}')
	}
	w.Close(']')
}

func writeEvents(w *message.Writer, log oncall.Log) {
	w.Key("events").Open('[')
	for _, e := range log.Events {
		w.Open('{')
		w.Key("minute").Whole(e.Minute)
		w.Key("kind").Whole(int(e.Kind))
		w.Key("page").Bool(e.Kind == oncall.PageFired)
		w.Key("text").Text(e.Kind.String())
		w.Close('}')
	}
	w.Close(']')
}

// constructors are the shifts as a cell writes them.
var constructors = map[string]string{
	"noon": "oncall.Noon()", "bad-deploy": "oncall.BadDeploy()", "flash-crowd": "oncall.FlashCrowd()",
	"cache-flush": "oncall.CacheFlush()",
}

// GoCode is a cell of lesson 2 that plays the log's shift, seed and plan, and opens the player on them. A shift whose
// fields were changed comes out of its share string.
func GoCode(log oncall.Log, share string) string {
	var b strings.Builder
	b.WriteString("%%\n")
	original, err := oncall.ShiftNamed(log.Shift.Name)
	if err != nil || original != log.Shift {
		fmt.Fprintf(&b, "replay := show.Must(oncall.ParseShare(%q))\n", share)
		b.WriteString("log := show.Must(replay.Run())\n")
	} else {
		fmt.Fprintf(&b, "plan := %#v\n", log.Plan)
		fmt.Fprintf(&b, "log := show.Must(oncall.Run(%s, %d, plan))\n", constructors[original.Name], log.Seed)
	}
	b.WriteString("show.Text(\"%v\", log.Outcome())\n")
	b.WriteString("show.Player(log.Shift, log.Plan, log.Seed)\n")
	return b.String()
}

package player

import (
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/live/message"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// LessonSeed is the seed with which lesson 2 plays a shift.
func LessonSeed(shift oncall.Shift) int64 {
	switch shift.Name {
	case "noon", "bad-deploy":
		return 1
	}
	return 42
}

// Title is a shift's name as a heading: "Bad deploy".
func Title(shift oncall.Shift) string {
	words := strings.ReplaceAll(shift.Name, "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// facts is what a page needs to know once: it is the same for every run.
func facts() []byte {
	var w message.Writer
	w.Open('{')
	w.Key("shifts").Open('[')
	for _, s := range oncall.Shifts() {
		w.Open('{')
		w.Key("name").Text(s.Name)
		w.Key("title").Text(Title(s))
		w.Key("story").Text(s.Story())
		w.Key("seed").Whole(int(LessonSeed(s)))
		w.Close('}')
	}
	w.Close(']')
	w.Key("controls").Open('[')
	for _, c := range oncall.Controls() {
		w.Open('{')
		w.Key("number").Whole(int(c))
		w.Key("name").Text(c.String())
		w.Key("kind").Text(kind(c))
		w.Key("meaning").Text(sentence(c.Meaning()))
		w.Key("range").Text(c.Range())
		w.Close('}')
	}
	w.Close(']')
	w.Key("panel").Open('[')
	for _, f := range panel() {
		w.Open('{')
		w.Key("number").Whole(int(f))
		w.Key("name").Text(f.String())
		w.Close('}')
	}
	w.Close(']')
	w.Key("teaching").Text(oncall.TeachingModel)
	w.Close('}')
	return w.Bytes()
}

// kind is how a control is operated: "dial", "switch" or "button".
func kind(c oncall.Control) string {
	switch c.Range() {
	case "on or off":
		return "switch"
	case "pressed":
		return "button"
	}
	return "dial"
}

// panel lists the figures of the panel.
func panel() (list []oncall.Figure) {
	for _, reading := range (oncall.Minute{}).Panel() {
		list = append(list, reading.Figure)
	}
	return list
}

// Cost says in a sentence what the use of a control costs in a shift, with the shift's own constants.
func Cost(shift oncall.Shift, c oncall.Control) string {
	service := shift.Service
	switch c {
	case oncall.MinimumControl:
		return fmt.Sprintf("Costs $%.2f an hour for each instance from its launch; it serves %s later.",
			service.Fleet.Price, counted(shift.BootDelay, "minute"))
	case oncall.AutoscalerControl:
		return fmt.Sprintf("Off, nobody follows the traffic. On, a fleet that is too large shrinks only after %s.",
			counted(service.Fleet.ScaleInAfter, "quiet minute"))
	case oncall.TargetControl:
		return "Costs fleet: half the target is twice the instances for the same traffic."
	case oncall.TTLControl:
		return "Costs freshness: a cached answer is on average half of this old."
	case oncall.WarmupControl:
		return fmt.Sprintf("Costs the database %g queries/s, of the %g that it can answer, for %s.",
			service.Cache.WarmupQueries, service.Database.Capacity, counted(service.Cache.WarmupMinutes, "minute"))
	case oncall.ShedControl:
		return fmt.Sprintf("Costs users their answer: of all requests, %g %% are low-priority.", percent(service.App.LowPriority))
	case oncall.FeatureControl:
		return fmt.Sprintf("Off, users go without; each request computes %g ms less and saves %s.",
			1000*service.App.FeatureTime, counted(int(service.App.FeatureQueries), "query"))
	case oncall.RollbackControl:
		return fmt.Sprintf("Costs a second fleet, as large as the one that serves, for %s, also when no bad build is there.",
			counted(service.Deploy.RollbackMinutes, "minute"))
	}
	return ""
}

// percent is a share in percent, without the tail that the multiplication leaves.
func percent(share float64) float64 {
	return float64(int(share*10_000+0.5)) / 100
}

func counted(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "query"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(noun, "y"))
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sentence makes a sentence of a phrase.
func sentence(phrase string) string {
	return strings.ToUpper(phrase[:1]) + phrase[1:] + "."
}

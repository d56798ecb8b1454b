package player

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/live/message"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// Reference is a sensible policy for a shift, written as rules that know nothing of when trouble comes, to hold one's own
// play against. For the flash crowd it is the policy to beat in lesson 2's last exercise; for the cache flush, make room
// and then fill; for the bad deploy, roll back when the page fires. At noon nothing happens, and so does it.
func Reference(shift oncall.Shift) oncall.Plan {
	switch shift.Name {
	case "bad-deploy":
		return oncall.Plan{}.When(oncall.BurnHour.AtLeast(shift.Service.Objective.PageBurn), oncall.Rollback())
	case "flash-crowd":
		return oncall.Plan{}.
			Whenever(oncall.FleetUse.Above(0.85), oncall.Minimum(30), oncall.Shed(1), oncall.Feature(false)).
			Whenever(oncall.FleetUse.Below(0.60), oncall.Minimum(10), oncall.Shed(0), oncall.Feature(true))
	case "cache-flush":
		return oncall.Plan{}.
			Whenever(oncall.CacheHits.Below(0.5), oncall.Feature(false), oncall.Warmup()).
			Whenever(oncall.CacheHits.AtLeast(0.75), oncall.Feature(true))
	}
	return oncall.Plan{}
}

// newReport is the reply to a request for a report: the shift's outcome beside what two other plans come to with the same
// traffic.
func newReport(replay oncall.Replay) ([]byte, error) {
	log, err := replay.Run()
	if err != nil {
		return nil, err
	}
	r := report{log: log, reference: Reference(log.Shift)}
	r.outcomes[0] = log.Outcome()
	for i, plan := range []oncall.Plan{{}, r.reference} {
		drill, err := oncall.Prepare(log.Shift, plan)
		if err != nil {
			return nil, err
		}
		if r.outcomes[i+1], err = drill.Outcome(log.Seed); err != nil {
			return nil, err
		}
	}
	return r.reply(), nil
}

// report is a shift's end.
type report struct {
	log       oncall.Log
	reference oncall.Plan
	outcomes  [3]oncall.Outcome // the log's, of doing nothing, of the reference
}

// measure is a row of the report.
type measure struct {
	name   string
	better int // 1 when more is better, -1 when less is
	of     func(oncall.Outcome) float64
	text   func(oncall.Outcome) string
}

var measures = []measure{
	{"budget left", 1, func(o oncall.Outcome) float64 { return o.Budget },
		func(o oncall.Outcome) string { return shareText(o.Budget) }},
	{"cost of the fleet", -1, func(o oncall.Outcome) float64 { return o.Cost },
		func(o oncall.Outcome) string { return fmt.Sprintf("$%.2f", o.Cost) }},
	{"above the objective", -1, func(o oncall.Outcome) float64 { return float64(o.Above) },
		func(o oncall.Outcome) string { return fmt.Sprintf("%d min", o.Above) }},
	{"worst error rate", -1, func(o oncall.Outcome) float64 { return o.WorstErrors },
		func(o oncall.Outcome) string { return shareText(o.WorstErrors) }},
	{"worst p99", -1, func(o oncall.Outcome) float64 { return o.WorstP99 },
		func(o oncall.Outcome) string { return fmt.Sprintf("%.2f s", o.WorstP99) }},
	{"requests dropped", -1, func(o oncall.Outcome) float64 { return o.Dropped },
		func(o oncall.Outcome) string { return shareText(o.Dropped) }},
	{"the feature on", 1, func(o oncall.Outcome) float64 { return float64(o.Recommendations) },
		func(o oncall.Outcome) string { return fmt.Sprintf("%d min", o.Recommendations) }},
}

func shareText(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }

// paged is when the page fired, as the report says it.
func (r report) paged(o oncall.Outcome) string {
	if o.PagedAt == oncall.Never {
		return "never"
	}
	return r.log.Shift.Clock(o.PagedAt)
}

func (r report) reply() []byte {
	var w message.Writer
	w.Open('{')
	w.Key("columns").Texts([]string{"you", "doing nothing", "the reference"})
	w.Key("reference").Text(r.reference.String())
	w.Key("story").Text(r.log.PostMortem())
	w.Key("rows").Open('[')
	for _, m := range measures {
		var values, texts = make([]float64, 0, 3), make([]string, 0, 3)
		for _, o := range r.outcomes {
			values, texts = append(values, m.of(o)), append(texts, m.text(o))
		}
		w.Open('{')
		w.Key("name").Text(m.name)
		w.Key("texts").Texts(texts)
		w.Key("best").Open('[') // which columns are the best, by their texts: a reader sees no finer difference
		for i := range values {
			w.Bool(best(values, texts, m.better, i))
		}
		w.Close(']')
		w.Close('}')
	}
	w.Open('{')
	w.Key("name").Text("the page fired")
	w.Key("texts").Texts([]string{r.paged(r.outcomes[0]), r.paged(r.outcomes[1]), r.paged(r.outcomes[2])})
	w.Key("best").Open('[')
	w.Close(']')
	w.Close('}')
	w.Close(']')
	w.Close('}')
	return w.Bytes()
}

// best tells whether nobody is better in a measure, and somebody is worse.
func best(values []float64, texts []string, better, i int) bool {
	worse := false
	for j := range values {
		if texts[j] == texts[i] {
			continue
		}
		if float64(better)*values[j] > float64(better)*values[i] {
			return false
		}
		worse = true
	}
	return worse
}

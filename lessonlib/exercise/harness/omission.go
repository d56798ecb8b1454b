package harness

import (
	"context"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// The open loop of exercise 4: what the tool was told to send.
const (
	LogRate   = 500 // requests/s
	LogWindow = 400 * time.Millisecond
)

// logCap is why the tool of exercise 4 did not do what it was told.
const logCap = 5

// Log is what a load tool of the field wrote down of the run of exercise 4: for each request its number, when it was sent
// and when the answer had come. When it was meant to be sent, the tool does not say: Intended is 0.
func Log() []load.Result {
	run, err := logged()
	if err != nil {
		// The parameters are constants; the tests run them.
		return nil
	}
	for i := range run.Results {
		run.Results[i].Intended = 0
	}
	return run.Results
}

// logged is the run of exercise 4 with its intended times: loans of three milliseconds each, asked for every two.
func logged() (load.Run, error) {
	run, _, err := load.Twin{Structure: desk.Indexed, Loan: 3 * time.Millisecond, Cold: true}.Run(context.Background(),
		load.Scenario{ID: "exercise-4", Mix: load.Mix{LoanShare: 1},
			Driver: load.Open{Rate: LogRate, Duration: LogWindow, Cap: logCap}})
	return run, err
}

// Omitted checks exercise 4: p95 of [Log] from the intended send, when request i of [LogRate] a second was meant to be sent
// at i / LogRate.
func Omitted(p95 time.Duration) exercise.Result {
	const name exercise.Name = "Exercise 4"
	run, err := logged()
	if err != nil {
		return name.Nearly("%v.", err)
	}
	m := run.Metrics()
	answer, service := m.Latency.Percentile(0.95).Value, m.Service.Percentile(0.95).Value
	near := func(t time.Duration) bool { return (p95 - t).Abs() <= t/200 }
	switch {
	case p95 == 0:
		return name.Missing("Put a time, such as 3 * time.Millisecond.")
	case p95 < 0:
		return name.Nearly("%v cannot be it: nobody waits less than no time.", p95)
	case near(answer):
		return name.Right("%s, where the tool would show %s: it counts from the send that it was late with.",
			load.Milliseconds(answer), load.Milliseconds(service))
	}
	var done load.Distribution
	for _, r := range run.Results {
		done.Add(r.Done)
	}
	ms := func(t time.Duration) float64 { return float64(t) }
	if hint, ok := exercise.HintFor(ms(p95), []exercise.Mistake{
		{Value: ms(service), Hint: "That counts from the actual send, as the tool does. When was each request meant to be sent?"},
		{Value: ms(m.Lateness.Percentile(0.95).Value), Hint: "That is how late the requests were sent. The customer waits for the answer, too."},
		{Value: ms(done.Percentile(0.95).Value), Hint: "That is Done itself: the log's Intended is 0 for all. Request i was meant for i / LogRate."},
		{Value: ms(m.Latency.Max()), Hint: "That is the longest latency. Of a hundred requests p95 leaves out five."},
		{Value: ms(m.Latency.Mean()), Hint: "That is the mean. p95 is what 95 requests of 100 did not exceed."},
		{Value: ms(m.Latency.Percentile(0.05).Value), Hint: "That is the fifth percentile, from the wrong end."},
		{Value: ms(answer) / 1000, Hint: "A factor of a thousand too small: mind the unit of a time.Duration."},
		{Value: ms(answer) * 1000, Hint: "A factor of a thousand too large: mind the unit of a time.Duration."},
		{Value: ms(answer) / 1_000_000, Hint: "That is the right number of milliseconds as nanoseconds: multiply by time.Millisecond."},
	}); ok {
		return name.Nearly("%s", hint)
	}
	return name.Nearly("%s is not it. Subtract from each Done when its request was meant to be sent, and take p95 of those.",
		load.Milliseconds(p95))
}

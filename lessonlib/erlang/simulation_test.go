package erlang_test

import (
	"context"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"github.com/queuebook/queuebook/lessonlib/erlang/simulation"
	"github.com/queuebook/queuebook/lessonlib/random"
)

// wider makes a 95 % interval one of 99.9 %: Student's t for 39 degrees of freedom is 2.023 and 3.558. Of the 21 intervals below,
// one at 95 % would miss even if all is well.
const wider = 3.558 / 2.0226909

// The simulation takes whoever comes first to the server that is free first, and knows nothing of any formula.
func TestSimulatedQueueTakesAsLongAsTheFormulasSay(t *testing.T) {
	queues := []erlang.Queue{
		{Servers: 1, ArrivalRate: 0.7, ServiceTime: 1},
		{Servers: 4, ArrivalRate: 40, ServiceTime: 0.08},   // 80 % utilised
		{Servers: 16, ArrivalRate: 180, ServiceTime: 0.08}, // 90 % utilised
	}
	if testing.Short() { // more than a million requests each
		queues = queues[:1]
	}
	for _, queue := range queues {
		const enough = 1_400_000 // for p99 of the third; see simulation.Params.Needed
		run, err := simulation.Params{Queue: queue, WarmUp: 20_000, Requests: enough}.Run(context.Background(), random.New(1))
		if err != nil {
			t.Fatal(err)
		}
		quantiles, err := run.Response.Quantiles(0.5, 0.99)
		if err != nil {
			t.Fatal(err)
		}
		theory := figures(t, queue)
		busier := queue // the same queue with 3 % more load: the simulation has to tell the two apart
		busier.ArrivalRate *= 1.03
		wrong := figures(t, busier)
		for i, c := range []struct {
			name string
			got  simulation.Estimate
		}{
			{"share that waits", run.Wait.Tail(0)},
			{"share that waits longer than a service time", run.Wait.Tail(queue.ServiceTime)},
			{"mean wait", run.Wait.Mean()},
			{"share that is answered later than after two service times", run.Response.Tail(2 * queue.ServiceTime)},
			{"mean response time", run.Response.Mean()},
			{"median response time", quantiles[0]},
			{"p99 of the response time", quantiles[1]},
		} {
			low := c.got.Value - wider*(c.got.Value-c.got.Low)
			high := c.got.Value + wider*(c.got.High-c.got.Value)
			t.Logf("%d servers, %s: simulated %.5f (%.5f to %.5f), formula %.5f", queue.Servers, c.name, c.got.Value, low, high, theory[i])
			if !(low <= theory[i] && theory[i] <= high) {
				t.Errorf("%d servers, %s: simulated %.5f (%.5f to %.5f) does not cover %.5f",
					queue.Servers, c.name, c.got.Value, low, high, theory[i])
			}
			if low <= wrong[i] && wrong[i] <= high {
				t.Errorf("%d servers, %s: simulated %.5f (%.5f to %.5f) also covers %.5f of a busier queue; simulate for longer",
					queue.Servers, c.name, c.got.Value, low, high, wrong[i])
			}
		}
	}
}

// figures is what the formulas say, in the order of the table above.
func figures(t *testing.T, queue erlang.Queue) [7]float64 {
	t.Helper()
	response, err := queue.Response()
	if err != nil {
		t.Fatal(err)
	}
	median, err := response.Quantile(0.5)
	if err != nil {
		t.Fatal(err)
	}
	p99, err := response.Quantile(0.99)
	if err != nil {
		t.Fatal(err)
	}
	wait := response.Wait
	return [7]float64{wait.Probability, wait.Tail(queue.ServiceTime), wait.Mean(),
		response.Tail(2 * queue.ServiceTime), response.Mean(), median, p99}
}

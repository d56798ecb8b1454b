package simulation_test

import (
	"context"
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"github.com/queuebook/queuebook/lessonlib/erlang/simulation"
	"github.com/queuebook/queuebook/lessonlib/random"
)

// Three quarters busy: what does the formula say about the slowest hundredth, and what do a quarter of a million requests say?
func Example() {
	queue := erlang.Queue{Servers: 16, ArrivalRate: 150, ServiceTime: 0.08}
	theory, err := queue.Response()
	if err != nil {
		fmt.Println(err)
		return
	}
	exact, err := theory.Quantile(0.99)
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := simulation.Params{Queue: queue, WarmUp: 2_000, Requests: 250_000}.Run(context.Background(), random.New(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	p99, err := run.Response.Quantile(0.99)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("formula    p99 %.0f ms\n", 1000*exact)
	fmt.Printf("simulated  p99 %.0f ms, 95 %% interval %.0f to %.0f\n", 1000*p99.Value, 1000*p99.Low, 1000*p99.High)
	// Output:
	// formula    p99 374 ms
	// simulated  p99 374 ms, 95 % interval 371 to 377
}

// How long must a run be for that interval? It depends on how long the queue remembers.
func ExampleParams_Needed() {
	for _, rate := range []float64{100, 150, 180, 195} {
		queue := erlang.Queue{Servers: 16, ArrivalRate: rate, ServiceTime: 0.08}
		needed, err := simulation.Params{Queue: queue}.Needed(0.01)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%2.0f %% busy: %.0f requests for p99\n", 100*queue.Load()/16, needed)
	}
	// Output:
	// 50 % busy: 32000 requests for p99
	// 75 % busy: 167139 requests for p99
	// 90 % busy: 1367052 requests for p99
	// 98 % busy: 24647013 requests for p99
}

package erlang_test

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/erlang"
)

// Sixteen workers, 54 % utilised: how many requests find all of them busy, and how long do those wait?
func Example() {
	service := erlang.Queue{Servers: 16, ArrivalRate: 116, ServiceTime: 0.0745}
	wait, err := service.Wait()
	if err != nil {
		fmt.Println(err)
		return
	}
	p99, err := wait.Quantile(0.99)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("utilisation        %.0f %%\n", 100*service.Load()/16)
	fmt.Printf("wait at all        %.2f %%\n", 100*wait.Probability)
	fmt.Printf("wait over 20 ms    %.2f %%\n", 100*wait.Tail(0.020))
	fmt.Printf("99 %% wait at most  %.1f ms\n", 1000*p99)
	fmt.Printf("mean wait          %.2f ms\n", 1000*wait.Mean())
	// Output:
	// utilisation        54 %
	// wait at all        1.77 %
	// wait over 20 ms    0.25 %
	// 99 % wait at most  5.8 ms
	// mean wait          0.18 ms
}

// Four telephone lines for a load of two calls: when all lines are busy, the caller hears the busy tone and gives up.
func ExampleB() {
	blocked, err := erlang.B(4, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.1f %% of the callers hear the busy tone\n", 100*blocked)
	// Output:
	// 9.5 % of the callers hear the busy tone
}

// Always 54 % utilised, but ever more workers behind one queue: waiting is not a matter of utilisation alone.
func ExampleC() {
	for _, workers := range []int{1, 4, 16, 64} {
		waiting, err := erlang.C(workers, 0.54*float64(workers))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("workers %2d: %8.5f %% wait\n", workers, 100*waiting)
	}
	// Output:
	// workers  1: 54.00000 % wait
	// workers  4: 21.56270 % wait
	// workers 16:  1.76897 % wait
	// workers 64:  0.00049 % wait
}

// One worker breaks down after the other. The queue copes, and copes, and then does not.
func ExampleWait_Mean() {
	for workers := 12; workers >= 8; workers-- {
		wait, err := erlang.Queue{Servers: workers, ArrivalRate: 116, ServiceTime: 0.0745}.Wait()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("workers %2d: mean wait %.0f ms\n", workers, 1000*wait.Mean())
	}
	// Output:
	// workers 12: mean wait 5 ms
	// workers 11: mean wait 11 ms
	// workers 10: mean wait 31 ms
	// workers  9: mean wait 180 ms
	// workers  8: mean wait +Inf ms
}

// The 99th percentiles of wait and service, added up, are more than that of the sum: who waits longest is seldom who is
// served longest.
func ExampleResponse() {
	for _, rate := range []float64{116, 180, 200, 210} {
		response, err := erlang.Queue{Servers: 16, ArrivalRate: rate, ServiceTime: 0.0745}.Response()
		if err != nil {
			fmt.Println(err)
			return
		}
		exact, err := response.Quantile(0.99)
		if err != nil {
			fmt.Println(err)
			return
		}
		wait, err := response.Wait.Quantile(0.99)
		if err != nil {
			fmt.Println(err)
			return
		}
		sum := response.ServiceTime*math.Log(100) + wait
		fmt.Printf("%.0f requests/s: p99 %.0f ms, and %.0f ms as a sum of two\n", rate, 1000*exact, 1000*sum)
	}
	// Output:
	// 116 requests/s: p99 343 ms, and 349 ms as a sum of two
	// 180 requests/s: p99 360 ms, and 449 ms as a sum of two
	// 200 requests/s: p99 450 ms, and 631 ms as a sum of two
	// 210 requests/s: p99 1036 ms, and 1287 ms as a sum of two
}

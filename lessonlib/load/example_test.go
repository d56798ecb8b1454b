package load_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// The test was green; why is the desk on fire? The same desk, with and without its defect, under four load tests.
func Example() {
	plans := load.Trials()[:8]
	report, err := load.Simulate(context.Background(), load.IO1(), plans, func(p load.Plan) load.Twin {
		return load.SourceTwin(p.Structure)
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range report.Scenarios() {
		fmt.Printf("%-10s  %-9s  %4.0f/s  p95 %-9s  %v\n", row.Scenario, row.Structure, row.Rate,
			load.Milliseconds(row.P95.Value), row.Judgement.Verdict)
	}
	fmt.Println()
	for _, row := range load.Thresholds(report.Scenarios(), load.LessonThresholds()) {
		fmt.Printf("%-5v tells them apart by: %s\n", row.Threshold, strings.Join(row.Separating, ", "))
	}
	// Output:
	// easy        unindexed   999/s  p95 5.55 ms    passes
	// easy        indexed    1000/s  p95 0.10 ms    passes
	// realistic   unindexed   749/s  p95 974.13 ms  fails
	// realistic   indexed    1000/s  p95 0.10 ms    passes
	// closed-22   unindexed   611/s  p95 36.73 ms   fails
	// closed-22   indexed    1100/s  p95 0.10 ms    passes
	// closed-202  unindexed   751/s  p95 102.41 ms  fails
	// closed-202  indexed    1010/s  p95 5.10 ms    passes
	//
	// 2ms   tells them apart by: easy, realistic, closed-22
	// 5ms   tells them apart by: easy, realistic, closed-22
	// 15ms  tells them apart by: realistic, closed-22, closed-202
	// 20ms  tells them apart by: realistic, closed-22, closed-202
	// 30ms  tells them apart by: realistic, closed-22, closed-202
	// 100ms tells them apart by: realistic, closed-202
}

// One overloaded run, two p95s: a cap of fifty requests in flight makes an open loop wait for the desk, and a tool that
// counts from the actual send does not notice.
func ExampleOpen() {
	s := load.Realistic()
	s.Driver = load.Open{Rate: 1000, Duration: 3 * time.Second, Cap: 50}
	run, _, err := load.SourceTwin(desk.Unindexed).Run(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := run.Metrics()
	fmt.Println("from the actual send:  ", m.Service.Percentile(0.95))
	fmt.Println("from the intended send:", m.Latency.Percentile(0.95))
	// Output:
	// from the actual send:   84.11 ms (84.00 to 84.23, 3000 requests)
	// from the intended send: 974.13 ms (966.59 to 983.90, 3000 requests)
}

// Users who think do not ask for more than N / (Z + R).
func ExampleClosed_Theory() {
	for _, response := range []time.Duration{2 * time.Millisecond, 20 * time.Millisecond, 200 * time.Millisecond} {
		few := load.Closed{Users: 22, Think: 20 * time.Millisecond}
		many := load.Closed{Users: 202, Think: 200 * time.Millisecond}
		fmt.Printf("R = %v: %.0f/s and %.0f/s\n", response, few.Theory(response), many.Theory(response))
	}
	// Output:
	// R = 2ms: 1000/s and 1000/s
	// R = 20ms: 550/s and 918/s
	// R = 200ms: 100/s and 505/s
}

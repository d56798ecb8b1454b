package server

import (
	"fmt"
	"strings"
)

// metrics gives the counters and the queue's length in the Prometheus text exposition format, version 0.0.4.
func (w *worker) metrics() string {
	c := w.counters.Load()
	var b strings.Builder
	family := func(name, kind, help string) { fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind) }
	family("desk_requests_total", "counter", "Requests answered, by path.")
	fmt.Fprintf(&b, "desk_requests_total{path=\"search\"} %d\ndesk_requests_total{path=\"loan\"} %d\n", c.Searches, c.Loans)
	family("desk_service_seconds_total", "counter", "Time the worker spent on answered requests, by path.")
	fmt.Fprintf(&b, "desk_service_seconds_total{path=\"search\"} %.9f\ndesk_service_seconds_total{path=\"loan\"} %.9f\n",
		c.SearchTime.Seconds(), c.LoanTime.Seconds())
	family("desk_rows", "gauge", "Rows in the table of loans.")
	fmt.Fprintf(&b, "desk_rows %d\n", c.Rows)
	family("desk_scan_steps_total", "counter", "Rows looked at to count members' loans.")
	fmt.Fprintf(&b, "desk_scan_steps_total %d\n", c.ScanSteps)
	family("desk_queue_length", "gauge", "Requests that wait for the worker.")
	fmt.Fprintf(&b, "desk_queue_length %d\n", len(w.jobs))
	return b.String()
}

package k6

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/queuebook/queuebook/lessonlib/load"
)

// maxSummary is the size, in bytes, of the largest summary that is read.
const maxSummary = 16 << 20

// Summary is what a k6 summary says of a run. K6 counts latency from the actual send, and knows nothing of what it was late.
type Summary struct {
	Requests int           // http_reqs
	Rate     float64       // http_reqs per second of the whole run, requests/s
	Failed   int           // of the requests, from http_req_failed
	Dropped  int           // iterations that k6 did not start because no virtual user was free
	P95      time.Duration // http_req_duration
}

// ReadSummary reads a summary as k6 writes it with --summary-export, or as a script's handleSummary gets it.
func ReadSummary(r io.Reader) (Summary, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSummary+1))
	if err != nil {
		return Summary{}, fmt.Errorf("k6: reading the summary: %w", err)
	}
	if len(data) > maxSummary {
		return Summary{}, fmt.Errorf("k6: the summary has more than %d bytes; is it the output of --out json? "+
			"Use --summary-export", maxSummary)
	}
	var file struct {
		Metrics map[string]json.RawMessage `json:"metrics"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&file); err != nil {
		return Summary{}, fmt.Errorf("k6: the summary is not the JSON of --summary-export: %w", err)
	}
	if len(file.Metrics) == 0 {
		return Summary{}, fmt.Errorf("k6: the summary has no metrics; write it with k6 run --summary-export=summary.json")
	}
	m := metrics{raw: file.Metrics}
	s := Summary{
		Requests: m.count("http_reqs", "count"),
		Rate:     m.value("http_reqs", "rate", true),
		P95:      m.duration("http_req_duration", "p(95)"),
		Dropped:  m.optional("dropped_iterations", "count"),
	}
	share := m.value("http_req_failed", failedName(m), false)
	switch {
	case m.err != nil:
		return Summary{}, m.err
	case share > 1:
		return Summary{}, fmt.Errorf("k6: the metric http_req_failed is %g; a share is between 0 and 1", share)
	}
	s.Failed = int(math.Round(float64(share * float64(s.Requests))))
	return s, nil
}

// failedName is what the share of failed requests is called: --summary-export says value, handleSummary rate.
func failedName(m metrics) string {
	if _, ok := m.values("http_req_failed")["rate"]; ok {
		return "rate"
	}
	return "value"
}

// metrics reads numbers from a summary and keeps the first error.
type metrics struct {
	raw map[string]json.RawMessage
	err error
}

// values gives the numbers of a metric: the export has them in the metric itself, handleSummary under "values".
func (m metrics) values(metric string) map[string]any {
	var outer map[string]any
	if json.Unmarshal(m.raw[metric], &outer) != nil {
		return nil
	}
	if inner, ok := outer["values"].(map[string]any); ok {
		return inner
	}
	return outer
}

// value gives a number of at least 0.
func (m *metrics) value(metric, name string, needed bool) float64 {
	x, ok := m.values(metric)[name].(float64)
	switch {
	case !ok && !needed:
		return 0
	case !ok && m.err == nil:
		m.err = fmt.Errorf("k6: the summary has no number %q in the metric %s", name, metric)
	case ok && x < 0 && m.err == nil:
		m.err = fmt.Errorf("k6: %q in the metric %s is %g; it cannot be negative", name, metric, x)
	}
	return x
}

func (m *metrics) count(metric, name string) int {
	x := m.value(metric, name, true)
	if x > load.MaxRequests && m.err == nil {
		m.err = fmt.Errorf("k6: %q in the metric %s is %g; at most %d requests are taken in", name, metric, x, load.MaxRequests)
	}
	return int(min(x, load.MaxRequests))
}

func (m *metrics) optional(metric, name string) int {
	if _, ok := m.raw[metric]; !ok {
		return 0
	}
	return m.count(metric, name)
}

func (m *metrics) duration(metric, name string) time.Duration {
	ms := m.value(metric, name, true)
	if limit := float64(24*time.Hour) / float64(time.Millisecond); ms > limit && m.err == nil {
		m.err = fmt.Errorf("k6: %q in the metric %s is %g ms; at most a day is taken in", name, metric, ms)
		return 0
	}
	return time.Duration(math.Round(float64(ms * float64(time.Millisecond))))
}

// Row is the summary's line of the lesson's scenario table. Its p95 has no interval, since a summary has no samples, and
// leaves out failed requests' latency as k6 counted it; dropped iterations count as failed.
func (s Summary) Row(scenario load.Scenario, structure string, g load.Goal) load.ScenarioRow {
	row := load.ScenarioRow{
		Scenario: scenario.ID, LoanShare: scenario.Mix.LoanShare, Structure: structure,
		Rate:     s.Rate,
		P95:      load.Percentile{P: 0.95, Value: s.P95, Count: s.Requests},
		Service:  load.Percentile{P: 0.95, Value: s.P95, Count: s.Requests},
		Requests: s.Requests + s.Dropped,
		Failed:   s.Failed + s.Dropped,
		Attempts: 1,
	}
	if scenario.Driver != nil {
		row.Loop = scenario.Driver.String()
	}
	if row.Failed > 0 {
		row.Failures = fmt.Sprintf("%d failed, %d dropped unsent", s.Failed, s.Dropped)
	}
	row.Judgement = g.JudgeSummary(row.P95, row.Requests, row.Failed, row.Failures)
	return row
}

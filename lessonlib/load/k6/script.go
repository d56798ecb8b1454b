// Package k6 takes a scenario out to k6, a load tool of the field, and brings its summary back.
//
// [Script] writes a scenario as a k6 script: the same requests in the same order, the same goal as thresholds. For more
// than one machine k6's operator runs that same script. [ReadSummary] reads what `k6 run --summary-export` wrote, or a
// script's handleSummary, into a line of the lesson's scenario table.
package k6

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/template"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// DefaultVUs is the number of virtual users that k6 keeps ready for an open scenario without a cap. An open loop needs one
// for every request in flight: with fewer, k6 drops iterations, and the open loop is a closed one in disguise.
const DefaultVUs = 1000

// Script writes the scenario as a k6 script that sends to the service at url and has the goal as its thresholds. An open
// driver becomes constant-arrival-rate with Cap virtual users (DefaultVUs without one), a closed driver constant-vus with
// sleep. K6 has no batches and cannot send late instead of dropping: a driver with Batch, or with Cap and load.Wait, is an
// error.
func Script(w io.Writer, s load.Scenario, url string, g load.Goal) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if err := g.Validate(); err != nil {
		return err
	}
	options := map[string]any{
		"thresholds": map[string][]string{
			"http_req_duration": {fmt.Sprintf("p(%g)<=%g", float64(100*g.Percentile), milliseconds(g.Within))},
			"http_req_failed":   {fmt.Sprintf("rate<=%g", g.Failed)},
		},
		"summaryTrendStats": []string{"avg", "min", "med", "max", "p(90)", fmt.Sprintf("p(%g)", float64(100*g.Percentile)),
			"count"},
	}
	data := map[string]any{
		"ID": s.ID, "Loop": s.Driver.String(), "Order": s.Mix.Order.String(), "Share": s.Mix.Millionths(), "Seed": s.Mix.Seed,
		"Members": desk.Members, "Books": desk.Books, "Think": 0.0, "Spread": false, "Users": 0,
	}
	executor, err := executor(s.Driver)
	if err != nil {
		return err
	}
	options["scenarios"] = map[string]any{"desk": executor}
	if c, ok := s.Driver.(load.Closed); ok {
		data["Think"], data["Spread"], data["Users"] = c.Think.Seconds(), c.Start == load.Spread, c.Users
	}
	for name, value := range map[string]any{"Options": options, "URL": strings.TrimSuffix(url, "/")} {
		var text strings.Builder
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false) // the script is no web page
		enc.SetIndent("", "  ")
		if err := enc.Encode(value); err != nil {
			return fmt.Errorf("k6: %w", err)
		}
		data[name] = strings.TrimSuffix(text.String(), "\n")
	}
	data["ID"] = strings.Join(strings.Fields(s.ID), " ") // one line, whatever the id is: it stands in a comment
	if err := script.Execute(w, data); err != nil {
		return fmt.Errorf("k6: %w", err)
	}
	return nil
}

// executor gives the settings of the k6 executor that does what the driver does.
func executor(d load.Driver) (map[string]any, error) {
	switch d := d.(type) {
	case load.Open:
		switch {
		case d.Batch > 0:
			return nil, fmt.Errorf("k6: Batch is %v; k6 does not send in batches: set it to 0", d.Batch)
		case d.Cap > 0 && d.Full != load.Drop:
			return nil, fmt.Errorf("k6: Cap is %d with load.Wait; k6 drops what it cannot send: use load.Drop", d.Cap)
		}
		vus := d.Cap
		if vus == 0 {
			vus = min(DefaultVUs, d.Requests())
		}
		// K6 takes whole rates; a thousand seconds make one of any rate in thousandths.
		rate, unit := d.Rate, "1s"
		if rate != float64(int(rate)) {
			rate, unit = float64(int(float64(rate*1000)+0.5)), "1000s"
		}
		if rate < 1 {
			return nil, fmt.Errorf("k6: Rate is %g; k6 needs at least 0.001 requests/s", d.Rate)
		}
		return map[string]any{
			"executor": "constant-arrival-rate", "rate": int(rate), "timeUnit": unit, "duration": duration(d.Duration),
			"preAllocatedVUs": vus, "maxVUs": vus, "gracefulStop": duration(load.DefaultDrain),
		}, nil
	case load.Closed:
		return map[string]any{
			"executor": "constant-vus", "vus": d.Users, "duration": duration(d.Duration),
			"gracefulStop": duration(load.DefaultDrain),
		}, nil
	}
	return nil, fmt.Errorf("k6: a driver of type %T has no counterpart", d)
}

func duration(d time.Duration) string { return fmt.Sprintf("%gms", milliseconds(d)) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

var script = template.Must(template.New("script").Parse(`// {{.ID}} ({{.Loop}}, {{.Order}} order), as queuebook runs it.
//
//   k6 run --summary-export=summary.json script.js
//
// BASE_URL chooses another service: k6 run -e BASE_URL=http://127.0.0.1:8080 script.js
import http from 'k6/http';
import exec from 'k6/execution';
{{- if .Think}}
import { sleep } from 'k6';
{{- end}}

export const options = {{.Options}};

const base = __ENV.BASE_URL || {{.URL}};
const share = {{.Share}}; // of loans, in millionths

// isLoan says whether request i of the test is a loan.
function isLoan(i) {
{{- if eq .Order "clumped"}}
  return ((9973 * i) % 1000) * 1000 < share;
{{- else if eq .Order "even"}}
  return Math.floor(((i + 1) * share) / 1e6) > Math.floor((i * share) / 1e6);
{{- else}}
  // mulberry32's draw number i: its state is a counter
  const state = ({{.Seed}} + Math.imul(i + 1, 0x6d2b79f5)) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return (((t ^ (t >>> 14)) >>> 0) / 4294967296) * 1e6 < share;
{{- end}}
}

export default function () {
{{- if .Spread}}
  if (exec.vu.iterationInScenario === 0) {
    sleep(({{.Think}} * (exec.vu.idInTest - 1)) / {{.Users}});
  }
{{- end}}
  const i = exec.scenario.iterationInTest;
  if (isLoan(i)) {
    http.post(base + '/loan?member=U-' + (i % {{.Members}}), null, { tags: { name: 'loan' } });
  } else {
    http.get(base + '/search?book=K-' + (i % {{.Books}}), { tags: { name: 'search' } });
  }
{{- if .Think}}
  sleep({{.Think}});
{{- end}}
}
`))

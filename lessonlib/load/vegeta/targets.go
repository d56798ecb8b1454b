// Package vegeta takes a scenario out to vegeta, a load tool of the field, and brings its results back.
//
// [Targets] writes a scenario's requests as a targets file, [Command] says how to attack with it, and [Read] reads what
// `vegeta attack` wrote, or `vegeta encode` made of it, as a run like the lesson's own.
package vegeta

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/load"
)

// Targets writes the scenario's requests, in its order, to the service at url, in vegeta's HTTP format: one line each.
// Vegeta has no users who think and no batches: a closed driver, and one with Batch or load.Drop, is an error.
func Targets(w io.Writer, s load.Scenario, url string) error {
	open, err := openDriver(s)
	if err != nil {
		return err
	}
	url = strings.TrimSuffix(url, "/")
	if strings.ContainsAny(url, " \t\r\n") {
		return fmt.Errorf("vegeta: the URL %q has blanks; a targets file has one target a line", url)
	}
	lines := bufio.NewWriter(w)
	for i, path := range s.Mix.Paths(open.Requests()) {
		if _, err := fmt.Fprintf(lines, "%s %s%s\n", path.Method(), url, path.Target(i)); err != nil {
			return fmt.Errorf("vegeta: writing targets: %w", err)
		}
	}
	if err := lines.Flush(); err != nil {
		return fmt.Errorf("vegeta: writing targets: %w", err)
	}
	return nil
}

// Command is the command that attacks with a file of [Targets] and writes its results to another. An open loop needs as
// many workers as there are requests in flight; with a Cap it gets that many, and sends late when they are busy.
func Command(s load.Scenario, targets, results string) ([]string, error) {
	open, err := openDriver(s)
	if err != nil {
		return nil, err
	}
	// Vegeta takes whole rates; a thousand seconds make one of any rate in thousandths.
	rate := fmt.Sprintf("%d/1s", int(open.Rate))
	if open.Rate != float64(int(open.Rate)) {
		rate = fmt.Sprintf("%d/1000s", int(float64(open.Rate*1000)+0.5))
	}
	workers := open.Requests()
	if open.Cap > 0 {
		workers = open.Cap
	}
	return []string{"vegeta", "attack", "-targets=" + targets, "-output=" + results, "-rate=" + rate,
		"-duration=" + open.Duration.String(), fmt.Sprintf("-max-workers=%d", workers), fmt.Sprintf("-connections=%d", workers),
		"-timeout=" + load.DefaultDrain.String()}, nil
}

func openDriver(s load.Scenario) (load.Open, error) {
	if err := s.Validate(); err != nil {
		return load.Open{}, err
	}
	open, ok := s.Driver.(load.Open)
	switch {
	case !ok:
		return load.Open{}, fmt.Errorf("vegeta: %s is %v; vegeta has no users who wait and think: export it to k6", s.ID, s.Driver)
	case open.Batch > 0:
		return load.Open{}, fmt.Errorf("vegeta: Batch is %v; vegeta does not send in batches: set it to 0", open.Batch)
	case open.Cap > 0 && open.Full == load.Drop:
		return load.Open{}, fmt.Errorf("vegeta: Cap is %d with load.Drop; vegeta sends late what it cannot send: use load.Wait",
			open.Cap)
	}
	return open, nil
}

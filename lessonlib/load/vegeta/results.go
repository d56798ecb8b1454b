package vegeta

import (
	"bufio"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/queuebook/queuebook/lessonlib/load"
)

// maxResults is the size, in bytes, of the largest file of results that is read.
const maxResults = 1 << 30

// maxSpan is the longest attack that is read.
const maxSpan = 24 * time.Hour

// result is one request as vegeta records it: the fields of its lib.Result that a run needs, under the names by which gob
// and JSON know them. Gob leaves out fields that are not here.
type result struct {
	Seq       uint64        `json:"seq"`
	Code      uint16        `json:"code"`
	Timestamp time.Time     `json:"timestamp"`
	Latency   time.Duration `json:"latency"`
	Error     string        `json:"error"`
	URL       string        `json:"url"`
}

// ErrNoResults is in the chain of the error for a file without a single result.
var ErrNoResults = errors.New("no results")

// Read reads the results of an attack with the scenario's [Targets]: vegeta's own binary form, or the JSON or the CSV of
// `vegeta encode`, told apart by their first byte. Vegeta counts latency from the actual send; with an open driver Read
// puts the intended send beside it, at Seq / Rate after the first one, so that what vegeta was late shows.
func Read(r io.Reader, s load.Scenario) (load.Run, error) {
	if err := s.Validate(); err != nil {
		return load.Run{}, err
	}
	limited := &io.LimitedReader{R: r, N: maxResults}
	results, err := decode(bufio.NewReader(limited))
	switch {
	case limited.N <= 0:
		return load.Run{}, fmt.Errorf("vegeta: the results have more than %d bytes; split them", maxResults)
	case err != nil:
		return load.Run{}, fmt.Errorf("vegeta: result %d cannot be read: %w", len(results)+1, err)
	case len(results) == 0:
		return load.Run{}, fmt.Errorf("vegeta: %w; write them with vegeta attack -output=results.bin", ErrNoResults)
	}
	run := load.Run{Scenario: s.ID, Loop: s.Driver.String() + ", by vegeta", LoanShare: s.Mix.LoanShare,
		Window: s.Driver.Window()}
	slices.SortStableFunc(results, func(a, b result) int { return a.Timestamp.Compare(b.Timestamp) })
	start := results[0].Timestamp
	for i, r := range results {
		if err := r.check(start); err != nil {
			return load.Run{}, fmt.Errorf("vegeta: result with seq %d: %w", results[i].Seq, err)
		}
		run.Results = append(run.Results, r.asLoad(start, s.Driver))
		run.Elapsed = max(run.Elapsed, run.Results[i].Done)
	}
	slices.SortStableFunc(run.Results, func(a, b load.Result) int { return a.Seq - b.Seq })
	return run, nil
}

func (r result) check(start time.Time) error {
	switch {
	case r.Seq >= load.MaxRequests:
		return fmt.Errorf("seq must be below %d", load.MaxRequests)
	case r.Code > 999:
		return fmt.Errorf("status %d; at most 999", r.Code)
	case r.Latency < 0 || r.Latency > maxSpan:
		return fmt.Errorf("latency %v; between 0 and %v", r.Latency, maxSpan)
	case r.Timestamp.Sub(start) > maxSpan:
		return fmt.Errorf("sent %v after the first; at most %v", r.Timestamp.Sub(start), maxSpan)
	}
	return nil
}

// asLoad gives the result as one of the lesson's.
func (r result) asLoad(start time.Time, d load.Driver) load.Result {
	sent := r.Timestamp.Sub(start)
	result := load.Result{Seq: int(r.Seq), Intended: sent, Sent: sent, Done: sent + r.Latency, Status: int(r.Code),
		Error: r.Error}
	if open, ok := d.(load.Open); ok {
		// Vegeta's clock for the first request starts when that is sent: nothing is early.
		result.Intended = min(open.Intended(result.Seq), sent)
	}
	if u, err := url.Parse(r.URL); err == nil && strings.HasSuffix(u.Path, "/loan") {
		result.Path = load.Loan
	}
	switch {
	case r.Code >= 200 && r.Code <= 299 && r.Error == "":
		result.Outcome = load.Answered
	case r.Code >= 100:
		result.Outcome = load.BadStatus
	case strings.Contains(r.Error, "Client.Timeout") || strings.Contains(r.Error, "deadline exceeded"):
		result.Outcome = load.TimedOut
	case strings.Contains(r.Error, "dial "):
		result.Outcome = load.Unreachable
	default:
		result.Outcome = load.Broken
	}
	if result.Outcome != load.Answered && result.Error == "" {
		result.Error = fmt.Sprintf("status %d", r.Code)
	}
	return result
}

// decode reads results until the end of the file, or the first that is damaged.
func decode(r *bufio.Reader) ([]result, error) {
	first, err := r.Peek(1)
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var next func(*result) error
	switch c := first[0]; {
	case c == '{':
		dec := json.NewDecoder(r)
		next = func(r *result) error { return dec.Decode(r) }
	case c >= '0' && c <= '9': // gob starts with the length of a type's description, which has more than 57 bytes
		next = csvDecoder(r)
	default:
		dec := gob.NewDecoder(r)
		next = func(r *result) error { return dec.Decode(r) }
	}
	var results []result
	for {
		var r result
		switch err := next(&r); {
		case errors.Is(err, io.EOF):
			return results, nil
		case err != nil:
			return results, err
		case len(results) == load.MaxRequests:
			return results, fmt.Errorf("at most %d are taken in", load.MaxRequests)
		}
		results = append(results, r)
	}
}

// The columns of vegeta's CSV.
const (
	columnTime = iota // nanoseconds since 1970
	columnCode
	columnLatency // nanoseconds
	columnBytesOut
	columnBytesIn
	columnError
	columnBody
	columnAttack
	columnSeq
	columnMethod
	columnURL
	columnHeaders
	columns
)

func csvDecoder(r io.Reader) func(*result) error {
	dec := csv.NewReader(r)
	dec.FieldsPerRecord = columns
	dec.ReuseRecord = true
	return func(r *result) error {
		record, err := dec.Read()
		if err != nil {
			return err
		}
		at, err := strconv.ParseInt(record[columnTime], 10, 64)
		if err != nil {
			return err
		}
		code, err := strconv.ParseUint(record[columnCode], 10, 16)
		if err != nil {
			return err
		}
		latency, err := strconv.ParseInt(record[columnLatency], 10, 64)
		if err != nil {
			return err
		}
		if r.Seq, err = strconv.ParseUint(record[columnSeq], 10, 64); err != nil {
			return err
		}
		r.Timestamp, r.Code, r.Latency = time.Unix(0, at), uint16(code), time.Duration(latency)
		r.Error, r.URL = strings.Clone(record[columnError]), strings.Clone(record[columnURL])
		return nil
	}
}

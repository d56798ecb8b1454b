package vegeta

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/load"
)

// small is the scenario of the files in testdata: vegeta v12.12.0, 20 requests at 40/s to an indexed desk of 1,000 rows, with
// ten targets of the realistic mix and one path that the desk does not have.
func small() load.Scenario {
	return load.Scenario{ID: "small", Mix: load.Mix{LoanShare: 0.5},
		Driver: load.Open{Rate: 40, Duration: 500 * time.Millisecond}}
}

func read(t *testing.T, name string) load.Run {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	run, err := Read(file, small())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return run
}

func TestResultsOfVegeta(t *testing.T) {
	run := read(t, "small.bin")
	m := run.Metrics()
	// Request 10 is the one to a path that is not there.
	if m.Requests != 20 || m.Outcomes[load.Answered] != 19 || m.Outcomes[load.BadStatus] != 1 || run.Results[10].Status != 404 {
		t.Errorf("%d requests, %d answered, %s, request 10 has status %d; want 20, 19, one error, 404", m.Requests,
			m.Outcomes[load.Answered], m.Failures(), run.Results[10].Status)
	}
	for i, r := range run.Results {
		if r.Seq != i || r.Intended != time.Duration(i)*25*time.Millisecond && r.Intended != r.Sent || r.Lateness() < 0 {
			t.Errorf("request %d has number %d and was meant to be sent at %v, sent at %v; 40 a second are 25 ms apart", i,
				r.Seq, r.Intended, r.Sent)
		}
		if i < 10 && r.Path != (map[bool]load.Path{true: load.Loan, false: load.Search}[9973*i%1000 < 500]) {
			t.Errorf("request %d is a %v", i, r.Path)
		}
	}
	if run.Row("indexed", load.IO1()).Requests != 20 {
		t.Error("the run makes no line of the scenario table")
	}
	for _, name := range []string{"small.json", "small.csv"} {
		if diff := cmp.Diff(run, read(t, name)); diff != "" {
			t.Errorf("%s says something else than small.bin:\n%s", name, diff)
		}
	}
}

func TestDamagedResults(t *testing.T) {
	whole, err := os.ReadFile(filepath.Join("testdata", "small.bin"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, data, want string }{
		{"an empty file", "", "no results"},
		{"the binary form, cut off", string(whole[:len(whole)-5]), "result 20 cannot be read"},
		{"text", "not a result\n", "result 1 cannot be read"},
		{"JSON, cut off", `{"seq":1,"code":200`, "result 1 cannot be read"},
		{"CSV with a column too few", "1,200,3,0,0,,,,1,GET,/\n", "result 1 cannot be read"},
		{"CSV with a status that is no number", "1,ok,3,0,0,,,,1,GET,/,\n", "result 1 cannot be read"},
		{"a negative latency", `{"latency":-1}`, "latency"},
		{"a latency of a year", `{"latency":31536000000000000}`, "latency"},
		{"a status beyond three digits", `{"code":1000}`, "status 1000"},
		{"a number beyond all runs", `{"seq":18446744073709551615}`, "seq"},
		{"an attack of a century", `{"timestamp":"1926-01-01T00:00:00Z"}{"timestamp":"2026-01-01T00:00:00Z"}`, "after the first"},
	} {
		if _, err := Read(strings.NewReader(c.data), small()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want it to say %q", c.what, err, c.want)
		}
	}
	if _, err := Read(strings.NewReader(""), small()); !errors.Is(err, ErrNoResults) {
		t.Errorf("no results: %v", err)
	}
}

func TestTargets(t *testing.T) {
	var b strings.Builder
	if err := Targets(&b, small(), "http://127.0.0.1:8080/"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	// (9973 i) mod 1000 is 0, 973, 946, 919, ...: request 0 is a loan, and request 1 is a search.
	if len(lines) != 21 || lines[0] != "POST http://127.0.0.1:8080/loan?member=U-0" ||
		lines[1] != "GET http://127.0.0.1:8080/search?book=K-1" {
		t.Errorf("%d lines, the first two %q; want 20 requests", len(lines)-1, lines[:2])
	}
	if loans := strings.Count(b.String(), "POST"); loans != small().Mix.Loans(20) {
		t.Errorf("%d loans, want %d", loans, small().Mix.Loans(20))
	}
}

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		what   string
		driver load.Driver
		want   string
	}{
		{"a whole rate", load.Open{Rate: 1000, Duration: 3 * time.Second}, "-rate=1000/1s -duration=3s -max-workers=3000"},
		{"a rate with a fraction", load.Open{Rate: 0.5, Duration: 20 * time.Second}, "-rate=500/1000s"},
		{"a cap", load.Open{Rate: 1000, Duration: time.Second, Cap: 50}, "-max-workers=50"},
	} {
		s := small()
		s.Driver = c.driver
		if command, err := Command(s, "t", "r"); err != nil || !strings.Contains(strings.Join(command, " "), c.want) {
			t.Errorf("%s: %v, %v; want %q in it", c.what, command, err, c.want)
		}
	}
}

func TestWhatVegetaCannotDo(t *testing.T) {
	for _, c := range []struct {
		what   string
		driver load.Driver
		want   string
	}{
		{"users who think", load.Closed{Users: 2, Duration: time.Second}, "k6"},
		{"batches", load.Open{Rate: 10, Duration: time.Second, Batch: time.Millisecond}, "Batch"},
		{"dropping", load.Open{Rate: 10, Duration: time.Second, Cap: 1, Full: load.Drop}, "load.Wait"},
		{"a bad rate", load.Open{Duration: time.Second}, "Rate"},
		{"no driver", nil, "Driver"},
	} {
		s := small()
		s.Driver = c.driver
		if err := Targets(&bytes.Buffer{}, s, "http://127.0.0.1"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want it to say %q", c.what, err, c.want)
		}
	}
	if err := Targets(&bytes.Buffer{}, small(), "http://a\nDELETE http://b"); err == nil {
		t.Error("a URL with a second line is written")
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"small.bin", "small.json", "small.csv"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		run, err := Read(bytes.NewReader(data), small())
		if err != nil {
			return
		}
		if len(run.Results) == 0 {
			t.Fatal("neither results nor an error")
		}
		for _, r := range run.Results {
			if r.Latency() < 0 || r.Lateness() < 0 || r.Sent < 0 || r.Service() < 0 {
				t.Fatalf("a time is negative: %+v", r)
			}
		}
		run.Row("indexed", load.IO1())
	})
}

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// newDesk is a desk without a network.
func newDesk(t *testing.T, o desk.Options) (handler, *store) {
	t.Helper()
	s, err := openStore(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	w := startWorker(ctx, s, o.Structure)
	t.Cleanup(func() {
		stop()
		<-w.done
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	return handler{w}, s
}

func ask(h http.Handler, method, target string, change ...func(*http.Request)) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestRefusals(t *testing.T) {
	h, _ := newDesk(t, desk.Options{Rows: 1000})
	long := func(r *http.Request) { r.Header.Set("Cookie", strings.Repeat("c", maxHeader)) }
	body := func(r *http.Request) { r.ContentLength = maxBody + 1 }
	for _, c := range []struct {
		what, method, target string
		change               func(*http.Request)
		want                 int
	}{
		{"an unknown path", "GET", "/loans", nil, 404},
		{"the root", "GET", "/", nil, 404},
		{"a path below one", "GET", "/search/K-1", nil, 404},
		{"a search by POST", "POST", "/search?book=K-1", nil, 405},
		{"a loan by PUT", "PUT", "/loan?member=U-1", nil, 405},
		{"counters by DELETE", "DELETE", "/counters", nil, 405},
		{"metrics by POST", "POST", "/metrics", nil, 405},
		{"health by POST", "POST", "/healthz", nil, 405},
		{"no book", "GET", "/search", nil, 400},
		{"another parameter", "GET", "/search?books=K-1", nil, 400},
		{"two books", "GET", "/search?book=K-1&book=K-2", nil, 400},
		{"one parameter too many", "GET", "/search?book=K-1&day=3", nil, 400},
		{"a book without its letter", "GET", "/search?book=1", nil, 400},
		{"a book without a number", "GET", "/search?book=K-", nil, 400},
		{"a book with more than a number", "GET", "/search?book=K-1'--", nil, 400},
		{"a number too long", "GET", "/search?book=K-1234567890", nil, 400},
		{"a negative number", "POST", "/loan?member=U--1", nil, 400},
		{"a member at the wrong place", "POST", "/loan?book=K-1", nil, 400},
		{"a query that cannot be read", "POST", "/loan?member=%zz", nil, 400},
		{"a URL too long", "GET", "/search?book=K-" + strings.Repeat("1", maxURL), nil, 414},
		{"a header too long", "POST", "/loan?member=U-1", long, 431},
		{"a body too long", "POST", "/loan?member=U-1", body, 413},
	} {
		if c.change == nil {
			c.change = func(*http.Request) {}
		}
		r := ask(h, c.method, c.target, c.change)
		var answer struct{ Error string }
		if err := json.NewDecoder(r.Body).Decode(&answer); err != nil || answer.Error == "" ||
			r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: the error is not in JSON: %v", c.what, err)
		}
		if r.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d: %s", c.what, r.StatusCode, c.want, answer.Error)
		}
		if allowed := r.Header.Get("Allow"); (c.want == 405) != (allowed != "") {
			t.Errorf("%s: Allow is %q", c.what, allowed)
		}
	}
	if c := *h.worker.counters.Load(); c != (desk.Counters{Rows: 1000}) {
		t.Errorf("after refusals alone the counters are %+v", c)
	}
}

func TestAnswers(t *testing.T) {
	h, s := newDesk(t, desk.Options{Rows: 1000})
	// Books come round after 9,000 rows; these seven stand for a longer table.
	for i := range 7 {
		if _, err := s.conn.ExecContext(t.Context(), "INSERT INTO loans VALUES (?, 'U-3', 'K-8000', 1)", 5000+i); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ what, method, target, want string }{
		{"row 401 is a loan of K-401 on day 401 mod 400", "GET", "/search?book=K-401",
			`{"book":"K-401","loans":[{"id":401,"member":"U-401","day":1}]}`},
		{"five of seven loans", "GET", "/search?book=K-8000", `{"book":"K-8000","loans":[{"id":5000,"member":"U-3","day":1},` +
			`{"id":5001,"member":"U-3","day":1},{"id":5002,"member":"U-3","day":1},{"id":5003,"member":"U-3","day":1},` +
			`{"id":5004,"member":"U-3","day":1}]}`},
		{"a book that nobody lent", "GET", "/search?book=K-9000", `{"book":"K-9000","loans":[]}`},
		{"rows 3 and 503 of 1,000, and the seven", "POST", "/loan?member=U-3", `{"before":9,"member":"U-3"}`},
		{"five more after that loan; GET will do", "GET", "/loan?member=U-3", `{"before":14,"member":"U-3"}`},
		{"a member who is new", "POST", "/loan?member=U-500", `{"before":0,"member":"U-500"}`},
		{"the loans' books count on from row 1,000", "GET", "/search?book=K-1000",
			`{"book":"K-1000","loans":[{"id":1000,"member":"U-3","day":200}]}`},
		{"health", "GET", "/healthz", `{"status":"ok"}`},
	} {
		r := ask(h, c.method, c.target)
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != 200 || strings.TrimSpace(string(body)) != c.want {
			t.Errorf("%s: %d %s, want %s", c.what, r.StatusCode, body, c.want)
		}
	}
	c := *h.worker.counters.Load()
	// Three loans scan 1,000, 1,005 and 1,010 rows.
	if c.Searches != 4 || c.Loans != 3 || c.Rows != 1015 || c.ScanSteps != 3015 {
		t.Errorf("counters %+v; want 4 searches, 3 loans, 1015 rows, 3015 scan steps", c)
	}
	metrics, _ := io.ReadAll(ask(h, "GET", "/metrics").Body)
	for _, line := range []string{`desk_requests_total{path="loan"} 3`, `desk_requests_total{path="search"} 4`,
		"desk_rows 1015", "desk_scan_steps_total 3015", "desk_queue_length 0", "# TYPE desk_rows gauge"} {
		if !strings.Contains(string(metrics), line+"\n") {
			t.Errorf("the metrics lack the line %q", line)
		}
	}
}

// However many ask at a time, no row is lost and no scan counted twice.
func TestLoansAtATime(t *testing.T) {
	for _, structure := range []desk.Structure{desk.Unindexed, desk.Indexed} {
		h, s := newDesk(t, desk.Options{Rows: 100, Structure: structure})
		var wg sync.WaitGroup
		for i := range 40 {
			wg.Go(func() {
				for range 5 {
					if r := ask(h, "POST", fmt.Sprintf("/loan?member=U-%d", i)); r.StatusCode != 200 {
						t.Errorf("status %d", r.StatusCode)
					}
				}
			})
		}
		wg.Wait()
		c := *h.worker.counters.Load()
		if want := structure.TotalScanSteps(100, 200); c.Loans != 200 || c.Rows != 1100 || c.ScanSteps != want {
			t.Errorf("%v: counters %+v; want 200 loans, 1100 rows, %d scan steps", structure, c, want)
		}
		var rows int64
		if err := s.conn.QueryRowContext(t.Context(), "SELECT count(*) FROM loans").Scan(&rows); err != nil || rows != 1100 {
			t.Errorf("%v: the table has %d rows, %v; want 1100", structure, rows, err)
		}
	}
}

func TestDatabaseTakesNoMore(t *testing.T) {
	for _, c := range []struct{ what, pragma string }{
		{"a full one", "PRAGMA max_page_count = 1"}, // SQLite takes the pages it has for the least
		{"a read-only one", "PRAGMA query_only = 1"},
	} {
		h, s := newDesk(t, desk.Options{Rows: 1000, Structure: desk.Indexed, Database: filepath.Join(t.TempDir(), "loans.db")})
		if _, err := s.conn.ExecContext(t.Context(), c.pragma); err != nil {
			t.Fatal(err)
		}
		refused, loans := 0, int64(0)
		for range 200 { // a full database has some room in its last page
			switch r := ask(h, "POST", "/loan?member=U-1"); r.StatusCode {
			case 200:
				loans++
			case http.StatusInsufficientStorage:
				refused++
			default:
				body, _ := io.ReadAll(r.Body)
				t.Fatalf("%s: status %d: %s", c.what, r.StatusCode, body)
			}
		}
		if refused == 0 {
			t.Errorf("%s takes 200 loans", c.what)
		}
		var rows int64
		if err := s.conn.QueryRowContext(t.Context(), "SELECT count(*) FROM loans").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		if counted := h.worker.counters.Load(); rows != 1000+5*loans || counted.Loans != loans || counted.Rows != rows {
			t.Errorf("%s: %d rows after %d loans, counters %+v: a refused loan left rows", c.what, rows, loans, counted)
		}
		if r := ask(h, "GET", "/search?book=K-1"); r.StatusCode != 200 {
			t.Errorf("%s: a search is answered %d", c.what, r.StatusCode)
		}
	}
}

func TestQueueFull(t *testing.T) {
	w := &worker{jobs: make(chan job), done: make(chan struct{})} // a worker who never comes
	w.counters.Store(&desk.Counters{})
	r := ask(handler{w}, "GET", "/search?book=K-1")
	if body, _ := io.ReadAll(r.Body); r.StatusCode != http.StatusServiceUnavailable || !bytes.Contains(body, []byte("waiting")) {
		t.Errorf("a full queue answers %d %s; want 503", r.StatusCode, body)
	}
	w.jobs = make(chan job, 1)
	close(w.done)
	if r := ask(handler{w}, "GET", "/search?book=K-1"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a closing desk answers %d; want 503", r.StatusCode)
	}
}

func TestServeStopsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	err := Serve(ctx, desk.Options{Rows: 100}, func(url string) {
		if r, err := http.Get(url + "/healthz"); err != nil || r.StatusCode != 200 {
			t.Errorf("health: %v, %v", r, err)
		}
		stop()
	})
	if err != nil {
		t.Errorf("a desk that was told to stop: %v", err)
	}
	if err := Serve(ctx, desk.Options{Rows: -1}, nil); err == nil {
		t.Error("a bad option is no error")
	}
	if err := Serve(ctx, desk.Options{Rows: 100}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

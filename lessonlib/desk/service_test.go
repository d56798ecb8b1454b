package desk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// program is the server's, built once for all tests.
var program string

// guard is how long a test waits for what takes milliseconds, before it calls it hanging.
const guard = time.Minute

func TestMain(m *testing.M) {
	if os.Getenv("DESK_TEST_PARENT") != "" {
		parent()
		return
	}
	os.Unsetenv("QUEUEBOOK_BIN")
	os.Unsetenv("QUEUEBOOK_ROOT")
	code := 1
	defer func() { os.Exit(code) }()
	var err error
	if program, err = Program(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	code = m.Run()
}

// parent is what this test binary does as a process that starts a desk and then does nothing, for tests to kill.
func parent() {
	s, err := Start(context.Background(), Options{Rows: 100, Program: os.Getenv("DESK_TEST_PARENT")})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(s.URL())
	select {}
}

// start starts a desk whose temporary files go to a folder of their own, which must be empty when it has ended.
func start(t *testing.T, ctx context.Context, o Options) *Service {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	o.Program = program
	s, err := Start(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Stop()
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("temporary files left: %v, %v", left, err)
		}
	})
	return s
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	client := http.Client{Timeout: guard}
	defer client.CloseIdleConnections()
	r, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

// gone waits until nobody listens at the address any more.
func gone(t *testing.T, url string) {
	t.Helper()
	for end := time.Now().Add(guard); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if errors.Is(err, syscall.ECONNREFUSED) {
			return
		}
		if err == nil {
			conn.Close()
		}
	}
	t.Fatalf("somebody still listens at %s", url)
}

func TestLifeOfADesk(t *testing.T) {
	s := start(t, t.Context(), Options{Rows: 1000, Structure: Indexed})
	if status, body := get(t, s.URL()+"/search?book=K-7"); status != http.StatusOK || !strings.Contains(body, `"id":7`) {
		t.Errorf("search: %d %s; row 7 is a loan of book K-7", status, body)
	}
	if status, body := get(t, s.URL()+"/loan?member=U-7"); status != http.StatusOK || !strings.Contains(body, `"before":2`) {
		t.Errorf("loan: %d %s; member U-7 has rows 7 and 507 of 1,000", status, body)
	}
	c, err := s.Counters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// ceil(log2(1000)) = 10
	if c.Searches != 1 || c.Loans != 1 || c.Rows != 1005 || c.ScanSteps != 10 || c.LoanTime <= 0 || c.SearchTime <= 0 {
		t.Errorf("counters %+v; want one search, one loan, 1005 rows, 10 scan steps and times", c)
	}
	if err := s.Err(); err != nil {
		t.Errorf("a running desk has the error %v", err)
	}
	for range 2 { // stopping twice is fine
		if err := s.Stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	}
	gone(t, s.URL())
	// The port is free again.
	again := start(t, t.Context(), Options{Rows: 10, Port: port(t, s.URL())})
	if again.URL() != s.URL() {
		t.Errorf("a desk on the same port answers at %s, want %s", again.URL(), s.URL())
	}
}

func port(t *testing.T, url string) int {
	t.Helper()
	address, err := net.ResolveTCPAddr("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	return address.Port
}

func TestContextEndsTheDesk(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := start(t, ctx, Options{Rows: 100})
	cancel()
	<-s.Done()
	gone(t, s.URL())
	if err := s.Err(); err != nil {
		t.Errorf("a desk that its context ended has the error %v", err)
	}
}

func TestParentDies(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM} {
		folder := t.TempDir()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "DESK_TEST_PARENT="+program, "TMPDIR="+folder)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatalf("the parent did not start a desk: %v", err)
		}
		url := strings.TrimSpace(line)
		if status, _ := get(t, url+"/healthz"); status != http.StatusOK {
			t.Errorf("%v: the desk is not healthy: %d", signal, status)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		gone(t, url)
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%v: temporary files left: %v, %v", signal, left, err)
		}
	}
}

func TestCrashInMidRun(t *testing.T) {
	s := start(t, t.Context(), Options{Rows: 100})
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.Done()
	for what, err := range map[string]error{"Err": s.Err(), "Stop": s.Stop()} {
		if err == nil || !strings.Contains(err.Error(), "in mid-run") || !strings.Contains(err.Error(), "killed") {
			t.Errorf("%s of a killed desk: %v; want it to say so", what, err)
		}
	}
	if _, err := s.Counters(t.Context()); err == nil || !strings.Contains(err.Error(), "in mid-run") {
		t.Errorf("counters of a killed desk: %v; want the reason", err)
	}
}

func TestFailedStart(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().(*net.TCPAddr).Port
	full := filepath.Join(t.TempDir(), "loans.db")
	if err := os.WriteFile(full, []byte("somebody's own"), 0o600); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		what    string
		ctx     context.Context
		options Options
		want    string
	}{
		{"a taken port", t.Context(), Options{Port: taken}, fmt.Sprintf("port %d is taken", taken)},
		{"a database that is there", t.Context(), Options{Database: full}, "already there"},
		{"a database in no folder", t.Context(), Options{Database: filepath.Join(t.TempDir(), "none", "loans.db")}, "loans.db"},
		{"a database that is a folder", t.Context(), Options{Database: t.TempDir()}, "already there"},
		{"a program that is missing", t.Context(), Options{Program: filepath.Join(t.TempDir(), "none")}, "does not start"},
		{"a program that is no desk", t.Context(), Options{Program: "/bin/false"}, "did not start"},
		{"a context that has ended", ended, Options{}, "canceled"},
		{"a bad option", t.Context(), Options{Rows: -1}, "Rows is -1"},
	} {
		if c.options.Program == "" {
			c.options.Program = program
		}
		s, err := Start(c.ctx, c.options)
		if err == nil {
			s.Stop()
			t.Errorf("%s: it starts", c.what)
		} else if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "desk: ") {
			t.Errorf("%s: error %q; want it to say %q", c.what, err, c.want)
		}
	}
	if text, err := os.ReadFile(full); err != nil || string(text) != "somebody's own" {
		t.Errorf("somebody's own file now says %q, %v", text, err)
	}
}

func TestDatabaseOfOnesOwn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "loans.db")
	s := start(t, t.Context(), Options{Rows: 100, Database: file})
	if status, body := get(t, s.URL()+"/loan?member=U-1"); status != http.StatusOK {
		t.Errorf("loan: %d %s", status, body)
	}
	s.Stop()
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("the database file is not kept: %v", err)
	}
}

// The installed program is taken before one is built; a name that is no program is not.
func TestProgramIsLookedUp(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, ProgramName)
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("QUEUEBOOK_BIN", folder)
	if got, err := Program(t.Context()); err != nil || got != file {
		t.Errorf("program %s, %v; want the installed one", got, err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("QUEUEBOOK_ROOT", folder) // where there is nothing to build
	if got, err := Program(t.Context()); err == nil || !strings.Contains(err.Error(), "go run ./kernel install") {
		t.Errorf("program %s, %v; want an error with the way out", got, err)
	}
}

// Ten thousand clients at a time, or as many as this machine lets one process have: each is answered or refused, and the
// desk goes on.
func TestTenThousandConnections(t *testing.T) {
	clients := 10_000
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err == nil {
		clients = min(clients, int(limit.Cur)-100)
	}
	s := start(t, t.Context(), Options{Rows: 1000, Structure: Indexed})
	address := strings.TrimPrefix(s.URL(), "http://")
	var answered, refused atomic.Int64
	var connected, all sync.WaitGroup
	connected.Add(clients)
	dialing := make(chan struct{}, 64)
	for i := range clients {
		all.Go(func() {
			dialing <- struct{}{}
			conn, err := (&net.Dialer{Timeout: guard}).Dial("tcp", address)
			<-dialing
			connected.Done()
			if err != nil {
				refused.Add(1)
				return
			}
			defer conn.Close()
			connected.Wait() // so that all are connected before the first asks
			_ = conn.SetDeadline(time.Now().Add(guard))
			fmt.Fprintf(conn, "GET /search?book=K-%d HTTP/1.1\r\nHost: desk\r\n\r\n", i%1000)
			line, err := bufio.NewReader(conn).ReadString('\n')
			switch {
			case err == nil && strings.Contains(line, " 200 "):
				answered.Add(1)
			case err == nil && strings.Contains(line, " 503 "), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
				refused.Add(1)
			default:
				t.Errorf("client %d: answer %q, error %v", i, line, err)
			}
		})
	}
	all.Wait()
	t.Logf("%d clients: %d answered, %d refused", clients, answered.Load(), refused.Load())
	if answered.Load() == 0 {
		t.Error("nobody was answered")
	}
	c, err := s.Counters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if c.Searches != answered.Load() {
		t.Errorf("the desk counts %d searches, the clients %d", c.Searches, answered.Load())
	}
}

package http1

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// serve answers each connection by a function, and gives a client of that server.
func serve(t *testing.T, answer func(net.Conn)) *Client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				answer(conn)
			}()
		}
	}()
	c := New(l.Addr().String(), l.Addr().String())
	t.Cleanup(c.Abort)
	return c
}

// say answers the first request with some bytes and closes the connection.
func say(text string) func(net.Conn) {
	return func(conn net.Conn) {
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			_, _ = io.WriteString(conn, text)
		}
	}
}

func TestRequestsShareConnections(t *testing.T) {
	var connections, posts atomic.Int64
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			posts.Add(1)
		}
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, r.URL.Query().Get("book"), strings.Repeat(".", 5000)) // long enough to come in chunks
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.Start()
	defer s.Close()
	c := New(s.Listener.Addr().String(), "desk.example")
	defer c.Abort()
	for i := range 20 {
		method := []string{"GET", "POST"}[i%2]
		if status, err := c.Do(method, "/search?book=K-1", time.Time{}); err != nil || status != http.StatusCreated {
			t.Fatalf("%s: status %d, error %v; want 201", method, status, err)
		}
	}
	if connections.Load() != 1 || posts.Load() != 10 {
		t.Errorf("%d connections and %d posts for 20 requests one after the other; want 1 and 10", connections.Load(),
			posts.Load())
	}
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			for range 10 {
				if status, err := c.Do("GET", "/", time.Time{}); err != nil || status != http.StatusCreated {
					t.Errorf("status %d, error %v; want 201", status, err)
				}
			}
		})
	}
	wg.Wait()
	if n := connections.Load(); n > 30 {
		t.Errorf("%d connections for 30 requests at a time; want at most 30", n)
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		what   string
		answer string
		status int
		want   error
	}{
		{"a server error is an answer", "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 2\r\n\r\nno", 500, nil},
		{"a body that the end of the connection ends", "HTTP/1.0 200 OK\r\n\r\nhello", 200, nil},
		{"an interim answer before the final one", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
			200, nil},
		{"no answer at all", "", 0, ErrBroken},
		{"closed within the header", "HTTP/1.1 200 OK\r\nContent-Le", 0, ErrBroken},
		{"closed half-way through the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", 200, ErrBroken},
		{"closed within a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf", 200, ErrBroken},
		{"a gigabyte is announced", "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n", 200, ErrTooLarge},
		{"a gigabyte chunk is announced", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40000000\r\n", 200, ErrTooLarge},
		{"a body without a stated length goes on and on", "HTTP/1.1 200 OK\r\n\r\n" + strings.Repeat("x", MaxBody+1), 200,
			ErrTooLarge},
		{"a header goes on and on", "HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", maxHead/6+1), 0, ErrTooLarge},
		{"another protocol", "SSH-2.0-OpenSSH_9.6\r\n", 0, ErrMalformed},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 0, ErrMalformed},
		{"a protocol switched unasked", "HTTP/1.1 101 Switching Protocols\r\n\r\n", 101, ErrMalformed},
	} {
		status, err := serve(t, say(c.answer)).Do("GET", "/", time.Now().Add(time.Minute))
		if status != c.status || !errors.Is(err, c.want) {
			t.Errorf("%s: status %d, error %v; want %d, %v", c.what, status, err, c.status, c.want)
		}
	}
}

func TestGigabyteIsNotRead(t *testing.T) {
	sent := make(chan int64, 1)
	c := serve(t, func(conn net.Conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
		var n int64
		block := make([]byte, 1<<16)
		for n < 1<<30 {
			k, err := conn.Write(block)
			if n += int64(k); err != nil {
				break
			}
		}
		sent <- n
	})
	if _, err := c.Do("GET", "/", time.Now().Add(time.Minute)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a gigabyte without end: error %v, want %v", err, ErrTooLarge)
	}
	// Socket buffers take some megabytes after the client has had enough.
	if n := <-sent; n > 64<<20 {
		t.Errorf("the server could send %d bytes of a gigabyte; the client reads one MiB", n)
	}
}

func TestStallingServer(t *testing.T) {
	waiting := make(chan struct{}, 2)
	c := serve(t, func(conn net.Conn) {
		waiting <- struct{}{}
		_, _ = io.Copy(io.Discard, conn)
	})
	if _, err := c.Do("GET", "/", time.Now().Add(20*time.Millisecond)); !errors.Is(err, ErrTimeout) {
		t.Errorf("no answer by the deadline: error %v, want %v", err, ErrTimeout)
	}
	<-waiting
	failed := make(chan error)
	go func() {
		_, err := c.Do("GET", "/", time.Time{})
		failed <- err
	}()
	<-waiting
	c.Abort()
	if err := <-failed; !errors.Is(err, ErrAborted) {
		t.Errorf("aborted in flight: error %v, want %v", err, ErrAborted)
	}
	if _, err := c.Do("GET", "/", time.Time{}); !errors.Is(err, ErrAborted) {
		t.Errorf("a request after the abort: error %v, want %v", err, ErrAborted)
	}
}

func TestNobodyThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	if _, err := New(address, address).Do("GET", "/", time.Time{}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("a port where nobody listens: error %v, want %v", err, ErrUnreachable)
	}
}

// What both this client and net/http read, they read alike: the status, and where the next answer begins.
func FuzzResponse(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nTrailer: x\r\n\r\nrest",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
		"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
		"HTTP/1.1 200 OK\nContent-Length: 0\n\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ours := bufio.NewReader(bytes.NewReader(data))
		status, reusable, err := readResponse(ours)
		if err != nil || !reusable {
			return
		}
		rest, _ := io.ReadAll(ours)
		theirs := bufio.NewReader(bytes.NewReader(data))
		for {
			r, err := http.ReadResponse(theirs, nil)
			if err != nil {
				return // net/http is stricter about header fields that this client does not look at
			}
			if r.StatusCode < 200 {
				continue
			}
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return
			}
			if r.StatusCode != status {
				t.Errorf("status %d; net/http reads %d", status, r.StatusCode)
			}
			if their, _ := io.ReadAll(theirs); !r.Close && !bytes.Equal(rest, their) {
				t.Errorf("the next answer begins at %q; net/http says %q", rest, their)
			}
			return
		}
	})
}

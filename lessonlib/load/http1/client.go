// Package http1 is a small HTTP/1.1 client for measuring: it sends a request at once, on a connection that waits for one
// or on a new one, and reads the answer's status.
//
// Package net/http would do as well and costs more: 150 ms of link time for every edit of a lesson's cell, and three
// goroutines instead of one for every request in flight. In return this client knows no TLS, no redirects, no cookies,
// no proxies, and repeats nothing: what fails is the measurement.
package http1

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

// The ways in which a request fails. Each error of [Client.Do] has one of them in its chain.
var (
	ErrUnreachable = errors.New("no connection")
	ErrBroken      = errors.New("the connection broke off")
	ErrMalformed   = errors.New("the answer is not HTTP")
	ErrTooLarge    = errors.New("the answer is too large")
	ErrTimeout     = errors.New("no answer in time")
	ErrAborted     = errors.New("in flight when the run ended")
)

// MaxBody is the largest body, in bytes, that the client reads to its end.
const MaxBody = 1 << 20

// Client sends requests to one address. It keeps every connection whose answer was read whole, as many as were ever in
// use at a time. Its methods may be called by any number of goroutines.
type Client struct {
	address string
	host    string
	dialing context.Context // ended by Abort
	stop    context.CancelFunc

	mu      sync.Mutex
	idle    []*connection // the one used last is taken first
	open    map[*connection]struct{}
	aborted bool
}

// connection is one TCP connection. One request at a time uses it.
type connection struct {
	net.Conn
	reader  *bufio.Reader
	request []byte // reused from one request to the next
}

// New makes a client of a server: address is host and port to connect to, host what the requests' Host field says.
func New(address, host string) *Client {
	c := &Client{address: address, host: host, open: make(map[*connection]struct{})}
	c.dialing, c.stop = context.WithCancel(context.Background())
	return c
}

// Do sends a request without a body and returns the status of the answer when that has arrived whole. Target is the
// path with the query. A deadline of zero is none.
func (c *Client) Do(method, target string, deadline time.Time) (status int, err error) {
	conn, err := c.take(deadline)
	if err != nil {
		return 0, c.explain(err)
	}
	status, reusable, err := c.exchange(conn, method, target, deadline)
	if err != nil {
		c.drop(conn)
		return status, c.explain(err)
	}
	if reusable {
		c.giveBack(conn)
	} else {
		c.drop(conn)
	}
	return status, nil
}

func (c *Client) exchange(conn *connection, method, target string, deadline time.Time) (int, bool, error) {
	if err := conn.SetDeadline(deadline); err != nil {
		return 0, false, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	r := conn.request[:0]
	r = append(append(append(append(r, method...), ' '), target...), " HTTP/1.1\r\nHost: "...)
	r = append(append(r, c.host...), "\r\n"...)
	if method == "POST" {
		r = append(r, "Content-Length: 0\r\n"...)
	}
	conn.request = append(r, "\r\n"...)
	if _, err := conn.Write(conn.request); err != nil {
		return 0, false, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return readResponse(conn.reader)
}

// explain puts the reason first: an aborted client's and a late answer's errors look like any broken connection's.
func (c *Client) explain(err error) error {
	c.mu.Lock()
	aborted := c.aborted
	c.mu.Unlock()
	switch {
	case aborted:
		return ErrAborted
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return ErrTimeout
	}
	return err
}

// take gives the connection that was used last, or a new one.
func (c *Client) take(deadline time.Time) (*connection, error) {
	c.mu.Lock()
	if n := len(c.idle); n > 0 {
		conn := c.idle[n-1]
		c.idle = c.idle[:n-1]
		c.mu.Unlock()
		return conn, nil
	}
	c.mu.Unlock()
	tcp, err := (&net.Dialer{Deadline: deadline}).DialContext(c.dialing, "tcp", c.address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	conn := &connection{Conn: tcp, reader: bufio.NewReader(tcp)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.aborted {
		tcp.Close()
		return nil, ErrAborted
	}
	c.open[conn] = struct{}{}
	return conn, nil
}

func (c *Client) giveBack(conn *connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.aborted {
		c.idle = append(c.idle, conn)
	}
}

func (c *Client) drop(conn *connection) {
	conn.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, conn)
}

// Abort closes every connection. Requests in flight return ErrAborted at once, and so does every later one.
func (c *Client) Abort() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.aborted = true
	c.stop()
	for conn := range c.open {
		conn.Close()
	}
	clear(c.open)
	c.idle = nil
}

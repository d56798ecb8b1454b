// Package server is the loan desk itself: SQLite behind one worker behind HTTP, on 127.0.0.1. Package desk says what it
// answers, and starts it in a process of its own.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// closing is how long answers under way may take once the desk is told to stop.
const closing = 500 * time.Millisecond

// Serve makes and seeds a desk, calls ready with its URL as soon as it answers, and serves until ctx ends, when it frees
// the port and returns nil. A port that is taken, a database that cannot be made and a listener that fails are errors.
//
// A request line that is no HTTP, and a header beyond net/http's limit of a megabyte, are refused by net/http itself, in
// plain text; everything else the desk refuses in JSON.
func Serve(ctx context.Context, o desk.Options, ready func(url string)) error {
	if err := o.Validate(); err != nil {
		return err
	}
	// The port first: it is what fails most often, and seeding takes time.
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.Port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("desk: port %d is taken; stop what listens there, or use port 0 for a free one: %w", o.Port, err)
	}
	if err != nil {
		return fmt.Errorf("desk: port %d: %w", o.Port, err)
	}
	defer listener.Close()

	s, err := openStore(ctx, o)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	w := startWorker(ctx, s, o.Structure)
	defer func() {
		stop()
		<-w.done
		s.close()
	}()
	h := &http.Server{
		Handler:           handler{w},
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          log.New(io.Discard, "", 0), // clients that break off are a load test's daily business
	}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	ready("http://" + listener.Addr().String())
	select {
	case err := <-failed:
		return fmt.Errorf("desk: serving %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
	defer cancel()
	if h.Shutdown(grace) != nil {
		h.Close()
	}
	return nil
}

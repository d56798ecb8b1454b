package server

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// queueLimit is how many requests may wait for the worker; the next one is refused. It is far more than a lesson's
// overload queues up, and keeps 10,000 connections at a time within some megabytes.
const queueLimit = 16_384

// errQueueFull and errClosing are why the worker does not take a request.
var (
	errQueueFull = fmt.Errorf("%d requests are waiting already", queueLimit)
	errClosing   = errors.New("the desk is closing")
)

// worker does all database work in the order of arrival: a channel hands over first come, first served, which a pool of
// connections with one member would not (database/sql wakes a random waiter).
type worker struct {
	store     *store
	structure desk.Structure
	jobs      chan job
	counters  atomic.Pointer[desk.Counters] // replaced whole, so that a reader never sees half a loan
	done      chan struct{}                 // closed when the worker has stopped
}

// job is one request's work. Its reply is buffered: a client that has left does not hold up the next one, and its work
// is done all the same, so that the counters say what was asked for.
type job struct {
	book, member string // one of the two
	reply        chan reply
}

type reply struct {
	loans  []loan // of the book
	before int    // the member's loans before this one
	err    error
}

// startWorker runs a worker on the store until ctx ends.
func startWorker(ctx context.Context, s *store, structure desk.Structure) *worker {
	w := &worker{store: s, structure: structure, jobs: make(chan job, queueLimit), done: make(chan struct{})}
	w.counters.Store(&desk.Counters{Rows: s.rows})
	go func() {
		defer close(w.done)
		// A context that can end costs the driver a goroutine a query; a job takes milliseconds and may finish.
		uncancelled := context.WithoutCancel(ctx)
		for {
			select {
			case <-ctx.Done():
				return
			case j := <-w.jobs:
				j.reply <- w.work(uncancelled, j)
			}
		}
	}()
	return w
}

// do queues the job and waits for its turn. It gives up when the client has left or the worker stops.
func (w *worker) do(ctx context.Context, j job) reply {
	j.reply = make(chan reply, 1)
	select {
	case w.jobs <- j:
	default:
		return reply{err: errQueueFull}
	}
	select {
	case r := <-j.reply:
		return r
	case <-ctx.Done():
		return reply{err: ctx.Err()}
	case <-w.done:
		return reply{err: errClosing}
	}
}

func (w *worker) work(ctx context.Context, j job) (r reply) {
	c := *w.counters.Load()
	begin := time.Now()
	var steps int64
	if j.book != "" {
		r.loans, r.err = w.store.find(ctx, j.book)
	} else {
		steps = w.structure.ScanSteps(w.store.rows)
		r.before, r.err = w.store.lend(ctx, j.member)
	}
	if r.err != nil {
		return r
	}
	took := time.Since(begin)
	if j.book != "" {
		c.Searches++
		c.SearchTime += took
	} else {
		c.Loans++
		c.LoanTime += took
		c.ScanSteps += steps
		c.Rows = w.store.rows
	}
	c.Slowest = max(c.Slowest, took)
	w.counters.Store(&c)
	return r
}

// Package simulation plays the queue M/M/N request by request: whoever comes first takes the server that is free first.
// No time in it comes from a formula of package erlang, so that the two can be held against each other; only how many
// requests an interval needs does.
//
//	queue := erlang.Queue{Servers: 16, ArrivalRate: 180, ServiceTime: 0.08}
//	run, err := simulation.Params{Queue: queue, WarmUp: 10_000, Requests: 500_000}.Run(ctx, random.New(1))
//	p99, err := run.Response.Quantile(0.99) // an estimate with its interval; the formula is queue.Response's
package simulation

import (
	"context"
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"github.com/queuebook/queuebook/lessonlib/random"
)

// MaxRequests is the largest number of requests that a run records, and the largest number that it leaves out before. It is
// enough for the 99th percentile of any queue with up to 1,000 servers that are up to 95 % busy; see [Params.Needed].
const MaxRequests = 6_000_000

// Params is what to play.
type Params struct {
	// Queue may be overloaded. Then its waits grow for as long as the run lasts, there is no steady state to estimate, and no
	// interval says more than "anything".
	Queue erlang.Queue
	// WarmUp is how many requests are played first and left out: a run begins with an empty queue, which is not how a busy
	// one looks. Ten times [erlang.Queue.RelaxationTime] leaves next to nothing of that. 0 to MaxRequests.
	WarmUp int
	// Requests is how many requests are recorded: 1 to MaxRequests. See [Params.Needed].
	Requests int
}

// Result is a played queue.
type Result struct {
	Params   Params
	Wait     Sample // from the arrival of a request until its service begins
	Response Sample // from its arrival until its service ends
}

// Check returns nil, or an error that names the field outside its range. An ArrivalRate of 0 is an error here: nobody would
// ever come.
func (p Params) Check() error {
	if err := p.Queue.Check(); err != nil {
		return err
	}
	switch load := p.Queue.Load(); {
	case 1/load > random.MaxExponentialMean:
		return fmt.Errorf("simulation: ArrivalRate %v with ServiceTime %v is a load of %v erlangs; "+
			"give at least %v, so that somebody comes", p.Queue.ArrivalRate, p.Queue.ServiceTime, load, 1/random.MaxExponentialMean)
	case p.WarmUp < 0 || p.WarmUp > MaxRequests:
		return fmt.Errorf("simulation: WarmUp is %d; leave 0 to %d requests out", p.WarmUp, MaxRequests)
	case p.Requests < 1 || p.Requests > MaxRequests:
		return fmt.Errorf("simulation: Requests is %d; record 1 to %d", p.Requests, MaxRequests)
	}
	return nil
}

// Run plays the queue. It is a pure function of the parameters and the stream: gaps between arrivals and service times are drawn
// in turn, two draws a request. Between processors times may differ by rounding, as logarithms do.
//
// Playing n requests on N servers takes time in proportion to n log N. It takes 16 bytes for a recorded request and 8
// for a server: 96 MB for MaxRequests. Errors are those of [Params.Check]; when ctx is cancelled, Run stops within
// milliseconds and returns an error that says how far it came and wraps the context's.
func (p Params) Run(ctx context.Context, stream random.Stream) (Result, error) {
	if err := p.Check(); err != nil {
		return Result{}, err
	}
	relaxation, err := p.Queue.RelaxationTime()
	if err != nil {
		return Result{}, err
	}
	memory := p.Queue.ArrivalRate * relaxation
	result := Result{
		Params:   p,
		Wait:     Sample{Times: make([]float64, p.Requests), memory: memory},
		Response: Sample{Times: make([]float64, p.Requests), memory: memory},
	}
	// The unit of time in here is the mean service time.
	meanGap := 1 / p.Queue.Load()
	free := make(servers, p.Queue.Servers)
	stretch := max(4096, p.Queue.Servers)
	now := 0.0
	for i := -p.WarmUp; i < p.Requests; i++ {
		if (i+p.WarmUp)%stretch == 0 {
			if err := ctx.Err(); err != nil {
				return Result{}, fmt.Errorf("simulation: stopped after %d of %d requests: %w", i+p.WarmUp, p.WarmUp+p.Requests, err)
			}
			// The clock starts again, so that the millionth wait has as many digits as the first.
			free.rewind(now)
			now = 0
		}
		gap, err := stream.Exponential(meanGap)
		if err != nil {
			return Result{}, err
		}
		service, err := stream.Exponential(1)
		if err != nil {
			return Result{}, err
		}
		now += gap
		wait := math.Max(0, free[0]-now)
		free.replaceFirst(now + wait + service)
		if i >= 0 {
			result.Wait.Times[i] = wait * p.Queue.ServiceTime
			result.Response.Times[i] = (wait + service) * p.Queue.ServiceTime
		}
	}
	return result, nil
}

// Needed is how many requests an interval for a share of them needs (0.01 for the slowest hundredth, and so for the 99th
// percentile): each of its [Batches] batches lasts for 30 relaxation times of the queue and, where the share or the rest is
// rare, for so many that one of them falls to it, since what is rare comes in clusters of about that length. It is +Inf
// for a share of 0 or 1 and for an overloaded queue. Errors are those of [erlang.Queue.Check], and a share outside 0 to 1.
func (p Params) Needed(share float64) (float64, error) {
	if !(share >= 0 && share <= 1) {
		return 0, fmt.Errorf("simulation: share %v is outside 0 to 1; for the slowest hundredth it is 0.01", share)
	}
	time, err := p.Queue.RelaxationTime()
	if err != nil {
		return 0, err
	}
	return needed(p.Queue.ArrivalRate*time, share), nil
}

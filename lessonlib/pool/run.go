package pool

import (
	"context"
	"fmt"
)

// Run goes through ticks 1..Ticks and counts. It fails only if the parameters are not
// valid; a lesson's run takes about a millisecond.
func (p Params) Run() (Result, error) { return p.RunContext(context.Background()) }

// RunContext is [Params.Run] for long runs: it asks the context before every tick, and
// once that has ended returns an error that wraps the context's.
func (p Params) RunContext(ctx context.Context) (Result, error) {
	tenants, err := p.validTenants()
	if err != nil {
		return Result{}, err
	}
	streams := newStreams(tenants)
	pool := p.server(streams)

	r := Result{Params: p}
	var watched *stream
	var done, delaySum int64 // the watched tenant's, before the tick
	if p.Watch > 0 {
		watched = &streams[p.Watch-1]
		r.Series = make([]Moment, 0, p.Ticks)
	}
	for tick := int64(1); tick <= int64(p.Ticks); tick++ {
		if err := ctx.Err(); err != nil {
			return Result{}, fmt.Errorf("pool: stopped in tick %d of %d: %w", tick, p.Ticks, err)
		}
		r.Served += p.Capacity - pool.serve(tick, p.Capacity)
		if watched != nil {
			r.Series = append(r.Series, Moment{tick, watched.done - done, watched.delaySum - delaySum})
			done, delaySum = watched.done, watched.delaySum
		}
	}

	// What the pool has not reached has arrived all the same.
	r.Tenants = make([]Tally, p.Tenants)
	for i := range streams {
		if err := ctx.Err(); err != nil {
			return Result{}, fmt.Errorf("pool: stopped while counting what was not served: %w", err)
		}
		s := &streams[i]
		for s.tick < int64(p.Ticks) {
			s.advance()
		}
		r.Tenants[i] = s.tally(tenants[i])
		r.total.add(r.Tenants[i])
	}
	return r, nil
}

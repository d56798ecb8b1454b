package pool

import "fmt"

// Policy is the order in which the pool serves waiting requests.
type Policy int

const (
	// Shared is one queue in arrival order over all tenants.
	Shared Policy = iota
	// RoundRobin gives each tenant its own queue and serves them in turn, in up to
	// Passes passes a tick while capacity is left. In each pass the tenants with a
	// backlog, a of them, get up to max(1, floor(capacity left / a)) units each; the
	// pass of tick t starts at position t mod a of that list and wraps round.
	RoundRobin
)

// String is the policy's name in a sentence: "shared" or "round robin".
func (p Policy) String() string {
	switch p {
	case Shared:
		return "shared"
	case RoundRobin:
		return "round robin"
	}
	return fmt.Sprintf("Policy(%d)", int(p))
}

// server serves one tick after another by one policy.
type server interface {
	// serve brings in the arrivals of the tick, spends up to the budget on what waits
	// and returns what is left of it.
	serve(tick, budget int64) (left int64)
}

func (p Params) server(streams []stream) server {
	if p.Policy == RoundRobin {
		return &roundRobin{streams: streams, passes: p.Passes}
	}
	return &shared{streams: streams}
}

// shared serves what arrived in the oldest tick that is not done, then what arrived in
// the following ticks, up to the present one.
type shared struct {
	streams []stream
	oldest  int64   // 0 before the first
	waiting []int32 // indices of the streams that had arrivals in that tick, in order
	next    int     // position in waiting of the first that is not done
}

func (q *shared) serve(tick, budget int64) int64 {
	for {
		for ; q.next < len(q.waiting); q.next++ {
			s := &q.streams[q.waiting[q.next]]
			budget = s.serve(tick, budget)
			if s.waiting() > 0 {
				return 0
			}
		}
		if q.oldest == tick {
			return budget
		}
		q.oldest++
		q.waiting, q.next = arrive(q.streams, q.waiting), 0
	}
}

// roundRobin keeps every stream either waiting or, between ticks, at the present tick.
type roundRobin struct {
	streams []stream
	passes  int
	active  []int32 // indices of the streams with a backlog, in order
}

func (q *roundRobin) serve(tick, budget int64) int64 {
	q.active = arrive(q.streams, q.active)
	active := q.active
	for range q.passes {
		if len(active) == 0 {
			break
		}
		most := quantum(budget, len(active))
		start := int(tick % int64(len(active)))
		for _, turn := range [][]int32{active[start:], active[:start]} {
			for _, i := range turn {
				if budget == 0 {
					return 0
				}
				given := min(most, budget)
				budget -= given - q.streams[i].serveUpTo(tick, given)
			}
		}
		active = keepWaiting(q.streams, active)
	}
	return budget
}

// quantum is what each of so many active tenants may use in a pass.
func quantum(budget int64, active int) int64 { return max(1, budget/int64(active)) }

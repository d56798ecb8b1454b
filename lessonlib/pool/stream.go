package pool

import "slices"

// stream is one tenant's requests in the order they arrive, made when the pool reaches
// them. What arrives depends on the tick alone, so a waiting request need not be
// stored: the stream stands at the oldest tick that still has some, and a run's memory
// does not grow with its backlog.
type stream struct {
	rate   float64 // queries a tick
	credit float64 // queries earned and not yet arrived; below 1

	tick     int64 // the tick whose arrivals are at the head; 0 before the first
	nextScan int64 // the tick of the next scan
	period   int64 // ticks from one scan to the next

	// One scan arrives as so many chunks of so many units each.
	chunks, chunkUnits int64

	// The head: what is left of the tick's arrivals, the queries before the scan.
	queries int64 // waiting queries, one unit each
	scans   int64 // waiting chunks
	left    int64 // units left of the first waiting chunk

	arrived int64 // queries so far, done or not
	scanned int64 // chunks so far, done or not

	done, delaySum, maxDelay int64 // as in Tally
}

// newStreams puts every tenant's stream before tick 1.
func newStreams(tenants []tenant) []stream {
	streams := make([]stream, len(tenants))
	for i, t := range tenants {
		streams[i] = stream{
			rate: t.rate,
			// the first tick t >= 1 with (t + i) mod period = 0
			nextScan: t.period - int64(i)%t.period,
			period:   t.period,
			chunks:   t.chunks, chunkUnits: t.chunkUnits,
		}
	}
	return streams
}

// advance moves on to the next tick's arrivals. Nothing may be waiting at the head.
func (s *stream) advance() {
	s.tick++
	s.credit += s.rate
	// Taking all whole queries at once leaves the same bits as taking one by one: below
	// 2^53 both subtractions are exact.
	s.queries = int64(s.credit)
	s.credit -= float64(s.queries)
	s.arrived += s.queries
	if s.tick == s.nextScan {
		s.nextScan += s.period
		s.scans, s.left = s.chunks, s.chunkUnits
		s.scanned += s.chunks
	}
}

// waiting is the number of requests at the head.
func (s *stream) waiting() int64 { return s.queries + s.scans }

// serve spends up to budget units of the tick now on the head, in order, and returns
// what is left of it: 0 as long as a request is waiting.
func (s *stream) serve(now, budget int64) int64 {
	if s.queries > 0 && budget > 0 {
		done := min(s.queries, budget)
		s.queries -= done
		budget -= done
		s.finish(done, now)
	}
	if s.scans > 0 && budget > 0 {
		budget = s.serveScan(now, budget)
	}
	return budget
}

func (s *stream) serveScan(now, budget int64) int64 {
	if budget < s.left {
		s.left -= budget
		return 0
	}
	budget -= s.left
	done := min(s.scans, 1+budget/s.chunkUnits)
	budget -= (done - 1) * s.chunkUnits
	s.scans -= done
	s.finish(done, now)
	if s.scans == 0 {
		return budget
	}
	s.left = s.chunkUnits - budget
	return 0
}

// serveUpTo is serve over the arrivals of all ticks up to now.
func (s *stream) serveUpTo(now, budget int64) int64 {
	for {
		budget = s.serve(now, budget)
		if s.waiting() > 0 || s.tick == now {
			return budget
		}
		s.advance()
	}
}

// finish counts requests of the head that are done in the tick now.
func (s *stream) finish(requests, now int64) {
	delay := now - s.tick
	s.done += requests
	s.delaySum += requests * delay
	s.maxDelay = max(s.maxDelay, delay)
}

// tally is what is counted of the tenant so far.
func (s *stream) tally(t tenant) Tally {
	return Tally{
		Volume: t.volume, Scan: t.scan,
		Requests: s.arrived + s.scanned,
		Units:    s.arrived + s.scanned*s.chunkUnits,
		Done:     s.done, DelaySum: s.delaySum, MaxDelay: s.maxDelay,
	}
}

// arrive moves every stream that has nothing waiting on to its next tick, and lists the
// indices of those that have something then, in the memory of the given list. Whether a
// small tenant sends in a given tick is a coin toss to the processor, so the list grows
// by a computed 0 or 1: with a branch in its place a run takes nearly twice as long.
func arrive(streams []stream, list []int32) []int32 {
	list = slices.Grow(list[:0], len(streams))[:len(streams)]
	n := 0
	for i := range streams {
		s := &streams[i]
		if s.waiting() == 0 {
			s.advance()
		}
		list[n] = int32(i)
		n += int(min(1, s.waiting()))
	}
	return list[:n]
}

// keepWaiting drops, in place, the streams that have nothing waiting.
func keepWaiting(streams []stream, list []int32) []int32 {
	n := 0
	for _, i := range list {
		list[n] = i
		n += int(min(1, streams[i].waiting()))
	}
	return list[:n]
}

package pool

import "testing"

// The lesson's days never need all twelve passes, so this case is made by hand. Every
// pass has a quantum of 1: with 8192 units, 4097 tenants wait in the first pass, and
// 2048, 1024, ..., 2 in the passes after it, because the other tenants' backlogs end.
// After twelve passes 8192 - 4097 - (2048 + 1024 + ... + 2) = 1 unit is left although
// S1 still waits; a thirteenth pass would give it to S1.
func TestTwelvePassesMayLeaveCapacityUnused(t *testing.T) {
	for _, c := range []struct {
		passes         int
		left, waiting  int64
		servedOfFirst  int64
		servedOfSecond int64
	}{
		{passes: 11, left: 3, waiting: 2, servedOfFirst: 11, servedOfSecond: 11},
		{passes: 12, left: 1, waiting: 1, servedOfFirst: 12, servedOfSecond: 12},
		{passes: 13, left: 0, waiting: 0, servedOfFirst: 13, servedOfSecond: 12},
	} {
		streams := make([]stream, 4097)
		for i := range streams {
			streams[i] = stream{tick: 1, period: never, nextScan: never, queries: 1}
			for waiting := 2048; waiting >= 2; waiting /= 2 {
				if i < waiting {
					streams[i].queries++
				}
			}
		}
		streams[0].queries++ // 13 in all; S2 has 12, S4097 has 1

		q := roundRobin{streams: streams, passes: c.passes}
		if left := q.serve(1, 8192); left != c.left {
			t.Errorf("%d passes left %d units of the budget, want %d", c.passes, left, c.left)
		}
		if waiting := streams[0].waiting(); waiting != c.waiting {
			t.Errorf("%d passes left S1 %d requests, want %d", c.passes, waiting, c.waiting)
		}
		if streams[0].done != c.servedOfFirst || streams[1].done != c.servedOfSecond {
			t.Errorf("%d passes served S1 %d and S2 %d requests, want %d and %d",
				c.passes, streams[0].done, streams[1].done, c.servedOfFirst, c.servedOfSecond)
		}
	}
}

package oncall

import (
	"math"

	"github.com/queuebook/queuebook/lessonlib/erlang"
)

// The fleet behind the load balancer is one queue in front of N workers: Poisson arrivals at rate l, exponential
// service times of mean S, M/M/N. Each minute is taken as in its steady state: requests last milliseconds, minutes are
// long.

// OfferedLoad is the work that arrives, in busy workers:
//
//	a = l S
//
// While the fleet keeps up it is also the mean number of busy workers. Source: Little 1961.
func OfferedLoad(rate, serviceTime float64) float64 {
	return float64(rate * serviceTime)
}

// Utilisation is the share of the workers that is busy:
//
//	min(1, a/N)
//
// Source: Little 1961.
func Utilisation(workers int, load float64) float64 {
	return math.Min(1, load/float64(workers))
}

// Waiting is the probability that a request has to wait for a worker:
//
//	C(a, N) = B / (1 - (a/N)(1 - B)), B the Erlang B of a and N; 1 when a >= N
//
// Workers and loads that [erlang.C] does not compute are its errors. Source: Erlang 1917; Gross and Harris, section 2.3.
func Waiting(workers int, load float64) (float64, error) {
	return erlang.C(workers, load)
}

// Spare is the capacity that is left, in requests/s: what the fleet can serve less what arrives,
//
//	N/S - l
//
// It is also the rate at which a queue of waiting requests empties. Source: Gross and Harris, section 2.3.
func Spare(workers int, serviceTime, rate float64) float64 {
	return float64(workers)/serviceTime - rate
}

// TimedOut is the share of requests that waits longer than the timeout, given the waiting probability C and the spare
// capacity N/S - l:
//
//	P(W > 2 s) = C e^(-(N/S - l) 2)
//
// A fleet with a >= N never empties its queue: the share beyond its capacity fails, 1 - N/a.
// Source: the wait in M/M/N, Gross and Harris, section 2.3.
func TimedOut(workers int, load, waiting, spare, timeout float64) float64 {
	if load >= float64(workers) {
		return 1 - float64(workers)/load
	}
	return float64(waiting * math.Exp(-float64(spare*timeout)))
}

// slowest is the share of requests that are slower than p99.
const slowest = 0.01

// P99 is about what 99 % of the requests stay below, in seconds, at most the timeout:
//
//	S ln 100 + ln(C/0.01)/(N/S - l), the second term only when C > 0.01; the timeout when a >= N
//
// The first term is the 99 % quantile of an exponential service time, the second that of the wait. This is an
// approximation: the sum of two quantiles is not the quantile of the sum.
// Source: M/M/N, Gross and Harris, section 2.3.
func P99(workers int, load, serviceTime, waiting, spare, timeout float64) float64 {
	if load >= float64(workers) {
		return timeout
	}
	p99 := float64(serviceTime * math.Log(1/slowest))
	if waiting > slowest {
		p99 += math.Log(waiting/slowest) / spare
	}
	return math.Min(timeout, p99)
}

// QueueP99 is [P99] of a queue, with C by Erlang's formula: what the panel would show for this fleet and this traffic. The
// exact value is that of [erlang.Queue.Response]. Queues that erlang does not compute are its errors.
func QueueP99(q erlang.Queue, timeout float64) (float64, error) {
	if err := q.Check(); err != nil {
		return 0, err
	}
	waiting, err := Waiting(q.Servers, q.Load())
	if err != nil {
		return 0, err
	}
	spare := Spare(q.Servers, q.ServiceTime, q.ArrivalRate)
	return P99(q.Servers, q.Load(), q.ServiceTime, waiting, spare, timeout), nil
}

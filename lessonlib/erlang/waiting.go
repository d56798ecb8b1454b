package erlang

import (
	"fmt"
	"math"
)

// C is Erlang's waiting formula: the share of requests that find all servers busy when such requests queue (M/M/N).
// With B = B(N, a),
//
//	C(N, a) = B / (1 - (a/N)(1 - B)) = 1 / (a/N + (1 - a/N)/B)
//
// of which the second form is computed: it subtracts nothing but a from N, so it keeps its digits when a nears N. When
// a >= N the queue grows without limit and everybody waits: C is 1, and so is C(0, a).
//
// Errors, accuracy and cost are those of [B].
func C(servers int, load float64) (float64, error) {
	if err := check(servers, load); err != nil {
		return 0, err
	}
	n := float64(servers)
	if load >= n {
		return 1, nil
	}
	return 1 / (load/n + float64((n-load)/n*reciprocalB(servers, load))), nil
}

// Queue is the model M/M/N: requests arrive at random, wait in one queue in order of arrival, and are served by any
// of N equal servers for exponentially distributed times. Both times may be in any unit, but in the same.
type Queue struct {
	Servers     int     // N, from 1 to MaxServers
	ArrivalRate float64 // l, requests per unit of time, 0 or more
	ServiceTime float64 // S, mean time that a request keeps a server busy, above 0
}

// Load is the offered load a = l S in erlangs, which is also the mean number of busy servers as long as a < N
// (Little 1961).
func (q Queue) Load() float64 {
	return float64(q.ArrivalRate * q.ServiceTime)
}

// Check returns nil, or an error that names the field outside its range.
func (q Queue) Check() error {
	switch {
	case q.Servers < 1 || q.Servers > MaxServers:
		return fmt.Errorf("erlang: Servers %d is outside 1 to %d; "+
			"count the servers that share one queue", q.Servers, MaxServers)
	case !(q.ArrivalRate >= 0 && q.ArrivalRate <= math.MaxFloat64):
		return fmt.Errorf("erlang: ArrivalRate %v is not a finite number of at least 0; "+
			"give requests per unit of time", q.ArrivalRate)
	case !(q.ServiceTime > 0 && q.ServiceTime <= math.MaxFloat64):
		return fmt.Errorf("erlang: ServiceTime %v is not a finite number above 0; "+
			"give the mean time a request keeps a server busy", q.ServiceTime)
	}
	return check(q.Servers, q.Load())
}

// Wait gives the distribution of the waiting time, from [C]. Errors are those of [Queue.Check].
func (q Queue) Wait() (Wait, error) {
	if err := q.Check(); err != nil {
		return Wait{}, err
	}
	load := q.Load()
	probability, err := C(q.Servers, load)
	if err != nil {
		return Wait{}, err
	}
	return Wait{Probability: probability, Spare: (float64(q.Servers) - load) / q.ServiceTime}, nil
}

// Wait is the distribution of the time W that a request waits before its service begins. A share 1 - C does not wait
// at all; the others wait for an exponentially distributed time whose rate is the spare capacity N/S - l:
//
//	P(W > t) = C e^(-(N/S - l) t)
//
// In a queue without spare capacity the wait grows without limit: every quantile and the mean are +Inf.
type Wait struct {
	Probability float64 // C, the share of requests that wait at all
	Spare       float64 // N/S - l, requests per unit of time; 0 or less in an overloaded queue
}

// Tail is P(W > t), the share of requests that wait for longer than t: 1 for a negative t, C at 0. It is NaN when t is.
func (w Wait) Tail(t float64) float64 {
	switch {
	case math.IsNaN(t):
		return t
	case t < 0 || w.Spare <= 0:
		return 1
	case t == 0:
		return w.Probability // also where the spare capacity is infinite, and its product with 0 is not a number
	}
	return float64(w.Probability * math.Exp(float64(-w.Spare*t)))
}

// Quantile is the time that a share p of the requests does not wait longer than:
//
//	ln(C / (1 - p)) / (N/S - l)  when C > 1 - p, else 0
//
// Quantile(1) is +Inf as soon as anybody waits. A p outside 0 to 1 is an error.
func (w Wait) Quantile(p float64) (float64, error) {
	if !(p >= 0 && p <= 1) {
		return 0, fmt.Errorf("erlang: quantile %v is outside 0 to 1; the 99th percentile is 0.99", p)
	}
	switch {
	case w.Probability <= 1-p:
		return 0, nil
	case w.Spare <= 0:
		return math.Inf(1), nil
	}
	return math.Log(w.Probability/(1-p)) / w.Spare, nil
}

// Mean is the mean wait of all requests, those that do not wait included: C / (N/S - l).
func (w Wait) Mean() float64 {
	if w.Spare <= 0 {
		return math.Inf(1)
	}
	return w.Probability / w.Spare
}

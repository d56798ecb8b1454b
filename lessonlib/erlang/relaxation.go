package erlang

import "math"

// RelaxationTime is how long the queue takes to forget how it began: what distance from the steady state there is shrinks
// by a factor of e in each relaxation time, and requests that far apart wait nearly independently of each other.
//
//	max(S, 1/(sqrt(N/S) - sqrt(l))^2)
//
// It is exact for one server and above a utilisation that depends on N (E. A. van Doorn, Stochastic Monotonicity and
// Queueing Applications of Birth-Death Processes, Springer 1981), and at most 2 % too short below it; for the place of the
// change see D. Gamarnik, D. A. Goldberg, "On the rate of convergence to stationarity of the M/M/N queue in the
// Halfin-Whitt regime", Annals of Applied Probability 23 (2013), 1879-1912. A queue without spare capacity has no steady
// state: +Inf. Errors are those of [Queue.Check].
func (q Queue) RelaxationTime() (float64, error) {
	if err := q.Check(); err != nil {
		return 0, err
	}
	servers, load := float64(q.Servers), q.Load()
	if load >= servers {
		return math.Inf(1), nil
	}
	// sqrt(N) - sqrt(a), written so that it keeps its digits when a nears N.
	gap := (servers - load) / (math.Sqrt(servers) + math.Sqrt(load))
	return q.ServiceTime * math.Max(1, 1/(gap*gap)), nil
}

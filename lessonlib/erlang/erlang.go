// Package erlang holds A. K. Erlang's two formulas for N servers under random load, and the waiting times that follow.
//
// Requests arrive at random (Poisson) at l a second, each keeps one server busy for S seconds on average
// (exponentially distributed), and N servers share the work. The offered load a = l S is then a pure number: the servers
// that would be busy if there were enough of them. Its unit is called the erlang.
//
//   - [B]: what share of the requests finds all servers busy, when such requests are turned away?
//   - [C]: what share of the requests has to wait, when they queue in order of arrival?
//   - [Queue] and [Wait]: and for how long?
//   - [Response]: how long does it take from arrival to answer, wait and service together?
//
// Everything here holds in the steady state: the load has stayed the same for many times [Queue.RelaxationTime]. Package
// simulation, below this one, plays the same queue request by request, without these formulas.
//
// Sources: A. K. Erlang, "Solution of some Problems in the Theory of Probabilities of Significance in Automatic Telephone
// Exchanges" (1917); D. Gross and C. M. Harris, Fundamentals of Queueing Theory, chapter 2 (M/M/c and M/M/c/c).
package erlang

import (
	"fmt"
	"math"
)

// MaxServers is the largest number of servers that this package computes with; its accuracy is tested up to there.
const MaxServers = 100_000

// check refuses what no formula here is defined for.
func check(servers int, load float64) error {
	if servers < 0 || servers > MaxServers {
		return fmt.Errorf("erlang: servers %d is outside 0 to %d; "+
			"count the servers that share one queue", servers, MaxServers)
	}
	if !(load >= 0 && load <= math.MaxFloat64) {
		return fmt.Errorf("erlang: offered load %v is not a finite number of at least 0; "+
			"give arrival rate times mean service time, in the same unit of time", load)
	}
	return nil
}

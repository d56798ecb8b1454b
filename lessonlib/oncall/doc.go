// Package oncall is a night on call, one minute at a time: a load balancer in front of a fleet, a cache in front of a
// database, a 99.9 % availability objective, and an operator with eight controls.
//
// A [Shift] is what may happen and to which [Service]; a [Plan] is what the operator does about it; a seed is the
// traffic. [Run] plays the three and returns a [Log] with every minute. The same three give the same log on every
// machine: integers exactly, floating-point figures to a relative 1e-9.
//
//	rollBack := oncall.Plan{}.At("09:29", oncall.Rollback())
//	log, err := oncall.Run(oncall.BadDeploy(), 1, rollBack)
//	fmt.Println(log.Outcome())
//
// Each formula is one small method beside the constants that it needs, so that a lesson can draw it alone:
// [Traffic.ArrivalRate], [Cache.HitRatio], [Database.ResponseTime], [ServiceTime], [Waiting], [P99], [Objective.Burn].
// Each constant is a field with its unit, its default and the source of the default, and has a stable number (OC05)
// under which [Shift.Assumptions] lists it.
//
// Two approximations. Each minute's queue is taken as in its steady state: requests last milliseconds, minutes are long.
// And p99 adds the 99 % quantile of the wait to that of the service time, which is not the quantile of the sum; see
// [P99].
//
// Package study plays one shift over many seeds; it is a package of its own because it links statistics that a cell
// with a single shift should not pay for.
//
// # References
//
//   - A. K. Erlang, "Solution of some Problems in the Theory of Probabilities of Significance in Automatic Telephone
//     Exchanges", Post Office Electrical Engineers' Journal 10 (1917), 189-197.
//   - J. D. C. Little, "A Proof for the Queuing Formula: L = lambda W", Operations Research 9 (1961), 383-387.
//   - D. Gross, J. F. Shortle, J. M. Thompson, C. M. Harris, Fundamentals of Queueing Theory, 4th edition, Wiley 2008:
//     M/M/1 in section 2.2, M/M/c in section 2.3.
//   - J. Jung, A. W. Berger, H. Balakrishnan, "Modeling TTL-based Internet Caches", IEEE INFOCOM 2003.
//   - B. Beyer and others (editors), The Site Reliability Workbook, O'Reilly 2018, chapter 5, "Alerting on SLOs".
package oncall

// TeachingModel is the sentence to print wherever a shift is shown.
const TeachingModel = "A teaching model, not for operational decisions; a real site calibrates every constant to its " +
	"own equipment and data."

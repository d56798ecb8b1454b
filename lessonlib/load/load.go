// Package load tests a service under load, live and in virtual time: lesson 3 shows with it how the same test passes or
// fails by its scenario alone.
//
// A scenario is a mix of requests and a driver that decides when they are sent. An open driver sends at a rate whatever
// happens; a closed one is a number of users who wait for their answers and so slow down with the service:
//
//	s := load.Realistic()
//	run, err := s.Run(ctx, load.Target{URL: d.URL()})
//	if err != nil {
//		return err
//	}
//	m := run.Metrics()
//	fmt.Println(m.Rate, m.Latency.Percentile(0.95), load.IO1().Judge(m))
//
// # Honest figures
//
// Each [Result] has the moment at which its request was meant to be sent, the moment at which it was, and the moment of the
// answer. Latency counts from the first, so that a generator that falls behind cannot hide it (coordinated omission, Gil
// Tene's name for it); the service latency of most tools counts from the second, and is kept beside it. Failed, refused
// and unfinished requests are results, and rank behind all others in every percentile. Percentiles come with the number of
// requests and an interval, and say when there were too few. A verdict may be inconclusive, with the reason.
//
// # Live and twin
//
// [Scenario.Run] loads a live service, by a client of its own (package http1) that costs a lesson's cell no link time.
// [Campaign] does the lesson's ten runs, on desks calibrated to this machine. [Twin.Run] plays the same scenarios in
// virtual time, with the same bytes on every machine; both give a [Run], and the reports of both are the same values.
// Packages load/k6 and load/vegeta take scenarios out to the tools of the field.
package load

// Package pool is the shared work pool of lesson 1: many tenants send requests
// to one pool that serves a fixed number of units of work a tick, and one noisy
// neighbour can make all of them wait.
//
// A lesson takes a day, changes what it asks about, runs it and reads it:
//
//	day := pool.DayB()
//	day.Policy = pool.RoundRobin
//	r, err := day.Run()
//	if err != nil {
//		return err
//	}
//	fmt.Printf("%.2f ticks\n", r.Tenant(1).MeanDelay())
//
// # The model
//
// The tenants are sellers, named S1 (the largest), S2 and so on. Every tenant
// sends tracking queries of one unit at a steady rate and, at a fixed interval,
// one period scan, which is the larger the more it ships. A run of T ticks goes
// through t = 1..T. In each tick the tenants' requests arrive in the order of
// their numbers, then the pool serves up to [Params.Capacity] units by its
// [Policy]. A request is done in the tick that serves its last unit; its delay is
// that tick less the tick it arrived in, so a request served at once has delay 0.
//
// A run draws nothing at random: the same [Params] give the same integers on every
// machine. Where the model multiplies, the product is rounded by an explicit
// float64(...), because Go may otherwise fuse x*y+z into one rounding on some
// processors and not on others.
//
// The model, its inputs and its figures are those of the source's pool program;
// data/reference/pool.json holds eight of that program's runs, and the tests meet
// each of them integer by integer.
package pool

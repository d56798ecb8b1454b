package pool_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

// Who is the noisy neighbour? On day B one tenant in 200 scans more often, and the
// small ones wait four times as long as on a normal day.
func Example() {
	for _, day := range []pool.Params{pool.Normal(), pool.DayA(), pool.DayB()} {
		r, err := day.Run()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("small wait %.2f ticks, S1's noise %.2f\n", r.Small().MeanDelay(), r.Tenant(1).Noise())
	}
	// Output:
	// small wait 0.24 ticks, S1's noise 1.01
	// small wait 0.85 ticks, S1's noise 1.02
	// small wait 0.98 ticks, S1's noise 1.43
}

// Round robin makes the noisy neighbour wait for its own work.
func ExampleWhoPays() {
	b := pool.DayB()
	shared, _ := b.Run()
	b.Policy = pool.RoundRobin
	fair, _ := b.Run()
	changes, _ := pool.WhoPays(shared, fair)
	for _, i := range []int{1, 10, 50, 200} {
		fmt.Printf("S%d: %+.2f ticks\n", i, changes[i-1].Delta())
	}
	// Output:
	// S1: +2.49 ticks
	// S10: -0.85 ticks
	// S50: -1.02 ticks
	// S200: -1.23 ticks
}

// A sweep keeps the day's work and changes the pool.
func ExampleParams_AtUtilisation() {
	for _, wanted := range []float64{0.6, 0.9, 1.05} {
		p, _ := pool.Normal().AtUtilisation(wanted)
		r, _ := p.Run()
		fmt.Printf("%d units a tick, utilisation %.2f: small wait %.2f ticks\n",
			p.Capacity, p.Utilisation(), r.Small().MeanDelay())
	}
	// Output:
	// 806 units a tick, utilisation 0.60: small wait 0.01 ticks
	// 537 units a tick, utilisation 0.90: small wait 0.26 ticks
	// 460 units a tick, utilisation 1.05: small wait 13.78 ticks
}

// Watch a tenant to draw its delay over time. Under round robin S1's scan of tick 12
// holds up its own queries: for three ticks none of them is done.
func ExampleMoment() {
	b := pool.DayB()
	b.Policy, b.Watch = pool.RoundRobin, 1
	r, _ := b.Run()
	for _, m := range r.Series[11:17] {
		fmt.Printf("tick %d: %d done, mean delay %.2f ticks\n", m.Tick, m.Done, m.MeanDelay())
	}
	// Output:
	// tick 12: 71 done, mean delay 0.00 ticks
	// tick 13: 0 done, mean delay NaN ticks
	// tick 14: 0 done, mean delay NaN ticks
	// tick 15: 0 done, mean delay NaN ticks
	// tick 16: 83 done, mean delay 2.88 ticks
	// tick 17: 170 done, mean delay 2.12 ticks
}

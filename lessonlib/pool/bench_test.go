package pool_test

import (
	"fmt"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

func benchmarkRun(b *testing.B, p pool.Params) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Run(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(p.Tenants*p.Ticks), "ns/tenant-tick")
}

// The lesson's day B: what a student waits for after each edit.
func BenchmarkDayB(b *testing.B) {
	for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
		b.Run(policy.String(), func(b *testing.B) {
			p := pool.DayB()
			p.Policy = policy
			benchmarkRun(b, p)
		})
	}
}

// Linear in the tenants: with the work kept at 90% of the capacity, ns/tenant-tick must
// not grow from one size to the next.
func BenchmarkTenants(b *testing.B) {
	for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
		for _, n := range []int{200, 2_000, 20_000} {
			b.Run(fmt.Sprintf("%v/%d", policy, n), func(b *testing.B) {
				p := pool.DayB()
				p.Tenants, p.Policy = n, policy
				p, err := p.AtUtilisation(0.9)
				if err != nil {
					b.Fatal(err)
				}
				benchmarkRun(b, p)
			})
		}
	}
}

// Linear in the ticks: ns/tenant-tick must not grow with the length of the run.
func BenchmarkTicks(b *testing.B) {
	for _, policy := range []pool.Policy{pool.Shared, pool.RoundRobin} {
		for _, ticks := range []int{600, 6_000, 60_000} {
			b.Run(fmt.Sprintf("%v/%d", policy, ticks), func(b *testing.B) {
				p := pool.DayB()
				p.Ticks, p.Policy = ticks, policy
				benchmarkRun(b, p)
			})
		}
	}
}

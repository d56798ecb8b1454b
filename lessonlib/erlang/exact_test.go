package erlang_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"pgregory.net/rapid"
)

// exact is B(N, a) and C(N, a) by the textbook recursion 1/B(n) = 1 + (n/a)/B(n-1) in rational arithmetic, without any
// rounding: the load is the exact value of the float64. Written with 1/B(n) = p(n) / a^n it needs no fractions:
// p(n) = a^n + n p(n-1).
func exact(servers int, load float64) (b, c *big.Rat) {
	a := new(big.Rat).SetFloat64(load)
	numerator, denominator := a.Num(), a.Denom()
	// Multiplied by denominator^n: p(n) = numerator^n + n denominator p(n-1), and 1/B = p(n) / numerator^n.
	p, power := big.NewInt(1), big.NewInt(1)
	for n := int64(1); n <= int64(servers); n++ {
		power.Mul(power, numerator)
		p.Mul(p, denominator).Mul(p, big.NewInt(n)).Add(p, power)
	}
	b = new(big.Rat).SetFrac(power, p)
	utilisation := new(big.Rat).Quo(a, big.NewRat(int64(servers), 1))
	one := big.NewRat(1, 1)
	if utilisation.Cmp(one) >= 0 {
		return b, one
	}
	// The textbook form of C, not the one under test.
	c = new(big.Rat).Sub(one, b)
	c.Mul(c, utilisation).Sub(one, c)
	return b, c.Quo(b, c)
}

// long is exact with a mantissa of 320 bits instead of fractions, which is what large N can afford. Each step rounds
// three times by 2^-320, and C loses no more than a few digits: even at 100,000 servers 2^-290 is left.
func long(servers int, load float64) (b, c *big.Float) {
	float := func(x float64) *big.Float { return new(big.Float).SetPrec(320).SetFloat64(x) }
	a, one, x, step := float(load), float(1), float(1), float(0)
	for n := 1; n <= servers; n++ {
		step.Quo(float(float64(n)), a)
		x.Add(one, x.Mul(x, step))
	}
	b = float(0).Quo(one, x)
	if load >= float64(servers) {
		return b, one
	}
	c = float(0).Sub(one, b)
	c.Mul(c, a).Quo(c, float(float64(servers))).Sub(one, c)
	return b, c.Quo(b, c)
}

// relative is |got - want| / want, computed without rounding got or want.
func relative(got float64, want *big.Float) float64 {
	difference := new(big.Float).SetPrec(320).SetFloat64(got)
	difference.Sub(difference, want)
	off, _ := difference.Quo(difference, want).Float64()
	return math.Abs(off)
}

// normal is the smallest float64 with all its digits; B and C promise their accuracy from there upwards.
const normal = 0x1p-1022

func near(got float64, want *big.Float, tolerance float64) error {
	if want.Cmp(big.NewFloat(normal)) < 0 {
		if got >= 0 && got <= 2*normal {
			return nil
		}
		return fmt.Errorf("%v, want next to nothing (%.3g)", got, want)
	}
	if off := relative(got, want); !(off <= tolerance) {
		return fmt.Errorf("%v, want %.17g: relative error %.2g", got, want, off)
	}
	return nil
}

// fatal is what both needs of *testing.T and *rapid.T.
type fatal interface {
	Helper()
	Fatal(...any)
}

func both(t fatal, servers int, load float64) (b, c float64) {
	t.Helper()
	b, err := erlang.B(servers, load)
	if err != nil {
		t.Fatal(err)
	}
	c, err = erlang.C(servers, load)
	if err != nil {
		t.Fatal(err)
	}
	return b, c
}

// utilisations spans idle to hopelessly overloaded, and both sides of saturation as closely as float64 goes.
var utilisations = []float64{
	1e-300, 1e-9, 0.01, 0.1, 0.3, 0.5, 0.54, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1 - 1e-9, 1 - 0x1p-53,
	1, 1 + 0x1p-52, 1.001, 1.1, 2, 10, 1e6, 1e300,
}

func TestSmallSystemsAreExactTo2em14(t *testing.T) {
	for _, servers := range []int{1, 2, 3, 4, 7, 16, 31, 64, 100, 160, 640} {
		for _, utilisation := range utilisations {
			load := utilisation * float64(servers)
			b, c := both(t, servers, load)
			exactB, exactC := exact(servers, load)
			longB, longC := long(servers, load)
			for _, check := range []struct {
				name  string
				got   float64
				exact *big.Rat
				long  *big.Float
			}{{"B", b, exactB, longB}, {"C", c, exactC, longC}} {
				want := new(big.Float).SetPrec(320).SetRat(check.exact)
				if err := near(check.got, want, 2e-14); err != nil {
					t.Errorf("%s(%d, %v) = %v", check.name, servers, load, err)
				}
				// The reference for large systems is itself held against the exact one.
				off, _ := new(big.Float).Quo(new(big.Float).Sub(check.long, want), want).Float64()
				if math.Abs(off) > 0x1p-290 {
					t.Errorf("the 320-bit reference of %s(%d, %v) is off by %.2g", check.name, servers, load, off)
				}
			}
		}
	}
}

func TestLargeSystemsAreExactTo1em13(t *testing.T) {
	sizes := []int{1000, 5000, 20_000, erlang.MaxServers}
	if testing.Short() { // the reference takes as many steps as there are servers
		sizes = sizes[:2]
	}
	for _, servers := range sizes {
		for _, utilisation := range []float64{0.5, 0.887, 0.9, 0.97, 0.999, 1 - 0x1p-53, 1, 1.01, 2} {
			load := utilisation * float64(servers)
			b, c := both(t, servers, load)
			wantB, wantC := long(servers, load)
			if err := near(b, wantB, 1e-13); err != nil {
				t.Errorf("B(%d, %v) = %v", servers, load, err)
			}
			if err := near(c, wantC, 1e-13); err != nil {
				t.Errorf("C(%d, %v) = %v", servers, load, err)
			}
		}
	}
}

// Loads with few digits are the hardest: n/load then rounds the same way at every step.
func TestAnySystemIsExactTo1em13(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, 3000).Draw(t, "servers")
		load := float64(servers) * math.Exp(rapid.Float64Range(-3, 3).Draw(t, "ln utilisation"))
		if rapid.Bool().Draw(t, "one decimal") {
			load = math.Ceil(10*load) / 10
		}
		b, c := both(t, servers, load)
		wantB, wantC := long(servers, load)
		if err := near(b, wantB, 1e-13); err != nil {
			t.Fatalf("B = %v", err)
		}
		if err := near(c, wantC, 1e-13); err != nil {
			t.Fatalf("C = %v", err)
		}
	})
}

// The textbook recursion in float64, the known good way the faster one replaces.
func TestSumIsTheRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(0, 1000).Draw(t, "servers")
		load := rapid.Float64Range(0.5*float64(servers)+0.1, 1500).Draw(t, "load")
		reciprocal := 1.0
		for n := 1; n <= servers; n++ {
			reciprocal = 1 + float64(n)/load*reciprocal
		}
		got, err := erlang.B(servers, load)
		if err != nil {
			t.Fatal(err)
		}
		if want := 1 / reciprocal; math.Abs(got-want) > 1e-12*want {
			t.Fatalf("%v, the recursion gives %v", got, want)
		}
	})
}

// The expected bits are this package's own on amd64; how near the truth they are is the other tests' business. A processor
// where Go fuses a product and a sum that ought to be rounded apart fails here.
func TestBitsAreTheSameOnEveryProcessor(t *testing.T) {
	for _, want := range []struct {
		servers    int
		load, b, c float64
	}{
		{16, 8.6, 0x1.04110753aded3p-07, 0x1.16955cb0fc573p-06},
		{160, 86.4, 0x1.f1f71f8f3f54fp-42, 0x1.0ea221d8fadc1p-40},
		{640, 345.1, 0x1.23738f2b342f1p-151, 0x1.3c42047aed03dp-150},
		{erlang.MaxServers, 99990.7, 0x1.4275fadfe962dp-09, 0x1.ed65007a24f02p-01},
	} {
		if b, c := both(t, want.servers, want.load); b != want.b || c != want.c {
			t.Errorf("B and C of %d servers at %v erlangs are %x and %x, want %x and %x",
				want.servers, want.load, b, c, want.b, want.c)
		}
	}
}

var sink float64

func BenchmarkC(b *testing.B) {
	for _, servers := range []int{16, 160, 640, 100_000} {
		for _, utilisation := range []float64{0.54, 0.9, 0.999} {
			b.Run(fmt.Sprintf("servers=%d/utilisation=%v", servers, utilisation), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink, _ = erlang.C(servers, utilisation*float64(servers))
				}
			})
		}
	}
}

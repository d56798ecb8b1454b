package erlang_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// longExp is e^-x for x >= 0 with 1024 bits: the Taylor series of a small enough part of x, squared up again.
func longExp(x *big.Float) *big.Float {
	float := func(v float64) *big.Float { return new(big.Float).SetPrec(1024).SetFloat64(v) }
	part, halvings := new(big.Float).SetPrec(1024).Set(x), 0
	for part.Cmp(float(0x1p-20)) > 0 {
		part.Quo(part, float(2))
		halvings++
	}
	sum, term := float(1), float(1)
	for k := 1.0; k <= 50; k++ { // 2^-1000 is left after 50 terms of 2^-20
		term.Quo(term.Mul(term, part), float(-k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// longTail is P(R > t) in the form of Gross and Harris, section 2.3, not the one under test: with Wq(0) = 1 - C the share that
// does not wait and k = c (1 - rho) the spare servers,
//
//	W(t) = (k - Wq(0)) / (k - 1) (1 - e^(-mu t)) - (1 - Wq(0)) / (k - 1) (1 - e^(-(c mu - lambda) t))
//
// where k = (c mu - lambda)/mu, the spare capacity in servers. It loses digits where k is near 1, of which 1024 bits have enough.
func longTail(r erlang.Response, t float64) *big.Float {
	float := func(v float64) *big.Float { return new(big.Float).SetPrec(1024).SetFloat64(v) }
	op := func() *big.Float { return float(0) }
	one := float(1)
	decayed := func(rate *big.Float) *big.Float { // 1 - e^(-rate t)
		return op().Sub(one, longExp(op().Mul(rate, float(t))))
	}
	mu := op().Quo(one, float(r.ServiceTime))
	spare := float(r.Wait.Spare)
	k := op().Quo(spare, mu)
	idle := op().Sub(one, float(r.Wait.Probability))
	first := op().Mul(op().Sub(k, idle), decayed(mu))
	second := op().Mul(op().Sub(one, idle), decayed(spare))
	w := op().Quo(op().Sub(first, second), op().Sub(k, one))
	return op().Sub(one, w)
}

func TestResponseTailIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := erlang.Response{ServiceTime: rapid.Float64Range(1e-3, 1e3).Draw(t, "S")}
		r.Wait.Probability = rapid.Float64Range(0, 1).Draw(t, "C")
		ratio := math.Exp(rapid.Float64Range(-7, 7).Draw(t, "ln d S"))
		if rapid.Bool().Draw(t, "d S near 1") {
			ratio = 1 + math.Exp(rapid.Float64Range(-36, -1).Draw(t, "ln (d S - 1)"))
		}
		r.Wait.Spare = ratio / r.ServiceTime
		after := rapid.Float64Range(1e-9, 100).Draw(t, "t in service times") * r.ServiceTime
		if r.Wait.Spare*r.ServiceTime == 1 {
			return // the textbook form divides by zero here; see the next test
		}
		got, want := r.Tail(after), longTail(r, after)
		tolerance := 1e-15 * (1 + after/r.ServiceTime + r.Wait.Spare*after)
		if err := near(got, want, tolerance); err != nil {
			t.Fatalf("P(R > %v) of %+v = %v", after, r, err)
		}
	})
}

// Two servers with a load of 1 have one server's capacity to spare: d = mu. C is 1/3 (see the hand-known values), so
// P(R > t) = e^-t (1 + t/3), from the convolution of two exponentials of the same rate (an Erlang distribution).
func TestResponseWhereSpareCapacityIsOneServer(t *testing.T) {
	response, err := erlang.Queue{Servers: 2, ArrivalRate: 1, ServiceTime: 1}.Response()
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []float64{1e-9, 0.1, 1, 5, 100, 700} {
		want := math.Exp(-after) * (1 + after/3)
		if got := response.Tail(after); !close(got, want, 1e-14) {
			t.Errorf("P(R > %v) = %v, want %v", after, got, want)
		}
		// A little to either side of it nothing jumps.
		for _, spare := range []float64{1 - 1e-9, 1 - 0x1p-53, 1 + 0x1p-52, 1 + 1e-9} {
			beside := response
			beside.Wait.Spare = spare
			if got := beside.Tail(after); !close(got, want, 1e-9*(1+after)) {
				t.Errorf("P(R > %v) with spare capacity %v = %v, want about %v", after, spare, got, want)
			}
		}
	}
}

// Gross and Harris, M/M/1: the response time is exponential with rate mu - lambda.
func TestResponseOfOneServerIsExponential(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		service := rapid.Float64Range(1e-3, 1e3).Draw(t, "service time")
		rho := rapid.Float64Range(1e-6, 0.999).Draw(t, "rho")
		after := rapid.Float64Range(0, 20).Draw(t, "t in service times") * service
		p := rapid.Float64Range(0.01, 0.9999).Draw(t, "p")
		rate := 1/service - rho/service
		response, err := erlang.Queue{Servers: 1, ArrivalRate: rho / service, ServiceTime: service}.Response()
		if err != nil {
			t.Fatal(err)
		}
		// mu - lambda loses up to three digits at rho = 0.999, and e^-x up to x of them more.
		if got, want := response.Tail(after), math.Exp(-rate*after); !close(got, want, 1e-11) {
			t.Fatalf("P(R > %v) = %v, want %v", after, got, want)
		}
		q, err := response.Quantile(p)
		if want := -math.Log1p(-p) / rate; err != nil || !close(q, want, 1e-11) {
			t.Fatalf("quantile %v is %v, %v; want %v", p, q, err, want)
		}
		if got, want := response.Mean(), 1/rate; !close(got, want, 1e-11) {
			t.Fatalf("mean %v, want %v", got, want)
		}
	})
}

// With many servers at half their capacity nobody waits (C is below 1e-12 from 200 servers on), and the response is the service.
func TestResponseWithoutWaitingIsTheServiceTime(t *testing.T) {
	for _, servers := range []int{200, 1000, erlang.MaxServers} {
		response, err := erlang.Queue{Servers: servers, ArrivalRate: 5 * float64(servers), ServiceTime: 0.1}.Response()
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []float64{0.01, 0.1, 0.5} {
			if got, want := response.Tail(after), math.Exp(-after/0.1); !close(got, want, 1e-9) {
				t.Errorf("%d servers: P(R > %v) = %v, want %v", servers, after, got, want)
			}
		}
		if q, err := response.Quantile(0.99); err != nil || !close(q, 0.1*math.Log(100), 1e-9) {
			t.Errorf("%d servers: p99 = %v, %v; want S ln 100 = %v", servers, q, err, 0.1*math.Log(100))
		}
	}
}

func drawQueue(t *rapid.T) erlang.Queue {
	servers := rapid.IntRange(1, 700).Draw(t, "servers")
	rho := rapid.Float64Range(0.01, 0.999).Draw(t, "utilisation")
	service := rapid.Float64Range(1e-3, 1e3).Draw(t, "service time")
	return erlang.Queue{Servers: servers, ArrivalRate: rho * float64(servers) / service, ServiceTime: service}
}

func TestResponseTailFallsFromOneAndExceedsThatOfEachPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		response, err := drawQueue(t).Response()
		if err != nil {
			t.Fatal(err)
		}
		if got := response.Tail(0); got != 1 {
			t.Fatalf("P(R > 0) = %v, want 1", got)
		}
		before, step := 1.0, rapid.Float64Range(1e-6, 2).Draw(t, "step")*response.ServiceTime
		for i := range 50 {
			after := float64(i+1) * step
			got := response.Tail(after)
			if !(got >= 0 && got <= before*(1+1e-13)) {
				t.Fatalf("P(R > %v) = %v, but %v a step before", after, got, before)
			}
			alone := math.Max(math.Exp(-after/response.ServiceTime), response.Wait.Tail(after))
			if got < alone*(1-1e-12) {
				t.Fatalf("P(R > %v) = %v is less than %v, that of wait or service alone", after, got, alone)
			}
			before = got
		}
	})
}

// The mean of a time is the area under its tail; here by Simpson's rule, up to where 1e-13 is left.
func TestResponseMeanIsTheAreaUnderTheTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		response, err := drawQueue(t).Response()
		if err != nil {
			t.Fatal(err)
		}
		end, err := response.Quantile(1 - 1e-13)
		if err != nil {
			t.Fatal(err)
		}
		const intervals = 20_000
		h, area := end/intervals, 0.0
		for i := range intervals / 2 {
			at := float64(2*i) * h
			area += h / 3 * (response.Tail(at) + 4*response.Tail(at+h) + response.Tail(at+2*h))
		}
		if got := response.Mean(); !close(got, area, 1e-6) {
			t.Fatalf("mean %v, the area is %v", got, area)
		}
	})
}

func TestResponseQuantileUndoesTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		response, err := drawQueue(t).Response()
		if err != nil {
			t.Fatal(err)
		}
		p := rapid.Float64Range(1e-6, 1-1e-9).Draw(t, "p")
		q, err := response.Quantile(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := response.Tail(q); got > 1-p {
			t.Fatalf("P(R > %v) = %v, want at most %v", q, got, 1-p)
		}
		if got := response.Tail(math.Nextafter(q, 0)); got <= 1-p {
			t.Fatalf("quantile %v is %v, and the time before it does as well: %v <= %v", p, q, got, 1-p)
		}
		// Just beside it, by the stated accuracy, the exact tail is on the right side.
		if p < 0.01 || p > 0.999999 || math.Abs(response.Wait.Spare*response.ServiceTime-1) < 1e-6 {
			return
		}
		share := new(big.Float).SetFloat64(1 - p)
		if longTail(response, q*(1+1e-13)).Cmp(share) > 0 || longTail(response, q*(1-1e-13)).Cmp(share) < 0 {
			t.Fatalf("quantile %v of %+v is not within 1e-13 of %v", p, response, q)
		}
	})
}

func TestResponseAtItsEdges(t *testing.T) {
	inf := math.Inf(1)
	some := erlang.Response{Wait: erlang.Wait{Probability: 0.5, Spare: 2}, ServiceTime: 1}
	endless := erlang.Response{Wait: erlang.Wait{Probability: 1, Spare: -1}, ServiceTime: 1}
	instant := erlang.Response{Wait: erlang.Wait{Probability: 0.5, Spare: inf}, ServiceTime: 1}
	weightless := erlang.Response{Wait: erlang.Wait{Probability: 0.5, Spare: 2}}
	quantile := func(r erlang.Response, p float64) float64 {
		q, err := r.Quantile(p)
		if err != nil {
			t.Error(err)
		}
		return q
	}
	for _, c := range []struct {
		words     string
		got, want float64
	}{
		{"everybody takes longer than a negative time", some.Tail(-1), 1},
		{"everybody takes some time", some.Tail(0), 1},
		{"the smallest time there is", some.Tail(math.SmallestNonzeroFloat64), 1},
		{"the largest time there is", some.Tail(math.MaxFloat64), 0},
		{"nobody takes for ever", some.Tail(inf), 0},
		{"nobody takes less than nothing", quantile(some, 0), 0},
		{"there is no longest response", quantile(some, 1), inf},
		{"the mean is S + C/d", some.Mean(), 1.25},
		{"overload: tail", endless.Tail(3600), 1},
		{"overload: quantile", quantile(endless, 0.01), inf},
		{"overload: mean", endless.Mean(), inf},
		{"unlimited spare capacity: only the service is left", instant.Tail(1), math.Exp(-1)},
		{"no service time: only the wait is left", weightless.Tail(1), 0.5 * math.Exp(-2)},
	} {
		if !close(c.got, c.want, 1e-15) {
			t.Errorf("%s: %v, want %v", c.words, c.got, c.want)
		}
	}
	if got := some.Tail(math.NaN()); !math.IsNaN(got) {
		t.Errorf("P(R > NaN) = %v, want NaN", got)
	}
}

// A birth-death chain returns to its steady state as fast as the eigenvalue of its generator that is nearest to 0 says. Cut off
// at a length the chain forgets a little faster; with these lengths by less than 2 %. The formula is up to 2 % too short.
func TestRelaxationTimeIsThatOfTheChain(t *testing.T) {
	for _, servers := range []int{1, 4, 16, 64} {
		for _, utilisation := range []float64{0.1, 0.3, 0.5, 0.7, 0.8} {
			load := utilisation * float64(servers)
			length := 2*servers + 200
			generator := mat.NewSymDense(length, nil) // made symmetric, which keeps the eigenvalues
			for n := range length {
				departures := math.Min(float64(n), float64(servers))
				arrivals := load
				if n == length-1 {
					arrivals = 0
				} else {
					generator.SetSym(n, n+1, math.Sqrt(load*math.Min(float64(n+1), float64(servers))))
				}
				generator.SetSym(n, n, -(arrivals + departures))
			}
			var eigen mat.EigenSym
			if !eigen.Factorize(generator, false) {
				t.Fatal("no eigenvalues")
			}
			want := -1 / eigen.Values(nil)[length-2] // the last one is 0, the steady state
			got, err := erlang.Queue{Servers: servers, ArrivalRate: 2 * load, ServiceTime: 0.5}.RelaxationTime()
			if err != nil || !close(2*got, want, 0.03) {
				t.Errorf("%d servers, utilisation %v: %v service times (%v), the chain takes %v", servers, utilisation, 2*got, err, want)
			}
		}
	}
	if got, err := (erlang.Queue{Servers: 2, ArrivalRate: 2, ServiceTime: 1}).RelaxationTime(); err != nil || !math.IsInf(got, 1) {
		t.Errorf("a queue without spare capacity relaxes in %v (%v), want +Inf", got, err)
	}
	if got, err := (erlang.Queue{Servers: 5, ServiceTime: 3}).RelaxationTime(); err != nil || got != 3 {
		t.Errorf("without arrivals the queue relaxes in %v (%v), want the service time 3", got, err)
	}
}

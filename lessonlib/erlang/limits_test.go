package erlang_test

import (
	"math"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"pgregory.net/rapid"
)

func close(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Abs(want)
}

// Worked by hand from the definitions, as fractions; printed Erlang B tables give 1.84 % for ten servers and load 5.
func TestHandKnownValues(t *testing.T) {
	cases := []struct {
		words   string
		servers int
		load    float64
		b, c    float64
	}{
		{"no servers: everybody is blocked", 0, 3, 1, 1},
		{"no servers and no load either", 0, 0, 1, 1},
		{"no load: nobody is blocked", 5, 0, 0, 0},
		{"one server, load 1: a/(1+a)", 1, 1, 1.0 / 2, 1},
		{"one server, load 1/2", 1, 0.5, 1.0 / 3, 0.5},
		{"two servers, load 1: (1/2)/(1+1+1/2)", 2, 1, 1.0 / 5, 1.0 / 3},
		{"three servers, load 2: (8/6)/(1+2+2+8/6)", 3, 2, 4.0 / 19, 4.0 / 9},
		{"ten servers, load 5: 5^10/10! over the sum", 10, 5, 390625.0 / 21247437, 390625.0 / 10819031},
		{"hopeless overload", 3, 1e308, 1, 1},
		{"the smallest load there is", 2, math.SmallestNonzeroFloat64, 0, 0},
		{"the largest load there is", erlang.MaxServers, math.MaxFloat64, 1, 1},
	}
	for _, c := range cases {
		gotB, gotC := both(t, c.servers, c.load)
		if !close(gotB, c.b, 1e-15) {
			t.Errorf("%s: B(%d, %v) = %v, want %v", c.words, c.servers, c.load, gotB, c.b)
		}
		if !close(gotC, c.c, 1e-15) {
			t.Errorf("%s: C(%d, %v) = %v, want %v", c.words, c.servers, c.load, gotC, c.c)
		}
	}
}

// Gross & Harris, M/M/1: a share rho waits, P(W > t) = rho e^(-(mu - lambda) t), the mean wait is rho/(mu - lambda).
func TestOneServerIsMM1(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		service := rapid.Float64Range(1e-3, 1e3).Draw(t, "service time")
		rho := rapid.Float64Range(1e-6, 0.999).Draw(t, "rho")
		after := rapid.Float64Range(0, 20).Draw(t, "t in service times") * service
		mu, lambda := 1/service, rho/service
		wait, err := erlang.Queue{Servers: 1, ArrivalRate: lambda, ServiceTime: service}.Wait()
		if err != nil {
			t.Fatal(err)
		}
		if !close(wait.Probability, rho, 1e-12) {
			t.Fatalf("C = %v, want rho = %v", wait.Probability, rho)
		}
		// mu - lambda loses up to three digits at rho = 0.999, and e^-x up to x of them more.
		if got, want := wait.Tail(after), rho*math.Exp(-(mu-lambda)*after); !close(got, want, 1e-11) {
			t.Fatalf("P(W > %v) = %v, want %v", after, got, want)
		}
		if got, want := wait.Mean(), rho/(mu-lambda); !close(got, want, 1e-11) {
			t.Fatalf("mean wait %v, want %v", got, want)
		}
	})
}

// chain is M/M/N's steady state from its balance equations, p(n+1) = p(n) a / min(n+1, N), summed until nothing is left: a
// second way to the same figures, without any of the formulas under test.
func chain(servers int, load float64) (waiting, queueLength float64) {
	total, p := 0.0, 1.0
	for n := 0; n <= servers || p > waiting*1e-20; n++ {
		total += p
		if n >= servers {
			waiting += p
			queueLength += p * float64(n-servers)
		}
		p *= load / float64(min(n+1, servers))
	}
	return waiting / total, queueLength / total
}

// Little 1961: the mean queue is the arrival rate times the mean wait.
func TestWaitFollowsTheBalanceEquationsAndLittlesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, 60).Draw(t, "servers")
		rho := rapid.Float64Range(0.05, 0.98).Draw(t, "utilisation")
		service := rapid.Float64Range(0.01, 10).Draw(t, "service time")
		queue := erlang.Queue{Servers: servers, ArrivalRate: rho * float64(servers) / service, ServiceTime: service}
		wait, err := queue.Wait()
		if err != nil {
			t.Fatal(err)
		}
		waiting, length := chain(servers, queue.Load())
		if !close(wait.Probability, waiting, 1e-10) {
			t.Fatalf("C = %v, the balance equations give %v", wait.Probability, waiting)
		}
		if got := queue.ArrivalRate * wait.Mean(); !close(got, length, 1e-10) {
			t.Fatalf("l E[W] = %v, the mean queue is %v", got, length)
		}
	})
}

func TestMoreLoadMeansMoreWaitingAndMoreServersLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, 2000).Draw(t, "servers")
		load := rapid.Float64Range(0, 1.2*float64(servers)).Draw(t, "load")
		b, c := both(t, servers, load)
		if !(0 <= b && b <= c && c <= 1) {
			t.Fatalf("B = %v and C = %v are not in order within 0 to 1", b, c)
		}
		const slack = 1 + 1e-12
		if moreB, moreC := both(t, servers, load*1.01); moreB*slack < b || moreC*slack < c {
			t.Fatalf("with more load B falls from %v to %v or C from %v to %v", b, moreB, c, moreC)
		}
		if lessB, lessC := both(t, servers+1, load); lessB > b*slack || lessC > c*slack {
			t.Fatalf("with one more server B rises from %v to %v or C from %v to %v", b, lessB, c, lessC)
		}
	})
}

func TestEverybodyWaitsAsTheLoadNearsTheServers(t *testing.T) {
	for _, servers := range []int{1, 16, 160, erlang.MaxServers} {
		before := 0.0
		for _, gap := range []float64{0.1, 1e-2, 1e-4, 1e-8, 1e-12, 0x1p-53} {
			_, c := both(t, servers, float64(servers)*(1-gap))
			if c <= before || c >= 1 && gap > 1e-15 {
				t.Errorf("%d servers: C = %v at utilisation 1 - %v does not rise from %v towards 1", servers, c, gap, before)
			}
			before = c
		}
		// 1 - C is about gap (1/B - 1) (from 1/C = a/N + gap/B), and 1/B about sqrt(pi N / 2) at a = N.
		if bound := 0x1p-53 * 2 * math.Sqrt(math.Pi*float64(servers)/2); before < 1-bound-1e-15 {
			t.Errorf("%d servers: C = %v just below saturation, want 1 within %v", servers, before, bound)
		}
		if _, c := both(t, servers, float64(servers)); c != 1 {
			t.Errorf("%d servers: C = %v at a = N, want 1", servers, c)
		}
	}
}

func TestQuantileUndoesTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wait := erlang.Wait{
			Probability: rapid.Float64Range(1e-6, 1).Draw(t, "C"),
			Spare:       rapid.Float64Range(1e-3, 1e3).Draw(t, "spare"),
		}
		p := rapid.Float64Range(0, 0.999999).Draw(t, "p")
		q, err := wait.Quantile(p)
		if err != nil {
			t.Fatal(err)
		}
		if wait.Probability <= 1-p {
			if q != 0 {
				t.Fatalf("%v of the requests do not wait, and quantile %v is %v", 1-wait.Probability, p, q)
			}
			return
		}
		if got := wait.Tail(q); !close(got, 1-p, 1e-12) {
			t.Fatalf("P(W > %v) = %v, want %v", q, got, 1-p)
		}
	})
}

func TestWaitAtItsEdges(t *testing.T) {
	some := erlang.Wait{Probability: 0.5, Spare: 2}
	none := erlang.Wait{Probability: 0, Spare: 2}
	endless := erlang.Wait{Probability: 1, Spare: -1}
	instant := erlang.Wait{Probability: 0.5, Spare: math.Inf(1)}
	inf := math.Inf(1)
	quantile := func(w erlang.Wait, p float64) float64 {
		q, err := w.Quantile(p)
		if err != nil {
			t.Error(err)
		}
		return q
	}
	for _, c := range []struct {
		words     string
		got, want float64
	}{
		{"everybody waits longer than a negative time", some.Tail(-1), 1},
		{"a share C waits at all", some.Tail(0), 0.5},
		{"nobody waits for ever", some.Tail(inf), 0},
		{"half of the half wait longer than ln 2 / spare", some.Tail(math.Ln2 / 2), 0.25},
		{"the best half does not wait", quantile(some, 0.5), 0},
		{"three quarters wait at most ln 2 / spare", quantile(some, 0.75), math.Ln2 / 2},
		{"there is no longest wait", quantile(some, 1), inf},
		{"the mean is C / spare", some.Mean(), 0.25},
		{"no waiting: tail", none.Tail(0), 0},
		{"no waiting: longest", quantile(none, 1), 0},
		{"no waiting: mean", none.Mean(), 0},
		{"overload: everybody waits longer than an hour", endless.Tail(3600), 1},
		{"overload: quantile", quantile(endless, 0.01), inf},
		{"overload: mean", endless.Mean(), inf},
		{"unlimited spare capacity: tail at 0", instant.Tail(0), 0.5},
		{"unlimited spare capacity: tail later", instant.Tail(1), 0},
		{"unlimited spare capacity: mean", instant.Mean(), 0},
	} {
		if !close(c.got, c.want, 1e-15) {
			t.Errorf("%s: %v, want %v", c.words, c.got, c.want)
		}
	}
	if got := some.Tail(math.NaN()); !math.IsNaN(got) {
		t.Errorf("P(W > NaN) = %v, want NaN", got)
	}
}

func TestOverloadedQueueHasNoSpareCapacity(t *testing.T) {
	wait, err := erlang.Queue{Servers: 2, ArrivalRate: 30, ServiceTime: 0.1}.Wait()
	if err != nil || wait.Probability != 1 || wait.Spare != -10 {
		t.Errorf("3 erlangs on 2 servers of 10 requests/s each: %+v (%v), want C 1 and spare -10", wait, err)
	}
}

func TestErrorNamesWhatValueRangeAndWayOut(t *testing.T) {
	b := func(servers int, load float64) error { _, err := erlang.B(servers, load); return err }
	c := func(servers int, load float64) error { _, err := erlang.C(servers, load); return err }
	queue := func(servers int, rate, service float64) error {
		_, err := erlang.Queue{Servers: servers, ArrivalRate: rate, ServiceTime: service}.Wait()
		return err
	}
	quantile := func(p float64) error { _, err := erlang.Wait{Probability: 1, Spare: 1}.Quantile(p); return err }
	response := func(q erlang.Queue) error { _, err := q.Response(); return err }
	relaxation := func(q erlang.Queue) error { _, err := q.RelaxationTime(); return err }
	slowest := func(p float64) error { _, err := erlang.Response{ServiceTime: 1}.Quantile(p); return err }
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		err  error
		want string
	}{
		{b(-1, 1), "servers -1 is outside 0 to 100000"},
		{b(erlang.MaxServers+1, 1), "servers 100001 is outside 0 to 100000"},
		{b(1, -0.5), "offered load -0.5 is not a finite number of at least 0"},
		{c(1, nan), "offered load NaN is not"},
		{c(1, inf), "offered load +Inf is not"},
		{c(math.MinInt, 1), "servers -9223372036854775808 is outside"},
		{queue(0, 1, 1), "Servers 0 is outside 1 to 100000"},
		{queue(1, nan, 1), "ArrivalRate NaN is not a finite number of at least 0"},
		{queue(1, -1, 1), "ArrivalRate -1 is not"},
		{queue(1, 1, 0), "ServiceTime 0 is not a finite number above 0"},
		{queue(1, 1, inf), "ServiceTime +Inf is not"},
		{queue(1, 1e300, 1e300), "offered load +Inf is not"},
		{quantile(1.5), "quantile 1.5 is outside 0 to 1"},
		{quantile(-0.1), "quantile -0.1 is outside"},
		{quantile(nan), "quantile NaN is outside"},
		{response(erlang.Queue{Servers: 1, ArrivalRate: nan, ServiceTime: 1}), "ArrivalRate NaN is not"},
		{relaxation(erlang.Queue{Servers: -3, ArrivalRate: 1, ServiceTime: 1}), "Servers -3 is outside 1 to 100000"},
		{slowest(1.5), "quantile 1.5 is outside 0 to 1"},
		{slowest(nan), "quantile NaN is outside"},
	} {
		if c.err == nil {
			t.Errorf("no error that says %q", c.want)
		} else if text := c.err.Error(); !strings.HasPrefix(text, "erlang: "+c.want) || !strings.Contains(text, "; ") {
			t.Errorf("error %q does not say %q and a way out", text, c.want)
		}
	}
}

func TestFormulasAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		wait, _ := erlang.Queue{Servers: 160, ArrivalRate: 1125, ServiceTime: 0.074}.Wait()
		q, _ := wait.Quantile(0.99)
		response, _ := erlang.Queue{Servers: 160, ArrivalRate: 1125, ServiceTime: 0.074}.Response()
		slow, _ := response.Quantile(0.99)
		sink += q + wait.Tail(2) + wait.Mean() + slow + response.Mean()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

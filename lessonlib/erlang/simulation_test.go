package erlang_test

import (
	"math"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"github.com/queuebook/queuebook/lessonlib/random"
)

// simulate plays M/M/N request by request and returns how long each waited: whoever comes first takes the server that is
// free first. It knows nothing of any formula.
func simulate(t *testing.T, queue erlang.Queue, requests int, seed uint32) []float64 {
	t.Helper()
	arrivals, services := random.New(seed), random.New(seed^0x9E3779B9)
	draw := func(stream *random.Stream, mean float64) float64 {
		x, err := stream.Exponential(mean)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	freeAt := make([]float64, queue.Servers)
	waits := make([]float64, requests)
	clock := 0.0
	for i := range waits {
		clock += draw(&arrivals, 1/queue.ArrivalRate)
		first := 0
		for server, at := range freeAt {
			if at < freeAt[first] {
				first = server
			}
		}
		waits[i] = max(0, freeAt[first]-clock)
		freeAt[first] = clock + waits[i] + draw(&services, queue.ServiceTime)
	}
	return waits
}

// interval is the 99.9 % confidence interval of a steady-state mean by batch means: waits that follow each other are
// alike, so each of 40 long stretches counts as one observation. 3.558 is Student's t for 39 degrees of freedom.
func interval(waits []float64, of func(wait float64) float64) (mean, halfWidth float64) {
	const batches = 40
	var sum, squares float64
	size := len(waits) / batches
	for batch := range batches {
		total := 0.0
		for _, wait := range waits[batch*size : (batch+1)*size] {
			total += of(wait)
		}
		total /= float64(size)
		sum += total
		squares += total * total
	}
	mean = sum / batches
	variance := (squares - sum*mean) / (batches - 1)
	return mean, 3.558 * math.Sqrt(variance/batches)
}

func TestSimulatedQueueWaitsAsTheFormulasSay(t *testing.T) {
	longerThan := func(limit float64) func(float64) float64 {
		return func(wait float64) float64 {
			if wait > limit {
				return 1
			}
			return 0
		}
	}
	for _, queue := range []erlang.Queue{
		{Servers: 1, ArrivalRate: 0.7, ServiceTime: 1},
		{Servers: 4, ArrivalRate: 40, ServiceTime: 0.08},   // 80 % utilised
		{Servers: 16, ArrivalRate: 180, ServiceTime: 0.08}, // 90 % utilised
	} {
		theory, err := queue.Wait()
		if err != nil {
			t.Fatal(err)
		}
		busier := queue // the same queue with 3 % more load: the simulation has to tell the two apart
		busier.ArrivalRate *= 1.03
		wrong, err := busier.Wait()
		if err != nil {
			t.Fatal(err)
		}
		const warmUp = 20_000
		waits := simulate(t, queue, warmUp+800_000, 1)[warmUp:]
		for _, c := range []struct {
			name          string
			of            func(float64) float64
			theory, wrong float64
		}{
			{"share that waits", longerThan(0), theory.Probability, wrong.Probability},
			{"share that waits longer than a service time", longerThan(queue.ServiceTime),
				theory.Tail(queue.ServiceTime), wrong.Tail(queue.ServiceTime)},
			{"mean wait", func(wait float64) float64 { return wait }, theory.Mean(), wrong.Mean()},
		} {
			mean, halfWidth := interval(waits, c.of)
			t.Logf("%d servers, %s: simulated %.5f +- %.5f, formula %.5f", queue.Servers, c.name, mean, halfWidth, c.theory)
			if math.Abs(mean-c.theory) > halfWidth {
				t.Errorf("%d servers, %s: simulated %.5f +- %.5f does not cover %.5f",
					queue.Servers, c.name, mean, halfWidth, c.theory)
			}
			if math.Abs(mean-c.wrong) <= halfWidth {
				t.Errorf("%d servers, %s: simulated %.5f +- %.5f also covers %.5f of a busier queue; simulate for longer",
					queue.Servers, c.name, mean, halfWidth, c.wrong)
			}
		}
	}
}

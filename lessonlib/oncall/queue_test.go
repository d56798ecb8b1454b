package oncall_test

import (
	"math"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/erlang"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// At the noon shift's own first minute the function of a queue and the engine's minute are the same figure.
func TestTheP99OfAQueueIsThePanels(t *testing.T) {
	log, err := oncall.Run(oncall.Noon(), 1, oncall.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	m := log.Minutes[0]
	got, err := oncall.QueueP99(erlang.Queue{Servers: 160, ArrivalRate: m.Admitted, ServiceTime: m.ServiceTime}, 2)
	if err != nil || math.Abs(got/m.P99-1) > 1e-12 {
		t.Errorf("p99 %v, %v; the minute's is %v", got, err, m.P99)
	}
}

// The sum of two quantiles is never below the quantile of the sum here: it errs on the side of caution, unless the
// timeout cuts it.
func TestThePanelsP99ErrsOnTheSideOfCaution(t *testing.T) {
	for _, workers := range []int{16, 160, 640} {
		for u := 0.3; u < 0.985; u += 0.01 {
			q := erlang.Queue{Servers: workers, ArrivalRate: u * float64(workers) / 0.074, ServiceTime: 0.074}
			r, err := q.Response()
			if err != nil {
				t.Fatal(err)
			}
			exact, err := r.Quantile(0.99)
			if err != nil {
				t.Fatal(err)
			}
			panel, err := oncall.QueueP99(q, math.Inf(1))
			// Where next to nobody waits the sum leaves the wait out altogether: too low, by less than one part in a hundred.
			if err != nil || panel < exact*0.99 {
				t.Errorf("%d workers at %.2f: %v, %v; exact %v", workers, u, panel, err, exact)
			}
		}
	}
}

func TestAQueueThatIsNoneHasNoP99(t *testing.T) {
	for words, q := range map[string]erlang.Queue{
		"no servers":        {ArrivalRate: 1, ServiceTime: 1},
		"no service time":   {Servers: 1, ArrivalRate: 1},
		"not a number":      {Servers: 1, ArrivalRate: math.NaN(), ServiceTime: 1},
		"too many to count": {Servers: erlang.MaxServers + 1, ArrivalRate: 1, ServiceTime: 1},
	} {
		if p99, err := oncall.QueueP99(q, 2); err == nil {
			t.Errorf("%s: %v", words, p99)
		}
	}
}

package neighbour

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/exercise/exercisetest"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

var expect = exercisetest.Expect

// 631 is what a search over all capacities from 540 upwards finds; with 630 the small tenants still wait 0.2450 ticks,
// on the normal day 0.2442.
func TestCapacityTellsTheMistake(t *testing.T) {
	expect(t, Capacity(0), exercise.Missing, "Put the capacity")
	expect(t, Capacity(540), exercise.Nearly, "what the pool has now")
	expect(t, Capacity(630), exercise.Nearly, "still wait 0.245")
	expect(t, Capacity(631), exercise.Right, "91 units")
	expect(t, Capacity(91), exercise.Nearly, "in addition") // 631 - 540
	expect(t, Capacity(92), exercise.Nearly, "still wait")
	expect(t, Capacity(632), exercise.Nearly, "not the smallest")
	expect(t, Capacity(-5), exercise.Nearly, "Capacity is -5")
	expect(t, Capacity(math.MaxInt64), exercise.Nearly, "must be between 1 and")
}

func TestNamedTellsTheMistake(t *testing.T) {
	expect(t, Named(0), exercise.Missing, "Put the number")
	expect(t, Named(-1), exercise.Nearly, "no seller -1")
	expect(t, Named(201), exercise.Nearly, "no seller 201")
	expect(t, Named(1), exercise.Nearly, "request share")
	expect(t, Named(100), exercise.Nearly, "noise of S100")
	expect(t, Named(longest(Incident())), exercise.Nearly, "waits longest")
	expect(t, Named(loud), exercise.Right, "only the ratio shows it")
}

// Otherwise the exercise would be solved by the wrong counter.
func TestTheIncidentIsOnlySolvedByNoise(t *testing.T) {
	r := Incident()
	if len(r.Tenants) == 0 {
		t.Fatal("the incident did not run")
	}
	if got := largest(r, pool.Group.Noise); got != loud {
		t.Errorf("the largest noise is that of S%d, want S%d", got, loud)
	}
	for words, got := range map[string]int{
		"request share": largest(r, pool.Group.RequestShare),
		"work share":    largest(r, pool.Group.WorkShare),
		"delay":         longest(r),
	} {
		if got == loud {
			t.Errorf("the largest %s gives the neighbour away", words)
		}
	}
}

// Whole capacities leave only some utilisations: with 525 units, 0.9206, they wait 0.3333 ticks, and with 524 0.3401.
func TestFullestTellsTheMistake(t *testing.T) {
	expect(t, Fullest(0), exercise.Missing, "Put a utilisation")
	expect(t, Fullest(0.92), exercise.Right, "before a third of a tick")
	expect(t, Fullest(92), exercise.Nearly, "per cent")
	expect(t, Fullest(0.8951), exercise.Nearly, "normal day's utilisation")
	expect(t, Fullest(0.91), exercise.Nearly, "can be fuller")
	expect(t, Fullest(0.95), exercise.Nearly, "must be emptier")
	expect(t, Fullest(525), exercise.Nearly, "That is the capacity")
	expect(t, Fullest(0.33), exercise.Nearly, "how long they may wait")
	expect(t, Fullest(0.08), exercise.Nearly, "stays idle")
	expect(t, Fullest(1.2), exercise.Nearly, "cannot be it")
	expect(t, Fullest(-1), exercise.Nearly, "cannot be it")
	expect(t, Fullest(math.NaN()), exercise.Nearly, "cannot be it")
	expect(t, Fullest(math.Inf(1)), exercise.Nearly, "cannot be it")
}

// Day B's noise, 1.43, is that of data/reference/pool.json. At eight times the scans S1 holds 0.1691 of the requests and
// 0.2801 of the work, as the run counts them: 0.2801/0.1691 = 1.66.
func TestBillTellsTheMistake(t *testing.T) {
	expect(t, Bill(0), exercise.Missing, "Put the factor")
	expect(t, Bill(1.66), exercise.Right, "noise")
	expect(t, Bill(1.43), exercise.Nearly, "day B as it was")
	expect(t, Bill(0.1691), exercise.Nearly, "request share")
	expect(t, Bill(0.2801), exercise.Nearly, "work share")
	expect(t, Bill(0.60), exercise.Nearly, "wrong way round")
	expect(t, Bill(0.1110), exercise.Nearly, "difference")
	expect(t, Bill(0.66), exercise.Nearly, "added to the bill")
	expect(t, Bill(166), exercise.Nearly, "per cent")
	expect(t, Bill(8), exercise.Nearly, "as often")
	expect(t, Bill(2), exercise.Nearly, "Divide")
	expect(t, Bill(math.NaN()), exercise.Nearly, "Divide")
}

func TestEveryAnswerHasAGradeAndAMessage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		n := rapid.Int().Draw(t, "n")
		for _, r := range []exercise.Result{Capacity(int64(n)), Named(n), Fullest(x), Bill(x)} {
			if r.Message == "" || !strings.HasPrefix(r.String(), "Exercise ") || !strings.Contains(r.String(), r.Grade.String()) {
				t.Fatalf("%+v", r)
			}
		}
	})
}

// tried are the answers of a student who has declared two of the four.
type tried struct{ Unanswered }

func (tried) Capacity() int64 { return 632 }
func (tried) Named() int      { return loud }

func TestAnswersThatNoCellDeclaresAreMissing(t *testing.T) {
	results := Check(tried{})
	if len(results) != 4 {
		t.Fatalf("%d results for 4 exercises", len(results))
	}
	expect(t, results[0], exercise.Nearly, "not the smallest")
	expect(t, results[1], exercise.Right, "only the ratio shows it")
	expect(t, results[2], exercise.Missing, "Put a utilisation")
	expect(t, results[3], exercise.Missing, "Put the factor")
	exercisetest.Numbered(t, results)
}

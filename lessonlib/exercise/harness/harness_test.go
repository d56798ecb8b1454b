package harness

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/exercise/exercisetest"
)

var expect = exercisetest.Expect

// By hand: 30 users, a round of 40 + 8 ms: 30/0.048 = 625 a second.
func TestReachedTellsTheMistake(t *testing.T) {
	expect(t, Reached(0), exercise.Missing, "Put a rate")
	expect(t, Reached(625), exercise.Right, "takes 48ms for a round and makes 20.8 rounds a second")
	expect(t, Reached(627), exercise.Right, "rounds a second")
	expect(t, Reached(750), exercise.Nearly, "answers took no time") // 30/0.040
	expect(t, Reached(3750), exercise.Nearly, "nobody thought")      // 30/0.008
	expect(t, Reached(938), exercise.Nearly, "two times add up")     // 30/0.032
	expect(t, Reached(0.625), exercise.Nearly, "requests a millisecond")
	expect(t, Reached(20.8), exercise.Nearly, "what one user does")
	expect(t, Reached(5), exercise.Nearly, "wait at a time, by Little's law") // 625 x 0.008
	expect(t, Reached(25), exercise.Nearly, "think at a time")                // 625 x 0.040
	expect(t, Reached(1.44), exercise.Nearly, "divide where you multiplied")  // 30 x 0.048
	expect(t, Reached(1000), exercise.Nearly, "target of an open loop")
	expect(t, Reached(700), exercise.Nearly, "each of 30 users would have to make a round in 42.9 ms") // 30/700
	expect(t, Reached(400), exercise.Nearly, "each of 30 users 75 ms")                                 // 30/400
	expect(t, Reached(-1), exercise.Nearly, "-1 cannot be it")
	expect(t, Reached(math.NaN()), exercise.Nearly, "NaN cannot be it")
	expect(t, Reached(math.Inf(1)), exercise.Nearly, "+Inf cannot be it")
}

// By hand: 1,000/s x (80 + 2) ms = 82 users; at R = 80 ms they reach 82/0.160 = 512.5 a second.
func TestUsersTellsTheMistake(t *testing.T) {
	expect(t, Users(0), exercise.Missing, "Put a number of users")
	expect(t, Users(82), exercise.Right, "slows down to 80ms, the same users ask for only 512 a second")
	expect(t, Users(80), exercise.Nearly, "counts the users who think")
	expect(t, Users(2), exercise.Nearly, "wait for their answer")
	expect(t, Users(0.082), exercise.Nearly, "thousand too few")
	expect(t, Users(82_000), exercise.Nearly, "thousand too many")
	expect(t, Users(78), exercise.Nearly, "two times add up")
	expect(t, Users(12_195), exercise.Nearly, "multiply where you divided") // 1000/0.082
	expect(t, Users(12.2), exercise.Nearly, "one user makes a second")      // 1/0.082
	expect(t, Users(41), exercise.Nearly, "41 users reach 500 requests a second; the target is 1000")
	expect(t, Users(81.9), exercise.Nearly, "81.9 is between two")
	expect(t, Users(50_000), exercise.Nearly, "too many by far")
	expect(t, Users(-82), exercise.Nearly, "-82 cannot be it")
	expect(t, Users(math.NaN()), exercise.Nearly, "NaN cannot be it")
}

// The twin's p95 of the unindexed desk are those of the Example of package load: easy 5.55, closed-22 36.73, closed-202
// 102.41, realistic 974.13 ms; of the indexed desk 0.10 and for closed-202 5.10 ms, with an interval from 2.60 to 7.60. So
// closed-22 counts up to 36 ms, and closed-202 from 8 ms.
func TestThresholdTellsTheMistake(t *testing.T) {
	expect(t, Threshold(0), exercise.Missing, "Put a threshold")
	expect(t, Threshold(36), exercise.Right, "closed-22 would let the unindexed desk through, too. And easy does so")
	expect(t, Threshold(37), exercise.Nearly, "may pass, easy, closed-22. Too large: that leaves realistic, closed-202")
	expect(t, Threshold(1000), exercise.Nearly, "Too large: that leaves none")
	expect(t, Threshold(7), exercise.Nearly, "by realistic, closed-22 alone: the indexed desk fails, or may fail, another. Too small")
	expect(t, Threshold(20), exercise.Nearly, "realistic, closed-22, closed-202 tell the desks apart, but it is not the largest")
	expect(t, Threshold(5), exercise.Nearly, "easy, realistic, closed-22 tell the desks apart, but it is not the largest")
	expect(t, Threshold(36.5), exercise.Nearly, "whole number")
	expect(t, Threshold(1001), exercise.Nearly, "up to 1000")
	expect(t, Threshold(-20), exercise.Nearly, "-20 cannot be it")
	expect(t, Threshold(math.NaN()), exercise.Nearly, "NaN cannot be it")
}

// By hand: 200 loans of 3 ms, one after the other, meant for every 2 ms. Request i (from 0) is done at 3 (i+1) and was meant
// for 2 i: it waited i + 3 ms. The 190th of 200 is i = 189: 192 ms. With five in flight it was sent when request i-5 was
// done, 15 ms before; so it was 177 ms late. The longest is 202 ms, the mean 3 + 99.5; the last
// but ten is done at 570 ms.
func TestOmittedTellsTheMistake(t *testing.T) {
	const ms = time.Millisecond
	expect(t, Omitted(0), exercise.Missing, "Put a time")
	expect(t, Omitted(192*ms), exercise.Right, "192.00 ms, where the tool would show 15.00 ms")
	expect(t, Omitted(15*ms), exercise.Nearly, "counts from the actual send")
	expect(t, Omitted(177*ms), exercise.Nearly, "how late the requests were sent")
	expect(t, Omitted(570*ms), exercise.Nearly, "Done itself")
	expect(t, Omitted(202*ms), exercise.Nearly, "longest latency")
	expect(t, Omitted(102500*time.Microsecond), exercise.Nearly, "the mean")
	expect(t, Omitted(12*ms), exercise.Nearly, "from the wrong end") // the 10th of 200 is i = 9
	expect(t, Omitted(192*time.Microsecond), exercise.Nearly, "thousand too small")
	expect(t, Omitted(192*time.Second), exercise.Nearly, "thousand too large")
	expect(t, Omitted(192), exercise.Nearly, "multiply by time.Millisecond")
	expect(t, Omitted(50*ms), exercise.Nearly, "50.00 ms is not it")
	expect(t, Omitted(-ms), exercise.Nearly, "-1ms cannot be it")
}

// tried are the answers of a student who has declared two of the four.
type tried struct{ Unanswered }

func (tried) Users() float64         { return 80 }
func (tried) Omitted() time.Duration { return 192 * time.Millisecond }

func TestAnswersThatNoCellDeclaresAreMissing(t *testing.T) {
	results := Check(tried{})
	if len(results) != 4 {
		t.Fatalf("%d results for 4 exercises", len(results))
	}
	expect(t, results[0], exercise.Missing, "Put a rate")
	expect(t, results[1], exercise.Nearly, "counts the users who think")
	expect(t, results[2], exercise.Missing, "Put a threshold")
	expect(t, results[3], exercise.Right, "192.00 ms")
	exercisetest.Numbered(t, results)
}

func TestTheLogDoesNotTellWhenARequestWasMeant(t *testing.T) {
	log := Log()
	if len(log) != 200 {
		t.Fatalf("%d requests; want 400 ms at 500 a second", len(log))
	}
	for i, r := range log {
		if r.Intended != 0 || r.Seq != i || r.Done <= r.Sent {
			t.Fatalf("request %d is %+v", i, r)
		}
	}
}

// Whatever a student puts, a check neither panics nor calls two different answers right.
func TestNoOtherAnswerIsRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64().Draw(t, "value")
		for what, r := range map[string]exercise.Result{"rate": Reached(value), "users": Users(value), "threshold": Threshold(value)} {
			near := math.Abs(value-map[string]float64{"rate": 625, "users": 82, "threshold": 36}[what]) <= 3.125
			if r.Grade == exercise.Right && !near {
				t.Errorf("%s %v is called right", what, value)
			}
		}
		p95 := time.Duration(rapid.Int64().Draw(t, "p95"))
		if r := Omitted(p95); r.Grade == exercise.Right && (p95-192*time.Millisecond).Abs() > time.Millisecond {
			t.Errorf("p95 %v is called right", p95)
		}
	})
}

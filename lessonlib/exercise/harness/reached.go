package harness

import (
	"math"
	"time"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// The closed loop of exercise 1.
const (
	ReachedUsers    = 30
	ReachedThink    = 40 * time.Millisecond
	ReachedResponse = 8 * time.Millisecond
)

// Reached checks exercise 1: the rate, in requests/s, that [ReachedUsers] users reach who think for [ReachedThink] and wait
// for [ReachedResponse] on average.
func Reached(rate float64) exercise.Result {
	const name exercise.Name = "Exercise 1"
	loop := load.Closed{Users: ReachedUsers, Think: ReachedThink, Duration: load.Window}
	answer := loop.Theory(ReachedResponse)
	z, r := ReachedThink.Seconds(), ReachedResponse.Seconds()
	switch {
	case rate == 0:
		return name.Missing("Put a rate, in requests a second.")
	case !finite(rate):
		return name.Nearly("%v cannot be it: put a finite rate above 0.", rate)
	case math.Abs(rate-answer) <= 0.005*answer:
		return name.Right("Each user takes %v for a round and makes %.3g rounds a second.", ReachedThink+ReachedResponse,
			answer/ReachedUsers)
	}
	if hint, ok := exercise.HintFor(rate, []exercise.Mistake{
		{Value: ReachedUsers / z, Hint: "That would be it if the answers took no time. A round is thinking and waiting."},
		{Value: ReachedUsers / r, Hint: "That would be it if nobody thought. A round is thinking and waiting."},
		{Value: answer / 1000, Hint: "Right in requests a millisecond; the question is for a second."},
		{Value: answer / ReachedUsers, Hint: "That is what one user does. How many are there?"},
		{Value: answer * r, Hint: "That is how many users wait at a time, by Little's law. How often does one of them send?"},
		{Value: answer * z, Hint: "That is how many users think at a time. How often does one of them send?"},
		{Value: ReachedUsers / (z - r), Hint: "The user waits first and thinks then: the two times add up."},
		{Value: ReachedUsers * (z + r), Hint: "The longer a round, the fewer of them: divide where you multiplied."},
		{Value: load.PeakTarget, Hint: "That is the target of an open loop. A closed one has no target: what do the users do?"},
	}); ok {
		return name.Nearly("%s", hint)
	}
	if rate > answer {
		return name.Nearly("For %.4g a second each of %d users would have to make a round in %.3g ms.", rate, ReachedUsers,
			1000*ReachedUsers/rate)
	}
	return name.Nearly("At %.4g a second a round would take each of %d users %.3g ms, which is longer than it does.", rate,
		ReachedUsers, 1000*ReachedUsers/rate)
}

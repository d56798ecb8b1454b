package harness

import (
	"math"
	"time"

	"github.com/queuebook/queuebook/lessonlib/exercise"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// The closed loop of exercise 2.
const (
	UsersThink    = 80 * time.Millisecond
	UsersResponse = 2 * time.Millisecond
)

// Users checks exercise 2: how many users who think for [UsersThink] make the open loop's target of [load.PeakTarget], when
// the service is well and answers in [UsersResponse].
func Users(users float64) exercise.Result {
	const name exercise.Name = "Exercise 2"
	answer := float64(load.UsersFor(load.PeakTarget, UsersThink, UsersResponse))
	switch {
	case users == 0:
		return name.Missing("Put a number of users.")
	case !finite(users):
		return name.Nearly("%v cannot be it: put a whole number above 0.", users)
	case users == answer:
		slow := load.Closed{Users: int(answer), Think: UsersThink, Duration: load.Window}.Theory(UsersThink)
		return name.Right("And when the service slows down to %v, the same users ask for only %.0f a second: nothing holds them "+
			"to the target.", UsersThink, slow)
	}
	if hint, ok := exercise.HintFor(users, []exercise.Mistake{
		{Value: load.PeakTarget * UsersThink.Seconds(), Hint: "That counts the users who think. Some wait for their answer meanwhile."},
		{Value: load.PeakTarget * UsersResponse.Seconds(), Hint: "That counts the users who wait for their answer. Most of them think meanwhile."},
		{Value: answer / 1000, Hint: "A factor of a thousand too few: a rate a second and a time in seconds."},
		{Value: answer * 1000, Hint: "A factor of a thousand too many: a rate a second and a time in seconds."},
		{Value: load.PeakTarget * (UsersThink - UsersResponse).Seconds(), Hint: "The user waits first and thinks then: the two times add up."},
		{Value: load.PeakTarget / (UsersThink + UsersResponse).Seconds(), Hint: "The longer a round, the more users it takes: multiply where you divided."},
		{Value: 1 / (UsersThink + UsersResponse).Seconds(), Hint: "That is how many rounds one user makes a second. How many users make the target?"},
	}); ok {
		return name.Nearly("%s", hint)
	}
	if users > load.MaxUsers {
		return name.Nearly("%.4g users are too many by far: %d make a round in %v.", users, load.PeakTarget, time.Second)
	}
	if users != math.Trunc(users) {
		return name.Nearly("%.4g is between two; put a whole number of users.", users)
	}
	have := users / (UsersThink + UsersResponse).Seconds()
	return name.Nearly("%.0f users reach %.0f requests a second; the target is %d.", users, have, load.PeakTarget)
}

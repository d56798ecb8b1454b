// Package random draws seeded random numbers that replay: the same seed gives the same draws on every machine.
//
// A [Stream] is the generator mulberry32 (Tommy Ettinger, 2017, public domain): 32 bits of state, so that a seed can
// be read aloud, typed into a web page or a notebook cell, and shared. The price is a period of 2^32 draws and a grid
// of 2^-32: good for a teaching model's shift, not for cryptography and not for estimating events rarer than one in
// a few million.
//
// Uniform draws are the same bits everywhere. The other distributions go through the math library, whose last place
// differs between processors: they agree to a relative error of 1e-12.
package random

import (
	"fmt"
	"math"
)

// MaxPoissonMean is the largest mean that [Stream.Poisson] accepts. Knuth's product counts down from 1 to e^-mean: that
// takes mean + 1 uniform draws on average, and below e^-708 float64 loses digits until nothing is left at e^-745.
const MaxPoissonMean = 700

// MaxExponentialMean is the largest mean that [Stream.Exponential] accepts: with it no draw overflows, since the
// largest draw is 32 ln 2 = 22.2 times the mean.
const MaxExponentialMean = 1e300

// Stream is one sequence of random numbers. It is a small value: keep it in a variable or a struct field and call its
// methods through that variable. A copy is a fork, which goes on to draw the same numbers as the original. The zero
// Stream is the stream of seed 0. A Stream must not be used by two goroutines at once; give each its own.
type Stream struct {
	state uint32
}

// New returns the stream of a seed. Every seed is as good as any other. Streams of different seeds are stretches of one
// cycle of 2^32 draws, and nothing keeps two stretches from overlapping, although short ones rarely do.
func New(seed uint32) Stream {
	return Stream{state: seed}
}

// next is one step of mulberry32, all in uint32 (arithmetic modulo 2^32).
func (s *Stream) next() uint32 {
	s.state += 0x6D2B79F5
	t := (s.state ^ s.state>>15) * (1 | s.state)
	t = (t + (t^t>>7)*(61|t)) ^ t
	return t ^ t>>14
}

// Uniform draws from [0, 1): a multiple of 2^-32, 0 included, 1 never.
func (s *Stream) Uniform() float64 {
	return float64(s.next()) / (1 << 32)
}

// Exponential draws an exponential variate with the given mean by the inverse of its distribution function,
//
//	-mean ln(1 - u)
//
// in the unit of the mean, from one uniform draw. The largest possible draw is 22.2 means. A mean of 0 gives 0. A mean that
// is negative, above [MaxExponentialMean] or not a number is an error, and draws nothing.
func (s *Stream) Exponential(mean float64) (float64, error) {
	if !(mean >= 0 && mean <= MaxExponentialMean) {
		return 0, fmt.Errorf("random: exponential mean %v is outside 0 to %g; "+
			"give the mean itself, one divided by the rate", mean, MaxExponentialMean)
	}
	// 0 - log, not -log: u = 0 gives 0, not minus zero.
	// float64 rounds the product, which Go may otherwise fuse with an addition in the caller (arm64 does).
	return float64(mean * (0 - math.Log(1-s.Uniform()))), nil
}

// Normal draws a standard normal variate (mean 0, standard deviation 1) by the cosine form of Box and Muller, "A Note
// on the Generation of Random Normal Deviates" (1958),
//
//	sqrt(-2 ln(1 - u1)) cos(2 pi u2)
//
// from exactly two uniform draws, u1 first. 1 - u1 is as uniform as u1 and, unlike it, never 0, where the logarithm has
// no value: no draw is further from 0 than sqrt(64 ln 2) = 6.67. The sine form's second variate is thrown away: a draw
// then depends on its position in the stream alone, not on how many normals were drawn before.
func (s *Stream) Normal() float64 {
	radius := math.Sqrt(float64(-2 * math.Log(1-s.Uniform())))
	return float64(radius * math.Cos(float64(2*math.Pi*s.Uniform())))
}

// Poisson draws a Poisson variate with the given mean by Knuth's product (The Art of Computer Programming, volume 2,
// section 3.4.1): it multiplies uniform draws until the product is at most e^-mean, and returns how many it took, less
// one. The cost is mean + 1 uniform draws on average. A mean of 0 gives 0. A mean that is negative, above
// [MaxPoissonMean] or not a number is an error, and draws nothing.
func (s *Stream) Poisson(mean float64) (int, error) {
	if !(mean >= 0 && mean <= MaxPoissonMean) {
		return 0, fmt.Errorf("random: Poisson mean %v is outside 0 to %d; "+
			"split a larger one into parts and add their draws", mean, MaxPoissonMean)
	}
	limit := math.Exp(-mean)
	count := 0
	for product := s.Uniform(); product > limit; product *= s.Uniform() {
		count++
	}
	return count, nil
}

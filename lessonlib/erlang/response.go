package erlang

import (
	"fmt"
	"math"
)

// Response gives the distribution of the response time. Errors are those of [Queue.Wait].
func (q Queue) Response() (Response, error) {
	wait, err := q.Wait()
	if err != nil {
		return Response{}, err
	}
	return Response{Wait: wait, ServiceTime: q.ServiceTime}, nil
}

// Response is the distribution of the time R = W + V from the arrival of a request until its service ends. In order of
// arrival the wait W and the service time V, exponential with mean S, are independent of each other. With mu = 1/S and
// the spare capacity d = N/S - l,
//
//	P(R > t) = e^(-mu t) + C mu (e^(-mu t) - e^(-d t)) / (d - mu)
//	P(R > t) = e^(-mu t) (1 + C mu t)                                  when d = mu
//
// In a queue without spare capacity the response time grows without limit: every quantile and the mean are +Inf.
//
// Source: Gross and Harris, section 2.3.
type Response struct {
	Wait        Wait
	ServiceTime float64 // S, the mean time that a request keeps a server busy
}

// Tail is P(R > t), the share of requests whose response takes longer than t: 1 up to t = 0. It is NaN when t is.
//
// Its relative error, for the C and d given, is below 1e-15 (1 + t/S + d t), until float64 itself loses digits at 2e-308.
func (r Response) Tail(t float64) float64 {
	switch {
	case math.IsNaN(t):
		return t
	case t <= 0 || r.Wait.Spare <= 0:
		return 1
	}
	// The difference of the exponentials is e^-(the smaller rate) (1 - e^-gap). Written so, nothing is subtracted but the
	// two rates, and d = mu is a case like any other. Times beyond all numbers count as the largest one.
	service := math.Min(t/r.ServiceTime, math.MaxFloat64)
	spare := math.Min(r.Wait.Spare*t, math.MaxFloat64)
	ratio := float64(service * meanDecay(math.Abs(spare-service)))
	waited := float64(float64(r.Wait.Probability*ratio) * math.Exp(-math.Min(service, spare)))
	return math.Min(1, math.Exp(-service)+waited)
}

// meanDecay is (1 - e^-x) / x, the mean of e^-u for u from 0 to x; 1 at 0.
func meanDecay(x float64) float64 {
	if x == 0 {
		return 1
	}
	return -math.Expm1(-x) / x
}

// Quantile is the time that a share p of the responses does not take longer than: the smallest float64 for which [Response.Tail]
// is at most 1 - p. So p is met as closely as Tail is computed and 1 - p is rounded; the time itself, for p from 0.01 to
// 0.999999, to a relative 1e-13.
//
// Quantile(0) is 0 and Quantile(1) is +Inf. A p outside 0 to 1 is an error. It costs 63 tails.
func (r Response) Quantile(p float64) (float64, error) {
	switch {
	case !(p >= 0 && p <= 1):
		return 0, fmt.Errorf("erlang: quantile %v is outside 0 to 1; the 99th percentile is 0.99", p)
	case p == 0:
		return 0, nil
	case p == 1 || r.Wait.Spare <= 0:
		return math.Inf(1), nil
	}
	// Float64 values from 0 up are in the order of their bits: halving the range of bits needs no first guess and ends after
	// as many steps for a microsecond as for a year.
	low, high := uint64(0), math.Float64bits(math.Inf(1))
	for low < high {
		middle := low + (high-low)/2
		if r.Tail(math.Float64frombits(middle)) <= 1-p {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return math.Float64frombits(low), nil
}

// Mean is the mean response time, S + C / (N/S - l).
func (r Response) Mean() float64 {
	return r.ServiceTime + r.Wait.Mean()
}

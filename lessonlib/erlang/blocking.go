package erlang

import "math"

// B is Erlang's blocking formula: the share of requests that find all servers busy when such requests are turned
// away (M/M/N/N, but only the mean of the service time matters). With offered load a in erlangs,
//
//	B(N, a) = (a^N / N!) / (1 + a + a^2/2! + ... + a^N/N!)
//
// B(0, a) is 1, also for a load of 0. A number of servers outside 0 to [MaxServers] is an error, and so is a load that is
// negative, infinite or not a number.
//
// The result has the same bits on every processor. Its relative error is below (2N + 8) 2^-53, which is 1.5e-13 for 640
// servers and no more than moving the load by about its last place does; in the tests it stays below 2e-14 up to 640
// servers and below 1e-13 up to [MaxServers]. A probability below 2^-1022 (2.2e-308), where float64 itself loses digits,
// may be returned as 0. The time grows with N up to about a thousand servers, then with the square root of N. Nothing is
// allocated.
func B(servers int, load float64) (float64, error) {
	if err := check(servers, load); err != nil {
		return 0, err
	}
	return 1 / reciprocalB(servers, load), nil
}

// reciprocalB is 1/B, or +Inf where that overflows. The textbook way is a recursion over the servers,
//
//	1/B(n) = 1 + (n/a) (1/B(n-1)),  1/B(0) = 1
//
// in which every division waits for the one before it. Multiplied out from the last server down, it is a sum of
// positive terms,
//
//	1/B(N) = 1 + N/a + (N/a)((N-1)/a) + ... + (N/a)...(1/a)
//
// whose divisions wait for nothing, and which can stop long before the last term: terms grow while n > a, then shrink
// ever faster. A term after k steps carries 2k roundings, the sum one more a step for the terms before it, and nothing is
// subtracted: hence the error bound. 1/B overflows before k passes 45 sqrt(N): hence the time.
func reciprocalB(servers int, load float64) float64 {
	term, sum := 1.0, 1.0
	n := float64(servers)
	for ; n > load; n-- {
		// float64 rounds the product before it is added: Go fuses the two on some processors.
		term = float64(term * (n / load))
		sum += term
		if sum > math.MaxFloat64 {
			return sum
		}
	}
	for ; n > 0; n-- {
		term = float64(term * (n / load))
		sum += term
		// What is left is less than the geometric series term (r + r^2 + ...) with r = n/load: below half a last place, stop.
		if term*n < (load-n)*(sum*0x1p-54) {
			break
		}
	}
	return sum
}

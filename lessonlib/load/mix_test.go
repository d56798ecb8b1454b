package load

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The counts are the specification's: 3,000 requests of an open run (IO2).
func TestLoansOfTheSourcesOrder(t *testing.T) {
	for share, want := range map[float64]int{0: 0, 0.10: 300, 0.25: 750, 0.50: 1500, 1: 3000} {
		if got := (Mix{LoanShare: share}).Loans(3000); got != want {
			t.Errorf("share %g: %d loans, want %d", share, got, want)
		}
	}
}

// longest is the longest stretch of loans in a row among the first n requests.
func longest(m Mix, n int) int {
	most, row := 0, 0
	for _, p := range m.Paths(n) {
		if row++; p == Search {
			row = 0
		}
		most = max(most, row)
	}
	return most
}

// 9973 i mod 1000 falls by 27 a step, so that below 100 it stays for three or four steps and below 250 for nine or ten.
func TestClumps(t *testing.T) {
	for _, c := range []struct {
		share         float64
		clumped, even int
	}{{0.10, 4, 1}, {0.25, 10, 1}, {0.50, 19, 1}} {
		if got := longest(Mix{LoanShare: c.share}, 3000); got != c.clumped {
			t.Errorf("share %g: up to %d loans in a row in the source's order, want %d", c.share, got, c.clumped)
		}
		if got := longest(Mix{LoanShare: c.share, Order: Even}, 3000); got != c.even {
			t.Errorf("share %g: up to %d loans in a row in the even order, want %d", c.share, got, c.even)
		}
	}
}

func TestOrdersKeepTheShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thousandths := rapid.IntRange(0, 1000).Draw(t, "thousandths")
		share := float64(thousandths) / 1000
		// 9973 and 1000 have no common factor, so i = 0..999 meets every remainder once.
		if got := (Mix{LoanShare: share}).Loans(1000); got != thousandths {
			t.Fatalf("clumped: %d loans of 1000, want %d", got, thousandths)
		}
		n := rapid.IntRange(0, 5000).Draw(t, "n")
		if got, want := (Mix{LoanShare: share, Order: Even}).Loans(n), n*thousandths/1000; got != want {
			t.Fatalf("even: %d loans of %d, want %d", got, n, want)
		}
		seed := rapid.Uint32().Draw(t, "seed")
		random := Mix{LoanShare: share, Order: Random, Seed: seed}
		// Six deviations of a binomial of 5,000.
		if got := random.Loans(5000); math.Abs(float64(got)-5000*share) > 6*math.Sqrt(5000*share*(1-share)) {
			t.Fatalf("random, seed %d: %d loans of 5000 at a share of %g", seed, got, share)
		}
		if random.Loans(500) != random.Loans(500) {
			t.Fatal("the random order does not replay")
		}
	})
}

func TestMixOutOfRange(t *testing.T) {
	for _, m := range []Mix{{LoanShare: -0.1}, {LoanShare: 1.1}, {LoanShare: math.NaN()}, {LoanShare: math.Inf(1)}, {Order: 3},
		{Order: -1}} {
		if m.Validate() == nil {
			t.Errorf("%+v is valid", m)
		}
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		path Path
		i    int
		want string
	}{
		{Loan, 0, "POST /loan?member=U-0"}, {Loan, 501, "POST /loan?member=U-1"},
		{Search, 8999, "GET /search?book=K-8999"}, {Search, 9001, "GET /search?book=K-1"},
	} {
		if got := c.path.Method() + " " + c.path.Target(c.i); got != c.want {
			t.Errorf("request %d: %q, want %q", c.i, got, c.want)
		}
	}
}

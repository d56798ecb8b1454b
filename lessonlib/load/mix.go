package load

import (
	"fmt"
	"iter"
	"math"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/random"
)

// Path is what a request asks the desk for.
type Path int

const (
	Search Path = iota // GET /search?book=K-i
	Loan               // POST /loan?member=U-i
)

// String is "search" or "loan".
func (p Path) String() string {
	if p == Loan {
		return "loan"
	}
	return "search"
}

// Method is the HTTP method of the path.
func (p Path) Method() string {
	if p == Loan {
		return "POST"
	}
	return "GET"
}

// Target is the path and query of request i: member i mod 500 borrows, book i mod 9000 is searched for.
func (p Path) Target(i int) string {
	if p == Loan {
		return fmt.Sprintf("/loan?member=U-%d", i%desk.Members)
	}
	return fmt.Sprintf("/search?book=K-%d", i%desk.Books)
}

// Order is which of the requests are loans, for a given share of them. It matters: loans in a row queue up where the same
// loans one at a time do not.
type Order int

const (
	// Clumped is the source's order: request i is a loan when (9973 i) mod 1000 < 1000 share. Every thousand requests
	// have exactly their share, but the loans come three or four in a row (9973 i falls by 27 a step).
	Clumped Order = iota
	// Even spreads the loans as evenly as whole requests can: request i is a loan when floor((i+1) share) > floor(i share).
	Even
	// Random makes each request a loan with the share's probability, independently, from the mix's seed.
	Random
)

// String is "clumped", "even" or "random".
func (o Order) String() string {
	switch o {
	case Clumped:
		return "clumped"
	case Even:
		return "even"
	case Random:
		return "random"
	}
	return fmt.Sprintf("Order(%d)", int(o))
}

// Mix is how many of the requests are loans (the rest are searches), and which.
type Mix struct {
	LoanShare float64 // IO3: the loans' share of all requests, 0 to 1, in millionths
	Order     Order   // Clumped, Even or Random
	Seed      uint32  // of the Random order
}

// Validate names the first field out of its range.
func (m Mix) Validate() error {
	// Written so that NaN, which no comparison holds for, is out of range.
	if !(m.LoanShare >= 0 && m.LoanShare <= 1) {
		return fmt.Errorf("load: LoanShare is %g; it must be between 0 and 1: 0.5 makes half of the requests loans", m.LoanShare)
	}
	if m.Order < Clumped || m.Order > Random {
		return fmt.Errorf("load: Order is %d; use load.Clumped, load.Even or load.Random", int(m.Order))
	}
	return nil
}

// million is what the share is a whole number of, so that every machine counts the same.
const million = 1_000_000

// Millionths is the share of loans as a whole number of millionths.
func (m Mix) Millionths() int { return int(math.Round(float64(m.LoanShare * million))) }

// sequence gives the paths of requests 0, 1, 2 and so on, one a call.
func (m Mix) sequence() func() Path {
	share := m.Millionths()
	stream := random.New(m.Seed)
	i := -1
	return func() Path {
		i++
		loan := false
		switch m.Order {
		case Clumped:
			loan = 9973*i%1000*1000 < share
		case Even:
			loan = (i+1)*share/million > i*share/million
		case Random:
			loan = float64(stream.Uniform()*million) < float64(share)
		}
		if loan {
			return Loan
		}
		return Search
	}
}

// Paths gives the paths of the first n requests, with their numbers.
func (m Mix) Paths(n int) iter.Seq2[int, Path] {
	return func(yield func(int, Path) bool) {
		next := m.sequence()
		for i := range n {
			if !yield(i, next()) {
				return
			}
		}
	}
}

// Loans is how many of the first n requests are loans.
func (m Mix) Loans(n int) int {
	loans := 0
	for _, path := range m.Paths(n) {
		if path == Loan {
			loans++
		}
	}
	return loans
}

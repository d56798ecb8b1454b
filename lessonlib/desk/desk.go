// Package desk is the system under test of lesson 3: a library's loan desk, an HTTP service with one defect that a load
// test finds or misses by its scenario alone.
//
// A cell starts a desk in a process of its own, so that the desk's queue and the load generator's do not mix, and so that
// the cell need not link a database:
//
//	d, err := desk.Start(ctx, desk.Options{Structure: desk.Indexed})
//	if err != nil {
//		return err
//	}
//	defer d.Stop()
//	fmt.Println(d.URL())
//
// # The service
//
// The desk keeps its loans in a SQLite table and answers on 127.0.0.1 only:
//
//	GET  /search?book=K-1     up to five loans of a book, by an index that every desk has
//	POST /loan?member=U-1     counts the member's loans, then adds five rows; GET does the same
//	GET  /counters            what it has done so far, as the JSON of Counters
//	GET  /metrics             the same, and the queue's length, in the Prometheus text format
//	GET  /healthz             200 as soon as it serves
//
// One worker does all database work, first come, first served, as a single-threaded server does. The defect: without an
// index on the member (Unindexed), the count of /loan reads the whole table, and nobody else is served meanwhile.
//
// This package is the client's side. The server is in desk/server, and desk/cmd/loandesk is its program.
package desk

import (
	"fmt"
	"math/bits"
	"time"
)

// The seeded table: row i is a loan by member U-(i mod Members) of book K-(i mod Books) on day i mod Days. A desk goes
// on counting i as loans are added.
const (
	DefaultRows = 110_000   // rows before the first loan, as in the source
	MaxRows     = 2_000_000 // seeding takes about 3 µs a row
	Members     = 500
	Books       = 9000
	Days        = 400
	RowsPerLoan = 5 // rows that one loan adds
)

// Structure says whether the table has an index on the member. The zero value has the defect.
type Structure int

const (
	// Unindexed has no index on the member: counting a member's loans reads every row.
	Unindexed Structure = iota
	// Indexed finds a member's loans by an index.
	Indexed
)

// String is "unindexed" or "indexed".
func (s Structure) String() string {
	switch s {
	case Unindexed:
		return "unindexed"
	case Indexed:
		return "indexed"
	}
	return fmt.Sprintf("Structure(%d)", int(s))
}

// ParseStructure is the inverse of [Structure.String].
func ParseStructure(name string) (Structure, error) {
	for _, s := range []Structure{Unindexed, Indexed} {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("desk: structure %q is neither unindexed nor indexed", name)
}

// Counters are what a desk has done since it started. A loan counts when its rows are in the table, never half.
type Counters struct {
	Searches  int64 `json:"searches"`   // answered searches
	Loans     int64 `json:"loans"`      // answered loans
	Rows      int64 `json:"rows"`       // rows in the table
	ScanSteps int64 `json:"scan_steps"` // rows that counting members' loans had to look at, see ScanSteps

	// SearchTime and LoanTime are what the worker spent on answered searches and loans, waiting excluded.
	SearchTime time.Duration `json:"search_ns"`
	LoanTime   time.Duration `json:"loan_ns"`
	// Slowest is the longest time that the worker spent on one answered request: far beyond a loan's mean, something
	// outside held the desk up.
	Slowest time.Duration `json:"slowest_ns"`
}

// Sub gives what was done between the earlier counters o and c: Rows is the number of rows added, and Slowest stays c's.
func (c Counters) Sub(o Counters) Counters {
	return Counters{
		Searches: c.Searches - o.Searches, Loans: c.Loans - o.Loans, Rows: c.Rows - o.Rows,
		ScanSteps:  c.ScanSteps - o.ScanSteps,
		SearchTime: c.SearchTime - o.SearchTime, LoanTime: c.LoanTime - o.LoanTime, Slowest: c.Slowest,
	}
}

// MeanLoan is the mean time that the worker spent on a loan, and 0 without loans.
func (c Counters) MeanLoan() time.Duration { return mean(c.LoanTime, c.Loans) }

// MeanSearch is the mean time that the worker spent on a search, and 0 without searches.
func (c Counters) MeanSearch() time.Duration { return mean(c.SearchTime, c.Searches) }

func mean(sum time.Duration, n int64) time.Duration {
	if n == 0 {
		return 0
	}
	return sum / time.Duration(n)
}

// ScanSteps is the number of steps by which one count of a member's loans finds them among so many rows: every row
// without the index, ceil(log2(rows)) with it, which is how deep a balanced search goes.
func (s Structure) ScanSteps(rows int64) int64 {
	if s == Unindexed {
		return rows
	}
	if rows < 2 {
		return 0
	}
	return int64(bits.Len64(uint64(rows - 1)))
}

// TotalScanSteps is the number of steps of n loans in a row on a table of so many rows at first. Without the index, where
// every loan scans what all loans before it have added, it is
//
//	n rows + 5 n (n-1) / 2
func (s Structure) TotalScanSteps(rows, n int64) int64 {
	if s == Unindexed {
		return n*rows + RowsPerLoan*n*(n-1)/2
	}
	var sum int64
	for i := range n {
		sum += s.ScanSteps(rows + RowsPerLoan*i)
	}
	return sum
}

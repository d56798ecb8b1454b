package desk_test

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// What does the missing index cost? The source's loads made 297 loans, and 2,999.
func Example() {
	for _, loans := range []int64{297, 2999} {
		fmt.Printf("%4d loans: %11d rows looked at, %5d with the index\n", loans,
			desk.Unindexed.TotalScanSteps(desk.DefaultRows, loans), desk.Indexed.TotalScanSteps(desk.DefaultRows, loans))
	}
	// Output:
	//  297 loans:    32889780 rows looked at,  5049 with the index
	// 2999 loans:   352367505 rows looked at, 50983 with the index
}

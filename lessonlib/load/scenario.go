package load

import (
	"errors"
	"fmt"
	"time"
)

// Scenario is a load test: what is asked for, and when.
type Scenario struct {
	ID     string
	Mix    Mix
	Driver Driver // Open or Closed
}

// Validate names the first field out of its range.
func (s Scenario) Validate() error {
	if s.Driver == nil {
		return errors.New("load: Driver is missing; use load.Open{...} or load.Closed{...}, or start from load.Realistic()")
	}
	if err := s.Mix.Validate(); err != nil {
		return err
	}
	return s.Driver.Validate()
}

// record is the empty run of the scenario.
func (s Scenario) record() Run {
	return Run{Scenario: s.ID, Loop: s.Driver.String(), LoanShare: s.Mix.LoanShare, Window: s.Driver.Window()}
}

// PeakTarget and Window are IO2: 1,000 requests/s in runs of three seconds.
const (
	PeakTarget = 1000
	Window     = 3 * time.Second
)

// OpenAt is the open scenario with the given loan share at the peak target.
func OpenAt(id string, share float64) Scenario {
	return Scenario{ID: id, Mix: Mix{LoanShare: share}, Driver: Open{Rate: PeakTarget, Duration: Window}}
}

// ClosedAt is the closed scenario of so many users, half of whose requests are loans.
func ClosedAt(users int, think time.Duration) Scenario {
	return Scenario{
		ID:     fmt.Sprintf("closed-%d", users),
		Mix:    Mix{LoanShare: 0.50},
		Driver: Closed{Users: users, Think: think, Duration: Window},
	}
}

// The source's scenarios.

// Easy has few loans, in an open loop. It is the test that was green.
func Easy() Scenario { return OpenAt("easy", 0.10) }

// Share25 has a loan in four requests.
func Share25() Scenario { return OpenAt("share-25", 0.25) }

// Realistic is IO3: half loans, half searches, in an open loop.
func Realistic() Scenario { return OpenAt("realistic", 0.50) }

// Share100 has loans only.
func Share100() Scenario { return OpenAt("share-100", 1) }

// Closed22 is the realistic mix from 22 users who think for 20 ms.
func Closed22() Scenario { return ClosedAt(22, 20*time.Millisecond) }

// Closed202 is the realistic mix from 202 users who think for 200 ms.
func Closed202() Scenario { return ClosedAt(202, 200*time.Millisecond) }

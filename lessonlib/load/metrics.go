package load

import (
	"fmt"
	"strings"
	"time"
)

// Metrics sums up results. Its zero value is ready: Add every result, then Close.
type Metrics struct {
	// Window is the time in which requests were meant to be sent, which rates are counted over. If it is 0 when Close is
	// called, the time of the last result is taken.
	Window time.Duration

	Requests int // all of them
	Loans    int // those that asked for a loan
	Outcomes [outcomes]int

	Latency  Distribution // Done - Intended; failed requests rank last
	Service  Distribution // Done - Sent; failed requests rank last
	Lateness Distribution // Sent - Intended of all requests that were sent

	// Rate is the reached rate, in requests/s: answered within the window, over the window. Dividing by the time until
	// the last answer instead would charge the run for its last think time.
	Rate float64
	// LoanRate is Rate counted on loans alone.
	LoanRate float64

	done []completion // of answered requests, while the window is not known
	last time.Duration
}

type completion struct {
	at   time.Duration
	loan bool
}

// Add counts a result.
func (m *Metrics) Add(r Result) {
	m.Requests++
	m.Outcomes[r.Outcome]++
	m.last = max(m.last, r.Done)
	if r.Path == Loan {
		m.Loans++
	}
	if r.Outcome != Dropped {
		m.Lateness.Add(r.Lateness())
	}
	if r.Outcome != Answered {
		m.Latency.Fail()
		m.Service.Fail()
		return
	}
	m.Latency.Add(r.Latency())
	m.Service.Add(r.Service())
	m.done = append(m.done, completion{r.Done, r.Path == Loan})
}

// Close works out the rates. Results may be added after it, and Close called again.
func (m *Metrics) Close() {
	if m.Window <= 0 {
		m.Window = m.last
	}
	m.Rate, m.LoanRate = 0, 0
	if m.Window <= 0 {
		return
	}
	answered, loans := 0, 0
	for _, c := range m.done {
		if c.at > m.Window {
			continue
		}
		answered++
		if c.loan {
			loans++
		}
	}
	m.Rate = float64(answered) / m.Window.Seconds()
	m.LoanRate = float64(loans) / m.Window.Seconds()
}

// Failed is the number of requests without an answer of status 200 to 299.
func (m *Metrics) Failed() int { return m.Requests - m.Outcomes[Answered] }

// FailedShare is Failed over all requests, 0 without any.
func (m *Metrics) FailedShare() float64 {
	if m.Requests == 0 {
		return 0
	}
	return float64(m.Failed()) / float64(m.Requests)
}

// Failures says how requests failed, such as "3 timed out, 1 broken off", and is empty if none did.
func (m *Metrics) Failures() string {
	var parts []string
	for o, n := range m.Outcomes {
		if n > 0 && Outcome(o) != Answered {
			parts = append(parts, fmt.Sprintf("%d %s", n, Outcome(o)))
		}
	}
	return strings.Join(parts, ", ")
}

package load

import (
	"fmt"
	"time"
)

// Outcome is how a request ended. Everything but Answered is a failure; failures are data, counted and shown.
type Outcome int

const (
	Answered    Outcome = iota // a whole answer with a status from 200 to 299
	BadStatus                  // a whole answer with another status
	Unreachable                // no connection: refused, or no file left to open one
	Broken                     // the connection broke off, or what came is no HTTP
	TooLarge                   // an answer of more than a megabyte, not read to its end
	TimedOut                   // no whole answer within Target.Timeout
	Unfinished                 // in flight when the run ended
	Dropped                    // never sent, because the cap on requests in flight was reached

	outcomes = int(Dropped) + 1
)

// String is the outcome in words that fit "3 ...", such as "timed out".
func (o Outcome) String() string {
	names := [outcomes]string{"answered", "answered with an error", "not connected", "broken off", "answered at too great a length",
		"timed out", "still in flight", "dropped unsent"}
	if o < 0 || int(o) >= outcomes {
		return fmt.Sprintf("Outcome(%d)", int(o))
	}
	return names[o]
}

// Result is what became of one request. The three moments are times since the start of the run.
type Result struct {
	Seq      int  // number of the request in the run, from 0
	Path     Path // what it asked for
	Intended time.Duration
	Sent     time.Duration // of a dropped request, Intended
	Done     time.Duration // when the answer had come, or the failure
	Status   int           // the answer's, 0 without one
	Outcome  Outcome
	Error    string // the failure in words, empty when Answered
}

// Latency is Done - Intended: what a customer who wanted to send at that moment waited, whether or not the generator had
// got round to sending (free of coordinated omission).
func (r Result) Latency() time.Duration { return r.Done - r.Intended }

// Service is Done - Sent: what most load tools report. It leaves out what the generator was late.
func (r Result) Service() time.Duration { return r.Done - r.Sent }

// Lateness is Sent - Intended: what the generator was late.
func (r Result) Lateness() time.Duration { return r.Sent - r.Intended }

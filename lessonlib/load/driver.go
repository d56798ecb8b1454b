package load

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Limits of the drivers. They keep a run's memory within some hundred megabytes and its time within minutes.
const (
	MaxRate     = 100_000 // requests/s
	MaxRequests = 2_000_000
	MaxUsers    = 10_000
	MaxDuration = 10 * time.Minute
	MaxThink    = time.Minute
)

// Driver decides when requests are sent: [Open] or [Closed].
type Driver interface {
	// Validate names the first field out of its range.
	Validate() error
	// Window is the time in which requests are meant to be sent.
	Window() time.Duration
	// String is the driver in a few words, for tables.
	String() string

	// mostInFlight bounds the requests in flight.
	mostInFlight() int
	// live sends requests by the clock; it returns when no more are to be sent.
	live(ctx context.Context, a *attack)
	// simulate does the same in virtual time.
	simulate(s *simulation)
}

// Full is what an open driver does when the cap on requests in flight is reached.
type Full int

const (
	Wait Full = iota // the request is sent late, as wrk and a capped vegeta do
	Drop             // the request is never sent, as k6 does
)

// Open sends requests at a fixed rate, whether or not earlier ones were answered: customers who do not know of each other.
// Request i is meant to be sent at i / Rate.
type Open struct {
	Rate     float64       // IO2: requests/s, above 0, at most MaxRate
	Duration time.Duration // IO2: the window, at most MaxDuration
	// Cap limits the requests in flight, 0 to MaxRequests; 0 is no limit. A capped open loop is a closed loop in disguise:
	// it stops sending when the service is slow. Latency still counts from the intended send.
	Cap  int
	Full Full // Wait or Drop
	// Batch holds requests back to the next multiple of itself, as the source's generator does with 5 ms; 0 does not.
	Batch time.Duration
}

// Validate implements [Driver].
func (o Open) Validate() error {
	switch {
	case !(o.Rate > 0 && o.Rate <= MaxRate): // NaN fails every comparison
		return fmt.Errorf("load: Rate is %g; it must be above 0 and at most %d requests/s", o.Rate, MaxRate)
	case o.Duration <= 0 || o.Duration > MaxDuration:
		return fmt.Errorf("load: Duration is %v; it must be above 0 and at most %v", o.Duration, MaxDuration)
	case o.Requests() < 1 || o.Requests() > MaxRequests:
		return fmt.Errorf("load: Rate %g and Duration %v make %d requests; there must be between 1 and %d", o.Rate, o.Duration,
			o.Requests(), MaxRequests)
	case o.Cap < 0 || o.Cap > MaxRequests:
		return fmt.Errorf("load: Cap is %d; it must be between 0, for none, and %d", o.Cap, MaxRequests)
	case o.Full != Wait && o.Full != Drop:
		return fmt.Errorf("load: Full is %d; use load.Wait or load.Drop", int(o.Full))
	case o.Batch < 0 || o.Batch > o.Duration:
		return fmt.Errorf("load: Batch is %v; it must be between 0, for none, and Duration", o.Batch)
	}
	return nil
}

// Requests is how many are sent: round(Rate x Duration).
func (o Open) Requests() int { return int(math.Round(float64(o.Rate * o.Duration.Seconds()))) }

// Window implements [Driver].
func (o Open) Window() time.Duration { return o.Duration }

// String is such as "open, 1000/s", with the cap if there is one.
func (o Open) String() string {
	s := fmt.Sprintf("open, %g/s", o.Rate)
	if o.Cap > 0 {
		s += fmt.Sprintf(", at most %d in flight", o.Cap)
	}
	return s
}

// Intended is when request i is meant to be sent: i / Rate after the start.
func (o Open) Intended(i int) time.Duration {
	return time.Duration(float64(float64(i)*float64(time.Second)) / o.Rate)
}

// release is when the generator gets round to it: the intended moment, or the end of its batch.
func (o Open) release(i int) time.Duration {
	at := o.Intended(i)
	if o.Batch > 0 {
		at = (at + o.Batch - 1) / o.Batch * o.Batch
	}
	return at
}

func (o Open) mostInFlight() int {
	if o.Cap > 0 {
		return min(o.Cap, o.Requests())
	}
	return o.Requests()
}

// Start is how the users of a closed driver begin.
type Start int

const (
	// Together has all users send at once, as the source does. With many users the burst alone can be more than the
	// 5 % of the requests that p95 leaves out.
	Together Start = iota
	// Spread has user u of N begin at u/N of the think time, which is how they come to stand in the long run.
	Spread
)

// Closed is a fixed number of users who each send a request, wait for the answer, think, and send the next: a slow service
// slows them down, so that it is asked for less. With mean response time R they reach N / (Z + R).
type Closed struct {
	Users    int           // IO4: N, 1 to MaxUsers
	Think    time.Duration // IO4: Z, 0 to MaxThink
	Duration time.Duration // IO2: the window, at most MaxDuration
	Start    Start         // Together or Spread
}

// Validate implements [Driver].
func (c Closed) Validate() error {
	switch {
	case c.Users < 1 || c.Users > MaxUsers:
		return fmt.Errorf("load: Users is %d; it must be between 1 and %d", c.Users, MaxUsers)
	case c.Think < 0 || c.Think > MaxThink:
		return fmt.Errorf("load: Think is %v; it must be between 0 and %v", c.Think, MaxThink)
	case c.Duration <= 0 || c.Duration > MaxDuration:
		return fmt.Errorf("load: Duration is %v; it must be above 0 and at most %v", c.Duration, MaxDuration)
	case c.Start != Together && c.Start != Spread:
		return fmt.Errorf("load: Start is %d; use load.Together or load.Spread", int(c.Start))
	}
	return nil
}

// Window implements [Driver].
func (c Closed) Window() time.Duration { return c.Duration }

// String is such as "closed, 22 users, 20ms".
func (c Closed) String() string {
	s := fmt.Sprintf("closed, %d users, %v", c.Users, c.Think)
	if c.Start == Spread {
		s += ", spread"
	}
	return s
}

// Theory is the rate, in requests/s, that the users reach when the mean response time is R (the interactive response time
// law; Denning and Buzen 1978):
//
//	N / (Z + R)
//
// It is +Inf when both times are 0.
func (c Closed) Theory(response time.Duration) float64 {
	return float64(c.Users) / (c.Think + response).Seconds()
}

// UsersFor is the number of users that reach a rate with think time Z if the mean response time is R: rate x (Z + R),
// rounded. For 1,000/s and R = 2 ms it is IO4's 22 users with 20 ms and 202 with 200 ms.
func UsersFor(rate float64, think, response time.Duration) int {
	return int(math.Round(float64(rate * (think + response).Seconds())))
}

// begin is when user u sends its first request.
func (c Closed) begin(u int) time.Duration {
	if c.Start == Together {
		return 0
	}
	return time.Duration(int64(c.Think) * int64(u) / int64(c.Users))
}

func (c Closed) mostInFlight() int { return c.Users }

package load

import (
	"time"

	"golang.org/x/sys/unix"
)

// exactSleep blocks the thread in nanosleep. At 1,000 requests/s it is late by 0.1 ms where time.Sleep, which goes through
// the runtime's timers and the network poller, is late by 0.5; spinning would be earlier and take a processor from the
// service under test.
func exactSleep(d time.Duration) {
	request := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&request, nil) // a signal may end it early; the pacer looks at the clock again
}

// tightenSleep has Linux wake this thread when the time is up and not up to 50 µs later, which saves it power.
func tightenSleep() { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0) }

// loosenSleep gives the thread back its default.
func loosenSleep() { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, 0, 0, 0, 0) }

package load

import (
	"context"
	"runtime"
	"time"
)

// nap is the part of a wait that is left to the exact sleep: the runtime's timers are late by up to a millisecond.
const nap = 2 * time.Millisecond

// pacer waits until a moment to within some hundredths of a millisecond. It keeps the goroutine on a thread of its own
// from newPacer to release, and must be used by that goroutine alone.
type pacer struct{}

func newPacer() pacer {
	runtime.LockOSThread()
	tightenSleep()
	return pacer{}
}

func (pacer) release() {
	loosenSleep()
	runtime.UnlockOSThread()
}

// until returns at the moment, or earlier with the context's error when that ends. A moment in the past is now.
func (pacer) until(ctx context.Context, moment time.Time) error {
	for {
		wait := time.Until(moment)
		switch {
		case wait <= 0:
			return ctx.Err()
		case wait <= nap:
			exactSleep(wait)
			continue
		}
		timer := time.NewTimer(wait - nap)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

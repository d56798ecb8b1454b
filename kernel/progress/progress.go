// Package progress tells a person waiting at a terminal what a command is doing, on standard error.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// patience is how long a step may be silent. What is done sooner is not worth a line that says it has begun.
const patience = 2 * time.Second

// Reporter writes one line for each step that has taken a while, and again when it ends. A nil Reporter is silent.
type Reporter struct {
	mu sync.Mutex
	w  io.Writer
}

// To gives a Reporter that writes to w.
func To(w io.Writer) *Reporter {
	return &Reporter{w: w}
}

// Say writes one line at once.
func (r *Reporter) Say(format string, args ...any) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.w, format+"\n", args...)
}

// Step runs do. If it takes longer than two seconds, a line with what says so while it runs, then one every quarter of
// a minute, and one when it is done, with the time it took. The error is do's.
func (r *Reporter) Step(what string, do func() error) error {
	if r == nil {
		return do()
	}
	begin := time.Now()
	stop := make(chan struct{})
	var spoken sync.WaitGroup
	said := false
	spoken.Go(func() {
		wait := patience
		for {
			select {
			case <-stop:
				return
			case <-time.After(wait):
				if !said {
					r.Say("%s ...", what)
				} else {
					r.Say("%s ... %.0f s so far", what, time.Since(begin).Seconds())
				}
				said = true
				wait = 15 * time.Second
			}
		}
	})
	err := do()
	close(stop)
	spoken.Wait()
	switch {
	case err != nil:
	case said:
		r.Say("%s: done in %.0f s", what, time.Since(begin).Seconds())
	default:
		r.Say("%s: done", what)
	}
	return err
}

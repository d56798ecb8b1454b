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

// Parts runs do, which tells at each of its parts which one it is. If it takes longer than two seconds, a line with what
// and the part says so, at most every two seconds and only for a new part, or every quarter of a minute; and one when it
// is done, with the time it took. The error is do's.
func (r *Reporter) Parts(what string, do func(at func(part string)) error) error {
	if r == nil {
		return do(func(string) {})
	}
	begin := time.Now()
	var mu sync.Mutex
	part, said := "", false
	stop := make(chan struct{})
	var spoken sync.WaitGroup
	spoken.Go(func() {
		last, lastAt := "", begin
		for {
			select {
			case <-stop:
				return
			case <-time.After(patience):
				mu.Lock()
				now := part
				mu.Unlock()
				if now == last && time.Since(lastAt) < 15*time.Second {
					continue
				}
				r.Say("%s: %s, %.0f s so far", what, now, time.Since(begin).Seconds())
				last, lastAt, said = now, time.Now(), true
			}
		}
	})
	err := do(func(p string) {
		mu.Lock()
		defer mu.Unlock()
		part = p
	})
	close(stop)
	spoken.Wait()
	if err == nil && said {
		r.Say("%s: done in %.0f s", what, time.Since(begin).Seconds())
	}
	return err
}

package load

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

func TestDriversOutOfRange(t *testing.T) {
	open := func(change func(*Open)) Driver {
		o := Open{Rate: 1000, Duration: time.Second}
		change(&o)
		return o
	}
	closed := func(change func(*Closed)) Driver {
		c := Closed{Users: 22, Think: 20 * ms, Duration: time.Second}
		change(&c)
		return c
	}
	for _, c := range []struct {
		what   string
		driver Driver
		field  string
	}{
		{"a rate of 0", open(func(o *Open) { o.Rate = 0 }), "Rate"},
		{"a negative rate", open(func(o *Open) { o.Rate = -5 }), "Rate"},
		{"a rate that is no number", open(func(o *Open) { o.Rate = math.NaN() }), "Rate"},
		{"an infinite rate", open(func(o *Open) { o.Rate = math.Inf(1) }), "Rate"},
		{"a rate of ten million", open(func(o *Open) { o.Rate = 1e7 }), "Rate"},
		{"no time", open(func(o *Open) { o.Duration = 0 }), "Duration"},
		{"a day", open(func(o *Open) { o.Duration = 24 * time.Hour }), "Duration"},
		{"not one request", open(func(o *Open) { o.Rate = 0.1 }), "and Duration"},
		{"more requests than memory", open(func(o *Open) { o.Rate, o.Duration = MaxRate, time.Minute }), "and Duration"},
		{"a negative cap", open(func(o *Open) { o.Cap = -1 }), "Cap"},
		{"an unknown way when full", open(func(o *Open) { o.Full = 2 }), "Full"},
		{"a batch longer than the run", open(func(o *Open) { o.Batch = time.Minute }), "Batch"},
		{"no users", closed(func(c *Closed) { c.Users = 0 }), "Users"},
		{"more users than files", closed(func(c *Closed) { c.Users = MaxUsers + 1 }), "Users"},
		{"thinking backwards", closed(func(c *Closed) { c.Think = -1 }), "Think"},
		{"thinking for an hour", closed(func(c *Closed) { c.Think = time.Hour }), "Think"},
		{"a negative time", closed(func(c *Closed) { c.Duration = -1 }), "Duration"},
		{"an unknown start", closed(func(c *Closed) { c.Start = 2 }), "Start"},
	} {
		s := Scenario{ID: "bad", Driver: c.driver}
		_, live := s.Run(t.Context(), Target{URL: "http://127.0.0.1:1"})
		_, _, twin := Twin{}.Run(t.Context(), s)
		for _, err := range []error{live, twin} {
			if err == nil || !strings.Contains(err.Error(), c.field+" ") {
				t.Errorf("%s: error %v; want one that names %s", c.what, err, c.field)
			}
		}
	}
	if err := (Scenario{}).Validate(); err == nil || !strings.Contains(err.Error(), "Driver is missing") {
		t.Errorf("no driver: error %v", err)
	}
}

func TestTargetsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		what   string
		target Target
		want   string
	}{
		{"a stranger's name", Target{URL: "http://library.example"}, "AnyHost"},
		{"a stranger's number", Target{URL: "http://192.0.2.1:80"}, "AnyHost"},
		{"a name that only looks local", Target{URL: "http://127.0.0.1.example/"}, "AnyHost"},
		{"every address of this machine", Target{URL: "http://0.0.0.0:80"}, "AnyHost"},
		{"a name before the address", Target{URL: "http://127.0.0.1@192.0.2.1/"}, "http://host:port"},
		{"another protocol", Target{URL: "https://127.0.0.1"}, "https"},
		{"no protocol", Target{URL: "127.0.0.1:80"}, "127.0.0.1:80"},
		{"nothing", Target{}, "http://host:port"},
		{"no URL", Target{URL: "http://[::1"}, "no URL"},
		{"a query", Target{URL: "http://127.0.0.1/?a=b"}, "http://host:port"},
		{"a negative timeout", Target{URL: "http://127.0.0.1", Timeout: -1}, "Timeout"},
		{"a negative wait", Target{URL: "http://127.0.0.1", Drain: -1}, "Drain"},
		{"a wait of a day", Target{URL: "http://127.0.0.1", Drain: 24 * time.Hour}, "Drain"},
	} {
		if _, err := Easy().Run(t.Context(), c.target); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want it to say %q", c.what, err, c.want)
		}
	}
	if _, err := Easy().Run(t.Context(), Target{URL: "http://192.0.2.1"}); !errors.Is(err, ErrNotLoopback) {
		t.Errorf("a stranger: error %v, want ErrNotLoopback", err)
	}
	for url, want := range map[string]string{
		"http://127.0.0.1:8080": "127.0.0.1:8080", "http://localhost": "127.0.0.1:80", "http://[::1]:8080/base/": "[::1]:8080",
	} {
		if address, _, err := (Target{URL: url}).address(); err != nil || address != want {
			t.Errorf("%s: connects to %s, %v; want %s", url, address, err, want)
		}
	}
	if address, prefix, err := (Target{URL: "http://library.example/base/", AnyHost: true}).address(); err != nil ||
		address != "library.example:80" || prefix != "/base" {
		t.Errorf("a stranger with leave: %s %s, %v", address, prefix, err)
	}
}

// IO4: users from N = 1000 (Z + R0) with R0 of 2 ms.
func TestUsersOfTheSource(t *testing.T) {
	for think, want := range map[time.Duration]int{20 * ms: 22, 200 * ms: 202} {
		if got := UsersFor(PeakTarget, think, 2*ms); got != want {
			t.Errorf("think time %v: %d users, want %d", think, got, want)
		}
		if got := (Closed{Users: want, Think: think}).Theory(2 * ms); math.Abs(got-1000) > 1e-9 {
			t.Errorf("%d users reach %g/s in theory, want 1000/s", want, got)
		}
	}
}

func TestPacerIsNeverEarly(t *testing.T) {
	pace := newPacer()
	defer pace.release()
	for _, wait := range []time.Duration{0, 50 * time.Microsecond, ms, 5 * ms} {
		moment := time.Now().Add(wait)
		if err := pace.until(t.Context(), moment); err != nil || time.Now().Before(moment) {
			t.Errorf("a wait of %v: back early, or error %v", wait, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := pace.until(ended, time.Now().Add(time.Hour)); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait of an hour in a context that has ended: %v", err)
	}
}

func TestFileLimitTooLow(t *testing.T) {
	if warning := raiseFileLimit(1); warning != "" {
		t.Errorf("one connection: %q", warning)
	}
	// No system allows a trillion files.
	if warning := raiseFileLimit(1e12); !strings.Contains(warning, "too low") || !strings.Contains(warning, "ulimit -n") {
		t.Errorf("a trillion connections: %q; want a warning with the way out", warning)
	}
}

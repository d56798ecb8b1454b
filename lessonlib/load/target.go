package load

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"
)

// DefaultDrain is how long a run waits, after its window, for the answers that are still to come.
const DefaultDrain = 10 * time.Second

// Target is where requests go, and how long they may take.
type Target struct {
	// URL is the service's, http and with nothing after the port but a path, such as http://127.0.0.1:8080.
	URL string
	// AnyHost allows an address that is not this machine's own. Without it such an address is an error: a load test must not
	// be pointed at strangers by a typo.
	AnyHost bool
	// Timeout is how long a request may take from its actual send; 0 is no limit of its own.
	Timeout time.Duration
	// Drain is how long the run waits after its window; then what is in flight ends as Unfinished. So no run takes longer
	// than its window and Drain. 0 is DefaultDrain.
	Drain time.Duration
	// Cold leaves out the one loan that is asked for before the run, outside its results.
	Cold bool
	// Progress is called a few times a second and at the end, never twice at a time; nil is fine.
	Progress func(Progress)
}

// Progress is how far a run has got.
type Progress struct {
	Elapsed, Window time.Duration
	Sent, Done      int
}

// InFlight is the number of requests that wait for their answer.
func (p Progress) InFlight() int { return p.Sent - p.Done }

// String is such as "1.2 of 3.0 s: 1180 sent, 310 in flight".
func (p Progress) String() string {
	return fmt.Sprintf("%.1f of %.1f s: %d sent, %d in flight", p.Elapsed.Seconds(), p.Window.Seconds(), p.Sent, p.InFlight())
}

// address checks the target and gives the address to connect to and the path that requests' paths are put after.
func (t Target) address() (address, prefix string, err error) {
	const example = "give the service's, such as http://127.0.0.1:8080"
	u, err := url.Parse(t.URL)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("load: target %q is no URL: %w; %s", t.URL, err, example)
	case u.Scheme == "https":
		return "", "", fmt.Errorf("load: target %q is https, which this generator does not speak; export the scenario to k6 "+
			"or vegeta", t.URL)
	case u.Scheme != "http" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return "", "", fmt.Errorf("load: target %q is not of the form http://host:port; %s", t.URL, example)
	case t.Timeout < 0:
		return "", "", fmt.Errorf("load: Timeout is %v; it must be at least 0, which is no limit", t.Timeout)
	case t.Drain < 0 || t.Drain > time.Hour:
		return "", "", fmt.Errorf("load: Drain is %v; it must be between 0, for %v, and an hour", t.Drain, DefaultDrain)
	}
	host, port := u.Hostname(), u.Port()
	if port == "" {
		port = "80"
	}
	if host == "localhost" {
		host = "127.0.0.1" // whatever a name server says
	}
	if ip := net.ParseIP(host); !t.AnyHost && (ip == nil || !ip.IsLoopback()) {
		return "", "", fmt.Errorf("load: target %q: %w; set Target.AnyHost if you may load it", t.URL, ErrNotLoopback)
	}
	return net.JoinHostPort(host, port), strings.TrimSuffix(u.EscapedPath(), "/"), nil
}

// ErrNotLoopback is in the chain of the error for a target that is not on this machine.
var ErrNotLoopback = errors.New("the address is not this machine's own")

func (t Target) drain() time.Duration {
	if t.Drain == 0 {
		return DefaultDrain
	}
	return t.Drain
}

package desk

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

const (
	startLimit = 30 * time.Second // to seed MaxRows rows on a slow machine
	stopGrace  = 3 * time.Second  // from "please stop" to the kill
)

// Service is a desk that runs in a process of its own. It ends with [Service.Stop], with the context of [Start], and
// with this process, however that dies.
type Service struct {
	url    string
	cmd    *exec.Cmd
	parent io.Closer     // this process's end of the pipe whose end ends the desk
	done   chan struct{} // closed when the process has ended

	mu       sync.Mutex
	stopping bool  // what ends the process from now on is no fault
	err      error // of a process that ended by itself; set before done is closed
}

// Start starts a desk and returns as soon as it answers, well under a second for the source's 110,000 rows. A taken
// port, a database that cannot be made and a missing program are errors in the desk's own words. When ctx ends the desk
// is stopped.
func Start(ctx context.Context, o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Program == "" {
		program, err := Program(ctx)
		if err != nil {
			return nil, err
		}
		o.Program = program
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("desk: not started: %w", err)
	}
	cmd := exec.Command(o.Program, o.arguments()...)
	endWithParent(cmd)
	words := &head{}
	cmd.Stderr = words
	parent, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("desk: %w", err)
	}
	ready, readyEnd, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("desk: %w", err)
	}
	cmd.Stdout = readyEnd
	s := &Service{cmd: cmd, parent: parent, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// Linux ties the child to the thread that starts it, not to the process: this one stays until the child has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		readyEnd.Close()
		started <- err
		if err == nil {
			s.ended(cmd.Wait(), words)
		}
	}()
	defer ready.Close()
	if err := <-started; err != nil {
		parent.Close()
		return nil, fmt.Errorf("desk: the program %s does not start: %w", o.Program, err)
	}
	if err := s.waitReady(ctx, ready); err != nil {
		s.stop()
		return nil, err
	}
	go func() {
		select {
		case <-ctx.Done():
			s.stop()
		case <-s.done:
		}
	}()
	return s, nil
}

// waitReady reads the line with which the desk says where it answers.
func (s *Service) waitReady(ctx context.Context, ready *os.File) error {
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(ready).ReadString('\n') // what is not a whole line is no URL
		line <- text
	}()
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	select {
	case text := <-line:
		if s.url = strings.TrimSpace(text); strings.HasPrefix(s.url, "http://") {
			return nil
		}
		select {
		case <-s.done:
			return fmt.Errorf("desk: it did not start: %w", s.err)
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return fmt.Errorf("desk: it was not ready when the wait for it ended: %w", ctx.Err())
}

// ended records how the process ended, in the first line that it wrote to standard error if there is one: the desk's own
// error, or the message of a panic.
func (s *Service) ended(err error, words *head) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		err = errors.New("the process ended by itself")
	}
	if line, _, _ := strings.Cut(words.String(), "\n"); line != "" {
		err = fmt.Errorf("%s (%w)", strings.TrimPrefix(line, "desk: "), err)
	}
	if !s.stopping {
		s.err = err
	}
	s.parent.Close()
	close(s.done)
}

// URL is where the desk answers, such as http://127.0.0.1:40123.
func (s *Service) URL() string { return s.url }

// Done is closed when the desk's process has ended.
func (s *Service) Done() <-chan struct{} { return s.done }

// Err is nil while the desk runs and after it was stopped, and otherwise says how it came to its end.
func (s *Service) Err() error {
	select {
	case <-s.done:
		if s.err != nil {
			return fmt.Errorf("desk: it ended in mid-run: %w", s.err)
		}
	default:
	}
	return nil
}

// Stop ends the desk and returns when its process is gone: the port is free then, and no file is left. Stopping a desk
// twice is fine. The error is that of [Service.Err]: a desk that had ended before by itself.
func (s *Service) Stop() error {
	s.stop()
	return s.Err()
}

// stop asks the process to end by closing its standard input, and kills it if it does not.
func (s *Service) stop() {
	s.mu.Lock()
	select {
	case <-s.done: // by itself, so s.err stands
	default:
		s.stopping = true
	}
	s.mu.Unlock()
	s.parent.Close()
	select {
	case <-s.done:
	case <-time.After(stopGrace):
		_ = s.cmd.Process.Kill() // it may just have ended
		<-s.done
	}
}

// Counters asks the desk what it has done so far. If the desk has ended, the error says how.
func (s *Service) Counters(ctx context.Context) (c Counters, err error) {
	defer func() {
		if err != nil && s.Err() != nil {
			err = s.Err()
		}
	}()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		return Counters{}, fmt.Errorf("desk: asking for the counters: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	_, err = io.WriteString(conn, "GET /counters HTTP/1.0\r\n\r\n")
	if err != nil {
		return Counters{}, fmt.Errorf("desk: asking for the counters: %w", err)
	}
	answer, err := io.ReadAll(io.LimitReader(conn, 1<<16))
	if err != nil {
		return Counters{}, fmt.Errorf("desk: reading the counters: %w", err)
	}
	head, body, _ := bytes.Cut(answer, []byte("\r\n\r\n"))
	if err := json.Unmarshal(body, &c); err != nil {
		return Counters{}, fmt.Errorf("desk: reading the counters: %w in the answer %q", err, head)
	}
	return c, nil
}

// head keeps the beginning of what the process writes to standard error.
type head struct {
	mu   sync.Mutex
	text []byte
}

const headSize = 2048

func (h *head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text = append(h.text, p[:min(len(p), headSize-len(h.text))]...)
	return len(p), nil
}

func (h *head) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.text)
}

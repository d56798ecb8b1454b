// Package execute runs a notebook's cells through its real kernel, without a browser, and gives back the executed
// notebook as the bytes that Jupyter would save. The file itself is only read.
//
// The same notebook on the same code gives the same bytes: no timing, no random id, no editor's own field is kept, cells
// are counted from 1, and what a cell prints late is waited for. A cell that fails does not stop the run; its error is
// among its outputs.
//
// Whatever ends the run early, the kernel and all that its cells started are ended with it: the driver, a small Python
// program on nbclient that is embedded here, does so when it is told to stop, and when the program that runs it dies.
package execute

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

//go:embed driver.py
var driver string

// Environment is where Python and Jupyter are. Command prepares one of its programs; the program and all that it
// started are to be stopped when ctx ends, with SIGTERM first.
type Environment interface {
	Command(ctx context.Context, name string, args ...string) *exec.Cmd
}

// Executor executes notebooks.
type Executor struct {
	// Environment has the programs "python", with nbclient, and the notebooks' kernel.
	Environment Environment
	// Timeout is how long one cell may take; at least a second, and rounded up to whole ones.
	Timeout time.Duration
	// OnCell, if set, is told before each code cell which one it is, of how many. Cells that are empty do not count.
	OnCell func(number, of int)
}

// CellError says which cell kept a notebook from being executed to its end, and why.
type CellError struct {
	File   string
	Cell   int // counting all cells from 1
	Reason string
}

func (e *CellError) Error() string {
	return fmt.Sprintf("%s: cell %d: %s", e.File, e.Cell, e.Reason)
}

// event is one line of what the driver tells.
type event struct {
	Event    string `json:"event"`
	PID      int    `json:"pid"`
	Cell     int    `json:"cell"`
	Number   int    `json:"number"`
	Of       int    `json:"of"`
	Notebook string `json:"notebook"`
	Why      string `json:"why"`
	Message  string `json:"message"`
}

// Run executes the notebook in file and returns what its file would hold afterwards. The kernel works in the file's
// folder, as it does under JupyterLab. If a cell takes too long or ends the kernel, the error is a *CellError; if ctx
// ends, it is ctx's.
func (e Executor) Run(ctx context.Context, file string) ([]byte, error) {
	if e.Timeout < time.Second {
		return nil, fmt.Errorf("timeout %v: a cell needs at least a second; give 1s or more", e.Timeout)
	}
	seconds := int64((e.Timeout + time.Second - 1) / time.Second)
	cmd := e.Environment.Command(ctx, "python", "-c", driver, file, fmt.Sprint(seconds))
	cmd.Dir = "" // file may be relative to where we are
	var log tail
	cmd.Stderr = &log
	// The driver reads nothing from it and takes its end for our death.
	alive, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer alive.Close()
	told, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s cannot be executed: %w; run `go run ./kernel doctor`", file, err)
	}
	last, kernel := e.follow(told)
	err = cmd.Wait()
	if last.Event != "done" && last.Event != "failed" && kernel > 0 {
		// The driver was killed and could not end its kernel, which leads a process group of its own.
		_ = syscall.Kill(-kernel, syscall.SIGKILL)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case last.Event == "done":
		return []byte(last.Notebook), nil
	case last.Event == "failed" && last.Why == "timeout":
		return nil, &CellError{file, last.Cell, fmt.Sprintf("it took longer than %v; make it shorter, or allow more with --timeout",
			e.Timeout)}
	case last.Event == "failed" && last.Why == "died" && last.Cell > 0:
		return nil, &CellError{file, last.Cell, "the kernel died; " + log.lastLine("run the cell in JupyterLab to see why")}
	case last.Event == "failed" && last.Why == "stopped":
		return nil, fmt.Errorf("%s: the execution was stopped from outside; run it again", file)
	case last.Event == "failed":
		return nil, fmt.Errorf("%s cannot be executed: %s; run `go run ./kernel doctor`", file, firstLine(last.Message))
	}
	return nil, fmt.Errorf("%s cannot be executed: %s (%v); run `go run ./kernel doctor`", file,
		log.lastLine("Python said nothing"), err)
}

// follow reads what the driver tells, to its end, and gives the last event and the kernel's process.
func (e Executor) follow(told io.Reader) (last event, kernel int) {
	lines := bufio.NewReader(told) // and no Scanner: the last line holds a whole notebook
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return last, kernel
		}
		var ev event
		if json.Unmarshal(line, &ev) == nil {
			last = ev
			switch ev.Event {
			case "kernel":
				kernel = ev.PID
			case "cell":
				if e.OnCell != nil {
					e.OnCell(ev.Number, ev.Of)
				}
			}
		}
		if err != nil {
			return last, kernel
		}
	}
}

// tail keeps the end of what is written to it.
type tail struct{ end []byte }

// kept is as much of a log as a message needs.
const kept = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.end = append(t.end, p...)
	if len(t.end) > kept {
		t.end = bytes.Clone(t.end[len(t.end)-kept:])
	}
	return len(p), nil
}

// lastLine is the last line that says something, or otherwise.
func (t *tail) lastLine(otherwise string) string {
	lines := strings.Split(strings.TrimSpace(string(t.end)), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return last
	}
	return otherwise
}

func firstLine(s string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return first
}

package execute

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/environment"
)

// TestMain lets the test binary play the driver, for tests of what the driver tells.
func TestMain(m *testing.M) {
	if role := os.Getenv("PLAY_DRIVER"); role != "" {
		play(role)
		return
	}
	os.Exit(m.Run())
}

// play does what a driver in the given role does.
func play(role string) {
	tell := func(fields map[string]any) {
		line, _ := json.Marshal(fields)
		fmt.Println(string(line))
	}
	switch role {
	case "runs through":
		tell(map[string]any{"event": "kernel", "pid": 0})
		tell(map[string]any{"event": "cell", "cell": 2, "number": 1, "of": 2})
		tell(map[string]any{"event": "cell", "cell": 5, "number": 2, "of": 2})
		tell(map[string]any{"event": "done", "notebook": strings.Repeat("x", 1<<20) + "\n"})
	case "shows its arguments":
		tell(map[string]any{"event": "done", "notebook": strings.Join(os.Args[3:], " ")})
	case "takes too long":
		tell(map[string]any{"event": "failed", "why": "timeout", "cell": 5})
	case "loses the kernel":
		fmt.Fprint(os.Stderr, "some log\nout of memory\n\n")
		tell(map[string]any{"event": "failed", "why": "died", "cell": 5})
	case "is stopped by somebody else":
		tell(map[string]any{"event": "failed", "why": "stopped", "cell": 5})
	case "finds no kernel":
		tell(map[string]any{"event": "failed", "why": "error", "cell": 0, "message": "NoSuchKernel: queuebook\nmore"})
	case "lacks a package":
		fmt.Fprint(os.Stderr, strings.Repeat("Traceback\n", 10000), "ModuleNotFoundError: No module named 'nbclient'\n")
		os.Exit(1)
	case "is killed beside its kernel":
		kernel := exec.Command("sleep", fmt.Sprintf("60.%d", os.Getpid()))
		kernel.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := kernel.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stderr, kernel.Args[1])
		tell(map[string]any{"event": "kernel", "pid": kernel.Process.Pid})
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "waits to be stopped":
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, syscall.SIGTERM)
		tell(map[string]any{"event": "cell", "cell": 1, "number": 1, "of": 1})
		<-stop
		tell(map[string]any{"event": "failed", "why": "stopped", "cell": 1})
	}
}

// actor is an environment whose python is this test binary in a role.
type actor string

func (a actor) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), "PLAY_DRIVER="+string(a))
	environment.StopAsGroup(cmd)
	return cmd
}

func TestRunGivesTheNotebookAndTellsEachCell(t *testing.T) {
	var told []string
	e := Executor{Environment: actor("runs through"), Timeout: time.Minute, OnCell: func(number, of int) {
		told = append(told, fmt.Sprintf("%d of %d", number, of))
	}}
	data, err := e.Run(t.Context(), "lesson.ipynb")
	if err != nil || string(data) != strings.Repeat("x", 1<<20)+"\n" {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if diff := cmp.Diff([]string{"1 of 2", "2 of 2"}, told); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}

func TestRunPassesTheFileAndTheTimeoutInWholeSeconds(t *testing.T) {
	for timeout, want := range map[time.Duration]string{
		time.Second:             "a lesson.ipynb 1",
		1500 * time.Millisecond: "a lesson.ipynb 2",
		10 * time.Minute:        "a lesson.ipynb 600",
	} {
		e := Executor{Environment: actor("shows its arguments"), Timeout: timeout}
		if data, err := e.Run(t.Context(), "a lesson.ipynb"); string(data) != want || err != nil {
			t.Errorf("%v: arguments %q, %v, want %q", timeout, data, err, want)
		}
	}
	e := Executor{Environment: actor("shows its arguments"), Timeout: time.Second - 1}
	if _, err := e.Run(t.Context(), "lesson.ipynb"); err == nil || !strings.Contains(err.Error(), "at least a second") {
		t.Errorf("a timeout below a second: %v", err)
	}
}

func TestWhatKeepsANotebookFromItsEnd(t *testing.T) {
	tests := []struct {
		role string
		cell int // 0 if the error is no CellError
		want []string
	}{
		{"takes too long", 5, []string{"lesson.ipynb: cell 5: it took longer than 1m0s", "--timeout"}},
		{"loses the kernel", 5, []string{"lesson.ipynb: cell 5: the kernel died; out of memory"}},
		{"is stopped by somebody else", 0, []string{"lesson.ipynb", "stopped from outside", "run it again"}},
		{"finds no kernel", 0, []string{"lesson.ipynb cannot be executed: NoSuchKernel: queuebook; run `go run ./kernel doctor`"}},
		{"lacks a package", 0, []string{"lesson.ipynb cannot be executed: ModuleNotFoundError", "exit status 1", "doctor"}},
	}
	for _, tt := range tests {
		t.Run(tt.role, func(t *testing.T) {
			data, err := Executor{Environment: actor(tt.role), Timeout: time.Minute}.Run(t.Context(), "lesson.ipynb")
			if err == nil || data != nil {
				t.Fatalf("%d bytes, %v", len(data), err)
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q lacks %q", err, part)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q takes more than a line", err)
			}
			var cell *CellError
			if errors.As(err, &cell) != (tt.cell > 0) || cell != nil && cell.Cell != tt.cell {
				t.Errorf("cell error %v, want cell %d", cell, tt.cell)
			}
		})
	}
}

// missing is an environment without Python.
type missing struct{}

func (missing) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, filepath.Join(os.TempDir(), "no-such-folder", name), args...)
}

func TestWithoutPythonTheErrorSaysHowToGoOn(t *testing.T) {
	_, err := Executor{Environment: missing{}, Timeout: time.Minute}.Run(t.Context(), "lesson.ipynb")
	if err == nil || !strings.Contains(err.Error(), "lesson.ipynb cannot be executed") || !strings.Contains(err.Error(), "doctor") {
		t.Errorf("error %v", err)
	}
}

func TestAKilledDriversKernelIsKilled(t *testing.T) {
	_, err := Executor{Environment: actor("is killed beside its kernel"), Timeout: time.Minute}.Run(t.Context(), "lesson.ipynb")
	if err == nil || !strings.Contains(err.Error(), "signal: killed") {
		t.Fatalf("error %v", err)
	}
	var kernel string
	if _, e := fmt.Sscanf(err.Error(), "lesson.ipynb cannot be executed: %s (", &kernel); e != nil {
		t.Fatalf("no kernel in %q: %v", err, e)
	}
	awaitEnd(t, "sleep "+kernel+"\n")
}

func TestACancelledRunStopsTheDriver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := Executor{Environment: actor("waits to be stopped"), Timeout: time.Minute, OnCell: func(int, int) { cancel() }}
	if data, err := e.Run(ctx, "lesson.ipynb"); !errors.Is(err, context.Canceled) || data != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// awaitEnd waits until no process with the given words in its line of ps is left; the line's end counts. A process that
// has ended and that nobody has asked about yet is gone.
func awaitEnd(t *testing.T, words string) {
	t.Helper()
	var left []string
	for range 100 {
		out, err := exec.Command("ps", "-A", "-o", "stat=,pid=,command=").Output()
		if err != nil {
			t.Fatal(err)
		}
		left = nil
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, words) && !strings.HasPrefix(line, "Z") {
				left = append(left, line)
			}
		}
		if left == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("left behind: %q", left)
}

// Package environment finds the checkout and the Python environment that Jupyter lives in, and runs that environment's
// programs so that nothing of them outlives the command that started them.
package environment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/mod/modfile"
)

// Module is the path of the module whose checkout Root looks for.
const Module = "github.com/queuebook/queuebook"

// ErrNotSetUp is in the chain of the error for a program that the environment lacks.
var ErrNotSetUp = errors.New("the environment is not set up")

// Environment is a checkout of queuebook together with the Python environment it uses.
type Environment struct {
	// Root is the checkout's folder, absolute.
	Root string
	// Prefix is the Python environment's folder, absolute: Jupyter's programs are in Prefix/bin, kernels under
	// Prefix/share/jupyter. It need not exist yet.
	Prefix string
	// Shared is true for an environment that queuebook did not make, such as a conda environment.
	Shared bool
}

// Root walks up from folder to the checkout of queuebook that contains it.
func Root(folder string) (string, error) {
	start, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("folder %q: %w", folder, err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && modfile.ModulePath(data) == Module {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is not inside a checkout of queuebook (no go.mod of %s on the way up); change into the "+
				"checkout first", start, Module)
		}
	}
}

// Find gives the environment of the checkout that contains folder. In a conda environment (CONDA_PREFIX, or a hub
// image's NB_PYTHON_PREFIX) that one is used, otherwise Root/.venv. The environment variable QUEUEBOOK_PREFIX overrides
// both.
func Find(folder string) (Environment, error) {
	root, err := Root(folder)
	if err != nil {
		return Environment{}, err
	}
	for _, name := range []string{"QUEUEBOOK_PREFIX", "CONDA_PREFIX", "NB_PYTHON_PREFIX"} {
		prefix := os.Getenv(name)
		if prefix == "" {
			continue
		}
		if !filepath.IsAbs(prefix) {
			return Environment{}, fmt.Errorf("%s is %q, a relative path; give an absolute one or unset it", name, prefix)
		}
		return Environment{Root: root, Prefix: filepath.Clean(prefix), Shared: true}, nil
	}
	return Environment{Root: root, Prefix: filepath.Join(root, ".venv")}, nil
}

// Program is the path of one of the environment's own programs, such as "jupyter".
func (e Environment) Program(name string) string {
	return filepath.Join(e.Prefix, "bin", name)
}

// Check returns nil if the environment has the program, and otherwise an error that says how to get it.
func (e Environment) Check(name string) error {
	if _, err := os.Stat(e.Program(name)); err != nil {
		return fmt.Errorf("%w: %s is missing; run `go run ./kernel install`", ErrNotSetUp, e.Program(name))
	}
	return nil
}

// Command prepares one of the environment's programs. Its PATH starts with the environment's own programs, user-wide
// Python packages and Jupyter paths are kept out, and when ctx ends the program and all that it started are told to
// stop, and killed if they do not within a few seconds.
func (e Environment) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	return e.start(ctx, e.Program(name), args...)
}

// Go prepares a run of the go command in the checkout, with the settings that install and the kernel share: no cgo, the
// local toolchain, no workspace file from outside.
func (e Environment) Go(ctx context.Context, args ...string) *exec.Cmd {
	cmd := e.start(ctx, "go", args...)
	cmd.Env = append(cmd.Env, "CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOWORK=off")
	return cmd
}

func (e Environment) start(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = e.Root
	cmd.Env = e.variables()
	StopAsGroup(cmd)
	return cmd
}

// variables are this process's own, changed so that the environment's programs find each other first.
func (e Environment) variables() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "PYTHONHOME", "PYTHONPATH", "JUPYTER_PATH", "JUPYTER_PREFER_ENV_PATH", "PYTHONNOUSERSITE", "PATH":
			return true
		}
		return false
	})
	return append(env,
		"PATH="+filepath.Join(e.Prefix, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"),
		"PYTHONNOUSERSITE=1",
		"JUPYTER_PREFER_ENV_PATH=1")
}

// grace is how long a program may take to stop by itself before it is killed.
const grace = 8 * time.Second

// StopAsGroup makes cmd lead a process group of its own that is stopped as a whole when cmd's context ends: first asked
// to, and killed after a grace period. Without it a kernel that Jupyter started would outlive an interrupted check.
func StopAsGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = grace + time.Second
	cmd.Cancel = func() error {
		group := -cmd.Process.Pid
		err := syscall.Kill(group, syscall.SIGTERM)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		time.AfterFunc(grace, func() { _ = syscall.Kill(group, syscall.SIGKILL) })
		return err
	}
}

package environment

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// checkout makes a folder that looks like a checkout of queuebook, with a space in its path.
func checkout(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "a checkout")
	if err := os.MkdirAll(filepath.Join(root, "notebooks", "deeper"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module "+Module+"\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

func unsetAll(t *testing.T) {
	for _, name := range []string{"QUEUEBOOK_PREFIX", "CONDA_PREFIX", "NB_PYTHON_PREFIX"} {
		t.Setenv(name, "")
	}
}

func TestTheCheckoutIsFoundFromAnyFolderInsideIt(t *testing.T) {
	root := checkout(t)
	for _, folder := range []string{root, filepath.Join(root, "notebooks"), filepath.Join(root, "notebooks", "deeper")} {
		if got, err := Root(folder); err != nil || got != root {
			t.Errorf("Root(%q) = %q, %v; want %q", folder, got, err, root)
		}
	}
}

func TestAFolderOutsideOfACheckoutIsAnErrorThatSaysWhereToGo(t *testing.T) {
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "go.mod"), []byte("module example.org/other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Root(other)
	if err == nil || !strings.Contains(err.Error(), other) || !strings.Contains(err.Error(), "change into the checkout") {
		t.Errorf("Root outside of a checkout: %v", err)
	}
}

func TestTheEnvironmentIsTheActiveCondaOneOrElseVenv(t *testing.T) {
	root := checkout(t)
	for _, c := range []struct {
		words    string
		variable string
		value    string
		want     string
		shared   bool
	}{
		{"nothing is active", "CONDA_PREFIX", "", filepath.Join(root, ".venv"), false},
		{"a conda environment is active", "CONDA_PREFIX", "/opt/conda/envs/course", "/opt/conda/envs/course", true},
		{"a hub's image names its prefix", "NB_PYTHON_PREFIX", "/srv/conda/envs/notebook", "/srv/conda/envs/notebook", true},
		{"somebody chose a prefix", "QUEUEBOOK_PREFIX", "/opt/course/", "/opt/course", true},
	} {
		t.Run(c.words, func(t *testing.T) {
			unsetAll(t)
			t.Setenv(c.variable, c.value)
			e, err := Find(root)
			if err != nil || e.Prefix != c.want || e.Shared != c.shared || e.Root != root {
				t.Errorf("Find = %+v, %v; want prefix %q, shared %t", e, err, c.want, c.shared)
			}
		})
	}
}

func TestARelativePrefixIsRefused(t *testing.T) {
	unsetAll(t)
	t.Setenv("QUEUEBOOK_PREFIX", "env")
	if _, err := Find(checkout(t)); err == nil || !strings.Contains(err.Error(), `"env"`) {
		t.Errorf("Find with a relative prefix: %v", err)
	}
}

func TestAProgramThatIsMissingNamesTheCommandThatInstallsIt(t *testing.T) {
	e := Environment{Root: "/nowhere", Prefix: t.TempDir()}
	err := e.Check("jupyter")
	if !errors.Is(err, ErrNotSetUp) || !strings.Contains(err.Error(), "go run ./kernel install") {
		t.Errorf("Check of a missing program: %v", err)
	}
}

func TestTheEnvironmentsOwnProgramsComeFirst(t *testing.T) {
	e := Environment{Root: t.TempDir(), Prefix: "/opt/a course"}
	t.Setenv("PYTHONPATH", "/somebody/elses")
	cmd := e.Command(t.Context(), "jupyter", "lab")
	if cmd.Path != "/opt/a course/bin/jupyter" || cmd.Dir != e.Root {
		t.Errorf("command %q in %q", cmd.Path, cmd.Dir)
	}
	for _, v := range cmd.Env {
		if strings.HasPrefix(v, "PYTHONPATH=") {
			t.Errorf("%s reaches the environment's programs", v)
		}
		if path, ok := strings.CutPrefix(v, "PATH="); ok && !strings.HasPrefix(path, "/opt/a course/bin:") {
			t.Errorf("PATH is %q", path)
		}
	}
}

// A shell stands for Jupyter and the process it starts for a kernel: when the context ends, both have to go.
func TestWhatAProgramStartedEndsWithIt(t *testing.T) {
	prefix := t.TempDir()
	if err := os.Mkdir(filepath.Join(prefix, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nsleep 600 &\necho $!\nwait\n"
	if err := os.WriteFile(filepath.Join(prefix, "bin", "jupyter"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cmd := Environment{Root: t.TempDir(), Prefix: prefix}.Command(ctx, "jupyter")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := cmd.Wait(); err == nil {
		t.Error("a stopped program ended without an error")
	}
	for deadline := time.Now().Add(time.Minute); running(child); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d outlived the program that started it", child)
		}
	}
}

// running tells whether there is such a process and it is not a zombie that nobody has waited for.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err != nil || !strings.Contains(string(status), ") Z ")
}

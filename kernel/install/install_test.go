package install

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
	"github.com/queuebook/queuebook/kernel/progress"
	"github.com/queuebook/queuebook/lessonlib/desk"
)

// ready gives the settings of this checkout, whose environment `make test` sets up before it runs the tests.
func ready(t *testing.T) Settings {
	t.Helper()
	s, err := NewSettings(t.Context(), environmenttest.Ready(t, "jupyter"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// borrowed is an environment with a space in its path that has this checkout's Python packages without installing them.
func borrowed(t *testing.T, s Settings) environment.Environment {
	t.Helper()
	prefix := filepath.Join(t.TempDir(), "an environment")
	env, err := s.Env.Lend(t.Context(), prefix)
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// copied is a copy of what git would hand out of the checkout, in a folder with a space in its path.
func copied(t *testing.T, root string) string {
	t.Helper()
	target := filepath.Join(t.TempDir(), "a checkout")
	list := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--",
		"go.mod", "go.sum", "lessonlib", "kernel/notebook", "kernel/undefined")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(target, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(target, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return target
}

// runCell runs one cell through the named kernel of an environment and gives what it showed as plain text.
func runCell(t *testing.T, env environment.Environment, variables []string, code string) string {
	t.Helper()
	const program = `
import sys
from jupyter_client.manager import KernelManager
manager = KernelManager(kernel_name="queuebook")
manager.start_kernel(stdout=sys.stderr, stderr=sys.stderr)
client = manager.client()
client.start_channels()
try:
    client.wait_for_ready(timeout=120)
    request = client.execute(sys.argv[1])
    while True:
        message = client.get_iopub_msg(timeout=120)
        if message["parent_header"].get("msg_id") != request:
            continue
        content = message["content"]
        if message["msg_type"] == "display_data":
            print(content["data"].get("text/plain", ""))
        if message["msg_type"] in ("stream", "error"):
            print(content.get("text") or content.get("evalue"))
        if message["msg_type"] == "status" and content["execution_state"] == "idle":
            break
finally:
    client.stop_channels()
    manager.shutdown_kernel()  # asked to, GoNB stops its gopls; killed, it would leave it behind
`
	cmd := env.Command(t.Context(), "python", "-c", program, code)
	cmd.Env = append(cmd.Env, variables...)
	cmd.Dir = filepath.Join(t.TempDir())
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("running a cell: %v: %s", err, log.String())
	}
	return strings.TrimSpace(string(out))
}

const showCell = `import "github.com/queuebook/queuebook/lessonlib/show"
%%
show.Text("a cell runs")`

// One installation from scratch answers most of what users complain about, so the cases share it: a checkout and an
// environment with spaces in their paths, a relative GOBIN, another Go kernel beside ours, and a second run.
func TestInstallFromScratch(t *testing.T) {
	s := ready(t)
	env := borrowed(t, s)
	env.Root = copied(t, s.Env.Root)
	t.Setenv("GOBIN", "bin")
	t.Setenv("GOFLAGS", "-mod=mod")

	other := filepath.Join(env.Prefix, "share", "jupyter", "kernels", "gonb", "kernel.json")
	if err := os.MkdirAll(filepath.Dir(other), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("somebody's own"), 0o644); err != nil {
		t.Fatal(err)
	}

	fresh, err := NewSettings(t.Context(), env, Options{})
	if err != nil {
		t.Fatal(err)
	}
	steps := Steps(fresh)[1:] // the Python packages are borrowed
	for _, f := range Doctor(t.Context(), steps[:2]) {
		if f.OK || f.Mend == "" {
			t.Errorf("before the installation doctor says %q", f)
		}
	}
	if err := Install(t.Context(), steps, nil); err != nil {
		t.Fatal(err)
	}
	for _, f := range Doctor(t.Context(), steps) {
		if !f.OK {
			t.Errorf("after the installation doctor says %q", f)
		}
	}

	t.Run("the kernelspec has only absolute paths", func(t *testing.T) {
		var k spec
		data, err := os.ReadFile(fresh.SpecFile())
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &k); err != nil {
			t.Fatal(err)
		}
		paths := append(filepath.SplitList(k.Env["PATH"]), k.Argv[0], strings.TrimPrefix(k.Argv[3], "-go_work="),
			k.Env["GOPATH"], k.Env["GOMODCACHE"], k.Env["GOCACHE"], k.Env["QUEUEBOOK_ROOT"])
		for _, p := range paths {
			if !filepath.IsAbs(p) {
				t.Errorf("%q is not absolute", p)
			}
		}
		if k.Env["GOPROXY"] != "off" || k.Env["CGO_ENABLED"] != "0" {
			t.Errorf("cells would use the network or a C compiler: %v", k.Env)
		}
	})
	t.Run("another Go kernel is left alone", func(t *testing.T) {
		if data, err := os.ReadFile(other); err != nil || string(data) != "somebody's own" {
			t.Errorf("the other kernel's file is now %q, %v", data, err)
		}
	})
	t.Run("nothing was built into the relative GOBIN", func(t *testing.T) {
		if _, err := os.Stat(filepath.Join(env.Root, "bin")); err == nil {
			t.Error("there is a folder bin in the checkout")
		}
	})
	t.Run("a second run changes nothing", func(t *testing.T) {
		before, err := os.Stat(fresh.SpecFile())
		if err != nil {
			t.Fatal(err)
		}
		if err := Install(t.Context(), steps[:2], nil); err != nil {
			t.Fatal(err)
		}
		after, err := os.Stat(fresh.SpecFile())
		if err != nil || !os.SameFile(before, after) {
			t.Errorf("the kernelspec was written again (%v)", err)
		}
	})
	t.Run("a cell runs from another folder, with next to no PATH and an empty home", func(t *testing.T) {
		got := runCell(t, env, []string{"PATH=/usr/bin:/bin", "HOME=" + t.TempDir()}, showCell)
		if got != "a cell runs" {
			t.Errorf("the cell showed %q", got)
		}
	})
	t.Run("a test cell runs", func(t *testing.T) {
		got := runCell(t, env, nil, "import \"testing\"\n%test\nfunc TestIt(t *testing.T) { t.Log(\"tested\") }")
		if !strings.Contains(got, "tested") {
			t.Errorf("the cell showed %q", got)
		}
	})
	t.Run("a cell starts lesson 3's desk and builds nothing for it", func(t *testing.T) {
		got := runCell(t, env, []string{"HOME=" + t.TempDir()}, `import (
	"context"
	"path/filepath"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/show"
)
%%
program := show.Must(desk.Program(context.Background()))
d := show.Must(desk.Start(context.Background(), desk.Options{Rows: 100}))
show.Text("%s: %v", filepath.Dir(program), d.Stop())`)
		if want := fresh.Tools + ": <nil>"; got != want {
			t.Errorf("the cell showed %q; want %q", got, want)
		}
	})
	t.Run("doctor names a desk that is another program", func(t *testing.T) {
		program := filepath.Join(fresh.Tools, desk.ProgramName)
		if err := os.Rename(program, program+".kept"); err != nil {
			t.Fatal(err)
		}
		if err := checkTools(fresh); err == nil || !strings.Contains(err.Error(), "loandesk is missing") {
			t.Errorf("without the desk: %v", err)
		}
		if err := os.Link(filepath.Join(fresh.Tools, "gonb"), program); err != nil {
			t.Fatal(err)
		}
		if err := checkTools(fresh); err == nil || !strings.Contains(err.Error(), "loandesk was built from github.com/janpfeifer/gonb") {
			t.Errorf("with gonb in the desk's place: %v", err)
		}
		if err := os.Rename(program+".kept", program); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("doctor names what was damaged and the command that mends it", func(t *testing.T) {
		if err := os.Remove(filepath.Join(fresh.Tools, "goimports")); err != nil {
			t.Fatal(err)
		}
		findings := Doctor(t.Context(), steps[:2])
		for _, f := range findings {
			if f.OK || !strings.Contains(f.String(), "goimports") || !strings.Contains(f.String(), mend) {
				t.Errorf("doctor says %q", f)
			}
		}
	})
}

func TestAnInterruptedInstallationLeavesTheOldKernelspec(t *testing.T) {
	s := ready(t)
	s.Env.Prefix = t.TempDir()
	s.Tools = filepath.Join(s.Env.Prefix, "tools")
	if err := WriteKernelSpec(s); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(s.SpecFile())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	steps := Steps(s)[1:]
	steps = slices.Insert(steps, 0, Step{Name: "Ctrl-C", Do: func(context.Context) error { cancel(); return nil }})
	if err := Install(ctx, steps, progress.To(&bytes.Buffer{})); err == nil {
		t.Error("an interrupted installation ended without an error")
	}
	after, err := os.ReadFile(s.SpecFile())
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the kernelspec changed (%v)", err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(s.SpecFile()), ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestWithoutPythonTheErrorNamesTheCommandThatInstallsIt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	env := environment.Environment{Root: checkoutRoot(t), Prefix: filepath.Join(t.TempDir(), ".venv")}
	err := Python(t.Context(), env)
	if err == nil || !strings.Contains(err.Error(), "apt-get install python3") || strings.Contains(err.Error(), "\n") {
		t.Errorf("without Python: %v", err)
	}
}

func TestAnOldPythonIsNamedWithItsVersion(t *testing.T) {
	bin := t.TempDir()
	script := "#!/bin/sh\necho 3.9\n"
	if err := os.WriteFile(filepath.Join(bin, "python3"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	_, err := findPython(t.Context())
	if err == nil || !strings.Contains(err.Error(), "python3 is 3.9") {
		t.Errorf("with an old Python: %v", err)
	}
}

// checkoutRoot is the root of this checkout.
func checkoutRoot(t *testing.T) string {
	t.Helper()
	root, err := environment.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestBothListsOfPythonPackagesHaveTheSamePins(t *testing.T) {
	root := checkoutRoot(t)
	pins := func(file, prefix string) []string {
		data, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, line := range strings.Split(string(data), "\n") {
			if rest, ok := strings.CutPrefix(line, prefix); ok && strings.Contains(rest, "==") {
				list = append(list, rest)
			}
		}
		return list
	}
	plain, conda := pins("requirements.txt", ""), pins("environment.yml", "      - ")
	if len(plain) == 0 || !slices.Equal(plain, conda) {
		t.Errorf("requirements.txt pins %v, environment.yml %v", plain, conda)
	}
}

package binder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
)

func ready(t *testing.T) environment.Environment {
	t.Helper()
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Check("jupyter"); err != nil {
		t.Fatalf("%v (or `make test`, which does so by itself)", err)
	}
	return env
}

// entries are the names in a folder.
func entries(t *testing.T, folder string) []string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	return names
}

// The whole way of a hub's image: postBuild in an environment without the kernel, with a new home and next to no
// PATH, and after that another home in its place. It stands in build, where the next run finds Go's caches and saves
// the minutes in which everything is compiled.
func TestPostBuildLeavesAllThatAHubNeeds(t *testing.T) {
	env := ready(t)
	folder := filepath.Join(env.Root, "build", "hub-of-the-test")
	hub, err := Make(t.Context(), env, folder, Options{Borrow: true, KeepCaches: true})
	if err != nil {
		t.Fatal(err)
	}
	modules, err := LocalModules(t.Context(), env)
	if err != nil {
		t.Fatal(err)
	}
	cloned := entries(t, hub.Checkout)
	if err := hub.PostBuild(t.Context(), modules...); err != nil {
		t.Fatal(err)
	}

	t.Run("the home folder gets nothing that matters when another is mounted over it", func(t *testing.T) {
		for _, name := range entries(t, hub.Checkout) {
			// Go notes in .config that it may count what it is used for.
			if !slices.Contains(cloned, name) && name != ".config" {
				t.Errorf("postBuild left %s in the home folder", name)
			}
		}
	})
	home := t.TempDir()
	t.Run("the kernel is listed, and lies under the prefix", func(t *testing.T) {
		kernels, err := hub.Kernels(t.Context(), home)
		if err != nil {
			t.Fatal(err)
		}
		want := filepath.Join(hub.Prefix, "share", "jupyter", "kernels", install.KernelName)
		if kernels[install.KernelName] != want {
			t.Errorf("the kernels are %v, want %s in %s", kernels, install.KernelName, want)
		}
	})
	t.Run("a cell draws a chart", func(t *testing.T) {
		cell, err := hub.FirstCell(t.Context(), home)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(cell.Forms, "image/png") || cell.Printed != "" || cell.Ready <= 0 || cell.Shown < cell.Ready {
			t.Errorf("the cell shows %q and prints %q; ready after %v, shown after %v; want a picture and not a word",
				cell.Forms, cell.Printed, cell.Ready, cell.Shown)
		}
	})
	t.Run("a terminal behind start finds the programs", func(t *testing.T) {
		const look = "for p in go gonb gopls jupyter; do command -v $p; done"
		out, err := hub.Start(t.Context(), home, "/bin/sh", "-c", look).CombinedOutput()
		own := filepath.Join(hub.Prefix, "share", "queuebook", "bin")
		bin := filepath.Join(hub.Prefix, "bin")
		want := strings.Join([]string{bin + "/go", own + "/gonb", own + "/gopls", bin + "/jupyter"}, "\n") + "\n"
		if err != nil || string(out) != want {
			t.Errorf("the terminal finds (%v)\n%s\nwant\n%s", err, out, want)
		}
	})
	t.Run("in that terminal doctor is content and the check runs, both without a network", func(t *testing.T) {
		for _, command := range []struct{ name, want string }{
			{"doctor", "ok       the build caches"},
			{"check", "1-noisy-neighbour: "},
		} {
			cmd := hub.Start(t.Context(), home, "go", "run", "./kernel", command.name)
			cmd.Env = append(cmd.Env, "GOPROXY=off")
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), command.want) || strings.Contains(string(out), "problem") {
				t.Errorf("%s (%v) says\n%s", command.name, err, out)
			}
		}
	})
	t.Run("no archive of a module is kept", func(t *testing.T) {
		modules := filepath.Join(hub.Prefix, "share", "queuebook", "go")
		err := filepath.WalkDir(modules, func(path string, _ fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".zip" && strings.Contains(path, "/cache/download/") {
				t.Errorf("%s is still there", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	t.Run("each part of the image has its weight", func(t *testing.T) {
		parts, err := hub.Parts(t.Context(), env)
		if err != nil || len(parts) != 6 {
			t.Fatalf("parts %v, %v", parts, err)
		}
		for i, part := range parts {
			if part.Bytes <= 0 || i > 0 && part.Bytes > parts[i-1].Bytes {
				t.Errorf("%s weighs %d bytes, listed behind %v", part.Name, part.Bytes, parts[:i])
			}
		}
	})
}

func TestWithoutAnEnvironmentPostBuildSaysWhatIsMissing(t *testing.T) {
	env := ready(t)
	script := filepath.Join(env.Root, "postBuild")
	cmd := At(t.TempDir()).Command(t.Context(), t.TempDir(), []string{"NB_PYTHON_PREFIX="}, script)
	cmd.Dir = env.Root
	out, err := cmd.CombinedOutput()
	const want = "NB_PYTHON_PREFIX: and CONDA_PREFIX are not set: activate a conda environment"
	if err == nil || !strings.Contains(string(out), want) {
		t.Errorf("postBuild without an environment (%v): %s", err, out)
	}
}

func TestAPostBuildThatFailsSaysWhy(t *testing.T) {
	hub := At(t.TempDir())
	if err := os.MkdirAll(hub.Checkout, 0o755); err != nil {
		t.Fatal(err)
	}
	err := hub.PostBuild(t.Context())
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "postBuild: ") {
		t.Errorf("without a postBuild: %v", err)
	}
	script := "#!/bin/sh\necho one\necho no room left\nexit 3\n"
	if err := os.WriteFile(filepath.Join(hub.Checkout, "postBuild"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := hub.PostBuild(t.Context()); err == nil || err.Error() != "postBuild: exit status 3: no room left" {
		t.Errorf("a postBuild that fails: %v", err)
	}
}

func TestMakeKeepsGoCachesOnlyIfAsked(t *testing.T) {
	env := ready(t)
	folder := t.TempDir()
	cached := filepath.Join(At(folder).Prefix, "share", "queuebook", "go-build", "entry")
	other := filepath.Join(At(folder).Prefix, "share", "queuebook", "bin", "gonb")
	for _, file := range []string{cached, other} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, keep := range []bool{true, false} {
		if _, err := Make(t.Context(), env, folder, Options{Borrow: true, KeepCaches: keep}); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(cached); (err == nil) != keep {
			t.Errorf("KeepCaches %v: what Go had cached: %v", keep, err)
		}
		if _, err := os.Stat(other); err == nil {
			t.Errorf("KeepCaches %v: what postBuild had made is still there", keep)
		}
	}
}

package lab_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/browser/lab"
	"github.com/queuebook/queuebook/kernel/environment"
)

// ready is this checkout's environment, which `make test` sets up before it runs the tests.
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

// lessons copies the committed notebooks into a folder of their own, which it gives with their names.
func lessons(t *testing.T, env environment.Environment) (folder string, names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons: %v, %v", files, err)
	}
	folder = t.TempDir()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Base(file))
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(file)), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder, names
}

// name is a notebook's name without its ending.
func name(file string) string { return strings.TrimSuffix(filepath.Base(file), ".ipynb") }

// limit is how long a step may take; a loaded machine needs seconds.
const limit = 2 * time.Minute

// awaitNone waits until nothing is left of what the server has started that has the words in its command line.
func awaitNone(t *testing.T, server *lab.Server, words string) {
	t.Helper()
	var left []string
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		left = slices.DeleteFunc(server.Processes(), func(p string) bool { return !strings.Contains(p, words) })
		if len(left) == 0 {
			return
		}
	}
	t.Errorf("left behind: %q", left)
}

func TestNothingOutlivesTheServer(t *testing.T) {
	env := ready(t)
	var server *lab.Server
	t.Run("a student runs a cell", func(t *testing.T) {
		folder, _ := lessons(t, env)
		server = lab.Start(t, env, lab.Lab, folder)
		p := server.Open(t, browsertest.Start(t), "1-noisy-neighbour.ipynb", browser.View{})
		p.Run("orders")
		if left := server.Processes(); len(left) < 3 && runtime.GOOS == "linux" {
			t.Errorf("the server, the kernel and its language server are not among %q, so this tries nothing", left)
		}
	})
	awaitNone(t, server, "")
}

package install

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
)

// Warm fills the build cache with everything that a lesson's cell can import, built just as GoNB builds a cell: in a
// workspace outside the checkout, with the kernel's own variables. It also downloads what such a build needs, since
// cells have no network. Without it the first chart takes most of a minute.
func Warm(ctx context.Context, s Settings) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("warming the build caches: %w", err)
		}
	}()
	packages, err := cellPackages(ctx, s)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "queuebook-warm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var program strings.Builder
	program.WriteString("package main\n\nimport (\n")
	for _, p := range packages {
		fmt.Fprintf(&program, "\t_ %q\n", p)
	}
	program.WriteString(")\n\nfunc main() {}\n")
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program.String()), 0o644); err != nil {
		return err
	}
	test := "package main\n\nimport \"testing\"\n\nfunc TestWarm(t *testing.T) {}\n"
	if err := os.WriteFile(filepath.Join(dir, "main_test.go"), []byte(test), 0o644); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"mod", "init", "warm"},
		{"work", "init", ".", s.Env.Root},
		{"build", "-o", os.DevNull, "."},
		{"test", "-c", "-o", os.DevNull, "."}, // a %test cell is built this way, and nothing else fills that cache
	} {
		if err := environment.Quietly(s.cellGoOnline(ctx, dir, args...)); err != nil {
			return fmt.Errorf("go %s: %w", args[0], err)
		}
	}
	return nil
}

// cellPackages lists the packages of lessonlib, and the few of the standard library that a student reaches for.
func cellPackages(ctx context.Context, s Settings) ([]string, error) {
	cmd := s.Env.Go(ctx, "list", "-f", `{{if ne .Name "main"}}{{.ImportPath}}{{end}}`, "./lessonlib/...")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the lessons' packages: %w", err)
	}
	packages := append(strings.Fields(string(out)), "fmt", "math", "sort", "slices", "strings", "time", "context", "errors")
	slices.Sort(packages)
	return packages, nil
}

// CellGo prepares a go command in dir just as the kernel would run it, without the network.
func (s Settings) CellGo(ctx context.Context, dir string, args ...string) *exec.Cmd {
	return s.cellGo(ctx, dir, s.CellVariables(), args...)
}

// cellGoOnline is CellGo with the network, as this process's own settings have it.
func (s Settings) cellGoOnline(ctx context.Context, dir string, args ...string) *exec.Cmd {
	variables := s.CellVariables()
	delete(variables, "GOPROXY")
	delete(variables, "GOSUMDB")
	variables["GOENV"] = "" // the network settings may be there
	variables["GOFLAGS"] += s.downloadFlags()
	return s.cellGo(ctx, dir, variables, args...)
}

func (s Settings) cellGo(ctx context.Context, dir string, variables map[string]string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(s.GoTool, "go"), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), assignments(variables)...)
	environment.StopAsGroup(cmd)
	return cmd
}

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
		if err := quietly(cellGo(ctx, s, dir, args...)); err != nil {
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

// cellGo prepares a go command as the kernel would run it, but with the network, and without the empty GOWORK that
// means "look for go.work" to one version of go and nothing to another.
func cellGo(ctx context.Context, s Settings, dir string, args ...string) *exec.Cmd {
	variables := s.CellVariables()
	delete(variables, "GOPROXY")
	variables["GOFLAGS"] += s.downloadFlags()
	variables["GOENV"] = "" // the network settings may be there
	cmd := exec.CommandContext(ctx, filepath.Join(s.GoTool, "go"), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), assignments(variables)...)
	environment.StopAsGroup(cmd)
	return cmd
}

package install

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/lessonlib/desk"
)

// ownPrograms are this module's own programs among the tools, by their package's path below the module's: the service of
// lesson 3, and the go command that says which cell to run first.
var ownPrograms = map[string]string{
	desk.ProgramName: "/lessonlib/desk/cmd/" + desk.ProgramName,
	"go":             "/kernel/undefined/cmd/go",
}

// kernelTools are the tools of go.mod that the kernel needs, by their package's path. Vegeta is a tool as well, but one
// that only benchmarks run, and it would be one more program in every image.
var kernelTools = []string{
	"github.com/janpfeifer/gonb",
	"golang.org/x/tools/cmd/goimports",
	"golang.org/x/tools/gopls",
}

// BuildTools builds gonb, goimports and gopls, at the versions that go.mod pins, and this module's own programs into the
// environment's own folder. A user's GOBIN, absolute or relative, plays no part. The go command does nothing for a tool
// that is up to date.
func BuildTools(ctx context.Context, s Settings) error {
	if err := os.MkdirAll(s.Tools, 0o755); err != nil {
		return fmt.Errorf("folder for the Go tools: %w", err)
	}
	own := []string{"install"}
	for _, name := range slices.Sorted(maps.Keys(ownPrograms)) {
		own = append(own, "."+ownPrograms[name])
	}
	for _, build := range []struct {
		what string
		args []string
	}{
		{"gonb, goimports and gopls", append([]string{"install"}, kernelTools...)},
		{"queuebook's own programs", own},
	} {
		cmd := s.Env.Go(ctx, build.args...)
		cmd.Env = append(cmd.Env, "GOBIN="+s.Tools, "GOFLAGS=-buildvcs=false"+s.downloadFlags(), "GOENV=off", "GOAMD64=v1",
			"GOPATH="+s.GoPath, "GOMODCACHE="+s.ModCache, "GOCACHE="+s.BuildCache)
		if err := environment.Quietly(cmd); err != nil {
			return fmt.Errorf("building %s: %w", build.what, err)
		}
	}
	return nil
}

// checkTools tells whether each tool is there and built from the version that go.mod pins, and whether this module's own
// programs are there.
func checkTools(s Settings) error {
	file := filepath.Join(s.Env.Root, "go.mod")
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	mod, err := modfile.Parse(file, data, nil)
	if err != nil {
		return err
	}
	pins := make(map[string]string, len(mod.Require))
	for _, r := range mod.Require {
		pins[r.Mod.Path] = r.Mod.Version
	}
	for _, tool := range kernelTools {
		name := path.Base(tool)
		info, err := buildinfo.ReadFile(filepath.Join(s.Tools, name))
		if err != nil {
			return fmt.Errorf("%s is missing or damaged: %w", name, err)
		}
		if pin := pins[info.Main.Path]; info.Main.Version != pin {
			return fmt.Errorf("%s is %s, go.mod pins %s", name, info.Main.Version, pin)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ownPrograms)) {
		info, err := buildinfo.ReadFile(filepath.Join(s.Tools, name))
		if err != nil {
			return fmt.Errorf("%s is missing or damaged: %w", name, err)
		}
		if want := mod.Module.Mod.Path + ownPrograms[name]; info.Path != want {
			return fmt.Errorf("%s was built from %s, not from %s", name, info.Path, want)
		}
	}
	return nil
}

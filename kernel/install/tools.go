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
	"golang.org/x/mod/module"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/lessonlib/desk"
)

// ownPrograms are this module's own programs among the tools, by their package's path below the module's: the service of
// lesson 3, and the go command that says which cell to run first.
var ownPrograms = map[string]string{
	desk.ProgramName: "/lessonlib/desk/cmd/" + desk.ProgramName,
	"go":             "/kernel/undefined/cmd/go",
}

// toolNames are the programs that go.mod's tool lines build, named as the go command does: by the last part of their
// package path that is not a major version.
func toolNames(root string) ([]string, *modfile.File, error) {
	file := filepath.Join(root, "go.mod")
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	mod, err := modfile.Parse(file, data, nil)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, tool := range mod.Tool {
		prefix, _, _ := module.SplitPathVersion(tool.Path)
		names = append(names, path.Base(prefix))
	}
	return names, mod, nil
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
		{"gonb, goimports and gopls", []string{"install", "tool"}},
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
	names, mod, err := toolNames(s.Env.Root)
	if err != nil {
		return err
	}
	pins := make(map[string]string, len(mod.Require))
	for _, r := range mod.Require {
		pins[r.Mod.Path] = r.Mod.Version
	}
	for _, name := range names {
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

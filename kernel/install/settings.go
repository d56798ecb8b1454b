// Package install sets up everything between a fresh checkout and a running lesson: the Python environment, the Go
// kernel with its helpers, the kernelspec, the handout template and warm build caches. Each step can be run again and
// changes only what is not yet as it should be.
package install

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
)

// KernelName is the name of the kernelspec that every notebook of the course asks for.
const KernelName = "queuebook"

// DisplayName is what JupyterLab shows for the kernel.
const DisplayName = "Go (queuebook)"

// Settings are what a cell is built and run with. Install, the kernelspec and the cache warming share them, so that a
// cache warmed by one serves the other.
type Settings struct {
	Env environment.Environment
	// Tools is the folder with gonb, goimports, gopls, lesson 3's loandesk, and the go command that the kernel sees.
	Tools string
	// GoTool is the folder of the go command, and Path the search path of the kernel, absolute folders only.
	GoTool string
	Path   []string
	// GoPath, ModCache and BuildCache are Go's own folders, absolute. They are written into the kernelspec so that the
	// kernel finds them when an editor or a hub starts it with another HOME or with none.
	GoPath, ModCache, BuildCache string
	// ownCaches is true if these folders lie inside the environment, so that removing it removes them.
	ownCaches bool
}

// Options choose how Install works.
type Options struct {
	// SelfContained puts Go's caches inside the environment, for images whose HOME is replaced later.
	SelfContained bool
}

// NewSettings asks the go command where it keeps things. The error names a missing or too old Go and how to get it.
func NewSettings(ctx context.Context, env environment.Environment, opts Options) (Settings, error) {
	cmd := env.Go(ctx, "env", "-json", "GOROOT", "GOPATH", "GOMODCACHE", "GOCACHE", "GOVERSION")
	cmd.Stderr = nil
	out, err := cmd.Output()
	if err != nil {
		return Settings{}, fmt.Errorf("asking `go env`: %w; queuebook needs Go 1.26 on PATH: see https://go.dev/dl, or "+
			"`conda install -c conda-forge go-nocgo=1.26`", err)
	}
	var goEnv struct{ GOROOT, GOPATH, GOMODCACHE, GOCACHE, GOVERSION string }
	if err := json.Unmarshal(out, &goEnv); err != nil {
		return Settings{}, fmt.Errorf("reading `go env`: %w", err)
	}
	s := Settings{
		Env:        env,
		Tools:      filepath.Join(env.Prefix, "share", "queuebook", "bin"),
		GoTool:     filepath.Join(goEnv.GOROOT, "bin"),
		GoPath:     filepath.SplitList(goEnv.GOPATH)[0],
		ModCache:   goEnv.GOMODCACHE,
		BuildCache: goEnv.GOCACHE,
	}
	if opts.SelfContained {
		s.ownCaches = true
		s.GoPath = filepath.Join(env.Prefix, "share", "queuebook", "go")
		s.ModCache = filepath.Join(s.GoPath, "pkg", "mod")
		s.BuildCache = filepath.Join(env.Prefix, "share", "queuebook", "go-build")
	}
	s.Path = searchPath(s.Tools, s.GoTool, filepath.Join(env.Prefix, "bin"))
	return s, nil
}

// searchPath puts the given folders before those of this process and the system's own, each once, absolute ones only.
func searchPath(first ...string) []string {
	all := append(first, filepath.SplitList(os.Getenv("PATH"))...)
	all = append(all, "/usr/local/bin", "/usr/bin", "/bin")
	seen := make(map[string]bool)
	var path []string
	for _, dir := range all {
		if filepath.IsAbs(dir) && !seen[dir] {
			seen[dir] = true
			path = append(path, dir)
		}
	}
	return path
}

// CellVariables is the environment in which the kernel builds and runs a cell. Every value is there for a reason:
//
//   - PATH: GoNB looks for go and goimports there, and an editor may start the kernel with next to none. The go command
//     that it finds first says of a cell with undefined names which cells to run first.
//   - GOPROXY=off: otherwise every cell asks the network for its imports.
//   - GOSUMDB=off: go.sum has the hashes that count. Otherwise a cell asks the network for the hash of a module that
//     this machine never looked up, as where the modules came from a cache.
//   - GOFLAGS=-ldflags=-w: leaves out debug tables, which halves the time to link a chart cell.
//   - CGO_ENABLED=0: no C compiler is needed, and the caches have one key.
//   - GOTOOLCHAIN=local, GOWORK and GOENV: no toolchain download, and nobody's own settings in between.
//   - GOAMD64=v1: other levels fuse multiplications and change the last digits of results.
//   - QUEUEBOOK_ROOT: where cards find the ledger.
//   - QUEUEBOOK_BIN: where a cell of lesson 3 finds the desk's program, so that it need not build SQLite.
func (s Settings) CellVariables() map[string]string {
	return map[string]string{
		"PATH":           strings.Join(s.Path, string(os.PathListSeparator)),
		"GOPATH":         s.GoPath,
		"GOMODCACHE":     s.ModCache,
		"GOCACHE":        s.BuildCache,
		"GOPROXY":        "off",
		"GOSUMDB":        "off",
		"GOFLAGS":        "-ldflags=-w",
		"CGO_ENABLED":    "0",
		"GOTOOLCHAIN":    "local",
		"GOWORK":         "",
		"GOENV":          "off",
		"GOAMD64":        "v1",
		"QUEUEBOOK_ROOT": s.Env.Root,
		"QUEUEBOOK_BIN":  s.Tools,
	}
}

// downloadFlags are the flags for go commands that may download modules. Go makes its module cache read-only, which would
// stand in the way of removing an environment that contains it.
func (s Settings) downloadFlags() string {
	if s.ownCaches {
		return " -modcacherw"
	}
	return ""
}

// assignments turns variables into the form that exec.Cmd takes.
func assignments(variables map[string]string) []string {
	var list []string
	for name, value := range variables {
		list = append(list, name+"="+value)
	}
	return list
}

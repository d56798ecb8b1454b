// Package live builds the live lessons: it compiles each engine below lessonlib/live/wasm to WebAssembly and makes the one
// script that a page needs for it, see package lessonlib/live.
package live

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
	lessons "github.com/queuebook/queuebook/lessonlib/live"
)

// Scripts are the scripts of live lessons by the lesson's name.
type Scripts map[string][]byte

// ErrNotBuilt is in the chain of the error when an engine has not been built yet.
var ErrNotBuilt = errors.New("the live lessons are not built")

// Folder is where the compiled engines of an environment are kept, so that a build of what has not changed is quick.
func Folder(env environment.Environment) string {
	return filepath.Join(env.Prefix, "share", "queuebook", "live")
}

// Build compiles the engines and gives the lessons' scripts. The same sources and the same Go give the same bytes. The go
// command does nothing for an engine that is up to date. Variables are added to its environment.
func Build(ctx context.Context, env environment.Environment, variables ...string) (Scripts, error) {
	folder := Folder(env)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("folder for the live lessons: %w", err)
	}
	// -s and -w leave out the symbol table and what a debugger wants, a quarter of the file.
	cmd := env.Go(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", folder+string(filepath.Separator), "./lessonlib/live/wasm/...")
	cmd.Env = append(cmd.Env, "GOFLAGS=-buildvcs=false", "GOENV=off")
	cmd.Env = append(cmd.Env, variables...)
	cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	if err := environment.Quietly(cmd); err != nil {
		return nil, fmt.Errorf("building the live lessons: %w", err)
	}
	return Built(ctx, env)
}

// Built gives the scripts with the engines as they were last built. An error with ErrNotBuilt in its chain names an engine
// that is missing.
func Built(ctx context.Context, env environment.Environment) (Scripts, error) {
	runtime, err := runtimeScript(ctx, env)
	if err != nil {
		return nil, err
	}
	scripts := make(Scripts)
	for _, name := range lessons.Names() {
		code, err := os.ReadFile(filepath.Join(Folder(env), name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w: %s has no %s; run `go run ./kernel install`", ErrNotBuilt, Folder(env), name)
		}
		if err != nil {
			return nil, err
		}
		packed, err := Compressed(code)
		if err != nil {
			return nil, err
		}
		script, err := lessons.Module{Name: name, Runtime: runtime, Code: packed}.Script()
		if err != nil {
			return nil, err
		}
		scripts[name] = []byte(script)
	}
	return scripts, nil
}

// runtimeScript is the script that runs a Go program in a page. It comes with each Go and fits only what that one
// compiled.
func runtimeScript(ctx context.Context, env environment.Environment) (string, error) {
	root, err := env.Go(ctx, "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("asking `go env GOROOT`: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return "", fmt.Errorf("the Go installation lacks what a page runs Go programs with (%w); install Go 1.26 whole, see "+
			"https://go.dev/dl", err)
	}
	return string(script), nil
}

// Compressed gives data as gzip. Without a name and a time in its head, the same data gives the same bytes.
func Compressed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

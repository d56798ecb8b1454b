package binder

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
)

// Part is a part of the image.
type Part struct {
	Name string
	// Bytes is the sum of the sizes of its files. A layer of an image is packed and weighs about a third.
	Bytes int64
}

// Parts weighs what the course adds to repo2docker's own layers, the largest first.
func (h Hub) Parts(ctx context.Context, env environment.Environment) ([]Part, error) {
	out, err := env.Go(ctx, "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asking `go env`: %w", err)
	}
	own := filepath.Join(h.Prefix, filepath.FromSlash(ownFolder))
	var parts []Part
	for _, part := range []struct {
		name, folder, without string
	}{
		{"Go itself", strings.TrimSpace(string(out)), ""},
		{"Python packages and the kernel's files", h.Prefix, own},
		{"gonb, gopls and the other programs", filepath.Join(own, "bin"), ""},
		{"Go modules", filepath.Join(own, "go"), ""},
		{"build cache", filepath.Join(own, "go-build"), ""},
		{"the checkout", h.Checkout, ""},
	} {
		bytes, err := weigh(part.folder, part.without)
		if err != nil {
			return nil, fmt.Errorf("weighing %s: %w", part.name, err)
		}
		parts = append(parts, Part{part.name, bytes})
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return int(min(max(b.Bytes-a.Bytes, -1), 1)) })
	return parts, nil
}

// weigh sums the sizes of the files below a folder, but for what is below another.
func weigh(folder, without string) (bytes int64, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == without:
			return filepath.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}

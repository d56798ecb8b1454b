package install

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/live"
	lessons "github.com/queuebook/queuebook/lessonlib/live"
)

// LiveFile is where Jupyter's server finds the script of a live lesson: beside the kernel.json, like ChartsFile.
func (s Settings) LiveFile(name string) string {
	return filepath.Join(filepath.Dir(s.SpecFile()), lessons.FileName(name))
}

// WriteLive builds the live lessons and writes their scripts beside the kernelspec, each only if it changes.
func WriteLive(ctx context.Context, s Settings) error {
	scripts, err := live.Build(ctx, s.Env, "GOPATH="+s.GoPath, "GOMODCACHE="+s.ModCache, "GOCACHE="+s.BuildCache)
	if err != nil {
		return err
	}
	for name, script := range scripts {
		if err := environment.ReplaceFile(s.LiveFile(name), script); err != nil {
			return err
		}
	}
	return nil
}

// checkLive tells whether the scripts are those of the engines that were built last, with this checkout's components.
func checkLive(ctx context.Context, s Settings) error {
	scripts, err := live.Built(ctx, s.Env)
	if err != nil {
		return err
	}
	for name, script := range scripts {
		if have, err := os.ReadFile(s.LiveFile(name)); err != nil || !bytes.Equal(have, script) {
			return fmt.Errorf("%s is missing or from another version, so the lesson would not run in the page", s.LiveFile(name))
		}
	}
	return nil
}

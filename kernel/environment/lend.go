package environment

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Lend makes a Python environment under prefix that finds e's packages, and has e's Jupyter programs, without
// installing any: a new place for kernels and settings within a second. It has no pip of its own and is worth nothing
// without e.
func (e Environment) Lend(ctx context.Context, prefix string) (Environment, error) {
	if err := Quietly(e.Command(ctx, "python", "-m", "venv", "--without-pip", prefix)); err != nil {
		return Environment{}, fmt.Errorf("making the environment %s: %w", prefix, err)
	}
	lent := Environment{Root: e.Root, Prefix: prefix, Shared: true}
	packages, err := e.Command(ctx, "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").Output()
	if err != nil {
		return Environment{}, fmt.Errorf("asking %s for its packages: %w", e.Prefix, err)
	}
	sites, err := filepath.Glob(filepath.Join(prefix, "lib", "python3*", "site-packages"))
	if err != nil || len(sites) != 1 {
		return Environment{}, fmt.Errorf("the environment %s has these folders for packages, and not one: %q", prefix, sites)
	}
	if err := os.WriteFile(filepath.Join(sites[0], "lent.pth"), packages, 0o644); err != nil {
		return Environment{}, err
	}
	programs, err := filepath.Glob(e.Program("jupyter*"))
	if err != nil {
		return Environment{}, err
	}
	for _, program := range programs {
		script, err := os.ReadFile(program)
		if err != nil {
			return Environment{}, err
		}
		interpreter, rest, found := bytes.Cut(script, []byte("\n"))
		if !found || !bytes.HasPrefix(interpreter, []byte("#!")) {
			continue
		}
		script = append([]byte("#!"+lent.Program("python")+"\n"), rest...)
		if err := os.WriteFile(lent.Program(filepath.Base(program)), script, 0o755); err != nil {
			return Environment{}, err
		}
	}
	return lent, nil
}

package install

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
)

// oldestPython is the oldest minor version of Python 3 that the pinned packages run on.
const oldestPython = 11

// stampName is a file in the environment that holds the digest of the requirements it was last made to meet.
const stampName = "queuebook-requirements.sha256"

// Python makes the virtual environment if there is none and brings its packages to the pins of requirements.txt. In an
// environment that queuebook did not make, it only adds the packages.
func Python(ctx context.Context, env environment.Environment) error {
	requirements := filepath.Join(env.Root, "requirements.txt")
	data, err := os.ReadFile(requirements)
	if err != nil {
		return fmt.Errorf("requirements: %w; restore the file with `git checkout requirements.txt`", err)
	}
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	stamp := filepath.Join(env.Prefix, stampName)
	if old, err := os.ReadFile(stamp); err == nil && string(old) == digest &&
		env.Check("python") == nil && env.Check("jupyter") == nil {
		return nil
	}
	if env.Check("python") != nil {
		if env.Shared {
			return fmt.Errorf("environment %s has no Python; create it with `conda env create -f environment.yml` and "+
				"activate it, or deactivate it to use .venv", env.Prefix)
		}
		if err := makeVirtualEnvironment(ctx, env); err != nil {
			return err
		}
	}
	cmd := env.Command(ctx, "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
		"--requirement", requirements)
	if err := environment.Quietly(cmd); err != nil {
		return fmt.Errorf("installing the packages of requirements.txt into %s: %w", env.Prefix, err)
	}
	return environment.ReplaceFile(stamp, []byte(digest))
}

func makeVirtualEnvironment(ctx context.Context, env environment.Environment) error {
	python, err := findPython(ctx)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, python, "-m", "venv", env.Prefix)
	environment.StopAsGroup(cmd)
	if err := environment.Quietly(cmd); err != nil {
		// Half an environment would be taken for a whole one at the next run.
		_ = os.RemoveAll(env.Prefix)
		return fmt.Errorf("making the virtual environment %s: %w; on Debian and Ubuntu install it with "+
			"`sudo apt-get install python3-venv`", env.Prefix, err)
	}
	return nil
}

// findPython looks for a Python that is new enough, the plain names first.
func findPython(ctx context.Context) (string, error) {
	var tooOld []string
	for _, name := range []string{"python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.CommandContext(ctx, path, "-c", "import sys; print(*sys.version_info[:2], sep='.')").Output()
		version := strings.TrimSpace(string(out))
		major, minor, ok := strings.Cut(version, ".")
		number, numErr := strconv.Atoi(minor)
		if err == nil && ok && numErr == nil && major == "3" && number >= oldestPython {
			return path, nil
		}
		tooOld = append(tooOld, fmt.Sprintf("%s is %s", path, version))
	}
	const wayOut = "install it with `sudo apt-get install python3 python3-venv` or `brew install python`"
	if len(tooOld) > 0 {
		return "", fmt.Errorf("Python 3.%d or newer is needed, but %s; %s", oldestPython, strings.Join(tooOld, ", "), wayOut)
	}
	return "", fmt.Errorf("Python 3.%d or newer is not on PATH; %s", oldestPython, wayOut)
}

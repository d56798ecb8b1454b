// Package binder makes, without Docker, what a hub such as Binder has of the course once repo2docker has built its
// image: the checkout as the home folder, a Python environment under a prefix of its own, and in it whatever
// postBuild leaves. Tests then start the kernel in it as the hub would, and `go run ./kernel bench --image` weighs
// its parts.
package binder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
)

// Hub is a folder that stands for the image. Its folders have the places that repo2docker gives them.
type Hub struct {
	// Checkout is the course, and in repo2docker's image the user's home folder as well.
	Checkout string
	// Prefix is the environment that environment.yml describes, NB_PYTHON_PREFIX.
	Prefix string
}

// At gives the hub in a folder, without looking at what is there.
func At(folder string) Hub {
	return Hub{
		Checkout: filepath.Join(folder, "home", "jovyan"),
		Prefix:   filepath.Join(folder, "srv", "conda", "envs", "notebook"),
	}
}

// ownFolder is what install makes under the prefix, and goCaches are Go's two folders in it.
const ownFolder = "share/queuebook"

var goCaches = []string{"go", "go-build"}

// Options choose how Make makes a hub.
type Options struct {
	// Borrow has the environment take the Python packages of the one that this checkout uses, so that postBuild has none
	// to install. Otherwise postBuild installs them, which takes a network.
	Borrow bool
	// KeepCaches leaves Go's caches of the hub that was in the folder before in their places, as an image builder keeps
	// its layers. Without them postBuild compiles everything, which takes minutes.
	KeepCaches bool
}

// Make puts into a folder what an image holds before postBuild runs: the checkout without Git's and this project's own
// working folders, and an environment with Python and Go. What was in the folder before is gone.
func Make(ctx context.Context, env environment.Environment, folder string, opts Options) (Hub, error) {
	hub := At(folder)
	if err := hub.clear(folder, opts.KeepCaches); err != nil {
		return Hub{}, err
	}
	if err := copyCheckout(env.Root, hub.Checkout); err != nil {
		return Hub{}, fmt.Errorf("copying the checkout: %w", err)
	}
	if opts.Borrow {
		if _, err := env.Lend(ctx, hub.Prefix); err != nil {
			return Hub{}, err
		}
	} else if err := environment.Quietly(env.Command(ctx, "python", "-m", "venv", hub.Prefix)); err != nil {
		return Hub{}, fmt.Errorf("making the environment %s: %w", hub.Prefix, err)
	}
	// Conda's package has the program beside Python's, as a link into its own folder, too.
	goTool, err := exec.LookPath("go")
	if err != nil {
		return Hub{}, err
	}
	return hub, os.Symlink(goTool, filepath.Join(hub.Prefix, "bin", "go"))
}

// clear empties the folder, but for Go's caches if they are to be kept.
func (h Hub) clear(folder string, keepCaches bool) error {
	kept := filepath.Join(folder, "kept")
	own := filepath.Join(h.Prefix, filepath.FromSlash(ownFolder))
	if keepCaches {
		for _, name := range goCaches {
			from := filepath.Join(own, name)
			if _, err := os.Stat(from); err != nil {
				continue // an earlier attempt may have moved it already
			}
			if err := os.MkdirAll(kept, 0o755); err != nil {
				return err
			}
			if err := os.Rename(from, filepath.Join(kept, name)); err != nil {
				return err
			}
		}
	} else if err := os.RemoveAll(kept); err != nil {
		return err
	}
	for _, name := range []string{"home", "srv"} {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(own, 0o755); err != nil {
		return err
	}
	for _, name := range goCaches {
		err := os.Rename(filepath.Join(kept, name), filepath.Join(own, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.RemoveAll(kept)
}

// copyCheckout copies what a hub clones: all but what is never committed.
func copyCheckout(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		switch {
		case slices.Contains([]string{".git", ".venv", "build"}, name), entry.Name() == ".ipynb_checkpoints":
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		case !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, info.Mode().Perm())
	})
}

// Command prepares a program of the image, run as the hub runs it: in the checkout, with the variables that
// repo2docker sets and next to no PATH. Nothing of this process's environment is there but what variables adds. name
// is a path, or a program of the environment.
func (h Hub) Command(ctx context.Context, home string, variables []string, name string, args ...string) *exec.Cmd {
	if !strings.Contains(name, "/") {
		name = filepath.Join(h.Prefix, "bin", name)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = h.Checkout
	cmd.Env = append([]string{
		"HOME=" + home,
		"PATH=" + filepath.Join(h.Prefix, "bin") + ":/usr/bin:/bin",
		"NB_PYTHON_PREFIX=" + h.Prefix,
		"CONDA_DIR=" + filepath.Dir(filepath.Dir(h.Prefix)),
		"LANG=C.UTF-8",
		"SHELL=/bin/bash",
		"USER=jovyan",
	}, variables...)
	environment.StopAsGroup(cmd)
	return cmd
}

// PostBuild runs postBuild, as repo2docker does: once, with the checkout as home. variables say how to reach a network,
// where that needs saying.
func (h Hub) PostBuild(ctx context.Context, variables ...string) error {
	cmd := h.Command(ctx, h.Checkout, variables, filepath.Join(h.Checkout, "postBuild"))
	if err := environment.Quietly(cmd); err != nil {
		return fmt.Errorf("postBuild: %w", err)
	}
	return nil
}

// Start prepares a command behind the script start, as a hub starts its server and by that each terminal in it.
func (h Hub) Start(ctx context.Context, home string, args ...string) *exec.Cmd {
	return h.Command(ctx, home, nil, filepath.Join(h.Checkout, "start"), args...)
}

// Kernels lists the kernels that Jupyter finds in the image: the folder of each kernelspec by its name.
func (h Hub) Kernels(ctx context.Context, home string) (map[string]string, error) {
	out, err := h.Command(ctx, home, nil, "python", "-m", "jupyter_client.kernelspecapp", "list", "--json").Output()
	if err != nil {
		return nil, fmt.Errorf("listing the kernels: %w", err)
	}
	var list struct {
		KernelSpecs map[string]struct {
			ResourceDir string `json:"resource_dir"`
		}
	}
	if err := json.Unmarshal(out, &list); err != nil {
		return nil, fmt.Errorf("listing the kernels: %w", err)
	}
	folders := map[string]string{}
	for name, spec := range list.KernelSpecs {
		folders[name] = spec.ResourceDir
	}
	return folders, nil
}

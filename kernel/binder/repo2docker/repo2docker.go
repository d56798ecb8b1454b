// Package repo2docker asks repo2docker, the program with which Binder and other hubs build an image from a
// repository, what it makes of the checkout. It needs no Docker: the program's own detection runs, and its Dockerfile
// is only written.
//
// The program is no dependency of the course. Its pins are in this folder's requirements.txt, and Install puts it
// into an environment of its own below build.
package repo2docker

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/queuebook/queuebook/kernel/environment"
)

//go:embed requirements.txt
var requirements []byte

//go:embed plan.py
var planner string

// ErrNotInstalled is in the chain of the error when repo2docker is not there at the pinned versions.
var ErrNotInstalled = errors.New("repo2docker is not installed")

// stampName is a file in the environment that holds the digest of the requirements it was made to meet.
const stampName = "requirements.sha256"

func digest() string {
	sum := sha256.Sum256(requirements)
	return hex.EncodeToString(sum[:])
}

// own is repo2docker's environment.
func own(env environment.Environment) environment.Environment {
	return environment.Environment{Root: env.Root, Prefix: filepath.Join(env.Root, "build", "repo2docker")}
}

// Find returns nil if repo2docker is there at the pinned versions, and otherwise an error that says how to get it.
func Find(env environment.Environment) error {
	stamp, err := os.ReadFile(filepath.Join(own(env).Prefix, stampName))
	if err != nil || string(stamp) != digest() {
		return fmt.Errorf("%w in %s; `go run ./kernel test` installs it", ErrNotInstalled, own(env).Prefix)
	}
	return nil
}

// Install puts repo2docker at the pinned versions into its environment, unless it is there. It takes a network.
func Install(ctx context.Context, env environment.Environment) error {
	if Find(env) == nil {
		return nil
	}
	tool := own(env)
	if err := os.RemoveAll(tool.Prefix); err != nil {
		return err
	}
	if err := environment.Quietly(env.Command(ctx, "python", "-m", "venv", tool.Prefix)); err != nil {
		return fmt.Errorf("making the environment %s: %w", tool.Prefix, err)
	}
	pins := filepath.Join(tool.Prefix, "requirements.txt")
	if err := os.WriteFile(pins, requirements, 0o644); err != nil {
		return err
	}
	// Two tries and a short wait: without a network the answer should not take a minute.
	pip := tool.Command(ctx, "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1",
		"--timeout=20", "--requirement", pins)
	if err := environment.Quietly(pip); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w, and installing it fails: %w", ErrNotInstalled, err)
	}
	return environment.ReplaceFile(filepath.Join(tool.Prefix, stampName), []byte(digest()))
}

// Plan is what repo2docker would do with a repository.
type Plan struct {
	// BuildPack is the class of repo2docker that takes the repository, such as "CondaBuildPack".
	BuildPack string `json:"build_pack"`
	// Python is the version that the environment starts from, such as "3.12".
	Python string `json:"python"`
	// Environment is environment.yml as repo2docker reads it: what conda installs, and what pip does.
	Environment struct {
		Conda []string `json:"conda"`
		Pip   []string `json:"pip"`
	} `json:"environment"`
	// PostBuild are the scripts that it runs once, as paths in the repository. Start is the one that it puts before the
	// server, as the Dockerfile names it, "${REPO_DIR}/start"; empty if there is none.
	PostBuild []string `json:"post_build"`
	Start     string   `json:"start"`
	// Dockerfile is what it would give to Docker.
	Dockerfile string `json:"dockerfile"`
	// Warnings are what it has to say about the repository.
	Warnings []string `json:"warnings"`
}

// Ask gives repo2docker's plan for the repository in a folder.
func Ask(ctx context.Context, env environment.Environment, folder string) (Plan, error) {
	if err := Find(env); err != nil {
		return Plan{}, err
	}
	cmd := own(env).Command(ctx, "python", "-c", planner)
	cmd.Dir = folder
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		return Plan{}, fmt.Errorf("asking repo2docker: %w: %s", err, environment.LastLine(log.String()))
	}
	var plan Plan
	if err := json.Unmarshal(out, &plan); err != nil {
		return Plan{}, fmt.Errorf("reading repo2docker's plan: %w", err)
	}
	return plan, nil
}

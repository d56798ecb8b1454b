package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	detector "github.com/queuebook/queuebook/kernel/binder/repo2docker"
	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/portable"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test",
		Short: "Set everything up and run all tests, the notebooks through the real kernel included",
		Long: `Set everything up, then: gofmt, go vet, the tests of lessonlib, once more under the race detector, those of the
models on other processors (in an emulator, and as WebAssembly) and the first lesson in the emulator, the tests of
kernel, what a hub such as Binder makes of the checkout, the tests that drive a real Chromium, and at last every
notebook through the real kernel with its claims checked. It stops at the first part that fails.

What this machine has no program for is left out, and the output says so: the race detector without a C compiler, the
processors without qemu-user or Node, repo2docker without a network to get it from, and the browser without Chromium.
Where the environment variable CI is set, each of them but the C compiler has to be there.`,
		Example: `  go run ./kernel test`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, out, p := cmd.Context(), cmd.OutOrStdout(), progress.To(cmd.ErrOrStderr())
			s, err := setUp(ctx, install.Options{}, p)
			if err != nil {
				return err
			}
			parts, err := testParts(ctx, s.Env, p)
			if err != nil {
				return err
			}
			for _, part := range parts {
				p.Say("== %s", part.name)
				begin := time.Now()
				if err := part.run(ctx, out); err != nil {
					return fmt.Errorf("%s: %w", part.name, err)
				}
				p.Say("== %s: done in %.0f s", part.name, time.Since(begin).Seconds())
			}
			return nil
		},
	}
}

// testPart is one part of the whole test.
type testPart struct {
	name string
	run  func(ctx context.Context, out io.Writer) error
}

// The folders of tests that are parts of their own: all that need a browser, all about a hub's image, which build
// one, and those that run lessons in an emulator.
const (
	browserTests  = "kernel/browser"
	hubTests      = "kernel/binder"
	repo2docker   = hubTests + "/repo2docker" // these need repo2docker itself
	emulatorTests = "kernel/portable/lessons"
)

// lessonlibTests names the packages that take longest before all the others: none of them is left to run alone at the end.
var lessonlibTests = []string{"./lessonlib/load", "./lessonlib/show", "./lessonlib/..."}

func testParts(ctx context.Context, env environment.Environment, p *progress.Reporter) ([]testPart, error) {
	parts := []testPart{
		{"gofmt", func(ctx context.Context, out io.Writer) error { return formatted(ctx, env) }},
		{"go vet", goPart(env, "vet", "./...")},
		{"lessonlib", goPart(env, append([]string{"test"}, lessonlibTests...)...)},
	}
	if raceDetectorWorks() {
		// -short draws fewer random cases in the property tests: the detector makes each ten times as slow, and sees no
		// more in the fifth hundred than in the first.
		parts = append(parts, testPart{"lessonlib under the race detector",
			goPart(env, append([]string{"test", "-race", "-short"}, lessonlibTests...)...)})
	} else {
		p.Say("the race detector needs a C compiler and there is none, so lessonlib's tests run without it; install one " +
			"with `sudo apt-get install gcc`")
	}
	goroot, err := env.Go(ctx, "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asking `go env`: %w", err)
	}
	for _, processor := range portable.Processors() {
		part, missing := modelsOn(processor, strings.TrimSpace(string(goroot)), env)
		err := partOrWord(p, "the models' tests on "+processor.String(), missing, func() { parts = append(parts, part) })
		if err != nil {
			return nil, err
		}
	}
	_, err = portable.Processors()[0].Runner(strings.TrimSpace(string(goroot)))
	if err := partOrWord(p, "the lessons in an emulator", err, func() {
		// -short runs the first lesson; in an emulator the three take as long as all other parts together.
		parts = append(parts, testPart{"a lesson in an emulator",
			goPart(env, "test", "-short", "-timeout=30m", "./"+emulatorTests)})
	}); err != nil {
		return nil, err
	}
	parts = append(parts, testPart{"kernel", func(ctx context.Context, out io.Writer) error {
		packages, err := packagesWithoutOwnPart(ctx, env)
		if err != nil {
			return err
		}
		return goPart(env, append([]string{"test"}, packages...)...)(ctx, out)
	}})
	parts = append(parts,
		testPart{"a hub's image", goPart(env, "test", "-timeout=40m", "./"+hubTests)}, // the first time it compiles all
		testPart{"repo2docker", repo2dockerPart(env, p)})
	_, err = browser.Find()
	if err := partOrWord(p, "the tests in a browser", err, func() {
		// One package at a time: two browsers at once make each other slow. A whole lesson in a real JupyterLab takes
		// minutes, and on a busy machine all of them take longer than the ten that Go's tests have.
		parts = append(parts, testPart{"the browser", goPart(env, "test", "-p=1", "-timeout=45m", "./"+browserTests+"/...")})
	}); err != nil {
		return nil, err
	}
	return append(parts, testPart{"the lessons", func(ctx context.Context, out io.Writer) error {
		lessons := checking{execute: true, timeout: 10 * time.Minute, out: out, progress: p}
		return lessons.run(ctx, nil)
	}}), nil
}

// partOrWord calls add if this machine has what the part named by what needs. Otherwise missing says what it lacks:
// that is told, and the part is left out, except where CI is set, where it is the error.
func partOrWord(p *progress.Reporter, what string, missing error, add func()) error {
	switch {
	case missing == nil:
		add()
	case os.Getenv("CI") != "":
		return fmt.Errorf("%s: %w", what, missing)
	default:
		p.Say("%s are left out: %v", what, missing)
	}
	return nil
}

// modelsOn is the part that runs the models' tests on another processor.
func modelsOn(processor portable.Processor, goroot string, env environment.Environment) (testPart, error) {
	runner, err := processor.Runner(goroot)
	if err != nil {
		return testPart{}, err
	}
	return testPart{"the models on " + processor.String(), func(ctx context.Context, out io.Writer) error {
		for _, run := range processor.Runs(runner) {
			cmd := env.Go(ctx, run.Arguments...)
			cmd.Env = append(cmd.Env, run.Variables...)
			cmd.Stdout, cmd.Stderr = out, out
			if err := cmd.Run(); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// repo2dockerPart gets repo2docker and runs the tests that ask it.
func repo2dockerPart(env environment.Environment, p *progress.Reporter) func(context.Context, io.Writer) error {
	return func(ctx context.Context, out io.Writer) error {
		missing := detector.Install(ctx, env)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var failed error
		err := partOrWord(p, "the tests with repo2docker", missing, func() {
			failed = goPart(env, "test", "./"+repo2docker)(ctx, out)
		})
		return errors.Join(err, failed)
	}
}

// packagesWithoutOwnPart lists kernel's packages whose tests are no part of their own.
func packagesWithoutOwnPart(ctx context.Context, env environment.Environment) ([]string, error) {
	out, err := env.Go(ctx, "list", "./kernel/...").Output()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(p string) bool {
		for _, folder := range []string{browserTests, hubTests, emulatorTests} {
			own := environment.Module + "/" + folder
			if p == own || strings.HasPrefix(p, own+"/") {
				return true
			}
		}
		return false
	}), nil
}

// raceDetectorWorks tells whether there is a C compiler, which Go's race detector needs on Linux.
func raceDetectorWorks() bool {
	for _, compiler := range []string{os.Getenv("CC"), "gcc", "clang", "cc"} {
		if compiler == "" {
			continue
		}
		if _, err := exec.LookPath(compiler); err == nil {
			return true
		}
	}
	return false
}

func goPart(env environment.Environment, args ...string) func(context.Context, io.Writer) error {
	return func(ctx context.Context, out io.Writer) error {
		cmd := env.Go(ctx, args...)
		if len(args) > 1 && args[1] == "-race" {
			cmd.Env = append(cmd.Env, "CGO_ENABLED=1")
		}
		cmd.Stdout, cmd.Stderr = out, out
		return cmd.Run()
	}
}

// formatted tells whether gofmt would change a file of the project.
func formatted(ctx context.Context, env environment.Environment) error {
	cmd := env.Go(ctx, "list", "-f", "{{.Dir}}", "./...")
	dirs, err := cmd.Output()
	if err != nil {
		return err
	}
	gofmt := exec.CommandContext(ctx, "gofmt", append([]string{"-l"}, strings.Split(strings.TrimSpace(string(dirs)), "\n")...)...)
	out, err := gofmt.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	if list := strings.TrimSpace(string(out)); list != "" {
		return errors.New("these files are not formatted, run `gofmt -w` on them: " + list)
	}
	return nil
}

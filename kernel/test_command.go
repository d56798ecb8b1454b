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

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test",
		Short: "Set everything up and run all tests, the notebooks through the real kernel included",
		Long: `Set everything up, then: gofmt, go vet, the tests of lessonlib, once more under the race detector, the tests
of kernel, those that drive a real Chromium, and at last every notebook through the real kernel with its claims checked.
It stops at the first part that fails. Without a C compiler the race detector is left out, and without Chromium what
needs it, and the output says so; where the environment variable CI is set, a missing Chromium is an error.`,
		Example: `  go run ./kernel test`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, out, p := cmd.Context(), cmd.OutOrStdout(), progress.To(cmd.ErrOrStderr())
			s, err := setUp(ctx, install.Options{}, p)
			if err != nil {
				return err
			}
			parts, err := testParts(s.Env, p)
			if err != nil {
				return err
			}
			for _, part := range parts {
				p.Say("== %s", part.name)
				if err := part.run(ctx, out); err != nil {
					return fmt.Errorf("%s: %w", part.name, err)
				}
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

// browserTests is the folder of all tests that need a browser.
const browserTests = "kernel/browser"

func testParts(env environment.Environment, p *progress.Reporter) ([]testPart, error) {
	parts := []testPart{
		{"gofmt", func(ctx context.Context, out io.Writer) error { return formatted(ctx, env) }},
		{"go vet", goPart(env, "vet", "./...")},
		{"lessonlib", goPart(env, "test", "./lessonlib/...")},
	}
	if raceDetectorWorks() {
		// -short draws fewer random cases in the property tests: the detector makes each ten times as slow, and sees no
		// more in the fifth hundred than in the first.
		parts = append(parts, testPart{"lessonlib under the race detector",
			goPart(env, "test", "-race", "-short", "./lessonlib/...")})
	} else {
		p.Say("the race detector needs a C compiler and there is none, so lessonlib's tests run without it; install one " +
			"with `sudo apt-get install gcc`")
	}
	parts = append(parts, testPart{"kernel", func(ctx context.Context, out io.Writer) error {
		packages, err := packagesWithoutBrowser(ctx, env)
		if err != nil {
			return err
		}
		return goPart(env, append([]string{"test"}, packages...)...)(ctx, out)
	}})
	switch _, err := browser.Find(); {
	case err == nil:
		// One package at a time: two browsers at once make each other slow.
		parts = append(parts, testPart{"the browser", goPart(env, "test", "-p=1", "./"+browserTests+"/...")})
	case os.Getenv("CI") != "":
		return nil, err
	default:
		p.Say("the tests in a browser are left out: %v", err)
	}
	return append(parts, testPart{"the lessons", func(ctx context.Context, out io.Writer) error {
		lessons := checking{execute: true, timeout: 10 * time.Minute, out: out, progress: p}
		return lessons.run(ctx, nil)
	}}), nil
}

// packagesWithoutBrowser lists kernel's packages whose tests need no browser.
func packagesWithoutBrowser(ctx context.Context, env environment.Environment) ([]string, error) {
	out, err := env.Go(ctx, "list", "./kernel/...").Output()
	if err != nil {
		return nil, err
	}
	needsBrowser := environment.Module + "/" + browserTests
	return slices.DeleteFunc(strings.Fields(string(out)), func(p string) bool {
		return p == needsBrowser || strings.HasPrefix(p, needsBrowser+"/")
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

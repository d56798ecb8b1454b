package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test",
		Short: "Set everything up and run all tests, the notebooks through the real kernel included",
		Long: `Set everything up, then: gofmt, go vet, the tests of lessonlib under the race detector, the tests of kernel,
and at last every notebook through the real kernel with its claims checked. It stops at the first part that fails.`,
		Example: `  go run ./kernel test`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, out, p := cmd.Context(), cmd.OutOrStdout(), progress.To(cmd.ErrOrStderr())
			s, err := setUp(ctx, install.Options{}, p)
			if err != nil {
				return err
			}
			for _, part := range testParts(s.Env, p) {
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

func testParts(env environment.Environment, p *progress.Reporter) []testPart {
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
	return append(parts,
		testPart{"kernel", goPart(env, "test", "./kernel/...")},
		testPart{"the lessons", func(ctx context.Context, out io.Writer) error {
			lessons := checking{execute: true, timeout: 10 * time.Minute, out: out, progress: p}
			return lessons.run(ctx, nil)
		}})
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

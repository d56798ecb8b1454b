// Command kernel is what surrounds the notebooks: it installs the Go kernel, checks the claims, exports the handouts,
// and runs the tests. Run it in the checkout with `go run ./kernel`.
//
// Results go to standard output, progress and errors to standard error. The exit code is 0 if all is well, 1 if there
// are findings or something failed, and 2 if the command was used wrongly or its input is unusable.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // so that a second signal kills
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// exitError carries the exit code for an error that is not simply a failure.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string { return e.err.Error() }
func (e exitError) Unwrap() error { return e.err }

// errFindings ends a command that has already reported what it found.
var errFindings = errors.New("findings")

// run executes one command line and gives its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRootCommand()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFindings):
		return 1
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "stopped; nothing was left half done")
		return 1
	}
	for line := range strings.Lines(err.Error()) { // joined errors have one each
		fmt.Fprintln(stderr, "error:", strings.TrimRight(line, "\n"))
	}
	var withCode exitError
	if errors.As(err, &withCode) {
		return withCode.code
	}
	return 1
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "kernel",
		Short:         "Set up, run, check and export the lessons of queuebook",
		SilenceErrors: true,
		SilenceUsage:  true,
		// Without a command cobra would print the help and succeed, which hides a typing error in a script.
		RunE: func(*cobra.Command, []string) error {
			return exitError{2, errors.New("no command given; `go run ./kernel --help` lists them")}
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return exitError{2, fmt.Errorf("unknown command %q; `go run ./kernel --help` lists the commands", args[0])}
			}
			return nil
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return exitError{2, fmt.Errorf("%w; see `go run ./kernel %s --help`", err, cmd.Name())}
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(newInstallCommand(), newDoctorCommand(), newLabCommand(), newTestCommand(), newBenchCommand(),
		newCheckCommand(), newHandoutCommand())
	for _, cmd := range root.Commands() {
		if args := cmd.Args; args != nil {
			cmd.Args = func(cmd *cobra.Command, given []string) error {
				if err := args(cmd, given); err != nil {
					return exitError{2, fmt.Errorf("%w; see `go run ./kernel %s --help`", err, cmd.Name())}
				}
				return nil
			}
		}
	}
	return root
}

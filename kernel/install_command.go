package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/live"
	"github.com/queuebook/queuebook/kernel/progress"
)

// ownSteps are the parts of the set-up that other packages than install know how to do.
func ownSteps(env environment.Environment) []install.Step {
	return []install.Step{{
		Name:  "the handout template",
		Do:    withLive(env, handout.InstallTemplate),
		Check: withLive(env, handout.CheckTemplate),
	}}
}

// withLive is a part of a step that takes the scripts of the live lessons, which an earlier step has built.
func withLive(env environment.Environment, do func(prefix string, scripts live.Scripts) error) func(context.Context) error {
	return func(ctx context.Context) error {
		scripts, err := live.Built(ctx, env)
		if err != nil {
			return err
		}
		return do(env.Prefix, scripts)
	}
}

// setUp brings everything to the state it should be in, which every command that runs a lesson begins with.
func setUp(ctx context.Context, opts install.Options, p *progress.Reporter) (install.Settings, error) {
	s, steps, err := install.Prepared(ctx, ".", opts, ownSteps)
	if err != nil {
		return install.Settings{}, err
	}
	return s, install.Install(ctx, steps, p)
}

func newInstallCommand() *cobra.Command {
	var opts install.Options
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Set up the Python environment, the Go kernel and its caches",
		Long: `Set up everything between a fresh checkout and a running lesson: the Python packages of requirements.txt (in
the active conda environment, otherwise in .venv), gonb, goimports and gopls as go.mod pins them, the loan desk
of lesson 3, the kernel "queuebook" for Jupyter, the live lessons, the handout template, and warm build caches.
Running it again mends what is not as it should be and leaves the rest alone; another Go kernel that you have is
never touched.`,
		Example: `  go run ./kernel install
  QUEUEBOOK_PREFIX=/opt/course go run ./kernel install
  go run ./kernel install --self-contained   # for images: Go's caches inside the environment`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := setUp(cmd.Context(), opts, progress.To(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), s.SpecFile())
			return nil
		},
	}
	cmd.Flags().BoolVar(&opts.SelfContained, "self-contained", false, "keep Go's caches inside the environment")
	return cmd
}

func newDoctorCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check each part of the set-up and say how to mend it",
		Example: `  go run ./kernel doctor
  go run ./kernel doctor --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, steps, err := install.Prepared(cmd.Context(), ".", install.Options{}, ownSteps)
			if err != nil {
				return err
			}
			findings := install.Doctor(cmd.Context(), steps)
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetIndent("", "  ")
				if err := enc.Encode(findings); err != nil {
					return err
				}
			}
			healthy := true
			for _, f := range findings {
				healthy = healthy && f.OK
				if !asJSON {
					fmt.Fprintln(cmd.OutOrStdout(), f)
				}
			}
			if !healthy {
				return errFindings
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the findings as JSON")
	return cmd
}

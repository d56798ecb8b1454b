package main

import (
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newLabCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "lab [-- jupyter options]",
		Short: "Set everything up and open JupyterLab on the lessons",
		Example: `  go run ./kernel lab
  go run ./kernel lab -- --no-browser --port 9000`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := setUp(cmd.Context(), install.Options{}, progress.To(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			// JupyterLab takes this process's place: its question at Ctrl-C reaches the terminal, and nothing is left
			// in between.
			options := []string{"lab", "--ServerApp.root_dir=" + s.Env.Root,
				"--LabApp.default_url=/lab/tree/notebooks/1-noisy-neighbour.ipynb"}
			if os.Geteuid() == 0 {
				// In a container one often is root, and Jupyter then wants to be told that this is meant.
				options = append(options, "--allow-root")
			}
			lab := s.Env.Command(cmd.Context(), "jupyter", append(options, args...)...)
			if err := os.Chdir(s.Env.Root); err != nil {
				return err
			}
			return syscall.Exec(lab.Path, lab.Args, lab.Env)
		},
	}
}

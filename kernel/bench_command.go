package main

import (
	"fmt"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"github.com/queuebook/queuebook/kernel/bench"
	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newBenchCommand() *cobra.Command {
	rounds := 9
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the models and the time from an edit to its output",
		Long: `Measure what the README's table states: the benchmarks of lessonlib, and for each kind of cell the time from
the execute request to the kernel's idle message, beside a bare warm build of the same program in the same run. The
load generator of lesson 3 is measured beside vegeta, which go.mod pins, and beside wrk and k6 where they are installed;
its ten runs are judged on a machine at rest, with one core kept busy and with two.
Times differ by machine and by what else it does; quote the ratios.`,
		Example: `  go run ./kernel bench
  go run ./kernel bench --rounds 21`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, out, p := cmd.Context(), cmd.OutOrStdout(), progress.To(cmd.ErrOrStderr())
			s, err := setUp(ctx, install.Options{}, p)
			if err != nil {
				return err
			}
			var timings []bench.Timing
			err = p.Step("timing cells", func() error {
				timings, err = bench.Cells(ctx, s, rounds)
				return err
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%-18s %10s %10s %10s %8s\n", "cell", "first", "edit", "go build", "ratio")
			for _, t := range timings {
				fmt.Fprintf(out, "%-18s %10v %10v %10v %8.2f\n", t.Cell, t.First.Round(time.Millisecond),
					t.Kernel.Round(time.Millisecond), t.Build.Round(time.Millisecond), t.Ratio())
			}
			for _, tool := range []string{"wrk", "k6"} {
				if _, err := exec.LookPath(tool); err != nil {
					p.Say("%s is not installed, so the load generator is not measured beside it", tool)
				}
			}
			p.Say("benchmarks of lessonlib ...")
			return goPart(s.Env, "test", "-run", "^$", "-bench", ".", "-benchmem", "-timeout", "1h", "./lessonlib/...")(ctx, out)
		},
	}
	cmd.Flags().IntVar(&rounds, "rounds", rounds, "edits of each kind of cell")
	return cmd
}

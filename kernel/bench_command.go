package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/queuebook/queuebook/kernel/bench"
	"github.com/queuebook/queuebook/kernel/binder"
	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newBenchCommand() *cobra.Command {
	rounds, image := 9, false
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the models and the time from an edit to its output",
		Long: `Measure what the README's table states: the benchmarks of lessonlib, and for each kind of cell the time from
the execute request to the kernel's idle message, beside a bare warm build of the same program in the same run. The
load generator of lesson 3 is measured beside vegeta, which go.mod pins, and beside wrk and k6 where they are installed;
its ten runs are judged on a machine at rest, with one core kept busy and with two. Where there is a Chromium, the live
lessons are measured in it: what they weigh, how soon they can be played, and how soon a change is shown.
Times differ by machine and by what else it does; quote the ratios.

With --image it measures instead what a hub such as Binder gets: it runs postBuild in a new environment below build,
without any cache but pip's, and says how long that takes, what each part of the image weighs, and how long a reader
waits from opening a lesson to its first chart. That takes minutes and the network.`,
		Example: `  go run ./kernel bench
  go run ./kernel bench --rounds 21
  go run ./kernel bench --image`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, out, p := cmd.Context(), cmd.OutOrStdout(), progress.To(cmd.ErrOrStderr())
			s, err := setUp(ctx, install.Options{}, p)
			if err != nil {
				return err
			}
			if image {
				return benchImage(ctx, s.Env, out, p)
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
			err = goPart(s.Env, "test", "-run", "^$", "-bench", ".", "-benchmem", "-timeout", "1h", "./lessonlib/...")(ctx, out)
			if err != nil {
				return err
			}
			if _, err := browser.Find(); err != nil {
				p.Say("the live lessons are not measured: %v", err)
				return nil
			}
			p.Say("benchmarks of the live lessons ...")
			return goPart(s.Env, "test", "-p=1", "-run", "^$", "-bench", ".", "-benchtime", "1x", "./"+browserTests+"/...")(ctx, out)
		},
	}
	cmd.Flags().IntVar(&rounds, "rounds", rounds, "edits of each kind of cell")
	cmd.Flags().BoolVar(&image, "image", false, "measure a hub's image instead")
	return cmd
}

// benchImage builds what a hub's image holds, from nothing, and prints what it weighs and how soon it shows a chart.
func benchImage(ctx context.Context, env environment.Environment, out io.Writer, p *progress.Reporter) error {
	folder := filepath.Join(env.Root, "build", "hub")
	defer os.RemoveAll(folder)
	variables, err := binder.Network(ctx, env)
	if err != nil {
		return err
	}
	var hub binder.Hub
	if err := p.Step("making an environment", func() (err error) {
		hub, err = binder.Make(ctx, env, folder, binder.Options{})
		return err
	}); err != nil {
		return err
	}
	begin := time.Now()
	if err := p.Step("running postBuild", func() error { return hub.PostBuild(ctx, variables...) }); err != nil {
		return err
	}
	built := time.Since(begin)
	parts, err := hub.Parts(ctx, env)
	if err != nil {
		return err
	}
	for _, part := range parts {
		fmt.Fprintf(out, "%-40s %6d MB\n", part.Name, part.Bytes/1_000_000)
	}
	fmt.Fprintf(out, "%-40s %6.0f s\n", "postBuild, caches empty", built.Seconds())
	home, err := os.MkdirTemp("", "queuebook-home-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	cell, err := hub.FirstCell(ctx, home)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%-40s %6.1f s\n", "from the kernel's start to its answer", cell.Ready.Seconds())
	fmt.Fprintf(out, "%-40s %6.1f s\n", "from the kernel's start to the first chart", cell.Shown.Seconds())
	return nil
}

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newHandoutCommand() *cobra.Command {
	var opts handout.Options
	cmd := &cobra.Command{
		Use:   "handout [notebook...]",
		Short: "Write each lesson as one HTML file that works offline and prints well",
		Long: `Convert lessons (all of notebooks/ if none is named) to HTML handouts: one file each with everything in it, no
network needed, the claims listed at the end. An index lists them. Each page is verified before anything is written:
it must load nothing from a host or a file, every link to a claim must have its target, every figure a text
alternative, and it must weigh less than 1.5 MB.

The paths written go to standard output. Without --date the same notebooks give the same bytes.`,
		Example: `  go run ./kernel handout
  go run ./kernel handout --course "Queues, autumn" --date "12 October 2026"
  go run ./kernel handout --output /tmp/monday --title "Who is noisy?" notebooks/1-noisy-neighbour.ipynb`,
		RunE: func(cmd *cobra.Command, args []string) error {
			env, err := environment.Find(".")
			if err != nil {
				return err
			}
			opts.Notebooks = args
			opts.Progress = progress.To(cmd.ErrOrStderr())
			files, err := handout.Make(cmd.Context(), env, opts)
			for _, file := range files {
				fmt.Fprintln(cmd.OutOrStdout(), file)
			}
			if bad := (handout.BadInput{}); errors.As(err, &bad) {
				return exitError{2, err}
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.Output, "output", "", "folder for the pages (default build/handouts in the checkout)")
	flags.StringVar(&opts.About.Title, "title", "", "title of the page, for a single notebook (default the notebook's heading)")
	flags.StringVar(&opts.About.Course, "course", "", "course name, above the title")
	flags.StringVar(&opts.About.Date, "date", "", "date in your own words, above the title")
	flags.StringVar(&opts.About.Language, "lang", "", `language tag of the text, such as "en" or "pt-BR" (default "en")`)
	return cmd
}

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/queuebook/queuebook/kernel/claimstable"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/handout"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/progress"
)

func newHandoutCommand() *cobra.Command {
	var opts handout.Options
	var copies []string
	var execute bool
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "handout [notebook...]",
		Short: "Write each lesson for students and for instructors: pages, PDFs, a notebook",
		Long: `Write what is handed out of each lesson (all of notebooks/ if none is named), and an index that links it all:

  1-noisy-neighbour.html              the page for students, without solutions
  1-noisy-neighbour-instructor.html   the same with the solutions, folded away
  1-noisy-neighbour.ipynb             the notebook for students, without solutions
  1-noisy-neighbour.pdf and -instructor.pdf   the pages on paper, printed by Chromium; without it they are left out

With all of notebooks/ there is claims.html as well: the claims of all lessons, each with a link to its card.

Each page is one file with everything in it that needs no network, the claims listed at the end. The outputs are those
that are saved; with --execute the lessons are run first, through the real kernel, and their files stay as they are.

Students do not get the cells tagged "solution" or "instructor", what prose folds away as a solution, and comments.
Before anything is written each student's copy is searched for the lines of the solutions and of their outputs, and
each page is verified: it must load nothing from a host or a file, every link to a claim must have its target, every
figure a text alternative, no cell may have failed, and it must weigh less than 1.5 MB, or 2 MB with a live lesson.

The paths written go to standard output. The same notebooks give the same bytes, PDFs apart, which carry their date.`,
		Example: `  go run ./kernel handout
  go run ./kernel handout --execute --course "Queues, autumn" --date "12 October 2026"
  go run ./kernel handout --copies student,pdf --code folded --output /tmp/monday --title "Who is noisy?" \
      notebooks/1-noisy-neighbour.ipynb`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if timeout < time.Second {
				return exitError{2, fmt.Errorf("--timeout is %v; give a cell at least 1s", timeout)}
			}
			env, err := environment.Find(".")
			if err != nil {
				return exitError{2, err}
			}
			if opts.Notebooks, err = lessonFiles(env.Root, args); err != nil {
				return exitError{2, err}
			}
			opts.Copies = nil
			for _, c := range copies {
				opts.Copies = append(opts.Copies, handout.Copy(c))
			}
			opts.Progress = progress.To(cmd.ErrOrStderr())
			opts.Extras = nil
			if len(args) == 0 { // the whole course
				opts.Extras = []handout.ExtraPage{claimsPage(opts.About)}
			}
			if execute {
				opts.Execute = checking{env: env, timeout: timeout, progress: opts.Progress}.executed
			}
			files, err := handout.Make(cmd.Context(), env, opts)
			for _, file := range files {
				fmt.Fprintln(cmd.OutOrStdout(), shortPath(file))
			}
			if bad := (handout.BadInput{}); errors.As(err, &bad) {
				return exitError{2, err}
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&execute, "execute", false, "run the lessons first, through the real kernel")
	flags.DurationVar(&timeout, "timeout", 10*time.Minute, "how long one cell may take with --execute")
	flags.StringVar(&opts.Output, "output", "", "folder for the files (default build/handouts in the checkout)")
	flags.StringSliceVar(&copies, "copies", nil, "which copies: student, instructor, notebook, pdf (default all)")
	flags.StringVar(&opts.About.Title, "title", "", "title of the page, for a single notebook (default the notebook's heading)")
	flags.StringVar(&opts.About.Course, "course", "", "course name, above the title")
	flags.StringVar(&opts.About.Date, "date", "", "date in your own words, above the title")
	flags.StringVar(&opts.About.Language, "lang", "", `language tag of the text, such as "en" or "pt-BR" (default "en"); `+
		"the pages' own words are there in de, en and tr, and in English for others")
	flags.StringVar((*string)(&opts.About.Code), "code", string(handout.CodeShown),
		"the code: shown, folded or hidden, on paper too; exercises always show theirs")
	return cmd
}

// claimsPage is the page of the claims of all lessons. Its own words are English.
func claimsPage(about handout.About) handout.ExtraPage {
	return handout.ExtraPage{
		File: claimstable.File, Title: claimstable.Title,
		Note: "What the text relies on, how each number came about, and where it is shown.",
		Make: func(lessons []notebook.Notebook) ([]byte, error) {
			style, err := handout.StyleSheet()
			if err != nil {
				return nil, err
			}
			return claimstable.Page(lessons, claimstable.Look{Policy: handout.Policy, Style: style, Home: handout.IndexFile,
				Course: about.Course, Date: about.Date})
		},
	}
}

// executed runs a notebook as the check does, and gives what its file would hold then. A cell that ends the run is an
// error here, since nothing below it would be on the handout.
func (c checking) executed(ctx context.Context, file string) ([]byte, error) {
	saved, err := notebook.Read(file)
	if err != nil {
		return nil, err
	}
	k := &candidate{saved: saved, now: saved}
	if err := c.executeAll(ctx, []*candidate{k}); err != nil {
		return nil, err
	}
	if k.stopped != nil {
		return nil, k.stopped
	}
	return k.data, nil
}

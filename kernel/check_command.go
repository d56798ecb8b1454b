package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/queuebook/queuebook/kernel/check"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/execute"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/progress"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

func newCheckCommand() *cobra.Command {
	var c checking
	cmd := &cobra.Command{
		Use:   "check [notebook...]",
		Short: "Hold each number in the lessons' text against the cell that makes it",
		Long: `Hold each number in the lessons' text against the cell that makes it, and both against data/claims.json and
data/reference. Without arguments all of notebooks/*.ipynb are checked, as they are saved; with --execute they are run
first, through the real kernel, side by side but for those that keep time, and the check also says which saved outputs the
fresh run does not reproduce.

A lesson that holds is one line on standard output, with its claims by kind:

  1-noisy-neighbour: 61 claims hold (12 assumed, 9 computed, 40 counted)

Otherwise each finding is a line: the file, the cell (counted from 1, of every type, with its id in parentheses), the
line within the cell, what is wrong and what to do:

  notebooks/1-noisy-neighbour.ipynb: cell 14 (day-b), line 3: the text says "0.97 ticks", and claim b-small-delay of
  cell 15 is "0.98 ticks"
  1-noisy-neighbour: 1 finding, 60 of 61 claims hold (12 assumed, 9 computed, 39 of 40 counted)

A claim that drifted, which is one that a fresh run makes with another value than the saved one, is a finding with the
old value and the new one; in the JSON, findings about a difference have the fields "old" and "new".

Nothing is changed without --write. It renews data/claims.json and says what changed; with --execute it also saves the
executed notebooks. It writes nothing while a cell fails or a claim is invalid. Each file is replaced whole or not at
all.

The exit code is 0 if everything holds, 1 if there are findings, 2 if a notebook or the ledger cannot be used. (go run
itself turns each of them but 0 into 1 and prints the code.)`,
		Example: `  go run ./kernel check
  go run ./kernel check --execute
  go run ./kernel check --execute --write notebooks/1-noisy-neighbour.ipynb
  go run ./kernel check --execute --json | jq '.findings[] | select(.rule == "claim-drifted") | .claim, .old, .new'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.out, c.progress = cmd.OutOrStdout(), progress.To(cmd.ErrOrStderr())
			return c.run(cmd.Context(), args)
		},
	}
	cmd.Flags().BoolVar(&c.execute, "execute", false, "run the notebooks first, through the real kernel")
	cmd.Flags().BoolVar(&c.write, "write", false, "renew data/claims.json, and with --execute save the executed notebooks")
	cmd.Flags().BoolVar(&c.asJSON, "json", false, "print the report as JSON (the fields are those of kernel/check.Report)")
	cmd.Flags().DurationVar(&c.timeout, "timeout", 10*time.Minute, "how long one cell may take with --execute")
	return cmd
}

// checking is one run of the check command.
type checking struct {
	execute, write, asJSON bool
	timeout                time.Duration
	out                    io.Writer
	progress               *progress.Reporter

	env    environment.Environment
	ledger string // its file
	// whole is true if what is checked is the whole course.
	whole bool
}

// candidate is a notebook on its way through the check.
type candidate struct {
	saved notebook.Notebook
	// now is what is checked: the fresh run, or if there is none the saved notebook.
	now notebook.Notebook
	// data is what the notebook's file would be after the fresh run; nil if there was none.
	data []byte
	// stopped says in which cell the fresh run came to its end; nil if it went through.
	stopped *execute.CellError
}

func (c checking) run(ctx context.Context, args []string) error {
	if c.timeout < time.Second {
		return exitError{2, fmt.Errorf("--timeout is %v; give a cell at least 1s", c.timeout)}
	}
	var err error
	if c.env, err = environment.Find("."); err != nil {
		return exitError{2, err}
	}
	files, err := lessonFiles(c.env.Root, args)
	if err != nil {
		return exitError{2, err}
	}
	candidates, unusable := readAll(files)
	c.whole = len(args) == 0 && len(unusable) == 0
	c.ledger = shortPath(filepath.Join(c.env.Root, claim.LedgerFile))
	ledger, err := check.OpenLedger(c.ledger)
	if err != nil && c.write && c.whole {
		// A damaged ledger can be made anew, since all its entries are.
		ledger, err = check.Ledger{File: c.ledger, Missing: true}, nil
	}
	if err != nil {
		return exitError{2, err}
	}

	if c.execute {
		if err := c.executeAll(ctx, candidates); err != nil {
			return err
		}
	}
	report := c.check(candidates, ledger)
	if c.write {
		if report, err = c.writeAll(ctx, candidates, ledger, report); err != nil {
			return err
		}
	}
	for _, u := range unusable {
		report.Unusable(u.file, u.err)
	}
	if err := c.print(report); err != nil {
		return err
	}
	switch {
	case len(unusable) > 0:
		var errs []error
		for _, u := range unusable {
			errs = append(errs, u.err)
		}
		return exitError{2, errors.Join(errs...)}
	case !report.Holds:
		return errFindings
	}
	return nil
}

// lessonFiles gives the notebooks to check: the named ones, each once, or all lessons.
func lessonFiles(root string, args []string) ([]string, error) {
	files := slices.Clone(args)
	if len(files) == 0 {
		folder := filepath.Join(root, "notebooks")
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, fmt.Errorf("the lessons cannot be found: %w", err)
		}
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".ipynb" {
				files = append(files, shortPath(filepath.Join(folder, e.Name())))
			}
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("there is no notebook in %s; name one", folder)
		}
	}
	byName := map[string]string{}
	once := files[:0]
	for _, f := range files {
		f = filepath.Clean(f)
		name := notebook.Notebook{File: f}.Name()
		switch other, taken := byName[name]; {
		case !taken:
			byName[name] = f
			once = append(once, f)
		case other != f:
			return nil, fmt.Errorf("%s and %s have the same name, by which the ledger tells notebooks apart; check one of them", other, f)
		}
	}
	return once, nil
}

// shortPath is the path as seen from the working directory, if that is shorter.
func shortPath(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}

// unusable is a file that is no notebook of this course.
type unusable struct {
	file string
	err  error
}

func readAll(files []string) (candidates []*candidate, rest []unusable) {
	for _, file := range files {
		nb, err := notebook.Read(file)
		if err != nil {
			rest = append(rest, unusable{file, err})
			continue
		}
		candidates = append(candidates, &candidate{saved: nb, now: nb})
	}
	return candidates, rest
}

// executeAll runs each notebook. One that comes to its end in a cell is noted as such; any other error ends the check.
func (c checking) executeAll(ctx context.Context, candidates []*candidate) error {
	if err := c.env.Check("python"); err != nil {
		return err
	}
	return sideBySide(ctx, candidates, func(ctx context.Context, k *candidate) error {
		file := k.saved.File
		err := c.progress.Parts("executing "+file, func(at func(string)) error {
			run := execute.Executor{Environment: c.env, Timeout: c.timeout, OnCell: func(number, of int) {
				at(fmt.Sprintf("cell %d of %d", number, of))
			}}
			at("starting the kernel")
			data, err := run.Run(ctx, file)
			if err != nil {
				return err
			}
			k.data = data
			k.now, err = notebook.Parse(file, data)
			return err
		})
		if errors.As(err, &k.stopped) {
			return nil
		}
		return err
	})
}

// sideBySide runs the candidates, as many at a time as there are processors. Those that keep time come after the others and
// one by one: what they measure is to be the machine's, not what a neighbour leaves of it. The first error ends all.
func sideBySide(ctx context.Context, candidates []*candidate, run func(context.Context, *candidate) error) error {
	var alone []*candidate
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for _, k := range candidates {
		if k.keepsTime() {
			alone = append(alone, k)
			continue
		}
		group.Go(func() error { return run(running, k) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, k := range alone {
		if err := run(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// keepsTime tells whether a cell of the saved notebook makes a timed claim. Of one that was never run nobody knows, so it
// counts as if one did.
func (k *candidate) keepsTime() bool {
	ran := false
	for _, cell := range k.saved.Cells {
		ran = ran || cell.Count > 0
		for _, o := range cell.Outputs {
			// What cannot be understood is a finding of the check.
			claims, _, _ := o.Claims()
			if slices.ContainsFunc(claims, func(c claim.Claim) bool { return c.Kind == claim.TimedKind }) {
				return true
			}
		}
	}
	return !ran
}

// check checks the candidates as they are now.
func (c checking) check(candidates []*candidate, ledger check.Ledger) check.Report {
	var notebooks []notebook.Notebook
	for _, k := range candidates {
		notebooks = append(notebooks, k.now)
	}
	report := check.Check(notebooks, check.Course{
		Ledger:    ledger,
		Reference: os.DirFS(filepath.Join(c.env.Root, "data", "reference")),
		Whole:     c.whole,
	})
	for _, k := range candidates {
		switch {
		case k.stopped != nil:
			report.StoppedAt(k.now, k.stopped.Cell, k.stopped.Reason)
		case k.data != nil && !c.write:
			report.Reproduces(k.saved, k.now)
		}
	}
	return report
}

// writeAll renews the ledger and, after an execution, the notebooks, and gives the report on what is there then.
func (c checking) writeAll(ctx context.Context, candidates []*candidate, ledger check.Ledger, report check.Report) (check.Report,
	error) {
	if why := report.Unfit(); why != "" {
		c.progress.Say("nothing was written: %s", why)
		return report, nil
	}
	var written []string
	renewed, changes := c.renew(candidates, ledger)
	if len(changes) > 0 || ledger.Missing {
		if err := renewed.Write(c.ledger); err != nil {
			return report, err
		}
		written = append(written, c.ledger)
		ledger, err := check.OpenLedger(c.ledger)
		if err != nil {
			return report, err
		}
		if c.execute {
			// Cards show what the ledger says, so the run that is saved has to be one with the new ledger.
			if err := c.executeAll(ctx, candidates); err != nil {
				return report, err
			}
		}
		report = c.check(candidates, ledger)
		report.LedgerChanges, report.Written = changes, written
		if why := report.Unfit(); why != "" {
			c.progress.Say("the notebooks were not written: in a second run %s", why)
			return report, nil
		}
		if _, again := c.renew(candidates, ledger); len(again) > 0 {
			c.progress.Say("the notebooks were not written: a second run made other claims than the first, see the findings")
			return report, nil
		}
	}
	saved, err := save(candidates)
	report.Written = append(written, saved...)
	return report, err
}

// save replaces the notebooks whose run differs from what is there, and gives their files.
func save(candidates []*candidate) (written []string, err error) {
	for _, k := range candidates {
		file := k.saved.File
		old, err := os.ReadFile(file)
		if err != nil {
			return written, err
		}
		if k.data == nil || bytes.Equal(old, k.data) {
			continue
		}
		if err := renameio.WriteFile(file, k.data, 0o644); err != nil {
			return written, fmt.Errorf("%s cannot be saved, the old one stands: %w", file, err)
		}
		written = append(written, file)
	}
	return written, nil
}

// renew gives the ledger that the candidates make, and how it differs.
func (c checking) renew(candidates []*candidate, ledger check.Ledger) (claim.Ledger, []check.Change) {
	var notebooks []notebook.Notebook
	for _, k := range candidates {
		notebooks = append(notebooks, k.now)
	}
	return check.Renew(ledger.Ledger, notebooks, c.whole)
}

// print writes the report to standard output.
func (c checking) print(report check.Report) error {
	if c.asJSON {
		enc := json.NewEncoder(c.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(report)
	}
	_, err := io.WriteString(c.out, report.String())
	return err
}

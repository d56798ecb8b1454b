// Package handout makes the HTML handouts: one file a lesson that needs nothing besides itself, to be read offline or
// printed and handed out.
//
// The look is a template for nbconvert, in template/queuebook, which JupyterLab's own export menu uses as well once
// [InstallTemplate] has put it in place. [Make] converts the lessons with it, and writes nothing before [Verify] has found
// that every page keeps its promises.
package handout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/progress"
)

// Options say what Make makes.
type Options struct {
	// Notebooks are the lessons' files, at least one.
	Notebooks []string
	// Output is the folder for the pages. Empty means build/handouts in the checkout.
	Output string
	// About is what the pages say besides the notebook. A title is for a single notebook.
	About About
	// Execute gives what a notebook's file would hold after running it. Nil takes the outputs that are saved in the file.
	Execute func(ctx context.Context, file string) ([]byte, error)
	// Progress tells what is being done; nil is silent.
	Progress *progress.Reporter
}

// BadInput is in the chain of errors that the caller can mend: a file that is missing or no notebook, an option that does
// not fit.
type BadInput struct{ error }

// Unwrap gives the error itself.
func (e BadInput) Unwrap() error { return e.error }

// conversions is how many runs of nbconvert, each a process with one thread, go on at a time.
const conversions = 2

// Make converts the notebooks and writes one page for each, and the index of all lessons that have one. It returns the
// files written. If any page cannot be made or breaks a promise, nothing is written, and the error names each fault with
// its notebook and place.
func Make(ctx context.Context, env environment.Environment, opts Options) ([]string, error) {
	if err := opts.Validate(); err != nil {
		return nil, BadInput{err}
	}
	if err := env.Check("jupyter-nbconvert"); err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "queuebook-handout-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	templates := filepath.Join(scratch, "templates")
	if err := writeTemplate(filepath.Join(templates, TemplateName)); err != nil {
		return nil, err
	}

	// The lessons run one after the other and before any is converted: what they measure needs a machine at rest.
	lessons := make([]lesson, len(opts.Notebooks))
	for i, file := range opts.Notebooks {
		content, err := opts.content(ctx, file)
		if err != nil {
			return nil, err
		}
		lessons[i] = lesson{lessonName(file), content}
	}
	pages := make([][]byte, len(lessons))
	faults := make([]error, len(lessons)) // of each lesson, so that one run reports all
	var work errgroup.Group
	work.SetLimit(conversions)
	for i, lesson := range lessons {
		work.Go(func() error {
			faults[i] = opts.Progress.Step("making the handout of "+lesson.name, func() (err error) {
				pages[i], err = opts.page(ctx, env, templates, scratch, lesson)
				return err
			})
			return nil
		})
	}
	_ = work.Wait() // the errors are in faults
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return opts.write(env, lessons, pages)
}

// Validate returns nil, or an error that names the option or the notebook that does not fit and the way out.
func (opts Options) Validate() error {
	if err := opts.About.Validate(); err != nil {
		return err
	}
	if len(opts.Notebooks) == 0 {
		return errors.New("no notebook to make a handout of; name one")
	}
	if n := len(opts.Notebooks); opts.About.Title != "" && n > 1 {
		return fmt.Errorf("the title %q would stand on %d handouts; name the one notebook that it is for", opts.About.Title, n)
	}
	taken := make(map[string]string)
	for _, file := range opts.Notebooks {
		name := lessonName(file)
		switch other, twice := taken[name]; {
		case twice:
			return fmt.Errorf("%s and %s would both become %s.html; convert them into two folders", other, file, name)
		case name+".html" == IndexFile:
			return fmt.Errorf("%s would become %s, which is the list of the lessons; rename the notebook", file, IndexFile)
		}
		taken[name] = file
	}
	var unusable []error
	for _, file := range opts.Notebooks {
		if _, err := notebook.Read(file); err != nil {
			unusable = append(unusable, err)
		}
	}
	return errors.Join(unusable...)
}

func lessonName(file string) string {
	return notebook.Notebook{File: file}.Name()
}

// content is the notebook's JSON, after running it if that is asked for.
func (opts Options) content(ctx context.Context, file string) ([]byte, error) {
	if opts.Execute == nil {
		return os.ReadFile(file)
	}
	return opts.Execute(ctx, file)
}

// page makes one handout and verifies it.
func (opts Options) page(ctx context.Context, env environment.Environment, templates, scratch string, l lesson) ([]byte,
	error) {
	page, err := convert(ctx, env, templates, scratch, l, opts.About)
	if err != nil {
		return nil, err
	}
	var found []error
	for _, fault := range Verify(page) {
		found = append(found, fmt.Errorf("%s.ipynb, %s", l.name, fault))
	}
	return page, errors.Join(found...)
}

// write puts the pages and the index into the output folder.
func (opts Options) write(env environment.Environment, lessons []lesson, pages [][]byte) ([]string, error) {
	folder := opts.Output
	if folder == "" {
		folder = filepath.Join(env.Root, "build", "handouts")
	}
	entries, err := indexed(env, folder, lessons, pages)
	if err != nil {
		return nil, err
	}
	index, err := Index(entries, opts.About)
	if err != nil {
		return nil, err
	}
	var neighbours []string
	for _, p := range entries {
		neighbours = append(neighbours, p.Name+".html")
	}
	if faults := Verify(index, neighbours...); len(faults) > 0 {
		return nil, fmt.Errorf("%s, %s", IndexFile, faults[0])
	}
	var written []string
	for i, l := range lessons {
		target := filepath.Join(folder, l.name+".html")
		if err := environment.ReplaceFile(target, pages[i]); err != nil {
			return written, err
		}
		written = append(written, target)
	}
	target := filepath.Join(folder, IndexFile)
	if err := environment.ReplaceFile(target, index); err != nil {
		return written, err
	}
	return append(written, target), nil
}

// indexed are the entries of the index: the pages just made, and those made before of other lessons in the checkout, so
// that making one handout again does not hide the rest.
func indexed(env environment.Environment, folder string, lessons []lesson, pages [][]byte) ([]Page, error) {
	var entries []Page
	made := make(map[string]bool)
	for i, l := range lessons {
		p, err := ReadPage(l.name, pages[i])
		if err != nil {
			return nil, err
		}
		entries = append(entries, p)
		made[l.name] = true
	}
	course, err := filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb"))
	if err != nil {
		return nil, err
	}
	for _, file := range course {
		name := lessonName(file)
		if made[name] {
			continue
		}
		page, err := os.ReadFile(filepath.Join(folder, name+".html"))
		if err != nil {
			continue // not made yet
		}
		if p, err := ReadPage(name, page); err == nil {
			entries = append(entries, p)
		}
	}
	slices.SortFunc(entries, func(a, b Page) int { return strings.Compare(a.Name, b.Name) })
	return entries, nil
}

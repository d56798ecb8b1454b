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
	"github.com/queuebook/queuebook/kernel/progress"
)

// Options say what Make makes.
type Options struct {
	// Notebooks are the lessons' files. None means all of the checkout's notebooks folder.
	Notebooks []string
	// Output is the folder for the pages. Empty means build/handouts in the checkout.
	Output string
	// About is what the pages say besides the notebook. A title is for a single notebook.
	About About
	// Execute gives a notebook's content after running it. Nil takes the outputs that are saved in the file.
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
	files, err := opts.notebooks(env)
	if err != nil {
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

	lessons := make([]notebook, len(files))
	pages := make([][]byte, len(files))
	faults := make([]error, len(files)) // of each notebook, so that one run reports all
	// The lessons run one after the other and before any is converted: what they measure needs a machine at rest.
	for i, file := range files {
		lessons[i].name = lessonName(file)
		lessons[i].content, faults[i] = opts.content(ctx, file)
	}
	var work errgroup.Group
	work.SetLimit(conversions)
	for i, lesson := range lessons {
		if faults[i] != nil {
			continue
		}
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
	return opts.write(env, files, pages)
}

// notebooks are the files to convert, absolute, after a look at whether they and the other options fit.
func (opts Options) notebooks(env environment.Environment) ([]string, error) {
	if err := opts.About.Validate(); err != nil {
		return nil, err
	}
	files := slices.Clone(opts.Notebooks)
	if len(files) == 0 {
		var err error
		if files, err = filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb")); err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("no notebooks in %s; name the files to convert", filepath.Join(env.Root, "notebooks"))
		}
	}
	if opts.About.Title != "" && len(files) > 1 {
		return nil, fmt.Errorf("the title %q would stand on %d handouts; name the one notebook that it is for",
			opts.About.Title, len(files))
	}
	taken := make(map[string]string)
	for i, file := range files {
		absolute, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		name := lessonName(file)
		switch other, twice := taken[name]; {
		case filepath.Ext(file) != ".ipynb":
			return nil, fmt.Errorf("%s is no notebook: its name does not end in .ipynb", file)
		case twice:
			return nil, fmt.Errorf("%s and %s would both become %s.html; convert them into two folders with --output", other,
				file, name)
		case name+".html" == IndexFile:
			return nil, fmt.Errorf("%s would become %s, which is the list of the lessons; rename the notebook", file, IndexFile)
		}
		taken[name] = file
		files[i] = absolute
	}
	return files, nil
}

func lessonName(file string) string {
	return strings.TrimSuffix(filepath.Base(file), ".ipynb")
}

// content is the notebook's JSON, after running it if that is asked for.
func (opts Options) content(ctx context.Context, file string) (content []byte, err error) {
	if opts.Execute == nil {
		if content, err = os.ReadFile(file); err != nil {
			return nil, BadInput{err}
		}
		return content, nil
	}
	err = opts.Progress.Step("running "+lessonName(file), func() (err error) {
		content, err = opts.Execute(ctx, file)
		return err
	})
	return content, err
}

// page makes one handout and verifies it.
func (opts Options) page(ctx context.Context, env environment.Environment, templates, scratch string, nb notebook) ([]byte,
	error) {
	page, err := convert(ctx, env, templates, scratch, nb, opts.About)
	if err != nil {
		return nil, err
	}
	var found []error
	for _, fault := range Verify(page) {
		found = append(found, fmt.Errorf("%s.ipynb, %s", nb.name, fault))
	}
	return page, errors.Join(found...)
}

// write puts the pages and the index into the output folder.
func (opts Options) write(env environment.Environment, files []string, pages [][]byte) ([]string, error) {
	folder := opts.Output
	if folder == "" {
		folder = filepath.Join(env.Root, "build", "handouts")
	}
	lessons, err := opts.lessons(env, folder, files, pages)
	if err != nil {
		return nil, err
	}
	index, err := Index(lessons, opts.About)
	if err != nil {
		return nil, err
	}
	var neighbours []string
	for _, p := range lessons {
		neighbours = append(neighbours, p.Name+".html")
	}
	if faults := Verify(index, neighbours...); len(faults) > 0 {
		return nil, fmt.Errorf("%s, %s", IndexFile, faults[0])
	}
	var written []string
	for i, file := range files {
		target := filepath.Join(folder, lessonName(file)+".html")
		if err := replace(target, pages[i]); err != nil {
			return written, err
		}
		written = append(written, target)
	}
	target := filepath.Join(folder, IndexFile)
	if err := replace(target, index); err != nil {
		return written, err
	}
	return append(written, target), nil
}

// lessons are the entries of the index: the pages just made, and those made before of other lessons in the checkout, so
// that making one handout again does not hide the rest.
func (opts Options) lessons(env environment.Environment, folder string, files []string, pages [][]byte) ([]Page, error) {
	var lessons []Page
	made := make(map[string]bool)
	for i, file := range files {
		p, err := ReadPage(lessonName(file), pages[i])
		if err != nil {
			return nil, err
		}
		lessons = append(lessons, p)
		made[p.Name] = true
	}
	others, err := filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb"))
	if err != nil {
		return nil, err
	}
	for _, file := range others {
		name := lessonName(file)
		if made[name] {
			continue
		}
		page, err := os.ReadFile(filepath.Join(folder, name+".html"))
		if err != nil {
			continue // not made yet
		}
		if p, err := ReadPage(name, page); err == nil {
			lessons = append(lessons, p)
		}
	}
	slices.SortFunc(lessons, func(a, b Page) int { return strings.Compare(a.Name, b.Name) })
	return lessons, nil
}

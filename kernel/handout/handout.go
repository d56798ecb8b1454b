// Package handout makes what an instructor hands out of each lesson: a page without its solutions, the same with them,
// a notebook without them, and both pages on paper. Each page is one HTML file that needs nothing besides itself, to be
// read offline or printed.
//
// The look is a template for nbconvert, in template/queuebook, which JupyterLab's own export menu uses as well once
// [InstallTemplate] has put it in place; what it makes there is the student's page. [Make] converts the lessons with
// it, and writes nothing before [Verify] has found that every page keeps its promises, and before every student's copy
// has been searched for the solutions.
package handout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/progress"
)

// Options say what Make makes.
type Options struct {
	// Notebooks are the lessons' files, at least one.
	Notebooks []string
	// Output is the folder for the files. Empty means build/handouts in the checkout.
	Output string
	// Copies are the forms wanted of each lesson; none means all.
	Copies []Copy
	// About is what the pages say besides the notebook. A title is for a single notebook.
	About About
	// Extras are pages besides the lessons' own.
	Extras []ExtraPage
	// Execute gives what a notebook's file would hold after running it. Nil takes the outputs that are saved in the
	// file.
	Execute func(ctx context.Context, file string) ([]byte, error)
	// Progress tells what is being done, and what is left out; nil is silent.
	Progress *progress.Reporter
}

// BadInput is in the chain of errors that the caller can mend: a file that is missing or no notebook, an option that
// does not fit.
type BadInput struct{ error }

// Unwrap gives the error itself.
func (e BadInput) Unwrap() error { return e.error }

// Make writes the copies of each notebook, the extra pages, and an index of all lessons that have a page. It returns
// the files written. If any of them cannot be made, breaks a promise or gives a solution away to students, nothing is
// written, and the error names each fault with its notebook and place. PDFs are printed by Chromium; where there is
// none they are left out, and Progress says so.
func Make(ctx context.Context, env environment.Environment, opts Options) ([]string, error) {
	if len(opts.Copies) == 0 {
		opts.Copies = Copies()
	}
	if opts.Output == "" {
		opts.Output = filepath.Join(env.Root, "build", "handouts")
	}
	if err := opts.Validate(); err != nil {
		return nil, BadInput{err}
	}
	if err := env.Check("python"); err != nil {
		return nil, err
	}
	opts.leaveOutWhatCannotBe()
	scratch, err := os.MkdirTemp("", "queuebook-handout-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	lessons, err := opts.lessons(ctx)
	if err != nil {
		return nil, err
	}
	scripts, err := liveScripts(ctx, env, lessons)
	if err != nil {
		return nil, err
	}
	templates := filepath.Join(scratch, "templates")
	if err := writeTemplate(filepath.Join(templates, TemplateName), scripts); err != nil {
		return nil, err
	}
	c, err := startConverter(ctx, env, templates, scratch, opts.About)
	if err != nil {
		return nil, err
	}
	c.live = scripts
	made, err := opts.copies(ctx, c, lessons)
	c.stop()
	if err != nil {
		return nil, err
	}
	if opts.wants(Paper) {
		if err := opts.Progress.Step("printing", func() (err error) {
			made, err = withPapers(ctx, scratch, made)
			return err
		}); err != nil {
			return nil, err
		}
	}
	if made, err = opts.withIndex(env.Root, made, lessons); err != nil {
		return nil, err
	}
	return made.write(opts.Output)
}

// Validate returns nil, or an error that names the option or the notebook that does not fit and the way out. Output and
// Copies are those that Make has filled in.
func (opts Options) Validate() error {
	if err := errors.Join(opts.About.Validate(), checkCopies(opts.Copies)); err != nil {
		return err
	}
	if len(opts.Notebooks) == 0 {
		return errors.New("no notebook to make a handout of; name one")
	}
	if n := len(opts.Notebooks); opts.About.Title != "" && n > 1 {
		return fmt.Errorf("the title %q would stand on %d handouts; name the one notebook that it is for",
			opts.About.Title, n)
	}
	taken := map[string]string{IndexFile: "the list of the lessons"}
	for _, extra := range opts.Extras {
		taken[extra.File] = extra.Title
	}
	for _, file := range opts.Notebooks {
		for _, target := range opts.targets(lessonName(file)) {
			if other, twice := taken[target]; twice {
				return fmt.Errorf("%s and %s would both become %s; rename one, or convert them into two folders", other, file,
					target)
			}
			taken[target] = file
		}
		if opts.wants(Notebook) && sameFile(file, filepath.Join(opts.Output, notebookFile(lessonName(file)))) {
			return fmt.Errorf("the student's notebook would replace %s itself, with its solutions; choose another folder "+
				"with --output", file)
		}
	}
	var unusable []error
	for _, file := range opts.Notebooks {
		if _, err := notebook.Read(file); err != nil {
			unusable = append(unusable, err)
		}
	}
	return errors.Join(unusable...)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

func lessonName(file string) string {
	return notebook.Notebook{File: file}.Name()
}

func (opts Options) wants(c Copy) bool { return slices.Contains(opts.Copies, c) }

// targets are the names of the files that become of a lesson.
func (opts Options) targets(lesson string) []string {
	var files []string
	for _, reader := range []Copy{Student, Instructor} {
		if opts.wants(reader) {
			files = append(files, pageFile(lesson, reader))
		}
		if opts.wants(reader) && opts.wants(Paper) {
			files = append(files, paperFile(lesson, reader))
		}
	}
	if opts.wants(Notebook) {
		files = append(files, notebookFile(lesson))
	}
	return files
}

// leaveOutWhatCannotBe says in a line what of the options cannot be here, and takes it out of them.
func (opts *Options) leaveOutWhatCannotBe() {
	if _, found, err := opts.About.words(); err == nil && !found {
		opts.Progress.Say("the pages' own words, such as \"Contents\", stay English: there are others for %s, and none "+
			"for %q", languages(), opts.About.Language)
	}
	if !opts.wants(Paper) {
		return
	}
	if _, err := browser.Find(); err != nil {
		opts.Progress.Say("the PDFs are left out: %v", err)
		opts.Copies = slices.DeleteFunc(slices.Clone(opts.Copies), func(c Copy) bool { return c == Paper })
	}
}

// lessons reads the notebooks, or runs them if that is asked for: one after the other and before any is converted,
// since what they measure needs a machine at rest.
func (opts Options) lessons(ctx context.Context) ([]lesson, error) {
	var lessons []lesson
	for _, file := range opts.Notebooks {
		content, err := opts.content(ctx, file)
		if err != nil {
			return nil, err
		}
		nb, err := notebook.Parse(file, content)
		if err != nil {
			return nil, err
		}
		lessons = append(lessons, lesson{nb.Name(), content, nb, answersOf(nb)})
	}
	return lessons, nil
}

// content is the notebook's JSON, after running it if that is asked for.
func (opts Options) content(ctx context.Context, file string) ([]byte, error) {
	if opts.Execute == nil {
		return os.ReadFile(file)
	}
	return opts.Execute(ctx, file)
}

// copies makes the pages and the notebooks of all lessons. The error joins the faults of all, so that one run reports
// them.
func (opts Options) copies(ctx context.Context, c *converter, lessons []lesson) (outputs, error) {
	var made outputs
	var faults []error
	for _, l := range lessons {
		err := opts.Progress.Step("making the copies of "+l.name, func() error {
			var found []error
			for _, form := range []Copy{Student, Instructor, Notebook} {
				if opts.wants(form) {
					o, err := l.copied(ctx, c, form)
					made, found = append(made, o), append(found, err)
				}
			}
			return errors.Join(found...)
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		faults = append(faults, err)
	}
	return made, errors.Join(faults...)
}

// copied makes one copy of the lesson and verifies it.
func (l lesson) copied(ctx context.Context, c *converter, form Copy) (output, error) {
	var made output
	var faults []Fault
	var err error
	switch form {
	case Notebook:
		made.name = notebookFile(l.name)
		if made.data, err = studentNotebook(l.content); err == nil {
			_, err = notebook.Parse(made.name, made.data)
		}
		faults = l.answers.inNotebook(made.data)
	default:
		made.name = pageFile(l.name, form)
		if made.data, err = c.page(ctx, l, form); err != nil {
			return output{}, err
		}
		faults = verify(made.data, c.live)
		if form == Student {
			faults = append(faults, l.answers.inPage(made.data)...)
		}
	}
	if err != nil {
		return output{}, err
	}
	return made, faultsOf(l.name+".ipynb", faults)
}

// faultsOf makes one error of all faults, or nil of none.
func faultsOf(file string, faults []Fault) error {
	var found []error
	for _, fault := range faults {
		found = append(found, fmt.Errorf("%s, %s", file, fault))
	}
	return errors.Join(found...)
}

// withPapers adds the PDF of each page behind it.
func withPapers(ctx context.Context, scratch string, made outputs) (outputs, error) {
	pages := make(map[string][]byte)
	for _, o := range made {
		if filepath.Ext(o.name) == ".html" {
			pages[o.name] = o.data
		}
	}
	papers, err := printed(ctx, scratch, pages)
	if err != nil {
		return nil, err
	}
	var all outputs
	for _, o := range made {
		all = append(all, o)
		if paper, found := papers[o.name]; found {
			all = append(all, output{o.name[:len(o.name)-len(".html")] + ".pdf", paper})
		}
	}
	return all, nil
}

// withIndex adds the extra pages and the index.
func (opts Options) withIndex(root string, made outputs, lessons []lesson) (outputs, error) {
	var students []notebook.Notebook
	for _, l := range lessons {
		nb := l.parsed
		nb.Cells = slices.DeleteFunc(slices.Clone(nb.Cells), withheld)
		students = append(students, nb)
	}
	own, _, err := opts.About.words()
	if err != nil {
		return nil, err
	}
	entries, err := listed(root, opts.Output, made, lessons, own)
	if err != nil {
		return nil, err
	}
	if len(entries)+len(opts.Extras) == 0 { // notebooks alone need no index
		return made, nil
	}
	index, err := Index(entries, opts.Extras, opts.About)
	if err != nil {
		return nil, err
	}
	var neighbours []string
	for _, e := range entries {
		for _, link := range slices.Concat(e.Students, e.Instructors) {
			neighbours = append(neighbours, link.File)
		}
	}
	for _, extra := range opts.Extras {
		page, err := extra.Make(students)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", extra.File, err)
		}
		if err := faultsOf(extra.File, Verify(page, append(neighbours, IndexFile)...)); err != nil {
			return nil, err
		}
		made = append(made, output{extra.File, page})
		neighbours = append(neighbours, extra.File)
	}
	if err := faultsOf(IndexFile, Verify(index, neighbours...)); err != nil {
		return nil, err
	}
	return append(made, output{IndexFile, index}), nil
}

// output is one file of a run, named within the output folder.
type output struct {
	name string
	data []byte
}

// outputs are the files of a run in the order in which they are listed.
type outputs []output

func (made outputs) get(name string) ([]byte, bool) {
	i := slices.IndexFunc(made, func(o output) bool { return o.name == name })
	if i < 0 {
		return nil, false
	}
	return made[i].data, true
}

// write puts the files into a folder and gives their paths.
func (made outputs) write(folder string) (written []string, err error) {
	for _, o := range made {
		target := filepath.Join(folder, o.name)
		if err := environment.ReplaceFile(target, o.data); err != nil {
			return written, err
		}
		written = append(written, target)
	}
	return written, nil
}

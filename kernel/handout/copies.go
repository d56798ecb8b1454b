package handout

import (
	"errors"
	"fmt"
	"slices"
)

// Copy is one form in which a lesson is handed out.
type Copy string

const (
	// Student is the page without solutions.
	Student Copy = "student"
	// Instructor is the page with the solutions, folded away.
	Instructor Copy = "instructor"
	// Notebook is the notebook without solutions, to be run and edited.
	Notebook Copy = "notebook"
	// Paper is a PDF of each of the pages that are made.
	Paper Copy = "pdf"
)

// Copies are all forms, in the order in which they are made and listed.
func Copies() []Copy {
	return []Copy{Student, Instructor, Notebook, Paper}
}

// instructorSuffix tells an instructor's files from a student's.
const instructorSuffix = "-instructor"

// pageFile and paperFile are the names of a lesson's files for a reader, who is Student or Instructor.
func pageFile(lesson string, reader Copy) string  { return lesson + suffix(reader) + ".html" }
func paperFile(lesson string, reader Copy) string { return lesson + suffix(reader) + ".pdf" }

func notebookFile(lesson string) string { return lesson + ".ipynb" }

func suffix(reader Copy) string {
	if reader == Instructor {
		return instructorSuffix
	}
	return ""
}

// checkCopies returns nil, or an error that names the copy that cannot be and the way out.
func checkCopies(copies []Copy) error {
	for _, c := range copies {
		if !slices.Contains(Copies(), c) {
			return fmt.Errorf("there is no copy %q; choose from %q", string(c), Copies())
		}
	}
	if slices.Contains(copies, Paper) && !slices.Contains(copies, Student) && !slices.Contains(copies, Instructor) {
		return errors.New("a PDF is a page on paper, and no page is wanted; add the copy \"student\" or \"instructor\"")
	}
	return nil
}

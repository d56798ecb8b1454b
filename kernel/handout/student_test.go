package handout

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/notebook"
)

func TestProseWithoutItsAnswers(t *testing.T) {
	const solution = "<details><summary>Solution</summary>\n\nIt is *91*.\n\n</details>"
	for _, c := range []struct {
		name, source, want string
		cut                []string
	}{
		{"nothing to hide", "Plain *words*, 1 < 2.", "Plain *words*, 1 < 2.", nil},
		{"a solution between paragraphs", "Before.\n\n" + solution + "\n\nBehind.", "Before.\n\n\n\nBehind.", []string{solution}},
		{"a summary in bold", "<details>\n<summary><b>The</b></summary>x</details>\n<details>\n<summary><b>Solution</b> of it</summary>y</details>z",
			"<details>\n<summary><b>The</b></summary>x</details>\nz",
			[]string{"<details>\n<summary><b>Solution</b> of it</summary>y</details>"}},
		{"a summary in German", "<details><summary>Lösung</summary>y</details>", "", []string{"<details><summary>Lösung</summary>y</details>"}},
		{"an attribute, capitals", `<DETAILS open class="x"><SUMMARY>ANSWER</SUMMARY>y</DETAILS>.`, ".",
			[]string{`<DETAILS open class="x"><SUMMARY>ANSWER</SUMMARY>y</DETAILS>`}},
		{"something else is folded away", "<details><summary>More</summary>\n\nwords\n\n</details>",
			"<details><summary>More</summary>\n\nwords\n\n</details>", nil},
		{"nothing says what is folded away", "<details>words</details>", "<details>words</details>", nil},
		{"a hint inside a solution", "<details><summary>Solution</summary><details><summary>Hint</summary>a</details>b</details>c", "c",
			[]string{"<details><summary>Solution</summary><details><summary>Hint</summary>a</details>b</details>"}},
		{"a solution inside a hint", "<details><summary>Hint</summary>a<details><summary>Solution</summary>b</details>c</details>",
			"<details><summary>Hint</summary>ac</details>", []string{"<details><summary>Solution</summary>b</details>"}},
		{"a solution that is never closed", "a\n\n<details><summary>Solution</summary>\n\nb", "a\n\n",
			[]string{"<details><summary>Solution</summary>\n\nb"}},
		{"a comment over lines", "a\n\n<!-- it is\n91 -->\n\nb", "a\n\n\n\nb", []string{"<!-- it is\n91 -->"}},
		{"a comment in a sentence", "It <!-- 91\nunits --> is.", "It  is.", []string{"<!-- 91\nunits -->"}},
		{"in a list", "- a\n\n  " + "<details><summary>Solution</summary>b</details>\n- c", "- a\n\n  \n- c",
			[]string{"<details><summary>Solution</summary>b</details>"}},
		{"code that shows how to write one", "```html\n<details><summary>Solution</summary>\n<!-- x -->\n```\nand `<!-- y -->`",
			"```html\n<details><summary>Solution</summary>\n<!-- x -->\n```\nand `<!-- y -->`", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			shown, cut := withoutAnswers(c.source)
			if shown != c.want || !slices.Equal(cut, c.cut) {
				t.Errorf("shown %q, want %q; cut out %q, want %q", shown, c.want, cut, c.cut)
			}
		})
	}
}

func TestStudentNotebook(t *testing.T) {
	const source = `{
 "cells": [
  {
   "attachments": {
    "a.png": {
     "image/png": "AAAA"
    },
    "b.png": {
     "image/png": "BBBB"
    }
   },
   "cell_type": "markdown",
   "id": "a",
   "metadata": {
    "nbgrader": {
     "solution": "91 & <more>"
    },
    "tags": [
     "intro"
    ]
   },
   "source": [
    "A price of 1.50 & ![a](attachment:a.png)\n",
    "\n",
    "<details><summary>Solution</summary>![b](attachment:b.png)</details>"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "b",
   "metadata": {
    "tags": [
     "exercise"
    ]
   },
   "outputs": [],
   "source": "x := 0"
  },
  {
   "cell_type": "code",
   "execution_count": 2,
   "id": "c",
   "metadata": {
    "tags": [
     "solution"
    ]
   },
   "outputs": [],
   "source": "x := 91"
  },
  {
   "cell_type": "markdown",
   "id": "d",
   "metadata": {},
   "source": "<!-- 91 -->"
  }
 ],
 "metadata": {
  "grades": "91",
  "kernelspec": {
   "display_name": "Go",
   "name": "queuebook"
  },
  "queuebook": {
   "reader": "instructor",
   "course": "Queues"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`
	const want = `{
 "cells": [
  {
   "attachments": {
    "a.png": {
     "image/png": "AAAA"
    }
   },
   "cell_type": "markdown",
   "id": "a",
   "metadata": {
    "tags": [
     "intro"
    ]
   },
   "source": [
    "A price of 1.50 & ![a](attachment:a.png)\n",
    "\n"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "b",
   "metadata": {
    "tags": [
     "exercise"
    ]
   },
   "outputs": [],
   "source": "x := 0"
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Go",
   "name": "queuebook"
  },
  "queuebook": {
   "course": "Queues"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`
	got, err := studentNotebook([]byte("\ufeff" + source))
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// Whatever is kept of a lesson is byte for byte what Jupyter wrote, so that a student's first save shows no difference.
func TestStudentNotebooksOfTheLessonsAreWrittenAsJupyterDoes(t *testing.T) {
	for file, content := range committedLessons(t) {
		copied, err := studentNotebook(content)
		if err != nil {
			t.Fatal(err)
		}
		if len(copied) == len(content) {
			t.Errorf("%s loses nothing; it has no solution any more, so choose another one to test with", file)
		}
		lines := make(map[string]bool)
		for line := range bytes.Lines(content) {
			lines[strings.TrimRight(string(line), ",\n")] = true
		}
		for line := range bytes.Lines(copied) {
			if !lines[strings.TrimRight(string(line), ",\n")] {
				t.Errorf("%s: the line %q of the student's notebook is none of the lesson's", file, line)
			}
		}
		again, err := studentNotebook(copied)
		if err != nil || !bytes.Equal(again, copied) {
			t.Errorf("%s: of the student's notebook something else is made (%v)", file, err)
		}
	}
}

// committedLessons are the course's notebooks as they are saved, with their outputs.
func committedLessons(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons %q, %v", files, err)
	}
	lessons := make(map[string][]byte)
	for _, file := range files {
		if lessons[file], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return lessons
}

func parsed(t *testing.T, content string) notebook.Notebook {
	t.Helper()
	nb, err := notebook.Parse("x.ipynb", []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

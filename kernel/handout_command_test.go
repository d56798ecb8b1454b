package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

func TestHandoutCommand(t *testing.T) {
	folder := t.TempDir()
	lesson := filepath.Join(folder, "a.ipynb")
	err := os.WriteFile(lesson, []byte(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "queuebook", "display_name": "Go"}}, "cells": [
		{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Noise"}]}`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		args   []string
		code   int
		stdout string // exactly
		stderr string // in part
	}{
		{"writes the page and the index and prints their paths", []string{"--output", folder, "--copies", "student", "--title",
			"T", lesson}, 0, shortPath(filepath.Join(folder, "a.html")) + "\n" + shortPath(filepath.Join(folder, "index.html")) +
			"\n", ""},
		{"the student's notebook over the lesson itself", []string{"--output", folder, lesson}, 2, "",
			"would replace " + lesson + " itself"},
		{"a copy that there is none of", []string{"--copies", "docx", lesson}, 2, "", `no copy "docx"`},
		{"code in no way that there is", []string{"--code", "small", lesson}, 2, "", `code cannot be "small"`},
		{"a file that is not there", []string{"--output", folder, filepath.Join(folder, "b.ipynb")}, 2, "", "b.ipynb"},
		{"a language that is none", []string{"--lang", "??", lesson}, 2, "", "language tag"},
		{"no time for a cell", []string{"--timeout", "1ms", lesson}, 2, "", "at least 1s"},
		{"an option that does not exist", []string{"--colour"}, 2, "", "--colour"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			code := run(t.Context(), append([]string{"handout"}, c.args...), &stdout, &stderr)
			if code != c.code || stdout.String() != c.stdout || !strings.Contains(stderr.String(), c.stderr) {
				t.Errorf("exit %d, stdout %q, stderr %q; want exit %d, stdout %q, and stderr with %q", code, stdout.String(),
					stderr.String(), c.code, c.stdout, c.stderr)
			}
		})
	}
	t.Run("help shows examples", func(t *testing.T) {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), []string{"handout", "--help"}, &stdout, &stderr); code != 0 {
			t.Errorf("exit %d", code)
		}
		if !strings.Contains(stdout.String(), "go run ./kernel handout --execute --course") {
			t.Errorf("help without examples: %s", stdout.String())
		}
	})
}

// Executed, stripped, then searched: the solution's output is only in the instructor's page, since only the run made
// it.
func TestAnExecutedSolutionStaysOutOfTheStudentsCopies(t *testing.T) {
	folder := t.TempDir()
	lesson := filepath.Join(folder, "a.ipynb")
	err := os.WriteFile(lesson, []byte(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "queuebook", "display_name": "Go"}}, "cells": [
		{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Noise"},
		{"cell_type": "code", "id": "b", "metadata": {}, "execution_count": null, "outputs": [],
			"source": "%noautoget\nimport \"github.com/queuebook/queuebook/lessonlib/show\""},
		{"cell_type": "code", "id": "c", "metadata": {"tags": ["exercise"]}, "execution_count": null, "outputs": [],
			"source": "%%\nanswer := 0\nshow.Text(\"you say %d\", answer)"},
		{"cell_type": "code", "id": "d", "metadata": {"tags": ["solution"]}, "execution_count": null, "outputs": [],
			"source": "%%\nanswer := 3 * 7919\nshow.Text(\"it is %d, a product of two primes\", answer)"}]}`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "out")
	code, stdout, stderr := kernelTool(t, "handout", "--execute", "--copies", "student,notebook,instructor", "--output", out, lesson)
	if code != 0 {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	for file, holds := range map[string]bool{"a-instructor.html": true, "a.html": false, "a.ipynb": false} {
		data, err := os.ReadFile(filepath.Join(out, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"7919", "23757", "product of two primes"} {
			if strings.Contains(string(data), part) != holds {
				t.Errorf("%s holds %q: %v, want %v", file, part, !holds, holds)
			}
		}
		if !strings.Contains(string(data), "you say 0") {
			t.Errorf("%s lacks the output of the exercise's cell, so it was not executed", file)
		}
	}
}

// Students run their notebook from top to bottom as it is: each cell runs without the solutions, and each claim holds.
func TestTheStudentsNotebookRuns(t *testing.T) {
	folder := t.TempDir()
	if code, out, errs := kernelTool(t, "handout", "--copies", "notebook", "--output", folder, lesson); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	code, out, errs := kernelTool(t, "check", "--execute", filepath.Join(folder, filepath.Base(lesson)))
	if code != 0 || !strings.Contains(out, "claims hold") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// The page of all claims stands among the handouts of the whole course, and each of its links finds its card.
func TestTheHandoutsOfTheCourseHaveThePageOfItsClaims(t *testing.T) {
	folder := t.TempDir()
	var stdout, stderr strings.Builder
	code := run(t.Context(), []string{"handout", "--copies", "student", "--output", folder}, &stdout, &stderr)
	if code != 0 || !strings.Contains(stdout.String(), "claims.html\n") {
		t.Fatalf("exit %d, stdout %q, stderr %q", code, stdout.String(), stderr.String())
	}
	if index := content(t, filepath.Join(folder, "index.html")); !strings.Contains(index, `href="claims.html"`) {
		t.Error("the list of the handouts does not lead to the page of the claims")
	}
	ledger, err := claim.ReadLedger(filepath.Join("..", filepath.FromSlash(claim.LedgerFile)))
	if err != nil {
		t.Fatal(err)
	}
	table := content(t, filepath.Join(folder, "claims.html"))
	links := regexp.MustCompile(`href="([^"#]+)#([^"]+)"`).FindAllStringSubmatch(table, -1)
	pages := map[string]string{}
	for _, link := range links {
		file, id := link[1], link[2]
		if pages[file] == "" {
			pages[file] = content(t, filepath.Join(folder, file))
		}
		if !strings.Contains(pages[file], ` id="`+id+`"`) {
			t.Errorf("%s has no card of claim %s", file, id)
		}
	}
	if len(links) != len(ledger.Claims) {
		t.Errorf("%d links to cards, and the ledger has %d claims", len(links), len(ledger.Claims))
	}
}

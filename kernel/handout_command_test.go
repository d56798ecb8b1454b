package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		{"writes the page and the index and prints their paths", []string{"--output", folder, "--title", "T", lesson}, 0,
			shortPath(filepath.Join(folder, "a.html")) + "\n" + shortPath(filepath.Join(folder, "index.html")) + "\n", ""},
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

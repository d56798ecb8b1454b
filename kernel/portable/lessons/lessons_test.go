// Package lessons runs the lessons themselves as on another processor: each cell is built for it by the real kernel and
// run in an emulator, and what the cells count and compute has to be what is saved. With -short it is the first lesson
// alone: an emulator is thirty times as slow, and two of the lessons play thousands of shifts.
package lessons

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/execute"
	"github.com/queuebook/queuebook/kernel/install"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/portable"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// claims are a notebook's claims by their ids, but for the timed ones.
func claims(t *testing.T, nb notebook.Notebook) map[string]claim.Claim {
	t.Helper()
	found := map[string]claim.Claim{}
	for _, cell := range nb.Cells {
		for _, out := range cell.Outputs {
			if out.Type == notebook.Failure && !cell.Tagged(notebook.ExpectsError) {
				t.Errorf("cell %d (%s) failed: %s", cell.Number, cell.ID, out.ErrorValue)
			}
			made, _, err := out.Claims()
			if err != nil {
				t.Errorf("cell %d (%s): %v", cell.Number, cell.ID, err)
			}
			for _, c := range made {
				if c.Kind != claim.TimedKind {
					found[c.ID] = c
				}
			}
		}
	}
	return found
}

// executed is a notebook after a run in an environment; its file stays as it is.
func executed(t *testing.T, env environment.Environment, file string) notebook.Notebook {
	t.Helper()
	data, err := execute.Executor{Environment: env, Timeout: 30 * time.Minute}.Run(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Parse(file, data)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func TestEachLessonClaimsTheSameOnAnotherProcessor(t *testing.T) {
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	settings, err := install.NewSettings(t.Context(), env, install.Options{})
	if err != nil {
		t.Fatal(err)
	}
	processor := portable.Processors()[0]
	runner, err := processor.Runner(filepath.Dir(settings.GoTool))
	if err != nil {
		t.Fatal(err)
	}
	other, err := processor.Kernel(t.Context(), settings, runner, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Run("a cell runs there", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "cell.ipynb")
		const cell = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "queuebook"}}, "cells": [
			{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": null, "outputs": [], "source":
			"import (\n\"fmt\"\n\"runtime\"\n)\n%%\nfmt.Println(runtime.GOOS + \"/\" + runtime.GOARCH)"}]}`
		if err := os.WriteFile(file, []byte(cell), 0o644); err != nil {
			t.Fatal(err)
		}
		nb := executed(t, other, file)
		if outputs := nb.Cells[0].Outputs; len(outputs) != 1 || outputs[0].Text != processor.String()+"\n" {
			t.Fatalf("the cell shows %+v, want %v", outputs, processor)
		}
	})
	files, err := filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("lessons: %q, %v", files, err)
	}
	if testing.Short() {
		files = files[:1]
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ipynb"), func(t *testing.T) {
			saved, err := notebook.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			want, got := claims(t, saved), claims(t, executed(t, other, file))
			for id, c := range want {
				if got[id].Text != c.Text {
					t.Errorf("%s claim %s is %q on %v, and %q here", c.Kind, id, got[id].Text, processor, c.Text)
				}
			}
			if len(want) == 0 || len(got) != len(want) {
				t.Errorf("%d claims on %v, and %d here", len(got), processor, len(want))
			}
		})
	}
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// TestMain lets the test binary be the program itself.
func TestMain(m *testing.M) {
	if os.Getenv("BE_GO") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// stage is a kernel's working folder, a folder with two notebooks, and a go command that does what a script says.
type stage struct {
	t                      *testing.T
	working, folder, place string
}

const lesson = `{"cells": [{"cell_type": "markdown", "metadata": {}, "source": "## NAME"},
 {"cell_type": "code", "metadata": {}, "source": "func run() {}"}],
 "metadata": {"kernelspec": {"name": "queuebook"}}, "nbformat": 4, "nbformat_minor": 5}`

func newStage(t *testing.T, script string) stage {
	t.Helper()
	s := stage{t, t.TempDir(), t.TempDir(), t.TempDir()}
	for file, text := range map[string]string{
		filepath.Join(s.place, "go"):            "#!/bin/sh\n" + script,
		filepath.Join(s.working, "main.go"):     "package main",
		filepath.Join(s.folder, "1-one.ipynb"):  strings.Replace(lesson, "NAME", "Of the first", 1),
		filepath.Join(s.folder, "2-two.ipynb"):  strings.Replace(lesson, "NAME", "Of the second", 1),
		filepath.Join(s.folder, "broken.ipynb"): "{",
	} {
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// run runs the program with arguments in a folder, for a notebook if one is named.
func (s stage) run(folder, session string, args ...string) (out, errs string, code int) {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "BE_GO=1", "PATH="+s.place, protocol.GONB_TMP_DIR_ENV+"="+s.working,
		protocol.GONB_DIR_ENV+"="+s.folder, "JPY_SESSION_NAME="+session)
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func TestOtherwiseItIsTheGoCommand(t *testing.T) {
	s := newStage(t, `echo "ran $*"; echo "./main.go:1:1: undefined: run" >&2; exit 3`)
	for what, c := range map[string]struct {
		folder string
		args   []string
	}{
		"another command":        {s.working, []string{"env", "GOROOT"}},
		"a build somewhere else": {s.folder, []string{"build", "-o", "x"}},
		"no command":             {s.working, nil},
		"a check of the code":    {s.working, []string{"vet"}},
	} {
		out, errs, code := s.run(c.folder, "", c.args...)
		if out != "ran "+strings.Join(c.args, " ")+"\n" || errs != "./main.go:1:1: undefined: run\n" || code != 3 {
			t.Errorf("%s: %q, %q, exit %d", what, out, errs, code)
		}
	}
}

func TestACellThatCompilesIsLeftAlone(t *testing.T) {
	s := newStage(t, `echo "ran $*"; echo "note: undefined: run" >&2`)
	out, errs, code := s.run(s.working, "", "build", "-o", "x")
	if out != "ran build -o x\n" || errs != "note: undefined: run\n" || code != 0 {
		t.Errorf("%q, %q, exit %d", out, errs, code)
	}
}

func TestAnUndefinedNameIsTracedInTheKernelsNotebook(t *testing.T) {
	const said = "# gonb_1\n./main.go:1:1: undefined: run\n"
	s := newStage(t, `printf '`+said+`' >&2; exit 1`)
	for what, c := range map[string]struct{ session, want string }{
		"Jupyter names the notebook":                    {filepath.Join(s.folder, "2-two.ipynb"), "Of the second"},
		"Jupyter names it by a path that is not a file": {"lessons/2-two.ipynb", "Of the second"},
		"an editor names none":                          {"", "Of the first"},
		"the notebook was renamed":                      {"3-three.ipynb", "Of the first"},
	} {
		_, errs, code := s.run(s.working, c.session, "build", "-o", "x")
		if !strings.HasPrefix(errs, "What to run first") || !strings.Contains(errs, "“"+c.want+"”") ||
			!strings.HasSuffix(errs, said) || code != 1 {
			t.Errorf("%s: exit %d\n%s", what, code, errs)
		}
	}
}

// The compiler stops at the tenth error, and the name that is wanted may be behind it.
func TestNamesBehindTheTenthErrorAreFound(t *testing.T) {
	s := newStage(t, `case "$*" in *-gcflags=-e*) echo "./main.go:1:1: undefined: run" >&2;; *)
	echo "./main.go:1:1: undefined: x" >&2; echo "./main.go:1:1: too many errors" >&2;; esac; exit 1`)
	_, errs, _ := s.run(s.working, "", "test", "-c")
	if !strings.HasPrefix(errs, "What to run first") || !strings.HasSuffix(errs, "too many errors\n") {
		t.Errorf("it says\n%s", errs)
	}
}

func TestWithoutAGoCommandItSaysSo(t *testing.T) {
	s := newStage(t, "")
	if err := os.Remove(filepath.Join(s.place, "go")); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := s.run(s.working, "", "build"); code != 127 || !strings.Contains(errs, "go command is not on PATH") {
		t.Errorf("%q, exit %d", errs, code)
	}
}

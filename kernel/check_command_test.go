package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/check"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

const (
	goodLesson = "notebooks/1-good.ipynb"
	goodLine   = "1-good: 5 claims hold (1 assumed, 1 computed, 1 counted, 1 timed, 1 reported)\n"
)

// course copies the small course of kernel/check's tests into a folder of its own, which becomes the checkout that we
// work in. The environment stays the one of the real checkout.
func course(t *testing.T) {
	t.Helper()
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("QUEUEBOOK_PREFIX", env.Prefix)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("check", "testdata"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	write(t, "go.mod", "module "+environment.Module+"\n")
}

func write(t *testing.T, file, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// change replaces what stands once in a file.
func change(t *testing.T, file, old, new string) {
	t.Helper()
	data := content(t, file)
	if strings.Count(data, old) != 1 {
		t.Fatalf("%s has %q %d times", file, old, strings.Count(data, old))
	}
	write(t, file, strings.Replace(data, old, new, 1))
}

// kernel runs one command line.
func kernel(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(ctx, args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestCheckExitsByWhatItFinds(t *testing.T) {
	tests := []struct {
		name   string
		damage func(t *testing.T)
		args   []string
		code   int
		stdout string // whole
		stderr []string
	}{
		{"all is well", func(*testing.T) {}, nil, 0, goodLine, nil},
		{"a named notebook", func(*testing.T) {}, []string{goodLesson}, 0, goodLine, nil},
		{"a notebook named twice", func(*testing.T) {}, []string{goodLesson, "./" + goodLesson}, 0, goodLine, nil},
		{"a finding", func(t *testing.T) { change(t, goodLesson, "[0.98 ticks]", "[0.97 ticks]") }, nil, 1,
			goodLesson + `: cell 4 (wait), line 3: the text says "0.97 ticks", and claim b-small-delay of cell 5 is "0.98 ticks"` + "\n" +
				"1-good: 1 finding, 4 of 5 claims hold (1 assumed, 1 computed, 0 of 1 counted, 1 timed, 1 reported)\n", nil},
		{"a finding in the ledger alone", func(t *testing.T) {
			change(t, "data/claims.json", "{\n  \"claims\": [", `{"claims": [
    {
      "id": "old",
      "notebook": "0-gone",
      "kind": "counted",
      "text": "3"
    },`)
		}, nil, 1, `data/claims.json: line 3: claim old ("3") is in the ledger, and no cell of 0-gone makes it; bring the cell back, or ` +
			"renew it with `go run ./kernel check --write`\n" + goodLine, nil},
		{"a notebook that is no JSON", func(t *testing.T) { write(t, "notebooks/2-torn.ipynb", `{"cells": [`) }, nil, 2,
			goodLine + "2-torn: not checked\n",
			[]string{"error: notebooks/2-torn.ipynb: unusable notebook: it is not valid JSON (line 1: unexpected end of JSON input); " +
				"restore it with `git checkout`, or save it anew from JupyterLab"}},
		{"a notebook of another kernel", func(t *testing.T) {
			change(t, goodLesson, `"name": "queuebook"`, `"name": "python3"`)
		}, []string{goodLesson}, 2, "1-good: not checked\n",
			[]string{`error: ` + goodLesson + `: unusable notebook: its kernel is "python3"`}},
		{"two notebooks that cannot be used are two lines", func(t *testing.T) {
			write(t, "notebooks/2-empty.ipynb", "")
			write(t, "notebooks/3-old.ipynb", `{"nbformat": 3, "worksheets": []}`)
		}, nil, 2, goodLine + "2-empty: not checked\n3-old: not checked\n",
			[]string{"error: notebooks/2-empty.ipynb: ", "error: notebooks/3-old.ipynb: "}},
		{"a notebook that is not there", func(*testing.T) {}, []string{"notebooks/9.ipynb"}, 2, "9: not checked\n",
			[]string{"error: notebooks/9.ipynb: unusable notebook: there is no such file; the lessons are notebooks/*.ipynb"}},
		{"two notebooks of one name", func(t *testing.T) { write(t, "copy/1-good.ipynb", content(t, goodLesson)) },
			[]string{goodLesson, "copy/1-good.ipynb"}, 2, "", []string{"error: notebooks/1-good.ipynb and copy/1-good.ipynb have the same name"}},
		{"no notebooks at all", func(t *testing.T) {
			if err := os.Remove(goodLesson); err != nil {
				t.Fatal(err)
			}
		}, nil, 2, "", []string{"error: there is no notebook in "}},
		{"no folder of notebooks", func(t *testing.T) {
			if err := os.RemoveAll("notebooks"); err != nil {
				t.Fatal(err)
			}
		}, nil, 2, "", []string{"error: the lessons cannot be found"}},
		{"a damaged ledger", func(t *testing.T) { write(t, "data/claims.json", "{") }, nil, 2, "",
			[]string{"error: ledger data/claims.json is damaged: unexpected EOF; restore it with `git checkout data/claims.json` or renew " +
				"it with `go run ./kernel check --write`"}},
		{"a merge conflict in the ledger", func(t *testing.T) {
			change(t, "data/claims.json", "{\n  \"claims\"", "{\n<<<<<<< HEAD\n  \"claims\"")
		}, nil, 2, "", []string{"error: ledger data/claims.json: line 2 is the mark of a merge conflict; merge the notebooks, and then " +
			"make the ledger anew with `go run ./kernel check --write`"}},
		{"a merge conflict in a notebook", func(t *testing.T) {
			change(t, goodLesson, "{\n \"cells\"", "{\n<<<<<<< HEAD\n \"cells\"")
		}, nil, 2, "1-good: not checked\n", []string{"error: " + goodLesson + ": unusable notebook: line 2 is the mark of a merge conflict"}},
		{"a notebook that Colab saved after running it on a machine of its own", func(t *testing.T) {
			write(t, goodLesson, content(t, "editors/colab.ipynb"))
			change(t, goodLesson, `"name": "queuebook",`, `"name": "python3",`)
		}, nil, 2, "1-good: not checked\n", []string{`error: ` + goodLesson + `: unusable notebook: its kernel is "python3", and a ` +
			`lesson's is "queuebook"; open it in JupyterLab, choose the kernel "Go (queuebook)" and save it`}},
		{"a notebook that Colab saved", func(t *testing.T) { write(t, goodLesson, content(t, "editors/colab.ipynb")) }, nil, 0,
			goodLine, nil},
		{"a flag that does not exist", func(*testing.T) {}, []string{"--loud"}, 2, "",
			[]string{"error: unknown flag: --loud; see `go run ./kernel check --help`"}},
		{"a timeout of nothing", func(*testing.T) {}, []string{"--timeout", "0s"}, 2, "", []string{"error: --timeout is 0s; give a cell at least 1s"}},
		{"outside of a checkout", func(t *testing.T) { t.Chdir(t.TempDir()) }, nil, 2, "", []string{"is not inside a checkout of queuebook"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			course(t)
			tt.damage(t)
			code, stdout, stderr := kernel(t.Context(), append([]string{"check"}, tt.args...)...)
			if code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if diff := cmp.Diff(tt.stdout, stdout); diff != "" {
				t.Errorf("stdout (-want +got):\n%s", diff)
			}
			if got := strings.Count(stderr, "\n"); got != len(tt.stderr) {
				t.Errorf("%d lines on stderr, want %d: %s", got, len(tt.stderr), stderr)
			}
			for _, part := range tt.stderr {
				if !strings.Contains(stderr, part) {
					t.Errorf("stderr %q lacks %q", stderr, part)
				}
			}
		})
	}
}

func TestCheckFindsTheLessonsFromAFolderBelow(t *testing.T) {
	course(t)
	t.Chdir("data")
	code, stdout, stderr := kernel(t.Context(), "check")
	if code != 0 || stdout != goodLine || stderr != "" {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestCheckPrintsItsReportAsJSON(t *testing.T) {
	course(t)
	change(t, goodLesson, "[0.98 ticks]", "[0.97 ticks]")
	write(t, "notebooks/2-empty.ipynb", "")
	code, stdout, stderr := kernel(t.Context(), "check", "--json")
	if code != 2 || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	var report check.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	if report.Holds || len(report.Notebooks) != 2 || report.Notebooks[1].Error == "" || len(report.Findings) != 1 ||
		report.Findings[0].Rule != check.LinkText {
		t.Errorf("report %+v", report)
	}
}

func TestCheckChangesNothingUnlessAsked(t *testing.T) {
	course(t)
	change(t, "data/claims.json", "540 units", "541 units")
	before := map[string]string{goodLesson: content(t, goodLesson), "data/claims.json": content(t, "data/claims.json")}
	if code, _, _ := kernel(t.Context(), "check"); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	for file, want := range before {
		if content(t, file) != want {
			t.Errorf("%s was changed", file)
		}
	}
}

func TestWriteRenewsTheLedgerAndSaysWhatChanged(t *testing.T) {
	course(t)
	want := content(t, "data/claims.json")
	change(t, "data/claims.json", "540 units", "541 units")
	code, stdout, stderr := kernel(t.Context(), "check", "--write")
	if code != 0 || stderr != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	if diff := cmp.Diff(goodLine+"ledger: capacity: \"541 units\" → \"540 units\"\nwritten: data/claims.json\n", stdout); diff != "" {
		t.Errorf("stdout (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, content(t, "data/claims.json")); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
	// A second time there is nothing to do.
	if code, stdout, _ := kernel(t.Context(), "check", "--write"); code != 0 || stdout != goodLine {
		t.Errorf("the second time: exit code %d, stdout %q", code, stdout)
	}
}

func TestWriteMakesALedgerWhereThereIsNone(t *testing.T) {
	for name, data := range map[string]string{"missing": "", "damaged": "{"} {
		t.Run(name, func(t *testing.T) {
			course(t)
			want := content(t, "data/claims.json")
			if err := os.Remove("data/claims.json"); err != nil {
				t.Fatal(err)
			}
			if data != "" {
				write(t, "data/claims.json", data)
			}
			if code, stdout, stderr := kernel(t.Context(), "check", "--write"); code != 0 {
				t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
			}
			if diff := cmp.Diff(want, content(t, "data/claims.json")); diff != "" {
				t.Errorf("ledger (-want +got):\n%s", diff)
			}
		})
	}
}

// With some notebooks only, a damaged ledger cannot be made anew: what it knew of the others would be lost.
func TestWriteLeavesADamagedLedgerIfNotAllNotebooksAreThere(t *testing.T) {
	for name, args := range map[string][]string{"one is named": {goodLesson}, "one is unusable": nil} {
		t.Run(name, func(t *testing.T) {
			course(t)
			write(t, "data/claims.json", "{")
			write(t, "notebooks/2-empty.ipynb", "")
			code, _, stderr := kernel(t.Context(), append([]string{"check", "--write"}, args...)...)
			if code != 2 || !strings.Contains(stderr, "is damaged") || content(t, "data/claims.json") != "{" {
				t.Errorf("exit code %d, stderr %q, ledger %q", code, stderr, content(t, "data/claims.json"))
			}
		})
	}
}

func TestWriteWritesNothingWhileACellFails(t *testing.T) {
	course(t)
	change(t, goodLesson, `"outputs": [
    {
     "data": {
      "application/vnd.queuebook.claims.v1+json": {
       "claims": [
        {
         "id": "b-small-delay"`, `"outputs": [
    {"output_type": "error", "ename": "ERROR", "evalue": "exit status 1", "traceback": []},
    {
     "data": {
      "application/vnd.queuebook.claims.v1+json": {
       "claims": [
        {
         "id": "b-small-delay"`)
	change(t, "data/claims.json", "540 units", "541 units")
	before := content(t, "data/claims.json")
	code, _, stderr := kernel(t.Context(), "check", "--write")
	if code != 1 || stderr != "nothing was written: "+goodLesson+", cell 5 is to be mended first\n" {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	if content(t, "data/claims.json") != before {
		t.Error("the ledger was changed")
	}
}

// A limit on the size of files stands for a full disk, and a folder in the ledger's place for a file that may not be
// replaced, since nothing else keeps root from writing.
func TestAFailedWriteLeavesTheOldLedger(t *testing.T) {
	t.Run("a full disk", func(t *testing.T) {
		course(t)
		change(t, "data/claims.json", "540 units", "541 units")
		before := content(t, "data/claims.json")
		var unlimited syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100, Max: unlimited.Max}); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := kernel(t.Context(), "check", "--write")
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
			t.Fatal(err)
		}
		if code != 1 || !strings.HasPrefix(stderr, "error: ledger data/claims.json cannot be renewed, the old one stands: ") ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("exit code %d, stderr %q", code, stderr)
		}
		if content(t, "data/claims.json") != before {
			t.Error("the ledger was changed")
		}
		if left, _ := filepath.Glob("data/.*"); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	t.Run("a folder that is not writable", func(t *testing.T) {
		course(t)
		if err := os.Remove("data/claims.json"); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename("data", "elsewhere"); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("/proc/self", "data"); err != nil { // nobody can make a file there
			t.Fatal(err)
		}
		code, _, stderr := kernel(t.Context(), "check", "--write")
		if code != 1 || !strings.Contains(stderr, "error: ledger data/claims.json cannot be renewed, the old one stands: ") {
			t.Errorf("exit code %d, stderr %q", code, stderr)
		}
	})
}

func TestAFailedSaveLeavesTheOldNotebook(t *testing.T) {
	course(t)
	before := content(t, goodLesson)
	k := &candidate{saved: notebook.Notebook{File: goodLesson}, data: []byte(strings.Repeat("x", 10_000))}
	var unlimited syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100, Max: unlimited.Max}); err != nil {
		t.Fatal(err)
	}
	written, err := save([]*candidate{k})
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
		t.Fatal(err)
	}
	if err == nil || len(written) > 0 || !strings.HasPrefix(err.Error(), goodLesson+" cannot be saved, the old one stands: ") {
		t.Errorf("written %v, error %v", written, err)
	}
	if content(t, goodLesson) != before {
		t.Error("the notebook was changed")
	}
	if left, _ := filepath.Glob("notebooks/.*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	// With room again it is saved, once.
	for _, want := range []int{1, 0} {
		if written, err := save([]*candidate{k}); err != nil || len(written) != want {
			t.Errorf("written %v, want %d; error %v", written, want, err)
		}
	}
}

// executable is a lesson whose only claim is made by a cell; the cell's card says what the ledger says, as cards do, and
// adds what the test wants it to.
func executable(addition string) string {
	cell := `import (
	"os"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

%%
_ = time.Now()
ledger, _ := os.ReadFile("../data/claims.json")
remark := "not in the text's ledger"
if strings.Contains(string(ledger), "\"text\": \"3 ticks\"") {
	remark = "as the text says"
}
gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
	"` + claim.MIMEType + `": "{\"claims\": [{\"id\": \"delay\", \"kind\": \"counted\", \"text\": \"3 ticks\"}]}",
	"text/plain": "3 ticks, " + remark,
}})
gonbui.Sync()
` + addition
	source, _ := json.Marshal(cell)
	return `{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "queuebook"}}, "cells": [
		{"cell_type": "markdown", "id": "text", "metadata": {}, "source": "They wait [3 ticks](#delay)."},
		{"cell_type": "code", "id": "run", "metadata": {}, "execution_count": null, "outputs": [], "source": ` + string(source) + `}]}`
}

func TestExecuteAndWriteThenExecuteAgain(t *testing.T) {
	const file = "notebooks/1-run.ipynb"
	course(t)
	if err := os.Remove(goodLesson); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove("data/claims.json"); err != nil {
		t.Fatal(err)
	}
	write(t, file, executable(""))

	code, stdout, stderr := kernel(t.Context(), "check", "--execute", "--write")
	want := "1-run: 1 claim holds (1 counted)\nledger: delay: new, \"3 ticks\"\nwritten: data/claims.json\nwritten: " + file + "\n"
	if code != 0 || stdout != want {
		t.Errorf("writing: exit code %d, stderr %q, stdout:\n%s\nwant:\n%s", code, stderr, stdout, want)
	}
	saved := content(t, file)
	if !strings.Contains(saved, "3 ticks, as the text says") {
		t.Errorf("the saved card was made with the old ledger:\n%s", saved)
	}

	code, stdout, stderr = kernel(t.Context(), "check", "--execute")
	if code != 0 || stdout != "1-run: 1 claim holds (1 counted)\n" {
		t.Errorf("after writing: exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if content(t, file) != saved {
		t.Error("the notebook was changed")
	}

	// A cell that shows something else than what is saved.
	change(t, file, "3 ticks, \\\" + remark", "3 ticks; \\\" + remark")
	code, stdout, _ = kernel(t.Context(), "check", "--execute")
	if code != 1 || !strings.Contains(stdout, file+": cell 2 (run): a fresh run shows something else than the saved output") {
		t.Errorf("after a change in a cell: exit code %d, stdout %q", code, stdout)
	}
}

// VS Code on Windows puts Windows line ends into the cells themselves, and GoNB takes "%%\r" for a command it does not know.
func TestCellsWithWindowsLineEndsRun(t *testing.T) {
	const file = "notebooks/1-run.ipynb"
	course(t)
	if err := os.Remove(goodLesson); err != nil {
		t.Fatal(err)
	}
	write(t, file, strings.ReplaceAll(executable(""), `\n`, `\r\n`))
	code, stdout, stderr := kernel(t.Context(), "check", "--execute", "--write")
	if code != 0 || !strings.HasPrefix(stdout, "1-run: 1 claim holds (1 counted)\n") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if strings.Contains(content(t, file), `\r`) {
		t.Error("the saved run still has Windows line ends in its cells")
	}
}

// The kernel itself takes a shell line that fails for a success.
func TestAShellLineThatFailsIsAFinding(t *testing.T) {
	const file = "notebooks/1-run.ipynb"
	course(t)
	if err := os.Remove(goodLesson); err != nil {
		t.Fatal(err)
	}
	write(t, "data/claims.json", `{"claims": [{"id": "delay", "notebook": "1-run", "kind": "counted", "text": "3 ticks"}]}`)
	for _, c := range []struct{ name, shell, want string }{
		{"with words of its own", "!ls /no/such/folder", "line 22: a shell line failed: ls: "},
		{"without a word", "!false", "line 22: a shell line failed: exit status 1; the kernel lets that pass"},
		{"not at all", "!true", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(t, file, executable(c.shell))
			_, stdout, stderr := kernel(t.Context(), "check", "--execute", file)
			place := file + ": cell 2 (run), "
			if got := strings.Contains(stdout, "a shell line failed"); got != (c.want != "") ||
				!strings.Contains(stdout, c.want) || got && !strings.Contains(stdout, place+c.want) {
				t.Errorf("want %q; stdout %q, stderr %q", c.want, stdout, stderr)
			}
		})
	}
}

func TestACellThatTakesTooLongIsAFinding(t *testing.T) {
	const file = "notebooks/1-run.ipynb"
	course(t)
	if err := os.Remove(goodLesson); err != nil {
		t.Fatal(err)
	}
	write(t, file, executable("time.Sleep(10 * time.Minute)"))
	before := content(t, file)
	code, stdout, stderr := kernel(t.Context(), "check", "--execute", "--write", "--timeout", "2s")
	if code != 1 || !strings.Contains(stdout, file+": cell 2 (run): the cell failed: it took longer than 2s; make it shorter") {
		t.Errorf("exit code %d, stdout %q", code, stdout)
	}
	if !strings.Contains(stderr, "executing "+file+": cell 1 of 1") || !strings.Contains(stderr, "nothing was written: ") {
		t.Errorf("stderr %q", stderr)
	}
	if content(t, file) != before {
		t.Error("the notebook was changed")
	}
}

func TestAnInterruptedCheckChangesNothing(t *testing.T) {
	const file = "notebooks/1-run.ipynb"
	course(t)
	write(t, file, executable(`_ = os.WriteFile("started", nil, 0o644); time.Sleep(10 * time.Minute)`))
	before, ledger := content(t, file), content(t, "data/claims.json")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if _, err := os.Stat("notebooks/started"); err == nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	code, stdout, stderr := kernel(ctx, "check", "--execute", "--write", file)
	if code != 1 || stdout != "" || !strings.HasSuffix(stderr, "stopped; nothing was left half done\n") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if content(t, file) != before || content(t, "data/claims.json") != ledger {
		t.Error("a file was changed")
	}
	if left, _ := filepath.Glob("*/.*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestWithoutAnEnvironmentTheErrorSaysHowToGetOne(t *testing.T) {
	course(t)
	t.Setenv("QUEUEBOOK_PREFIX", t.TempDir())
	code, stdout, stderr := kernel(t.Context(), "check", "--execute")
	if code != 1 || stdout != "" || !strings.Contains(stderr, "run `go run ./kernel install`") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestWrongUseExitsWithTwo(t *testing.T) {
	for _, args := range [][]string{nil, {"chek"}, {"doctor", "now"}, {"--loud"}} {
		code, stdout, stderr := kernel(t.Context(), args...)
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "error: ") || !strings.Contains(stderr, "--help") ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
}

func TestHelpHasExamplesAndSaysHowToRead(t *testing.T) {
	code, stdout, stderr := kernel(t.Context(), "check", "--help")
	if code != 0 || stderr != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	for _, want := range []string{"go run ./kernel check --execute", "61 claims hold", "exit code", "--timeout", "--write", "--json"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the help lacks %q", want)
		}
	}
}

package logbook_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/load"
	"github.com/queuebook/queuebook/lessonlib/load/logbook"
)

// kernel stands for a kernel with a folder of its own; all share the user's cache folder.
func kernel(t *testing.T) (start func()) {
	folder := t.TempDir()
	return func() { t.Setenv("GONB_TMP_DIR", folder) }
}

func user(t *testing.T) (cache string) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("GONB_TMP_DIR", "")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(cache, "queuebook")
}

// report is a whole one, with results, of the plans given.
func report(t *testing.T, plans ...load.Plan) load.Report {
	t.Helper()
	r, err := load.Simulate(context.Background(), load.IO1(), plans, func(p load.Plan) load.Twin {
		return load.SourceTwin(p.Structure)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func read(t *testing.T) load.Report {
	t.Helper()
	e, err := logbook.Read()
	if err != nil {
		t.Fatal(err)
	}
	if e.Made.IsZero() {
		t.Error("the entry does not say when it was made")
	}
	return e.Report
}

func keep(t *testing.T, r load.Report) {
	t.Helper()
	if _, err := logbook.Keep(r, nil); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsReadIsWhatWasKeptToTheLastResult(t *testing.T) {
	user(t)
	want := report(t, load.Trials()...)
	keep(t, want)
	if diff := cmp.Diff(want, read(t)); diff != "" {
		t.Error(diff)
	}
}

func TestTwoKernelsDoNotReadEachOthersRuns(t *testing.T) {
	user(t)
	first, second := kernel(t), kernel(t)
	trials := load.Trials()
	first()
	keep(t, report(t, trials[0]))
	second()
	keep(t, report(t, trials[1]))
	first()
	if got := read(t).Trials[0].Plan.Structure; got != trials[0].Structure {
		t.Errorf("the first kernel reads the run on the desk %v", got)
	}
}

func TestARestartedKernelReadsTheLastRuns(t *testing.T) {
	user(t)
	before, after := kernel(t), kernel(t)
	before()
	keep(t, report(t, load.Trials()[9]))
	after()
	if got := read(t).Trials[0].Plan.Scenario; got != "share-100" {
		t.Errorf("the restarted kernel reads %s", got)
	}
}

func TestWithoutRunsTheErrorSaysWhatToDo(t *testing.T) {
	user(t)
	_, err := logbook.Read()
	if !errors.Is(err, logbook.ErrEmpty) || !strings.Contains(err.Error(), "run the cell that makes the ten runs first") {
		t.Errorf("reading an empty logbook: %v", err)
	}
}

func TestADamagedFileIsNamedAndReplaced(t *testing.T) {
	folder := user(t)
	keep(t, report(t, load.Trials()[0]))
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Fatalf("the folder holds %v, %v", files, err)
	}
	file := filepath.Join(folder, files[0].Name())
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
	if _, err := logbook.Read(); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("reading half a file: %v", err)
	}
	keep(t, report(t, load.Trials()[0]))
	read(t)
}

func TestAFolderThatCannotBeWrittenIsNamed(t *testing.T) {
	folder := user(t)
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file where the folder should be, whoever asks
		t.Fatal(err)
	}
	if _, err := logbook.Keep(load.Report{}, nil); err == nil || !strings.Contains(err.Error(), folder) {
		t.Errorf("writing into a file: %v", err)
	}
}

func TestARunThatWasCutShortIsNotKept(t *testing.T) {
	user(t)
	whole := report(t, load.Trials()[0])
	keep(t, whole)
	half, err := logbook.Keep(load.Report{}, context.Canceled)
	if !errors.Is(err, context.Canceled) || len(half.Trials) != 0 {
		t.Errorf("keeping half a report: %v", err)
	}
	if got := read(t); len(got.Trials) != 1 {
		t.Errorf("the logbook has %d trials now", len(got.Trials))
	}
}

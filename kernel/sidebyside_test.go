package main

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// candidatesOf are notebooks as they are committed.
func candidatesOf(t *testing.T, files ...string) []*candidate {
	t.Helper()
	candidates, unusable := readAll(files)
	if len(unusable) > 0 {
		t.Fatal(unusable)
	}
	return candidates
}

func TestLessonsThatKeepTimeAreKnownByTheirClaims(t *testing.T) {
	files, err := filepath.Glob("../notebooks/*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var keepTime []string
	for _, k := range candidatesOf(t, files...) {
		if k.keepsTime() {
			keepTime = append(keepTime, k.saved.Name())
		}
	}
	if want := []string{"3-workload-model"}; !slices.Equal(keepTime, want) {
		t.Errorf("%q keep time, want %q", keepTime, want)
	}
	never := &candidate{saved: notebook.Notebook{Cells: []notebook.Cell{{Type: notebook.Code, Source: "%%\nmeasure()"}}}}
	if !never.keepsTime() {
		t.Error("a notebook that was never run is not taken for one that keeps time")
	}
}

// Two that keep no time meet; one that does finds nobody running, wherever it stands in the list.
func TestOnlyNotebooksThatKeepNoTimeRunSideBySide(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Log("with one processor they run one after the other")
	}
	candidates := candidatesOf(t, "../notebooks/3-workload-model.ipynb", "../notebooks/1-noisy-neighbour.ipynb",
		"../notebooks/2-on-call.ipynb")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // guards against two that never meet
	defer cancel()
	var running, ran atomic.Int32
	var meeting sync.WaitGroup
	meeting.Add(min(2, runtime.NumCPU()))
	err := sideBySide(ctx, candidates, func(ctx context.Context, k *candidate) error {
		now := running.Add(1)
		defer running.Add(-1)
		ran.Add(1)
		if k.keepsTime() {
			if now != 1 || ran.Load() != 3 {
				t.Errorf("%s runs with %d others, and %d ran before", k.saved.Name(), now-1, ran.Load()-1)
			}
			return nil
		}
		if runtime.NumCPU() < 2 {
			return nil
		}
		meeting.Done()
		met := make(chan struct{})
		go func() { meeting.Wait(); close(met) }()
		select {
		case <-met:
			return nil
		case <-ctx.Done():
			t.Errorf("%s waited for the other in vain", k.saved.Name())
			return ctx.Err()
		}
	})
	if err != nil || ran.Load() != 3 {
		t.Errorf("%d ran, %v", ran.Load(), err)
	}
}

func TestTheFirstErrorEndsAllThatRunSideBySide(t *testing.T) {
	candidates := candidatesOf(t, "../notebooks/1-noisy-neighbour.ipynb", "../notebooks/2-on-call.ipynb",
		"../notebooks/3-workload-model.ipynb")
	broken := errors.New("no kernel")
	err := sideBySide(t.Context(), candidates, func(ctx context.Context, k *candidate) error {
		switch k.saved.Name() {
		case "1-noisy-neighbour":
			return broken
		case "3-workload-model":
			t.Error("one that keeps time was run after an error")
		default:
			<-ctx.Done() // what runs beside it is stopped
		}
		return ctx.Err()
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want the one that ended it", err)
	}
}

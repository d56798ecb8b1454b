package progress

import (
	"bytes"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// paper is a buffer that may be read while another goroutine writes.
type paper struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (p *paper) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.Write(data)
}

func (p *paper) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.String()
}

func TestAQuickStepIsOneLine(t *testing.T) {
	var out bytes.Buffer
	if err := To(&out).Step("a quick thing", func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "a quick thing: done\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestASlowStepSaysSoAfterTwoSecondsAndNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out paper
		err := To(&out).Step("a slow thing", func() error {
			time.Sleep(1900 * time.Millisecond)
			if out.String() != "" {
				t.Errorf("after less than two seconds it has said %q", out.String())
			}
			time.Sleep(18 * time.Second)
			return nil
		})
		want := "a slow thing ...\na slow thing ... 17 s so far\na slow thing: done in 20 s\n"
		if err != nil || out.String() != want {
			t.Errorf("got %q, %v; want %q", out.String(), err, want)
		}
	})
}

func TestAFailedStepGivesTheErrorAndDoesNotSayDone(t *testing.T) {
	var out bytes.Buffer
	failed := errors.New("failed")
	if err := To(&out).Step("a thing", func() error { return failed }); !errors.Is(err, failed) || out.Len() > 0 {
		t.Errorf("got %q, %v", out.String(), err)
	}
}

func TestWithoutAReporterStepsStillRun(t *testing.T) {
	ran := false
	var r *Reporter
	if err := r.Step("a thing", func() error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("ran: %t, error: %v", ran, err)
	}
	r.Say("nobody hears this")
}

func TestSlowPartsAreNamedAsTheyCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out paper
		err := To(&out).Parts("a lesson", func(at func(string)) error {
			at("cell 1 of 3")
			time.Sleep(1900 * time.Millisecond)
			if out.String() != "" {
				t.Errorf("after less than two seconds it has said %q", out.String())
			}
			at("cell 2 of 3")
			time.Sleep(6 * time.Second) // to second 7.9, and said once, at second 2
			at("cell 3 of 3")
			time.Sleep(17 * time.Second) // to second 24.9, and said at seconds 8 and 24
			return nil
		})
		want := "a lesson: cell 2 of 3, 2 s so far\na lesson: cell 3 of 3, 8 s so far\na lesson: cell 3 of 3, 24 s so far\n" +
			"a lesson: done in 25 s\n"
		if err != nil || out.String() != want {
			t.Errorf("got %q, %v; want %q", out.String(), err, want)
		}
	})
}

func TestQuickPartsAreSilent(t *testing.T) {
	var out bytes.Buffer
	failed := errors.New("failed")
	err := To(&out).Parts("a lesson", func(at func(string)) error { at("cell 1 of 1"); return failed })
	if !errors.Is(err, failed) || out.Len() > 0 {
		t.Errorf("got %q, %v", out.String(), err)
	}
	var r *Reporter
	if err := r.Parts("a lesson", func(at func(string)) error { at("cell 1 of 1"); return nil }); err != nil {
		t.Errorf("without a reporter: %v", err)
	}
}

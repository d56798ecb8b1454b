package progress

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

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
		var out bytes.Buffer
		err := To(&out).Step("a slow thing", func() error {
			time.Sleep(1900 * time.Millisecond)
			if out.Len() > 0 {
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

package live_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/live"
	lessons "github.com/queuebook/queuebook/lessonlib/live"
)

// checkout is this checkout with an environment of its own.
func checkout(t *testing.T) environment.Environment {
	t.Helper()
	root, err := environment.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	return environment.Environment{Root: root, Prefix: t.TempDir()}
}

func TestTwoBuildsGiveTheSameBytes(t *testing.T) {
	env := checkout(t)
	if _, err := live.Built(t.Context(), env); !errors.Is(err, live.ErrNotBuilt) || !strings.Contains(err.Error(), "kernel install") {
		t.Errorf("before the first build: %v", err)
	}
	first, err := live.Build(t.Context(), env)
	if err != nil {
		t.Fatal(err)
	}
	second, err := live.Build(t.Context(), checkout(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(first) != len(lessons.Names()) {
		t.Errorf("%d scripts for the lessons %q", len(first), lessons.Names())
	}
	for name, script := range first {
		if !bytes.Equal(script, second[name]) {
			t.Errorf("%s: two builds differ", name)
		}
		// What each page with the lesson carries.
		if len(script) > 1_300_000 {
			t.Errorf("%s: the script has %d bytes", name, len(script))
		}
	}
}

func TestACheckoutThatDoesNotBuildIsNamed(t *testing.T) {
	env := checkout(t)
	env.Root = t.TempDir()
	if _, err := live.Build(t.Context(), env); err == nil || !strings.Contains(err.Error(), "building the live lessons") {
		t.Errorf("error %v", err)
	}
}

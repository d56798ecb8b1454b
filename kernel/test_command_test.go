package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/progress"
)

func TestWhatAMachineLacksIsLeftOutWithAWordAndUnderCIAnError(t *testing.T) {
	lacking := errors.New("there is no emulator; install it")
	for _, c := range []struct {
		name, ci string
		missing  error
		added    bool
		said     string // on standard error
		err      error
	}{
		{"it is there", "", nil, true, "", nil},
		{"it is there under CI", "true", nil, true, "", nil},
		{"it is missing", "", lacking, false, "the tests are left out: there is no emulator; install it\n", nil},
		{"it is missing under CI", "true", lacking, false, "", lacking},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("CI", c.ci)
			var said strings.Builder
			added := false
			err := partOrWord(progress.To(&said), "the tests", c.missing, func() { added = true })
			if added != c.added || said.String() != c.said || !errors.Is(err, c.err) {
				t.Errorf("added %v, said %q, error %v; want %v, %q, %v", added, said.String(), err, c.added, c.said, c.err)
			}
		})
	}
}

// Each folder of tests that is a part of its own runs in that part alone.
func TestNoTestRunsTwice(t *testing.T) {
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := packagesWithoutOwnPart(t.Context(), env)
	if err != nil {
		t.Fatal(err)
	}
	kernel := environment.Module + "/kernel"
	seen := strings.Join(packages, "\n") + "\n"
	for _, own := range []string{browserTests, browserTests + "/axe", hubTests, repo2docker, emulatorTests} {
		if strings.Contains(seen, environment.Module+"/"+own+"\n") {
			t.Errorf("%s runs with kernel's other packages as well", own)
		}
	}
	for _, other := range []string{kernel, kernel + "/check", kernel + "/portable"} {
		if !strings.Contains(seen, other+"\n") {
			t.Errorf("%s runs in no part", other)
		}
	}
}

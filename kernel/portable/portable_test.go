package portable

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// program puts an executable file of that name on a PATH of its own.
func program(t *testing.T, name string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	t.Setenv("PATH", folder)
	if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// wasm is one of Processors, and other the other one.
func both(t *testing.T) (other, wasm Processor) {
	t.Helper()
	processors := Processors()
	if len(processors) != 2 || processors[1].String() != "js/wasm" {
		t.Fatalf("processors %v", processors)
	}
	return processors[0], processors[1]
}

func TestWithoutAnEmulatorTheErrorNamesItAndTheCommandThatInstallsIt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	other, wasm := both(t)
	for processor, want := range map[Processor]string{
		other: "is not on PATH; on Linux, install it with `sudo apt-get install qemu-user`",
		wasm:  "node is not on PATH; install it with `sudo apt-get install nodejs`",
	} {
		_, err := processor.Runner("/usr/lib/go")
		if !errors.Is(err, ErrNoEmulator) || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), processor.String()) {
			t.Errorf("%v: error %v, want %q", processor, err, want)
		}
	}
}

func TestTheRunnerOfTheOtherFamilyIsTheEmulatorItself(t *testing.T) {
	other, _ := both(t)
	folder := program(t, other.emulator)
	if runner, err := other.Runner("/usr/lib/go"); runner != filepath.Join(folder, other.emulator) || err != nil {
		t.Errorf("runner %q, %v", runner, err)
	}
}

func TestTheRunnerOfWebAssemblyIsGosOwnScriptInASmallEnvironment(t *testing.T) {
	_, wasm := both(t)
	node := program(t, "node")
	goroot := filepath.Join(t.TempDir(), "a go")
	_, err := wasm.Runner(goroot)
	if !errors.Is(err, ErrNoEmulator) || !strings.Contains(err.Error(), "go_js_wasm_exec is missing") {
		t.Errorf("without Go's script: %v", err)
	}
	script := filepath.Join(goroot, "lib", "wasm", "go_js_wasm_exec")
	if err := os.MkdirAll(filepath.Dir(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	runner, err := wasm.Runner(goroot)
	if err != nil || !strings.HasPrefix(runner, "env -i PATH="+node+":") || !strings.HasSuffix(runner, " '"+script+"'") {
		t.Errorf("runner %q, %v", runner, err)
	}
}

func TestTheModelsAndTheTwinAreRunForBoth(t *testing.T) {
	for _, processor := range Processors() {
		var packages []string
		for _, run := range processor.Runs("emulate") {
			if !slices.Contains(run.Variables, "GOARCH="+processor.Architecture) || run.Arguments[0] != "test" ||
				run.Arguments[slices.Index(run.Arguments, "-exec")+1] != "emulate" {
				t.Errorf("%v: run %q", processor, run)
			}
			for _, a := range run.Arguments {
				if strings.HasPrefix(a, "./") {
					packages = append(packages, a)
				}
			}
		}
		for _, want := range []string{"erlang", "pool", "oncall", "oncall/study", "random", "load"} {
			if !slices.Contains(packages, "./lessonlib/"+want) {
				t.Errorf("%v: lessonlib/%s is not run", processor, want)
			}
		}
	}
}

// A test that no longer has its name would be slow, or not run, without anybody noticing.
func TestTheNamesOfTestsAreThoseOfTests(t *testing.T) {
	var names strings.Builder
	files, err := filepath.Glob("../../lessonlib/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("../../lessonlib/*/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, below...) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names.WriteString(strings.Join(regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllString(string(data), -1), "\n"))
	}
	for _, part := range strings.Split(slow+"|"+twin, "|") {
		if !strings.Contains(names.String(), part) {
			t.Errorf("no test of lessonlib has %q in its name", part)
		}
	}
}

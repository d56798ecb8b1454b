package install

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/lessonlib/show/assets"
)

// mend is the command that repairs any part of the set-up.
const mend = "go run ./kernel install"

// Finding is what doctor says about one part of the set-up.
type Finding struct {
	Part string `json:"part"`
	OK   bool   `json:"ok"`
	// Problem says what is wrong and Mend is the command that repairs it; both are empty if the part is well.
	Problem string `json:"problem,omitempty"`
	Mend    string `json:"mend,omitempty"`
}

// String gives the finding in one line.
func (f Finding) String() string {
	if f.OK {
		return "ok       " + f.Part
	}
	return fmt.Sprintf("problem  %s: %s; mend it with `%s`", f.Part, f.Problem, f.Mend)
}

// Doctor checks every step and changes nothing.
func Doctor(ctx context.Context, steps []Step) []Finding {
	var findings []Finding
	for _, step := range steps {
		f := Finding{Part: step.Name, OK: true}
		if err := step.Check(ctx); err != nil {
			f = Finding{Part: step.Name, Problem: err.Error(), Mend: mend}
		}
		findings = append(findings, f)
	}
	return findings
}

func checkPython(ctx context.Context, env environment.Environment) error {
	if err := env.Check("python"); err != nil {
		return fmt.Errorf("%s has no Python", env.Prefix)
	}
	if err := env.Check("jupyter"); err != nil {
		return fmt.Errorf("%s has no Jupyter", env.Prefix)
	}
	const program = `
import importlib.metadata as metadata, sys
for line in open(sys.argv[1], encoding="utf-8"):
    name, _, pin = line.partition("#")[0].strip().partition("==")
    if name:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = "missing"
        if version != pin:
            print(name, "is", version + ", requirements.txt pins", pin)
`
	out, err := env.Command(ctx, "python", "-c", program, filepath.Join(env.Root, "requirements.txt")).Output()
	if err != nil {
		return fmt.Errorf("asking for the packages' versions: %w", err)
	}
	if wrong := strings.TrimSpace(string(out)); wrong != "" {
		return errors.New(strings.ReplaceAll(wrong, "\n", "; "))
	}
	return nil
}

// checkKernelSpec tells whether the kernelspec is the one that install would write, and whether Jupyter lists it.
func checkKernelSpec(s Settings) error {
	have, err := os.ReadFile(s.SpecFile())
	if err != nil {
		return fmt.Errorf("kernelspec: %w", err)
	}
	var kept struct {
		Argv []string          `json:"argv"`
		Env  map[string]string `json:"env"`
	}
	if err := json.Unmarshal(have, &kept); err != nil {
		return fmt.Errorf("kernelspec %s is damaged: %w", s.SpecFile(), err)
	}
	// The rest of PATH and Go's folders may differ by the shell that asks; what has to fit is what the kernel needs.
	if len(kept.Argv) == 0 || kept.Env["QUEUEBOOK_ROOT"] != s.Env.Root {
		return fmt.Errorf("kernelspec %s was made for another checkout, %q", s.SpecFile(), kept.Env["QUEUEBOOK_ROOT"])
	}
	for _, program := range []string{kept.Argv[0], filepath.Join(s.Tools, "goimports")} {
		if _, err := os.Stat(program); err != nil {
			return fmt.Errorf("kernelspec %s: %w", s.SpecFile(), err)
		}
	}
	if charts, err := os.ReadFile(s.ChartsFile()); err != nil || string(charts) != assets.Script() {
		return fmt.Errorf("%s is missing or from another version, so interactive charts would stay empty", s.ChartsFile())
	}
	if settings, err := os.ReadFile(s.LabFile()); err != nil || string(settings) != labSettings {
		return fmt.Errorf("%s is missing or from another version, so completions would often stay away", s.LabFile())
	}
	if !strings.Contains(kept.Env["PATH"], s.GoTool) {
		return fmt.Errorf("kernelspec %s does not have %s, where the go command is, on its PATH", s.SpecFile(), s.GoTool)
	}
	return nil
}

// checkCell builds and runs a cell's program just as the kernel would, without the network.
func checkCell(ctx context.Context, s Settings) error {
	dir, err := os.MkdirTemp("", "queuebook-cell-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	const program = `package main

import "github.com/queuebook/queuebook/lessonlib/show"

func main() { show.Text("a cell runs") }
`
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		return err
	}
	for _, args := range [][]string{{"mod", "init", "cell"}, {"work", "init", ".", s.Env.Root}} {
		if err := environment.Quietly(s.CellGo(ctx, dir, args...)); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	cmd := s.CellGo(ctx, dir, "run", ".")
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("a cell that shows a text does not run without the network: %w", err)
	}
	if got := strings.TrimSpace(out.String()); got != "a cell runs" {
		return fmt.Errorf("a cell that shows a text showed %q", got)
	}
	return nil
}

// Package bench measures what the README states about the time from an edit to its output.
package bench

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
)

//go:embed cells.py
var timer string

// cell is one kind of cell that a student edits. {n} in the body is another number in every round.
type cell struct {
	Name    string `json:"name"`
	Imports string `json:"imports"`
	Body    string `json:"body"`
}

const lessonlib = `"github.com/queuebook/queuebook/lessonlib/`

// cells are the four kinds that issue texts and the README name.
var cells = []cell{{
	Name:    "text",
	Imports: `import ` + lessonlib + `show"`,
	Body:    `show.Text("edit {n}")`,
}, {
	Name:    "table",
	Imports: `import ` + lessonlib + `show"`,
	Body:    `show.NewTable("Edit {n}", "seller", "share %.2f").Row("S1", 0.17).Show()`,
}, {
	Name:    "static chart",
	Imports: `import ` + lessonlib + `show"`,
	Body: `show.Figure(show.Chart{Title: "Edit {n}", Series: []show.Series{
	show.Line("a line", []float64{1, 2, 3}, []float64{1, 4, 9})}})`,
}, {
	Name:    "interactive chart",
	Imports: `import ` + lessonlib + `show"`,
	Body: `show.Explore(show.Chart{Title: "Edit {n}", Series: []show.Series{
	show.Line("a line", []float64{1, 2, 3}, []float64{1, 4, 9})}})`,
}}

// Timing is the time from an edit to its output beside a bare build of the same program, in the same run.
type Timing struct {
	Cell string
	// First is the first run of this kind of cell in a fresh kernel, Kernel the median of the edits after it, and Build
	// the median of `go build` of the same program with warm caches.
	First, Kernel, Build time.Duration
}

// Ratio is Kernel / Build.
func (t Timing) Ratio() float64 { return float64(t.Kernel) / float64(t.Build) }

// Cells times each kind of cell over the given number of edits, at least one.
func Cells(ctx context.Context, s install.Settings, rounds int) ([]Timing, error) {
	if rounds < 1 {
		return nil, fmt.Errorf("rounds is %d; at least 1 is needed", rounds)
	}
	kernel, err := kernelTimes(ctx, s, rounds)
	if err != nil {
		return nil, err
	}
	var timings []Timing
	for i, c := range cells {
		build, err := buildTimes(ctx, s, c, rounds)
		if err != nil {
			return nil, err
		}
		timings = append(timings, Timing{
			Cell:   c.Name,
			First:  seconds(kernel["first"][i]),
			Kernel: seconds(median(kernel[c.Name])),
			Build:  seconds(median(build)),
		})
	}
	return timings, nil
}

func kernelTimes(ctx context.Context, s install.Settings, rounds int) (map[string][]float64, error) {
	input, err := json.Marshal(cells)
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	cmd := s.Env.Command(ctx, "python", "-c", timer, strconv.Itoa(rounds))
	cmd.Stdin = bytes.NewReader(input)
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("timing cells through the kernel: %w: %s", err, environment.LastLine(log.String()))
	}
	var times map[string][]float64
	if err := json.Unmarshal(out, &times); err != nil {
		return nil, fmt.Errorf("reading the times of cells: %w", err)
	}
	if len(times["first"]) != len(cells) {
		return nil, fmt.Errorf("the kernel ran %d kinds of cells, want %d", len(times["first"]), len(cells))
	}
	return times, nil
}

// buildTimes builds the cell's program as often, with another number each time.
func buildTimes(ctx context.Context, s install.Settings, c cell, rounds int) (times []float64, err error) {
	dir, err := os.MkdirTemp("", "queuebook-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	run := func(args ...string) error {
		if err := environment.Quietly(s.CellGo(ctx, dir, args...)); err != nil {
			return fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
		}
		return nil
	}
	for _, args := range [][]string{{"mod", "init", "bench"}, {"work", "init", ".", s.Env.Root}} {
		if err := run(args...); err != nil {
			return nil, err
		}
	}
	for n := range rounds + 1 {
		body := strings.ReplaceAll(c.Body, "{n}", strconv.Itoa(n))
		program := "package main\n\n" + c.Imports + "\n\nfunc main() {\n" + body + "\n}\n"
		if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
			return nil, err
		}
		begin := time.Now()
		if err := run("build", "-o", "program", "."); err != nil {
			return nil, err
		}
		if n > 0 { // the first one warms what only this program needs
			times = append(times, time.Since(begin).Seconds())
		}
	}
	return times, nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

package binder

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/queuebook/queuebook/kernel/environment"
)

//go:embed first_cell.py
var starter string

// chartCell is a cell as a lesson has them: it draws a chart.
const chartCell = `%noautoget
import "github.com/queuebook/queuebook/lessonlib/show"
%%
show.Figure(show.Chart{Title: "The first chart", Series: []show.Series{
	show.Line("a line", []float64{1, 2, 3}, []float64{1, 4, 9})}})`

// FirstCell is what a reader who opens a lesson waits for.
type FirstCell struct {
	// Ready is the time from the kernel's start until it answers, and Shown until its first cell has drawn a chart and
	// says that it is done.
	Ready, Shown time.Duration
	// Forms are the media types in which the cell showed something.
	Forms []string
	// Printed is what it printed, and why it failed if it did.
	Printed string
}

// FirstCell starts the kernel in the image, with a home folder that may be another one than the image was built with,
// and runs a cell that draws a chart.
func (h Hub) FirstCell(ctx context.Context, home string) (FirstCell, error) {
	cmd := h.Command(ctx, home, nil, "python", "-c", starter, chartCell)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		return FirstCell{}, fmt.Errorf("running the first cell: %w: %s", err, environment.LastLine(log.String()))
	}
	var told struct {
		Ready, Shown float64
		Forms        []string
		Printed      string
	}
	if err := json.Unmarshal(out, &told); err != nil {
		return FirstCell{}, fmt.Errorf("reading what the first cell did: %w", err)
	}
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return FirstCell{seconds(told.Ready), seconds(told.Shown), told.Forms, told.Printed}, nil
}

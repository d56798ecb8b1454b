// Package logbook keeps the report of a campaign from one cell to the next. A cell is a program of its own and the ten runs
// take a minute, so one cell makes them and Keeps the report; the cells after it Read it:
//
//	report, err := logbook.Keep(load.Campaign{}.Run(ctx))
//
// The logbook is one file in the kernel's temporary folder, which the kernel removes when it ends, so that two notebooks do
// not read each other's runs. A second copy in the user's cache folder survives a restart: until the new kernel has
// made runs of its own, Read gives the last ones that any kernel made. Nothing is written into the checkout.
package logbook

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/queuebook/queuebook/lessonlib/load"
)

// fileName carries the form's version: a report of another form is not found rather than misread.
const fileName = "campaign-1.gob"

// ErrEmpty is in the chain of the error of Read when nothing was kept yet.
var ErrEmpty = errors.New("no runs are kept yet")

// Entry is what the logbook keeps.
type Entry struct {
	Made   time.Time // when the runs were
	Report load.Report
}

// folders are where the logbook is kept, the kernel's own first. Outside a notebook there is only the user's.
func folders() ([]string, error) {
	var list []string
	if own := os.Getenv("GONB_TMP_DIR"); own != "" {
		list = append(list, own)
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		return append(list, filepath.Join(cache, "queuebook")), nil
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("logbook: no folder to keep runs in: %w; set HOME", err)
	}
	return list, nil
}

// Keep keeps the report of a campaign in place of the one before, and gives it back. A report that comes with an error is
// not whole: it is given back with the error, and not kept. Each file is replaced whole: a full disk or an interruption
// leaves the old one.
func Keep(r load.Report, err error) (load.Report, error) {
	if err != nil {
		return r, err
	}
	list, err := folders()
	if err != nil {
		return r, err
	}
	entry := Entry{Made: time.Now(), Report: r}
	for _, folder := range list {
		if err := write(folder, entry); err != nil {
			return r, fmt.Errorf("logbook: keeping the runs: %w", err)
		}
	}
	return r, nil
}

func write(folder string, e Entry) (err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "campaign-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err == nil {
			err = os.Rename(f.Name(), filepath.Join(folder, fileName))
		}
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	return gob.NewEncoder(f).Encode(e)
}

// Read gives the runs that this kernel kept last, or else the last that any did. Without any the error wraps [ErrEmpty].
func Read() (Entry, error) {
	list, err := folders()
	if err != nil {
		return Entry{}, err
	}
	for _, folder := range list {
		e, err := read(filepath.Join(folder, fileName))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return Entry{}, fmt.Errorf("logbook: %s: %w; run the cell that makes the runs again", filepath.Join(folder, fileName), err)
		}
		return e, nil
	}
	return Entry{}, fmt.Errorf("logbook: %w; run the cell that makes the ten runs first", ErrEmpty)
}

func read(file string) (e Entry, err error) {
	f, err := os.Open(file)
	if err != nil {
		return Entry{}, err
	}
	defer f.Close()
	return e, gob.NewDecoder(f).Decode(&e)
}

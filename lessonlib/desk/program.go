package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ProgramName is the file name of the server's program, which desk/cmd/loandesk builds.
const ProgramName = "loandesk"

const programPackage = "github.com/queuebook/queuebook/lessonlib/desk/cmd/" + ProgramName

// Program gives the path of the server's program: the one in the folder that the environment variable QUEUEBOOK_BIN
// names, where `go run ./kernel install` puts it, or else one that the go command builds from the checkout around
// QUEUEBOOK_ROOT or the working folder, into the user's cache folder. The first build takes half a minute, a later one
// less than a second; who starts many desks asks once and sets Options.Program.
func Program(ctx context.Context) (string, error) {
	if folder := os.Getenv("QUEUEBOOK_BIN"); folder != "" {
		file := filepath.Join(folder, ProgramName)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file, nil
		}
	}
	file, err := build(ctx)
	if err != nil {
		return "", fmt.Errorf("desk: no program %s in QUEUEBOOK_BIN (%q), and it cannot be built: %w; "+
			"run `go run ./kernel install` in the checkout", ProgramName, os.Getenv("QUEUEBOOK_BIN"), err)
	}
	return file, nil
}

// build builds beside the file and renames, so that two builds at a time, or a broken one, leave a whole program.
func build(ctx context.Context) (_ string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "queuebook")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	temporary, err := os.MkdirTemp(folder, "build-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temporary)
	built := filepath.Join(temporary, ProgramName)
	cmd := exec.CommandContext(ctx, "go", "build", "-o", built, programPackage)
	cmd.Dir = os.Getenv("QUEUEBOOK_ROOT") // the working folder if that is empty
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	var words bytes.Buffer
	cmd.Stderr = &words
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		if text := strings.TrimSpace(words.String()); text != "" {
			err = errors.Join(err, errors.New(text))
		}
		return "", fmt.Errorf("go build: %w", err)
	}
	file := filepath.Join(folder, ProgramName)
	return file, os.Rename(built, file)
}

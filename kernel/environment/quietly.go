package environment

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
)

// Quietly runs cmd and, if it fails, puts the last line it wrote into the error.
func Quietly(cmd *exec.Cmd) error {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if last := LastLine(out.String()); err != nil && last != "" {
		return fmt.Errorf("%w: %s", err, last)
	}
	return err
}

// LastLine is the last line of what a program wrote, which is where most say why they failed.
func LastLine(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

//go:build !linux && !js

package desk

import (
	"os/exec"
	"syscall"
)

// endWithParent keeps terminal signals, which go to a whole process group, from the desk. It ends with this process
// because its standard input does.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

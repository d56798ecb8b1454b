package desk

import (
	"os/exec"
	"syscall"
)

// endWithParent keeps terminal signals, which go to a whole process group, from the desk, and has the system end it with
// the thread that starts it, should it ever overlook the end of its standard input.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

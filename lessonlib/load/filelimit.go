//go:build !js

package load

import (
	"fmt"
	"syscall"
)

// spareFiles are for what the program has open besides connections.
const spareFiles = 64

// raiseFileLimit raises this process's soft limit on open files to what so many connections need, as far as the hard limit
// allows, and returns a warning if that is not enough: each request in flight is an open file.
func raiseFileLimit(connections int) (warning string) {
	need := uint64(connections + spareFiles)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) >= need {
		return ""
	}
	raised := limit
	raised.Cur = min(limit.Max, need)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &raised); err != nil {
		raised = limit
	}
	if uint64(raised.Cur) >= need {
		return ""
	}
	return fmt.Sprintf("the limit of %d open files is too low for %d requests in flight: if it comes to that many, the rest "+
		"fail; raise it with `ulimit -n %d` before the kernel starts", raised.Cur, connections, need)
}

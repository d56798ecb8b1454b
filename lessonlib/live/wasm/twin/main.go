//go:build js && wasm

// Command twin is the engine of the twin explorer as a page runs it. The kernel's install command builds it.
package main

import (
	"github.com/queuebook/queuebook/lessonlib/live/twinexplorer"
	"github.com/queuebook/queuebook/lessonlib/live/wasm/bridge"
)

func main() {
	bridge.Serve(twinexplorer.Call)
}

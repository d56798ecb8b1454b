//go:build js && wasm

// Command pool is the engine of the pool explorer as a page runs it. The kernel's install command builds it.
package main

import (
	"github.com/queuebook/queuebook/lessonlib/live/poolexplorer"
	"github.com/queuebook/queuebook/lessonlib/live/wasm/bridge"
)

func main() {
	bridge.Serve(poolexplorer.Call)
}

//go:build js && wasm

// Command player is the engine of the on-call player as a page runs it. The kernel's install command builds it.
package main

import (
	"github.com/queuebook/queuebook/lessonlib/live/player"
	"github.com/queuebook/queuebook/lessonlib/live/wasm/bridge"
)

func main() {
	bridge.Serve(player.Call)
}

//go:build js && wasm

// Package bridge connects an engine with the page that runs it.
package bridge

import (
	"fmt"
	"syscall/js"

	"github.com/queuebook/queuebook/lessonlib/live/message"
)

// Serve hands the engine's Call to the page, as a function from text to text, and never returns. A page that started the
// program some other way than page/shared/boot.js does has nobody to hand it to, and Serve panics.
func Serve(call func(request []byte) []byte) {
	js.Global().Call("queuebookAnswer", js.FuncOf(func(_ js.Value, args []js.Value) (reply any) {
		// A panic would end the program, and with it every lesson on the page that uses it.
		defer func() {
			if reason := recover(); reason != nil {
				reply = string(message.Error(fmt.Errorf("the model failed on this request: %v", reason)))
			}
		}()
		return string(call([]byte(args[0].String())))
	}))
	select {}
}

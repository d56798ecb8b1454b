package show

import (
	"encoding/gob"
	"fmt"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Bundle is one output in all its forms, by media type, as Jupyter's display_data message has them. Every bundle has a
// "text/plain" form.
type Bundle struct {
	Data     map[string]any
	Metadata map[string]any
}

func init() {
	// gob sends a value inside an interface only if its type was registered on both sides; GoNB registers these.
	gob.Register(map[string]any{})
	gob.Register([]any{})
}

// display shows a bundle and returns when the kernel has it. Outside a notebook it prints the plain text.
func display(b Bundle) {
	if !gonbui.IsNotebook {
		fmt.Println(b.Data["text/plain"])
		return
	}
	data := make(map[protocol.MIMEType]any, len(b.Data))
	for mimeType, content := range b.Data {
		data[protocol.MIMEType(mimeType)] = content
	}
	gonbui.SendData(&protocol.DisplayData{Data: data, Metadata: b.Metadata})
	gonbui.Sync()
}

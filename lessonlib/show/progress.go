package show

import (
	"fmt"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Progress is one output that says how far a long cell has got: what it says replaces what it said before. Its zero value
// is ready; use it from one goroutine. Outside a notebook, where nothing can be replaced, each line is printed.
type Progress struct {
	id string // of the output that is replaced; drawn anew for each run of a cell, whose old output is gone
}

// Say shows a line in place of the one before. Format and args are those of fmt.Sprintf.
func (p *Progress) Say(format string, args ...any) {
	b := textBundle(fmt.Sprintf(format, args...))
	if !gonbui.IsNotebook {
		fmt.Println(b.Data["text/plain"])
		return
	}
	if p.id == "" {
		p.id = gonbui.UniqueID()
	}
	data := make(map[protocol.MIMEType]any, len(b.Data))
	for mimeType, content := range b.Data {
		data[protocol.MIMEType(mimeType)] = content
	}
	gonbui.SendData(&protocol.DisplayData{Data: data, DisplayID: p.id})
	gonbui.Sync()
}

package twinexplorer

import (
	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/load"
)

// names are the Go names of the values of the types of package load.
var names = map[any]string{
	load.Clumped: "load.Clumped", load.Even: "load.Even", load.Random: "load.Random",
	load.Together: "load.Together", load.Spread: "load.Spread",
	load.Wait: "load.Wait", load.Drop: "load.Drop",
	desk.Unindexed: "desk.Unindexed", desk.Indexed: "desk.Indexed",
}

// code gives the test as the body of a cell: the lesson's, and what differs from it.
func (p Params) code() string {
	return "test := twinexplorer.Lesson()\n" +
		explorer.Code("test", p, Lesson(), func(value any) string { return names[value] }) +
		"show.TwinExplorer(test)"
}

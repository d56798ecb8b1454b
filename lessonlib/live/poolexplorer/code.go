package poolexplorer

import (
	"github.com/queuebook/queuebook/lessonlib/live/explorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

// code gives the day as the body of a cell: the normal day, and what differs from it.
func code(p pool.Params) string {
	return "day := pool.Normal()\n" + explorer.Code("day", p, pool.Normal(), func(value any) string {
		switch value {
		case pool.Shared:
			return "pool.Shared"
		case pool.RoundRobin:
			return "pool.RoundRobin"
		}
		return ""
	}) + "show.PoolExplorer(day)"
}

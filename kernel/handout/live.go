package handout

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/live"
)

// livePlace is the mark of a live lesson in an output, as it stands in a notebook's JSON.
var livePlace = regexp.MustCompile(`data-queuebook-live=\\"([^"\\]*)\\"`)

// liveScripts builds the live lessons if one of the lessons shows one. A notebook that asks for one that does not exist
// is bad input.
func liveScripts(ctx context.Context, env environment.Environment, lessons []lesson) (live.Scripts, error) {
	asked := make(map[string]string) // by whom
	for _, l := range lessons {
		for _, match := range livePlace.FindAllSubmatch(l.content, -1) {
			asked[string(match[1])] = l.name
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	scripts, err := live.Build(ctx, env)
	if err != nil {
		return nil, err
	}
	for name, by := range asked {
		if _, found := scripts[name]; !found {
			return nil, BadInput{fmt.Errorf("%s.ipynb shows a live lesson %q; there are %s; run its cells again", by, name,
				strings.Join(slices.Sorted(maps.Keys(scripts)), ", "))}
		}
	}
	return scripts, nil
}

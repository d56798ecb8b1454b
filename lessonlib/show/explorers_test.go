package show

import (
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/lessonlib/live/twinexplorer"
	"github.com/queuebook/queuebook/lessonlib/pool"
)

func TestAnExplorerIsAStillFigureAndAPlace(t *testing.T) {
	test := twinexplorer.Lesson()
	test.Closed.Users, test.Closed.Think = 202, 200*time.Millisecond
	for _, c := range []struct {
		what string
		list []Bundle
		alt  []string // what the figure's text alternative says, by the lessons' claims
		spec string   // what the page's script is started with
	}{
		{"day B", poolExplorerBundles(pool.DayB()),
			[]string{"wait 0.98 ticks on average", "a noise of 1.43", "Mean delay by seller. Across: seller's number."},
			`{"name":"pool","options":{"fields":{"ScanFactor":"5"}}}`},
		{"the normal day", poolExplorerBundles(pool.Normal()),
			[]string{"wait 0.24 ticks on average"}, `{"name":"pool","options":{}}`},
		{"202 users", twinExplorerBundles(test),
			[]string{"(p95 974.13 ms)", "(p95 102.41 ms)", "without the index: open 974, closed 102.", "A line at 20: goal."},
			`{"name":"twin","options":{"fields":{"Closed.Think":"200000000","Closed.Users":"202"}}}`},
	} {
		if len(c.list) != 2 {
			t.Errorf("%s: %d outputs: %v", c.what, len(c.list), c.list)
			continue
		}
		if _, drawn := c.list[0].Data["image/png"].(string); !drawn {
			t.Errorf("%s: the first output is no picture", c.what)
		}
		alt, _ := c.list[0].Data["text/plain"].(string)
		for _, words := range c.alt {
			if !strings.Contains(alt, words) {
				t.Errorf("%s: the text alternative is %q; want %q in it", c.what, alt, words)
			}
		}
		place, _ := c.list[1].Data["text/html"].(string)
		if !strings.Contains(place, c.spec) {
			t.Errorf("%s: the place is %s; want it started with %s", c.what, place, c.spec)
		}
		if words := text(t, place); !strings.Contains(words, "the figure above shows what it starts with") {
			t.Errorf("%s: without a script it reads %q", c.what, words)
		}
		// A notebook has to stay below 1 MB.
		if len(place) > 3500 {
			t.Errorf("%s: an output carries %d bytes", c.what, len(place))
		}
	}
}

func TestAnExplorerThatCannotRunIsASentence(t *testing.T) {
	crowd, never, endless := pool.Normal(), pool.Normal(), twinexplorer.Lesson()
	crowd.Tenants, never.PeakRate = 20_000, -1
	endless.Closed.Users, endless.Closed.Think, endless.Twin.Search = 10_000, 0, 0
	for what, list := range map[string][]Bundle{
		"sellers x ticks is 12,000,000":     poolExplorerBundles(crowd),
		"PeakRate is -1":                    poolExplorerBundles(never),
		"the explorer plays at most 50,000": twinExplorerBundles(endless),
		"Percentile is 0":                   twinExplorerBundles(twinexplorer.Params{}),
	} {
		if len(list) != 1 || !strings.HasPrefix(list[0].Data["text/plain"].(string), "No explorer: ") ||
			!strings.Contains(list[0].Data["text/plain"].(string), what) {
			t.Errorf("%s: %v", what, list)
		}
	}
}

package prose_test

import (
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/kernel/prose"
)

// Two numbers of lesson 1, one beside its cell and one out of thin air.
func Example() {
	p := prose.Parse(`## Day B

Small sellers now wait [0.98 ticks](#b-small-delay), about
4 times as long; S1 pays for it, see lesson 2.`)

	for _, l := range p.Links {
		fmt.Printf("line %d: %q has to be what %s says\n", l.Line, l.Text, l.Target)
	}
	isClaim := func(l prose.Link) bool { return strings.HasPrefix(l.Target, "#") }
	for _, n := range p.Orphans(isClaim) {
		fmt.Printf("line %d: where does %s come from?\n", n.Line, n.Text)
	}
	// Output:
	// line 3: "0.98 ticks" has to be what #b-small-delay says
	// line 4: where does 4 come from?
}

package pool_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

// goldenRun is one run of the source's own pool program: seven integers a tenant, in
// the order of the fields of pool.Tally.
type goldenRun struct {
	Name           string     `json:"name"`
	Ticks          int        `json:"ticks"`
	Policy         string     `json:"policy"`
	SmallFaster    bool       `json:"small_faster"`
	LargestScans5x bool       `json:"largest_scans_5x"`
	Chunk          int64      `json:"chunk_units"`
	Tenants        [][7]int64 `json:"tenants"`
}

func (g goldenRun) params(t *testing.T) pool.Params {
	p := pool.Normal()
	switch {
	case g.SmallFaster && g.LargestScans5x:
		t.Fatalf("%s is neither a normal day nor day A nor day B", g.Name)
	case g.SmallFaster:
		p = pool.DayA()
	case g.LargestScans5x:
		p = pool.DayB()
	}
	p.Ticks, p.Chunk = g.Ticks, g.Chunk
	switch g.Policy {
	case "shared":
		p.Policy = pool.Shared
	case "round-robin":
		p.Policy = pool.RoundRobin
	default:
		t.Fatalf("%s has an unknown policy %q", g.Name, g.Policy)
	}
	return p
}

// Every run of the source's program, every tenant, every integer: no tolerance.
func TestRunsAreTheSourcesOwn(t *testing.T) {
	raw, err := os.ReadFile("../../data/reference/pool.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct{ Runs []goldenRun }
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Runs) != 8 {
		t.Fatalf("the reference has %d runs, want the source's 8", len(golden.Runs))
	}
	for _, run := range golden.Runs {
		t.Run(run.Name, func(t *testing.T) {
			r, err := run.params(t).Run()
			if err != nil {
				t.Fatal(err)
			}
			want := make([]pool.Tally, len(run.Tenants))
			for i, c := range run.Tenants {
				want[i] = pool.Tally{Volume: c[0], Scan: c[1], Requests: c[2], Units: c[3], Done: c[4], DelaySum: c[5], MaxDelay: c[6]}
			}
			if diff := cmp.Diff(want, r.Tenants); diff != "" {
				t.Errorf("tenants by index (-source +run):\n%s", diff)
			}
		})
	}
}

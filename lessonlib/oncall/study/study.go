// Package study plays one shift over many seeds, and says what that allows to conclude: how each figure is distributed
// under a policy, and whether two policies can be told apart.
//
// A policy is a plan, usually one with rules; see [oncall.Plan.When]. All policies meet the same seeds, and a seed
// brings the same traffic whatever the operator does, so two policies are compared seed by seed: the traffic's luck
// cancels out.
//
//	result, err := study.Study{
//		Shift:    oncall.FlashCrowd(),
//		Policies: []study.Policy{{Name: "do nothing"}, {Name: "20 instances", Plan: big}},
//		Seeds:    1000,
//	}.Run(ctx)
//
// It is not a part of package oncall because it links gonum's statistics, which costs a notebook's cell 30 ms at every
// edit: a fifth of what a cell that plays a single shift takes.
package study

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// MaxPlays is how many shifts a study may play: seeds times policies. Their outcomes take some 200 MB.
const MaxPlays = 2_000_000

// Policy is a plan under a name.
type Policy struct {
	Name string
	Plan oncall.Plan
}

// Study is one shift, some policies, and the seeds First, First + 1, ... that each policy meets.
type Study struct {
	Shift    oncall.Shift
	Policies []Policy
	First    int64 // first seed
	Seeds    int   // how many
	Workers  int   // how many goroutines share the work; 0 for one a processor core. The result does not depend on it.
	// Progress, if there is one, is told now and then how many of the seeds are done, by one goroutine at a time.
	Progress func(done, total int)
}

// Result is a played study.
type Result struct {
	Shift oncall.Shift
	First int64
	Seeds int
	// Policies are in the order of the study.
	Policies []Played
}

// Played is a policy and what it came to, seed by seed.
type Played struct {
	Policy
	Shift    oncall.Shift
	First    int64            // first seed
	Outcomes []oncall.Outcome // of seed First + i
}

// chunk is how many seeds a goroutine takes at a time.
const chunk = 8

// Run plays the study. The result depends on its fields alone, never on the number of cores. A field out of range, and
// any mistake in the shift or in a plan, is an error before anything is played. When ctx is cancelled, Run stops within
// some milliseconds and returns an error that says how far it came and wraps the context's.
func (s Study) Run(ctx context.Context) (Result, error) {
	drills, err := s.prepare()
	if err != nil {
		return Result{}, err
	}
	result := Result{Shift: s.Shift, First: s.First, Seeds: s.Seeds}
	for _, policy := range s.Policies {
		result.Policies = append(result.Policies, Played{
			Policy: policy, Shift: s.Shift, First: s.First, Outcomes: make([]oncall.Outcome, s.Seeds)})
	}
	workers := s.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}

	var next atomic.Int64 // first seed that nobody has taken
	progress := progress{total: s.Seeds, tell: s.Progress}
	group, groupCtx := errgroup.WithContext(ctx)
	for range workers {
		group.Go(func() error {
			for {
				start := int(next.Add(chunk)) - chunk
				if start >= s.Seeds {
					return nil
				}
				end := min(start+chunk, s.Seeds)
				for i := start; i < end; i++ {
					if err := groupCtx.Err(); err != nil {
						return err
					}
					for p, drill := range drills {
						// Each goroutine writes to places of its own, so the order of the work leaves no trace.
						outcome, err := drill.Outcome(s.First + int64(i))
						if err != nil {
							return err
						}
						result.Policies[p].Outcomes[i] = outcome
					}
				}
				progress.add(end - start)
			}
		})
	}
	if err := group.Wait(); err != nil {
		return Result{}, fmt.Errorf("study: stopped after %d of %d seeds: %w", progress.done, s.Seeds, err)
	}
	return result, nil
}

// prepare checks everything.
func (s Study) prepare() ([]*oncall.Drill, error) {
	switch {
	case len(s.Policies) == 0:
		return nil, fmt.Errorf("study: no policy; give at least one, such as {Name: \"do nothing\"}")
	case s.Seeds < 1 || s.Seeds > MaxPlays/len(s.Policies):
		return nil, fmt.Errorf("study: Seeds is %d; with %d policies use 1 to %d", s.Seeds, len(s.Policies), MaxPlays/len(s.Policies))
	case s.First < 0 || s.First > oncall.MaxSeed-int64(s.Seeds-1):
		return nil, fmt.Errorf("study: First is %d; with %d seeds use 0 to %d", s.First, s.Seeds, oncall.MaxSeed-int64(s.Seeds-1))
	case s.Workers < 0 || s.Workers > maxWorkers:
		return nil, fmt.Errorf("study: Workers is %d; use 1 to %d, or 0 for one a core", s.Workers, maxWorkers)
	}
	names := make(map[string]bool, len(s.Policies))
	drills := make([]*oncall.Drill, 0, len(s.Policies))
	for i, policy := range s.Policies {
		if policy.Name == "" || names[policy.Name] {
			return nil, fmt.Errorf("study: policy %d is called %q; give each a name of its own", i+1, policy.Name)
		}
		names[policy.Name] = true
		drill, err := oncall.Prepare(s.Shift, policy.Plan)
		if err != nil {
			return nil, fmt.Errorf("study: policy %q: %w", policy.Name, err)
		}
		drills = append(drills, drill)
	}
	return drills, nil
}

const maxWorkers = 1024

// progress counts seeds and tells somebody.
type progress struct {
	mutex       sync.Mutex
	done, total int
	tell        func(done, total int)
}

func (p *progress) add(seeds int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done += seeds
	if p.tell != nil {
		p.tell(p.done, p.total)
	}
}

// Named returns the policy of a name.
func (r Result) Named(name string) (Played, error) {
	for _, p := range r.Policies {
		if p.Name == name {
			return p, nil
		}
	}
	return Played{}, fmt.Errorf("study: there is no policy %.40q among the %d", name, len(r.Policies))
}

package study_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/oncall/study"
)

// twoPolicies is a small study of the flash crowd.
func twoPolicies(seeds int) study.Study {
	return study.Study{
		Shift: oncall.FlashCrowd(),
		Policies: []study.Policy{
			{Name: "do nothing"},
			{Name: "shed when busy", Plan: oncall.Plan{}.When(oncall.FleetUse.Above(0.9), oncall.Shed(1), oncall.Feature(false), oncall.Minimum(30))},
		},
		First: 1,
		Seeds: seeds,
	}
}

func run(t testing.TB, s study.Study) study.Result {
	t.Helper()
	result, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// A study is nothing but the single shifts, seed by seed.
func TestStudyIsTheSingleShifts(t *testing.T) {
	s := twoPolicies(37)
	result := run(t, s)
	if result.Seeds != 37 || result.First != 1 || result.Shift != s.Shift || len(result.Policies) != 2 {
		t.Fatalf("%d policies, %d seeds from %d", len(result.Policies), result.Seeds, result.First)
	}
	for _, p := range result.Policies {
		for i, got := range p.Outcomes {
			log, err := oncall.Run(s.Shift, s.First+int64(i), p.Plan)
			if err != nil {
				t.Fatal(err)
			}
			if want := log.Outcome(); got != want {
				t.Fatalf("%s, seed %d: %+v, want %+v", p.Name, s.First+int64(i), got, want)
			}
		}
	}
}

// The number of cores and of goroutines leaves no trace in the result.
func TestResultDoesNotDependOnTheCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	s := twoPolicies(101)
	s.Workers = 1
	want := run(t, s)
	for _, cores := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(cores)
		for _, workers := range []int{0, 1, 2, 3, 64} {
			s.Workers = workers
			if got := run(t, s); !reflect.DeepEqual(got, want) {
				t.Errorf("%d cores and %d workers give another result", cores, workers)
			}
		}
	}
}

// Progress is told in order, ends with all seeds, and is told while the study runs.
func TestProgress(t *testing.T) {
	s := twoPolicies(50)
	var told []int
	s.Workers = 4
	s.Progress = func(done, total int) {
		if total != 50 {
			t.Errorf("a total of %d, want 50", total)
		}
		told = append(told, done) // one goroutine at a time: the race detector watches
	}
	run(t, s)
	for i := 1; i < len(told); i++ {
		if told[i] <= told[i-1] {
			t.Errorf("%d after %d", told[i], told[i-1])
		}
	}
	if len(told) < 5 || told[len(told)-1] != 50 {
		t.Errorf("told %v, want it to end with 50", told)
	}
}

// A cancelled study stops, says how far it came, and gives no result.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := twoPolicies(100_000)
	s.Workers = 2
	s.Progress = func(done, total int) {
		if done >= 20 {
			cancel()
		}
	}
	result, err := s.Run(ctx)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "of 100000 seeds") {
		t.Errorf("error %v, want one that says it was cancelled, and when", err)
	}
	if len(result.Policies) != 0 {
		t.Error("an error and a result")
	}
	s.Progress = nil
	if _, err := s.Run(ctx); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "after 0 of") {
		t.Errorf("cancelled before it began: %v", err)
	}
	late, stop := context.WithTimeout(context.Background(), time.Nanosecond)
	defer stop()
	if _, err := s.Run(late); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("out of time: %v", err)
	}
}

// What a study cannot be.
func TestStudyErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*study.Study)
		want   string
	}{
		{"no policy", func(s *study.Study) { s.Policies = nil }, "no policy"},
		{"no seed", func(s *study.Study) { s.Seeds = 0 }, "Seeds is 0; with 2 policies use 1 to 1000000"},
		{"too many seeds", func(s *study.Study) { s.Seeds = 1_000_001 }, "Seeds is 1000001"},
		{"a negative first seed", func(s *study.Study) { s.First = -1 }, "First is -1; with 10 seeds use 0 to 4294967286"},
		{"seeds beyond the last", func(s *study.Study) { s.First = 1<<32 - 9 }, "First is 4294967287"},
		{"negative workers", func(s *study.Study) { s.Workers = -1 }, "Workers is -1"},
		{"too many workers", func(s *study.Study) { s.Workers = 1025 }, "Workers is 1025"},
		{"two policies of one name", func(s *study.Study) { s.Policies[1].Name = "do nothing" }, `policy 2 is called "do nothing"`},
		{"a policy without a name", func(s *study.Study) { s.Policies[0].Name = "" }, `policy 1 is called ""`},
		{"a mistake in a plan", func(s *study.Study) { s.Policies[1].Plan = oncall.Plan{}.At("08:10", oncall.Shed(2)) },
			`policy "shed when busy": oncall: plan, entry 1, "08:10": shed is 2`},
		{"a mistake in the shift", func(s *study.Study) { s.Shift.Minutes = 0 }, "Minutes (OC33) is 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := twoPolicies(10)
			c.change(&s)
			result, err := s.Run(context.Background())
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "study: ") {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if len(result.Policies) != 0 {
				t.Error("an error and a result")
			}
		})
	}
	last := twoPolicies(9)
	last.First = 1<<32 - 9
	run(t, last) // the very last seeds
}

func TestNamed(t *testing.T) {
	result := run(t, twoPolicies(2))
	if p, err := result.Named("do nothing"); err != nil || p.Name != "do nothing" {
		t.Errorf("%q, %v", p.Name, err)
	}
	if _, err := result.Named("panic"); err == nil || !strings.Contains(err.Error(), `no policy "panic"`) {
		t.Errorf("error %v", err)
	}
}

// Streams of mulberry32 are stretches of one cycle of 2^32 states, a draw being a step of 0x6D2B79F5. Two seeds share a
// state within the draws of a 240-minute shift, four uniforms a minute, only when some number of steps leads from one
// to the other; the test finds the nearest two that do. They are further apart than the seeds of any study, so no two
// seeds of a study see a piece of the same traffic.
func TestSeedsOfAStudyShareNoDraw(t *testing.T) {
	const draws = 4 * 240
	closest := uint32(1 << 31)
	for k := uint32(1); k < draws; k++ {
		distance := k * 0x6D2B79F5
		closest = min(closest, distance, -distance)
	}
	if closest <= study.MaxPlays {
		t.Errorf("seeds %d apart share draws", closest)
	}
}

// 10,000 flash crowds with nobody at the desk, by the number of goroutines: twice the cores, half the time.
func BenchmarkStudy(b *testing.B) {
	for _, workers := range []int{1, 2, 4, 8} {
		if workers > runtime.NumCPU() {
			break
		}
		b.Run(fmt.Sprintf("%d workers", workers), func(b *testing.B) {
			s := study.Study{Shift: oncall.FlashCrowd(), Policies: []study.Policy{{Name: "do nothing"}}, Seeds: 10_000, Workers: workers}
			b.ReportAllocs()
			for b.Loop() {
				run(b, s)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000/240, "ns/minute")
		})
	}
}

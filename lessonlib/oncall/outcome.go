package oncall

import "fmt"

// Outcome is what a shift came to.
type Outcome struct {
	Minutes         int     // length of the shift
	BudgetAtStart   float64 // share of the period's error budget
	Budget          float64 // share of the period's error budget that is left; below 0 the objective is broken
	Cost            float64 // $
	Above           int     // minutes with an error rate above what the objective allows
	FirstAbove      int     // the first such minute, or Never
	WorstErrors     float64 // highest error rate of a minute, share of the admitted requests
	WorstErrorsAt   int     // its first minute
	WorstP99        float64 // highest p99 of a minute, s
	WorstP99At      int     // its first minute
	Dropped         float64 // share of all requests of the shift that was shed
	Recommendations int     // minutes with recommendations
	PagedAt         int     // minute in which the page fired first, or Never
}

// TimeToPage is how many minutes the page took to fire after the first minute above the objective, and whether both
// happened.
func (o Outcome) TimeToPage() (minutes int, ok bool) {
	if o.PagedAt == Never || o.FirstAbove == Never {
		return 0, false
	}
	return max(0, o.PagedAt-o.FirstAbove), true
}

// String is the outcome in one line: "17.45 % of the error budget left, $8.56, 24 minutes above the objective, ...".
func (o Outcome) String() string {
	page := "no page"
	if o.PagedAt != Never {
		page = fmt.Sprintf("page at minute %d", o.PagedAt)
	}
	return fmt.Sprintf("%s of the error budget left, $%.2f, %s above the objective, worst error rate %s, worst p99 %.2f s, "+
		"%s dropped, %s with recommendations, %s", percent(o.Budget), o.Cost, countOf(o.Above, "minute"), percent(o.WorstErrors),
		o.WorstP99, percent(o.Dropped), countOf(o.Recommendations, "minute"), page)
}

// percent writes a share with the two decimals that an error budget needs.
func percent(share float64) string {
	return fmt.Sprintf("%.2f %%", 100*share)
}

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Outcome sums the log up.
func (l Log) Outcome() Outcome {
	sum := newTally(&l.Shift)
	for i := range l.Minutes {
		sum.add(&l.Minutes[i])
	}
	return sum.outcome()
}

// tally sums minutes up, one at a time.
type tally struct {
	objective        *Objective
	out              Outcome
	arrived, dropped float64 // requests/s, added over the minutes
}

func newTally(s *Shift) *tally {
	return &tally{objective: &s.Service.Objective,
		out: Outcome{BudgetAtStart: s.Budget, Budget: s.Budget, FirstAbove: Never, PagedAt: Never}}
}

func (t *tally) add(m *Minute) {
	out := &t.out
	out.Minutes++
	out.Budget = m.Budget
	out.Cost = m.Cost
	if m.Errors > t.objective.AllowedErrors {
		out.Above++
		if out.FirstAbove == Never {
			out.FirstAbove = m.Minute
		}
	}
	if m.Errors > out.WorstErrors {
		out.WorstErrors, out.WorstErrorsAt = m.Errors, m.Minute
	}
	if m.P99 > out.WorstP99 {
		out.WorstP99, out.WorstP99At = m.P99, m.Minute
	}
	if out.PagedAt == Never && t.objective.Pages(m.BurnHour) {
		out.PagedAt = m.Minute
	}
	if m.Recommendations == 1 {
		out.Recommendations++
	}
	t.arrived += m.Rate
	t.dropped += float64(m.Rate * m.Dropped)
}

func (t *tally) outcome() Outcome {
	out := t.out
	if t.arrived > 0 {
		out.Dropped = t.dropped / t.arrived
	}
	return out
}

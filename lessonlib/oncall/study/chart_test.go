package study_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/oncall/study"
)

// A larger minimum costs more on every night, so the order by cost is the order of the minima.
func TestPoliciesComeInTheOrderOfTheirMeans(t *testing.T) {
	minimum := func(n float64) oncall.Plan { return oncall.Plan{}.AtMinute(0, oncall.Minimum(n)) }
	r, err := study.Study{
		Shift: oncall.Noon(), Seeds: 5,
		Policies: []study.Policy{{Name: "30", Plan: minimum(30)}, {Name: "15", Plan: minimum(15)}, {Name: "20", Plan: minimum(20)}},
	}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sorted := study.ByMean(r.Policies, study.Cost)
	if got := study.Names(sorted); !cmp.Equal(got, []string{"15", "20", "30"}) {
		t.Errorf("by cost: %v", got)
	}
	if got := study.Names(r.Policies); !cmp.Equal(got, []string{"30", "15", "20"}) {
		t.Errorf("sorting changed the study to %v", got)
	}
	means := study.Means(sorted, study.Cost)
	if !slices.IsSorted(means) || means[0] != sorted[0].Distribution(study.Cost).Mean {
		t.Errorf("means %v", means)
	}
}

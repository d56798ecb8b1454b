package show_test

import (
	"encoding/base64"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
	"github.com/queuebook/queuebook/lessonlib/show/timeline"
)

// The time lines of lesson 2's three shifts, six panels each, have at most 60 KB, so that a notebook of them stays below
// issue 3's 1 MB.
func TestTimeLinesAreSmallFiles(t *testing.T) {
	for _, c := range []struct {
		shift oncall.Shift
		seed  int64
		plan  oncall.Plan
	}{
		{oncall.BadDeploy(), 1, oncall.Plan{}.AtMinute(29, oncall.Rollback())},
		{oncall.FlashCrowd(), 42, oncall.Plan{}.AtMinute(91, oncall.Minimum(30), oncall.Shed(1), oncall.Feature(false)).
			AtMinute(103, oncall.Shed(0), oncall.Feature(true))},
		{oncall.CacheFlush(), 42, oncall.Plan{}.AtMinute(6, oncall.Warmup())},
	} {
		log, err := oncall.Run(c.shift, c.seed, c.plan)
		if err != nil {
			t.Fatal(err)
		}
		p, err := timeline.Panels(log)
		if err != nil {
			t.Fatal(err)
		}
		picture, drawn := p.Bundle().Data["image/png"].(string)
		if size := base64.StdEncoding.DecodedLen(len(picture)); !drawn || size > 60<<10 {
			t.Errorf("%s: drawn %t, %d bytes", c.shift.Name, drawn, size)
		}
	}
}

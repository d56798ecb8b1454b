package pool_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/pool"
)

// Every figure that the source asserts, each in one line of a cell. They come from the
// source's program (data/reference/pool.json holds its counts) and its assertions on it.
func TestFiguresTheLessonAsserts(t *testing.T) {
	day := pool.Normal()
	fair := func(p pool.Params) pool.Params { p.Policy = pool.RoundRobin; return p }
	chunked := func(p pool.Params, units int64) pool.Params { p.Chunk = units; return p }

	normal, a, b := mustRun(t, day), mustRun(t, pool.DayA()), mustRun(t, pool.DayB())
	fairNormal, fairA, fairB := mustRun(t, fair(day)), mustRun(t, fair(pool.DayA())), mustRun(t, fair(pool.DayB()))
	chunk681, chunk50 := mustRun(t, chunked(pool.DayB(), 681)), mustRun(t, chunked(pool.DayB(), 50))

	for _, c := range []struct{ what, want, got string }{
		{"small tenants, mean delay, shared, normal", "0.24", fmt.Sprintf("%.2f", normal.Small().MeanDelay())},
		{"small tenants, mean delay, shared, day A", "0.85", fmt.Sprintf("%.2f", a.Small().MeanDelay())},
		{"small tenants, mean delay, shared, day B", "0.98", fmt.Sprintf("%.2f", b.Small().MeanDelay())},
		{"small tenants, request share, normal", "0.6143", fmt.Sprintf("%.4f", normal.Small().RequestShare())},
		{"small tenants, request share, day A", "0.6560", fmt.Sprintf("%.4f", a.Small().RequestShare())},
		{"small tenants, request share, day B", "0.6142", fmt.Sprintf("%.4f", b.Small().RequestShare())},
		{"small tenants, work share, normal", "0.6114", fmt.Sprintf("%.4f", normal.Small().WorkShare())},
		{"small tenants, work share, day A", "0.6485", fmt.Sprintf("%.4f", a.Small().WorkShare())},
		{"small tenants, work share, day B", "0.5589", fmt.Sprintf("%.4f", b.Small().WorkShare())},
		{"S1 request share, normal", "0.1689", fmt.Sprintf("%.4f", normal.Tenant(1).RequestShare())},
		{"S1 request share, day A", "0.1506", fmt.Sprintf("%.4f", a.Tenant(1).RequestShare())},
		{"S1 request share, day B", "0.1690", fmt.Sprintf("%.4f", b.Tenant(1).RequestShare())},
		{"S1 work share, normal", "0.1702", fmt.Sprintf("%.4f", normal.Tenant(1).WorkShare())},
		{"S1 work share, day A", "0.1540", fmt.Sprintf("%.4f", a.Tenant(1).WorkShare())},
		{"S1 work share, day B", "0.2415", fmt.Sprintf("%.4f", b.Tenant(1).WorkShare())},
		{"S1 noise, normal", "1.01", fmt.Sprintf("%.2f", normal.Tenant(1).Noise())},
		{"S1 noise, day A", "1.02", fmt.Sprintf("%.2f", a.Tenant(1).Noise())},
		{"S1 noise, day B", "1.43", fmt.Sprintf("%.2f", b.Tenant(1).Noise())},
		{"S1 mean delay, shared, normal", "0.10", fmt.Sprintf("%.2f", normal.Tenant(1).MeanDelay())},
		{"S1 mean delay, shared, day A", "0.48", fmt.Sprintf("%.2f", a.Tenant(1).MeanDelay())},
		{"S1 mean delay, shared, day B", "0.47", fmt.Sprintf("%.2f", b.Tenant(1).MeanDelay())},
		{"S1 mean delay, round robin, normal", "0.48", fmt.Sprintf("%.2f", fairNormal.Tenant(1).MeanDelay())},
		{"S1 mean delay, round robin, day A", "3.27", fmt.Sprintf("%.2f", fairA.Tenant(1).MeanDelay())},
		{"S1 mean delay, round robin, day B", "2.96", fmt.Sprintf("%.2f", fairB.Tenant(1).MeanDelay())},
		{"S1 largest delay, shared, normal", "2", fmt.Sprint(normal.Tenant(1).MaxDelay)},
		{"S1 largest delay, shared, day A", "2", fmt.Sprint(a.Tenant(1).MaxDelay)},
		{"S1 largest delay, shared, day B", "3", fmt.Sprint(b.Tenant(1).MaxDelay)},
		{"S1 largest delay, round robin, normal", "7", fmt.Sprint(fairNormal.Tenant(1).MaxDelay)},
		{"S1 largest delay, round robin, day A", "13", fmt.Sprint(fairA.Tenant(1).MaxDelay)},
		{"S1 largest delay, round robin, day B", "9", fmt.Sprint(fairB.Tenant(1).MaxDelay)},
		{"small tenants, mean delay, round robin, normal", "0.00", fmt.Sprintf("%.2f", fairNormal.Small().MeanDelay())},
		{"small tenants, mean delay, round robin, day A", "0.00", fmt.Sprintf("%.2f", fairA.Small().MeanDelay())},
		{"small tenants, mean delay, round robin, day B", "0.00", fmt.Sprintf("%.2f", fairB.Small().MeanDelay())},

		{"offered load, units a tick", "483.34", fmt.Sprintf("%.2f", day.OfferedLoad())},
		{"utilisation", "0.8951", fmt.Sprintf("%.4f", day.Utilisation())},
		{"volume of S1", "68050", fmt.Sprint(day.Volume(1))},
		{"volume of S200", "340", fmt.Sprint(day.Volume(200))},
		{"scan of S1, units", "681", fmt.Sprint(day.ScanUnits(1))},
		{"scan of S200, units", "3", fmt.Sprint(day.ScanUnits(200))},
		{"ratio of the scans", "227", fmt.Sprint(float64(day.ScanUnits(1)) / float64(day.ScanUnits(200)))},
		{"share of a tick under round robin, units", "2", fmt.Sprint(day.QuantumShare())},
		{"scan of S1 in ticks", "1.26", fmt.Sprintf("%.2f", day.TickFraction(day.ScanUnits(1)))},
		{"chunk of 50 in ticks", "0.09", fmt.Sprintf("%.2f", day.TickFraction(50))},
		{"small tenants, mean delay, day B, chunk 681", "0.98", fmt.Sprintf("%.2f", chunk681.Small().MeanDelay())},
		{"small tenants, mean delay, day B, chunk 50", "1.00", fmt.Sprintf("%.2f", chunk50.Small().MeanDelay())},
		{"counters of round robin", "200", fmt.Sprint(fairB.Params.Tenants)},
		{"units of S1, day B", "76581", fmt.Sprint(b.Tenant(1).Units)},
		{"units of S1, day B, chunk 50", "76831", fmt.Sprint(chunk50.Tenant(1).Units)},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, the source says %s", c.what, c.got, c.want)
		}
	}

	for _, number := range []int{1, 10, 50, 200} {
		if noise := math.Round(normal.Tenant(number).Noise()*100) / 100; noise < 0.95 || noise > 1.01 {
			t.Errorf("noise of S%d on a normal day is %v, the source says between 0.95 and 1.01", number, noise)
		}
	}
}

func TestGroupsAreSumsOfTheirTenants(t *testing.T) {
	r := mustRun(t, pool.DayB())
	for _, c := range []struct {
		group       pool.Group
		name        string
		first, last int
	}{
		{r.Tenant(1), "S1", 1, 1},
		{r.Tenant(200), "S200", 200, 200},
		{r.Small(), "S6-S200", 6, 200},
		{r.All(), "S1-S200", 1, 200},
		{r.Range(2, 5), "S2-S5", 2, 5},
		{r.Range(-3, 2), "S1-S2", 1, 2},
		{r.Range(199, math.MaxInt), "S199-S200", 199, 200},
	} {
		if c.group.String() != c.name || c.group.First != c.first || c.group.Last != c.last {
			t.Errorf("group %v is S%d to S%d, want %s", c.group, c.group.First, c.group.Last, c.name)
		}
		var want pool.Tally
		for _, s := range r.Tenants[c.first-1 : c.last] {
			want.Volume += s.Volume
			want.Scan += s.Scan
			want.Requests += s.Requests
			want.Units += s.Units
			want.Done += s.Done
			want.DelaySum += s.DelaySum
			want.MaxDelay = max(want.MaxDelay, s.MaxDelay)
		}
		if diff := cmp.Diff(want, c.group.Tally); diff != "" {
			t.Errorf("%s (-sum +group):\n%s", c.name, diff)
		}
	}

	all := r.All()
	if all.RequestShare() != 1 || all.WorkShare() != 1 || all.Noise() != 1 {
		t.Errorf("all tenants have shares %v and %v and noise %v, want 1", all.RequestShare(), all.WorkShare(), all.Noise())
	}
	// 600 ticks (the golden run B): S1 sent 42,581 requests of 76,581 units
	if s1 := r.Tenant(1); s1.RequestRate() != 42_581.0/600 || s1.WorkRate() != 76_581.0/600 {
		t.Errorf("S1 sends %v requests and %v units a tick", s1.RequestRate(), s1.WorkRate())
	}
}

func TestEmptyGroupsAnswerExplicitly(t *testing.T) {
	few := pool.Normal()
	few.Tenants = 5 // all of them large
	r := mustRun(t, few)
	for what, g := range map[string]pool.Group{
		"small tenants of five":  r.Small(),
		"S0":                     r.Tenant(0),
		"S6 of five":             r.Tenant(6),
		"a range backwards":      r.Range(4, 3),
		"all of the zero result": pool.Result{}.All(),
		"the zero group":         {},
	} {
		if g.String() != "none" || g.First != 0 || g.Last != 0 || g.Tally != (pool.Tally{}) {
			t.Errorf("%s: group %v (S%d to S%d) of %+v, want none", what, g, g.First, g.Last, g.Tally)
		}
		if !math.IsNaN(g.MeanDelay()) || !math.IsNaN(g.Noise()) {
			t.Errorf("%s: mean delay %v and noise %v, want NaN", what, g.MeanDelay(), g.Noise())
		}
	}
	if g := r.Small(); g.RequestShare() != 0 || g.WorkShare() != 0 || g.RequestRate() != 0 || g.WorkRate() != 0 {
		t.Errorf("an empty group's shares are %v and %v, its rates %v and %v, want 0", g.RequestShare(), g.WorkShare(), g.RequestRate(), g.WorkRate())
	}
	if busy := (pool.Result{}).Busy(); !math.IsNaN(busy) {
		t.Errorf("the zero result is busy %v, want NaN", busy)
	}

	// A pool that nobody uses, and one whose only request is not done within the run.
	silent := two(1, 3, pool.Shared)
	silent.PeakRate = 0
	if g := mustRun(t, silent).All(); !math.IsNaN(g.RequestShare()) || !math.IsNaN(g.WorkShare()) || !math.IsNaN(g.MeanDelay()) {
		t.Errorf("without requests the shares are %v and %v, the mean delay %v, want NaN", g.RequestShare(), g.WorkShare(), g.MeanDelay())
	}
	silent.Shipments, silent.ScanInterval, silent.Watch = 900, 3, 1
	undone := mustRun(t, silent)
	if g := undone.Tenant(1); g.Requests != 1 || g.Done != 0 || !math.IsNaN(g.MeanDelay()) {
		t.Errorf("S1 had %d requests, %d done, mean delay %v, want 1, 0 and NaN", g.Requests, g.Done, g.MeanDelay())
	}
	if m := undone.Series[2]; !math.IsNaN(m.MeanDelay()) {
		t.Errorf("mean delay of a tick without completions is %v, want NaN", m.MeanDelay())
	}
}

// Fair sharing moves the wait from the many to S1: of 200 tenants it is the one that
// pays most, and no small one pays.
func TestWhoPaysForFairSharing(t *testing.T) {
	day := pool.DayB()
	shared := mustRun(t, day)
	day.Policy = pool.RoundRobin
	fair := mustRun(t, day)
	changes, err := pool.WhoPays(shared, fair)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range changes {
		if c.Tenant != i+1 || c.Before != shared.Tenant(i+1).MeanDelay() || c.After != fair.Tenant(i+1).MeanDelay() {
			t.Errorf("change %d is %+v, want S%d from %v to %v", i, c, i+1, shared.Tenant(i+1).MeanDelay(), fair.Tenant(i+1).MeanDelay())
		}
		if i >= day.Large && c.Delta() >= 0 {
			t.Errorf("S%d pays %v ticks", c.Tenant, c.Delta())
		}
		if i > 0 && c.Delta() >= changes[0].Delta() {
			t.Errorf("S%d pays %v ticks, S1 only %v", c.Tenant, c.Delta(), changes[0].Delta())
		}
	}

	few := mustRun(t, two(1, 1, pool.Shared))
	for _, pair := range [][2]pool.Result{{shared, few}, {few, shared}, {{}, {}}} {
		_, err := pool.WhoPays(pair[0], pair[1])
		says := fmt.Sprintf("runs of %d and %d tenants", len(pair[0].Tenants), len(pair[1].Tenants))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error is %v, want one that says %q", err, says)
		}
	}
}

func TestPoliciesHaveNames(t *testing.T) {
	for policy, want := range map[pool.Policy]string{pool.Shared: "shared", pool.RoundRobin: "round robin", 7: "Policy(7)"} {
		if got := policy.String(); got != want {
			t.Errorf("policy %d is called %q, want %q", int(policy), got, want)
		}
	}
}

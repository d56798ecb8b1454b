package claim_test

import (
	"testing"

	"github.com/queuebook/queuebook/lessonlib/claim"
)

func TestJudgeAndExplain(t *testing.T) {
	ledger := claim.Ledger{Claims: []claim.Entry{
		{ID: "b-small-delay", Notebook: "1-noisy-neighbour", Kind: claim.CountedKind, Text: "0.98 ticks"},
		{ID: "speed-up", Notebook: "3-workload-model", Kind: claim.TimedKind, Text: "at least 5x"},
	}}
	tests := []struct {
		name    string
		claim   claim.Claim
		verdict claim.Verdict
		words   string
	}{
		{"the cell finds what the text says", claim.Counted("b-small-delay", "%.2f ticks", 0.98),
			claim.Agrees, "as the text says"},
		{"a student halved the capacity", claim.Counted("b-small-delay", "%.2f ticks", 0.41),
			claim.Differs, "0.41 ticks; the text says 0.98 ticks"},
		{"a claim of the student's own", claim.Counted("my-delay", "%.2f ticks", 0.41),
			claim.Unknown, "not in the text's ledger"},
		{"the clock bears the bound out", claim.Timed("speed-up", "at least 5x", true, "%.1fx", 7.3),
			claim.Agrees, "as the text says"},
		{"the clock does not bear the bound out", claim.Timed("speed-up", "at least 5x", false, "%.1fx", 4.2),
			claim.Broken, "the text says at least 5x; this run measured 4.2x"},
		{"the machine was too busy to tell", claim.Inconclusive("speed-up", "at least 5x", "%d of %d cores were free", 0, 2),
			claim.CannotTell, "the text says at least 5x; this run cannot tell"},
		{"another bound than the text's differs, whether it held or not",
			claim.Timed("speed-up", "at least 6x", false, "%.1fx", 4.2),
			claim.Differs, "at least 6x; the text says at least 5x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ledger.Judge(tt.claim); got != tt.verdict {
				t.Errorf("Judge = %d, want %d", got, tt.verdict)
			}
			if got := ledger.Explain(tt.claim); got != tt.words {
				t.Errorf("Explain = %q, want %q", got, tt.words)
			}
		})
	}
}

func TestWithoutALedgerEveryClaimIsUnknown(t *testing.T) {
	var none claim.Ledger
	if got := none.Judge(claim.Counted("a", "%d", 1)); got != claim.Unknown {
		t.Errorf("Judge = %d, want Unknown", got)
	}
}

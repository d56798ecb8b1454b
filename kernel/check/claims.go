package check

import "github.com/queuebook/queuebook/lessonlib/claim"

// checkClaims looks at each claim that a lesson makes.
func (l *lesson) checkClaims(ev evidence) []Finding {
	used := map[string]bool{}
	for _, t := range l.texts {
		for _, link := range t.Links {
			if id, local := link.Fragment(); local {
				used[id] = true
			}
		}
	}
	var findings []Finding
	for i, m := range l.claims {
		if err := m.Validate(); err != nil {
			findings = append(findings, m.finding(ClaimInvalid, "%v", err))
			continue
		}
		if other := l.madeBefore(i, ev); other != "" {
			findings = append(findings, m.finding(ClaimTwice, "claim %s is made here and in %s; ids are unique in the whole course, so "+
				"give one another id", m.ID, other))
		}
		if !used[m.ID] {
			findings = append(findings, m.finding(ClaimUnused, "no prose uses claim %s; link to it, as in [%s](#%s), or drop it", m.ID,
				m.Text, m.ID))
		}
		if m.Kind == claim.TimedKind && m.Fails {
			findings = append(findings, m.finding(VerdictBroken, "the verdict %q of claim %s did not hold in this run, which measured %s; "+
				"run it again on a quiet machine, or mend the text", m.Text, m.ID, m.Measured))
		}
		if m.Kind == claim.ReportedKind {
			if words, says := ev.figures.fault(m.Claim); words != "" {
				f := m.finding(ReferenceDiffers, "%s", words)
				if says != "" {
					f = f.between(says, m.Text)
				}
				findings = append(findings, f)
			}
		}
	}
	return findings
}

// madeBefore says where the id of a lesson's i-th claim is taken already: earlier in the course, or, when only some
// notebooks are checked, by another notebook that the ledger knows. It is empty if the id is free.
func (l *lesson) madeBefore(i int, ev evidence) string {
	m := l.claims[i]
	first := ev.ids[m.ID][0]
	if first.lesson != l {
		return first.lesson.nb.Name() + ", " + cellName(first)
	}
	for _, earlier := range l.claims[:i] {
		if earlier.ID == m.ID {
			return cellName(earlier)
		}
	}
	if e, ok := ev.Ledger.Lookup(m.ID); ok && !ev.Whole && !ev.checked(e.Notebook) {
		return e.Notebook + " (says the ledger)"
	}
	return ""
}

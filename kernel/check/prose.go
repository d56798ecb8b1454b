package check

import (
	"fmt"
	"strconv"

	"github.com/queuebook/queuebook/kernel/prose"
)

// checkProse holds a lesson's links against the claims, and looks for numbers without one.
func (l *lesson) checkProse(ev evidence) []Finding {
	var findings []Finding
	for _, t := range l.texts {
		for _, link := range t.Links {
			findings = append(findings, l.checkLink(t, link, ev)...)
		}
		for _, n := range t.Orphans(func(link prose.Link) bool { return l.leadsToClaim(link, ev) }) {
			word := ""
			if v, err := strconv.Atoi(n.Text); err == nil && 0 <= v && v <= 12 {
				word = "write it as a word, "
			}
			findings = append(findings, l.at(t.cell, n.Line, NumberOrphaned, "", "the number %q is no claim; link it to the claim of a "+
				"cell, %sor put it in a code span if it is a name", n.Text, word))
		}
	}
	return findings
}

// leadsToClaim tells whether a link is meant for a claim: it looks for a name on its own page, and that is a claim's id
// or no heading's and no anchor's.
func (l *lesson) leadsToClaim(link prose.Link, ev evidence) bool {
	name, local := link.Fragment()
	return local && (len(ev.ids[name]) > 0 || !l.anchors[name])
}

// checkLink holds one link against the claim that it leads to.
func (l *lesson) checkLink(t text, link prose.Link, ev evidence) []Finding {
	if !l.leadsToClaim(link, ev) {
		return nil
	}
	id, _ := link.Fragment()
	at := func(rule Rule, format string, args ...any) []Finding {
		return []Finding{l.at(t.cell, link.Line, rule, id, format, args...)}
	}
	var here []made // with the same id twice there is a finding for that, and either may be meant
	for _, m := range ev.ids[id] {
		if m.lesson == l {
			here = append(here, m)
		}
	}
	switch {
	case len(here) == 0 && len(ev.ids[id]) > 0:
		return at(LinkNowhere, "%q leads to claim %s, which is made in %s; a number stands beside its own cell", link.Text, id,
			ev.ids[id][0].lesson.nb.Name())
	case len(here) == 0:
		return at(LinkNowhere, "%q leads to #%s, which is no claim and no heading; make the claim in a cell beside it, or mend the "+
			"link", link.Text, id)
	}
	for _, m := range here {
		if m.Text == link.Text && near(m.section, t.section+link.Section) {
			return nil
		}
	}
	var findings []Finding
	m := here[0]
	if m.Text != link.Text {
		findings = at(LinkText, "the text says %q, and claim %s of cell %d is %q", link.Text, id, m.cell.Number, m.Text)
		findings[0] = findings[0].between(link.Text, m.Text)
	}
	if away := t.section + link.Section - m.section; !near(away, 0) {
		findings = append(findings, at(LinkFar, "claim %s is made in cell %d, %s; a number stands at most one section away from "+
			"its cell", id, m.cell.Number, sections(away))...)
	}
	return findings
}

func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

func sections(away int) string {
	if away > 0 {
		return fmt.Sprintf("%d sections above", away)
	}
	return fmt.Sprintf("%d sections below", -away)
}

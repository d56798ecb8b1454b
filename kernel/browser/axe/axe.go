// Package axe asks the accessibility engine axe-core about a page.
package axe

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/kernel/browser"
)

//go:embed axe.min.js
var engine string

// Violation is one rule that a page breaks.
type Violation struct {
	// Rule is the engine's name of the rule, Help a sentence, Impact one of minor, moderate, serious and critical.
	Rule   string `json:"id"`
	Help   string `json:"help"`
	Impact string `json:"impact"`
	// Nodes are the elements that break it.
	Nodes []Node `json:"nodes"`
}

// Node is one element that breaks a rule.
type Node struct {
	HTML    string `json:"html"`
	Summary string `json:"failureSummary"`
}

// String is the rule with its first elements.
func (v Violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s, %d elements", v.Rule, v.Impact, v.Help, len(v.Nodes))
	for _, n := range v.Nodes[:min(3, len(v.Nodes))] {
		fmt.Fprintf(&b, "\n\t%.200s\n\t%s", n.HTML, strings.ReplaceAll(n.Summary, "\n", "\n\t"))
	}
	return b.String()
}

// Violations are what axe-core, with its own set of rules, finds in the part of the page that the CSS selector gives, or
// in the whole page if it is empty.
func Violations(p *browser.Page, selector string) ([]Violation, error) {
	// The engine is set up once in a page; the last expression keeps Eval from sending the whole engine back.
	if err := p.Eval("window.axe ? true : (function () {"+engine+"}).call(window)", nil); err != nil {
		return nil, fmt.Errorf("axe-core: %w", err)
	}
	context := "document"
	if selector != "" {
		context = fmt.Sprintf("%q", selector)
	}
	var violations []Violation
	err := p.Eval("axe.run("+context+", {resultTypes: ['violations']}).then(r => r.violations)", &violations)
	if err != nil {
		return nil, fmt.Errorf("axe-core: %w", err)
	}
	return violations, nil
}

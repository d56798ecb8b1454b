package prose_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/queuebook/queuebook/kernel/prose"
)

func TestLinks(t *testing.T) {
	tests := []struct {
		name, source string
		want         []prose.Link
	}{
		{"a claim", "They wait [0.98 ticks](#b-small-delay) now.",
			[]prose.Link{{Target: "#b-small-delay", Text: "0.98 ticks", Line: 1}}},
		{"two claims in a line", "From [0.24](#normal) to [0.98](#b).",
			[]prose.Link{{Target: "#normal", Text: "0.24", Line: 1}, {Target: "#b", Text: "0.98", Line: 1}}},
		{"on a later line", "One\ntwo\n[0.98](#b)", []prose.Link{{Target: "#b", Text: "0.98", Line: 3}}},
		{"in bold", "[**0.98** ticks](#b)", []prose.Link{{Target: "#b", Text: "0.98 ticks", Line: 1}}},
		{"inside bold", "**[0.98 ticks](#b)**", []prose.Link{{Target: "#b", Text: "0.98 ticks", Line: 1}}},
		{"as code", "It [`fails`](#verdict).", []prose.Link{{Target: "#verdict", Text: "fails", Line: 1}}},
		{"broken over two lines", "[0.98\nticks](#b)", []prose.Link{{Target: "#b", Text: "0.98 ticks", Line: 1}}},
		{"with an escaped dollar sign", `[\$24.35](#cost)`, []prose.Link{{Target: "#cost", Text: "$24.35", Line: 1}}},
		{"with bare dollar signs", `[$24.35](#a), [$35.47](#b)`,
			[]prose.Link{{Target: "#a", Text: "$24.35", Line: 1}, {Target: "#b", Text: "$35.47", Line: 1}}},
		{"with an entity", "[0.98&nbsp;ticks](#b)", []prose.Link{{Target: "#b", Text: "0.98\u00a0ticks", Line: 1}}},
		{"by reference", "[0.98 ticks][b]\n\n[b]: #b-small-delay",
			[]prose.Link{{Target: "#b-small-delay", Text: "0.98 ticks", Line: 1}}},
		{"by a short reference", "One\n[0.98]\n\n[0.98]: #b", []prose.Link{{Target: "#b", Text: "0.98", Line: 2}}},
		{"in HTML", "They wait <a href=\"#b\">0.98 ticks</a>.", []prose.Link{{Target: "#b", Text: "0.98 ticks", Line: 1}}},
		{"in a block of HTML", "<p>They\n<b>wait</b>\n<a href=\"#b\">0.98\nticks</a>.</p>",
			[]prose.Link{{Target: "#b", Text: "0.98 ticks", Line: 3}}},
		{"an HTML link that never ends", "<p><a href=\"#b\">0.98 ticks</p>\n\nAnd 5 more.",
			[]prose.Link{{Target: "#b", Text: "0.98 ticks", Line: 1}}},
		{"an HTML anchor is no link", "<a name=\"b\">0.98</a>", nil},
		{"in a heading", "# One\n\n## [540 units](#capacity)",
			[]prose.Link{{Target: "#capacity", Text: "540 units", Line: 3, Section: 2}}},
		{"in a table", "| a |\n|---|\n| [5](#a) |", []prose.Link{{Target: "#a", Text: "5", Line: 3}}},
		{"in a list, after headings", "# One\n\n- [5](#a)\n\n# Two\n\n1. [6](#b)",
			[]prose.Link{{Target: "#a", Text: "5", Line: 3, Section: 1}, {Target: "#b", Text: "6", Line: 7, Section: 2}}},
		{"to another page", "[lesson](2-on-call.ipynb#top)",
			[]prose.Link{{Target: "2-on-call.ipynb#top", Text: "lesson", Line: 1}}},
		{"an image is none", "![chart](#b)", nil},
		{"an image in one", "[![delay](a.svg) 0.98](#b)", []prose.Link{{Target: "#b", Text: "0.98", Line: 1}}},
		{"a bare address is none", "https://example.org/#b", nil},
		{"in code it is none", "`[0.98](#b)`", nil},
		{"in a block of HTML Markdown's brackets are text", "<div>\n[0.98](#b)\n</div>", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, prose.Parse(tt.source).Links, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("links of %q (-want +got):\n%s", tt.source, diff)
			}
		})
	}
}

func TestHeadingsAndAnchors(t *testing.T) {
	p := prose.Parse("# Who is *noisy*?\n\nText\n\nAs `code`\n---\n\n<h3 id=\"own\">In\nHTML</h3>\n\n<a name=\"other\"></a>")
	want := []prose.Heading{
		{Text: "Who is noisy?", Level: 1, Line: 1},
		{Text: "As code", Level: 2, Line: 5},
		{Text: "In HTML", Level: 3, Line: 8},
	}
	if diff := cmp.Diff(want, p.Headings); diff != "" {
		t.Errorf("headings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"own", "other"}, p.Anchors); diff != "" {
		t.Errorf("anchors (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Who-is-noisy?", "who-is-noisy"}, p.Headings[0].Anchors()); diff != "" {
		t.Errorf("the first heading's anchors (-want +got):\n%s", diff)
	}
}

func TestFragment(t *testing.T) {
	tests := []struct {
		name, target, want string
		local              bool
	}{
		{"a claim", "#b-small-delay", "b-small-delay", true},
		{"percent-encoded", "#what%20is", "what is", true},
		{"badly encoded stays as it is", "#50%", "50%", true},
		{"nothing behind the sign", "#", "", true},
		{"another page", "2-on-call.ipynb#b", "", false},
		{"an address", "https://example.org/#b", "", false},
		{"nothing", "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name, local := prose.Link{Target: tt.target}.Fragment()
			if name != tt.want || local != tt.local {
				t.Errorf("Fragment of %q = %q, %v; want %q, %v", tt.target, name, local, tt.want, tt.local)
			}
		})
	}
}

func TestOrphansKnowTheirLine(t *testing.T) {
	source := "# The 3 days\n\nThey wait 5\nand **6** ticks.\n\n| a |\n|---|\n| 7 |\n\n<p>\n8\n</p>\n\n![9 days](a.svg)\n\n- x\n- y\n  10"
	var got []prose.Number
	got = append(got, prose.Parse(source).Orphans(func(prose.Link) bool { return false })...)
	want := []prose.Number{{"3", 1}, {"5", 3}, {"6", 4}, {"7", 8}, {"8", 11}, {"9 days", 14}, {"10", 18}}
	want[5].Text = "9"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

// The claim decides about the text of its link, and only about that.
func TestOrphansLeaveClaimsAlone(t *testing.T) {
	isClaim := func(l prose.Link) bool { return strings.HasPrefix(l.Target, "#") }
	tests := []struct{ name, source, want string }{
		{"a claim's text", "They wait [0.98 ticks](#b).", ""},
		{"a number beside it", "In [0.98 ticks](#b) and 5 more.", "5"},
		{"a digit glued before it", "1[0.98 ticks](#b)", "1"},
		{"a digit glued behind it", "[0.98](#b)5 ticks", "5"},
		{"an exponent glued behind it", "[0.98](#b)e3 ticks", "e3"},
		{"a million behind it", "[5](#b) million", "million"},
		{"a unit behind it", "[5](#b)% of them", ""},
		{"a bold claim", "[**0.98** ticks](#b)", ""},
		{"another link", "[0.98](#b) [5 charts](other.html)", "5"},
		{"the title of a claim's link", `[0.98](#b "was 0.97")`, "0.97"},
		{"an alternative text in a claim's link", "[![5](a.svg) 0.98](#b)", "5"},
		{"a noun before a claim names nothing behind it", "lesson [0.98](#b) 5", "5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var found []string
			for _, n := range prose.Parse(tt.source).Orphans(isClaim) {
				found = append(found, n.Text)
			}
			if got := strings.Join(found, " | "); got != tt.want {
				t.Errorf("numbers in %q: %q, want %q", tt.source, got, tt.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, source := range []string{
		"", "# A\n\nThey wait [0.98 ticks](#b), 5 more.", "$$\nx\n$$", "$a$ $", "<a href='#b'>5</a", "<h2>5", "</h2></a></code>",
		"| a |\n|---|\n| 5 |", "[![5](x)](#b)", "&#53;\\", "(1961; 1962)", "lessons 1, 2", "\xff5", "5\u00a05", "<pre>\n", "```",
		"> $$\n> 5\n> $$", "[a]: <b> '5'\n[a]", "\u00a05", "x5 5— –5",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		p := prose.Parse(source)
		lines := 1 + strings.Count(source, "\n")
		for _, l := range p.Links {
			if l.Line < 1 || l.Line > lines || l.Section < 0 || l.Section > len(p.Headings) {
				t.Errorf("link %+v in %d lines and %d headings", l, lines, len(p.Headings))
			}
		}
		for _, h := range p.Headings {
			if h.Line < 1 || h.Line > lines || h.Level < 1 || h.Level > 6 {
				t.Errorf("heading %+v in %d lines", h, lines)
			}
		}
		for _, claimed := range []bool{false, true} {
			for _, n := range p.Orphans(func(prose.Link) bool { return claimed }) {
				if n.Line < 1 || n.Line > lines || n.Text == "" {
					t.Errorf("number %+v in %d lines", n, lines)
				}
			}
		}
	})
}

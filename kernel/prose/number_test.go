package prose_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/kernel/prose"
)

// orphans gives the texts of the numbers in a cell that has no claim links.
func orphans(source string) []string {
	var found []string
	for _, n := range prose.Parse(source).Orphans(func(prose.Link) bool { return false }) {
		found = append(found, n.Text)
	}
	return found
}

func TestNumbersThatNeedAClaim(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"a whole number", "The pool has 200 tenants.", "200"},
		{"a single digit is a number, too", "It takes 3 ticks.", "3"},
		{"a decimal", "They wait 0.98 ticks.", "0.98"},
		{"a decimal without its zero", "They wait .98 ticks.", ".98"},
		{"at the end of a sentence", "They wait 5.", "5"},
		{"thousands with commas", "It scans 68,050 rows.", "68,050"},
		{"thousands with thin spaces", "It scans 400\u2009000 rows.", "400\u2009000"},
		{"thousands with no-break spaces", "It scans 400&nbsp;000 rows.", "400\u00a0000"},
		{"thousands with apostrophes", "It scans 400'000 rows.", "400'000"},
		{"a per cent sign", "It is 99.9% busy.", "99.9%"},
		{"a per cent sign after a space", "It is 99.9 % busy.", "99.9"},
		{"a minus sign", "It moved by −5 units.", "−5"},
		{"a hyphen for a minus", "It moved by -5 units.", "-5"},
		{"plus and minus", "It is 5 ±1 wide.", "5 ±1"},
		{"a range with a dash", "It takes 5–10 ms.", "5–10"},
		{"a range with a hyphen", "It takes 5-10 ms.", "5-10"},
		{"a fraction", "About 1/2 of it.", "1/2"},
		{"a fraction in one character", "About ½ of it.", "½"},
		{"a glued unit", "It takes 20ms.", "20ms"},
		{"a glued factor", "It is 5x as fast.", "5x"},
		{"a factor with the x in front", "It is x5 as fast.", "x5"},
		{"a factor with a times sign", "It is ×3.48 at its height.", "×3.48"},
		{"a compound adjective", "A 20-minute wave.", "20-minute"},
		{"a power in raised digits", "About 10⁵ samples.", "10⁵"},
		{"a power in HTML", "About 10<sup>5</sup> samples.", "10^5"},
		{"scientific notation", "It holds to 1e-9.", "1e-9"},
		{"an amount of money", `It costs \$24.35 a night.`, "$24.35"},
		{"an amount of money with a code", "It costs USD20 a night.", "USD20"},
		{"after a sign of comparison", "It stays ≤20 and >3.", "≤20 | >3"},
		{"after an equals sign", "With N=22 users.", "N=22"},
		{"after a name and a colon", "The delay of S1:0.98 ticks.", "S1:0.98"},
		{"in brackets", "Small tenants (195) wait.", "195"},
		{"in quotation marks", "They say “20” here.", "20"},
		{"beside a dash", "Day B—0.98 ticks—is slow.", "0.98"},
		{"an ordinal in digits", "The 3rd request waits.", "3rd"},
		{"around the clock", "We serve 24/7.", "24/7"},
		{"digits of another script", "They wait ٣ ticks.", "٣"},
		{"written as entities", "They wait &#53;&#x38; ticks.", "58"},
		{"with an escaped point", `They wait 0\.98 ticks.`, "0.98"},
		{"partly in bold", "They wait **0**.98 ticks.", "0.98"},
		{"in italics", "They wait *5* ticks.", "5"},
		{"struck out", "They wait ~~5~~ ticks.", "5"},

		{"thirteen", "There are thirteen of them.", "thirteen"},
		{"a capital", "Thirteen of them wait.", "Thirteen"},
		{"twenty-one", "There are twenty-one of them.", "twenty-one"},
		{"a hundred", "A hundred of them wait.", "hundred"},
		{"two hundred thousand is one number", "Some two hundred thousand rows.", "hundred thousand"},
		{"a number and its million are one", "Some 400 million rows.", "400 million"},
		{"hundreds", "Hundreds of requests wait.", "Hundreds"},
		{"an ordinal above twelve", "The twentieth request waits.", "twentieth"},
		{"a thousandth", "A thousandth of the time.", "thousandth"},
		{"a compound", "A thirty-day month.", "thirty-day"},
		{"a hundredfold", "It grows a hundredfold.", "hundredfold"},
		{"the thirties", "In the thirties.", "thirties"},

		{"in a heading", "## All 200 tenants", "200"},
		{"in an underlined heading", "All 200 tenants\n---", "200"},
		{"that numbers a heading", "## 3. Who pays", "3"},
		{"in a table's head and body", "| a | 5 |\n|---|---|\n| 6 | b |", "5 | 6"},
		{"in a list", "- one\n- 7 more", "7"},
		{"in a numbered list", "1. one\n2. 8 more", "8"},
		{"in a task list", "- [x] 9 done", "9"},
		{"in a quotation", "> They wait 5 ticks.", "5"},
		{"in the text of a link that is no claim", "[page with 5 charts](https://example.org/1)", "5"},
		{"in the title of a link", `[chart](https://example.org "shows 5 days")`, "5"},
		{"in the title of a reference link", "[chart][c]\n\n[c]: https://example.org 'shows 5 days'", "5"},
		{"in an alternative text", "![delay over 600 ticks](delay.svg)", "600"},
		{"in an image's title", `![delay](delay.svg "over 600 ticks")`, "600"},
		{"in a block of HTML", "<p>\nThey wait 5 ticks.\n</p>", "5"},
		{"in a table of HTML", "<table><tr><td>S</td><td>1</td></tr></table>", "1"},
		{"in a summary of HTML", "<details><summary>All 600 ticks</summary>\n\nThey wait 5.\n\n</details>", "600 | 5"},
		{"in HTML within a line", "They wait <b>5</b> ticks.", "5"},
		{"in an attribute that is read out", `<img src="1.png" width="40" alt="600 ticks">`, "600"},
		{"in a label for a screen reader", `A <span aria-label="5 stars">star</span>.`, "5"},
		{"in a drawing", "<svg><text>5 ms</text></svg>", "5"},
		{"right behind code", "The `rate`5 is high.", "5"},
		{"in what looks like a formula and is two amounts", `From $24 to $35 a night.`, "$24 | $35"},
		{"behind a dollar sign that opens nothing", "A $ and 5 more.", "5"},
		{"between two dollar signs with a blank", "A $ and 5$ more.", "5$"},
		{"behind a line break in HTML", "S<br>1", "1"},
		{"in the paragraph behind code that never ends", "An open <code>tag.\n\nThey wait 5.", "5"},
		{"behind a style sheet's end", "<style>\np {}\n</style> They wait 5.", "5"},
		{"in a formula that never ends", "$$\nx = 5", "5"},
		{"behind a displayed formula", "$$\nx\n$$ is 5 ticks.", "5"},
		{"in a sentence that goes over two lines", "They wait\n5 ticks.", "5"},

		{"a capitalised word is no product", "Only 20 of The 200 wait.", "20 | 200"},
		{"a capitalised parameter is no product", "With TTL 60 it lasts.", "60"},
		{"a product with something in between", "Go, 20 steps in.", "20"},
		{"a small letter makes another word of a product", "We go 20 steps.", "20"},
		{"a product's count", "Python has 3 of them.", "3"},
		{"a noun that names by letters", "On day 12 it is over.", "12"},
		{"a noun with a per cent sign behind", "In part 20% of it.", "20%"},
		{"a noun with a decimal comma", "See table 68,050 rows.", "68,050"},
		{"the number after a list's end", "In lesson 2, 30 students.", "30"},
		{"the number after the end of a list with and", "In lessons 1 and 2, 195 tenants wait.", "195"},
		{"a count before the noun", "The 3 lessons.", "3"},
		{"small letters and a hyphen are no name", "The top-10 tenants.", "top-10"},
		{"a unit after a slash is no name", "It serves 300/s.", "300/s"},
		{"a year without its parentheses", "In 1961 requests came.", "1961"},
		{"a number in parentheses that is no year", "Little (961) and (1961 of them).", "961 | 1961"},
		{"parentheses with more than names", "(about 1961)", "1961"},
		{"a month that is a verb", "It may 20 times.", "20"},
		{"a day without its year", "On 12 May it is over.", "12"},
		{"parentheses behind a noun", "The lesson (2 hours).", "2"},
		{"parentheses behind a product", "We use Go (20 steps).", "20"},
		{"parentheses that closed before the year", "As shown (Little) Capacity 1961, then.", "1961"},
		{"a ratio", "Ratio 3:20 of them.", "3:20"},
		{"a time that no clock shows", "At 27:80 or so.", "27:80"},
		{"a date that no calendar has", "On 2026-13-41.", "2026-13-41"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(orphans(tt.source), " | "); got != tt.want {
				t.Errorf("numbers in %q: %q, want %q", tt.source, got, tt.want)
			}
		})
	}
}

func TestNumbersThatNeedNone(t *testing.T) {
	tests := []struct{ name, source string }{
		{"no number at all", "Small sellers wait longer."},
		{"words up to twelve", "One of two, three to twelve, zero, none."},
		{"their ordinals", "The first, the second and the twelfth."},
		{"halves and times", "Half of it, twice, four times, tenfold, twofold."},
		{"a dozen", "About a dozen."},
		{"words that begin like numbers", "Tension and weight often hunt; seconds and instants, a tenth."},
		{"a name with a letter in front", "S1, S200, KK11, IO2 and k6."},
		{"a name's genitive", "S1's noise."},
		{"a span of names", "S6-S200 and S6–S200."},
		{"a span with one letter", "S6-200."},
		{"percentiles by letter", "The p95 and the p99.9."},
		{"percentiles by word", "The 95th percentile and the 99.9th percentiles."},
		{"names with a hyphen", "UTF-8, SHA-256, K-1."},
		{"names with a slash", "HTTP/2, M/M/1."},
		{"in a power's name", "The R² of it, m² and CO₂."},
		{"day B", "On day B they wait."},
		{"versions of products", "Go 1.26, Python 3.11+, JupyterLab 4, Debian 12, nbformat 4.5."},
		{"a standard", "RFC 9110 and ISO 8601."},
		{"a lesson", "In lesson 2, and Lesson 3."},
		{"what names by number", "Exercise 3, figure 4, table 1.2, Fig. 7, section 4a, step 2, ch. 5, p. 383."},
		{"a span of pages", "See pp. 383–387."},
		{"lists of lessons", "Lessons 1, 2 and 3, exercises 1 to 4, figures 2 or 3."},
		{"in a heading", "# Lesson 1: the noisy neighbour"},
		{"files", "See 1-noisy-neighbour.ipynb and load-3.json."},
		{"an ISO date", "On 2026-05-01, in 2026-05, at 2026-05-01T09:12:00Z."},
		{"a clock time", "From 09:12 to 23:59:59, 12:00–14:00."},
		{"a month's year", "In May 2003, (Sept. 1998)."},
		{"whole dates", "On 12 May 2003, on May 12, 2003."},
		{"a year in parentheses", "Little (1961), Erlang (1917a)."},
		{"a reference in parentheses", "(Jung, Berger, Balakrishnan 2003)."},
		{"two references in parentheses", "(Little, 1961; Gross & Harris, 1998)"},
		{"a reference with more authors", "(Beyer et al. 2016, ch. 5)"},
		{"a code span", "Set `capacity = 540`."},
		{"a code span with backticks", "Set ``a ` 540``."},
		{"a fenced block", "```go\nx := 540\n```"},
		{"an indented block", "Text\n\n    x := 540"},
		{"code in HTML", "<pre>540</pre>\n\nA <code>540</code>, <kbd>Ctrl 5</kbd>, <samp>6</samp>."},
		{"a formula", "The load $a = \\lambda S = 483.34$ units."},
		{"a formula over two lines", "The load $a =\n483.34$ units."},
		{"a formula with stars and lines", "With $a_1 * b_2$ and $c_3 * 4$."},
		{"a formula with an escaped dollar sign", `It costs $\$24$.`},
		{"a displayed formula in a line", "$$a = 483.34$$"},
		{"a displayed formula", "$$\na = 483.34\n$$"},
		{"a displayed formula that looks like a list", "$$\na\n- 483.34\n+ 5\n= 6\n$$"},
		{"a displayed formula right after a text", "It is\n$$\n- 483.34\n$$\nso."},
		{"a displayed formula in a quotation", "> $$\n> - 5\n> $$"},
		{"list markers", "1. one\n2. two\n\n7) seven"},
		{"a bare address", "See https://example.org/page/12?x=3 and <https://example.org/5>."},
		{"a target", "[page](https://example.org/12) and ![chart](fig-3.svg)"},
		{"a reference's definition", "[page][7]\n\n[7]: https://example.org/12"},
		{"a table's alignment", "| a |\n|:-:|\n| b |"},
		{"a comment", "<!-- 540 units -->\n\nText <!-- 5 --> more."},
		{"a script and a style", "<style>\np { width: 5px }\n</style>\n\n<script>\nlet x = 5\n</script>"},
		{"attributes that nobody reads", `<div style="width: 5px" data-x="6"></div>`},
		{"a backslash at the end", `a\`},
		{"entities without digits", "&amp; &#65;&#x42; &eacute;"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if found := orphans(tt.source); found != nil {
				t.Errorf("numbers in %q: %q, want none", tt.source, found)
			}
		})
	}
}

// Whatever words a number stands between, and in whatever form it is written, it is found once and whole.
func TestANumberBetweenWordsIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z]{2,9}`).Filter(func(w string) bool { return orphans("x "+w+" x") == nil })
		words := rapid.SliceOfN(word, 1, 6).Draw(t, "words")
		number := rapid.OneOf(
			rapid.StringMatching(`[1-9][0-9]{0,5}`),
			rapid.StringMatching(`[0-9]{1,3}\.[0-9]{1,4}%?`),
			rapid.StringMatching(`[1-9][0-9]{0,2}(,[0-9]{3}){1,2}`),
			rapid.StringMatching(`[+−±≤]?[0-9]{1,3}(ms|s|x)`),
			rapid.StringMatching(`[0-9]{1,2}[–/-][0-9]{1,2}`),
		).Draw(t, "number")
		place := rapid.IntRange(1, len(words)).Draw(t, "place")
		// "may" would be a month with a capital only; nouns that name by number are what the rule exempts.
		before := words[place-1]
		if orphans(before+" 7") == nil {
			t.Skip("the word names by number")
		}
		text := strings.Join(words[:place], " ") + " " + number + " " + strings.Join(words[place:], " ")
		if got := orphans(text); len(got) != 1 || got[0] != number {
			t.Errorf("numbers in %q: %q, want %q", text, got, number)
		}
	})
}

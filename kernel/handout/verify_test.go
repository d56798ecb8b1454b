package handout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/handout"
)

// wrapped puts a body into a page that is otherwise sound.
func wrapped(body string) string {
	return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` +
		handout.Policy + `"><title>t</title></head><body><main class="lesson">` + body + `</main></body></html>`
}

func TestVerifyFindsWhatBreaksAPromise(t *testing.T) {
	for _, c := range []struct {
		name, body, place, want string
	}{
		{"a script from a host", `<script src="https://host/x.js"></script>`, "the page", "script from elsewhere"},
		{"a script from a file", `<div class="cell" data-cell="4"><script src="x.js"></script></div>`, "cell 4",
			"script from elsewhere"},
		{"a script as data, which cannot be read here", `<script src="data:text/javascript,0"></script>`, "the page",
			"script from elsewhere"},
		{"a script that fetches", `<script>fetch("data.json")</script>`, "the page", "fetch("},
		{"a script that imports", `<script type="module">import x from "./x.js"</script>`, "the page", "import"},
		{"a script that imports later", `<script>import('./x.js')</script>`, "the page", "import("},
		{"a script with a request", `<script>new XMLHttpRequest()</script>`, "the page", "XMLHttpRequest"},
		{"a script with an address", `<script>x = "https://host/x"</script>`, "the page", "https://host/x"},
		{"a script with an address of the same scheme", `<script>x = '//host/x'</script>`, "the page", "//host/x"},
		{"a compressed script of somebody's", `<script type="application/gzip">H4sIAAAAAAAA/wMAAAAAAAAAAAA=</script>`, "the page",
			"none of the template's libraries"},
		{"an import map", `<script type="importmap">{}</script>`, "the page", "importmap"},
		{"a handler that fetches", `<b onclick="fetch('x')">x</b>`, "the page", "onclick"},
		{"a style sheet from a file", `<link rel="stylesheet" href="x.css">`, "the page", "x.css"},
		{"a style sheet that imports", `<style>@import "x.css";</style>`, "the page", "x.css"},
		{"a style with a url", `<style>a{background:url(//host/x)}</style>`, "the page", "//host/x"},
		{"a style attribute with a url", `<p style="background: url('x.png')">x</p>`, "the page", "x.png"},
		{"a picture from a host", `<div data-cell="2"><img alt="x" src="https://host/x.png"></div>`, "cell 2",
			"https://host/x.png"},
		{"a picture from a file", `<img alt="x" src="x.png">`, "the page", "x.png"},
		{"a picture whose source is the page", `<img alt="x" src="">`, "the page", "loads"},
		{"a picture set with a file", `<img alt="x" src="data:," srcset="data:image/png;base64,AA== 1x, x.png 2x">`, "the page", "srcset"},
		{"a video's poster", `<video poster="x.png"></video>`, "the page", "x.png"},
		{"a background attribute", `<table background="x.png"></table>`, "the page", "x.png"},
		{"a use of another file's drawing", `<svg><use href="x.svg#a"/></svg>`, "the page", "x.svg"},
		{"a use in the old spelling", `<svg><use xlink:href="x.svg#a"/></svg>`, "the page", "x.svg"},
		{"a drawing filled from a file", `<svg><path fill="url(x.svg#a)"/></svg>`, "the page", "x.svg#a"},
		{"a file in noscript", `<noscript><img alt="x" src="x.png"></noscript>`, "the page", "x.png"},
		{"a frame", `<iframe src="data:text/html,x"></iframe>`, "the page", "another document"},
		{"an object", `<object data="x.swf"></object>`, "the page", "another document"},
		{"a form that sends", `<form action="https://host/"></form>`, "the page", "https://host/"},
		{"a page that leads away", `<meta http-equiv="refresh" content="1;url=https://host">`, "the page", "leads away"},
		{"another base", `<base href="https://host/">`, "the page", "every link"},
		{"a link to a file", `<a href="2-on-call.ipynb">next</a>`, "the page", "2-on-call.ipynb"},
		{"a link that runs a script", `<a href="javascript:x()">x</a>`, "the page", "javascript:x()"},
		{"a link to no claim", `<p data-cell="3"><a href="#gone">0.98 ticks</a></p>`, "cell 3",
			`the link "0.98 ticks" leads to "gone"`},
		{"an id that stands twice", `<p data-cell="1" id="a">x</p><p data-cell="9" id="a">x</p>`, "cell 9",
			"stands twice, first in cell 1"},
		{"a label for nothing", `<label for="gone">x</label>`, "the page", `"gone"`},
		{"a name from nothing", `<nav aria-labelledby="gone">x</nav>`, "the page", `"gone"`},
		{"a picture without alternative", `<img src="data:,">`, "the page", "no text alternative"},
		{"a picture with nbconvert's stopgap", `<img alt="No description has been provided for this image" src="data:,">`,
			"the page", "no text alternative"},
		{"a cell that failed", `<div class="cell" data-cell="5"><div class="output error">panic</div></div>`, "cell 5",
			"the cell failed"},
		{"a page too heavy", "<p>" + strings.Repeat("x", handout.MaxSize) + "</p>", "the page", "weighs 1.50 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := handout.Verify([]byte(wrapped(c.body)))
			if len(faults) == 0 {
				t.Fatal("no fault found")
			}
			if faults[0].Place != c.place || !strings.Contains(faults[0].What, c.want) {
				t.Errorf("fault %q, want one in %q that says %q", faults[0], c.place, c.want)
			}
		})
	}
}

func TestVerifyAsksForThePolicy(t *testing.T) {
	sound := wrapped("<p>x</p>")
	for name, page := range map[string]string{
		"left out":            strings.Replace(sound, "Content-Security-Policy", "x", 1),
		"weakened":            strings.Replace(sound, "default-src 'none'", "default-src *", 1),
		"after a script":      strings.Replace(sound, "<head>", "<head><script>x()</script>", 1),
		"no HTML, only words": "just words",
	} {
		t.Run(name, func(t *testing.T) {
			faults := handout.Verify([]byte(page))
			if len(faults) == 0 || !strings.Contains(fmt.Sprint(faults), "content security policy") {
				t.Errorf("faults %q, want one about the policy", faults)
			}
		})
	}
}

func TestVerifyAllowsWhatLoadsNothing(t *testing.T) {
	for name, body := range map[string]string{
		"a picture as data":                `<img alt="a curve" src="data:image/png;base64,AA==">`,
		"a picture that only decorates":    `<img alt="" src="data:image/png;base64,AA==">`,
		"a picture set as data":            `<img alt="x" src="data:," srcset="data:image/png;base64,AA== 1x, data:image/gif;base64,AA== 2x">`,
		"a link into a bibliography":       `<a href="https://example.org/kleinrock">Kleinrock</a>`,
		"a link to write a letter":         `<a href="mailto:someone@example.org">ask</a>`,
		"a link to a claim":                `<a href="#b-small-delay">0.98 ticks</a><b id="b-small-delay">x</b>`,
		"a link to the top":                `<a href="#">up</a>`,
		"an id in other letters, escaped":  `<a href="#g%C3%BCr">x</a><h2 id="gür">x</h2>`,
		"an id with escapes, as nbconvert": `<a href="#g%C3%BCr">x</a><h2 id="g%C3%BCr">x</h2>`,
		"a drawing that uses its own part": `<svg><path id="p" fill="url(#g)"/><use href="#p"/></svg>`,
		"a script of the page's own":       `<script>document.title += " · " + (1 / 2)</script>`,
		"a script that names a namespace":  `<script>make("http://www.w3.org/2000/svg", "g")</script>`,
		"data in a script element":         `<script type="application/json">{"a": "https://host/x"}</script>`,
		"an address in words":              `<p>See https://host/x and <code>fetch("x")</code>.</p>`,
		"a cell that fails on purpose":     `<div class="cell celltag_raises-exception"><div class="output error">x</div></div>`,
		"a style of its own":               `<style>a { background: url(data:image/png;base64,AA==); mask: url(#m) }</style>`,
	} {
		t.Run(name, func(t *testing.T) {
			if faults := handout.Verify([]byte(wrapped(body))); len(faults) > 0 {
				t.Errorf("faults %q, want none", faults)
			}
		})
	}
}

func TestVerifyLetsAnIndexLinkToItsNeighboursOnly(t *testing.T) {
	page := []byte(wrapped(`<a href="1-a.html">a</a><a href="1-a.html#claim">its claim</a><a href="2-b.html">b</a>`))
	faults := handout.Verify(page, "1-a.html")
	if len(faults) != 1 || !strings.Contains(faults[0].What, "2-b.html") {
		t.Errorf("faults %q, want one about 2-b.html", faults)
	}
}

func ExampleVerify() {
	page := wrapped(`<div class="cell" data-cell="7"><p>Small sellers wait <a href="#b-small-delay">0.98 ticks</a>.</p></div>`)
	for _, fault := range handout.Verify([]byte(page)) {
		fmt.Println(fault)
	}
	// Output:
	// cell 7: the link "0.98 ticks" leads to "b-small-delay", which the page does not have; correct the link or make the claim
}

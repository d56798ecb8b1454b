package handout

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/queuebook/queuebook/kernel/live"
	"github.com/queuebook/queuebook/kernel/notebook"
)

// MaxSize is the most that one handout may weigh, in bytes, and MaxLiveSize the most for one that carries a live lesson.
const (
	MaxSize     = 1_500_000
	MaxLiveSize = 2_000_000
)

// Policy is the content security policy that every page carries: with it a browser loads nothing but what the page
// itself holds, whatever a script in it may try.
const Policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

// LivePolicy is the policy of a page that carries a live lesson: it may compile the WebAssembly that it holds.
const LivePolicy = Policy + " 'wasm-unsafe-eval'"

// Fault is one promise that a page breaks.
type Fault struct {
	// Place is where: the cell's number in the notebook, or the part of the page.
	Place string
	// What says what is wrong and how to mend it.
	What string
}

func (f Fault) String() string {
	return f.Place + ": " + f.What
}

// Verify holds a page against what a handout promises, and lists what it breaks, in the page's order:
//
//   - it needs nothing besides itself: no attribute, style or script loads from a host or a file. Only data: and the page's
//     own parts are loaded, and the page's Policy makes the browser see to that. Links that a reader follows may lead to
//     a web address, and to the file names given as neighbours or to places in those files.
//   - each id stands once, and each link within the page has its target.
//   - each picture has a text alternative.
//   - no cell failed, except one that is tagged to fail.
//   - it weighs at most MaxSize.
func Verify(page []byte, neighbours ...string) []Fault {
	return verify(page, nil, neighbours...)
}

// verify is Verify for a page that may carry these live lessons: with one it weighs at most MaxLiveSize and has LivePolicy.
func verify(page []byte, scripts live.Scripts, neighbours ...string) []Fault {
	// Without scripting, what stands in noscript is parsed as well.
	doc, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(false))
	if err != nil {
		return []Fault{{"the page", "is not HTML: " + err.Error()}}
	}
	v := verifier{neighbours: neighbours, ids: make(map[string]string), scripts: scripts}
	v.visit(doc, "the page")
	most := MaxSize
	if v.live {
		most = MaxLiveSize
	}
	if len(page) > most {
		v.report("the page", "weighs %s, more than %s; show fewer points or smaller figures", weight(len(page)), weight(most))
	}
	switch {
	case v.compiles && !v.live:
		v.report("the page's head", "lets the page compile WebAssembly, and it holds no live lesson")
	case v.live && !v.compiles:
		v.report("the page's head", "has a policy under which the page's live lesson cannot run")
	}
	if !v.protected {
		v.report("the page's head", "lacks the content security policy that keeps the page from loading anything")
	}
	for _, r := range v.references {
		if !v.has(r.id) {
			v.report(r.place, "%s leads to %q, which the page does not have; correct the link or make the claim", r.what, r.id)
		}
	}
	return v.faults
}

// weight gives a size in bytes in words.
func weight(bytes int) string {
	if bytes < 1_000_000 {
		return fmt.Sprintf("%d KB", (bytes+500)/1000)
	}
	return fmt.Sprintf("%.2f MB", float64(bytes)/1e6)
}

type verifier struct {
	neighbours []string
	faults     []Fault
	ids        map[string]string // the place of each id
	references []reference
	protected  bool // the policy has been met
	compiles   bool // it was LivePolicy
	live       bool // a live lesson's script has been met
	scripts    live.Scripts
}

// reference is an id that something on the page refers to.
type reference struct {
	id, place, what string
}

func (v *verifier) report(place, format string, args ...any) {
	v.faults = append(v.faults, Fault{place, fmt.Sprintf(format, args...)})
}

// has tells whether the page has the target of a fragment. A browser looks for it as it stands, then with its escapes
// undone.
func (v *verifier) has(fragment string) bool {
	if _, found := v.ids[fragment]; found {
		return true
	}
	plain, err := url.PathUnescape(fragment)
	_, found := v.ids[plain]
	return err == nil && found
}

func (v *verifier) visit(n *html.Node, place string) {
	if n.Type == html.ElementNode {
		place = placeOf(n, place)
		v.element(n, place)
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		v.visit(child, place)
	}
}

// placeOf is the place of an element that stands at place: a cell of the notebook begins a new one.
func placeOf(n *html.Node, place string) string {
	if n.Data == "head" {
		return "the page's head"
	}
	if cell := attribute(n, "data-cell"); cell != "" {
		return "cell " + cell
	}
	if hasClass(n, "all-claims") {
		return "the table of claims"
	}
	return place
}

func (v *verifier) element(n *html.Node, place string) {
	switch n.Data {
	case "base":
		v.report(place, "%s turns every link of the page into another one", tag(n))
	case "iframe", "frame", "object", "embed", "portal":
		v.report(place, "%s embeds another document; show it as a figure or as HTML of its own", tag(n))
	case "meta":
		v.meta(n, place)
	case "style":
		v.style(textOf(n), place, "a <style> element")
	case "script":
		v.script(n, place)
	case "img":
		v.picture(n, place)
	}
	if hasClass(n, "error") && hasClass(n, "output") && !meantToFail(n) {
		v.report(place, "the cell failed; mend it, or tag it %s if it is meant to", notebook.ExpectsError)
	}
	for _, a := range n.Attr {
		v.attribute(n, a, place)
	}
}

// meantToFail tells whether the cell around n says that it fails on purpose.
func meantToFail(n *html.Node) bool {
	for around := range n.Ancestors() {
		if hasClass(around, "celltag_"+notebook.ExpectsError) {
			return true
		}
	}
	return false
}

func (v *verifier) meta(n *html.Node, place string) {
	switch strings.ToLower(attribute(n, "http-equiv")) {
	case "refresh":
		v.report(place, "%s leads away from the page", tag(n))
	case "content-security-policy":
		policy := attribute(n, "content")
		v.protected = v.protected || policy == Policy || policy == LivePolicy
		v.compiles = v.compiles || policy == LivePolicy
	}
}

// unnamed is the alternative that nbconvert gives to a picture without one.
const unnamed = "No description has been provided for this image"

func (v *verifier) picture(n *html.Node, place string) {
	alternative, found := lookup(n, "alt")
	if !found || alternative == unnamed {
		v.report(place, "a picture has no text alternative; show it with a text/plain form that says what can be seen")
	}
}

// script checks what runs: it must not reach out, and what is compressed or a live lesson must be one of the template's own
// libraries, which are known byte for byte. This cannot see through every disguise; the page's policy is what holds, and
// this says so before a reader finds a gap.
func (v *verifier) script(n *html.Node, place string) {
	if _, external := lookup(n, "src"); external {
		v.report(place, "%s is a script from elsewhere; put its text into the page", tag(n))
	}
	kind := strings.ToLower(strings.TrimSpace(attribute(n, "type")))
	switch {
	case kind == "importmap" || kind == "speculationrules":
		v.report(place, "%s makes the browser load scripts or pages", tag(n))
	case kind == "" || kind == "module" || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "ecmascript"):
		if !v.protected {
			v.report(place, "a script stands before the page's content security policy")
		}
		if text := textOf(n); v.isLive(text) {
			v.live = true
		} else {
			v.code(text, place, "a script")
		}
	case kind == "application/gzip" && !isLibrary(textOf(n)):
		v.report(place, "a compressed script is none of the template's libraries; put its text into the page")
	}
}

// isLive tells whether a script is one of the live lessons.
func (v *verifier) isLive(text string) bool {
	for _, script := range v.scripts {
		if strings.TrimSpace(text) == string(bytes.TrimSpace(script)) {
			return true
		}
	}
	return false
}

var (
	reachingOut = regexp.MustCompile(`\b(?:fetch|importScripts)\s*\(|\bimport\s*[("'{*]|\bimport\s+[\w$*{]|` +
		`\b(?:XMLHttpRequest|WebSocket|EventSource|sendBeacon|SharedWorker|WebTransport|serviceWorker)\b|\bnew\s+Worker\b`)
	remoteText = regexp.MustCompile("[\"'`]\\s*((?:(?:https?|wss?|ftp|file):)?//[\\w.\\-\\[/][^\"'`\\s]*)")
)

// namespaces are addresses that name something and are never loaded.
const namespaces = "http://www.w3.org/"

func (v *verifier) code(js, place, what string) {
	if found := reachingOut.FindString(js); found != "" {
		v.report(place, "%s uses %q, which loads from elsewhere; put the data into the page", what, strings.TrimSpace(found))
	}
	for _, match := range remoteText.FindAllStringSubmatch(js, -1) {
		if !strings.HasPrefix(match[1], namespaces) {
			v.report(place, "%s holds the address %s; put what it loads into the page", what, match[1])
		}
	}
}

func (v *verifier) style(css, place, what string) {
	for _, address := range styleReferences(css) {
		if !own(address) {
			v.report(place, "%s loads %s; write it into the page as data:", what, shortened(address))
		}
	}
}

// loading are the attributes whose value a browser loads, on whatever element that has them.
var loading = []string{"src", "srcset", "imagesrcset", "poster", "background", "manifest", "codebase", "classid", "archive",
	"action", "formaction", "ping", "lowsrc", "dynsrc", "icon", "longdesc"}

// referring are the attributes whose value is a list of ids on the page.
var referring = []string{"for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details",
	"aria-flowto", "headers", "list"}

func (v *verifier) attribute(n *html.Node, a html.Attribute, place string) {
	switch name := a.Key; {
	case name == "id":
		_, chart := lookup(n, "data-queuebook-chart") // a copied chart takes an id of its own when it draws
		if first, twice := v.ids[a.Val]; twice && !chart {
			v.report(place, "the id %q stands twice, first in %s; links would lead to the first only", a.Val, first)
			return
		}
		v.ids[a.Val] = place
	case name == "href" && (n.Data == "a" || n.Data == "area"):
		v.link(n, a.Val, place)
	case name == "href" || slices.Contains(loading, name):
		if n.Data != "script" && !owned(name, a.Val) {
			v.report(place, "%s loads %q; put it into the page, a picture by attaching it to its cell", tag(n), shortened(a.Val))
		}
	case name == "style" || n.Namespace == "svg" && strings.Contains(a.Val, "("):
		v.style(a.Val, place, "the attribute "+name+" of "+tag(n))
	case strings.HasPrefix(name, "on"):
		v.code(a.Val, place, "the attribute "+name+" of "+tag(n))
	case slices.Contains(referring, name):
		for _, id := range strings.Fields(a.Val) {
			v.references = append(v.references, reference{id, place, "the attribute " + name + " of " + tag(n)})
		}
	}
}

// link checks what a reader follows. A page that stands alone has no files beside it.
func (v *verifier) link(n *html.Node, target, place string) {
	target = strings.TrimSpace(target)
	if fragment, within := strings.CutPrefix(target, "#"); within {
		if fragment == "" || fragment == "top" {
			return
		}
		v.references = append(v.references, reference{fragment, place, fmt.Sprintf("the link %q", linkText(n))})
		return
	}
	u, err := url.Parse(target)
	switch {
	case err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
	case err == nil && (u.Scheme == "mailto" || u.Scheme == "data"):
	case slices.Contains(v.neighbours, withoutFragment(target)):
	default:
		v.report(place, "the link %q leads to %s, which a reader of this page alone does not have; write a full web address "+
			"or plain words", linkText(n), shortened(target))
	}
}

func withoutFragment(address string) string {
	file, _, _ := strings.Cut(address, "#")
	return file
}

// betweenCandidates is what separates the addresses of a srcset; a comma alone also stands in data.
var betweenCandidates = regexp.MustCompile(`,\s+`)

// owned tells whether what an attribute loads is in the page itself.
func owned(name, value string) bool {
	if name != "srcset" && name != "imagesrcset" {
		return own(value)
	}
	for _, candidate := range betweenCandidates.Split(strings.TrimSpace(value), -1) {
		if !own(candidate) {
			return false
		}
	}
	return true
}

// own tells whether an address is of the page itself: its data, or a part of it.
func own(address string) bool {
	address = strings.ToLower(strings.TrimSpace(address))
	return strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "#")
}

// tag shows an element as it could stand in the page's source, cut to a readable length.
func tag(n *html.Node) string {
	var b strings.Builder
	b.WriteString("<" + n.Data)
	for _, a := range n.Attr {
		fmt.Fprintf(&b, " %s=%q", a.Key, shortened(a.Val))
	}
	return shortened(b.String()) + ">"
}

func shortened(s string) string {
	const longest = 80
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return s
}

func linkText(n *html.Node) string {
	return shortened(words(n))
}

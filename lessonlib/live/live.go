// Package live is the lessons' models inside a page: in JupyterLab, in Notebook 7 and in the handout, without a kernel,
// a server or a network.
//
// A live lesson has three parts. Its engine is a plain Go package below this one, such as package player, which answers
// requests in the form of package message; it is tested like any other. A program in wasm, a few lines, is that engine
// compiled to WebAssembly. And a folder in page, of the same name, holds the component that a reader sees: plain
// scripts, which call the engine, and a style sheet. [Module.Script] makes one script of all three, and [Place] is what a
// cell's output carries.
//
// To add a lesson, add these three under one name; nothing here or in the kernel's tools has a list of them. Lessons that
// share scripts have their folders in one that holds what they share, such as page/explorer.
package live

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed page
var page embed.FS

//go:embed page/cell.js
var cell string

// sharedFolder holds what every component needs.
const sharedFolder = "shared"

// folders gives the folder of each lesson's component. What several lessons share, and no others, stands in a folder
// around theirs.
func folders() map[string]string {
	found := map[string]string{}
	// The folders are embedded, so walking them does not fail.
	_ = fs.WalkDir(page, "page", func(folder string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			delete(found, path.Base(path.Dir(folder)))
			found[e.Name()] = folder
		}
		return err
	})
	delete(found, sharedFolder)
	return found
}

// Names lists the live lessons, in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(folders())) }

// FileName is the name of a lesson's script in the folder of the kernel named queuebook. Jupyter serves it at
// <base url>/kernelspecs/queuebook/<file name>, in JupyterLab and in Notebook 7 alike.
func FileName(name string) string { return "queuebook-live-" + name + ".js" }

// Module is a lesson's engine as it was built.
type Module struct {
	Name string
	// Runtime is the script that connects a Go program with a page, wasm_exec.js, of the very Go that built Code.
	Runtime string
	// Code is the WebAssembly module, packed with gzip.
	Code []byte
}

// Script returns the engine, the component and what both need as one script, to be inlined in a page or served. It
// defines one global, queuebookLive, and nothing else: the Go runtime sees a scope of its own instead of the page's. The
// scripts of several lessons share a page, and running one twice does no harm.
func (m Module) Script() (string, error) {
	folder, found := folders()[m.Name]
	if !found {
		return "", fmt.Errorf("live: there is no lesson %q; there are %s", m.Name, strings.Join(Names(), ", "))
	}
	shared, err := part("page/" + sharedFolder)
	if err != nil {
		return "", err
	}
	own := ""
	for ; folder != "page"; folder = path.Dir(folder) {
		scripts, err := part(folder)
		if err != nil {
			return "", err
		}
		own = scripts + own
	}
	var b strings.Builder
	b.WriteString("(function () {\n\"use strict\";\n")
	b.WriteString("var live = globalThis.queuebookLive = globalThis.queuebookLive || {};\n")
	fmt.Fprintf(&b, "if (!live.modules) {\nlive.modules = {};\n%s}\n", shared)
	fmt.Fprintf(&b, "if (live.modules[%q]) { return; }\n%s", m.Name, own)
	fmt.Fprintf(&b, "live.modules[%q] = {\nruntime: function (globalThis) {\n%s\nreturn globalThis.Go;\n},\n", m.Name, m.Runtime)
	fmt.Fprintf(&b, "size: %d,\ncode: \"%s\"\n};\n})();\n", len(m.Code), printable(m.Code))
	return b.String(), nil
}

// alphabet is the printable signs of ASCII but those that would end a script element or a string, or need an escape in one:
// the quotation mark, the backslash and the less-than sign. Boot.js has the same.
var alphabet = func() (signs []byte) {
	for c := byte(' '); c <= '~'; c++ {
		if !strings.ContainsRune(`"\<`, rune(c)) {
			signs = append(signs, c)
		}
	}
	return signs
}()

// printable writes bytes as text, 13 bits at a time in two of 92 signs, low bits and low sign first. That makes them 23 %
// longer, where base64 makes them 33 % longer; each lesson's page carries half a megabyte or more of them.
func printable(data []byte) []byte {
	const bitsAtOnce = 13 // 2^13 = 8192 is just below 92 x 92 = 8464
	signs := uint32(len(alphabet))
	out := make([]byte, 0, len(data)*16/bitsAtOnce+2)
	var bits, count uint32
	for _, b := range data {
		bits |= uint32(b) << count
		count += 8
		if count >= bitsAtOnce {
			word := bits & (1<<bitsAtOnce - 1)
			out = append(out, alphabet[word%signs], alphabet[word/signs])
			bits >>= bitsAtOnce
			count -= bitsAtOnce
		}
	}
	return append(out, alphabet[bits%signs], alphabet[bits/signs])
}

// part is the scripts of one folder, each a function of its own, and its style sheets. The script that is called like the
// folder comes first, then the others by name.
func part(folder string) (string, error) {
	files, err := fs.ReadDir(page, folder)
	if err != nil {
		return "", err
	}
	slices.SortStableFunc(files, func(a, b fs.DirEntry) int {
		return cmp.Compare(first(path.Base(folder), a), first(path.Base(folder), b))
	})
	var b, styles strings.Builder
	for _, file := range files {
		if file.IsDir() {
			continue
		}
		text, err := page.ReadFile(folder + "/" + file.Name())
		if err != nil {
			return "", err
		}
		switch path.Ext(file.Name()) {
		case ".js":
			fmt.Fprintf(&b, "(function (live) {\n%s})(live);\n", bare(string(text)))
		case ".css":
			style, err := json.Marshal(bareStyle(string(text)))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&styles, "live.style(%s);\n", style)
		}
	}
	return b.String() + styles.String(), nil // the shared scripts make live.style
}

func first(folder string, file fs.DirEntry) int {
	if file.Name() == folder+".js" {
		return 0
	}
	return 1
}

// bare leaves out what only an author reads: indents, and lines that are a comment. No text of these scripts runs over
// several lines.
func bare(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// bareStyle leaves out indents and comments that have lines of their own.
func bareStyle(style string) string {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(style) {
		line = strings.TrimSpace(line)
		inside = inside || strings.HasPrefix(line, "/*")
		if !inside && line != "" {
			b.WriteString(line + "\n")
		}
		if strings.HasSuffix(line, "*/") {
			inside = false
		}
	}
	return b.String()
}

// Place is where a live lesson stands in a cell's output, below the still figure that shows what it starts with.
type Place struct {
	// Name is the lesson's, one of Names.
	Name string
	// Label says what it is to those who do not see it.
	Label string
	// Note stands there until the lesson runs, and where it cannot.
	Note string
	// Options are what the component is started with, and have to be representable in JSON.
	Options any
}

// HTML is one element that any page may hold: it finds its own place, loads the lesson if the page has it or a Jupyter
// server serves it, and starts it.
func (p Place) HTML() (string, error) {
	// encoding/json escapes what could end a script element.
	spec, err := json.Marshal(struct {
		Name    string `json:"name"`
		Options any    `json:"options"`
	}{p.Name, p.Options})
	if err != nil {
		return "", fmt.Errorf("live: the options of %s: %w", p.Name, err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<div class="queuebook-live" data-queuebook-live="%s" role="group" aria-label="%s" `+
		`data-lm-suppress-shortcuts="true">`, html.EscapeString(p.Name), html.EscapeString(p.Label))
	fmt.Fprintf(&b, `<p class="queuebook-live-note"><small>%s</small></p>`, html.EscapeString(p.Note))
	fmt.Fprintf(&b, "<script>%s(%s);</script></div>", strings.TrimSpace(bare(cell)), spec)
	return b.String(), nil
}

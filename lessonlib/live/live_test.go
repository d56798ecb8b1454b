package live_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/queuebook/queuebook/lessonlib/live"
)

func TestEveryLessonHasItsProgram(t *testing.T) {
	if !slices.Contains(live.Names(), "player") || slices.Contains(live.Names(), "shared") {
		t.Errorf("the lessons are %q", live.Names())
	}
	for _, name := range live.Names() {
		if _, err := os.Stat("wasm/" + name + "/main.go"); err != nil {
			t.Errorf("the lesson %s has a page and no engine: %v", name, err)
		}
	}
}

// What goes into a page's script element must not end it.
func TestScriptsCanBeInlined(t *testing.T) {
	for _, name := range live.Names() {
		script, err := live.Module{Name: name, Runtime: "// the runtime", Code: []byte("code")}.Script()
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{"</script", "<!--"} {
			if strings.Contains(strings.ToLower(script), end) {
				t.Errorf("%s: the script contains %q", name, end)
			}
		}
		for _, want := range []string{`live.modules["` + name + `"]`, "// the runtime\nreturn globalThis.Go;", "size: 4,\ncode: \""} {
			if !strings.Contains(script, want) {
				t.Errorf("%s: the script lacks %q", name, want)
			}
		}
	}
	if _, err := (live.Module{Name: "none"}).Script(); err == nil || !strings.Contains(err.Error(), `no lesson "none"`) {
		t.Errorf("a lesson that does not exist: %v", err)
	}
}

// The place is one element with one script, whatever words it holds, and without a script it is a sentence.
func TestThePlaceIsOneElement(t *testing.T) {
	hostile := `</script><img src=x onerror=alert(1)>"' & <!--`
	source, err := live.Place{Name: "player", Label: hostile, Note: hostile, Options: map[string]string{"share": hostile}}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil || len(nodes) != 1 {
		t.Fatalf("%d elements, error %v, in %s", len(nodes), err, source)
	}
	var script, words string
	for n := range nodes[0].Descendants() {
		switch {
		case n.Type == html.TextNode && n.Parent.Data == "script":
			script += n.Data
		case n.Type == html.TextNode:
			words += n.Data
		case n.Data != "p" && n.Data != "small" && n.Data != "script":
			t.Errorf("an element <%s> came out of the words", n.Data)
		}
	}
	if words != hostile {
		t.Errorf("the note reads %q", words)
	}
	_, call, found := strings.Cut(script, "})(")
	var spec struct {
		Name    string
		Options struct{ Share string }
	}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(call, ");")), &spec); err != nil || !found {
		t.Fatalf("the script is not one call: %v: %.200s", err, script)
	}
	if spec.Name != "player" || spec.Options.Share != hostile {
		t.Errorf("the component is started with %+v", spec)
	}
	if size := len(source); size > 4000 {
		t.Errorf("each output carries %d bytes", size)
	}
}

func TestOptionsThatJSONCannotHoldAreAnError(t *testing.T) {
	if _, err := (live.Place{Name: "player", Options: func() {}}).HTML(); err == nil || !strings.Contains(err.Error(), "options of player") {
		t.Errorf("error %v", err)
	}
}

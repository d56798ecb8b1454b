package assets

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The README says where each file comes from; what is here is what it says.
func TestVendoredFilesAreThoseOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"echarts.common.min.js", "LICENSE-echarts", "NOTICE-echarts", "LICENSE-d3"} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		hash := fmt.Sprintf("%x", sha256.Sum256(content))
		found := false
		for line := range strings.Lines(string(readme)) {
			found = found || strings.Contains(line, "`"+name+"`") && strings.Contains(line, hash)
		}
		if !found {
			t.Errorf("README.md has no line for %s with sha256 %s", name, hash)
		}
	}
	if !strings.Contains(echarts, `t.version="5.6.0"`) || !strings.Contains(string(readme), "echarts 5.6.0") {
		t.Error("the library is not the version that README.md names")
	}
}

// What goes into a page's script element must not end it.
func TestScriptsCanBeInlined(t *testing.T) {
	for name, script := range map[string]string{"library": Script(), "cell": Cell()} {
		for _, end := range []string{"</script", "<!--"} {
			if strings.Contains(strings.ToLower(script), end) {
				t.Errorf("the %s's script contains %q", name, end)
			}
		}
	}
}

// A require.js on the page must not see the library, so define, exports and module are the wrapper's own.
func TestLibraryIsWrapped(t *testing.T) {
	head, _, found := strings.Cut(Script(), echarts)
	if !found || !strings.HasPrefix(head, "(function () {") {
		t.Fatal("the library is not inside a function")
	}
	if !strings.Contains(head, "var module = { exports: {} }, exports = module.exports, define;") {
		t.Error("define, exports and module are not hidden from the library")
	}
	if strings.Contains(Script(), FileName) != strings.Contains(draw, FileName) || !strings.Contains(Cell(), "/"+FileName) {
		t.Errorf("a cell does not load %s", FileName)
	}
}

func TestCellIsSmall(t *testing.T) {
	if size := len(Cell()); size > 2000 {
		t.Errorf("each interactive output carries %d bytes of script", size)
	}
	if strings.Contains(Cell(), "//") {
		t.Error("a comment is left in the cell's script")
	}
}

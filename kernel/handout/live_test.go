package handout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/live"
)

// A page may compile WebAssembly if it carries a live lesson, byte for byte as it was built, and only then; and only such
// a page may weigh more.
func TestOnlyALiveLessonMayCompileAndWeighMore(t *testing.T) {
	scripts := live.Scripts{"player": []byte("(function () { fetch('x'); })();\n")}
	const script = "<script>(function () { fetch('x'); })();\n</script>"
	heavy := "<p>" + strings.Repeat("x", MaxSize) + "</p>"
	for _, c := range []struct{ what, policy, body, want string }{
		{"a live lesson", LivePolicy, script, ""},
		{"a heavy page with a live lesson", LivePolicy, script + heavy, ""},
		{"a live lesson that cannot run", Policy, script, "live lesson cannot run"},
		{"a policy for nothing", LivePolicy, "<p>x</p>", "holds no live lesson"},
		{"a script that is not quite the lesson's", LivePolicy, strings.Replace(script, "'x'", "'y'", 1), "fetch("},
		{"a heavy page without one", Policy, heavy, "weighs 1.50 MB"},
		{"a page too heavy for anything", LivePolicy, script + strings.Repeat(heavy, 2), "weighs 3.00 MB, more than 2.00 MB"},
	} {
		page := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` +
			c.policy + `"><title>t</title></head><body><main class="lesson">` + c.body + `</main></body></html>`
		faults := verify([]byte(page), scripts)
		switch found := fmt.Sprint(faults); {
		case c.want == "" && len(faults) > 0:
			t.Errorf("%s: faults %s, want none", c.what, found)
		case c.want != "" && !strings.Contains(found, c.want):
			t.Errorf("%s: faults %s, want one that says %q", c.what, found, c.want)
		}
	}
}

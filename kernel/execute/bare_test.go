package execute

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
)

// bare is an environment whose programs know nothing of this process's variables: the system's folders as PATH, a home, and
// a Go that may not ask the network.
type bare struct {
	environment.Environment
	home string
}

func (b bare) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := b.Environment.Command(ctx, name, args...)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + b.home, "GOPROXY=off"}
	return cmd
}

// An editor or a hub starts the kernel in the notebook's folder, far from the checkout, with next to no PATH and a home that
// is empty; and the network may be off.
func TestALessonRunsFromAnotherFolderWithAnEmptyHomeAndAMinimalPath(t *testing.T) {
	env := bare{environmenttest.Ready(t, "python"), t.TempDir()}
	file := written(t,
		codeCell("imports", `%noautoget
import (
	"os"

	"github.com/queuebook/queuebook/lessonlib/pool"
	"github.com/queuebook/queuebook/lessonlib/show"
)`),
		codeCell("place", `%%
show.Text("%s", show.Must(os.Getwd()))
show.Text("proxy %s, home %s", os.Getenv("GOPROXY"), os.Getenv("HOME"))`),
		codeCell("model", `%%
r := show.Must(pool.DayB().Run())
show.Text("%.2f ticks", r.SmallDelay())`),
		// What no import names, goimports has to find by itself.
		codeCell("goimports", `%%
show.Text("%s", strings.ToUpper("found"))`))
	nb := executed(t, Executor{Environment: env, Timeout: 5 * time.Minute}, file)
	folder, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	// 0.98 is day B's mean delay of the small tenants in data/reference/pool.json.
	want := [][]string{nil, {folder, "proxy off, home " + env.home}, {"0.98 ticks"}, {"FOUND"}}
	for i, c := range nb.Cells {
		if diff := cmp.Diff(want[i], displayed(c)); diff != "" {
			t.Errorf("cell %s (-want +got):\n%s%+v", c.ID, diff, c.Outputs)
		}
	}
	if left, err := os.ReadDir(filepath.Join(env.home, ".cache", "go-build")); err == nil {
		t.Errorf("the cells were built into a cache of their own, with %d folders", len(left))
	}
}

package execute

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
	"github.com/queuebook/queuebook/kernel/notebook"
)

// editor starts a kernel as an editor does: it reads kernel.json itself, starts its argv with its variables on top of its
// own few, works in the notebook's folder, and speaks to the kernel over the ports that it chose. Of each code cell it
// tells what was displayed and what failed, one line of JSON a cell.
const editor = `
import json, os, subprocess, sys
from jupyter_client import BlockingKernelClient
from jupyter_client.connect import write_connection_file

spec = json.load(open(sys.argv[1]))
notebook = json.load(open(sys.argv[2]))
file, _ = write_connection_file(os.path.join(os.path.dirname(sys.argv[2]), "connection.json"))
argv = [a.replace("{connection_file}", file) for a in spec["argv"]]
kernel = subprocess.Popen(argv, cwd=os.path.dirname(sys.argv[2]), env={**json.loads(sys.argv[3]), **spec["env"]},
    stdin=subprocess.DEVNULL, stdout=sys.stderr, stderr=sys.stderr, start_new_session=True)
client = BlockingKernelClient(connection_file=file)
client.load_connection_file()
client.start_channels()
try:
    client.wait_for_ready(timeout=120)
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        shown, failed = [], []
        def hook(message):
            content = message["content"]
            if message["msg_type"] == "display_data":
                shown.append(content["data"].get("text/plain", ""))
            if message["msg_type"] == "error":
                failed.append(content["evalue"])
            if message["msg_type"] == "stream":
                failed.append(content["text"])
        client.execute_interactive("".join(cell["source"]), timeout=300, output_hook=hook)
        print(json.dumps({"id": cell["id"], "shown": shown, "failed": failed}), flush=True)
    client.shutdown()
    kernel.wait(timeout=60)
finally:
    client.stop_channels()
    if kernel.poll() is None:
        os.killpg(kernel.pid, 9)
`

// VS Code finds the kernelspec by itself and gives the kernel next to no PATH; here the home is empty as well. Lesson 1,
// run so, shows just what it shows as committed.
func TestTheLessonRunsInAKernelThatAnEditorStarts(t *testing.T) {
	env := environmenttest.Ready(t, "python")
	home, folder := t.TempDir(), t.TempDir()
	lesson := filepath.Join(env.Root, "notebooks", "1-noisy-neighbour.ipynb")
	data, err := os.ReadFile(lesson)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "a lesson.ipynb")
	if err := os.WriteFile(file, data, 0o444); err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	few, err := json.Marshal(map[string]string{"PATH": "/usr/bin:/bin", "HOME": home})
	if err != nil {
		t.Fatal(err)
	}
	spec := filepath.Join(env.Prefix, "share", "jupyter", "kernels", notebook.Kernel, "kernel.json")
	cmd := env.Command(t.Context(), "python", "-c", editor, spec, file, string(few))
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	ran := map[string]struct{ Shown, Failed []string }{}
	for line := range strings.Lines(string(out)) {
		var cell struct {
			ID            string
			Shown, Failed []string
		}
		if err := json.Unmarshal([]byte(line), &cell); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		ran[cell.ID] = struct{ Shown, Failed []string }{cell.Shown, cell.Failed}
	}
	for _, cell := range nb.Cells {
		if cell.Type != notebook.Code {
			continue
		}
		var committed []string
		for _, o := range cell.Outputs {
			if o.Type == notebook.Display {
				committed = append(committed, o.Data["text/plain"])
			}
		}
		got, found := ran[cell.ID]
		if diff := cmp.Diff(committed, got.Shown); !found || diff != "" && len(committed)+len(got.Shown) > 0 {
			t.Errorf("cell %s, run: %t (-committed +shown):\n%s", cell.ID, found, diff)
		}
		if len(got.Failed) > 0 != cell.Tagged(notebook.ExpectsError) {
			t.Errorf("cell %s: %q", cell.ID, got.Failed)
		}
	}
}

package live_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
)

// lab is a JupyterLab of its own, with nobody's settings, data and trust.
type lab struct {
	env            environment.Environment
	folder         string
	address, token string
	root           string
}

// command prepares one of the environment's programs with the lab's own folders.
func (l *lab) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := l.env.Command(ctx, name, args...)
	for variable, folder := range map[string]string{"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data",
		"JUPYTER_RUNTIME_DIR": "runtime", "JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
		"IPYTHONDIR": "ipython"} {
		cmd.Env = append(cmd.Env, variable+"="+filepath.Join(l.folder, folder))
	}
	return cmd
}

// startLab starts a JupyterLab on a free port, which ends with the test.
func startLab(t *testing.T, env environment.Environment) *lab {
	t.Helper()
	// The scripts of this checkout, also where somebody changed them since the last installation.
	s, err := install.NewSettings(t.Context(), env, install.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := install.WriteLive(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	l := &lab{env: env, folder: t.TempDir()}
	l.root = filepath.Join(l.folder, "root")
	if err := os.Mkdir(l.root, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context())) // the server ends in Cleanup, after the browser
	cmd := l.command(ctx, "jupyter-lab", "--no-browser", "--allow-root", "--ServerApp.port=0", "--ServerApp.root_dir="+l.root,
		"--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")
	var messages strings.Builder
	cmd.Stdout, cmd.Stderr = &messages, &messages
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // it ends by the cancelled context
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	for {
		// The server writes this file shortly before it listens.
		if infos, _ := filepath.Glob(filepath.Join(l.folder, "runtime", "jpserver-*.json")); len(infos) > 0 {
			var info struct{ URL, Token string }
			data, err := os.ReadFile(infos[0])
			if err == nil && json.Unmarshal(data, &info) == nil {
				if response, err := http.Get(info.URL + "api"); err == nil {
					_ = response.Body.Close()
					l.address, l.token = info.URL, info.Token
					return l
				}
			}
		}
		select {
		case <-ended:
			t.Fatalf("JupyterLab ended: %s", messages.String())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// In JupyterLab a trusted notebook plays, with the script of the environment's own server, and one that is not trusted
// shows the figure and the note.
func TestJupyterLabPlaysATrustedNotebook(t *testing.T) {
	l := startLab(t, readyEnvironment(t))
	night := notebook(t, l.root, shared(t, "cache-flush", 42, "12:06 feature off, warm-up"))
	b := browsertest.Start(t)
	address := l.address + "lab/tree/night.ipynb?reset&token=" + l.token

	wary := browsertest.Open(t, b, address, browser.View{Width: 1400, Height: 1000})
	wary.WaitFor(`document.querySelector(".jp-OutputArea-output img")`)
	wary.WaitFor(`document.body.innerText.includes("The figure above shows how it goes.")`)
	if browsertest.Eval[bool](wary, `!!document.querySelector("[data-queuebook-state]")`) {
		t.Error("the player runs in a notebook that nobody trusts")
	}
	wary.Close()

	if out, err := l.command(t.Context(), "jupyter-trust", night).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p := player{browsertest.Open(t, b, address, browser.View{Width: 1400, Height: 2900}), t}
	p.WaitFor(`document.querySelector("[data-queuebook-state=running], [data-queuebook-state=absent]")`)
	contains(t, "the title", p.text(".qp-setup h3"), "Cache flush, seed 42")
	browsertest.Eval[any](p.Page, `document.querySelector(".jp-Dialog-button.jp-mod-reject")?.click()`)
	browsertest.Eval[any](p.Page, `[...document.querySelectorAll(".queuebook-live button")].find(b => b.textContent === "To the end").click()`)
	p.at("13:30")
	contains(t, "the report", p.text(".qp-report"), "99.39 %")
	var own int
	for _, request := range p.Requests() {
		switch {
		case strings.HasPrefix(request, l.address+"kernelspecs/queuebook/queuebook-live-player.js"):
			own++
		case !strings.HasPrefix(request, l.address) && !strings.HasPrefix(request, strings.Replace(l.address, "http", "ws", 1)):
			t.Errorf("the page asked for %s", request)
		}
	}
	if own != 1 {
		t.Errorf("the player's script was asked for %d times", own)
	}
	p.picture("lab", "")
	p.picture("lab-player", ".queuebook-live")
	// JupyterLab's own theme decides, not the reader's system.
	browsertest.Eval[any](p.Page, `document.body.setAttribute("data-jp-theme-light", "false")`)
	p.WaitFor(`document.querySelector(".queuebook-live[data-theme=dark]")`)
	p.Accessible(".queuebook-live")
}

// Package lab starts a JupyterLab of its own for a test and drives it in a browser as a student does: with menus, keys
// and clicks. A step that fails ends the test. What only Jupyter knows, such as whether a cell still runs, is asked of
// its page, which for this shows its innards.
package lab

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/environment"
)

//go:embed serve.py
var serve string

// Application is one of Jupyter's two pages that show a notebook.
type Application string

const (
	// Lab is JupyterLab 4.
	Lab Application = "lab"
	// Notebook is Jupyter Notebook 7, JupyterLab's parts around a single notebook.
	Notebook Application = "notebook"
)

// Server is a running Jupyter server that nobody has used before: its home is empty, and nothing in it is trusted.
type Server struct {
	// Folder is where its files are, Home its user's home.
	Folder, Home string

	application Application
	address     string // ends with a slash
	token       string
	log         *bytes.Buffer
	pages       int // opened so far
}

// limit is how long the server may take to start, and to stop; a loaded machine needs seconds.
const limit = 2 * time.Minute

// Start starts a server on a folder; it ends with the test, and all its kernels with it.
func Start(t testing.TB, env environment.Environment, application Application, folder string) *Server {
	t.Helper()
	s := &Server{Folder: folder, Home: t.TempDir(), application: application, log: new(bytes.Buffer)}
	// The test's own context ends before its clean-up, and would stop the server before it can end its kernels.
	ctx, kill := context.WithCancel(context.WithoutCancel(t.Context()))
	cmd := env.Command(ctx, "python", "-c", serve, string(application),
		"--ServerApp.root_dir="+folder, "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", "--ServerApp.open_browser=False",
		"--ServerApp.allow_root=True", "--LabApp.expose_app_in_browser=True",
		"--JupyterNotebookApp.expose_app_in_browser=True")
	cmd.Env = append(homeless(cmd.Env), "HOME="+s.Home, "JUPYTER_RUNTIME_DIR="+s.runtime())
	cmd.Dir = folder
	if err := s.forgoNews(); err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = s.log, s.log
	alive, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		defer kill()
		defer alive.Close()
		s.stop(t, ended)
	})
	if err := s.await(ended); err != nil {
		t.Fatalf("Jupyter does not start: %v\n%s", err, s.log)
	}
	return s
}

// forgoNews answers JupyterLab's first question, whether it may ask the network for news and newer versions, with no.
func (s *Server) forgoNews() error {
	settings := filepath.Join(s.Home, ".jupyter", "lab", "user-settings", "@jupyterlab", "apputils-extension",
		"notification.jupyterlab-settings")
	return environment.ReplaceFile(settings, []byte(`{"fetchNews": "false", "checkForUpdates": false}`))
}

// homeless is an environment without what would lead Jupyter to somebody's own settings.
func homeless(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return name == "HOME" || strings.HasPrefix(name, "XDG_") ||
			strings.HasPrefix(name, "JUPYTER_") && name != "JUPYTER_PREFER_ENV_PATH"
	})
}

// runtime is where the server writes down its address and the kernels' ports.
func (s *Server) runtime() string { return filepath.Join(s.Home, "runtime") }

// await waits until the server has written down its address and answers.
func (s *Server) await(ended <-chan error) error {
	deadline := time.After(limit)
	for {
		if files, _ := filepath.Glob(filepath.Join(s.runtime(), "jpserver-*.json")); len(files) > 0 {
			var about struct {
				URL, Token string
			}
			if data, err := os.ReadFile(files[0]); err == nil && json.Unmarshal(data, &about) == nil {
				s.address, s.token = about.URL, about.Token
				if s.ask(http.MethodGet, "api/status") == nil {
					return nil
				}
			}
		}
		select {
		case err := <-ended:
			return fmt.Errorf("it ended (%v)", err)
		case <-deadline:
			return fmt.Errorf("no answer after %v", limit)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// ask sends the server a request and drops the answer.
func (s *Server) ask(method, path string) error {
	request, err := http.NewRequest(method, s.address+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "token "+s.token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, answer.Status)
	}
	return nil
}

// stop asks the server to stop, which ends its kernels first, and waits for it.
func (s *Server) stop(t testing.TB, ended <-chan error) {
	if s.address == "" {
		return
	}
	if err := s.ask(http.MethodPost, "api/shutdown"); err != nil {
		t.Errorf("stopping Jupyter: %v", err)
		return
	}
	select {
	case <-ended:
	case <-time.After(limit):
		t.Errorf("Jupyter does not stop:\n%s", s.log)
	}
}

// Address is where the server's pages are; it ends with a slash.
func (s *Server) Address() string { return s.address }

// Processes are the command lines of all that the server has started and that still runs, itself first, as far as this
// system tells: on Linux by the environment that each inherits.
func (s *Server) Processes() []string {
	own := []byte("JUPYTER_RUNTIME_DIR=" + s.runtime() + "\x00")
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	var list []string
	for _, file := range files {
		if variables, err := os.ReadFile(file); err != nil || !bytes.Contains(variables, own) {
			continue
		}
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		list = append(list, strings.TrimSpace(strings.ReplaceAll(string(command), "\x00", " ")))
	}
	return list
}

// page is the address of a notebook in a workspace that no other page has.
func (s *Server) page(file string, number int) string {
	path := (&url.URL{Path: file}).EscapedPath()
	if s.application == Notebook {
		return fmt.Sprintf("%snotebooks/%s?token=%s", s.address, path, s.token)
	}
	return fmt.Sprintf("%slab/workspaces/page-%d/tree/%s?token=%s", s.address, number, path, s.token)
}

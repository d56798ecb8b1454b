package handout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
)

// The sums are of the files in npm's package temml 0.13.5 (in dist, and LICENSE), taken when they were copied.
func TestVendoredFilesAreAsPublished(t *testing.T) {
	for name, want := range map[string]string{
		"static/temml.min.js":    "1ab19148afe0dbc836b7a74f344071b3f3a70a7a8259ae4049e76894fcdf8d95",
		"static/Temml-Local.css": "544f4e3fee4c36f4568e4f145fa626dc9573c5f4c96c523aadcc433c3989a239",
		"static/Temml.woff2":     "fc70501355ae6d38ff0b80f825af153557d5f2f474198d6b9b7dd2d3a291a0cc",
		"static/temml.LICENSE":   "12b4e5592a12baaf50637881f2cb9d66667b26b8d51a73cd8f0d6bcefe176ab6",
	} {
		data, err := embedded.ReadFile(templateRoot + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s has the sum %x, want %s", name, sum, want)
		}
	}
}

func TestInstallTemplate(t *testing.T) {
	settings := func(prefix string) string {
		return filepath.Join(prefix, "etc", "jupyter", "jupyter_server_config.json")
	}

	t.Run("into an empty prefix, and again without touching a file", func(t *testing.T) {
		prefix := filepath.Join(t.TempDir(), "an environment")
		if err := CheckTemplate(prefix, nil); err == nil {
			t.Error("an empty prefix passes the check")
		}
		if err := InstallTemplate(prefix, nil); err != nil {
			t.Fatal(err)
		}
		if err := CheckTemplate(prefix, nil); err != nil {
			t.Error(err)
		}
		before := times(t, prefix)
		if err := InstallTemplate(prefix, nil); err != nil {
			t.Fatal(err)
		}
		for file, then := range times(t, prefix) {
			if !then.Equal(before[file]) {
				t.Errorf("%s was written again", file)
			}
		}
	})
	t.Run("over another version", func(t *testing.T) {
		prefix := t.TempDir()
		if err := InstallTemplate(prefix, nil); err != nil {
			t.Fatal(err)
		}
		changed, stale := filepath.Join(templateFolder(prefix), "index.html.j2"), filepath.Join(templateFolder(prefix), "old.j2")
		write(t, changed, "something else")
		write(t, stale, "no longer there")
		if err := CheckTemplate(prefix, nil); err == nil {
			t.Error("a changed template passes the check")
		}
		if err := InstallTemplate(prefix, nil); err != nil {
			t.Fatal(err)
		}
		if err := CheckTemplate(prefix, nil); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(stale); err == nil {
			t.Error("a file of the other version is still there")
		}
	})
	t.Run("beside other settings, which stay", func(t *testing.T) {
		prefix := t.TempDir()
		write(t, settings(prefix), `{"ServerApp": {"port": 9000}, "HTMLExporter": {"theme": "dark"}}`)
		if err := InstallTemplate(prefix, nil); err != nil {
			t.Fatal(err)
		}
		var got map[string]map[string]any
		data, err := os.ReadFile(settings(prefix))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if got["ServerApp"]["port"] != 9000.0 || got["HTMLExporter"]["theme"] != "dark" ||
			got["HTMLExporter"]["template_name"] != TemplateName {
			t.Errorf("settings %v", got)
		}
	})
	t.Run("beside somebody's own choice, which stays and is reported", func(t *testing.T) {
		prefix := t.TempDir()
		write(t, settings(prefix), `{"HTMLExporter": {"template_name": "classic"}}`)
		if err := InstallTemplate(prefix, nil); err != nil {
			t.Fatal(err)
		}
		if err := CheckTemplate(prefix, nil); err == nil || !strings.Contains(err.Error(), "classic") {
			t.Errorf("error %v, want one that names the choice", err)
		}
	})
	t.Run("over a damaged configuration, which is named and kept", func(t *testing.T) {
		prefix := t.TempDir()
		write(t, settings(prefix), `{"HTMLExporter": `)
		if err := InstallTemplate(prefix, nil); err == nil || !strings.Contains(err.Error(), settings(prefix)) {
			t.Errorf("error %v, want one that names the file", err)
		}
		if data, _ := os.ReadFile(settings(prefix)); string(data) != `{"HTMLExporter": ` {
			t.Errorf("the file was changed to %q", data)
		}
	})
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// times are the files below a folder with the time of their last change.
func times(t *testing.T, folder string) map[string]time.Time {
	t.Helper()
	list := make(map[string]time.Time)
	err := filepath.WalkDir(folder, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		list[file] = info.ModTime()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A Jupyter server that finds the installed template gives for "Save and Export Notebook As > HTML" the bytes of the
// student's page that the handout command writes, so no solution, and its slides are still slides.
func TestMenuExportIsTheHandout(t *testing.T) {
	env := environmenttest.Ready(t, "jupyter-server")
	folder := t.TempDir()
	const notebook = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "queuebook",
		"display_name": "Go", "language": "go"}}, "cells": [
		{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Noise\n\nIt is [540 units](#capacity), $\\rho$."},
		{"cell_type": "code", "id": "b", "metadata": {}, "execution_count": 1, "source": "x := 1", "outputs": [
			{"output_type": "display_data", "metadata": {}, "data": {"application/vnd.queuebook.claims.v1+json": {
				"claims": [{"id": "capacity", "kind": "assumed", "text": "540 units", "source": "KK11"}]}}}]},
		{"cell_type": "code", "id": "c", "metadata": {"tags": ["solution"]}, "execution_count": 2, "source": "theAnswer(42)",
			"outputs": []}]}`
	write(t, filepath.Join(folder, "root", "noise.ipynb"), notebook)
	prefix := filepath.Join(folder, "prefix")
	if err := InstallTemplate(prefix, nil); err != nil {
		t.Fatal(err)
	}
	files, err := Make(t.Context(), env, Options{Notebooks: []string{filepath.Join(folder, "root", "noise.ipynb")},
		Output: filepath.Join(folder, "out"), Copies: []Copy{Student}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}

	server := serve(t, env, folder, prefix)
	got := server.get(t, "nbconvert/html/noise.ipynb?download=true")
	if got != string(want) {
		t.Errorf("the menu gives %d bytes, the command %d; the menu's begin with %.300q", len(got), len(want), got)
	}
	if strings.Contains(got, "theAnswer") {
		t.Error("the menu gives the solution")
	}
	if got := server.get(t, "nbconvert/slides/noise.ipynb?download=true"); !strings.Contains(got, "reveal") {
		t.Errorf("the slides are none: %.300q", got)
	}
}

// server is a running Jupyter server.
type server struct {
	URL, Token string
}

// serve starts a server on a free port that knows the environment's files and those of prefix, and of nobody's settings.
func serve(t *testing.T, env environment.Environment, folder, prefix string) server {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	runtime := filepath.Join(folder, "runtime")
	cmd := env.Command(ctx, "jupyter-server", "--allow-root", "--no-browser", "--ServerApp.port=0",
		"--ServerApp.root_dir="+filepath.Join(folder, "root"))
	cmd.Env = append(cmd.Env, "JUPYTER_CONFIG_DIR="+filepath.Join(folder, "config"), "JUPYTER_RUNTIME_DIR="+runtime,
		"JUPYTER_CONFIG_PATH="+filepath.Join(prefix, "etc", "jupyter"),
		"JUPYTER_PATH="+filepath.Join(prefix, "share", "jupyter"))
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
		if infos, _ := filepath.Glob(filepath.Join(runtime, "jpserver-*.json")); len(infos) > 0 {
			var s server
			data, err := os.ReadFile(infos[0])
			if err == nil && json.Unmarshal(data, &s) == nil {
				if response, err := s.ask(ctx, "api"); err == nil {
					_ = response.Body.Close()
					return s
				}
			}
		}
		select {
		case <-ended:
			t.Fatalf("the server ended: %s", messages.String())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (s server) ask(ctx context.Context, path string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "token "+s.Token)
	return http.DefaultClient.Do(request)
}

func (s server) get(t *testing.T, path string) string {
	t.Helper()
	response, err := s.ask(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s: %.500s", path, response.Status, body)
	}
	return string(body)
}

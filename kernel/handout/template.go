package handout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/live"
	lessons "github.com/queuebook/queuebook/lessonlib/live"
)

// templateWith are the template's files with the scripts of the live lessons among them, as they were built.
func templateWith(scripts live.Scripts) (map[string][]byte, error) {
	files, err := templateFiles()
	if err != nil {
		return nil, err
	}
	files = maps.Clone(files)
	for name, script := range scripts {
		files["static/"+lessons.FileName(name)] = script
	}
	return files, nil
}

// InstallTemplate puts the handout template, with the live lessons, where the Jupyter programs under prefix look for
// templates, and has the Jupyter server there use it for "Save and Export Notebook As > HTML".
//
// Each file is replaced whole and only if it changes, so it can be called again and again. The server's configuration
// file may hold other settings, which stay; a template that somebody chose for HTML there stays too, and CheckTemplate
// reports it.
func InstallTemplate(prefix string, scripts live.Scripts) error {
	if err := writeTemplate(templateFolder(prefix), scripts); err != nil {
		return err
	}
	settings, err := readSettings(prefix)
	if err != nil {
		return err
	}
	if !settings.chooseTemplate() {
		return nil
	}
	data, err := settings.marshal()
	if err != nil {
		return fmt.Errorf("%s: %w", settingsFile(prefix), err)
	}
	return environment.ReplaceFile(settingsFile(prefix), data)
}

// CheckTemplate returns nil if the template under prefix is the one of this checkout and the Jupyter server uses it, and
// otherwise an error that says which part is not so.
func CheckTemplate(prefix string, scripts live.Scripts) error {
	files, err := templateWith(scripts)
	if err != nil {
		return err
	}
	for name, want := range files {
		file := filepath.Join(templateFolder(prefix), filepath.FromSlash(name))
		if have, err := os.ReadFile(file); err != nil || !bytes.Equal(have, want) {
			return fmt.Errorf("%s is missing or from another version; run `go run ./kernel install`", file)
		}
	}
	settings, err := readSettings(prefix)
	if err != nil {
		return err
	}
	switch chosen := settings["HTMLExporter"]["template_name"]; chosen {
	case TemplateName:
		return nil
	case nil:
		return fmt.Errorf("%s does not name the template; run `go run ./kernel install`", settingsFile(prefix))
	default:
		return fmt.Errorf("%s makes JupyterLab's menu use the template %v; for the handout's template set "+
			"HTMLExporter.template_name there to %q", settingsFile(prefix), chosen, TemplateName)
	}
}

func templateFolder(prefix string) string {
	return filepath.Join(prefix, "share", "jupyter", "nbconvert", "templates", TemplateName)
}

// writeTemplate makes folder hold the template's files and no others.
func writeTemplate(folder string, scripts live.Scripts) error {
	files, err := templateWith(scripts)
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := environment.ReplaceFile(filepath.Join(folder, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if _, ours := files[filepath.ToSlash(name)]; ours {
			return nil
		}
		return os.Remove(path)
	})
}

// serverSettings is the part of a Jupyter server's configuration file that says what is set for which class. The file has
// other parts too ("version"), which json keeps in their place as they are not read: see readSettings.
type serverSettings map[string]map[string]any

// settingsFile is the server's configuration under prefix. Jupyter reads class settings from this file only; the folder
// jupyter_server_config.d beside it is for enabling extensions.
func settingsFile(prefix string) string {
	return filepath.Join(prefix, "etc", "jupyter", "jupyter_server_config.json")
}

func readSettings(prefix string) (serverSettings, error) {
	data, err := os.ReadFile(settingsFile(prefix))
	if errors.Is(err, fs.ErrNotExist) {
		return serverSettings{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the Jupyter server's configuration: %w", err)
	}
	settings := serverSettings{}
	if err := json.Unmarshal(data, &settings); err != nil {
		return nil, fmt.Errorf("%s is not the JSON of a Jupyter configuration: %w; mend or remove it", settingsFile(prefix),
			err)
	}
	return settings, nil
}

// chooseTemplate sets what HTML export needs and tells whether that changed anything. Slides are made by a class that
// inherits the HTML exporter's settings, so they need their own template named again.
func (s serverSettings) chooseTemplate() bool {
	changed := false
	for _, want := range []struct {
		class, name string
		value       any
	}{
		{"HTMLExporter", "template_name", TemplateName},
		{"SlidesExporter", "template_name", "reveal"},
	} {
		if s[want.class] == nil {
			s[want.class] = map[string]any{}
		}
		if _, chosen := s[want.class][want.name]; !chosen {
			s[want.class][want.name] = want.value
			changed = true
		}
	}
	return changed
}

func (s serverSettings) marshal() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(s)
	return buf.Bytes(), err
}

package install

import (
	"bytes"
	"encoding/json"
	"path/filepath"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/lessonlib/show/assets"
)

// spec is the content of a kernel.json, as Jupyter's documentation of kernelspecs defines it.
type spec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
	Metadata      map[string]any    `json:"metadata"`
}

// SpecFile is the kernelspec's place: under the environment's prefix, where a home folder mounted later cannot hide it,
// and in a folder of its own, so that a user's other Go kernel is left alone.
func (s Settings) SpecFile() string {
	return filepath.Join(s.Env.Prefix, "share", "jupyter", "kernels", KernelName, "kernel.json")
}

// spec is the kernelspec for these settings. All paths are absolute: an editor may start the kernel from anywhere.
// Interrupts come as messages, as GoNB's own installer has them.
func (s Settings) spec() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(spec{
		Argv: []string{filepath.Join(s.Tools, "gonb"), "--kernel", "{connection_file}",
			"-go_work=" + s.Env.Root},
		DisplayName:   DisplayName,
		Language:      "go",
		InterruptMode: "message",
		Env:           s.CellVariables(),
		Metadata:      map[string]any{"debugger": false},
	})
	return buf.Bytes(), err
}

// ChartsFile is where Jupyter's server finds the script of interactive charts: it serves what lies beside a kernel.json.
func (s Settings) ChartsFile() string {
	return filepath.Join(filepath.Dir(s.SpecFile()), assets.FileName)
}

// LabFile is where JupyterLab finds this course's own defaults for its settings. A user's settings go before them.
func (s Settings) LabFile() string {
	return filepath.Join(s.Env.Prefix, "share", "jupyter", "lab", "settings", "overrides.d", KernelName+".json")
}

// labSettings lets completions take their time: JupyterLab waits for a second, and the language server takes more when it
// is first asked.
const labSettings = `{
  "@jupyterlab/completer-extension:manager": {
    "providerTimeout": 10000
  }
}
`

// WriteKernelSpec writes the kernelspec, the charts' script beside it and the defaults of JupyterLab's settings, and leaves
// each untouched if it is as it should be.
func WriteKernelSpec(s Settings) error {
	kernel, err := s.spec()
	if err != nil {
		return err
	}
	files := map[string][]byte{s.SpecFile(): kernel, s.ChartsFile(): []byte(assets.Script()), s.LabFile(): []byte(labSettings)}
	for file, want := range files {
		if err := environment.ReplaceFile(file, want); err != nil {
			return err
		}
	}
	return nil
}

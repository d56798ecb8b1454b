package handout

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/text/language"

	"github.com/queuebook/queuebook/kernel/environment"
)

// About is what an instructor may say of a handout besides what is in the notebook. Empty fields are taken from the
// notebook's own metadata ("queuebook") or left out.
type About struct {
	Title  string `json:"title,omitempty"`
	Course string `json:"course,omitempty"`
	Date   string `json:"date,omitempty"` // in any words
	// Language is a language tag as BCP 47 has them, such as "en" or "pt-BR"; empty means English.
	Language string `json:"language,omitempty"`
}

func (a About) language() string {
	if a.Language == "" {
		return "en"
	}
	return a.Language
}

// Validate returns nil, or an error that names the field and what it may be.
func (a About) Validate() error {
	if _, err := language.Parse(a.language()); err != nil {
		return fmt.Errorf("language %q is no language tag (%w); write one such as \"en\" or \"pt-BR\"", a.Language, err)
	}
	return nil
}

// notebook is a lesson to be converted.
type notebook struct {
	name    string // of the file, without its ending
	content []byte // JSON
}

// described puts what about says into the notebook's metadata, where the template reads it. Everything else stays as it
// is.
func (nb notebook) described(about About) ([]byte, error) {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(nb.content, &top); err != nil {
		return nil, fmt.Errorf("is no notebook: %w", err)
	}
	var cells []json.RawMessage
	if err := json.Unmarshal(top["cells"], &cells); err != nil || len(cells) == 0 {
		return nil, fmt.Errorf("is no notebook with cells (of nbformat 4); open and save it with JupyterLab")
	}
	metadata, ours := map[string]json.RawMessage{}, map[string]any{}
	if raw, found := top["metadata"]; found {
		if err := json.Unmarshal(raw, &metadata); err != nil {
			return nil, fmt.Errorf("has metadata that is no object: %w", err)
		}
	}
	if raw, found := metadata["queuebook"]; found {
		if err := json.Unmarshal(raw, &ours); err != nil {
			return nil, fmt.Errorf("has metadata.queuebook that is no object: %w", err)
		}
	}
	ours["name"] = nb.name
	said, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(said, &ours); err != nil { // adds the fields that are not empty
		return nil, err
	}
	if metadata["queuebook"], err = json.Marshal(ours); err != nil {
		return nil, err
	}
	if top["metadata"], err = json.Marshal(metadata); err != nil {
		return nil, err
	}
	return json.Marshal(top)
}

// convert gives the notebook's page as nbconvert makes it with the template in templates. scratch is a folder for what
// nbconvert wants to keep.
func convert(ctx context.Context, env environment.Environment, templates, scratch string, nb notebook, about About) ([]byte,
	error) {
	content, err := nb.described(about)
	if err != nil {
		return nil, BadInput{fmt.Errorf("%s.ipynb %w", nb.name, err)}
	}
	// Not with embed_images: it parses each piece of HTML in the prose alone and closes what the piece leaves open, so that
	// a solution would stand outside its <details>.
	cmd := env.Command(ctx, "jupyter-nbconvert", "--log-level=ERROR", "--to=html", "--stdin", "--stdout",
		"--template="+TemplateName, "--TemplateExporter.extra_template_basedirs="+templates)
	// Nobody's own settings come in between, also not from the working directory.
	cmd.Dir = scratch
	cmd.Env = append(cmd.Env, "JUPYTER_NO_CONFIG=1", "TMPDIR="+scratch, "PYTHONWARNINGS=ignore")
	cmd.Stdin = bytes.NewReader(content)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s.ipynb: nbconvert: %w: %s", nb.name, err, lastLine(messages.String()))
	}
	return out.Bytes(), nil
}

// lastLine is where a Python program says what went wrong.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

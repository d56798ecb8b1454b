package handout

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/language"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/notebook"
)

// About is what an instructor may say of a handout besides what is in the notebook. Empty fields are taken from the
// notebook's own metadata ("queuebook") or left out.
type About struct {
	Title  string `json:"title,omitempty"`
	Course string `json:"course,omitempty"`
	Date   string `json:"date,omitempty"` // in any words
	// Language is a language tag as BCP 47 has them, such as "en" or "pt-BR"; empty means English.
	Language string `json:"language,omitempty"`
	// Code says how much of the code is there, on screen and on paper; empty means CodeShown.
	Code Code `json:"code,omitempty"`
}

// Code says what a page does with the code of its cells. The code of exercises, and of solutions in an instructor's copy,
// is there in any case.
type Code string

const (
	// CodeShown has the code above its outputs.
	CodeShown Code = "shown"
	// CodeFolded has each cell's code behind a line to open it, and on paper only where it is open.
	CodeFolded Code = "folded"
	// CodeHidden has no code.
	CodeHidden Code = "hidden"
)

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
	switch a.Code {
	case "", CodeShown, CodeFolded, CodeHidden:
		return nil
	}
	return fmt.Errorf("code cannot be %q; choose %q, %q or %q", a.Code, CodeShown, CodeFolded, CodeHidden)
}

// lesson is a notebook to be converted.
type lesson struct {
	name    string // of the file, without its ending
	content []byte
	parsed  notebook.Notebook
	answers answers
}

// described puts what about says, and for whom the page is, into the notebook's metadata, where the template reads it.
// Everything else stays as it is.
func (l lesson) described(about About, reader Copy) ([]byte, error) {
	var top, metadata map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(l.content, []byte("\ufeff")), &top); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(top["metadata"], &metadata); err != nil {
		return nil, err
	}
	ours := map[string]any{}
	if raw, found := metadata["queuebook"]; found {
		if err := json.Unmarshal(raw, &ours); err != nil {
			return nil, fmt.Errorf("metadata.queuebook is no object (%w); remove it", err)
		}
	}
	ours["name"], ours["reader"] = l.name, reader
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

// converter makes pages with nbconvert.
type converter struct {
	env environment.Environment
	// templates is the folder with the template, scratch one for what nbconvert wants to keep.
	templates, scratch string
	about              About
}

// page gives the lesson's page for a reader, who is Student or Instructor.
func (c converter) page(ctx context.Context, l lesson, reader Copy) ([]byte, error) {
	content, err := l.described(c.about, reader)
	if err != nil {
		return nil, BadInput{fmt.Errorf("%s.ipynb: %w", l.name, err)}
	}
	// Not with embed_images: it parses each piece of HTML in the prose alone and closes what the piece leaves open, so that
	// a solution would stand outside its <details>.
	cmd := c.env.Command(ctx, "jupyter-nbconvert", "--log-level=ERROR", "--to=html", "--stdin", "--stdout",
		"--template="+TemplateName, "--TemplateExporter.extra_template_basedirs="+c.templates)
	// Nobody's own settings come in between, also not from the working directory.
	cmd.Dir = c.scratch
	cmd.Env = append(cmd.Env, "JUPYTER_NO_CONFIG=1", "TMPDIR="+c.scratch, "PYTHONWARNINGS=ignore")
	cmd.Stdin = bytes.NewReader(content)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s.ipynb: nbconvert: %w: %s", l.name, err, reason(messages.String()))
	}
	return out.Bytes(), nil
}

// raised is the line of a Python traceback that says what was raised. Lines of details may follow it.
var raised = regexp.MustCompile(`(?m)^[\w.]+(?:Error|Exception|NotFound|Invalid\w*): .+$`)

// reason is what a Python program says went wrong: the last exception, or else its last line.
func reason(messages string) string {
	if found := raised.FindAllString(messages, -1); len(found) > 0 {
		return found[len(found)-1]
	}
	lines := strings.Split(strings.TrimSpace(messages), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

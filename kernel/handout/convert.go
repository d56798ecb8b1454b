package handout

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"golang.org/x/text/language"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/live"
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

// Code says what a page does with the code of its cells. The code of exercises, and of solutions in an instructor's
// copy, is there in any case.
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

//go:embed convert.py
var driver string

// converter makes pages with nbconvert, in one process that makes one after the other.
type converter struct {
	about    About
	live     live.Scripts // that the template has
	process  *exec.Cmd
	requests io.WriteCloser
	answers  *bufio.Reader
	messages *bytes.Buffer // what Python says besides
}

// startConverter starts the process, which ends with ctx or by stop. Templates is the folder with the template, scratch
// one for what nbconvert wants to keep.
func startConverter(ctx context.Context, env environment.Environment, templates, scratch string,
	about About) (*converter, error) {
	cmd := env.Command(ctx, "python", "-c", driver, templates)
	// Nobody's own settings come in between, also not from the working directory.
	cmd.Dir = scratch
	cmd.Env = append(cmd.Env, "TMPDIR="+scratch)
	c := &converter{about: about, process: cmd, messages: new(bytes.Buffer)}
	cmd.Stderr = c.messages
	var err error
	if c.requests, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.answers = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("nbconvert: %w; run `go run ./kernel doctor`", err)
	}
	return c, nil
}

// stop ends the process and waits for it.
func (c *converter) stop() {
	_ = c.requests.Close()
	_ = c.process.Wait() // whatever it says, all pages have been made or given up
}

// page gives the lesson's page for a reader, who is Student or Instructor.
func (c *converter) page(ctx context.Context, l lesson, reader Copy) ([]byte, error) {
	content, err := l.described(c.about, reader)
	if err != nil {
		return nil, BadInput{fmt.Errorf("%s.ipynb: %w", l.name, err)}
	}
	var answer struct {
		Page  string `json:"page"`
		Error string `json:"error"`
	}
	err = json.NewEncoder(c.requests).Encode(string(content))
	var line []byte
	if err == nil {
		line, err = c.answers.ReadBytes('\n')
	}
	if err == nil {
		err = json.Unmarshal(line, &answer)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		c.stop() // so that all messages are there
		return nil, fmt.Errorf("%s.ipynb: nbconvert: %w: %s; run `go run ./kernel doctor`", l.name, err,
			environment.LastLine(c.messages.String()))
	case answer.Error != "":
		reason, _, _ := strings.Cut(answer.Error, "\n")
		return nil, fmt.Errorf("%s.ipynb: nbconvert: %s", l.name, reason)
	}
	return []byte(answer.Page), nil
}

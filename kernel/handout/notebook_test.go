package handout_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/environment/environmenttest"
	"github.com/queuebook/queuebook/lessonlib/claim"
)

// ready is this checkout's environment, which `make test` sets up before it runs the tests.
func ready(t *testing.T) environment.Environment {
	t.Helper()
	return environmenttest.Ready(t, "jupyter-nbconvert")
}

// object is a JSON object as it stands in a notebook.
type object = map[string]any

func markdown(source string) object {
	return object{"cell_type": "markdown", "metadata": object{}, "source": source}
}

// cell is a code cell with its outputs, as the n-th that ran.
func cell(n int, source string, outputs ...object) object {
	if outputs == nil {
		outputs = []object{}
	}
	return object{"cell_type": "code", "metadata": object{}, "execution_count": n, "source": source, "outputs": outputs}
}

func tagged(cell object, tags ...string) object {
	cell["metadata"] = object{"tags": tags}
	return cell
}

// attached puts a picture into a cell, as JupyterLab does when one is dropped there.
func attached(cell object, name string) object {
	cell["attachments"] = object{name: object{"image/png": pixel}}
	return cell
}

func shown(data object) object {
	return object{"output_type": "display_data", "data": data, "metadata": object{}}
}

// claims is the output of a cell that makes claims, with the HTML that a notebook shows in place of the template's cards.
func claims(list ...claim.Claim) object {
	return shown(object{
		claim.MIMEType: claim.Set{Claims: list},
		"text/html":    `<div id="` + list[0].ID + `">the notebook's own card</div>`,
		"text/plain":   "the plain card",
	})
}

// pixel is the smallest PNG there is, base64.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func figure(alternative string) object {
	// The same picture again as a page's element, for JupyterLab; a handout has it once.
	output := shown(object{"image/png": pixel + "\n", "text/html": `<img src="data:image/png;base64,` + pixel + `" alt="again">`,
		"text/plain": alternative})
	output["metadata"] = object{"image/png": object{"width": 640, "height": 360}}
	return output
}

func stream(name, text string) object {
	return object{"output_type": "stream", "name": name, "text": text}
}

func failure(traceback ...string) object {
	return object{"output_type": "error", "ename": "ERROR", "evalue": "exit status 2", "traceback": traceback}
}

// notebook writes a notebook of the course's kernel into folder and gives its path.
func notebook(t *testing.T, folder, name string, cells ...object) string {
	t.Helper()
	for i := range cells {
		cells[i]["id"] = "c" + string(rune('a'+i))
	}
	data, err := json.Marshal(object{"nbformat": 4, "nbformat_minor": 5, "cells": cells, "metadata": object{
		"kernelspec": object{"name": "queuebook", "display_name": "Go (queuebook)", "language": "go"}}})
	if err != nil {
		t.Fatal(err)
	}
	return save(t, filepath.Join(folder, name+".ipynb"), string(data))
}

func save(t *testing.T, file, content string) string {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func load(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

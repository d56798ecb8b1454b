package handout

import (
	"bytes"
	"embed"
	"encoding/base64"
	"io/fs"
	"strings"
	"sync"

	"github.com/queuebook/queuebook/kernel/live"
	"github.com/queuebook/queuebook/lessonlib/show/assets"
)

// TemplateName is the name under which nbconvert finds the template.
const TemplateName = "queuebook"

//go:embed template/queuebook
var embedded embed.FS

const templateRoot = "template/" + TemplateName

// libraries are the scripts that a page carries for others, as gzip, by the name that the template asks for them under.
var libraries = []string{"temml", "charts"}

func libraryFile(name string) string { return "static/" + name + ".js.gz" }

// temmlFile is the library for mathematics as it was published. Only its compressed form goes into the template.
const temmlFile = "static/temml.min.js"

// templateFiles are the files of the template folder, by their path in it. The script for charts is lessonlib/show's,
// so that a chart in a handout is the one in the notebook.
var templateFiles = sync.OnceValues(func() (map[string][]byte, error) {
	files := make(map[string][]byte)
	err := fs.WalkDir(embedded, templateRoot, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := embedded.ReadFile(path)
		files[path[len(templateRoot)+1:]] = data
		return err
	})
	if err != nil {
		return nil, err
	}
	for name, script := range map[string][]byte{"temml": files[temmlFile], "charts": []byte(assets.Script())} {
		if files[libraryFile(name)], err = live.Compressed(script); err != nil {
			return nil, err
		}
	}
	delete(files, temmlFile)
	return files, nil
})

// isLibrary tells whether the text of a data element is one of the libraries.
func isLibrary(text string) bool {
	files, err := templateFiles()
	if err != nil {
		return false
	}
	data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return false
	}
	for _, name := range libraries {
		if bytes.Equal(data, files[libraryFile(name)]) {
			return true
		}
	}
	return false
}

package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// SumsFile lists the files of data/reference with their digests, in the form that the program sha256sum writes. Most
// figures there are held against claims or by tests, which say which figure differs; the list is for the rest.
const SumsFile = "SHA256SUMS"

// checkSums holds the files of data/reference against the list of their digests, if there is one. A file with Windows
// line ends is the same file.
func checkSums(reference fs.FS) []Finding {
	const (
		command = "`cd data/reference && sha256sum *.json >" + SumsFile + "`"
		renew   = "restore the file with `git checkout`; if the source has changed, renew the list with " + command
	)
	if reference == nil {
		return nil
	}
	at := func(file string, line int, message string) Finding {
		return Finding{Rule: ReferenceAltered, File: "data/reference/" + file, Line: line, Message: message}
	}
	list, err := fs.ReadFile(reference, SumsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return []Finding{at(SumsFile, 0, "it cannot be read: "+err.Error())}
	}
	var findings []Finding
	var listed []string
	number := 0
	for line := range strings.Lines(string(list)) {
		number++
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if !fs.ValidPath(name) {
			findings = append(findings, at(SumsFile, number, "the line is no digest, two blanks and the name of a file; "+renew))
			continue
		}
		listed = append(listed, name)
		data, err := fs.ReadFile(reference, name)
		sum := sha256.Sum256(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			findings = append(findings, at(name, 0, "there is no such file, and "+SumsFile+" lists it; "+renew))
		case err != nil:
			findings = append(findings, at(name, 0, "it cannot be read: "+err.Error()))
		case hex.EncodeToString(sum[:]) != want:
			findings = append(findings, at(name, 0, "it is not the file that "+SumsFile+" lists; "+renew))
		}
	}
	files, err := fs.Glob(reference, "*.json")
	if err != nil {
		return findings
	}
	for _, name := range files {
		if !slices.Contains(listed, name) {
			findings = append(findings, at(name, 0, SumsFile+" does not list it; add it with "+command))
		}
	}
	return findings
}

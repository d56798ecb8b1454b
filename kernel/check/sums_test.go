package check

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestTheReferenceIsHeldAgainstTheListOfItsDigests(t *testing.T) {
	const content = "{\n  \"p95\": 568.66\n}\n"
	line := func(name, data string) string { return fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(data)), name) }
	both := line("load.json", content) + line("pool.json", "[]\n")
	const (
		command = "`cd data/reference && sha256sum *.json >SHA256SUMS`"
		restore = "; restore the file with `git checkout`; if the source has changed, renew the list with " + command
	)
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"no list", map[string]string{"load.json": content}, nil},
		{"all as listed", map[string]string{SumsFile: both, "load.json": content, "pool.json": "[]\n"}, nil},
		{"Windows line ends", map[string]string{SumsFile: strings.ReplaceAll(both, "\n", "\r\n"),
			"load.json": strings.ReplaceAll(content, "\n", "\r\n"), "pool.json": "[]\r\n"}, nil},
		{"one digit", map[string]string{SumsFile: both, "load.json": strings.Replace(content, "8", "9", 1),
			"pool.json": "[]\n"}, []string{"data/reference/load.json: it is not the file that SHA256SUMS lists" + restore}},
		{"a file that is gone", map[string]string{SumsFile: both, "load.json": content},
			[]string{"data/reference/pool.json: there is no such file, and SHA256SUMS lists it" + restore}},
		{"a file that is new", map[string]string{SumsFile: both, "load.json": content, "pool.json": "[]\n",
			"desk.json": "{}"}, []string{"data/reference/desk.json: SHA256SUMS does not list it; add it with " + command}},
		{"a line that is none", map[string]string{SumsFile: both + "what?\n", "load.json": content, "pool.json": "[]\n"},
			[]string{"data/reference/SHA256SUMS: line 3: the line is no digest, two blanks and the name of a file" + restore}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := fstest.MapFS{}
			for name, data := range tt.files {
				files[name] = &fstest.MapFile{Data: []byte(data)}
			}
			var got []string
			for _, f := range checkSums(files) {
				got = append(got, f.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
	if got := checkSums(nil); got != nil {
		t.Errorf("no reference at all: %v", got)
	}
}

package environment

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// ReplaceFile writes a file beside the old one and renames it, unless it already has the content. An interruption or a
// full disk leaves the old content. The folder is made if there is none.
func ReplaceFile(file string, data []byte) error {
	if have, err := os.ReadFile(file); err == nil && bytes.Equal(have, data) {
		return nil
	}
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = renameio.WriteFile(file, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("writing %s (the old content, if any, stands): %w", file, err)
	}
	return nil
}

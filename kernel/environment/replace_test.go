package environment

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAFileThatCannotBeWrittenKeepsItsOldContent(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "kernel.json")
	if err := os.Mkdir(file, 0o755); err != nil { // a folder cannot be replaced by a file, whoever asks
		t.Fatal(err)
	}
	err := ReplaceFile(file, []byte("new"))
	if err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("replacing a folder: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// A limit on the size of a file stands for a full disk: the write fails in the middle.
func TestAFullDiskKeepsTheOldContent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kernel.json")
	if err := ReplaceFile(file, []byte("old")); err != nil {
		t.Fatal(err)
	}
	var unlimited syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: unlimited.Max}); err != nil {
		t.Fatal(err)
	}
	err := ReplaceFile(file, make([]byte, 100_000))
	if e := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &unlimited); e != nil {
		t.Fatal(e)
	}
	if err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("writing to a full disk: %v", err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "old" {
		t.Errorf("the file is now %q, %v", data, err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

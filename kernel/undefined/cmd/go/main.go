// Go stands in front of the go command for the kernel, whose search path it comes first on. It is the go command in all
// but one thing: where a cell does not compile because names are undefined, it adds to the compiler's words which cells of
// the notebook to run first.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/queuebook/queuebook/kernel/notebook"
	"github.com/queuebook/queuebook/kernel/undefined"
)

func main() {
	command, err := behind()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(127)
	}
	if !compilesCell() {
		err := syscall.Exec(command, append([]string{command}, os.Args[1:]...), os.Environ())
		fmt.Fprintf(os.Stderr, "starting %s: %v\n", command, err)
		os.Exit(126)
	}
	said, err := compile(command, os.Args[1:]...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		os.Stderr.Write(said)
	case errors.As(err, &exit):
		for _, line := range explain(command, said) {
			fmt.Fprintln(os.Stderr, line)
		}
		os.Stderr.Write(said)
		os.Exit(max(exit.ExitCode(), 1))
	default:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(126)
	}
}

// compile runs the go command and gives what it says on standard error.
func compile(command string, args ...string) (said []byte, err error) {
	var buffer bytes.Buffer
	cmd := exec.Command(command, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, &buffer
	err = cmd.Run()
	return buffer.Bytes(), err
}

// behind is the go command: the first on the search path that is not this program.
func behind() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	own, err := os.Stat(self)
	if err != nil {
		return "", err
	}
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		path, err := exec.LookPath(filepath.Join(folder, "go"))
		if err != nil || !filepath.IsAbs(path) {
			continue
		}
		if other, err := os.Stat(path); err == nil && !os.SameFile(own, other) {
			return path, nil
		}
	}
	return "", errors.New("the go command is not on PATH; run `go run ./kernel install`")
}

// compilesCell tells whether GoNB calls to compile a cell: a build, or a build of tests, in its working folder.
func compilesCell() bool {
	here, err := os.Getwd()
	if err != nil || len(os.Args) < 2 || os.Args[1] != "build" && os.Args[1] != "test" {
		return false
	}
	own, err := os.Stat(os.Getenv(protocol.GONB_TMP_DIR_ENV))
	if err != nil {
		return false
	}
	folder, err := os.Stat(here)
	return err == nil && os.SameFile(own, folder)
}

// explain says what to do about what the compiler said. An error on the way only means that there is nothing to say.
func explain(command string, said []byte) []string {
	if bytes.Contains(said, []byte("too many errors")) {
		// It stops at the tenth; the names behind that are wanted as well.
		said, _ = compile(command, append([]string{os.Args[1], "-gcflags=-e"}, os.Args[2:]...)...)
	}
	program, err := os.ReadFile("main.go")
	if err != nil {
		program, _ = os.ReadFile("main_test.go")
	}
	var best []string
	for _, nb := range notebooks() {
		if lines := undefined.Explain(string(said), string(program), nb); len(lines) > len(best) {
			best = lines
		}
	}
	return best
}

// notebooks are the notebook that the kernel runs for, as Jupyter's server names it, or else all of the folder that the
// kernel was started in: an editor does not say for which one it starts a kernel.
func notebooks() []notebook.Notebook {
	folder := os.Getenv(protocol.GONB_DIR_ENV)
	if name := os.Getenv("JPY_SESSION_NAME"); name != "" {
		if nb, err := notebook.Read(filepath.Join(folder, filepath.Base(name))); err == nil {
			return []notebook.Notebook{nb}
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var list []notebook.Notebook
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != ".ipynb" {
			continue
		}
		if nb, err := notebook.Read(filepath.Join(folder, entry.Name())); err == nil {
			list = append(list, nb)
		}
	}
	return list
}

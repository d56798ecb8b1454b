// Package portable runs the models' tests as on another kind of processor than this machine's. What the lessons count
// and compute has to come out the same on every one, to the last digit that the text shows: these tests hold the
// models against figures to the bit where they can, and against the references in data.
//
// Two kinds stand for all. One processor of the other family in an emulator shows what the compiler may do there and
// not here, above all fuse a product and a sum into one operation that rounds once; it brings its own machine code
// for some functions of package math, too. WebAssembly has neither, so that it shows what plain Go comes to.
package portable

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// ErrNoEmulator is in the chain of the error when this machine has nothing that runs another processor's programs.
var ErrNoEmulator = errors.New("there is no emulator")

// Processor is a kind of processor that tests can be run for.
type Processor struct {
	// System and Architecture are its names for the go command, GOOS and GOARCH.
	System, Architecture string

	emulator string // its program
	wayOut   string // how to get that
}

// String is its name as the go command writes it, such as "linux/arm64".
func (p Processor) String() string { return p.System + "/" + p.Architecture }

// Processors are the two that the models' tests are run for beside this machine's own.
func Processors() []Processor {
	family := Processor{System: "linux", Architecture: "arm64", emulator: "qemu-aarch64"}
	if runtime.GOARCH == "arm64" {
		family = Processor{System: "linux", Architecture: "amd64", emulator: "qemu-x86_64"}
	}
	family.wayOut = "on Linux, install it with `sudo apt-get install qemu-user`"
	return []Processor{family, {
		System: "js", Architecture: "wasm", emulator: "node",
		wayOut: "install it with `sudo apt-get install nodejs` or `brew install node`",
	}}
}

// Runner gives the command that runs a program for the processor, as `go test -exec` takes it. goroot is Go's own
// folder, as `go env GOROOT` says. The error, in whose chain is ErrNoEmulator, names what is missing and how to get
// it.
func (p Processor) Runner(goroot string) (string, error) {
	emulator, err := exec.LookPath(p.emulator)
	if err != nil {
		return "", fmt.Errorf("%w for %v: %s is not on PATH; %s", ErrNoEmulator, p, p.emulator, p.wayOut)
	}
	if p.Architecture != "wasm" {
		return quoted(emulator), nil
	}
	script := filepath.Join(goroot, "lib", "wasm", "go_js_wasm_exec")
	if _, err := os.Stat(script); err != nil {
		return "", fmt.Errorf("%w for %v: %s is missing; install Go whole, from https://go.dev/dl", ErrNoEmulator, p, script)
	}
	// A program in WebAssembly gets its environment in a room of 8 KB, and some machines have more than that.
	path := "PATH=" + filepath.Dir(emulator) + ":/usr/local/bin:/usr/bin:/bin"
	return strings.Join([]string{"env", "-i", quoted(path), quoted("HOME=" + os.TempDir()), quoted(script)}, " "), nil
}

// quoted keeps a word in one piece where the go command takes words apart at blanks.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n\"") {
		return "'" + word + "'"
	}
	return word
}

// models are the packages that make the lessons' counted and computed claims, below lessonlib.
var models = []string{"claim", "random", "erlang", "erlang/simulation", "pool", "oncall", "oncall/study", "exercise",
	"exercise/neighbour", "exercise/pager"}

// Run is one call of the go command that runs tests.
type Run struct {
	// Variables go into the command's environment.
	Variables []string
	// Arguments are those of the go command.
	Arguments []string
}

// slow are tests that take minutes in an emulator and say nothing of a processor: they hold long simulations against
// theory, formulas against sums in very many digits, or texts against each other. The figures to the bit, the
// references and the lessons' own are all in other tests.
const slow = "IntervalCoversTheTruth|TooShortARun|SimulatedQueue|SystemsAreExact|WholePlanIsChecked|FullestTells|" +
	"BeatTells|DependOnTheCores"

// twin are the tests of lessonlib/load that need no service and no clock.
const twin = "Twin|OfTheSource|Order|Verdicts|Loans|Clumps|Percentile"

// Runs are the calls that run the models' tests for the processor with the runner that Runner gives. They draw fewer
// random cases than usual (-short) and leave the slow tests out, since an emulator is thirty times as slow and what a
// processor could do differently shows in the first cases. Of lessonlib/load, which measures a live service with this
// machine's clock, only the tests of the twin are run, which counts in virtual time.
func (p Processor) Runs(runner string) []Run {
	variables := []string{"GOOS=" + p.System, "GOARCH=" + p.Architecture, "CGO_ENABLED=0"}
	test := []string{"test", "-short", "-exec", runner}
	all := append(slices.Clone(test), "-skip", slow)
	for _, model := range models {
		all = append(all, "./lessonlib/"+model)
	}
	return []Run{{variables, all}, {variables, append(test, "-run", twin, "./lessonlib/load")}}
}

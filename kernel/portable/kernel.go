package portable

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/install"
)

// builder stands on the kernel's PATH in front of the go command. GoNB builds a cell with `go build -o PROGRAM` and
// then runs the program; this puts a script in the program's place that runs it in the emulator.
const builder = `#!/bin/sh
case "$1 $2" in
"build -o") program=$3 ;;
"test -c") program=$4 ;;
*) exec %[1]s "$@" ;;
esac
rm -f "$program"
%[1]s "$@" || exit
mv "$program" "$program.other"
printf '#!/bin/sh\nexec %%s "%%s" "$@"\n' %[2]s "$program.other" >"$program"
chmod +x "$program"
`

// Kernel makes in a folder an environment like that of s, whose kernel builds each cell for the processor and runs it
// with the runner that Runner gives. What a cell starts besides, such as lesson 3's desk, is this machine's own.
func (p Processor) Kernel(ctx context.Context, s install.Settings, runner, folder string) (environment.Environment,
	error) {
	env, err := s.Env.Lend(ctx, filepath.Join(folder, "environment"))
	if err != nil {
		return environment.Environment{}, err
	}
	bin := filepath.Join(folder, "bin")
	script := fmt.Sprintf(builder, quoted(filepath.Join(s.GoTool, "go")), quoted(runner))
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return environment.Environment{}, err
	}
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o755); err != nil {
		return environment.Environment{}, err
	}
	data, err := os.ReadFile(s.SpecFile())
	if err != nil {
		return environment.Environment{}, fmt.Errorf("the kernel to begin with: %w; run `go run ./kernel install`", err)
	}
	var spec map[string]any
	if err := json.Unmarshal(data, &spec); err != nil {
		return environment.Environment{}, fmt.Errorf("the kernel to begin with, %s: %w", s.SpecFile(), err)
	}
	variables, ok := spec["env"].(map[string]any)
	if !ok {
		return environment.Environment{}, fmt.Errorf("the kernel to begin with, %s, has no variables; run "+
			"`go run ./kernel install`", s.SpecFile())
	}
	variables["PATH"] = bin + string(os.PathListSeparator) + fmt.Sprint(variables["PATH"])
	variables["GOOS"], variables["GOARCH"] = p.System, p.Architecture
	if data, err = json.Marshal(spec); err != nil {
		return environment.Environment{}, err
	}
	own := s
	own.Env = env
	return env, environment.ReplaceFile(own.SpecFile(), data)
}

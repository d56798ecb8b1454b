package repo2docker_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/queuebook/queuebook/kernel/binder/repo2docker"
	"github.com/queuebook/queuebook/kernel/environment"
)

// checkout is this checkout with repo2docker installed for it, which `make test` sees to.
func checkout(t *testing.T) environment.Environment {
	t.Helper()
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := repo2docker.Find(env); err != nil {
		t.Fatal(err)
	}
	return env
}

func TestTheCheckoutIsBuiltAsMeant(t *testing.T) {
	env := checkout(t)
	plan, err := repo2docker.Ask(t.Context(), env, env.Root)
	if err != nil {
		t.Fatal(err)
	}
	if plan.BuildPack != "CondaBuildPack" || plan.Python != "3.12" {
		t.Errorf("it is built by %s with Python %q; environment.yml is to be taken, with its Python 3.12", plan.BuildPack,
			plan.Python)
	}
	if !slices.Equal(plan.PostBuild, []string{"postBuild"}) || plan.Start != "${REPO_DIR}/start" {
		t.Errorf("it runs %q after the build and %q at the start; want postBuild and start", plan.PostBuild, plan.Start)
	}
	if len(plan.Warnings) > 0 {
		t.Errorf("it warns: %q", plan.Warnings)
	}
	t.Run("pip installs what requirements.txt pins", func(t *testing.T) {
		data, err := os.ReadFile(filepath.Join(env.Root, "requirements.txt"))
		if err != nil {
			t.Fatal(err)
		}
		var pins []string
		for line := range strings.Lines(string(data)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				pins = append(pins, line)
			}
		}
		if len(pins) == 0 || !slices.Equal(plan.Environment.Pip, pins) {
			t.Errorf("pip installs %q, requirements.txt pins %q", plan.Environment.Pip, pins)
		}
		for _, pin := range pins {
			if !strings.Contains(pin, "==") {
				t.Errorf("%s is no pin of one version", pin)
			}
		}
	})
	t.Run("conda installs the Go that go.mod asks for", func(t *testing.T) {
		data, err := os.ReadFile(filepath.Join(env.Root, "go.mod"))
		if err != nil {
			t.Fatal(err)
		}
		mod, err := modfile.Parse("go.mod", data, nil)
		if err != nil {
			t.Fatal(err)
		}
		language := strings.Join(strings.SplitN(mod.Go.Version, ".", 3)[:2], ".")
		if !slices.Contains(plan.Environment.Conda, "go-nocgo="+language) {
			t.Errorf("conda installs %q, go.mod asks for Go %s", plan.Environment.Conda, mod.Go.Version)
		}
	})
	t.Run("the Dockerfile does it all, in order", func(t *testing.T) {
		rest := plan.Dockerfile
		for _, step := range []string{
			"ENV NB_PYTHON_PREFIX=${CONDA_DIR}/envs/notebook", // where postBuild installs
			`env update -p ${NB_PYTHON_PREFIX} --file "environment.yml"`,
			"COPY --chown=1000:1000 src/ ${REPO_DIR}/",
			"USER ${NB_USER}", // who may write there
			"RUN chmod +x postBuild\nRUN ./postBuild\n",
			`ENV R2D_ENTRYPOINT="${REPO_DIR}/start"`,
		} {
			_, after, found := strings.Cut(rest, step)
			if !found {
				t.Fatalf("behind the steps before, the Dockerfile has no %q:\n%s", step, plan.Dockerfile)
			}
			rest = after
		}
	})
}

// A folder named binder would hide every file at the root from repo2docker.
func TestAFolderNamedBinderWouldHideTheFiles(t *testing.T) {
	env := checkout(t)
	folder := t.TempDir()
	for _, name := range []string{"environment.yml", "postBuild", "start"} {
		data, err := os.ReadFile(filepath.Join(env.Root, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "binder"), 0o755); err != nil {
		t.Fatal(err)
	}
	plan, err := repo2docker.Ask(t.Context(), env, folder)
	if err != nil || plan.BuildPack == "CondaBuildPack" || len(plan.PostBuild) > 0 || plan.Start != "" {
		t.Errorf("with a folder binder: %s, %q, %q, %v; want that it finds nothing", plan.BuildPack, plan.PostBuild,
			plan.Start, err)
	}
	for _, name := range []string{"binder", ".binder"} {
		if _, err := os.Stat(filepath.Join(env.Root, name)); err == nil {
			t.Errorf("the checkout has a folder %s", name)
		}
	}
}

func TestWithoutRepo2dockerTheErrorSaysHowToGetIt(t *testing.T) {
	err := repo2docker.Find(environment.Environment{Root: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "go run ./kernel test") {
		t.Errorf("error %v", err)
	}
}

func TestWithoutANetworkTheErrorIsOneLineAndNothingCountsAsInstalled(t *testing.T) {
	env := checkout(t)
	env.Root = t.TempDir() // where nothing is installed yet
	t.Setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
	t.Setenv("PIP_FIND_LINKS", "")
	t.Setenv("PIP_CONFIG_FILE", os.DevNull)
	err := repo2docker.Install(t.Context(), env)
	if !errors.Is(err, repo2docker.ErrNotInstalled) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	if err := repo2docker.Find(env); !errors.Is(err, repo2docker.ErrNotInstalled) {
		t.Errorf("after a failure repo2docker is there: %v", err)
	}
}

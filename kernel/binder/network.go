package binder

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/queuebook/queuebook/kernel/environment"
)

// LocalModules are the variables with which Go takes modules from this machine's own cache of downloads in place of a
// network. go.sum still holds each against its hash.
func LocalModules(ctx context.Context, env environment.Environment) ([]string, error) {
	out, err := env.Go(ctx, "env", "GOMODCACHE").Output()
	if err != nil {
		return nil, fmt.Errorf("asking `go env`: %w", err)
	}
	cache := filepath.Join(strings.TrimSpace(string(out)), "cache", "download")
	return []string{"GOPROXY=file://" + filepath.ToSlash(cache), "GOSUMDB=off"}, nil
}

// Network are the variables with which Go and pip reach packages from this machine. In a hub's image they are the hub's
// own; a home folder that is new does not have what this machine's user has set.
func Network(ctx context.Context, env environment.Environment) ([]string, error) {
	names := []string{"GOPROXY", "GOSUMDB", "GONOPROXY", "GONOSUMDB", "GOPRIVATE", "GOINSECURE"}
	out, err := env.Go(ctx, append([]string{"env", "-json"}, names...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("asking `go env`: %w", err)
	}
	var settings map[string]string
	if err := json.Unmarshal(out, &settings); err != nil {
		return nil, fmt.Errorf("reading `go env`: %w", err)
	}
	var variables []string
	for name, value := range settings {
		variables = append(variables, name+"="+value)
	}
	passed := []string{"http_proxy", "https_proxy", "no_proxy", "all_proxy", "ssl_cert_file", "ssl_cert_dir",
		"requests_ca_bundle"}
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if name = strings.ToLower(name); slices.Contains(passed, name) || strings.HasPrefix(name, "pip_") {
			variables = append(variables, variable)
		}
	}
	return variables, nil
}

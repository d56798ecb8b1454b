// Package environmenttest gives tests the environment that they run in.
package environmenttest

import (
	"testing"

	"github.com/queuebook/queuebook/kernel/environment"
)

// Ready is the environment of the checkout around the working directory, which has to have the program, such as
// "jupyter". `make test` sets it up before it runs the tests.
func Ready(t testing.TB, program string) environment.Environment {
	t.Helper()
	env, err := environment.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Check(program); err != nil {
		t.Fatalf("%v (or `make test`, which does so by itself)", err)
	}
	return env
}

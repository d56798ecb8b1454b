package logbook_test

import (
	"context"
	"fmt"
	"os"

	"github.com/queuebook/queuebook/lessonlib/load"
	"github.com/queuebook/queuebook/lessonlib/load/logbook"
)

// One cell makes the runs and keeps them, and any later one reads them.
func Example() {
	home, err := os.MkdirTemp("", "queuebook-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "GONB_TMP_DIR"} { // leave this user's own runs alone
		defer os.Setenv(name, os.Getenv(name))
		os.Setenv(name, home)
	}

	twin := func(p load.Plan) load.Twin { return load.SourceTwin(p.Structure) }
	if _, err := logbook.Keep(load.Simulate(context.Background(), load.IO1(), load.Trials()[:1], twin)); err != nil {
		fmt.Println(err)
		return
	}

	entry, err := logbook.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range entry.Report.Scenarios() {
		fmt.Println(row.Scenario, row.Structure, row.Judgement.Verdict)
	}
	// Output:
	// easy unindexed passes
}

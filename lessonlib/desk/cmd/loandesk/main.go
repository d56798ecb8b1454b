// Loandesk is the loan desk of lesson 3 as a program. A lesson starts it by desk.Start; by hand,
//
//	go run ./lessonlib/desk/cmd/loandesk -structure=indexed -port=8080
//
// serves until it is interrupted.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/queuebook/queuebook/lessonlib/desk"
	"github.com/queuebook/queuebook/lessonlib/desk/server"
)

func main() {
	o := desk.Options{}
	flag.IntVar(&o.Rows, "rows", desk.DefaultRows, "rows before the first loan")
	flag.IntVar(&o.Port, "port", 0, "port on 127.0.0.1; 0 for one that is free")
	flag.StringVar(&o.Database, "database", "", "new file for the table; empty for a temporary one")
	structure := flag.String("structure", desk.Unindexed.String(), "unindexed, or indexed for an index on the member")
	child := flag.Bool("child", false, "stop when standard input ends, as it does when the parent process dies")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	if *child {
		signal.Ignore(os.Interrupt) // Ctrl-C in a terminal is for the parent, which decides
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // an error, too, means that the parent is gone
			stop()
		}()
	}
	if err := run(ctx, o, *structure); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o desk.Options, structure string) (err error) {
	if o.Structure, err = desk.ParseStructure(structure); err != nil {
		return err
	}
	return server.Serve(ctx, o, func(url string) { fmt.Println(url) })
}

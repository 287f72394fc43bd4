// Command mutation shows that each law can fail: for every row of the table of faults it runs the test twice, once as
// it is and once with the row's deliberate fault, and expects the second run to fail.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"voxtide/internal/faults"
)

const usage = `usage: go run ./cmd/mutation [-only NAME] [-j N] [-timeout D]

For each deliberate fault: does the test of its law pass without it, and fail with it?
Prints a line for each and at last "N caught, M missed"; run it in the root of the module.

  -only NAME   run only the faults whose name has NAME in it
  -j N         run N tests at once (default: one for each CPU)
  -timeout D   a run that takes longer has caught nothing (default: 45m0s)

Exit status: 0 all caught, 1 one was missed, 2 wrong usage, 130 interrupted.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if ctx.Err() != nil {
		code = 130
	}
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("mutation", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	only := flags.String("only", "", "")
	jobs := flags.Int("j", runtime.GOMAXPROCS(0), "")
	timeout := flags.Duration("timeout", 45*time.Minute, "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "mutation: %v; see mutation --help\n", err)
		return 2
	case flags.NArg() > 0 || *jobs < 1 || *timeout <= 0:
		fmt.Fprintln(stderr, "mutation: takes no arguments, and -j and -timeout above 0; see mutation --help")
		return 2
	}
	var rows []faults.Row
	for _, r := range faults.Table {
		if strings.Contains(string(r.Fault), *only) {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		fmt.Fprintf(stderr, "mutation: no fault has %q in its name; faults/names.go lists them\n", *only)
		return 2
	}
	if _, err := os.Stat("go.mod"); err != nil {
		fmt.Fprintln(stderr, "mutation: no go.mod here; run it in the root of the module")
		return 2
	}
	dir, err := os.MkdirTemp("", "mutation")
	if err != nil {
		fmt.Fprintf(stderr, "mutation: %v\n", err)
		return 1
	}
	defer os.RemoveAll(dir)
	p := &runner{ctx: ctx, dir: dir, timeout: *timeout, slots: make(chan struct{}, *jobs), log: stderr}
	return report(p.startAll(rows), rows, stdout)
}

// report prints the verdicts in the order of the table, each as soon as it and all earlier ones are there.
func report(verdicts []<-chan verdict, rows []faults.Row, out io.Writer) int {
	wide := 0
	for _, r := range rows {
		wide = max(wide, len(r.Fault))
	}
	var caught int
	for i, r := range rows {
		v := <-verdicts[i]
		if v.caught {
			caught++
		}
		fmt.Fprintf(out, "law %-2d  %-*s  %s\n        %-*s  %s %s: %s\n", r.Law, wide, r.Fault, r.Effect, wide, "",
			filepath.ToSlash(r.Package), r.Test, v)
	}
	fmt.Fprintf(out, "%d caught, %d missed\n", caught, len(rows)-caught)
	if caught < len(rows) {
		return 1
	}
	return 0
}

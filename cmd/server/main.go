// Command server runs a persistent world that others join over UDP.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"voxtide/cmd/internal/cli"
)

// commandLine is the command line.
type commandLine struct {
	runCmd `embed:""`
	Do     []string `arg:"" optional:"" placeholder:"run" help:"What to do: run, which is what happens without a word; check WORLD; backup WORLD DIR; restore DIR WORLD; restore --at TIME WORLD; leave WORLD, to take it out of its cluster; upgrade WORLD; ctl LINE, to give a command to a server that runs; token list, add NAME or remove NAME."`
	DryRun bool     `help:"With upgrade: say what would be done, and write nothing."`

	Version cli.VersionFlag `help:"Print the version."`
}

func main() {
	sampleMemory(false)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const description = `Runs a persistent world that others join over UDP.

The first line on the standard output is "listening ADDR world NAME fingerprint HEX"; commands are read from the standard
input: "help" lists them. Exit status: 0 stopped, 1 it failed, 2 wrong usage, 130 stopped by Ctrl-C; all is saved then.`

// wordsOf are the flags that people write behind the words of a command, each with whether a value follows it: between words the parser
// understands none.
var wordsOf = map[string]map[string]bool{
	"restore": {"--at": true},
	"ctl":     {"--to": true, "--events": false, "--kinds": true, "--data": true, "--world": true, "--config": true},
	"token":   {"--role": true, "--may": true, "--for": true, "--data": true},
}

// flagsFirst moves the flags of a command to the front. What is left are its words, whatever they begin with.
func flagsFirst(args []string) []string {
	at := slices.IndexFunc(args, func(a string) bool { return wordsOf[a] != nil })
	known, front, words, rest := wordsOf["restore"], []string(nil), []string(nil), args
	if at >= 0 {
		known, front, words, rest = wordsOf[args[at]], slices.Clone(args[:at]), []string{args[at]}, args[at+1:]
	}
	for len(rest) > 0 {
		name, _, whole := strings.Cut(rest[0], "=")
		value, is := known[name]
		n := 1
		switch {
		case !is:
			words, rest = append(words, rest[0]), rest[1:]
			continue
		case value && !whole && len(rest) > 1:
			n = 2
		}
		front, rest = append(front, rest[:n]...), rest[n:]
	}
	if at >= 0 && args[at] == "ctl" {
		front = append(front, "--")
	}
	return append(front, words...)
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c commandLine
	if _, code, ok := cli.Parse("server", description, &c, flagsFirst(args), stdout, stderr); !ok {
		return code
	}
	switch {
	case len(c.Do) == 0, len(c.Do) == 1 && c.Do[0] == "run":
		return c.run(ctx, stdin, stdout, stderr)
	case c.Do[0] == "ctl":
		return c.runCtl(ctx, c.Do[1:], stdin, stdout, stderr)
	case c.Do[0] == "token":
		return c.runToken(c.Do[1:], stdout, stderr)
	case maintenanceTasks[c.Do[0]].run != nil:
		return c.runMaintenance(ctx, c.Do, c.DryRun, stdout, stderr)
	}
	return cli.UsageError(stderr, "server", "%q is not something to do", c.Do[0])
}

// Command server runs a persistent world that others join over UDP.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"voxtide/cmd/internal/cli"
)

// commandLine is the command line.
type commandLine struct {
	runCmd `embed:""`
	Do     []string `arg:"" optional:"" placeholder:"run" help:"What to do: run, which is what happens without a word; check WORLD; backup WORLD DIR; restore DIR WORLD."`

	Version cli.VersionFlag `help:"Print the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const description = `Runs a persistent world that others join over UDP.

The first line on the standard output is "listening ADDR world NAME fingerprint HEX"; commands are read from the standard
input: "help" lists them. Exit status: 0 stopped, 1 it failed, 2 wrong usage, 130 stopped by Ctrl-C; all is saved then.`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c commandLine
	if _, code, ok := cli.Parse("server", description, &c, args, stdout, stderr); !ok {
		return code
	}
	switch {
	case len(c.Do) == 0, len(c.Do) == 1 && c.Do[0] == "run":
		return c.run(ctx, stdin, stdout, stderr)
	case maintenanceTasks[c.Do[0]].run != nil:
		return c.runMaintenance(ctx, c.Do, stdout, stderr)
	}
	return cli.UsageError(stderr, "server", "%q is not something to do", c.Do[0])
}

// Command bots plays many clients without a renderer against a server, and verifies what they saw.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/bots"
)

// commandLine is the command line of bots.
type commandLine struct {
	Play    playCmd    `cmd:"" default:"withargs" help:"Play on a server (what happens without a word)."`
	Figures figuresCmd `cmd:"" help:"Print what --report wrote of a crowd, and of a probe beside it, as rows of a table in Markdown."`
	Evening eveningCmd `cmd:"" help:"Play an evening on a public server of its own: a crowd, griefers, a spammer, and a moderator who keeps order."`
	Crash   crashCmd   `cmd:"" help:"Kill a server of its own again and again while bots build, and count what was lost."`

	Version cli.VersionFlag `help:"Print the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// about returns the text of --help above the flags.
func about() string {
	var b strings.Builder
	b.WriteString(`Plays many whole clients without a renderer against a server (--connect), over real sockets; --check judges what they saw.

They change the world: within some blocks of where players begin they build and break, in creative mode out of nothing.
Give them a world that you can spare. The server must have room for N players (server --players N); names are bot000, bot001, ...

With --check every action is noted with the times of its call and its ack, and every change of those blocks that any bot was
told. From that alone, without asking the server, porcupine decides for each block whether there is an order of all
actions and sightings that keeps the rules and the times. Beside it: all bots hold the same in the end, and the same as the server's
hashes; no action was judged twice; every action was answered; no correction was without a cause.
What is broken is shown as small as it can be made, and drawn in an HTML page beside --report, or in out/.

Exit status: 0 every check held, 1 one did not, or it failed, 2 wrong usage, 130 stopped by Ctrl-C; the report is written then.

Workloads:`)
	for _, name := range bots.Workloads() {
		fmt.Fprintf(&b, "\n%-10s %s.", name, bots.AboutWorkload(name))
	}
	return b.String()
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var c commandLine
	command, code, ok := cli.Parse("bots", about(), &c, args, stdout, stderr)
	if !ok {
		return code
	}
	switch command {
	case "crash":
		return c.Crash.run(ctx, stdout, stderr)
	case "evening":
		return c.Evening.run(ctx, stdout, stderr)
	case "figures":
		return c.Figures.run(stdout, stderr)
	}
	return c.Play.run(ctx, stdout, stderr)
}

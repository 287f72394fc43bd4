// Command engine runs one node of the database that keeps worlds on several machines.
//
// What flows: it is a member of the cluster through package engine/etcd, and serves the programs of its own machine over a local socket
// (engine/socket); a game server starts it as a child, or a service manager does. Owner: the main goroutine. Invariants: the standard
// output has "listening", then "ready", a line each; all that is said to people besides goes to the standard error, a line each; it ends
// within seconds of a signal, or of the end of what started it.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"voxtide/cmd/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const description = `Runs one node of the database that keeps worlds on several machines.

One node keeps a world as safe as its disk. Of three, each on a machine of its own, any one may be lost with its disk: worlds
go on within a second, and a node that comes back with an empty folder takes its place again by itself and is filled by the others.
The cluster is made when all nodes are there for the first time; later a majority is enough.

Nodes speak to each other over one port, with TLS and certificates made from one shared file: who has it is a node, nobody else
gets anything. Game servers of the same machine speak to the node over a socket in its data folder.

Examples:
  engine --new-key cluster.key                  make the key once, and copy it to all machines, readable for its owner alone
  engine --data /var/lib/engine --name a --key cluster.key --cluster a=10.0.0.1:7410,b=10.0.0.2:7410,c=10.0.0.3:7410
                                                the same on the others with --name b and c; --cluster is the same line everywhere
  engine --data here --name a --key one.key --cluster a=127.0.0.1:7410
                                                a cluster of one node, to try it

The standard output has two lines: "listening ADDRESS", then "ready SOCKET" once the cluster works. Exit status: 0 stopped, 1 it
failed, 2 wrong usage, 130 stopped by Ctrl-C.`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c nodeCmd
	if _, code, ok := cli.Parse("engine", description, &c, args, stdout, stderr); !ok {
		return code
	}
	return c.run(ctx, stdin, stdout, stderr)
}

// Command netlab runs the laboratory: server and clients under virtual time with every law checked, the essay's
// stories, and comparisons of transports over a bad link in real time.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"voxtide/client"
	"voxtide/cmd/internal/cli"
	"voxtide/lab/netlab"
	"voxtide/lab/netlab/players"
	"voxtide/lab/story"
	"voxtide/transport/linktest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		return usageError(stderr, "say what to do: run, compare, hits, story, replay, link, knock, flood, liar, demo, list")
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		fmt.Fprint(stdout, usage)
		return cli.OK
	case "-version", "--version":
		fmt.Fprintln(stdout, "netlab", cli.Version())
		return cli.OK
	case "run":
		return runCommand(ctx, args[1:], stdout, stderr)
	case "story":
		return storyCommand(args[1:], stdout, stderr)
	case "list":
		if len(args) > 1 {
			return usageError(stderr, "list takes no arguments")
		}
		listCommand(stdout)
		return cli.OK
	case "link":
		return linkCommand(ctx, args[1:], stdout, stderr)
	case "knock":
		return knockCommand(ctx, args[1:], stdout, stderr)
	case "compare":
		return compareCommand(ctx, args[1:], stdout, stderr)
	case "hits":
		return hitsCommand(args[1:], stdout, stderr)
	case "replay":
		return replayCommand(args[1:], stdout, stderr)
	case "flood":
		return floodCommand(ctx, args[1:], stdout, stderr)
	case "demo":
		return demoCommand(ctx, args[1:], stdout, stderr)
	case "liar":
		return liarCommand(ctx, args[1:], stdout, stderr)
	case "flood-server": // the other process of flood
		if len(args) != 2 {
			return usageError(stderr, "flood-server is netlab flood's own")
		}
		if err := floodServer(args[1], os.Stdin, stdout); err != nil {
			fmt.Fprintln(stderr, "netlab:", err)
			return cli.Failed
		}
		return cli.OK
	}
	return usageError(stderr, "%q is not something to do", args[0])
}

func storyCommand(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(stdout, usage)
		return cli.OK
	}
	var names []string
	for _, s := range story.Stories {
		names = append(names, s.Name)
		if len(args) != 1 || args[0] != s.Name {
			continue
		}
		if err := s.Tell(stdout); err != nil {
			fmt.Fprintln(stderr, "netlab:", err)
			return cli.Failed
		}
		return cli.OK
	}
	return usageError(stderr, "story takes one of %s", strings.Join(names, ", "))
}

func listCommand(out io.Writer) {
	fmt.Fprintln(out, "scenarios:")
	for _, s := range netlab.Scenarios {
		fmt.Fprintf(out, "  %-16s %s\n", s.Name, s.About)
	}
	fmt.Fprintf(out, "strategies:\n  %s\n", strings.Join(client.Strategies(), "\n  "))
	listMethods(out)
	fmt.Fprintln(out, "roles:")
	for r := range players.Roles {
		fmt.Fprintf(out, "  %v\n", r)
	}
	fmt.Fprintln(out, "laws:")
	for i, l := range netlab.Laws {
		if l != "" {
			fmt.Fprintf(out, "  %2d %s\n", i, l)
		}
	}
	fmt.Fprintf(out, "contestants of link:\n  %s\n", strings.Join(linktest.Contestants(), "\n  "))
}

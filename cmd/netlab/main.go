// Command netlab is the laboratory's front: it runs server and clients under virtual time with every law checked, and
// tells the essay's stories; and it compares transports over a bad link in real time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"voxtide/client"
	"voxtide/cmd/internal/start"
	"voxtide/netlab"
	"voxtide/transport/linktest"
)

const usage = `usage: netlab run [flags] | story water-stone|dirt-stone|jetpack | link | flood | list

The whole server and many whole clients in one process, under virtual time, over a simulated bad network, with
every law of the netcode checked while they play.

  run                  play, and check; the last line is: ok seed N hash HEX speed Nx corrections N unexplained 0
  story NAME           tell one of the essay's stories as it happens here
  link                 kcp-go alone, kcp-go with error correction, and ours without and with early copies, one after
                       the other over the same bad link in real time: delays, and bytes with IP headers
  flood                honest players on a server of its own, in peace and while it gets junk, forgeries, what they have
                       sent, again and before they have (early), handshakes that nobody finishes (firsts), and sessions
                       that join to be away at once (joins) or to ack without end (acks): nobody may get in under
                       another's name, nobody may be lost, and nobody may wait much longer
  list                 the scenarios, strategies, roles, laws and contestants

of run:
  --players N          clients (8)
  --duration D         of play, virtual (20s)
  --rtt D --jitter D   of the network: round trip, and most that is added to a packet's delay
  --loss P             share of packets lost, 5% or 0.05
  --burst              loss comes in bad times of 100 ms on average
  --stall D            all packets of one client stop so long every 20 s
  --peer-rtt D         clients are linked directly
  --copies=false       the transport sends no early copies
  --kills N            the server is killed so often and goes on from what its disk holds; beside any scenario
  --stand D            the server's machine stands still for so long, and its clock with it; beside any scenario
  --strategy NAME      what clients show (timestream)
  --picture D          between two pictures (16.667ms)
  --every              check law 11 in every picture, not only where a prediction ends
  --scenario NAME      what else happens; see list. Flags given beside it win
  --seed N             all of the chance (0)
  --json               the result as JSON before the last line

of link:
  --rate N --size N    ordered messages a second (60), bytes of each (32)
  --duration D         of each contestant's run (20s); all together take four times that
  --delay D --jitter D one way (40ms), and most that is added to a packet's delay
  --loss P --burst     as of run, in both directions
  --mbit N             what passes each way, in Mbit/s; 0 is unlimited
  --bulk               ours only: alone, and beside 4 MB of bulk (over 20 Mbit/s unless --mbit says otherwise)
  --seed N --json      all of the network's chance (0); the rows as JSON only

of flood:
  --players N          honest ones, who build (20)
  --rate N             packets a second (100000); 0 is as many as one core can send
  --duration D         of each of the three runs: to warm up, in peace, attacked (10s)
  --strangers          only junk, forgeries and recordings: no early, firsts, joins, acks
  --seed N --json      all of the chance (1); the result as JSON only

  --help, --version

Exit status: 0 all laws held, 1 one broke (law N broken at T seed N), a message never came, or it failed, 2 wrong usage,
130 interrupted.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// wrong says in one line what is wrong with the usage.
func wrong(stderr io.Writer, format string, args ...any) int {
	return start.Wrong(stderr, "netlab", format, args...)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		return wrong(stderr, "say what to do: run, story, link, list")
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		fmt.Fprint(stdout, usage)
		return start.OK
	case "-version", "--version":
		fmt.Fprintln(stdout, "netlab", start.Version())
		return start.OK
	case "run":
		return play(ctx, args[1:], stdout, stderr)
	case "story":
		return story(args[1:], stdout, stderr)
	case "list":
		if len(args) > 1 {
			return wrong(stderr, "list takes no arguments")
		}
		list(stdout)
		return start.OK
	case "link":
		return link(ctx, args[1:], stdout, stderr)
	case "flood":
		return floodCommand(ctx, args[1:], stdout, stderr)
	case "flood-server": // the other process of flood
		if len(args) != 2 {
			return wrong(stderr, "flood-server is netlab flood's own")
		}
		if err := floodServer(args[1], os.Stdin, stdout); err != nil {
			fmt.Fprintln(stderr, "netlab:", err)
			return start.Failed
		}
		return start.OK
	}
	return wrong(stderr, "%q is not something to do", args[0])
}

func story(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(stdout, usage)
		return start.OK
	}
	var names []string
	for _, s := range netlab.Stories {
		names = append(names, s.Name)
		if len(args) != 1 || args[0] != s.Name {
			continue
		}
		if err := s.Tell(stdout); err != nil {
			fmt.Fprintln(stderr, "netlab:", err)
			return start.Failed
		}
		return start.OK
	}
	return wrong(stderr, "story takes one of %s", strings.Join(names, ", "))
}

func list(out io.Writer) {
	fmt.Fprintln(out, "scenarios:")
	for _, s := range netlab.Scenarios {
		fmt.Fprintf(out, "  %-16s %s\n", s.Name, s.What)
	}
	fmt.Fprintf(out, "strategies:\n  %s\n", strings.Join(client.Strategies(), "\n  "))
	fmt.Fprintln(out, "roles:")
	for r := range netlab.Roles {
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

// isHelp tells whether an error of flag parsing is the wish for help.
func isHelp(err error) bool { return errors.Is(err, flag.ErrHelp) }

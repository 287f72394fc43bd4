package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"voxtide/cmd/internal/cli"
)

const usage = `usage: netlab run [flags] | compare [flags] | hits [flags] | story NAME | replay FILE | link | knock | flood | liar | demo | list

The whole server and many whole clients in one process, under virtual time, over a simulated bad network, with
every law of the netcode checked while they play.

  run                  play, and check; the last line is: ok seed N hash HEX speed Nx corrections N unexplained 0
  compare              play one tape to every method over every network and measure all with the same meter: see
                       netlab compare --help
  replay FILE          play what client --record FILE has recorded, frame for frame, or with --strategy under another
                       method; see netlab replay --help
  story NAME           play one of the sources' examples and print what each side sees: water-stone, dirt-stone, jetpack,
                       chest, gambetta, mesh, links
  hits                 hunters and dodgers: how many of the hits that a striker saw count, by how hits are judged
  link                 kcp-go alone, kcp-go with error correction, and ours without and with early copies, one after
                       the other over the same bad link in real time: delays, and bytes with IP headers
  knock HOST:PORT      whether a NAT on each side lets two programs hear each other when both knock: with --serve the place
                       where they find each other, with --name A --peer B one of the two; see scripts/nat-test.sh
  flood                honest players on a server of its own, first in peace, then while it gets junk, forgeries, copies
                       of their packets afterwards and beforehand (early), unfinished handshakes (firsts), and sessions
                       that join and leave at once (joins) or ack without end (acks): nobody may get in under
                       another's name, nobody may be lost, and nobody may wait much longer
  liar                 a player with a valid key links with two of three real clients and lies to them, while a stranger
                       sends one of them forged packets of links: how long a lie shows, and what it costs everybody
  demo                 a page for browsers: the real server and two clients, side by side, with any method and network, a
                       guided tour, and links that play a run again; until Ctrl-C
  list                 the scenarios, strategies, roles, laws and contestants

of run:
  --players N          clients (8)
  --duration D         of play, virtual (20s)
  --rtt D --jitter D   of the network: round trip, and the most added to a packet's delay
  --loss P             share of packets lost, 5% or 0.05
  --burst              loss comes in bursts of 100 ms on average
  --stall D            all packets of one client stop for D every 20 s
  --peer-rtt D         clients are linked directly
  --copies=false       the transport sends no early copies
  --kills N            the server is killed N times and goes on from what its disk holds; with any scenario
  --stand D            the server's machine, with its clock, stands still for D; with any scenario
  --relays N           goroutines that write the server's updates; no result depends on it
  --strategy NAME      what clients show (timestream); NAME+direct: clients are linked directly, too, as with --peer-rtt 20ms
  --frame D            between two frames of a client (16.667ms); --picture is its former name
  --every              check law 11 in every frame, not only where a prediction ends
  --scenario NAME      what else happens; see list. Flags override it
  --seed N             of all random choices (0)
  --json               the result as JSON before the last line

of link:
  --rate N --size N    ordered messages a second (60), bytes of each (32)
  --duration D         of each contestant's run (20s); all together take four times that
  --delay D --jitter D one way (40ms), and the most added to a packet's delay
  --loss P --burst     as of run, in both directions
  --mbit N             what passes each way, in Mbit/s; 0 is unlimited
  --bulk               ours only: alone, and beside 4 MB of bulk (over 20 Mbit/s unless --mbit says otherwise)
  --seed N --json      of the network's random choices (0); the rows as JSON only

of knock:
  --serve              listen at HOST:PORT, and tell each where its peer was seen
  --name A --peer B    who this is, and whom it wants to hear
  --duration D         after which it ends (3s)

of flood:
  --players N          honest players, who build (20)
  --rate N             packets a second (100000); 0 is as many as one core can send
  --duration D         of each of the three runs: warm-up, in peace, attacked (10s)
  --strangers          only junk, forgeries and recordings: no early, firsts, joins, acks
  --seed N --json      of all random choices (1); the result as JSON only

of liar:
  --connect HOST:PORT  the server; without it one of its own, on a world of its own
  --trick NAME         nothing, invent, change, replay, flood, garbage, far-times, far-numbers (each of them in turn)
  --knocks N           forged packets a second (100000)
  --duration D         in peace, and again under attack (5s)
  --seed N --json      of all random choices (1); the results as JSON only

of demo:
  --listen ADDR        where (127.0.0.1:7480)
  --dir DIR            the folder of what make demo has built (out/demo beside bin, or here)

  --help, --version

Exit status: 0 all laws held, 1 one broke (law N broken at T seed N), a message never came, or it failed, 2 wrong usage,
130 interrupted.
`

// usageError prints one line about wrong usage.
func usageError(stderr io.Writer, format string, args ...any) int {
	return cli.UsageError(stderr, "netlab", format, args...)
}

// isHelp reports whether an error of flag parsing is a request for help.
func isHelp(err error) bool { return errors.Is(err, flag.ErrHelp) }

// misused answers a command line that asks for help or could not be parsed, and returns the exit status.
func misused(err error, stdout, stderr io.Writer) int {
	if isHelp(err) {
		fmt.Fprint(stdout, usage)
		return cli.OK
	}
	return usageError(stderr, "%s", strings.TrimPrefix(err.Error(), errUsage.Error()+": "))
}

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/hits"
	"voxtide/lab/stage"
)

const hitsUsage = `usage: netlab hits [flags]

Hunters who aim at what their own screens show, and dodgers who strafe beside a wall: of the swings that met a body on the striker's
screen, how many count, by how hits are judged and by the round trip. A line of CSV for each.

  --strategy NAME   the method of all players; its own way of judging hits does not count (the first of the table)
  --pairs N         of a hunter and a dodger (4)
  --duration D      of play, virtual (2m)
  --seeds N         plays of each, added up (2)
  --jobs N          runs at once (the number of processors)
`

func hitsCommand(args []string, stdout, stderr io.Writer) int {
	var c hits.Config
	flags := flag.NewFlagSet("hits", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&c.Method, "strategy", "", "")
	flags.IntVar(&c.Pairs, "pairs", 4, "")
	flags.DurationVar(&c.Duration, "duration", 2*time.Minute, "")
	seeds := flags.Int("seeds", 2, "")
	jobs := flags.Int("jobs", runtime.GOMAXPROCS(0), "")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, hitsUsage)
		return cli.OK
	}
	if err == nil && c.Method != "" {
		_, _, err = stage.ParseMethod(c.Method)
	}
	if err != nil || flags.NArg() > 0 || c.Pairs < 1 || c.Pairs > 50 || c.Duration <= 0 || *seeds < 1 || *jobs < 1 {
		return usageError(stderr, "hits: %v; see netlab hits --help", err)
	}
	c.Seed = 1
	if err := hits.Table(stdout, c, *seeds, *jobs); err != nil {
		fmt.Fprintln(stderr, "netlab:", err)
		return cli.Failed
	}
	return cli.OK
}

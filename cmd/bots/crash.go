package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/bots"
)

// crashCmd kills a server of its own again and again while bots build on it.
type crashCmd struct {
	Rounds  int           `placeholder:"N" default:"20" help:"How often the server is killed (20)."`
	Players int           `placeholder:"N" default:"20" help:"Bots that build, 1 to 32 (20)."`
	Seed    uint64        `placeholder:"N" default:"1" help:"Of the land and of all chance but the very moments (1)."`
	Build   time.Duration `placeholder:"D" default:"1.2s" help:"Longest time of building between two kills (1.2s)."`
	Server  string        `placeholder:"FILE" help:"The server program; otherwise the one beside this program."`
	Log     string        `placeholder:"FILE" help:"Write what the servers log."`
	Cluster bool          `help:"Of a cluster of three machines, one is hit in each round, and the others go on: owners are killed and lose their worlds, stand still for 5 s, engines are killed."`
	Demo    bool          `help:"With --cluster: owner, standby and witness are killed by turns and keep their disks, one each 10 s."`
	Verbose bool          `short:"v" help:"Say every round."`

	Namespaces bool `help:"With --cluster: each machine is in a network namespace of its own, and some of them do not hear others for a while. As root, on Linux."`
	PowerCuts  bool `help:"With --cluster: each machine is on a disk of its own, and all go on with what those had at one moment. As root, on Linux."`
}

func (c *crashCmd) run(ctx context.Context, stdout, stderr io.Writer) int {
	fail := func(err error) int { return cli.Fail(stderr, "bots", err) }
	if c.Server == "" {
		own, err := os.Executable()
		if err != nil {
			return fail(err)
		}
		c.Server = filepath.Join(filepath.Dir(own), "server")
	}
	if i, err := os.Stat(c.Server); err != nil || i.IsDir() {
		return cli.UsageError(stderr, "bots", "--server %s: there is no such program; make build puts it beside this one", c.Server)
	}
	dir, err := os.MkdirTemp("", "voxtide-crash-")
	if err != nil {
		return fail(err)
	}
	log := io.Discard
	if c.Log != "" {
		f, err := os.Create(c.Log)
		if err != nil {
			return fail(err)
		}
		defer f.Close()
		log = f
	}
	if c.Cluster || c.Demo || c.Namespaces || c.PowerCuts {
		return c.runCluster(ctx, dir, log, stdout, stderr)
	}
	said := time.Now()
	t, err := bots.Crash(ctx, bots.CrashConfig{
		Server: c.Server, Dir: dir, Rounds: c.Rounds, Players: c.Players, Seed: c.Seed, BuildTime: c.Build, Log: log,
		OnRound: func(n int, t bots.CrashTally) {
			if c.Verbose || time.Since(said) > progressEvery || n == c.Rounds {
				said = time.Now()
				fmt.Fprintf(stderr, "bots: round %d of %d: %v; of %d without an answer at a kill the disk had %d\n", n, c.Rounds, &t, t.Unknown, t.StoredUnknown)
			}
		},
	})
	if errors.Is(err, bots.ErrConfig) {
		os.RemoveAll(dir)
		return cli.UsageError(stderr, "bots", "%s", strings.TrimPrefix(err.Error(), bots.ErrConfig.Error()+": "))
	}
	for _, n := range t.Notes {
		fmt.Fprintln(stdout, n)
	}
	if t.OK() && err == nil {
		os.RemoveAll(dir)
	} else {
		fmt.Fprintf(stderr, "bots: the world is left in %s\n", dir)
	}
	if ctx.Err() != nil || err == nil {
		fmt.Fprintln(stdout, t.Deeds())
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stdout, t)
		return cli.Interrupted(ctx)
	case err != nil:
		return fail(withoutPackageName{err})
	}
	fmt.Fprintln(stdout, t)
	if t.Rounds >= boxRounds && t.Boxes == 0 {
		fmt.Fprintln(stderr, "bots: the land left no room for chests, so nothing of boxes was compared: take another --seed")
		return cli.Failed
	}
	if !t.OK() {
		return cli.Failed
	}
	return cli.OK
}

// boxRounds is the number of rounds after which what lies in chests must have been compared.
const boxRounds = 10

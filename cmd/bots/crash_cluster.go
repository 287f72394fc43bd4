package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/bots"
	"voxtide/protocol"
)

// demoEvery is the time between two kills of --demo.
const demoEvery = 10 * time.Second

// runCluster hits machines of a cluster in a folder.
func (c *crashCmd) runCluster(ctx context.Context, dir string, log, stdout, stderr io.Writer) int {
	cfg := bots.ClusterConfig{Demo: c.Demo, Namespaces: c.Namespaces, PowerCuts: c.PowerCuts, CrashConfig: bots.CrashConfig{Server: c.Server, Dir: dir, Rounds: c.Rounds, Players: c.Players, Seed: c.Seed, BuildTime: c.Build, Log: log}}
	if c.Demo {
		cfg.Every = demoEvery
	}
	cfg.OnFault = func(n int, r *bots.ClusterRound, t *bots.ClusterTally) {
		moved := "the world stayed where it was"
		if r.First > 0 {
			moved = fmt.Sprintf("first new ack after %s, of all players after %s", ms(r.First), ms(r.Last))
		}
		fmt.Fprintf(stderr, "round %d of %d: %s: %s; silent for at most %s, no play for %s; whole again after %.1f s; acked %d lost %d torn %d twice %d\n",
			n, c.Rounds, r.Fault, moved, ms(r.Silent), ms(r.Still), r.Follows.Seconds(), t.Acked, t.Lost, t.Torn, t.Twice)
	}
	t, err := bots.CrashCluster(ctx, cfg)
	if errors.Is(err, bots.ErrConfig) {
		os.RemoveAll(dir)
		return cli.UsageError(stderr, "bots", "%s", strings.TrimPrefix(err.Error(), bots.ErrConfig.Error()+": "))
	}
	for _, n := range t.Notes {
		fmt.Fprintln(stdout, n)
	}
	if interrupted := ctx.Err() != nil; t.OK() && (err == nil || interrupted) {
		os.RemoveAll(dir)
	} else {
		fmt.Fprintf(stderr, "bots: the worlds are left in %s\n", dir)
	}
	if ctx.Err() != nil || err == nil {
		printCluster(stdout, t)
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stdout, t)
		return cli.Interrupted(ctx)
	case err != nil:
		return cli.Fail(stderr, "bots", withoutPackageName{err})
	}
	fmt.Fprintln(stdout, t)
	if !t.OK() {
		return cli.Failed
	}
	return cli.OK
}

// printCluster prints what players noticed.
func printCluster(out io.Writer, t *bots.ClusterTally) {
	fmt.Fprintln(out, t.Deeds())
	var causes strings.Builder
	for i, n := range t.Corrections {
		if n > 0 || protocol.Cause(i) == protocol.Unexplained {
			fmt.Fprintf(&causes, " %s %d", protocol.Cause(i), n)
		}
	}
	fmt.Fprintf(out, "corrections by cause:%s\n", &causes)
	fmt.Fprintf(out, "longest silence %s, longest time without play %s, in %d of %d rounds\n", ms(t.Silent), ms(t.Frozen), t.Still, t.Rounds)
	for _, k := range []struct {
		what string
		all  []time.Duration
	}{{"from the fault to the first new ack", t.First}, {"the same, of each player", t.Each}} {
		p50, p99, most := bots.Quantiles(k.all)
		fmt.Fprintf(out, "%s: p50 %s, p99 %s, most %s, of %d\n", k.what, ms(p50), ms(p99), ms(most), len(k.all))
	}
}

func ms(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }

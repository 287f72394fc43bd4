package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/liar"
	"voxtide/lab/liar/attack"
	"voxtide/server/host"
)

// liarOptions are the flags of netlab liar.
type liarOptions struct {
	connect  string
	tricks   []liar.Trick
	knocks   int
	duration time.Duration
	seed     uint64
	json     bool
}

func parseLiar(args []string) (o liarOptions, err error) {
	flags := flag.NewFlagSet("liar", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	trick := flags.String("trick", "", "")
	flags.StringVar(&o.connect, "connect", "", "")
	flags.IntVar(&o.knocks, "knocks", 100_000, "")
	flags.DurationVar(&o.duration, "duration", 5*time.Second, "")
	flags.Uint64Var(&o.seed, "seed", 1, "")
	flags.BoolVar(&o.json, "json", false, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	names := []string{}
	for t := range liar.Tricks {
		names = append(names, t.String())
		if *trick == t.String() || *trick == "" && t != liar.Nothing {
			o.tricks = append(o.tricks, t)
		}
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%w: liar takes flags only", errUsage)
	case len(o.tricks) == 0:
		return o, fmt.Errorf("%w: --trick is one of %s", errUsage, strings.Join(names, ", "))
	case o.knocks < 0 || o.knocks > 1_000_000:
		return o, fmt.Errorf("%w: --knocks is 0 to 1000000", errUsage)
	case o.duration < time.Second || o.duration > time.Hour:
		return o, fmt.Errorf("%w: --duration is 1s to 1h", errUsage)
	}
	return o, nil
}

// liarCommand runs netlab liar.
func liarCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseLiar(args)
	if err != nil {
		return misused(err, stdout, stderr)
	}
	broken, err := o.run(ctx, stdout, stderr)
	switch {
	case ctx.Err() != nil:
		return cli.CtrlC
	case err != nil:
		return cli.Fail(stderr, "netlab", err)
	case broken:
		return cli.Failed
	}
	return cli.OK
}

// run plays each trick, each with a server of its own unless there is one.
func (o *liarOptions) run(ctx context.Context, stdout, stderr io.Writer) (broken bool, err error) {
	dir, err := os.MkdirTemp("", "voxtide-liar-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	for _, t := range o.tricks {
		fmt.Fprintf(stderr, "%v: %v in peace, %v of lies ...\n", t, o.duration, o.duration)
		r, err := o.attack(ctx, filepath.Join(dir, t.String()), t)
		if err != nil {
			return broken, err
		}
		broken = broken || len(r.Broken) > 0
		if o.json {
			json.NewEncoder(stdout).Encode(r)
			continue
		}
		fmt.Fprintf(stdout, "%-11s %d lies in %d messages; %d of %d links closed", r.Trick, r.Lies, r.Messages, r.Unlinked, r.Linked)
		if r.Unlinked > 0 {
			fmt.Fprintf(stdout, " (%s) %.2f s after the first", r.Why, r.UnlinkedIn.Seconds())
		}
		fmt.Fprintf(stdout, "; the longest showed for %.2f s; unexplained corrections %d; %d forged packets\n", r.LongestLie.Seconds(), r.Unexplained, r.Knocks)
		for _, s := range []struct {
			name          string
			peace, attack attack.Side
		}{{"a peer of the liar", r.Peace.Ann, r.Attack.Ann}, {"who has no link", r.Peace.Carl, r.Attack.Carl}} {
			fmt.Fprintf(stdout, "  %-18s frames p50 %.2f p99 %.2f ms, then %.2f %.2f; acks p50 %.0f p99 %.0f ms, then %.0f %.0f; corrections %d, then %d\n", s.name,
				s.peace.FrameP50, s.peace.FrameP99, s.attack.FrameP50, s.attack.FrameP99, s.peace.AckP50, s.peace.AckP99, s.attack.AckP50, s.attack.AckP99, s.peace.Corrections, s.attack.Corrections)
		}
		for _, b := range r.Broken {
			fmt.Fprintln(stdout, "  broken:", b)
		}
	}
	if !broken && !o.json {
		fmt.Fprintln(stdout, "ok: every liar found out, nobody else pays")
	}
	return broken, nil
}

func (o *liarOptions) attack(ctx context.Context, dir string, t liar.Trick) (*attack.Report, error) {
	cfg := attack.Config{Server: o.connect, Trick: t, Duration: o.duration, Knocks: o.knocks, Seed: o.seed}
	if o.connect == "" {
		h, err := host.Open(host.Config{Dir: dir, Seed: 7, SeedSet: true, ViewDistance: 48})
		if err != nil {
			return nil, err
		}
		defer h.Close("the liar has left")
		at, err := h.Listen("127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		cfg.Server = at.String()
	}
	return attack.Run(ctx, cfg)
}

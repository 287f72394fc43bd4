package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/netflags"
	"voxtide/transport/linktest"
	"voxtide/transport/netem"
)

// linkOptions are the flags of netlab link.
type linkOptions struct {
	linktest.LinkConfig
	json bool
}

func parseLink(args []string) (o linkOptions, err error) {
	var loss shareFlag
	var mbit float64
	c := &o.Conditions
	flags := flag.NewFlagSet("link", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&o.Rate, "rate", 60, "")
	flags.IntVar(&o.Size, "size", 32, "")
	flags.DurationVar(&o.Duration, "duration", 20*time.Second, "")
	flags.DurationVar(&c.Delay, "delay", 40*time.Millisecond, "")
	flags.DurationVar(&c.Jitter, "jitter", 0, "")
	flags.Var(&loss, "loss", "")
	flags.BoolVar(&c.Burst, "burst", false, "")
	flags.BoolVar(&o.Bulk, "bulk", false, "")
	flags.Float64Var(&mbit, "mbit", 0, "")
	flags.Uint64Var(&o.Seed, "seed", 0, "")
	flags.BoolVar(&o.json, "json", false, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	c.Loss = float64(loss)
	if mbit == 0 && o.Bulk {
		mbit = 20
	}
	c.Rate = int(mbit * 1e6 / 8)
	return o, o.check(flags.NArg(), mbit)
}

func (o *linkOptions) check(rest int, mbit float64) error {
	c := &o.Conditions
	switch {
	case rest > 0:
		return fmt.Errorf("%w: link takes flags only", errUsage)
	case o.Rate < 1 || o.Rate > 1000:
		return fmt.Errorf("%w: --rate is 1 to 1000", errUsage)
	case o.Size < 8 || o.Size > 1000:
		return fmt.Errorf("%w: --size is 8 to 1000", errUsage)
	case o.Duration < 100*time.Millisecond || o.Duration > time.Hour:
		return fmt.Errorf("%w: --duration is 100ms to 1h", errUsage)
	case c.Delay < 0 || c.Delay > netflags.DelayMax || c.Jitter < 0 || c.Jitter > netflags.DelayMax:
		return fmt.Errorf("%w: times of the network are 0 to 10s", errUsage)
	case !(mbit >= 0 && mbit <= 10_000) || mbit > 0 && mbit < 0.1:
		return fmt.Errorf("%w: --mbit is 0 or 0.1 to 10000", errUsage)
	}
	return nil
}

// linkCommand runs netlab link.
func linkCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseLink(args)
	if err != nil {
		return misused(err, stdout, stderr)
	}
	if !o.json {
		fmt.Fprintf(stdout, "%d messages of %d bytes a second, one way %v%s, seed %d\n", o.Rate, o.Size, o.Conditions.Delay, describe(o.Conditions), o.Seed)
		fmt.Fprintf(stdout, "%-19s %8s %8s %8s %8s %9s %9s %8s\n", "one-way delay in ms", "p50", "p90", "p99", "max", "B/s up", "B/s down", "pkt/s up")
	}
	lost := ""
	rows, err := linktest.Link(ctx, o.LinkConfig, func(r linktest.Row) {
		if !o.json {
			fmt.Fprintf(stdout, "%-19s %8.1f %8.1f %8.1f %8.1f %9d %9d %8d", r.Name, ms(r.P50), ms(r.P90), ms(r.P99), ms(r.Max), r.Up, r.Down, r.PacketsUp)
			if r.BulkTime > 0 {
				fmt.Fprintf(stdout, "  bulk took %.2f s", ms(r.BulkTime)/1000)
			}
			fmt.Fprintln(stdout)
		}
		if r.Got < r.Sent {
			lost = fmt.Sprintf("%s: %d of %d messages have not come", r.Name, r.Sent-r.Got, r.Sent)
		}
	})
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "netlab: stopped")
		return cli.CtrlC
	case err != nil:
		fmt.Fprintln(stderr, "netlab:", err)
		return cli.Failed
	}
	if o.json {
		printLink(stdout, &o, rows)
	}
	if lost != "" {
		fmt.Fprintln(stderr, "netlab:", lost)
		return cli.Failed
	}
	return cli.OK
}

func ms(m linktest.Millis) float64 { return float64(m) / float64(time.Millisecond) }

// describe describes the flaws of a network.
func describe(c netem.Conditions) string {
	var b strings.Builder
	if c.Jitter > 0 {
		fmt.Fprintf(&b, " and up to %v", c.Jitter)
	}
	if c.Loss > 0 {
		fmt.Fprintf(&b, ", %g%% lost", c.Loss*100)
	}
	if c.Burst {
		b.WriteString(" in bad times")
	}
	if c.Rate > 0 {
		fmt.Fprintf(&b, ", %g Mbit/s", float64(c.Rate)*8/1e6)
	}
	return b.String()
}

func printLink(out io.Writer, o *linkOptions, rows []linktest.Row) {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	c := o.Conditions
	err := e.Encode(struct {
		Rate     int             `json:"rate"`
		Size     int             `json:"size"`
		Duration linktest.Millis `json:"duration_ms"`
		Delay    linktest.Millis `json:"delay_ms"`
		Jitter   linktest.Millis `json:"jitter_ms"`
		Loss     float64         `json:"loss"`
		Burst    bool            `json:"burst"`
		Mbit     float64         `json:"mbit"`
		Seed     uint64          `json:"seed"`
		Rows     []linktest.Row  `json:"rows"`
	}{o.Rate, o.Size, linktest.Millis(o.Duration), linktest.Millis(c.Delay), linktest.Millis(c.Jitter), c.Loss, c.Burst, float64(c.Rate) * 8 / 1e6, o.Seed, rows})
	if err != nil {
		fmt.Fprintln(out, err)
	}
}

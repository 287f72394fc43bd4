package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/internal/atomicfile"
	"voxtide/lab/compare"
	"voxtide/lab/figures"
	"voxtide/lab/hits"
	"voxtide/lab/plot"
	"voxtide/lab/stage"
	"voxtide/protocol"
)

const compareUsage = `usage: netlab compare [flags]

Plays one tape of inputs to every method over every network and measures what the players saw, all with the same meter.

  --strategies A,B|all  methods, with their parameters: dumb,kazap,multiplier=0.5 (all); timestream+direct is timestream
                        with clients that are linked directly, too
  --peer-rtt D          round trip between two linked clients, at most that to the server (20ms)
  --profiles A,B        lan, dsl, 4g, wifi-bad, intercontinental, satellite, or RTT:JITTER:LOSS[:burst] (all presets)
  --players N           (4)
  --duration D          of play, virtual (60s)
  --seeds N             tapes and networks (3)
  --roles A,B           of the players, in turn (walker,builder,hunter,dodger)
  --csv FILE            the table; equal flags give equal bytes. - is the standard output
  --json FILE           the table and the paths for drawings; equal flags give equal bytes
  --html DIR            index.html with tables and drawings, and the two files above, with the cost on this machine
  --cpu                 the columns of this machine's cost also in --csv and --json
  --jobs N              runs at once (the number of processors)
  --check FILE          a table of before (.csv or .json): exit 1 if timestream has more corrections, waits longer than
                        another, or if its screens disagree more than those of a method that waits and corrects no more;
                        or if with +direct others are seen later, from a round trip of 100 ms on after more than half the time
  --quiet               no table on the standard output

The last line is: ok methods N profiles N seeds N hash HEX
`

// compareOptions are the flags of netlab compare.
type compareOptions struct {
	compare.Config
	csv, json, html, check string
	cpu, quiet             bool
}

func parseCompare(args []string) (o compareOptions, err error) {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	methods := flags.String("strategies", "all", "")
	profiles := flags.String("profiles", "", "")
	roles := flags.String("roles", "", "")
	flags.IntVar(&o.Players, "players", 4, "")
	flags.DurationVar(&o.Duration, "duration", time.Minute, "")
	flags.DurationVar(&o.PeerRTT, "peer-rtt", 20*time.Millisecond, "")
	flags.IntVar(&o.Seeds, "seeds", 3, "")
	flags.StringVar(&o.csv, "csv", "", "")
	flags.StringVar(&o.json, "json", "", "")
	flags.StringVar(&o.html, "html", "", "")
	flags.StringVar(&o.check, "check", "", "")
	flags.IntVar(&o.Jobs, "jobs", 0, "")
	flags.BoolVar(&o.cpu, "cpu", false, "")
	flags.BoolVar(&o.quiet, "quiet", false, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%w: compare takes flags only", errUsage)
	case o.Players < 1 || o.Players > 16:
		return o, fmt.Errorf("%w: --players is 1 to 16", errUsage)
	case o.Duration < 8*time.Second || o.Duration > time.Hour:
		return o, fmt.Errorf("%w: --duration is 8s to 1h", errUsage)
	case o.PeerRTT <= 0 || o.PeerRTT > 10*time.Second:
		return o, fmt.Errorf("%w: --peer-rtt is above 0 and at most 10s", errUsage)
	case o.Seeds < 1 || o.Seeds > 100:
		return o, fmt.Errorf("%w: --seeds is 1 to 100", errUsage)
	}
	if *methods != "all" {
		o.Methods = splitMethods(*methods)
	}
	if *profiles != "" {
		o.Profiles = strings.Split(*profiles, ",")
	}
	if *roles != "" {
		o.Roles = strings.Split(*roles, ",")
		for _, r := range o.Roles {
			if !slices.Contains(compare.RoleNames(), r) {
				return o, fmt.Errorf("%w: no role %q; there are %s", errUsage, r, strings.Join(compare.RoleNames(), ", "))
			}
		}
	}
	o.Series = o.json != "" || o.html != ""
	return o, compare.Validate(&o.Config)
}

// splitMethods splits a list of methods, whose parameters follow their name: dumb,kazap,multiplier=0.5,source.
func splitMethods(text string) (list []string) {
	for _, part := range strings.Split(text, ",") {
		if strings.Contains(part, "=") && len(list) > 0 {
			list[len(list)-1] += "," + part
		} else {
			list = append(list, part)
		}
	}
	return list
}

func compareCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseCompare(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, compareUsage)
		return cli.OK
	}
	if err != nil {
		return usageError(stderr, "%v", err)
	}
	var before *figures.Report
	if o.check != "" {
		b, err := os.ReadFile(o.check)
		switch {
		case err != nil:
		case strings.HasSuffix(o.check, ".csv"):
			before, err = figures.ReadCSV(b)
		default:
			before, err = figures.ReadJSON(b)
		}
		if err != nil {
			return usageError(stderr, "--check %s: %v", o.check, err)
		}
	}
	o.Blows = measureBlows
	o.Stop = func() bool { return ctx.Err() != nil }
	r, err := compare.Run(o.Config)
	if errors.Is(err, compare.ErrStopped) {
		return cli.Interrupted(ctx)
	}
	if err == nil {
		err = o.write(r, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "netlab:", err)
		return cli.Failed
	}
	if !o.quiet {
		compareTable(stdout, r)
	}
	if before != nil {
		if broken := figures.Check(r, before, compare.Ours); len(broken) > 0 {
			for _, b := range broken {
				fmt.Fprintln(stdout, "worse:", b)
			}
			return cli.Failed
		}
	}
	h := fnv.New64a()
	r.WriteCSV(h, false)
	fmt.Fprintf(stdout, "ok methods %d profiles %d seeds %d hash %016x\n", len(r.Methods), len(r.Profiles), len(r.Seeds), h.Sum64())
	return cli.OK
}

// blowsFor is how long hunters and dodgers play for one figure.
const blowsFor = 30 * time.Second

// measureBlows lets hunters and dodgers play under a method.
func measureBlows(method string, roundTrip time.Duration, seed uint64) (compare.Blows, error) {
	c, _, err := stage.ParseMethod(method)
	if err != nil {
		return compare.Blows{}, err
	}
	how, _ := protocol.ParseHits(c.Hits)
	f, err := hits.Run(hits.Config{RoundTrip: roundTrip, How: how, Duration: blowsFor, Seed: seed, Method: method})
	return compare.Blows{Shots: f.Shots, Counted: f.Counted, Beside: f.Beside, BesideHits: f.BesideHits, Struck: f.Struck, InCover: f.InCover}, err
}

// write writes the files that the flags ask for.
func (o *compareOptions) write(r *figures.Report, stdout io.Writer) error {
	if o.csv == "-" {
		if err := r.WriteCSV(stdout, o.cpu); err != nil {
			return err
		}
	} else if err := writeFile(o.csv, func(w io.Writer) error { return r.WriteCSV(w, o.cpu) }); err != nil {
		return err
	}
	if err := writeFile(o.json, func(w io.Writer) error { return r.WriteJSON(w, o.cpu) }); err != nil {
		return err
	}
	if o.html == "" {
		return nil
	}
	if err := os.MkdirAll(o.html, 0o755); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		write func(w io.Writer) error
	}{
		{"compare.csv", func(w io.Writer) error { return r.WriteCSV(w, false) }},
		{"compare.json", func(w io.Writer) error { return r.WriteJSON(w, false) }},
		{"index.html", func(w io.Writer) error { return plot.WriteHTML(w, plot.From(r)) }},
	} {
		if err := writeFile(filepath.Join(o.html, f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file whole or not at all; none for an empty name.
func writeFile(name string, write func(w io.Writer) error) error {
	if name == "" {
		return nil
	}
	var b strings.Builder
	if err := write(&b); err != nil {
		return err
	}
	return atomicfile.Replace(name, []byte(b.String()), 0o644)
}

// compareTable prints the figures that tell methods apart, network by network.
func compareTable(out io.Writer, r *figures.Report) {
	shown := []struct{ head, column string }{
		{"wait keys", "wait_keys_p50_ms"}, {"p99", "wait_keys_p99_ms"}, {"blocks", "wait_blocks_p50_ms"}, {"back/min", "corrections_per_min"},
		{"p99 cm", "taken_back_p99_cm"}, {"off/min", "off_truth_per_min"}, {"end cm", "end_error_cm"}, {"seen", "seen_after_p50_ms"}, {"apart cm", "apart_mean_cm"},
		{"age ms", "age_ms"}, {"ghosts", "ghosts_per_100"}, {"hits %", "hits_counted_percent"}, {"up kB/s", "up_kBs"}, {"down", "down_kBs"}, {"frame us", "cpu_frame_p50_us"}, {"p99", "cpu_frame_p99_us"},
	}
	for _, p := range r.Profiles {
		fmt.Fprintf(out, "%-22s", p.Name)
		for _, c := range shown {
			fmt.Fprintf(out, "%10s", c.head)
		}
		fmt.Fprintln(out)
		for _, m := range r.Methods {
			fmt.Fprintf(out, "  %-20s", m.Name)
			for _, c := range shown {
				if v, ok := r.Value(m.Name, p.Name, c.column); ok {
					fmt.Fprintf(out, "%10.1f", v)
				} else {
					fmt.Fprintf(out, "%10s", "-")
				}
			}
			fmt.Fprintln(out)
		}
	}
}

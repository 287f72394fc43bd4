package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/netflags"
	"voxtide/lab/netlab"
	"voxtide/lab/stage"
)

// shareFlag is a flag that takes 5% or 0.05.
type shareFlag float64

func (s *shareFlag) String() string { return strconv.FormatFloat(float64(*s), 'g', -1, 64) }

// Set implements flag.Value.
func (s *shareFlag) Set(text string) error {
	v, err := netflags.ParseShare(text)
	if err != nil {
		return fmt.Errorf("not %w", err)
	}
	*s = shareFlag(v)
	return nil
}

// runOptions are the flags of netlab run.
type runOptions struct {
	netlab.Config
	loss     shareFlag
	copies   bool
	json     bool
	scenario string
}

// Bounds of what a run may do to the server.
const (
	killsMax  = 1000
	relaysMax = 64
	standMax  = 10 * time.Minute
)

// errUsage wraps errors in the flags.
var errUsage = errors.New("wrong usage")

func parseRun(args []string) (o runOptions, err error) {
	o.copies = true
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&o.Players, "players", 8, "")
	flags.DurationVar(&o.Duration, "duration", 20*time.Second, "")
	flags.DurationVar(&o.RTT, "rtt", 0, "")
	flags.DurationVar(&o.Jitter, "jitter", 0, "")
	flags.Var(&o.loss, "loss", "")
	flags.BoolVar(&o.Burst, "burst", false, "")
	flags.DurationVar(&o.Stall, "stall", 0, "")
	flags.DurationVar(&o.PeerRTT, "peer-rtt", 0, "")
	flags.BoolVar(&o.copies, "copies", true, "")
	flags.IntVar(&o.Kills, "kills", 0, "")
	flags.IntVar(&o.Relays, "relays", 1, "")
	flags.DurationVar(&o.StandStill, "stand", 0, "")
	flags.StringVar(&o.Strategy, "strategy", "timestream", "")
	flags.DurationVar(&o.FrameTime, "frame", time.Second/60, "")
	flags.DurationVar(&o.FrameTime, "picture", time.Second/60, "") // its former name
	flags.BoolVar(&o.CheckEveryFrame, "every", false, "")
	flags.StringVar(&o.scenario, "scenario", "", "")
	flags.Uint64Var(&o.Seed, "seed", 0, "")
	flags.BoolVar(&o.json, "json", false, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.scenario != "" { // the scenario's settings first, then the flags once more, so that they win
		s := netlab.Find(o.scenario)
		if s == nil {
			return o, fmt.Errorf("%w: no scenario %q; netlab list names them", errUsage, o.scenario)
		}
		o.Scenario = s.Name
		s.Set(&o.Config)
		if err := flags.Parse(args); err != nil {
			return o, err
		}
	}
	o.Loss = max(o.Loss, float64(o.loss))
	flags.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "loss":
			o.Loss = float64(o.loss)
		case "copies":
			o.NoCopies = !o.copies
		}
	})
	return o, o.check(flags.NArg())
}

func (o *runOptions) check(rest int) error {
	switch {
	case rest > 0:
		return fmt.Errorf("%w: run takes flags only", errUsage)
	case o.Players < 1 || o.Players > 64:
		return fmt.Errorf("%w: --players is 1 to 64", errUsage)
	case o.Duration <= 0 || o.Duration > 24*time.Hour:
		return fmt.Errorf("%w: --duration is above 0 and at most 24h", errUsage)
	case o.FrameTime < time.Millisecond || o.FrameTime > time.Second:
		return fmt.Errorf("%w: --frame is 1ms to 1s", errUsage)
	}
	_, direct, err := stage.ParseMethod(o.Strategy)
	if err != nil {
		return fmt.Errorf("%w: --strategy: %w", errUsage, err)
	}
	o.Strategy = strings.TrimSuffix(o.Strategy, stage.DirectSuffix)
	if direct && o.PeerRTT == 0 {
		o.PeerRTT = stage.DefaultPeerRTT
	}
	switch {
	case o.Relays < 1 || o.Relays > relaysMax:
		return fmt.Errorf("%w: --relays is 1 to %d", errUsage, relaysMax)
	case o.Kills < 0 || o.Kills > killsMax:
		return fmt.Errorf("%w: --kills is 0 to %d", errUsage, killsMax)
	case o.StandStill < 0 || o.StandStill > standMax:
		return fmt.Errorf("%w: --stand is 0 to %v", errUsage, standMax)
	}
	for _, d := range []time.Duration{o.RTT, o.Jitter, o.Stall, o.PeerRTT} {
		if d < 0 || d > netflags.DelayMax {
			return fmt.Errorf("%w: times of the network are 0 to 10s", errUsage)
		}
	}
	return nil
}

// runCommand runs netlab run.
func runCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseRun(args)
	if err != nil {
		return misused(err, stdout, stderr)
	}
	begin := time.Now()
	result, err := netlab.Run(o.Config, progressReporter(ctx, o.Duration, begin, stderr))
	took := max(time.Since(begin), time.Microsecond)
	speed := result.Simulated.Seconds() / took.Seconds()
	if o.json {
		printJSON(stdout, &result, speed)
	}
	var broken *netlab.Violation
	switch {
	case errors.Is(err, netlab.ErrStopped):
		fmt.Fprintf(stderr, "netlab: stopped at %v\n", result.Simulated)
		return cli.CtrlC
	case errors.As(err, &broken):
		fmt.Fprintf(stderr, "netlab: %s\n", broken.Detail)
		fmt.Fprintln(stdout, broken)
		return cli.Failed
	case err != nil:
		fmt.Fprintln(stderr, err)
		return cli.Failed
	}
	if !o.json {
		fmt.Fprint(stdout, runReport(&result))
	}
	fmt.Fprintf(stdout, "ok seed %d hash %016x speed %.0fx corrections %d unexplained %d\n",
		result.Seed, result.Hash, speed, result.Corrections, result.Unexplained)
	return cli.OK
}

// progressReporter prints on stderr how far a long run is, and stops the run when the context ends.
func progressReporter(ctx context.Context, whole time.Duration, begin time.Time, stderr io.Writer) func(time.Duration) bool {
	const every = 5 * time.Second
	steps, said := 0, begin
	return func(now time.Duration) bool {
		steps++
		if steps%64 != 0 {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		if t := time.Now(); t.Sub(said) >= every {
			said = t
			fmt.Fprintf(stderr, "netlab: %v of %v, %.0fx\n", now.Round(time.Second), whole, now.Seconds()/t.Sub(begin).Seconds())
		}
		return true
	}
}

// runReport returns the lines above the last line.
func runReport(r *netlab.Result) string {
	var b strings.Builder
	for _, c := range r.Clients {
		fmt.Fprintf(&b, "%s %s: %d frames, %d actions, %d corrections (largest %.3f m), %d un-acked at most, %d bytes up, %d down\n",
			c.Name, c.Role, c.Frames, c.Actions, c.Corrections, c.Largest, c.Unacked, c.Up, c.Down)
	}
	causes := make([]string, 0, len(r.Causes))
	for name := range r.Causes {
		causes = append(causes, name)
	}
	slices.Sort(causes)
	b.WriteString("corrections:")
	for _, name := range causes {
		fmt.Fprintf(&b, " %s %d", name, r.Causes[name])
	}
	fmt.Fprintf(&b, "; %d edits, %d actions seen in their frame", r.Edits, r.Shown)
	if r.Compared > 0 {
		fmt.Fprintf(&b, ", %d places as at zero delay", r.Compared)
	}
	fmt.Fprintf(&b, "; %d items, %d falling blocks and %d checks born", r.Spawned.Items, r.Spawned.Falling, r.Spawned.Checks)
	fmt.Fprintf(&b, "; %d kills, %d batches lost, %d resumes, %d actions sent again", r.Kills, r.Lost, r.Resumes, r.SentAgain)
	if r.ServerStood > 0 {
		fmt.Fprintf(&b, "; the server stood still for %v", r.ServerStood)
	}
	b.WriteByte('\n')
	return b.String()
}

func printJSON(out io.Writer, r *netlab.Result, speed float64) {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		*netlab.Result
		Hash  string  `json:"hash"`
		Speed float64 `json:"speed"`
	}{r, fmt.Sprintf("%016x", r.Hash), speed})
	if err != nil {
		fmt.Fprintln(out, err)
	}
}

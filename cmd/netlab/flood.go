package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/bots"
	"voxtide/protocol"
	"voxtide/transport/flood"
)

// floodOptions are the flags of netlab flood.
type floodOptions struct {
	Players  int           `json:"players"`
	Rate     int           `json:"rate"`
	Duration time.Duration `json:"duration"`
	Seed     uint64        `json:"seed"`
	// Strangers limits the attack to packets of strangers, forgeries and recordings.
	Strangers bool `json:"strangers"`
	json      bool
}

// floodResult is the result of a flood.
type floodResult struct {
	floodOptions
	Sent      map[string]uint64 `json:"sent"`    // by kind
	PerSecond float64           `json:"per_s"`   // packets
	Refused   uint64            `json:"refused"` // packets that this machine did not take
	Opened    uint64            `json:"opened"`  // the attacker's own sessions, with its own keys
	unsure    uint64            // those of them that it did not see open
	Quiet     floodSide         `json:"quiet"`
	Flooded   floodSide         `json:"flooded"`
	Broken    []string          `json:"broken"`
}

// floodSide is the result of one run of the honest players.
type floodSide struct {
	Acks        bots.Delays `json:"ack_ms"`
	Blocks      int         `json:"blocks"`
	Memory      float64     `json:"rss_mb"` // the most
	CPU         float64     `json:"cpu"`    // cores used by the server
	Resumes     int         `json:"resumes"`
	before      serverState
	after       serverState
	inside      int
	unexplained int
}

// What a flood does each second beside its packets.
const (
	floodFirsts = 600 // from sixty addresses
	floodAcks   = 600 // payloads of 250 acks
	floodJoins  = 2   // each takes a player's place for a while
	openedMB    = 0.5 // memory that one joined player may take while the server remembers it
)

// joinMessage returns the message by which an attacker's session joins as an unknown player.
func joinMessage(n int) []byte {
	return protocol.AppendJoin(nil, &protocol.Join{Name: fmt.Sprintf("stranger%d", n), ViewDistance: 2})
}

func parseFlood(args []string) (o floodOptions, err error) {
	flags := flag.NewFlagSet("flood", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&o.Players, "players", 20, "")
	flags.IntVar(&o.Rate, "rate", 100_000, "")
	flags.DurationVar(&o.Duration, "duration", 10*time.Second, "")
	flags.Uint64Var(&o.Seed, "seed", 1, "")
	flags.BoolVar(&o.Strangers, "strangers", false, "")
	flags.BoolVar(&o.json, "json", false, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%w: flood takes flags only", errUsage)
	case o.Players < 1 || o.Players > 200:
		return o, fmt.Errorf("%w: --players is 1 to 200", errUsage)
	case o.Rate < 0 || o.Rate > 10_000_000:
		return o, fmt.Errorf("%w: --rate is 0 (as many as one core sends) to 10000000 packets a second", errUsage)
	case o.Duration < time.Second || o.Duration > time.Hour:
		return o, fmt.Errorf("%w: --duration is 1s to 1h", errUsage)
	}
	return o, nil
}

// floodCommand runs netlab flood: honest players on a server in a process of its own, once in peace and once under
// attack.
func floodCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseFlood(args)
	if err != nil {
		return misused(err, stdout, stderr)
	}
	r, err := o.run(ctx, stderr)
	if ctx.Err() != nil {
		return cli.CtrlC
	}
	if err != nil {
		fmt.Fprintln(stderr, "netlab:", err)
		return cli.Failed
	}
	if o.json {
		json.NewEncoder(stdout).Encode(r)
	} else {
		r.table(stdout)
	}
	if len(r.Broken) > 0 {
		return cli.Failed
	}
	return cli.OK
}

// floodTarget is the server's process.
type floodTarget struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
	at    netip.AddrPort
}

func startFloodTarget(ctx context.Context, dir string) (*floodTarget, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	t := &floodTarget{cmd: exec.CommandContext(ctx, self, "flood-server", dir)}
	t.cmd.Stderr = os.Stderr
	if t.in, err = t.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := t.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := t.cmd.Start(); err != nil {
		return nil, err
	}
	t.lines = bufio.NewScanner(out)
	if !t.lines.Scan() {
		t.stop()
		return nil, errors.New("the server's process does not begin")
	}
	if t.at, err = netip.ParseAddrPort(t.lines.Text()); err != nil {
		t.stop()
	}
	return t, err
}

func (t *floodTarget) stop() {
	t.in.Close()
	t.cmd.Wait()
}

// state asks the server for its present state.
func (t *floodTarget) state() (s serverState, err error) {
	if _, err = fmt.Fprintln(t.in, "?"); err != nil {
		return s, err
	}
	if !t.lines.Scan() {
		return s, errors.New("the server's process has ended")
	}
	s.At = time.Duration(time.Now().UnixNano())
	return s, json.Unmarshal(t.lines.Bytes(), &s)
}

func (o *floodOptions) run(ctx context.Context, stderr io.Writer) (r *floodResult, err error) {
	dir, err := os.MkdirTemp("", "voxtide-flood-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	t, err := startFloodTarget(ctx, filepath.Join(dir, "world"))
	if err != nil {
		return nil, err
	}
	defer t.stop()
	r = &floodResult{floodOptions: *o, Sent: map[string]uint64{}}
	var relays []*flood.Relay
	defer func() {
		for _, l := range relays {
			l.Close()
		}
	}()
	for range o.Players {
		l, err := flood.NewRelay(t.at)
		if err != nil {
			return nil, err
		}
		relays = append(relays, l)
	}
	fmt.Fprintln(stderr, "warming up ...") // the land is generated, caches and pools grow
	if _, err = o.playSide(ctx, t, relays, nil); err != nil {
		return nil, err
	}
	fmt.Fprintf(stderr, "%d players in peace for %v ...\n", o.Players, o.Duration)
	if r.Quiet, err = o.playSide(ctx, t, relays, nil); err != nil {
		return nil, err
	}
	fmt.Fprintf(stderr, "and for %v while the server is attacked ...\n", o.Duration)
	attack := &flood.Attack{
		Server: t.at, Relays: relays, Rate: o.Rate, Seed: o.Seed,
		Early: !o.Strangers, Version: protocol.Version, Join: joinMessage,
	}
	if !o.Strangers {
		attack.Firsts, attack.Acks, attack.Joins = floodFirsts, floodAcks, floodJoins
	}
	r.Flooded, err = o.playSide(ctx, t, relays, func(ctx context.Context) error {
		sent, err := attack.Run(ctx)
		if err != nil {
			return err
		}
		for k, n := range sent.Sent {
			r.Sent[flood.Kind(k).String()] = n
		}
		r.Refused, r.Opened, r.unsure = sent.Failed, sent.Opened, sent.Unsure
		r.PerSecond = float64(sent.Total()) / sent.Duration.Seconds()
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.check()
	return r, nil
}

// playSide makes the honest players play. The attack lasts from when all have joined until everything they sent is
// acked.
func (o *floodOptions) playSide(ctx context.Context, t *floodTarget, relays []*flood.Relay, attack func(context.Context) error) (s floodSide, err error) {
	n := bots.Network{Seed: o.Seed, Via: func(bot int) *net.UDPAddr { return relays[bot].Addr() }}
	if err := n.Resolve(relays[0].Addr().String()); err != nil {
		return s, err
	}
	fight, peace := context.WithCancel(ctx)
	defer peace()
	over := make(chan error, 1)
	begun := false
	begin := func() {
		begun = true
		if s.before, err = t.state(); err != nil {
			peace()
		}
		go func() {
			if attack == nil {
				over <- nil
				return
			}
			over <- attack(fight)
		}()
	}
	report, e := bots.Run(ctx, bots.Config{
		Players: o.Players, Duration: o.Duration, Workload: "build", Seed: o.Seed, FramesPerSecond: 60, DropSocketEvery: -1, Dial: n.Dial,
		Progress: func(p bots.Progress) {
			if p.Phase != "playing" {
				return
			}
			if !begun {
				begin()
				return
			}
			if now, err := t.state(); err == nil {
				s.Memory = max(s.Memory, now.RSS)
			}
		},
		OnQuiet: func() {
			peace()
			s.after, err = t.state()
		},
	})
	peace()
	if begun {
		if a := <-over; e == nil {
			e = a
		}
	}
	if e = errors.Join(e, err); e != nil {
		return s, e
	}
	s.Acks, s.Blocks, s.Resumes, s.inside, s.unexplained = report.Delay, report.Blocks, report.Resumes, report.CameIn, report.Unexplained
	s.CPU = (s.after.CPU - s.before.CPU) / (s.after.At - s.before.At).Seconds()
	return s, nil
}

// check lists what the attack has broken.
func (r *floodResult) check() {
	say := func(broken bool, format string, args ...any) {
		if broken {
			r.Broken = append(r.Broken, fmt.Sprintf(format, args...))
		}
	}
	q, f := &r.Quiet, &r.Flooded
	made := f.after.Gate.Handshakes - f.before.Gate.Handshakes
	say(made > r.Opened+r.unsure, "%d sessions were made by nobody who plays", made-r.Opened)
	say(f.inside < r.Players || f.after.Players < r.Players, "%d of %d players are left", f.after.Players, r.Players)
	say(f.Resumes > 0 || f.after.Resumed > f.before.Resumed, "%d sessions were lost and resumed", f.Resumes)
	say(r.Opened == 0 && f.after.Ended > f.before.Ended, "%d sessions or strangers were ended", f.after.Ended-f.before.Ended)
	say(f.Memory > 1.1*q.Memory+openedMB*float64(r.Opened), "memory grew from %.1f to %.1f MB", q.Memory, f.Memory)
	say(f.Acks.P99 > 2*q.Acks.P99, "the slowest hundredth of acks takes %.1f ms instead of %.1f", f.Acks.P99, q.Acks.P99)
	say(f.unexplained > 0, "%d corrections are unexplained", f.unexplained)
}

func (r *floodResult) table(out io.Writer) {
	fmt.Fprintf(out, "flood: %d players, %.0f packets/s for %v, seed %d\n", r.Players, r.PerSecond, r.Duration, r.Seed)
	for k := range flood.Kinds {
		fmt.Fprintf(out, "  %-10s %9d sent\n", k, r.Sent[k.String()])
	}
	b, g := r.Flooded.before.Gate, r.Flooded.after.Gate
	for _, d := range []struct {
		name string
		n    uint64
	}{
		{"junk", g.Junk - b.Junk}, {"no cookie", g.NoCookie - b.NoCookie}, {"no session", g.Unknown - b.Unknown}, {"forged", g.Forged - b.Forged},
		{"replayed", g.Replayed - b.Replayed}, {"turned away", g.Busy + g.Full + g.Source + g.Version - b.Busy - b.Full - b.Source - b.Version},
		{"hellos", g.Hellos - b.Hellos}, {"roamed", g.Migrated - b.Migrated}, {"went back", g.MovedBack - b.MovedBack},
		{"not followed", g.NotFollowed - b.NotFollowed}, {"too hasty", g.OverRate - b.OverRate}, {"sessions", g.Handshakes - b.Handshakes},
	} {
		fmt.Fprintf(out, "  %-12s %9d counted by the server\n", d.name, d.n)
	}
	fmt.Fprintf(out, "  %-10s %10s %10s %10s %10s %10s %10s\n", "", "acks p50", "p90", "p99", "max", "server MB", "cores")
	for _, s := range []struct {
		name string
		s    *floodSide
	}{{"in peace", &r.Quiet}, {"attacked", &r.Flooded}} {
		fmt.Fprintf(out, "  %-10s %7.1f ms %7.1f ms %7.1f ms %7.1f ms %10.1f %10.2f\n",
			s.name, s.s.Acks.P50, s.s.Acks.P90, s.s.Acks.P99, s.s.Acks.Max, s.s.Memory, s.s.CPU)
	}
	for _, b := range r.Broken {
		fmt.Fprintln(out, "broken:", b)
	}
	if len(r.Broken) == 0 {
		fmt.Fprintln(out, "ok: no session made, none lost")
	}
}

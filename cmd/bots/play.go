package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"time"

	"voxtide/client/links"
	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/netflags"
	"voxtide/lab/bots"
)

// playCmd plays on a server.
type playCmd struct {
	Connect    string        `placeholder:"HOST:PORT" help:"The server."`
	Players    int           `placeholder:"N" default:"8" help:"How many bots (8)."`
	Duration   time.Duration `placeholder:"D" default:"30s" help:"Of play, once all are in and have their full view (30s)."`
	Rate       float64       `placeholder:"N" default:"4" help:"Block actions a second that each bot tries, above 0 and at most 20 (4)."`
	Workload   string        `placeholder:"W" default:"mixed" help:"What they do, see above (mixed)."`
	Seed       uint64        `placeholder:"N" default:"1" help:"Of all of their chance (1)."`
	Check      bool          `help:"Note what they see, and judge it."`
	Report     string        `placeholder:"FILE" help:"Write the result as JSON."`
	Stamps     int           `placeholder:"N" default:"20" help:"Frames a second of each bot; each sends the server a time stamp: 1 to 125 (20)."`
	View       int           `name:"view-distance" placeholder:"BLOCKS" default:"128" help:"How far each sees, 16 to 320 (128)."`
	Light      bool          `help:"Clients that predict nothing: many more of them on one machine, and the server sees the same."`
	Apart      int           `placeholder:"BLOCKS" help:"Blocks between the places of bots that walk or build alone, in creative mode (0: all begin where the server has players begin)."`
	Spread     time.Duration `placeholder:"D" help:"Spread the joins over so long (workload join: 3s)."`
	Returning  bool          `help:"All come once before anything is measured, with a view of 16 blocks, go to their places and leave: players who come back begin where they left."`
	Playing    int           `placeholder:"N" help:"How many of the players come first and play already when the others join (workload join: half)."`
	Acks       bool          `help:"List each ack in --report, with the time of its action: for bots figures."`
	Resume     time.Duration `placeholder:"D" help:"Each bot loses its socket about every D and comes back; otherwise as the workload has it."`
	Name       string        `placeholder:"NAME" default:"bot" help:"Of the bots, before their numbers (bot)."`
	Links      string        `name:"direct-links" placeholder:"MODE" default:"off" help:"Whom they let link with them directly: off, friends, house or all (off)."`
	Metrics    string        `placeholder:"URL" help:"The server's metrics, such as http://127.0.0.1:7401/metrics: adds its CPU and step times to the result."`
	CPUProfile string        `name:"cpuprofile" placeholder:"FILE" help:"Write a profile of the time that the bots spent."`

	Net netflags.Flags `embed:"" prefix:"net-"`
}

func (c *playCmd) run(ctx context.Context, stdout, stderr io.Writer) int {
	wrong := func(format string, args ...any) int { return cli.UsageError(stderr, "bots", format, args...) }
	if c.Connect == "" {
		return wrong("give --connect HOST:PORT, a server whose world you can spare")
	}
	if c.Players < 1 || c.Duration <= 0 || !(c.Rate > 0) || c.Stamps < 1 {
		return wrong("--players, --duration, --rate and --stamps are above 0")
	}
	if c.View < 16 || c.View > 320 {
		return wrong("--view-distance is 16 to 320 blocks")
	}
	mode, ok := links.ParseMode(c.Links)
	if !ok {
		return wrong("--direct-links is off, friends, house or all")
	}
	over, bad, err := c.Net.Conditions()
	if err != nil {
		return wrong("%s", err)
	}
	ways := &bots.Network{Up: over.Up, Down: over.Down, Bad: bad, Seed: c.Seed}
	if c.Report != "" {
		if i, err := os.Stat(filepath.Dir(c.Report)); err != nil || !i.IsDir() {
			return wrong("--report %s: not a file in a folder", c.Report)
		}
	}
	if err := ways.Resolve(c.Connect); err != nil {
		return cli.Fail(stderr, "bots", err)
	}
	cfg := bots.Config{
		Players: c.Players, Duration: c.Duration, Rate: c.Rate, Workload: c.Workload, Seed: c.Seed, Check: c.Check, FramesPerSecond: c.Stamps,
		View: (c.View + 15) / 16, Spread: c.Spread, Light: c.Light, Name: c.Name, Apart: c.Apart, DropSocketEvery: c.Resume, Dial: ways.Dial, DialOther: ways.DialOther,
		Links: mode, Returning: c.Returning, Playing: c.Playing, Acks: c.Acks,
	}
	if c.CPUProfile != "" {
		f, err := os.Create(c.CPUProfile)
		if err != nil {
			return cli.Fail(stderr, "bots", err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return cli.Fail(stderr, "bots", err)
		}
		defer pprof.StopCPUProfile()
	}
	bar := newProgressBar(stderr, c.Players, c.Duration)
	cfg.Progress = bar.show
	watch := scraper{url: c.Metrics}
	cfg.Scrape = func() *bots.Scrape { return watch.scrape(context.WithoutCancel(ctx)) }
	r, err := bots.Run(ctx, cfg)
	bar.end()
	if errors.Is(err, bots.ErrConfig) {
		return wrong("%s", strings.TrimPrefix(err.Error(), bots.ErrConfig.Error()+": "))
	}
	if r != nil {
		if e := c.write(r); e != nil {
			return cli.Fail(stderr, "bots", e)
		}
		r.Table(stdout)
		printTraffic(stdout, ways, r)
	}
	switch {
	case ctx.Err() != nil:
		return cli.Interrupted(ctx)
	case err != nil:
		return cli.Fail(stderr, "bots", withoutPackageName{err})
	case watch.err != nil:
		return cli.Fail(stderr, "bots", fmt.Errorf("--metrics %s: %w", c.Metrics, watch.err))
	case !r.OK:
		fmt.Fprintln(stdout, "broken")
		return cli.Failed
	}
	fmt.Fprintln(stdout, "ok")
	return cli.OK
}

// withoutPackageName is an error of package bots without the prefix that the program's name repeats.
type withoutPackageName struct{ error }

func (p withoutPackageName) Error() string { return strings.TrimPrefix(p.error.Error(), "bots: ") }
func (p withoutPackageName) Unwrap() error { return p.error }

// printTraffic prints what went over the network.
func printTraffic(out io.Writer, n *bots.Network, r *bots.Report) {
	k := n.Traffic()
	each := func(v int64) float64 {
		return float64(v) / 1000 / max(r.WholeSeconds, 0.001) / float64(max(1, r.Players))
	}
	fmt.Fprintf(out, "  %-12s %.2f kB/s up, %.2f kB/s down, each bot, with all headers; %d and %d packets in all\n", "network",
		each(k.BytesSent.Load()), each(k.BytesReceived.Load()), k.Sent.Load(), k.Received.Load())
}

// write writes the drawings of broken histories, then the report.
func (c *playCmd) write(r *bots.Report) error {
	base := filepath.Join("out", "bots")
	if c.Report != "" {
		base = strings.TrimSuffix(c.Report, filepath.Ext(c.Report))
	}
	for i := range r.Broken {
		b := &r.Broken[i]
		if len(b.HTML) == 0 {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(base), 0o755); err != nil {
			return err
		}
		b.File = fmt.Sprintf("%s-broken-%d.html", base, i+1)
		if err := os.WriteFile(b.File, b.HTML, 0o644); err != nil {
			return err
		}
	}
	if c.Report == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(c.Report, append(text, '\n'), 0o644)
}

// scraper reads a server's metrics.
type scraper struct {
	url string
	err error // of the first time that they were not to be had
}

func (s *scraper) scrape(ctx context.Context) *bots.Scrape {
	if s.url == "" {
		return nil
	}
	m, err := bots.ScrapeFrom(ctx, s.url)
	if err != nil && s.err == nil {
		s.err = err
	}
	return m
}

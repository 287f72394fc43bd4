// Command server runs a persistent world that others join over UDP.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"voxtide/cmd/internal/start"
	"voxtide/host"
	"voxtide/protocol"
	"voxtide/settings"
	"voxtide/transport/gate"
)

// cli is the command line.
type cli struct {
	runCmd `embed:""`
	Do     []string `arg:"" optional:"" placeholder:"run" help:"What to do: run, which is what happens without a word; check WORLD; backup WORLD DIR; restore DIR WORLD."`

	Version start.VersionFlag `help:"Print the version."`
}

// runCmd runs a world. What is not given is as the file of settings says.
type runCmd struct {
	Listen       *string `placeholder:"ADDR" help:"UDP address to listen at, HOST:PORT; port 0 takes a free one."`
	World        *string `placeholder:"W" help:"Name of the world, or a path with a slash; made if it is not there."`
	Seed         *uint64 `placeholder:"N" help:"Seed of a new world; an existing world with another seed is refused."`
	Frames       *int    `placeholder:"N" help:"Frames a second to each player at most, 10 to 60."`
	Players      *int    `placeholder:"N" help:"The most players at once."`
	ViewDistance *int    `placeholder:"BLOCKS" help:"How far players see at most, 16 to 320."`
	Mode         *string `placeholder:"MODE" help:"Of new players: creative or survival."`
	Durability   *string `placeholder:"MODE" help:"ack: what is acknowledged is on the disk. interval: a crash or a power cut may cost the last second."`
	Metrics      *string `placeholder:"ADDR" help:"Serve metrics over HTTP there; keep it on loopback."`
	Profiles     *bool   `help:"Serve Go's profiles there, too, below /debug/pprof/."`
	Map          *string `placeholder:"ADDR" help:"Serve a map of the world as a page over HTTP there; without a host, to this machine alone."`
	Config       string  `placeholder:"FILE" help:"File of settings; written with comments at the first start. Flags win over it."`
	Data         string  `placeholder:"DIR" help:"Folder of settings, keys and worlds; also VOXTIDE_HOME."`
	Verbose      bool    `short:"v" help:"Log more."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const about = `Runs a persistent world that others join over UDP.

The first line on the standard output is "listening ADDR world NAME fingerprint HEX"; commands are read from the standard
input: "help" lists them. Exit status: 0 stopped, 1 it failed, 2 wrong usage, 130 stopped by Ctrl-C; all is saved then.`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c cli
	if _, code, ok := start.Parse("server", about, &c, args, stdout, stderr); !ok {
		return code
	}
	switch {
	case len(c.Do) == 0, len(c.Do) == 1 && c.Do[0] == "run":
		return c.run(ctx, stdin, stdout, stderr)
	case chores[c.Do[0]].run != nil:
		return c.do(ctx, c.Do, stdout, stderr)
	}
	return start.Wrong(stderr, "server", "%q is not something to do", c.Do[0])
}

// path returns the file of settings.
func (c *runCmd) path(home string) string {
	if c.Config != "" {
		return c.Config
	}
	return filepath.Join(home, "server.toml")
}

// world returns the world's folder. A path on the command line begins where that is given; one in the file of settings at the
// folder of all, wherever the server is started, unless there is a world where it was looked for before that was so.
func (c *runCmd) world(home, name string, log *slog.Logger) (string, error) {
	if c.World != nil {
		return settings.World(home, name)
	}
	dir, err := settings.WorldIn(home, name)
	if err != nil || host.IsWorld(dir) {
		return dir, err
	}
	if old, err := settings.World(home, name); err == nil && old != dir && host.IsWorld(old) {
		log.Warn("a path of a world in the settings begins at the data folder: this one lies elsewhere; write it out", "world", old, "looked for", dir)
		return old, nil
	}
	return dir, nil
}

// settings returns the file's settings with the flags over them, and the folder of all.
func (c *runCmd) settings() (s settings.Server, home string, err error) {
	if home, err = settings.Home(c.Data); err != nil {
		return s, home, err
	}
	if s, err = settings.ReadServer(c.path(home)); err != nil {
		return s, home, err
	}
	start.Override(&s.Listen, c.Listen)
	start.Override(&s.World, c.World)
	start.Override(&s.Frames, c.Frames)
	start.Override(&s.Players, c.Players)
	start.Override(&s.View, c.ViewDistance)
	start.Override(&s.Mode, c.Mode)
	start.Override(&s.Durability, c.Durability)
	start.Override(&s.Metrics, c.Metrics)
	start.Override(&s.Profiles, c.Profiles)
	start.Override(&s.Map, c.Map)
	return s, home, s.Check()
}

func (c *runCmd) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	fail := func(err error) int { return start.Fail(stderr, "server", err) }
	s, home, err := c.settings()
	if err != nil {
		return fail(err)
	}
	log := start.ServerLogger(stderr, c.Verbose)
	dir, err := c.world(home, s.World, log)
	if err != nil {
		return fail(err)
	}
	secret := filepath.Join(home, "server.key")
	switch loose, err := settings.Tighten(secret); {
	case loose && err != nil:
		log.Warn("others on this machine can read the server's key, and could pretend to be this server", "file", secret, "why", err)
	case loose:
		log.Warn("others on this machine could read the server's key: it is its owner's alone now; whoever copied it can pretend to be this server", "file", secret)
	}
	key, err := settings.Key(secret)
	if err != nil {
		return fail(err)
	}
	at, err := c.listen(&s, c.path(home))
	if err != nil {
		return fail(err)
	}
	stopped := make(chan string, 1)
	cfg := c.host(s, dir, log)
	cfg.Secret = gate.NewSecret(key)
	cfg.Staff = c.staff(s, stopped)
	h, err := host.Open(cfg)
	if err != nil {
		at.close()
		return fail(fmt.Errorf("world %s: %w", s.World, err))
	}
	address := at.game.LocalAddr()
	if err := h.Serve(at.game); err != nil {
		return fail(err)
	}
	if at.web != nil {
		log.Info("serving metrics", "at", fmt.Sprintf("http://%s/metrics", at.web.Addr()))
		h.ServeMetrics(at.web)
	}
	if at.chart != nil {
		if err := h.ServeMap(at.chart, s.MapPlayers); err != nil {
			return fail(err)
		}
		log.Info("serving the map", "at", fmt.Sprintf("http://%s/", at.chart.Addr()))
	}
	fmt.Fprintf(stdout, "listening %s world %s fingerprint %s\n", address, filepath.Base(dir), h.Key())
	log.Info("running", "world", dir, "seed", h.Info().Seed, "players", s.Players, "mode", s.Mode)
	if s.Durability == "interval" {
		log.Warn("durability is interval: a crash or a power cut may cost the last second of what players have seen acknowledged")
	}
	return c.wait(ctx, h, stopped, stdin, stdout, stderr, log)
}

func (c *runCmd) host(s settings.Server, dir string, log *slog.Logger) host.Config {
	cfg := host.Config{
		Dir: dir, Interval: s.Durability == "interval", Survival: s.Mode == "survival",
		History: time.Duration(s.History) * 24 * time.Hour, NamesFor: time.Duration(s.Names) * 24 * time.Hour, ClaimAfter: time.Duration(s.Claims) * time.Minute, Players: s.Players, View: s.View, Frames: s.Frames, BulkRate: s.BulkRate, Log: log, Rules: rules(&s),
		WebNames: strings.Fields(s.WebNames), Profiles: s.Profiles, Backups: s.Backups, Version: start.Version(),
	}
	if c.Seed != nil {
		cfg.Seed, cfg.SeedSet = *c.Seed, true
	}
	return cfg
}

// wait runs the console until the server is told to stop, or fails. SIGHUP is the command reload.
func (c *runCmd) wait(ctx context.Context, h *host.Host, stopped <-chan string, stdin io.Reader, stdout, stderr io.Writer, log *slog.Logger) int {
	go console(h, stdin, stdout)
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	code, why := start.OK, protocol.ReasonStopping
	for running := true; running; {
		select {
		case <-hup:
			h.Reload()
			continue
		case <-ctx.Done():
			code = start.Interrupted(ctx)
		case reason := <-stopped:
			if reason != "" {
				why += ": " + reason
			}
		case <-h.Done():
		}
		running = false
	}
	if err := h.Close(why); err != nil {
		return start.Fail(stderr, "server", err)
	}
	log.Info("stopped; all is saved")
	return code
}

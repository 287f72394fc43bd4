// Command client plays: alone in a world of one's own, or on a server.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"voxtide/cmd/internal/network"
	"voxtide/cmd/internal/start"
	"voxtide/edits"
	"voxtide/names"
	"voxtide/protocol"
	"voxtide/script"
	"voxtide/settings"
)

// cli is the command line.
type cli struct {
	Play     playCmd     `cmd:"" default:"withargs" help:"Play (what happens without a word): alone in --world W, or with --connect on a server."`
	Shoot    shootCmd    `cmd:"" help:"Write a picture of a place in a fresh world."`
	Textures texturesCmd `cmd:"" help:"Write a sheet of all textures."`
	Bench    benchCmd    `cmd:"" help:"Measure pictures of fixed scenes."`

	Version start.VersionFlag `help:"Print the version."`
}

// playCmd plays.
type playCmd struct {
	Connect      string        `placeholder:"HOST:PORT" help:"Join a server."`
	World        string        `placeholder:"W" help:"Play alone in a world: a name, or a path with a slash; made if it is not there."`
	AcceptKey    string        `placeholder:"FINGERPRINT" help:"The key that the server has to show, and is known by from now on."`
	Name         string        `placeholder:"NAME" help:"Of the player; otherwise that of the user of this machine."`
	Seed         *uint64       `placeholder:"N" help:"Seed of a new world; an existing world with another seed is refused."`
	Survival     bool          `help:"A new player of a world of one's own plays in survival mode."`
	Lan          string        `placeholder:"ADDR" help:"Open a world of one's own to others at this UDP address."`
	ViewDistance int           `placeholder:"BLOCKS" help:"How far to see, 16 to 320; otherwise as it is set."`
	Preset       string        `placeholder:"NAME" help:"Quality of pictures: potato, low, medium, high or ultra; otherwise as it is set."`
	Width        int           `placeholder:"PIXELS" default:"1280" help:"Of the window (1280)."`
	Height       int           `placeholder:"PIXELS" default:"720" help:"Of the window (720)."`
	Screenshot   string        `placeholder:"FILE" help:"Write the last picture as PNG."`
	Data         string        `placeholder:"DIR" help:"Folder of settings, keys and worlds; also VOXTIDE_HOME."`
	Headless     bool          `help:"Play without a window: for scripts and tests."`
	Script       string        `placeholder:"FILE" help:"Play a script: lines of TIME VERB ARGS."`
	Patience     time.Duration `placeholder:"D" default:"15s" help:"How long to wait for a server that does not answer (15s)."`
	ExitAfter    time.Duration `placeholder:"DURATION" help:"Leave after so long."`
	Stats        string        `placeholder:"FILE" help:"Write what happened at the end, as JSON."`
	CPUProfile   string        `name:"cpuprofile" placeholder:"FILE" help:"Write a profile of the time that was spent."`
	Verbose      bool          `short:"v" help:"Log more."`

	Net netFlags `embed:"" prefix:"net-"`
}

func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup wants it to go on
		ends = append(ends, syscall.SIGHUP) // the terminal was closed
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const about = `Plays Voxtide: alone in a world of one's own (--world), or on a server (--connect).

Exit status: 0 left, 1 it failed or the server ended the session, 2 wrong usage, 130 stopped by Ctrl-C, or its terminal was closed; all is saved then.

Lines of a script are TIME VERB ARGS; TIME is in seconds since the world is playable, or +SECONDS after the line before:
down|up|tap KEY (forward back left right jump sneak run fly), look YAW PITCH, at X Y Z, select N, place, break, say TEXT,
shot FILE, sky dawn|noon|dusk|night|world (drawn, not changed), wait-acked, wait-land, quit.`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var c cli
	command, code, ok := start.Parse("client", about, &c, args, stdout, stderr)
	if !ok {
		return code
	}
	switch command {
	case "shoot":
		return c.Shoot.run(ctx, stderr)
	case "textures <file>":
		return c.Textures.run(stderr)
	case "bench":
		return c.Bench.run(ctx, stdout, stderr)
	}
	return c.Play.run(ctx, stderr)
}

// run looks at what was asked for, then plays.
func (c *playCmd) run(ctx context.Context, stderr io.Writer) int {
	wrong := func(format string, args ...any) int { return start.Wrong(stderr, "client", format, args...) }
	switch {
	case c.Connect != "" && c.World != "":
		return wrong("give --connect or --world, not both")
	case c.Connect == "" && c.World == "" && c.Headless:
		return wrong("give --connect HOST:PORT to join a server, or --world NAME to play alone")
	case c.Connect != "" && !network.HostPort(c.Connect):
		return wrong("--connect is HOST:PORT, such as 127.0.0.1:7400")
	case c.AcceptKey != "" && !fingerprint(c.AcceptKey):
		return wrong("--accept-key is 32 hexadecimal digits, as the server prints them")
	case c.Connect != "" && (c.Lan != "" || c.Seed != nil || c.Survival):
		return wrong("--lan, --seed and --survival are of a world of one's own")
	case c.ViewDistance != 0 && (c.ViewDistance < settings.ViewMin || c.ViewDistance > settings.ViewMax):
		return wrong("--view-distance is %d to %d blocks", settings.ViewMin, settings.ViewMax)
	case c.Preset != "" && !isPreset(c.Preset):
		return wrong("--preset is potato, low, medium, high or ultra")
	case c.Width < 320 || c.Width > 16384 || c.Height < 240 || c.Height > 16384:
		return wrong("--width is 320 to 16384, --height 240 to 16384")
	case c.ExitAfter < 0:
		return wrong("--exit-after is a time such as 30s")
	case c.Patience <= 0:
		return wrong("--patience is a time such as 15s")
	case c.Headless && c.Screenshot != "":
		return wrong("--screenshot needs a window")
	}
	if err := c.Net.check(); err != nil {
		return wrong("%s", err)
	}
	if c.Name == "" && c.Headless {
		c.Name = userName()
	}
	if line := edits.Line(c.Name, edits.NameMax); line != c.Name || strings.TrimSpace(c.Name) != c.Name {
		return wrong("--name is at most %d bytes of text without spaces around it", edits.NameMax)
	}
	return c.play(ctx, stderr)
}

func isPreset(name string) bool { _, ok := settings.FindPreset(name); return ok }

// userName returns the name of this machine's user, or "player".
func userName() string {
	if u, err := user.Current(); err == nil {
		if name := names.Normal(u.Username); names.Wrong(name) == "" {
			return name
		}
	}
	return "player"
}

// play reads the script and opens what is written to before anything else happens, then plays.
func (c *playCmd) play(ctx context.Context, stderr io.Writer) int {
	fail := func(err error) int { return start.Fail(stderr, "client", err) }
	var lines script.Script
	if c.Script != "" {
		f, err := os.Open(c.Script)
		if err != nil {
			return fail(err)
		}
		lines, err = script.Read(f)
		f.Close()
		if err != nil {
			return start.Wrong(stderr, "client", "%s: %s", c.Script, err)
		}
		if n, any := lines.Shots(); any && c.Headless {
			return start.Wrong(stderr, "client", "%s: script line %d: shot needs a window", c.Script, n)
		}
	}
	if c.CPUProfile != "" {
		f, err := os.Create(c.CPUProfile)
		if err != nil {
			return fail(err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return fail(err)
		}
		defer pprof.StopCPUProfile()
	}
	if c.Stats != "" {
		if i, err := os.Stat(filepath.Dir(c.Stats)); err != nil {
			return fail(fmt.Errorf("--stats: %w", err))
		} else if at, err := os.Stat(c.Stats); !i.IsDir() || err == nil && at.IsDir() {
			return start.Wrong(stderr, "client", "--stats %s: not a file in a folder", c.Stats)
		}
	}
	play := c.windowed
	if c.Headless {
		play = c.headless
	}
	g, code, err := play(ctx, lines, start.Logger(stderr, c.Verbose), stderr)
	if g != nil && c.Stats != "" {
		if e := g.report().write(c.Stats); err == nil {
			err = e
		}
	}
	if err != nil {
		return max(fail(err), code)
	}
	return code
}

// reasons are what people can do about why a session ended, by how the reason begins.
var reasons = []struct{ why, what string }{
	{"name taken", "somebody of that name is there: give another --name, or wait a minute if it was you"},
	{protocol.ReasonOwned, "give another --name; if it was yours, bring back the file player.key with which you came first"},
	{protocol.ReasonElsewhere, "only one of the two can play"},
	{"the server is full", "try again later"},
	{"another version", "start the version that the server runs"},
	{"the server is gone", "look whether it runs, and at the network here; what was acknowledged is kept there"},
	{"timeout", "nobody answers there: look at the address, and whether the server runs"},
}

// ended says why the session ended, with what to do about it.
func ended(reason string) error {
	for _, r := range reasons {
		if strings.HasPrefix(reason, r.why) {
			return fmt.Errorf("the session ended: %s; %s", reason, r.what)
		}
	}
	return fmt.Errorf("the session ended: %s", reason)
}

// Command client plays Voxtide: in a world of the player's own, or on a server.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"syscall"

	"voxtide/client/script"
	"voxtide/cmd/internal/cli"
)

// commandLine is the command line. The names of its fields are those of commands and flags.
type commandLine struct {
	Play         playCmd         `cmd:"" default:"withargs" help:"Play, which is the default: singleplayer with --world W, or on a server with --connect."`
	Shoot        screenshotCmd   `cmd:"" help:"Render a screenshot of a place in a fresh world."`
	Textures     texturesCmd     `cmd:"" help:"Write all textures on one sheet."`
	PackTemplate packTemplateCmd `cmd:"" help:"Write all textures and sounds as a resource pack to begin one's own with."`
	SkinTemplate skinTemplateCmd `cmd:"" help:"Write a skin to begin one's own with."`
	Showcase     showcaseCmd     `cmd:"" help:"Render all kinds of blocks in rows."`
	Sounds       soundsCmd       `cmd:"" help:"Write all sounds as WAV files, with a table of their figures."`
	Bench        benchCmd        `cmd:"" help:"Measure the frame times of fixed scenes."`

	Version cli.VersionFlag `help:"Print the version."`
}

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup wants the game to go on
		signals = append(signals, syscall.SIGHUP) // the terminal was closed
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const about = `Plays Voxtide: singleplayer (--world), or on a server (--connect).

Exit status: 0 left, 1 it failed or the server ended the session, 2 wrong usage, 130 stopped by Ctrl-C or by closing its terminal, with everything saved.

Page Network of the settings changes the netcode's method and makes the network worse while you play; F4 shows what the method does.
With --strategy, --others, --draw and the --net flags both begin so. netlab list names the methods.

Lines of a script are TIME VERB ARGS; TIME is in seconds since the world is playable, or +SECONDS after the line before:
down|up|tap KEY (forward back left right jump sneak run fly), look YAW PITCH, at X Y Z, select N, place, break,
build X Y Z BLOCK, dig X Y Z, use X Y Z, put|take X Y Z N ITEM, sign X Y Z TEXT, walk X Z, say TEXT, emote NAME,
shot FILE, sky dawn|morning|noon|afternoon|dusk|night|world (drawn, not changed), view first|behind|front, links off|house|all, wait-acked, wait-land, quit.`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c := commandLine{Play: playCmd{Flags: optionFlags()}}
	command, code, ok := cli.Parse("client", about, &c, args, stdout, stderr)
	if !ok {
		return code
	}
	switch command {
	case "shoot":
		return c.Shoot.run(ctx, stderr)
	case "textures <file>":
		return c.Textures.run(stderr)
	case "pack-template <dir>":
		return c.PackTemplate.run(stderr)
	case "skin-template <file>":
		return c.SkinTemplate.run(stderr)
	case "showcase <file>":
		return c.Showcase.run(ctx, stderr)
	case "sounds <dir>":
		return c.Sounds.run(stdout, stderr)
	case "bench":
		return c.Bench.run(ctx, stdout, stderr)
	}
	c.Play.Options = optionsGiven(c.Play.Flags)
	return c.Play.run(ctx, stderr)
}

// run checks the flags, opens the files that they name, and plays.
func (c *playCmd) run(ctx context.Context, stderr io.Writer) int {
	if err := c.check(); err != nil {
		return cli.UsageError(stderr, "client", "%s", err)
	}
	fail := func(err error) int { return cli.Fail(stderr, "client", err) }
	lines, code := c.script(stderr)
	if code != cli.OK {
		return code
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
			return cli.UsageError(stderr, "client", "--stats %s: not a file in a folder", c.Stats)
		}
	}
	play := c.windowed
	if c.Headless {
		play = c.headless
	}
	g, code, err := play(ctx, lines, cli.Logger(stderr, c.Verbose), stderr)
	if g != nil && c.Stats != "" {
		if e := reportOf(g).write(c.Stats); err == nil {
			err = e
		}
	}
	if err != nil {
		return max(fail(err), code)
	}
	return code
}

// script reads the script, if there is one. Another code than cli.OK is the exit status, and the reason is written.
func (c *playCmd) script(stderr io.Writer) (lines script.Script, code int) {
	if c.Script == "" {
		return lines, cli.OK
	}
	f, err := os.Open(c.Script)
	if err != nil {
		return lines, cli.Fail(stderr, "client", err)
	}
	defer f.Close()
	if lines, err = script.Read(f); err != nil {
		return lines, cli.UsageError(stderr, "client", "%s: %s", c.Script, err)
	}
	if n, any := lines.FirstScreenshot(); any && c.Headless {
		return lines, cli.UsageError(stderr, "client", "%s: script line %d: shot needs a window", c.Script, n)
	}
	return lines, cli.OK
}

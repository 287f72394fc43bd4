package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"voxtide/client"
	"voxtide/cmd/internal/start"
	"voxtide/host"
	"voxtide/script"
)

const (
	pictureEvery = time.Second / 60
	// goneFor is how long a lost session is tried to be resumed; the server forgets it after a minute.
	goneFor = 90 * time.Second
)

// headlessView is how far a client without a window sees if nothing is said, in blocks.
const headlessView = 160

// headless plays without a window until the script says quit, the time is over, Ctrl-C, or the session ends.
func (c *playCmd) headless(ctx context.Context, lines script.Script, log *slog.Logger, stderr io.Writer) (g *game, code int, err error) {
	g, err = c.open(log, client.Config{View: sections(cmp.Or(c.ViewDistance, headlessView))})
	if err != nil {
		return nil, start.Failed, err
	}
	code, err = c.pictures(ctx, g, lines, stderr)
	g.leave()
	if e := g.close(); err == nil {
		err = e
	}
	return g, code, err
}

// pictures makes the pictures of a client without a window.
func (c *playCmd) pictures(ctx context.Context, g *game, lines script.Script, stderr io.Writer) (int, error) {
	p := script.NewPlayer(g.client, lines, func(text string) { fmt.Fprintln(stderr, "client: script", text) })
	tick := time.NewTicker(pictureEvery)
	defer tick.Stop()
	heard := g.began // when the session was last not lost
	for {
		select {
		case <-ctx.Done():
			return start.Interrupted(ctx), nil
		case <-tick.C:
		}
		now := host.Since()
		turn := p.Play(now)
		turn.Input.Pitch = turn.Pitch
		point(g.client, &turn.Input)
		g.client.Picture(now, turn.Input)
		if !g.entered && g.client.Playable() {
			g.entered, g.playable = true, host.Since()
		}
		g.times = append(g.times, float64(host.Since()-now)/float64(time.Millisecond))
		switch g.client.State() {
		case client.Ended:
			return start.Failed, ended(g.client.Reason())
		case client.Resuming:
		default:
			heard = now
		}
		switch {
		case now-heard > goneFor:
			return start.Failed, ended("the server is gone: " + g.client.Reason())
		case turn.Quit, c.ExitAfter > 0 && now-g.began >= c.ExitAfter:
			return start.OK, nil
		}
	}
}

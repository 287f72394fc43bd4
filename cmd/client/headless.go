package main

import (
	"context"
	"fmt"
	"io"
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

// headless plays without a window until the script says quit, the time is over, Ctrl-C, or the session ends.
func (c *playCmd) headless(ctx context.Context, g *game, lines script.Script, stderr io.Writer) (int, error) {
	p := script.NewPlayer(g.client, lines, func(text string) { fmt.Fprintln(stderr, "client: script", text) })
	tick := time.NewTicker(pictureEvery)
	defer tick.Stop()
	began := host.Since()
	code := start.OK
	heard := began // when the session was last not lost
	for over := false; !over; {
		select {
		case <-ctx.Done():
			code, over = start.Interrupted(ctx), true
			continue
		case <-tick.C:
		}
		now := host.Since()
		turn := p.Play(now)
		g.client.Picture(now, turn.Input)
		g.times = append(g.times, float64(host.Since()-now)/float64(time.Millisecond))
		if g.client.State() == client.Ended {
			return start.Failed, ended(g.client.Reason())
		}
		if g.client.State() != client.Resuming {
			heard = now
		}
		if now-heard > goneFor {
			return start.Failed, ended("the server is gone: " + g.client.Reason())
		}
		over = turn.Quit || c.ExitAfter > 0 && now-began >= c.ExitAfter
	}
	g.leave()
	return code, nil
}

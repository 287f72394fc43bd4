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
	// leaveFor is how long pictures go on after leaving, so that the word of it gets out.
	leaveFor = 150 * time.Millisecond
)

// headless plays without a window until the script says quit, the time is over, Ctrl-C, or the session ends.
func (c *playCmd) headless(ctx context.Context, g *game, lines script.Script, stderr io.Writer) (int, error) {
	p := script.NewPlayer(g.client, lines, func(text string) { fmt.Fprintln(stderr, "client: script", text) })
	tick := time.NewTicker(pictureEvery)
	defer tick.Stop()
	began := host.Since()
	code := start.OK
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
		over = turn.Quit || c.ExitAfter > 0 && now-began >= c.ExitAfter
	}
	g.freeze()
	g.client.Leave()
	time.Sleep(leaveFor) // the connection sends its last words on its own
	return code, nil
}

package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/client/script"
	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/linkmenu"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport/secure"
)

const (
	frameEvery = time.Second / 60
	// resumeFor is how long the client tries to resume a lost session. The server forgets it after a minute.
	resumeFor = 90 * time.Second
)

// headlessViewDistance is the view distance without a window and without a flag, in blocks.
const headlessViewDistance = 160

// headless plays without a window until the script says quit, the time of --exit-after is over, Ctrl-C, or the session ends.
func (c *playCmd) headless(ctx context.Context, lines script.Script, log *slog.Logger, stderr io.Writer) (g *session, code int, err error) {
	view := settings.Client{ViewDistance: headlessViewDistance, DirectLinks: settings.LinksOff}
	for _, name := range []string{"view_distance", linkOption} {
		if argument, given := c.Options[name]; given {
			settings.FindOption(name).Set(&view, argument)
		}
	}
	method, err := methodOf(&settings.Client{Strategy: c.Options["strategy"], Others: c.Options["others"], Draw: c.Options["draw"]})
	if err != nil {
		return nil, cli.Failed, err
	}
	cfg := client.Config{Strategy: method.String(), ViewDistance: sectionsIn(view.ViewDistance)}
	if _, given := c.Options[linkOption]; given {
		home, err := settings.Home(c.Data)
		if err != nil {
			return nil, cli.Failed, err
		}
		friends, err := linkmenu.Open(home, secure.Key{})
		if err != nil {
			return nil, cli.Failed, err
		}
		mode, _ := links.ParseMode(view.DirectLinks)
		cfg.Links = &links.Config{Mode: mode, Friends: friends.Keys()}
	}
	g, err = c.open(log, cfg)
	if err != nil {
		return nil, cli.Failed, err
	}
	packed, err := packSkin(c.Options["skin"])
	if err == nil {
		err = g.client.SetSkin(packed)
	}
	if err != nil {
		log.Warn("the skin cannot be used", "why", err)
	}
	code, err = c.frames(ctx, g, lines, stderr)
	g.leave()
	if e := g.close(); err == nil {
		err = e
	}
	return g, code, err
}

// frames makes the frames of a client without a window.
func (c *playCmd) frames(ctx context.Context, g *session, lines script.Script, stderr io.Writer) (int, error) {
	p := script.NewPlayer(g.client, lines, func(text string) { fmt.Fprintln(stderr, "client: script", text) })
	tick := time.NewTicker(frameEvery)
	defer tick.Stop()
	connected := g.began // the last time at which the session was not lost
	for {
		select {
		case <-ctx.Done():
			return cli.Interrupted(ctx), nil
		case <-tick.C:
		}
		now := host.Monotonic()
		turn := p.Play(now)
		turn.Input.Pitch = turn.Pitch
		fillTarget(g.client, &turn.Input)
		g.client.Frame(now, turn.Input)
		g.links.observe(now, g.client.DirectLinks())
		if !g.entered && g.client.Playable() {
			g.entered, g.playable = true, host.Monotonic()
		}
		g.frameTimes = append(g.frameTimes, float64(host.Monotonic()-now)/float64(time.Millisecond))
		switch g.client.State() {
		case client.Ended:
			return cli.Failed, disconnectError(g.client.Reason())
		case client.Resuming:
		default:
			connected = now
		}
		switch {
		case now-connected > resumeFor:
			return cli.Failed, disconnectError(protocol.ReasonServerGone.With(g.client.Reason()))
		case turn.Quit, c.ExitAfter > 0 && now-g.began >= c.ExitAfter:
			return cli.OK, nil
		}
	}
}

// disconnectAdvice says what people can do about the reason for which a session ended.
var disconnectAdvice = map[protocol.DisconnectReason]string{
	protocol.ReasonNameTaken:  "a player of this name is there: give another --name, or wait a minute if it was you",
	protocol.ReasonNameOwned:  "give another --name; if the name is yours, restore the file player.key with which you joined first",
	protocol.ReasonElsewhere:  "only one of the two can play",
	protocol.ReasonFull:       "try again later",
	protocol.ReasonVersion:    "start the version that the server runs",
	protocol.ReasonTables:     "start the same build as the server: it has another table of blocks",
	protocol.ReasonServerGone: "check whether the server runs, and the network here; what it acknowledged is saved there",
	protocol.ReasonTimeout:    "nobody answers there: check the address, and whether the server runs",
}

// disconnectError says why the session ended, with advice.
func disconnectError(text string) error {
	if advice := disconnectAdvice[protocol.DisconnectReasonOf(text)]; advice != "" {
		return fmt.Errorf("the session ended: %s; %s", text, advice)
	}
	return fmt.Errorf("the session ended: %s", text)
}

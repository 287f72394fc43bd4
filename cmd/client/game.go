package main

import (
	"log/slog"
	"path/filepath"
	"time"

	"voxtide/client"
	"voxtide/host"
	"voxtide/settings"
	"voxtide/transport"
	"voxtide/transport/gate"
	"voxtide/transport/lanes"
)

// game is a session with what it stands on: a world of one's own, or nothing but a connection.
type game struct {
	host     *host.Host // nil on a server
	client   *client.Client
	conn     *lanes.Conn // the last one; nil within the process
	times    []float64   // of the pictures, in ms
	began    time.Duration
	playable time.Duration // when that was, since the program began
	entered  bool          // the world has been playable
	meter
	last *last // see freeze
}

// open opens a world of one's own, or finds the server, and makes the client from what is set in cfg. Nothing has been
// said yet.
func (c *playCmd) open(log *slog.Logger, cfg client.Config) (*game, error) {
	g := &game{began: host.Since()}
	dial, err := c.dial(g, log)
	if err != nil {
		return nil, err
	}
	cfg.Name, cfg.Dial, cfg.GiveUp = c.Name, dial, c.Patience
	g.client = client.New(cfg)
	return g, nil
}

func (c *playCmd) dial(g *game, log *slog.Logger) (func() transport.Conn, error) {
	home, err := settings.Home(c.Data)
	if err != nil {
		return nil, err
	}
	player, err := playerKey(home)
	if err != nil {
		return nil, err
	}
	if c.Connect != "" {
		t, err := newTrust(home, c.Connect, c.AcceptKey, log)
		if err != nil {
			return nil, err
		}
		return c.Net.dialer(c.Connect, player, t, g.opened)
	}
	dir, err := settings.World(home, c.World)
	if err != nil {
		return nil, err
	}
	cfg := host.Config{Dir: dir, Survival: c.Survival, View: settings.ViewMax, Log: log, Owner: transport.Identity(player.Public())}
	if c.Lan != "" {
		key, err := settings.Key(filepath.Join(home, "server.key"))
		if err != nil {
			return nil, err
		}
		cfg.Secret = gate.NewSecret(key)
	}
	if c.Seed != nil {
		cfg.Seed, cfg.SeedSet = *c.Seed, true
	}
	if g.host, err = host.Open(cfg); err != nil {
		return nil, err
	}
	if c.Lan != "" {
		at, err := g.host.Listen(c.Lan)
		if err != nil {
			g.close()
			return nil, err
		}
		log.Info("open to others", "at", at.String(), "world", filepath.Base(dir), "fingerprint", g.host.Key().String())
	}
	if !c.Net.bad {
		return g.host.Dial, nil
	}
	at, err := g.host.Listen("127.0.0.1:0") // a bad network needs packets that can be lost
	if err != nil {
		g.close()
		return nil, err
	}
	return c.Net.dialer(at.String(), player, trusting(g.host.Key()), g.opened)
}

func (g *game) opened(c *lanes.Conn) { g.conn = c }

// leave ends the session for good, and waits until the word of it is out.
func (g *game) leave() {
	g.freeze()
	g.client.Leave()
	if g.conn == nil {
		return
	}
	select {
	case <-g.conn.Done():
	case <-time.After(leaveFor):
	}
}

// leaveFor is how long leaving takes at most.
const leaveFor = time.Second

// close saves a world of one's own.
func (g *game) close() error {
	if g.host == nil {
		return nil
	}
	return g.host.Close("the world was closed")
}

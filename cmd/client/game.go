package main

import (
	"log/slog"
	"path/filepath"

	"voxtide/client"
	"voxtide/host"
	"voxtide/settings"
	"voxtide/transport"
	"voxtide/world"
)

// game is a session with what it stands on: a world of one's own, or nothing but a connection.
type game struct {
	host   *host.Host // nil on a server
	client *client.Client
	times  []float64 // of the pictures, in ms
	last   *last     // see freeze
}

// open opens a world of one's own, or finds the server, and makes the client. Nothing has been said yet.
func (c *playCmd) open(log *slog.Logger) (*game, error) {
	g := &game{}
	dial, err := c.dial(g, log)
	if err != nil {
		return nil, err
	}
	g.client = client.New(client.Config{
		Name: c.Name, Dial: dial, View: (c.ViewDistance + world.SectionSize - 1) / world.SectionSize,
	})
	return g, nil
}

func (c *playCmd) dial(g *game, log *slog.Logger) (func() transport.Conn, error) {
	if c.Connect != "" {
		return c.Net.dialer(c.Connect)
	}
	home, err := settings.Home(c.Data)
	if err != nil {
		return nil, err
	}
	dir, err := settings.World(home, c.World)
	if err != nil {
		return nil, err
	}
	cfg := host.Config{Dir: dir, Survival: c.Survival, View: 240, Log: log}
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
		log.Info("open to others", "at", at.String(), "world", filepath.Base(dir))
	}
	if !c.Net.bad {
		return g.host.Dial, nil
	}
	at, err := g.host.Listen("127.0.0.1:0") // a bad network needs packets that can be lost
	if err != nil {
		g.close()
		return nil, err
	}
	return c.Net.dialer(at.String())
}

// close saves a world of one's own.
func (g *game) close() error {
	if g.host == nil {
		return nil
	}
	return g.host.Close("the world was closed")
}

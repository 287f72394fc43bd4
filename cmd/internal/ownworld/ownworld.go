// Package ownworld opens a world of the player's own in the player's process, so that it opens while a window does.
//
// Data flow: the flags of a player and the keys in the folder of settings become a host.Config; Begin opens its world on a goroutine of its own, Take hands the world
// to who plays in it, Drop closes the one that nobody took.
//
// Owner: one goroutine has an Opening, and ends it with Take or Drop, once. Invariant: a world that was begun is taken or closed.
package ownworld

import (
	"log/slog"
	"path/filepath"

	"voxtide/server"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport"
	"voxtide/transport/secure"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Config says which world is opened, and what a new one is like.
type Config struct {
	Home      string // the folder of settings, keys and worlds
	World     string // a name, or a path with a slash
	Generator int    // of a new world; 0 for the one of new worlds. An existing world with another one is refused
	Seed      *uint64
	Survival  bool
	Owner     transport.Identity // of the player, who may do everything
	NeedsKey  bool               // a world without a key that lasts is refused: others are to know it again
	Log       *slog.Logger
}

// Opening is a world that is being opened. Use Begin.
type Opening struct {
	done chan struct{}
	host *host.Host
	err  error // both set before done is closed
}

// Begin begins to open a world, or to make a new one.
func Begin(c Config) *Opening {
	o := &Opening{done: make(chan struct{})}
	go func() {
		defer close(o.done)
		o.host, o.err = c.open()
	}()
	return o
}

// Take waits until the world is open, and hands it over. Errors: those of host.Open, settings.ErrWorldName, and that a key cannot be read.
func (o *Opening) Take() (*host.Host, error) {
	<-o.done
	return o.host, o.err
}

// Drop closes the world, which nobody took. It may be called of no Opening.
func (o *Opening) Drop() {
	if o == nil {
		return
	}
	if h, err := o.Take(); err == nil {
		h.Close("the world was closed")
	}
}

func (c *Config) open() (*host.Host, error) {
	dir, err := settings.WorldDir(c.Home, c.World)
	if err != nil {
		return nil, err
	}
	cfg := host.Config{Dir: dir, Land: host.Land{Generator: c.Generator}, Survival: c.Survival, ViewDistance: settings.ViewDistanceMax, Log: c.Log, Owner: c.Owner,
		Rules: server.RuntimeConfig{AnyMethod: true, Rules: world.DefaultRules}} // methods are there to be compared, in a world of one's own
	switch key, err := settings.LoadKey(filepath.Join(c.Home, "server.key")); {
	case err == nil:
		cfg.Secret = secure.NewSecret(key)
	case c.NeedsKey:
		return nil, err
	default:
		c.Log.Warn("who joins this world later will not know it again", "why", err)
	}
	if c.Generator == 0 && !host.IsWorld(dir) {
		cfg.Generator = worldgen.NewWorlds
	}
	if c.Seed != nil {
		cfg.Seed, cfg.SeedSet = *c.Seed, true
	}
	return host.Open(cfg)
}

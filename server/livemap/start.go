package livemap

import (
	"context"
	"log/slog"
	"time"

	"voxtide/internal/httpguard"
)

// New returns a map, whose goroutines run until Close.
func New(cfg Config) *Map {
	if cfg.Workers == 0 {
		cfg.Workers = 1
	}
	if cfg.CacheBytes == 0 {
		cfg.CacheBytes = 64 << 20
	}
	if cfg.Playing == nil {
		cfg.Playing = func() bool { return false }
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	m := &Map{cfg: cfg, ground: ground{source: cfg.Source, land: cfg.Land}}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.inbox.wake = make(chan struct{}, 1)
	m.tiles.init(cfg.CacheBytes)
	m.tiles.more.L = &m.mu
	m.surfaces.init()
	m.patches.init()
	m.pending.init()
	m.updates.init(cfg.Now())
	m.lookup.init(&m.ground)
	m.handler = m.routes()
	m.server = httpguard.New(httpguard.Config{Handler: m.handler, HostNames: cfg.HostNames, WriteTimeout: writeTimeout})
	m.goroutines.Go(m.runInbox)
	for range cfg.Workers {
		m.goroutines.Go(m.runWorker)
	}
	return m
}

package host

import (
	"time"

	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/rollback"
	"voxtide/world"
)

// Open opens the world in a folder, or makes a new one there, and runs it. An existing world on a full disk goes on without changes,
// as one does whose disk fills up while it runs. Errors: those of pebble.Open.
func Open(cfg Config) (*Host, error) {
	if err := cfg.fill(); err != nil {
		return nil, err
	}
	h := &Host{
		cfg: cfg, openedAt: Monotonic(),
		calls: make(chan func(*server.Server)), stop: make(chan string, 1), wake: newWakeUp(), durable: newWakeUp(), done: make(chan struct{}),
	}
	h.network.loop, h.mailbox.loop = h.wake, h.wake
	h.metrics.lastStep = Monotonic()
	h.backups = backups{world: cfg.Dir, max: cfg.BackupsMax, copy: h.Backup, log: cfg.Log}
	if cfg.makeBackup == nil {
		cfg.makeBackup = h.backups.make
	}
	files := &accessFiles{dir: cfg.Dir, log: cfg.Log, written: cfg.OnList}
	h.worlds = failover{
		opener:   opener{cfg: &h.cfg, lists: files.read, configure: h.serverConfig, onDurable: h.durable.signal},
		giveBack: h.network.giveBack, opened: h.mapFeed.reopened, stopped: h.done, recovered: make(chan struct{}, 1),
	}
	h.history = rollback.New(cfg.Dir, cfg.Log, h.History, func(f func(rollback.Server)) { h.mailbox.post(func(s *server.Server) { f(s) }) })
	h.jobs = newAdminJobs(adminWork{stop: cfg.Stop, readSettings: cfg.ReadSettings, backup: cfg.makeBackup, status: h.statusLines}, files, h.history, cfg.Log, h.mailbox.post)
	h.events = newEventLog(cfg.Log, func() *server.Server { return h.worlds.current.Load().srv })
	if cfg.HashAddresses {
		secret := h.cfg.Secret.Derive("addresses in the log")
		h.events.addressText = hashedAddress(secret[:])
	}
	if err := h.worlds.begin(); err != nil {
		h.jobs.close()
		h.history.Close()
		h.events.close()
		return nil, err
	}
	if c := cfg.Claimed; c != nil {
		go h.forward(c.Wake)
	}
	go h.loop()
	return h, nil
}

// forward has the loop look what has become durable, each time that it may have.
func (h *Host) forward(wake <-chan struct{}) {
	for {
		select {
		case <-wake:
			h.durable.signal()
		case <-h.done:
			return
		}
	}
}

// serverConfig returns the configuration of the server of a world that is being opened.
func (h *Host) serverConfig(w *openWorld, lists *access.Lists) server.Config {
	c, r := &h.cfg, &h.cfg.Rules
	return server.Config{
		UpdateRate: c.UpdateRate, View: (c.ViewDistance + world.SectionSize - 1) / world.SectionSize, ViewY: viewHeight,
		SectionSource: w.loader, Spawn: w.loader.spawnPoint, SpawnYaw: w.loader.spawnYaw, Creative: !c.Survival, StartingInventory: c.startingInventory(),
		BulkCredit: 192, MaxPlayers: c.PlayersMax, Seed: randomNumber(),
		Observer: observer{h.events, &h.mapFeed}, ReadOnly: w.reason, WallClock: func() int64 { return time.Now().UnixMilli() }, BanClock: w.disk.Date,
		NameRetention: c.NameRetention, ClaimPlaytime: c.PlayTimePerClaim, AccessList: lists, Backend: h.jobs, WorldSeed: h.worlds.info.Seed,
		MOTD: r.MOTD, Whitelist: r.Whitelist, SpawnProtection: r.SpawnProtection, SaveEvery: r.SaveEvery, Bounds: server.Bounds{Linger: r.Linger},
		ItemLifetime: r.ItemLifetime, AnyMethod: r.AnyMethod, PvP: r.PvP, Rules: r.Rules, NoLinks: r.NoLinks, NoSkins: r.NoSkins,
		Others: c.Others, Leash: c.Leash, Relays: c.Relays, TellAside: true, Cork: h.network.cork, Stopwatch: Monotonic,
	}
}

package host

import (
	"net/netip"
	"path/filepath"
	"time"

	"voxtide/internal/faults"
	"voxtide/schematic/schemfile"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/chatlog"
	"voxtide/server/events"
	"voxtide/server/itemlog"
	"voxtide/server/rollback"
	"voxtide/server/visits"
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
	h.network.loop, h.mailbox.loop, h.network.sockets = h.wake, h.wake, &h.network
	if f := cfg.Together.First; f != nil {
		h.network.sockets = &f.network
	}
	h.metrics.lastStep = Monotonic()
	h.keeper = h.newKeeper()
	if cfg.makeBackup == nil {
		cfg.makeBackup = h.makeBackup
	}
	h.events = newEventLog(cfg.Log, func() *server.Server { return h.worlds.current.Load().srv })
	h.events.world = cfg.Together.Name
	if f := cfg.Together.First; f != nil {
		h.events.events = f.events.events
	}
	secret := h.cfg.Secret.Derive("addresses in the log")
	hasher := access.NewHasher(secret[:])
	files := &accessFiles{landOnly: cfg.Together.First != nil, dir: cfg.Dir, log: cfg.Log, written: cfg.OnList, hasher: hasher, hash: cfg.HashAddresses}
	h.worlds = failover{
		opener:   opener{cfg: &h.cfg, lists: files.read, configure: h.serverConfig, attach: h.attachLand, onDurable: h.durable.signal},
		frozen:   func(text string) { h.events.publish(events.Event{Kind: events.Frozen, Text: text}) },
		giveBack: h.network.giveBack, opened: h.reopened, stopped: h.done, recovered: make(chan struct{}, 1),
	}
	h.history = rollback.New(cfg.Dir, cfg.Log, h.History, func(f func(rollback.Server)) { h.mailbox.post(func(s *server.Server) { f(s) }) })
	h.jobs = newAdminJobs(adminWork{stop: cfg.Stop, readSettings: cfg.ReadSettings, readBackups: cfg.ReadBackups, backup: cfg.makeBackup, status: h.statusLines, say: cfg.Console}, files, h.history, cfg.Log, h.mailbox.post)
	h.jobs.keeper, h.jobs.copyCells = h.keeper, h.copyCells
	h.jobs.readWorld, h.jobs.madeLand = h.sectionReader(false), h.sectionReader(true)
	h.jobs.schematics = &schemfile.Folder{Dir: filepath.Join(cfg.Dir, schematicsDir)}
	if cfg.ReadWebhooks != nil {
		h.jobs.work.setWebhooks = func() { h.SetWebhooks(cfg.ReadWebhooks()) }
	}
	if cfg.HashAddresses {
		h.events.addressText = func(at netip.Addr) string { return hasher.Source(at).String() }
	}
	h.history.OnRollback(func(by, text string) { h.events.publish(events.Event{Kind: events.Rollback, Player: by, Text: text}) })
	if err := h.worlds.begin(); err != nil {
		h.land.close()
		h.jobs.close()
		h.history.Close()
		h.events.close()
		return nil, err
	}
	h.openVisits()
	h.openSaid()
	h.openItems()
	h.keeper.Start()
	h.land.begin(h)
	if c := cfg.Claimed; c != nil {
		go h.forward(c.Wake)
	}
	go h.loop()
	h.endpoints.Go(h.runSamples)
	h.SetWebhooks(cfg.Webhooks)
	h.events.publish(events.Event{Kind: events.Started, Text: filepath.Base(cfg.Dir)})
	return h, nil
}

// openVisits opens the log of visits of the world, which goes on without it where the disk has none.
func (h *Host) openVisits() {
	if faults.Active(faults.VisitsForgotten) {
		return
	}
	l, err := visits.Open(filepath.Join(h.cfg.Dir, visitsDir))
	if err != nil {
		h.cfg.Log.Warn("who comes and who leaves is not kept", "why", err)
		return
	}
	h.events.visits, h.jobs.visits = l, l
}

// openSaid opens the history of what is said, which there is on a server alone.
func (h *Host) openSaid() {
	if h.cfg.ChatDays == 0 {
		return
	}
	l, err := chatlog.Open(filepath.Join(h.cfg.Dir, saidDir), h.cfg.ChatDays, func(err error) { h.cfg.Log.Warn("what is said is not kept", "why", err) })
	if err != nil {
		h.cfg.Log.Warn("what is said is not kept", "why", err)
		return
	}
	h.events.said, h.jobs.said = saidLog{l, h.cfg.ChatPrivate}, l
}

// openItems opens the history of what players get and give away.
func (h *Host) openItems() {
	if h.cfg.ItemDays == 0 {
		return
	}
	warn := func(err error) { h.cfg.Log.Warn("what players get and give away is not kept", "why", err) }
	l, err := itemlog.Open(filepath.Join(h.cfg.Dir, itemsDir), h.cfg.ItemDays, warn)
	if err != nil {
		warn(err)
		return
	}
	h.events.items = itemlog.NewWatch(l, func() int64 { return time.Now().Unix() })
	h.jobs.items = itemHistory{l, h.events.items}
}

// itemsDir is the folder of that history, in that of the world.
const itemsDir = "items"

// saidDir is the folder of the history of what was said, in that of the world.
const saidDir = "said"

// schematicsDir is the folder of schematics, in that of the world.
const schematicsDir = "schematics"

// visitsDir is the folder of the log of visits, in that of the world.
const visitsDir = "visits"

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
	policy := r.Policy
	policy.HashAddresses = c.HashAddresses
	far := h.farLand()
	return server.Config{
		UpdateRate: c.UpdateRate, View: (c.ViewDistance + world.SectionSize - 1) / world.SectionSize, ViewY: viewHeight,
		SectionSource: w.loader, Spawn: w.loader.spawn.point, SpawnYaw: w.loader.spawn.yaw, Creative: !c.Survival, StartingInventory: c.startingInventory(),
		BulkCredit: 192, MaxPlayers: c.PlayersMax, Seed: randomNumber(),
		Observer: observer{h.events, &h.mapFeed, far}, ReadOnly: w.reason, WallClock: func() int64 { return time.Now().UnixMilli() }, BanClock: w.disk.Date,
		NameRetention: c.NameRetention, ClaimPlaytime: c.PlayTimePerClaim, AccessList: lists, Backend: h.jobs, WorldSeed: h.worlds.info.Seed,
		MOTD: r.MOTD, Whitelist: r.Whitelist, SpawnProtection: r.SpawnProtection, SaveEvery: r.SaveEvery, Bounds: server.Bounds{Linger: r.Linger},
		Policy: policy, ItemLifetime: r.ItemLifetime, AnyMethod: r.AnyMethod, PvP: r.PvP, Rules: r.Rules, NoLinks: r.NoLinks, NoSkins: r.NoSkins,
		Worlds: c.Together.Worlds, WorldName: c.Together.Name, Wake: h.wake.signal, Others: c.Others, Leash: c.Leash, Relays: c.Relays, TellAside: true, Cork: h.network.cork, Stopwatch: Monotonic, Far: farLandOf(far), Pack: c.Pack,
	}
}

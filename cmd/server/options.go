package main

import (
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/host"
	"voxtide/server/wordfilter"
	"voxtide/settings"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// runCmd runs a world. A flag that is not given has the value in the settings file.
type runCmd struct {
	Listen       *string `placeholder:"ADDR" help:"UDP address to listen at, HOST:PORT; port 0 takes a free one."`
	World        *string `placeholder:"W" help:"Name of the world, or a path with a slash; made if it is not there."`
	Seed         *uint64 `placeholder:"N" help:"Seed of a new world; an existing world with another seed is refused."`
	Generator    int     `placeholder:"N" help:"Generator of the land of a new world; with upgrade, the one to go on with, the newest if it is not given."`
	UpdateRate   *int    `aliases:"frames" placeholder:"N" help:"Maximum number of updates a second to each player, 10 to 60."`
	Relays       *int    `placeholder:"N" help:"Goroutines that write what players are told, side by side; 0: one for each core, up to 16."`
	Players      *int    `placeholder:"N" help:"The most players at once."`
	ViewDistance *int    `placeholder:"BLOCKS" help:"How far players see at most, 16 to 320."`
	Mode         *string `placeholder:"MODE" help:"Of new players: creative or survival."`
	GameRules    *string `name:"rules" placeholder:"RULES" help:"Of the game, where they differ from the usual ones, such as \"difficulty hard, falls off\"."`
	Items        *string `name:"starting-items" placeholder:"ITEMS" help:"Of new players: names and numbers, such as \"stone 64, torch 8\"."`
	Durability   *string `placeholder:"MODE" help:"ack: what is acknowledged is on the disk. interval: a crash or a power cut may cost the last second."`
	Metrics      *string `placeholder:"ADDR" help:"Serve metrics over HTTP there; keep it on loopback."`
	Profiles     *bool   `help:"Serve Go's profiles there, too, below /debug/pprof/."`
	Map          *string `placeholder:"ADDR" help:"Serve a map of the world as a page over HTTP there; without a host, to this machine alone."`
	Config       string  `placeholder:"FILE" help:"File of settings; written with comments at the first start. Flags win over it."`
	Data         string  `placeholder:"DIR" help:"Folder of settings, keys and worlds; also VOXTIDE_HOME."`
	At           string  `placeholder:"TIME" help:"With restore WORLD: from the newest copy that is not later than this, such as 2026-11-20T04:00, of those that the server made."`
	Verbose      bool    `short:"v" help:"Log more."`

	clusterFlags
	tokenFlags
	ctlFlags

	reloaded *atomic.Pointer[lastRead] // set by onReload
	backupTo string                    // the folder of copies, as at the start
	words    *wordfilter.List          // that are not said, as they were last read; nil: there are none
}

// clusterFlags say that the world is on several machines.
type clusterFlags struct {
	Cluster    string `placeholder:"A,B,C" help:"The world is on several machines: the addresses HOST:PORT of all, the same list everywhere. When the one that has it is lost, another goes on with it."`
	Node       int    `placeholder:"N" help:"With --cluster: which machine of the list this is, from 1; needed where its addresses do not tell."`
	Witness    bool   `help:"With --cluster: this machine has a voice and no world."`
	StandbyOf  string `placeholder:"HOST:PORT" help:"Stand by for the world of a server, instead of --cluster: it tells the list. The address is that of its players."`
	ClusterKey string `placeholder:"FILE" help:"With --cluster: the secret that all machines share (cluster.key in the data folder); made on the first, and to be copied to the others."`
	Public     string `placeholder:"HOST:PORT" help:"With --cluster: where players, and the other machines over TCP, reach this server; that of --listen."`
	Engine     string `placeholder:"FILE" help:"With --cluster: the engine's program (beside this one)."`
}

// tokenFlags say what a new token may.
type tokenFlags struct {
	Role string   `placeholder:"R" help:"With token add: the role that it has: one of the world's, operator or console."`
	May  []string `placeholder:"ENTRY,..." help:"With token add: what it may beside that, as entries of a role, such as say,list,ban:2h."`
	For  string   `placeholder:"SPAN" help:"With token add: when it ends, such as 30d; without it does not."`
}

// ctlFlags say which server ctl speaks to.
type ctlFlags struct {
	To     string `placeholder:"URL" help:"With ctl: the address of a server, such as http://127.0.0.1:7403, with the token in VOXTIDE_TOKEN; without it the server of this data folder and world."`
	Events bool   `help:"With ctl: print what happens, a line of JSON each, until Ctrl-C."`
	Kinds  string `placeholder:"KIND,..." help:"With ctl --events: these alone, such as join,leave,chat."`
}

// path returns the settings file.
func (c *runCmd) path(home string) string {
	if c.Config != "" {
		return c.Config
	}
	return filepath.Join(home, "server.toml")
}

// world returns the world's folder. A relative path on the command line begins at the working directory, one in the settings
// file at the data folder, wherever the server is started; but a world that older versions found elsewhere is still found
// there.
func (c *runCmd) world(home, name string, log *slog.Logger) (string, error) {
	if c.World != nil {
		return settings.WorldDir(home, name)
	}
	dir, err := settings.WorldDirFrom(home, name)
	if err != nil || host.IsWorld(dir) {
		return dir, err
	}
	if old, err := settings.WorldDir(home, name); err == nil && old != dir && host.IsWorld(old) {
		log.Warn("a path of a world in the settings begins at the data folder: this one lies elsewhere; write it out", "world", old, "looked for", dir)
		return old, nil
	}
	return dir, nil
}

// settings returns the settings of the file with the flags over them, and the data folder.
func (c *runCmd) settings() (s settings.Server, home string, err error) {
	if home, err = settings.Home(c.Data); err != nil {
		return s, home, err
	}
	if s, err = settings.ReadServer(c.path(home)); err != nil {
		return s, home, err
	}
	cli.Override(&s.Listen, c.Listen)
	cli.Override(&s.World, c.World)
	cli.Override(&s.UpdateRate, c.UpdateRate)
	cli.Override(&s.Relays, c.Relays)
	cli.Override(&s.MaxPlayers, c.Players)
	cli.Override(&s.ViewDistance, c.ViewDistance)
	cli.Override(&s.GameMode, c.Mode)
	cli.Override(&s.StartingItems, c.Items)
	cli.Override(&s.GameRules, c.GameRules)
	cli.Override(&s.Durability, c.Durability)
	cli.Override(&s.MetricsListen, c.Metrics)
	cli.Override(&s.Profiles, c.Profiles)
	cli.Override(&s.MapListen, c.Map)
	return s, home, s.Check()
}

// lastRead is the settings as they were last read, with the words of their file.
type lastRead struct {
	settings.Server
	words *wordfilter.List
}

// further returns the worlds beside the first, in folders beside each other, each with settings of its own.
func (c *runCmd) further(s *settings.Server, home string, log *slog.Logger) (all []host.World, err error) {
	for i := range s.Worlds {
		w := &s.Worlds[i]
		dir, err := settings.WorldDirFrom(home, w.Name)
		if err != nil {
			return nil, err
		}
		of := c.host(s.ForWorld(w), dir, log)
		of.SeedSet, of.Webhooks = w.Seed != nil, nil
		if w.Seed != nil {
			of.Seed = uint64(*w.Seed)
		}
		if of.Generator = w.Generator; of.Generator == 0 && !host.IsWorld(dir) {
			of.Generator = worldgen.NewWorlds
		}
		if to := s.Backup.Folder(home); to != "" {
			of.BackupsTo = filepath.Join(to, w.Name)
		}
		of.ReadBackups = c.readBackups
		of.ReadSettings = func() (server.RuntimeConfig, []string, error) { // after those of the first
			last := c.reloaded.Load()
			now := last.Server
			for j := range now.Worlds {
				if now.Worlds[j].Name == w.Name {
					now = now.ForWorld(&now.Worlds[j])
				}
			}
			return (&runCmd{words: last.words}).runtimeSettings(&now), nil, nil
		}
		all = append(all, host.World{Config: of, Name: w.Name, Only: w.Only})
	}
	return all, nil
}

func (c *runCmd) host(s settings.Server, dir string, log *slog.Logger) host.Config {
	cfg := host.Config{
		Dir: dir, Land: host.Land{Generator: c.Generator, NoFarLand: !s.FarLand, PlayTimePerClaim: time.Duration(s.ClaimMinutes) * time.Minute}, SyncInterval: s.Durability == "interval", Survival: s.GameMode == "survival",
		Retention: host.Retention{HistoryRetention: time.Duration(s.HistoryDays) * 24 * time.Hour, NameRetention: time.Duration(s.NameDays) * 24 * time.Hour, BackupsMax: s.KeptBackups,
			ChatDays: s.ChatDays, ChatPrivate: s.ChatPrivate, ItemDays: s.ItemDays},
		PlayersMax: s.MaxPlayers, ViewDistance: s.ViewDistance, UpdateRate: s.UpdateRate, BulkRate: s.BulkRate, Cores: host.Cores{Relays: s.Relays}, Log: log, Rules: c.runtimeSettings(&s),
		HTTP: host.HTTP{WebNames: strings.Fields(s.HTTPNames), Profiles: s.Profiles, Webhooks: s.Hooks()}, HashAddresses: !s.LogAddresses, Version: cli.Version(),
	}
	cfg.Pack = resourcePack(s.ResourcePack, c.Data, log)
	cfg.StartingItems, _ = s.StartingStacks() // checked with the settings
	cfg.Backups, _ = s.Backup.Config(s.KeptBackups)
	switch n, set := s.Seed.Number(); {
	case c.Seed != nil:
		cfg.Seed, cfg.SeedSet = *c.Seed, true
	case set && !host.IsWorld(dir): // one that is there keeps its own
		cfg.Seed, cfg.SeedSet = n, true
	}
	if cfg.Generator == 0 && !host.IsWorld(dir) {
		cfg.Generator = worldgen.NewWorlds
	}
	return cfg
}

// runtimeSettings returns the settings that can be changed while the server runs.
func (c *runCmd) runtimeSettings(s *settings.Server) server.RuntimeConfig {
	last := time.Duration(s.ItemLifetime) * time.Second
	if last == 0 {
		last = -1 // for ever
	}
	rules, _ := s.Rules() // checked with the settings
	newcomers, _ := access.NewcomersNamed(s.Newcomers)
	policy := access.Policy{ChatKick: s.ChatKick, Newcomers: newcomers, NewcomerTime: time.Duration(s.NewcomerMinutes) * time.Minute, AFK: time.Duration(s.AFKMinutes) * time.Minute, HashAddresses: !s.LogAddresses, AddressDays: s.AddressDays, ReservedSlots: s.ReservedSlots, Queue: s.Queue, NoStatus: !s.Status,
		RulesPage: strings.TrimSuffix(s.RulesPage, "\n"), Announcements: strings.TrimSuffix(s.Announcements, "\n"), AnnounceEvery: time.Duration(s.AnnounceMinutes) * time.Minute}
	if policy.RefuseWords = s.ChatFilter == "refuse"; c.words != nil {
		policy.Words = c.words
	}
	if s.ReservedSlots == 0 {
		policy.ReservedSlots = -1 // none
	}
	if s.ChatKick == 0 {
		policy.ChatKick = -1 // never
	}
	return server.RuntimeConfig{
		ItemLifetime: last, Rules: rules, Policy: policy,
		MOTD: s.MOTD, MaxPlayers: s.MaxPlayers, View: (s.ViewDistance + world.SectionSize - 1) / world.SectionSize, UpdateRate: s.UpdateRate,
		Creative: s.GameMode == "creative", Whitelist: s.Whitelist, AnyMethod: s.Methods == "any", SpawnProtection: s.SpawnProtection, PvP: s.PvP, NoLinks: !s.DirectLinks, NoSkins: !s.Skins,
		Linger: time.Duration(s.LingerSeconds) * time.Second, SaveEvery: time.Duration(s.SnapshotSeconds) * time.Second,
	}
}

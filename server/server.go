// Package server is the owner loop of a world: it receives actions and sends edits and acks. It advances each client's stream within
// its bounds, performs actions at exactly their stamps, sends every client the updates that concern it, and stores what must be
// durable.
//
// Owner: one goroutine, which calls Step about 60 times a second, ReleaseDurable when the store has committed something in between,
// and everything else. Nothing here reads a clock, starts a goroutine or blocks, but for the telling of the step before, which has one
// of its own with Config.TellAside. Invariants: a step is one unit, and an update tells the state at the end of a step; a client's stream never goes back and never uses more time than its budget holds; an update that
// rests on a batch leaves only when that batch is durable; a client that breaks a rule ends its own session and no other.
//
// Files, each of which uses those named before it: config, metrics and the tables of state (persist_batch, item_table, interest_area,
// session) know no Server; server.go is the struct, with what all others ask of it; persist ends transactions and fills batches, and
// replicate tells; avatar, watching, items, section_load, interest, subscriptions, links, leave and seats are its machines; admission,
// worlds and land say who may come and where; hits, stream_advance and judges run a client's stream by its method; receive, host_calls,
// join and pending take in what comes from outside, and admin_game what commands ask; step.go calls all.
package server

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/handout"
	"voxtide/server/past"
	"voxtide/server/profiler"
	"voxtide/server/rendezvous"
	"voxtide/server/replication"
	"voxtide/server/rollback"
	"voxtide/server/roster"
	"voxtide/server/sections"
	"voxtide/server/telemetry"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// Server is a world with its clients.
type Server struct {
	cfg     Config
	rec     edits.Recorder
	sim     sim.Sim
	metrics Metrics

	clock    serverClock
	journal  journal
	persist  persistence
	sections *sections.Table
	items    itemTable

	roster    *roster.Roster
	nameQuota roster.NameQuota
	clients   clientTable
	telemetry telemetry.Table
	admin     *admin.Executor
	claims    claimsTold
	sleepers  sleepers
	rollbacks []*rollback.Job

	desk  handout.Desk
	past  *past.Past // nil: nobody strikes anybody
	links links

	tell            telling
	interestOrders  map[int]*viewOrders // offsets of an interest, by view distance
	resubscriptions []resubscription    // sections closed in this step, to be opened again
	receiving       receiveBuffers
	turned          []world.Pos // scratch of dropTurns
}

// serverClock is the time of the last step.
type serverClock struct {
	started     bool
	startedAt   time.Duration   // of the first step
	mono        time.Duration   // of the last step
	clockOffset timestream.Time // world time at mono 0
	now         timestream.Time // world time at the last step
	stepSpan    timestream.Duration
	took        time.Duration       // how long the last step took, by Config.Stopwatch
	lateBy      timestream.Duration // how late this step is, if the server itself was late
	busyAt      time.Duration       // of the last step in which somebody was here
	suspended   bool                // the process stood still before this step: see stepSuspended
	stopped     bool
	announcedAt time.Duration // of the last announcement,
	announced   int           // and how many there were
	profile     *profiler.Run // nil: steps are not measured
	movedBefore uint64        // bodies that were moved before it began
}

// Now returns the server's clock at the last step.
func (s *Server) Now() timestream.Time { return s.clock.now }

// wallTime returns the time of day in seconds since 1970, 0 if unknown.
func (s *Server) wallTime() int64 {
	if s.cfg.WallClock == nil {
		return 0
	}
	return s.cfg.WallClock() / 1000
}

// banTime returns the date by which bans end in seconds since 1970, 0 if unknown.
func (s *Server) banTime() int64 {
	if s.cfg.BanClock == nil {
		return s.wallTime()
	}
	return s.cfg.BanClock() / 1000
}

// World returns the state. Callers only read it.
func (s *Server) World() *world.World { return s.rec.W }

// avatarOf returns a player's avatar, or the stored one if it is not in the world.
func (s *Server) avatarOf(c *session) *world.Entity {
	if slot := s.rec.W.Find(world.AvatarID(c.stream)); slot != world.NoEntity {
		return s.rec.W.Entity(slot)
	}
	return &c.row.Avatar
}

// Edits returns E, the number of the last edit.
func (s *Server) Edits() uint64 { return s.journal.lastEdit }

// EntitiesMoved returns how many bodies, avatars not counted, have entered a tick so far.
func (s *Server) EntitiesMoved() uint64 { return s.sim.TickedBodies }

// Metrics returns the counters.
func (s *Server) Metrics() Metrics {
	m, c := s.metrics, &s.tell.counters
	m.Updates, m.UpdateBytes, m.FullUpdates, m.UpdatesDropped = c.Updates, c.UpdateBytes, c.FullUpdates, c.Dropped
	m.Snapshots, m.SnapshotBytes, m.OutboxMax, m.BulkPostponed = c.Snapshots, c.SnapshotBytes, c.OutboxMax, c.Postponed
	m.Motions, m.Ranked, m.LogMax = c.Motions, c.Ranked, c.LogMax
	t := &s.sections.Metrics
	m.SectionsUnreadable, m.SectionsUnloaded, m.SectionsSaved = t.SectionsUnreadable, t.SectionsUnloaded, t.SectionsSaved
	m.Commands, m.ItemsMerged = s.admin.Counts, s.sim.TakenIn
	m.Players = len(s.clients.sessions)
	m.Links = s.links.table.Counts()
	return m
}

// Idle reports whether nobody is here, nobody wants to come in, nothing is being rolled back, and no command waits for a step.
func (s *Server) Idle() bool {
	return len(s.clients.sessions)+len(s.clients.pending)+len(s.rollbacks) == 0 && !s.admin.Waits()
}

// Hash returns the hash of all sections that differ from the generated ones, including those that are not in memory.
func (s *Server) Hash() uint64 { return s.sections.Hash() }

// drawSecret makes a secret from numbers, of which another draw for the same purpose has others; nobody can guess it who does not know
// the server's seed.
func (s *Server) drawSecret(purpose string, numbers ...uint64) [32]byte {
	b := binary.LittleEndian.AppendUint64([]byte(purpose), s.cfg.Seed)
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return sha256.Sum256(binary.LittleEndian.AppendUint64(b, uint64(s.clock.now)))
}

// Err returns why the world cannot be written or read any more; nil while all is well. The server has to be stopped then:
// nothing that happens from then on is durable.
func (s *Server) Err() error {
	if err := s.sections.Err(); err != nil {
		return err
	}
	return s.cfg.Store.Err()
}

// ReadOnly returns why nothing can be stored now, Done if it can.
func (s *Server) ReadOnly() actions.Refusal { return s.cfg.ReadOnly }

// PvP reports whether players may strike each other.
func (s *Server) PvP() bool { return s.past != nil }

// mayGive reports whether a player may give a command for operators.
func (s *Server) mayGive(c *session, command string) bool {
	if c.rank >= commands.Operator {
		return true
	}
	l := s.admin.Access.Lists
	if r := l.Role(access.PlayerRole); l.ActiveHolder(c.principal, s.banTime()) == nil && (r == nil || len(r.May) == 0) {
		return false // most players
	}
	return s.admin.MayGive(c.principal, command)
}

// SectionsLoaded returns the number of sections in memory.
func (s *Server) SectionsLoaded() int { return s.rec.W.SectionCount() }

// sleepers is who lies in beds, as far as players have been told.
type sleepers struct {
	looked   time.Duration // when it was looked at last
	lie, all int
	since    time.Duration // when the last of all lay down
}

// telling is the half of the server that tells clients, and what it has counted.
type telling struct {
	source     replication.Source
	replicator replication.Replicator
	counters   replication.Counters // as they were when the last step began, or ended
}

// links is what the server knows of direct links.
type links struct {
	table     *rendezvous.Table
	updatedAt time.Duration
	secrets   uint64 // drawn so far
}

// claimsTold is the state of the access lists that the book of the land was made of.
type claimsTold struct {
	lists   *access.Lists
	version uint64
	count   int
}

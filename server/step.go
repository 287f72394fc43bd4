package server

import (
	"cmp"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/admin"
	"voxtide/server/handout"
	"voxtide/server/profiler"
	"voxtide/server/rendezvous"
	"voxtide/server/roster"
	"voxtide/server/sections"
	"voxtide/server/telemetry"
	"voxtide/sim"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// New makes a server. If the store holds a world, the server goes on from it.
func New(cfg Config) (*Server, error) {
	if err := cfg.fill(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, interestOrders: map[int]*viewOrders{}, telemetry: telemetry.Table{}, desk: handout.Desk{Pack: cfg.Pack, Far: cfg.Far, NoSkins: cfg.NoSkins}}
	s.roster, s.nameQuota = roster.New(), roster.NameQuota{}
	s.links.table = rendezvous.New(s.newLinkSecret)
	s.clients.online, s.clients.frozen, s.clients.expected = map[string]*session{}, map[string]bool{}, map[string]time.Duration{}
	s.rec = edits.Recorder{W: world.New(), KeepLog: true}
	s.sections = sections.New(s.rec.W, cfg.SectionSource, cfg.ReadOnly != actions.Done)
	s.sim = sim.Sim{R: &s.rec, Authoritative: true}
	s.tell.begin(s)
	observer, _ := cfg.Observer.(admin.CommandObserver)
	s.admin = admin.New(adminGame{s}, s, s.roster, cfg.AccessList, cfg.Backend, observer)
	st, err := cfg.Store.Load()
	if err != nil {
		return nil, err
	}
	if err := s.load(st); err != nil {
		return s, err
	}
	s.joinWorlds()
	return s, nil
}

// load makes the world what the store holds, or a new one. Players come in when they join or resume; the bodies that they had set in
// motion become the server's.
func (s *Server) load(st *store.State) error {
	if st == nil {
		st = &store.State{Clean: true}
	}
	now, away, known := s.cfg.resumedTime(st)
	s.clock.now = now
	s.journal.lastEdit = st.Edits
	s.sections.Restore(st.Hash, st.Edits)
	s.journal.keptEdit = s.journal.lastEdit
	if !st.Clean {
		s.journal.lastEdit += editsGap
		if !faults.Active(faults.CounterNotAhead) {
			s.skipUsedIDs(st)
		}
	}
	s.journal.firstEdit = s.journal.lastEdit
	s.tell.source.History.Begin(s.journal.lastEdit)
	s.roster.LastStream = st.LastStream
	for i := range st.Players {
		p := st.Players[i]
		p.LastSeen = cmp.Or(p.LastSeen, s.clock.now)
		s.roster.Add(&p)
	}
	s.loadSeats(st, away, known)
	counter := uint64(st.EntityCounter)
	if counter == 0 { // a new world; a counter of 0 would be an avatar's
		counter = uint64(s.cfg.Counter)
	}
	s.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: s.clock.now, Number: counter})
	s.applyRules()
	if s.admin.Access.Lists.DayOffset != 0 {
		s.rec.Do(edits.Edit{Kind: edits.SetDayOffset, Number: uint64(s.admin.Access.Lists.DayOffset)})
	}
	if s.cfg.ReadOnly != actions.Done { // they would move, and the store could not follow
		st.Entities, st.Checks = nil, nil
	}
	s.loadEntities(st.Entities)
	for _, c := range st.Checks {
		if s.clients.seated(c.Stream) {
			s.items.seatedChecks = append(s.items.seatedChecks, c)
			continue
		}
		s.loadNow(c.Pos.Section())
		s.loadNow(c.Pos.Below().Section())
		s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: timestream.Server, Pos: c.Pos})
	}
	for i := range s.rec.Log {
		s.tell.source.Edit(0, &s.rec.Log[i].Edit, false)
	}
	s.discardTransaction()
	return s.sections.Err()
}

// Step advances the server to now, a time of a monotonic clock, and does everything that is due. It never blocks.
func (s *Server) Step(now time.Duration) {
	if s.clock.stopped {
		return
	}
	began, p := s.cfg.Stopwatch(), s.clock.profile
	s.clock.profile.Enter()
	s.advanceClock(now)
	s.takeSeats()
	s.dropSeatsElsewhere()
	s.takeLoadedSections()
	s.clock.profile.Lap(profiler.Arrivals)
	s.receive()
	s.clock.profile.Lap(profiler.Messages)
	s.advanceServerStream()
	s.clock.profile.Lap(profiler.Simulation)
	for _, c := range s.clients.inOrder() {
		s.advanceClient(c)
		s.clock.profile.Charge(c.stream)
	}
	s.noteLifted()
	s.rescueFallen()
	s.sleep()
	s.clock.profile.Lap(profiler.Players)
	s.admin.RunQueued()
	s.tellClaims()
	s.clock.profile.Lap(profiler.Commands)
	s.runRollbacks()
	s.clock.profile.Lap(profiler.Rollbacks)
	s.collect()
	s.clock.profile.Lap(profiler.Waited)
	s.updateSight()
	s.updateSubscriptions()
	s.clock.profile.Lap(profiler.Interest)
	s.removeEnded()
	s.introduce()
	s.handOut()
	s.clock.profile.Lap(profiler.Requests)
	s.countPlaytime()
	s.announce()
	s.forgetUnused()
	s.updateItems()
	s.dropTurns()
	s.recordPast()
	s.clock.profile.Lap(profiler.Chores)
	s.commit()
	s.persist.durableSeq = s.cfg.Store.Committed(s.clock.mono)
	if s.desk.Far != nil {
		s.desk.Far.Stored(s.persist.commitSeq, s.persist.durableSeq)
	}
	s.clock.profile.Lap(profiler.Storing)
	s.admin.AnswerWaiting()
	s.clock.profile.Lap(profiler.Commands)
	s.unloadSections()
	s.switchMethods()
	s.clock.profile.Lap(profiler.Sections)
	s.replicate()
	s.clock.profile.Lap(profiler.Telling)
	s.clock.took = s.cfg.Stopwatch() - began
	s.endProfiledStep(p)
}

// endProfiledStep ends a step that began with a run, and the run when its time is over.
func (s *Server) endProfiledStep(began *profiler.Run) {
	switch p := s.clock.profile; {
	case p != began:
		p.Drop()
	case p.EndStep():
		s.admin.ReportProfile(s.EndProfile())
	}
}

// ReleaseDurable sends, between two steps, the updates that waited for a batch which is durable by now. Everything else that waits for
// the store is handled by the next step. It never blocks.
func (s *Server) ReleaseDurable(now time.Duration) {
	if s.clock.stopped || !s.clock.started || s.leashed(now) {
		return
	}
	durable := s.cfg.Store.Committed(now)
	if durable == s.persist.durableSeq {
		return
	}
	s.clock.profile.Enter()
	s.persist.durableSeq = durable
	s.tell.replicator.Release(durable, now)
	s.clock.profile.Lap(profiler.Outbox)
}

// advanceClock begins a step at a time of the monotonic clock.
func (s *Server) advanceClock(now time.Duration) {
	if !s.clock.started {
		s.clock.started, s.clock.startedAt = true, now
		s.clock.mono = now
		s.clock.clockOffset = s.clock.now - timestream.Time(now/time.Microsecond)
	}
	s.clock.stepSpan = timestream.Duration((now - s.clock.mono) / time.Microsecond)
	s.clock.mono = now
	s.clock.now = s.clock.clockOffset + timestream.Time(now/time.Microsecond)
	s.clock.lateBy, s.clock.suspended = 0, false
	s.metrics.Steps++
	if s.clock.stepSpan > stepLate && !s.Idle() { // an idle server may be stepped seldom
		s.clock.lateBy = s.clock.stepSpan
		if s.clock.suspended = s.clock.stepSpan > stepSuspended; s.clock.suspended {
			s.shiftTimeouts(time.Duration(s.clock.stepSpan) * time.Microsecond)
		}
		s.metrics.LateSteps++
		s.metrics.LatestStep = max(s.metrics.LatestStep, s.clock.stepSpan)
	}
}

// shiftTimeouts adds a time in which the server itself was suspended to all timeouts: silence during it proves nothing.
func (s *Server) shiftTimeouts(by time.Duration) {
	for _, c := range s.clients.sessions {
		c.link.heardAt, c.link.proofAt, c.link.lostAt = c.link.heardAt+by, c.link.proofAt+by, c.link.lostAt+by
		c.link.pace.Shift(by)
	}
	for _, st := range s.clients.pending {
		st.since += by
	}
}

// advanceServerStream advances the server's own stream.
func (s *Server) advanceServerStream() {
	st := s.rec.W.Stream(timestream.Server)
	from := st.Stamp
	to := min(s.clock.now, from.Tick().Add(catchUpTicks*timestream.TickLength))
	s.metrics.Behind = s.clock.now.Sub(to)
	if to <= from {
		return
	}
	s.sim.Advance(timestream.Server, to)
	s.cfg.Observer.Advanced(timestream.Server, from, to, true)
	s.endTransaction("advance")
	s.fetchMissing()
}

// Handover ends the server so that another one can go on with the world: it tells all players that they may resume, and returns the
// connections that have not joined. The store stays open. Changes that could not be stored are lost, and no client was told of them.
// Batch on holds what the next server goes on from besides the store: clock, numbers, and where players stand, in rows with nothing
// but stream and avatar. A read-only store holds the rest already.
func (s *Server) Handover() (on store.Batch, strange []transport.Conn) {
	if s.clock.stopped {
		return on, nil
	}
	if p := s.EndProfile(); p != nil {
		s.admin.ReportProfile(p)
	}
	s.cfg.Worlds.Enter(s.cfg.WorldName, nil)
	s.tell.replicator.Wait()
	on = store.Batch{Ceiling: s.clock.now, Clean: true, Edits: s.journal.lastEdit, LastStream: s.roster.LastStream, EntityCounter: s.rec.W.Stream(timestream.Server).Counter}
	for _, c := range s.clients.sessions {
		if slot := s.rec.W.Find(world.AvatarID(c.stream)); slot != world.NoEntity {
			on.Players = append(on.Players, store.PlayerRow{Stream: c.stream, Avatar: *s.rec.W.Entity(slot)})
		}
	}
	s.clock.stopped = true
	for _, c := range s.clients.sessions {
		s.persist.batch.addPlayer(c.stream)
		if c.link.conn != nil {
			c.link.conn.Close(protocol.ReasonReopening.String())
		}
	}
	for _, c := range s.clients.pending {
		strange = append(strange, c.conn)
	}
	if s.cfg.ReadOnly != actions.Done {
		s.persist.batch.clean = true
		s.commit()
	}
	return on, strange
}

// Stop saves the world, closes all connections with a reason and ends the server. It closes the store; an error means that not
// everything was saved.
func (s *Server) Stop(reason string) error {
	if s.clock.stopped {
		return nil
	}
	s.clock.stopped = true
	s.cfg.Worlds.Enter(s.cfg.WorldName, nil)
	s.tell.replicator.Wait()
	for _, c := range s.clients.sessions {
		s.persist.batch.addPlayer(c.stream)
		if c.link.conn != nil {
			c.link.conn.Close(reason)
		}
	}
	for _, c := range s.clients.pending {
		c.conn.Close(reason)
	}
	s.persist.batch.clean = true
	s.commit()
	return s.cfg.Store.Close()
}

// Turns of water that are over are dropped, once no stream is so far behind that it could still ask what was before.

const (
	// turnKept is how long a turn is kept after the last stream has passed it.
	turnKept = 2 * timestream.Second
	// turnsDropped bounds the turns that are dropped in a step.
	turnsDropped = 1024
)

// dropTurns drops turns that are over, for all clients alike.
func (s *Server) dropTurns() {
	w := s.rec.W
	oldest := s.clock.now
	for i := range w.StreamCount() {
		oldest = min(oldest, w.StreamAt(i).Stamp)
	}
	s.turned = w.AppendTurns(s.turned[:0], 0, oldest.Add(-turnKept))
	if len(s.turned) == 0 {
		return
	}
	s.turned = s.turned[:min(len(s.turned), turnsDropped)]
	author := s.rec.Author
	s.rec.Author = timestream.Server
	for _, p := range s.turned {
		b, _ := w.Block(p)
		s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: b})
	}
	s.rec.Author = author
	s.endTransaction("turns")
}

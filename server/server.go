// Package server is the owner loop of a world: actions in, edits and acks out. It judges each client's time, performs
// actions at exactly their stamps, tells every client what concerns it in frames, and keeps what must last.
//
// Owner: one goroutine, which calls Step about 60 times a second, LetGo when the store has kept something in between, and
// everything else; nothing here blocks, starts a goroutine or reads a clock. Invariants: a step is one unit, and a frame
// tells the state at the end of a step; a client's stream never goes back and never uses more time than its bucket holds; what rests on a batch that is not
// durable leaves only when it is; whatever a client does costs its own session and no other.
package server

import (
	"slices"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/sim"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// Server is a world with its clients.
type Server struct {
	cfg Config
	rec edits.Recorder
	sim sim.Sim

	started bool
	mono    time.Duration   // of the last step
	offset  timestream.Time // world time at mono 0
	now     timestream.Time // the clock at the last step
	span    timestream.Duration
	late    timestream.Duration // of this step, if the server itself was late
	stood   bool                // before this step: see stepStood

	edits     uint64
	kept      uint64 // the last edit of the server before this one that is kept
	began     uint64 // the edit from which this one counts
	log       log
	history   history
	lines     lines
	batch     changes
	ticket    uint64 // of the last batch
	durable   uint64 // the ticket up to which all is committed
	rows      map[string]*row
	register  register
	streams   timestream.Stream // the last that was given out
	sessions  []*session        // by stream
	names     map[string]*session
	strange   []*stranger
	newcomers newcomers
	tokens    uint64
	book      *access.Book
	edition   uint64  // of the book
	asked     []asked // commands given in the chat in this step
	saves     []save  // that somebody waits for

	spots      map[world.SectionPos]*spot             // of each section that is in
	wanted     map[world.SectionPos]timestream.Stream // that are on their way in, and for whom
	fresh      []world.SectionPos                     // that changed in this step
	dirty      []world.SectionPos                     // that changed since the last snapshots
	saving     []world.SectionPos                     // of which a snapshot is due, from savingHead on
	savingHead int
	saveAt     time.Duration
	hash       uint64                               // of all sections that have changed
	idle       []world.SectionPos                   // that nobody is subscribed to any more, from idleHead on, each once
	idleHead   int                                  //
	orders     map[int][quarters][]world.SectionPos // of the interest, by view and by where the player looks
	pack       protocol.Packer
	failed     error // why sections cannot be read
	rolls      []*Rollback
	shuts      []shutting                     // in this step
	recalls    []*Recall                      // that wait for the disk
	reports    map[timestream.Stream]*reports // of everybody who came in since the start
	items      items
	metrics    Metrics
	stopped    bool

	scratch scratch
}

// New makes a server, which goes on from the state in the store if there is one.
func New(cfg Config) (*Server, error) {
	if err := cfg.fill(); err != nil {
		return nil, err
	}
	s := &Server{
		cfg:    cfg,
		rows:   map[string]*row{},
		names:  map[string]*session{},
		spots:  map[world.SectionPos]*spot{},
		wanted: map[world.SectionPos]timestream.Stream{},
		orders: map[int][quarters][]world.SectionPos{},

		reports: map[timestream.Stream]*reports{}, register: newRegister(), newcomers: newcomers{},
	}
	s.rec = edits.Recorder{W: world.New(), Keep: true}
	s.sim = sim.Sim{R: &s.rec, All: true}
	s.book = cfg.Book
	s.book.Index()
	st, err := cfg.Store.Load()
	if err != nil {
		return nil, err
	}
	return s, s.load(st)
}

// Now returns the server's clock at the last step.
func (s *Server) Now() timestream.Time { return s.now }

// World returns the state. Read it only.
func (s *Server) World() *world.World { return s.rec.W }

// Edits returns E, the number of the last edit.
func (s *Server) Edits() uint64 { return s.edits }

// Moved returns how many bodies, avatars aside, were entered for a discrete update so far.
func (s *Server) Moved() uint64 { return s.sim.Moved }

// Metrics returns the counters.
func (s *Server) Metrics() Metrics { return s.metrics }

// Accept takes a connection over. Whoever is at the other end has to join.
func (s *Server) Accept(c transport.Conn) {
	if s.stopped {
		c.Close(protocol.ReasonStopping)
		return
	}
	if len(s.strange) >= strangersMax {
		i := s.giveWay(transport.Source(transport.RemoteOf(c)))
		if i < 0 {
			s.refuse(c, protocol.ReasonFull)
			return
		}
		s.refuse(s.strange[i].conn, protocol.ReasonFull)
		s.strange = slices.Delete(s.strange, i, i+1)
	}
	s.strange = append(s.strange, &stranger{conn: c, since: s.mono})
}

// Step lets time come to now, a monotonic clock, and does all that is due. It never blocks.
func (s *Server) Step(now time.Duration) {
	if s.stopped {
		return
	}
	s.tick(now)
	s.arrive()
	s.takeIn()
	s.advanceServer()
	for _, c := range s.judged() {
		s.judge(c)
	}
	s.lifted()
	s.rescue()
	s.carryOut()
	s.roll()
	s.ownDoing()
	s.reap()
	s.played()
	s.sweep()
	s.tidy()
	s.lines.update(s.rec.W, s.rec.Turned)
	s.rec.Turned = s.rec.Turned[:0]
	s.commit()
	s.durable = s.cfg.Store.Committed(s.mono)
	s.saved()
	s.recalled()
	s.unload()
	for _, c := range s.sessions {
		s.tell(c)
	}
	s.metrics.LogMax = max(s.metrics.LogMax, len(s.log.entries))
	s.log.trim(s.sessions)
}

// LetGo lets frames leave, between two steps, that waited for what is durable by now. Whatever else waits for the store is
// seen to by the next step. Like Step it never blocks.
func (s *Server) LetGo(now time.Duration) {
	if s.stopped || !s.started {
		return
	}
	durable := s.cfg.Store.Committed(now)
	if durable == s.durable {
		return
	}
	s.durable = durable
	for _, c := range s.sessions {
		if c.conn != nil && c.out.size() > 0 {
			s.send(c)
			c.conn.Flush()
		}
	}
}

// tick moves the clock.
func (s *Server) tick(now time.Duration) {
	if !s.started {
		s.started = true
		s.mono = now
		s.offset = s.now - timestream.Time(now/time.Microsecond)
	}
	s.span = timestream.Duration((now - s.mono) / time.Microsecond)
	s.mono = now
	s.now = s.offset + timestream.Time(now/time.Microsecond)
	s.late, s.stood = 0, false
	s.metrics.Steps++
	if s.span > stepLate && !s.Idle() { // who runs it may step seldom while nobody is here
		s.late = s.span
		if s.stood = s.span > stepStood; s.stood {
			s.forgive(time.Duration(s.span) * time.Microsecond)
		}
		s.metrics.LateSteps++
		s.metrics.LatestStep = max(s.metrics.LatestStep, s.span)
	}
}

// forgive takes a time in which the server stood still out of what it waits for: that nobody was heard then says nothing.
func (s *Server) forgive(by time.Duration) {
	for _, c := range s.sessions {
		c.heard, c.proofAt, c.lost = c.heard+by, c.proofAt+by, c.lost+by
	}
	for _, st := range s.strange {
		st.since += by
	}
}

// advanceServer advances the server's own stream.
func (s *Server) advanceServer() {
	st := s.rec.W.Stream(timestream.Server)
	from := st.Stamp
	to := min(s.now, from.Mark().Add(catchUp*timestream.MarkSpan))
	s.metrics.Behind = s.now.Sub(to)
	if to <= from {
		return
	}
	s.sim.Advance(timestream.Server, to)
	s.cfg.Observe.Advanced(timestream.Server, from, to, true)
	s.transaction("advance")
}

// HandOn ends the server for another one that goes on with the world: all players are told that they may resume, and
// who has not joined yet is returned. The store is left open. What could not be kept is lost, and nobody was told of it.
// Of the rest on tells what the next server goes on from: clock, numbers, and where players stand, in rows that have
// nothing but stream and avatar. A frozen store has all that it carries on already.
func (s *Server) HandOn() (on store.Batch, strange []transport.Conn) {
	if s.stopped {
		return on, nil
	}
	on = store.Batch{Ceiling: s.now, Clean: true, Edits: s.edits, Streams: s.streams, Counter: s.rec.W.Stream(timestream.Server).Counter}
	for _, c := range s.sessions {
		if slot := s.rec.W.Find(world.AvatarID(c.stream)); slot != world.NoSlot {
			on.Players = append(on.Players, store.PlayerRow{Stream: c.stream, Avatar: *s.rec.W.Entity(slot)})
		}
	}
	s.stopped = true
	for _, c := range s.sessions {
		s.batch.player(c.stream)
		if c.conn != nil {
			c.conn.Close(protocol.ReasonAgain)
		}
	}
	for _, c := range s.strange {
		strange = append(strange, c.conn)
	}
	if s.cfg.Frozen != actions.Done {
		s.batch.clean = true
		s.commit()
	}
	return on, strange
}

// Stop saves all, tells everybody the reason and ends the server. The store is closed; its error, if it ever had one,
// says that not all was kept.
func (s *Server) Stop(reason string) error {
	if s.stopped {
		return nil
	}
	s.stopped = true
	for _, c := range s.sessions {
		s.batch.player(c.stream)
		if c.conn != nil {
			c.conn.Close(reason)
		}
	}
	for _, c := range s.strange {
		c.conn.Close(reason)
	}
	s.batch.clean = true
	s.commit()
	return s.cfg.Store.Close()
}

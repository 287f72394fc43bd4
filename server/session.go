package server

import (
	"net/netip"
	"slices"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/commands"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// session is a player who is in the world, with a connection or for a while without one.
type session struct {
	stream   timestream.Stream
	name     string
	token    protocol.Token
	row      *row
	who      access.Who
	owner    bool // runs the server, in the same process
	standing commands.Rank
	whispers []string       // to be told to this client alone
	conn     transport.Conn // nil: lost
	heard    time.Duration  // when something last came over conn
	lost     time.Duration  // when conn was lost
	acted    bool           // something was done that counts in a rate
	actedAt  time.Duration  // and when last
	source   netip.Addr     // which the name counts for as a new one; the zero value: for none
	failed   string         // why the session ends with this step
	gone     bool           // the player has left

	// What the client declares, and what it is allowed.
	queue    queue
	declared protocol.Declare // the newest that counts
	named    protocol.Declare // the newest; it counts once the action that it names is here
	pitch    int8             // of the look, for others
	bucket   bucket
	stamps   stamps
	late     lateness
	stalled  bool          // the server advances the stream
	stallAt  time.Duration // since when
	released bool          // and has released the controls

	// Which sections the client is subscribed to, beside what the world says.
	epoch    uint32            // of the last subscription
	flight   []flight          // opened and not confirmed
	opened   []opening         // since the last frame
	view     int               // of the interest, in sections
	center   world.SectionPos  // of the interest
	scan     int               // into the offsets: before it all is open
	quarter  int               // of the look, by which they are ordered
	asked    int               // sections that were asked for on its behalf and have not come
	bulkSent uint64            // messages over conn
	hashAt   time.Duration     // when the last hash was told
	hashNext int               // into the subscriptions
	held     []actions.Arrived // of a resume: what the client says to hold
	resumed  bool              // held counts
	before   uint64            // E of the client, if it is one of the server before this one; 0: it is not
	comeAt   time.Duration     // since when sections of that one are waited for
	room     int               // bytes of a whole frame for what it goes on with; 0: wholeRoom

	// What the client has been told.
	number       uint64        // of the last frame
	cursor       uint64        // into the log
	built        uint64        // E of the last frame that waits or has left
	sent         uint64        // E of the last frame that has left
	since        uint64        // E from which a whole frame goes on
	whole        bool          // the next frame is whole
	prepared     bool          // and the subscriptions are such as can go on
	wholeWait    uint64        // the ticket that must be durable before it
	welcome      bool          // a Welcome has to go before it
	freeSince    time.Duration // when free began to count
	orderedSince time.Duration // when ordered began to count
	ordered      int           // commands, in this second of the server's
	free         int           // actions that count in no rate, in this second of the server's
	greeted      bool          // it has left
	againAt      time.Duration // when a section was last opened anew because it was wrong
	again        bool          // the Welcome says that the session is resumed
	frameAt      time.Duration
	turnAt       time.Duration // as due counts
	spoke        bool          // the client, in this step
	rankAt       time.Duration
	bodies       []told   // those that are not told to be at rest first
	lively       int      // so many
	laid         bool     // some of these have come to rest and not been told so
	stale        bool     // the choice of things that it is told of may be another one
	crowded      bool     // there are more than it is told of
	picks        int      // for so many there was room, when they were chosen
	pickedAt     [3]int64 // where it stood then, in 1/16 block
	at           []int32  // by slot: index into bodies plus 1
	streams      []toldStream
	acked        uint64 // the last action that was acked
	answered     uint64 // the last action that is to be acked
	ackFresh     bool   // it moved in this step
	ackTicket    uint64
	refusals     []refusal
	moved        []world.EntityID // by the server or lifted, since the last frame
	stallNews    bool
	out          outbox
	told         uint64        // the number of the last frame that has left
	proofOf      uint64        // the frame that the client has to say next that it has applied,
	proofAt      time.Duration // and since when
}

// refusal waits to be told.
type refusal struct {
	number uint64
	why    actions.Refusal
}

// session returns the session of a stream, nil if there is none.
func (s *Server) session(of timestream.Stream) *session {
	i, ok := s.find(of)
	if !ok {
		return nil
	}
	return s.sessions[i]
}

func (s *Server) find(of timestream.Stream) (int, bool) {
	lo, hi := 0, len(s.sessions)
	for lo < hi {
		mid := (lo + hi) / 2
		if s.sessions[mid].stream < of {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(s.sessions) && s.sessions[lo].stream == of
}

// judged returns the sessions in the order in which they are judged: by stream.
func (s *Server) judged() []*session {
	if faults.Active(faults.OrderByMap) {
		var out []*session
		for _, c := range s.names {
			out = append(out, c)
		}
		return out
	}
	return s.sessions
}

func (s *Server) enter(c *session) {
	i, _ := s.find(c.stream)
	s.sessions = slices.Insert(s.sessions, i, c)
	s.names[c.name] = c
	s.metrics.Players = len(s.sessions)
}

// drop forgets the connection; the session goes on for a while.
func (s *Server) drop(c *session) {
	c.conn, c.lost = nil, s.mono
	c.out.clear()
	s.cfg.Observe.Session(c.stream, "lost")
}

// reap ends what broke a rule and what has been without a connection for too long.
func (s *Server) reap() {
	for i := len(s.sessions) - 1; i >= 0; i-- {
		c := s.sessions[i]
		switch {
		case c.failed != "":
			s.metrics.Ended++
			s.cfg.Observe.Session(c.stream, "ended: "+c.failed)
			if c.conn != nil {
				c.conn.Close(c.failed)
			}
			s.leave(c)
		case c.gone || c.conn == nil && s.mono-c.lost >= s.lingers(c):
			s.leave(c)
		}
	}
}

// forget lets the client know nothing: the next frame is whole.
func (c *session) forget() {
	c.bodies, c.streams = c.bodies[:0], c.streams[:0]
	c.lively, c.stale = 0, true
	clear(c.at)
	c.moved = c.moved[:0]
}

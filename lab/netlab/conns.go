package netlab

import (
	"slices"
	"time"

	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
)

// simConn is a connection of a client to a machine.
type simConn struct {
	near, far *memnet.Conn // the client's end and the server's
	to        *machine
	deadAt    time.Duration // when it becomes known that nobody is at its other end; 0: it does not
	came      int           // updates that have come
	left      []told        // what each update rested on when it left; with two machines
	word      *word         // what the server tells; nil unless somebody lies
}

// cut loses all that is sent before a time, both ways.
func (c *simConn) cut(s *simClient) {
	c.near.Cut(s.troubles.cutUntil)
	c.far.Cut(s.troubles.cutUntil)
}

// dialFirst opens a connection to the first machine. Who is not in the world yet knows where its owner is, as a list of servers says it.
func (s *simClient) dialFirst() transport.Conn {
	if s.client.Stream() == 0 {
		return s.dial(s.sim.machines.owner)
	}
	return s.dial(s.sim.machines.all[0])
}

// dial opens a connection to a machine under the network's present conditions; nil if nobody answers there.
func (s *simClient) dial(to *machine) transport.Conn {
	s.forgetClosed()
	if s.conn = nil; to.down {
		return nil
	}
	up, down := s.sim.links(s)
	c := &simConn{to: to}
	c.near, c.far = s.sim.network.Pair(up, down)
	s.conn, s.conns = c, append(s.conns, c)
	if s.sim.now < s.troubles.cutUntil {
		c.cut(s)
	}
	if to.beside != nil {
		return to.beside.accept(s, c)
	}
	if s.sim.cfg.Liar {
		c.word = &word{Conn: c.far, sim: s.sim}
		to.server.Accept(s.located(c.word))
	} else {
		to.server.Accept(s.located(c.far))
	}
	if s.liar != nil {
		return s.liar.Dialed(c.near)
	}
	return c.near
}

// forgetClosed counts the bytes of connections that are over.
func (s *simClient) forgetClosed() {
	s.conns = slices.DeleteFunc(s.conns, func(c *simConn) bool {
		_, closed := c.near.Closed()
		if closed || c == s.conn && c.to.beside == nil {
			s.countBytes(c)
			return true
		}
		return false
	})
}

// countBytes adds up the bytes of a connection.
func (s *simClient) countBytes(c *simConn) {
	s.tally.up += c.near.Stats().Bytes
	s.tally.down += c.far.Stats().Bytes
}

// forgetConns counts the bytes of all connections, and forgets them.
func (s *simClient) forgetConns() {
	for _, c := range s.conns {
		s.countBytes(c)
	}
	s.conn, s.conns = nil, nil
}

// leaving is the server's end of a connection, which notes what is in the log when an update leaves.
type leaving struct {
	transport.Conn
	of *simConn
	s  *simClient
}

// Send implements transport.Conn.
func (e leaving) Send(lane transport.Lane, msg []byte) error {
	err := e.Conn.Send(lane, msg)
	switch {
	case err != nil:
	case isUpdate(lane, msg):
		e.of.left = append(e.of.left, e.s.sim.machines.pair.left(e.s, e.of.to))
	case lane == transport.Bulk:
		e.s.sim.machines.pair.leftSection(e.s, e.of.to, msg)
	}
	return err
}

// arriving is the client's end of a connection, which says which of them it reads.
type arriving struct {
	transport.Conn
	of *simConn
	s  *simClient
}

// Receive implements transport.Conn.
func (e arriving) Receive() (transport.Message, bool) {
	m, ok := e.Conn.Receive()
	if ok && m.Kind == transport.KindMessage && isUpdate(m.Lane, m.Data) {
		e.s.told = e.of.left[e.of.came]
		e.of.came++
	}
	return m, ok
}

// word is what the server tells one client over a connection, seen from outside: its end of the connection, which notes when updates leave.
type word struct {
	transport.Conn
	sim   *simulation
	left  []time.Duration // when each update left that has not come yet
	stamp timestream.Time // of the server's stream, in what has come
}

// RoundTrip is the connection's.
func (w *word) RoundTrip() time.Duration { return transport.RoundTripOf(w.Conn) }

// Send implements transport.Conn.
func (w *word) Send(lane transport.Lane, msg []byte) error {
	err := w.Conn.Send(lane, msg)
	if err == nil && isUpdate(lane, msg) {
		w.left = append(w.left, w.sim.now)
	}
	return err
}

// came notes an update that the client is about to apply.
func (w *word) came(u *protocol.Update) {
	w.left = w.left[1:]
	for i := range u.Entries {
		if e := &u.Entries[i]; e.Kind == protocol.EntryAdvance && e.Stream == timestream.Server {
			w.stamp = e.At
		}
	}
}

func isUpdate(lane transport.Lane, msg []byte) bool {
	r := wire.NewReader(msg)
	return lane == transport.Live && r.Byte() == protocol.MsgUpdate
}

// links returns the present conditions of both directions between a client and the server.
func (l *simulation) links(s *simClient) (up, down memnet.Link) {
	c := &l.cfg
	up = memnet.Link{
		Delay: c.RTT/2 + l.extraDelay()/2, Jitter: c.Jitter, Loss: c.Loss, Burst: c.Burst, Copies: !c.NoCopies,
		BulkDelay: c.BulkDelay, BulkRate: c.BulkRate, LiveDelay: c.LiveDelay,
	}
	if c.Stall > 0 && s.index == 0 {
		up.StallEvery, up.StallFor = 20*time.Second, c.Stall
	}
	down = up
	up.Delay, down.Delay = up.Delay+l.skew(), down.Delay-l.skew()
	up.CopyBudget = budgetUp
	if c.ClockOff > 0 && l.now < s.joinAt+clockOffFor {
		down.Delay += 2 * c.ClockOff // the client takes half of it for its clock's error
	}
	if l.networkIsGood { // at the end of the run the network is good, so that the states can be compared
		up = memnet.Link{Delay: time.Millisecond, Copies: true}
		down = up
	}
	return up, down
}

// budgetUp is how many bytes of un-acked actions a client's datagram repeats.
const budgetUp = 600

// clockOffFor is how long the delay is one-sided after joining, which sets the clock wrongly.
const clockOffFor = 3 * time.Second

// extraDelay returns what the scenario adds to the round trip at present.
func (l *simulation) extraDelay() time.Duration {
	c := &l.cfg
	if c.Extra == 0 || l.now < c.ExtraAt || l.now >= c.ExtraTo {
		return 0
	}
	if in := l.now - c.ExtraAt; in < c.Ramp {
		return time.Duration(int64(c.Extra) / 1000 * int64(in) / (int64(c.Ramp) / 1000))
	}
	return c.Extra
}

// skew returns by how much the way to the server is longer at present than half of the round trip.
func (l *simulation) skew() time.Duration {
	if c := &l.cfg; c.SkewTo == 0 || l.now < c.SkewTo {
		return c.Skew
	}
	return 0
}

// updateLinks gives all links their present conditions. It is called when they may have changed.
func (l *simulation) updateLinks() {
	for _, s := range l.clients {
		for _, c := range s.conns {
			up, down := l.links(s)
			c.near.SetLink(up)
			c.far.SetLink(down)
		}
	}
}

package lanes

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/transport"
	"voxtide/transport/gate"
)

// state is how far a connection is.
type state uint8

const (
	opening state = iota // a client is not let in yet
	open
	closing // this end has closed; what was handed over may still leave
	ended
)

// Conn is one end of a connection over a socket. Its owner calls the methods of
// transport.Conn, from one goroutine; Stats and RemoteAddr may be called from any.
type Conn struct {
	hub  *Hub
	peer *gate.Peer // nil only where nothing is sent

	// sending is held by the reader or the pump from before mu until what they made has left:
	// what overtakes looks lost to KCP. The owner takes it for Config.Direct alone.
	sending sync.Mutex
	own     batch // the owner's, of what it sends itself

	mu      sync.Mutex
	state   state
	lanes   [transport.Lanes]lane
	values  values
	copies  copies
	early   early
	heard   []uint64 // of each slot, the number of the newest value that came; 0 is none
	in      transport.Inbox
	fresh   bool // a Flush has come for what copies and values carry
	closed  bool
	reason  string
	writer  writer
	trip    time.Duration // smoothed round trip
	askAt   time.Duration // when the far end is to be asked for an echo
	askedAt time.Duration // when it asked
	asked   uint16

	oweHave, oweValues, oweEcho bool          // what is to be told
	oweAt                       time.Duration // when that leaves alone
	leftAt                      time.Duration // when a payload left that was not only owed
	gatherAt                    time.Duration // when KCP gets more live messages

	batch    *batch // of the goroutine that holds the lock
	lingerTo time.Duration
	stats    Stats

	done  chan struct{} // closed at the very end
	poked atomic.Bool   // waits in the pump's list
	due   atomic.Int64  // when the pump serves it; the pump writes it
	place int           // in the pump's heap, -1 if in none
}

var (
	_ transport.Identified = (*Conn)(nil)
	_ transport.Hinting    = (*Conn)(nil)
	_ transport.Remote     = (*Conn)(nil)
)

func newConn(h *Hub, p *gate.Peer, now time.Duration) *Conn {
	c := &Conn{hub: h, peer: p, place: -1, done: make(chan struct{})}
	c.oweAt, c.gatherAt, c.values.at = never, never, never
	c.due.Store(int64(never))
	for i := range c.lanes {
		l := &c.lanes[i]
		l.window, l.most, l.ackAt, l.probeAt = transport.Window, transport.Window, never, never
	}
	live, bulks := &c.lanes[transport.Live], &c.lanes[transport.Bulk]
	live.early, live.keep = &c.early, !h.cfg.NoCopies
	c.early.loss, c.copies.level = lossFirst, 1 // until more is known
	bulks.window, bulks.most = min(paceFirst, h.cfg.BulkWindow), h.cfg.BulkWindow
	bulks.bulk = &bulk{}
	bulks.bulk.pace.most = float64(h.cfg.BulkRate)
	return c
}

// begin opens the connection. Under the lock, or before anybody knows it.
func (c *Conn) begin() {
	for i := range c.lanes {
		c.lanes[i].start(conversation+uint32(i), c.output)
	}
	c.state = open
}

// Send implements transport.Conn.
func (c *Conn) Send(which transport.Lane, msg []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return transport.ErrClosed
	case len(msg) > transport.MessageMax:
		return transport.ErrTooLarge
	case !c.lanes[which].out.Put(msg, which.Bound(), transport.MessagesMax):
		return transport.ErrFull
	}
	return nil
}

// Value implements transport.Conn.
func (c *Conn) Value(slot uint8, data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return transport.ErrClosed
	case len(data) > transport.ValueMax:
		return transport.ErrTooLarge
	}
	c.values.set(slot, c.lanes[transport.Live].out.Sent, data)
	return nil
}

// Receive implements transport.Conn.
func (c *Conn) Receive() (transport.Message, bool) {
	c.mu.Lock()
	m, ok := c.in.Next()
	poke := false
	for i := range c.lanes {
		l := &c.lanes[i]
		if l.stuck && !c.in.Full(transport.Lane(i)) {
			c.take(transport.Lane(i))
			poke = poke || l.freed
		}
	}
	if c.early.set != 0 {
		c.drain()
	}
	c.mu.Unlock()
	if poke {
		c.hub.poke(c)
	}
	return m, ok
}

// Delivered implements transport.Conn.
func (c *Conn) Delivered(which transport.Lane) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lanes[which].out.Delivered
}

// Pending implements transport.Conn.
func (c *Conn) Pending(which transport.Lane) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lanes[which].out.Pending
}

// Flush implements transport.Conn: the pump sends it.
func (c *Conn) Flush() {
	c.mu.Lock()
	c.flush()
	poke := c.fresh
	for i := range c.lanes {
		poke = poke || c.lanes[i].count < c.lanes[i].out.Ready && (i > 0 || c.hub.cfg.NoCopies)
	}
	c.mu.Unlock()
	switch {
	case !poke:
	case c.hub.cfg.Direct:
		c.leaveNow()
	default:
		c.hub.flushed(c)
	}
}

func (c *Conn) flush() {
	if c.closed {
		return
	}
	for i := range c.lanes {
		c.lanes[i].out.Flush()
	}
	c.values.flush()
	c.fresh = c.fresh || c.values.fresh
	if o := &c.lanes[transport.Live].out; !c.hub.cfg.NoCopies {
		c.fresh = c.fresh || o.Ready > c.copies.told
		c.copies.flushed(o.Ready, c.hub.now())
	}
}

// Close implements transport.Conn. The pump tells the far end once all is acked, or half
// a second from now.
func (c *Conn) Close(reason string) {
	c.mu.Lock()
	c.flush()
	c.shut(reason, c.hub.now(), lingerFor)
	c.mu.Unlock()
	c.hub.poke(c)
}

// shut ends this end, under the lock. What it holds un-acked has that long to arrive.
func (c *Conn) shut(reason string, now, linger time.Duration) {
	if c.state >= closing {
		return
	}
	if !c.closed {
		c.closed, c.reason = true, reason[:min(len(reason), transport.ReasonMax)]
	}
	if c.state == opening {
		c.state = ended
		c.goodbye()
		return
	}
	c.state, c.lingerTo = closing, now+linger
}

// Closed implements transport.Conn.
func (c *Conn) Closed() (reason string, closed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reason, c.closed
}

// Done gives a channel that is closed when the connection is over and, of a client, the far
// end has been told as often as it is going to be and the goroutines have ended: a program
// waits for it before it exits.
func (c *Conn) Done() <-chan struct{} { return c.done }

// RemoteAddr gives where the far end is now.
func (c *Conn) RemoteAddr() netip.AddrPort { return c.peer.Addr() }

// Remote implements transport.Remote.
func (c *Conn) Remote() netip.Addr { return c.peer.Addr().Addr().Unmap().WithZone("") }

// Identity gives who the far end is; zero before a client's connection is open.
func (c *Conn) Identity() transport.Identity { return transport.Identity(c.peer.Key()) }

// Refused implements transport.Hinting.
func (c *Conn) Refused() bool { return c.peer != nil && c.peer.Refused() }

// Err gives why the gate has ended the session, nil before: for a client that was not let in
// a *gate.KeyError, a *gate.RefusedError, gate.ErrTimeout or what Trust returned.
func (c *Conn) Err() error { return c.peer.Err() }

// Stats gives what this end has done so far.
func (c *Conn) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.RoundTrip = c.trip
	for i := range c.lanes {
		s.Segments += c.lanes[i].segments
		s.Resent += c.lanes[i].resent
		s.Vain += c.lanes[i].vain
	}
	s.BulkRate = int(c.lanes[transport.Bulk].bulk.pace.rate)
	return s
}

// Stats counts what one end has done, without the gate's own packets. Bytes are with what the gate adds and 28 of IP and UDP
// headers for each datagram.
type Stats struct {
	PacketsUp, PacketsDown uint64 // sent and received
	BytesUp, BytesDown     uint64
	Segments, Resent       uint64 // KCP's, of both lanes, sent; and of those, sent again
	Malformed              uint64 // payloads dropped
	Vain                   uint64 // KCP's acks that told nothing new, and were not given to it
	Copies, Helped         uint64 // live messages sent beside KCP, repeated ones too; and received so
	BulkRate               int    // bytes/s that the bulk lane sends at now, with all headers
	RoundTrip              time.Duration
}

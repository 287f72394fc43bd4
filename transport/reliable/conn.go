package reliable

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/transport"
	"voxtide/transport/secure"
)

// state is how far a connection has come.
type state uint8

const (
	opening state = iota // a client's session is not open yet
	open
	closing // this end has closed; data handed over before may still leave
	ended
)

// Conn is one end of a connection over a socket. One goroutine, its owner, calls the methods of transport.Conn; any
// goroutine may call Stats and Remote.
type Conn struct {
	hub  *Hub
	peer *secure.Peer // nil only in tests that send nothing

	// The reader or the pump holds sending from before mu until the packets that they made have left, or wait in the
	// endpoint, which keeps their order: a packet that is overtaken looks lost to KCP. The owner holds it only with
	// Config.Direct.
	sending     sync.Mutex
	directBatch batch // packets that the owner sends itself

	mu           sync.Mutex
	state        state
	lanes        [transport.Lanes]lane
	values       valueSender
	copySend     copySender
	copyRecv     copyReceiver
	newestValues []uint64 // of each slot, the number of the newest value that came; 0 is none
	inbox        transport.Inbox
	flushPending bool // a Flush was called for data that copies and values carry
	closed       bool
	reason       string
	writer       payloadWriter
	srtt         time.Duration // smoothed round trip

	kcpDueAt time.Duration // when KCP gets more live messages

	batch       *batch // of the goroutine that holds the lock
	lingerUntil time.Duration
	stats       Stats

	done     chan struct{} // closed after everything else
	feedback feedback
	pump     pumpEntry
}

var (
	_ transport.Identified      = (*Conn)(nil)
	_ transport.RefusalReporter = (*Conn)(nil)
	_ transport.Remote          = (*Conn)(nil)
	_ transport.Located         = (*Conn)(nil)
	_ transport.Timed           = (*Conn)(nil)
)

func newConn(h *Hub, p *secure.Peer, now time.Duration) *Conn {
	c := &Conn{hub: h, peer: p, pump: pumpEntry{heapIndex: -1}, done: make(chan struct{})}
	c.feedback.feedbackAt, c.kcpDueAt, c.values.resendAt = never, never, never
	c.pump.dueAt.Store(int64(never))
	for i := range c.lanes {
		l := &c.lanes[i]
		l.window, l.windowMax, l.ackAt, l.headers.probeAt = transport.Window, transport.Window, never, never
	}
	live, bulks := &c.lanes[transport.Live], &c.lanes[transport.Bulk]
	live.copyRecv, live.keepForCopies = &c.copyRecv, !h.cfg.NoCopies
	c.copyRecv.loss, c.copySend.level = lossFirst, 1 // until something is measured
	bulks.window, bulks.windowMax = min(paceFirst, h.cfg.BulkWindow), h.cfg.BulkWindow
	bulks.bulk = &bulkSender{}
	bulks.bulk.rate.max = float64(h.cfg.BulkRate)
	return c
}

// beginClose begins to close this end; un-acked data have the given time to arrive. The caller holds the lock.
func (c *Conn) beginClose(reason string, now, linger time.Duration) {
	if c.state >= closing {
		return
	}
	if !c.closed {
		c.closed, c.reason = true, reason[:min(len(reason), transport.ReasonMax)]
	}
	if c.state == opening {
		c.state = ended
		c.closeSession()
		return
	}
	c.state, c.lingerUntil = closing, now+linger
}

// Closed implements transport.Conn.
func (c *Conn) Closed() (reason string, closed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reason, c.closed
}

// Remote implements transport.Remote.
func (c *Conn) Remote() netip.Addr { return c.peer.Addr().Addr().Unmap().WithZone("") }

// Location implements transport.Located: a packet that proves that the session goes on elsewhere moves it.
func (c *Conn) Location() netip.AddrPort {
	at := c.peer.Addr()
	return netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port())
}

// RoundTrip implements transport.Timed.
func (c *Conn) RoundTrip() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.srtt
}

// Identity returns the far end's key; zero before a client's connection is open.
func (c *Conn) Identity() transport.Identity { return transport.Identity(c.peer.Key()) }

// Refused implements transport.RefusalReporter.
func (c *Conn) Refused() bool { return c.peer != nil && c.peer.Refused() }

// Err returns why the session below has ended, nil before: for a client that was refused a *secure.KeyError, a
// *secure.RefusedError, secure.ErrTimeout or the error of Trust.
func (c *Conn) Err() error { return c.peer.Err() }

// Stats counts what one end has done, without the packets of package secure itself. Bytes include what secure adds to
// each datagram, and 28 of IP and UDP headers.
type Stats struct {
	PacketsUp, PacketsDown uint64 // sent and received
	BytesUp, BytesDown     uint64
	Segments, Resent       uint64 // KCP segments sent on both lanes; and of those, sent again
	Malformed              uint64 // malformed payloads, which were dropped
	UselessAcks            uint64 // acks withheld from KCP because they told nothing new
	Copies, CopiesUsed     uint64 // live messages sent as copies, repetitions included; and received first as copies
	BulkRate               int    // bytes/s that the bulk lane sends at present, with all headers
	RoundTrip              time.Duration
}

// pumpEntry is a connection's place in the pump's queue and heap.
type pumpEntry struct {
	queued    bool          // is in the pump's queue, which guards it and askedFor
	askedFor  time.Duration // earliest time by which it is to be served, while it is in the queue
	serveBy   time.Duration // the same, once it was taken from there; only the pump uses it
	dueAt     atomic.Int64  // when the pump serves it; only the pump writes it
	heapIndex int           // place in the pump's heap, -1 outside it
}

// payloadWriter is the payload being written, at the end of the batch's buffer.
type payloadWriter struct {
	open      bool
	start     int // start of its datagram in the buffer
	lastPart  int // kind of the part written last
	needsBase bool
}

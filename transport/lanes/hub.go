package lanes

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport/gate"
)

// Hub is all connections of one socket. Its methods may be called from any goroutine.
type Hub struct {
	gate   *gate.Gate
	cfg    Config
	began  time.Time
	clock  *kcp.KCP // never updated: its Check gives the time of KCP's clock, in ms
	client *Conn    // of a client's socket, which has one connection; else nil

	mu       sync.Mutex
	conns    map[*gate.Peer]*Conn
	accepted []*Conn
	shutting bool

	pokeMu sync.Mutex
	pokes  []*Conn
	held   atomic.Bool
	sleeps atomic.Int64 // until when the pump sleeps if nobody wakes it; 0: it is awake, and looks at pokes before it sleeps
	wake   chan struct{}
	why    atomic.Pointer[string] // why all is to end
	ended  chan struct{}          // closed when both goroutines have ended
	unread chan struct{}          // closed when the reader has ended

	made, busy atomic.Uint64
}

// HubStats counts what a Hub has met; what the gate has, stands in Gate.
type HubStats struct {
	Gate     gate.Stats
	Accepted uint64 // connections made
	Busy     uint64 // turned away, because too many wait for Accept
	Now      int    // connections that there are
}

// Add adds those of another Hub.
func (s *HubStats) Add(o HubStats) {
	s.Gate.Add(o.Gate)
	s.Accepted, s.Busy, s.Now = s.Accepted+o.Accepted, s.Busy+o.Busy, s.Now+o.Now
}

// Stats gives the counts so far.
func (h *Hub) Stats() HubStats {
	h.mu.Lock()
	now := len(h.conns)
	h.mu.Unlock()
	return HubStats{Gate: h.gate.Stats(), Accepted: h.made.Load(), Busy: h.busy.Load(), Now: now}
}

func newHub(cfg Config) *Hub {
	return &Hub{
		cfg: cfg.filled(), began: time.Now(), clock: kcp.NewKCP(0, nil), conns: map[*gate.Peer]*Conn{},
		wake: make(chan struct{}, 1), ended: make(chan struct{}), unread: make(chan struct{}),
	}
}

// Listen serves connections over a socket, until Close. It panics without Config.Gate.Secret.
func Listen(pc net.PacketConn, cfg Config) *Hub {
	h := newHub(cfg)
	g := h.cfg.Gate
	g.Opened, g.Closed = h.opened, h.closed
	h.gate = gate.Listen(pc, g)
	go h.read()
	go h.pump()
	return h
}

// Dial opens a connection to a Hub over a socket of its own. It does not wait: what is
// handed over before the Hub has answered leaves then, and a refusal or a timeout shows in
// Closed. When the connection has ended, so do its goroutines. It panics without
// Config.Gate.Secret; without Known and Trust the connection ends at once.
func Dial(pc net.PacketConn, to net.Addr, cfg Config) *Conn {
	h := newHub(cfg)
	c := newConn(h, nil, h.now())
	h.client = c
	g := h.cfg.Gate
	g.Opened = c.opened
	g.Closed = func(p *gate.Peer, reason string) { c.ends(reason) }
	h.gate = gate.Dial(pc, to, g)
	c.peer = h.gate.Peer()
	h.poke(c)
	go h.read()
	go h.pump()
	return c
}

// Accept gives a connection that a client has opened, and whether there was one. It does
// not wait. At most 64 wait to be accepted; who comes then is turned away.
func (h *Hub) Accept() (*Conn, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.accepted) == 0 {
		return nil, false
	}
	c := h.accepted[0]
	n := copy(h.accepted, h.accepted[1:])
	h.accepted[n] = nil
	h.accepted = h.accepted[:n]
	return c, true
}

// opened makes the connection of a client who was let in. The gate's.
func (h *Hub) opened(p *gate.Peer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.shutting:
		return // the gate closes it, too
	case len(h.accepted) >= acceptMax:
		h.busy.Add(1)
		p.Close(refuseBusy)
		return
	}
	c := newConn(h, p, h.now())
	c.begin()
	h.conns[p] = c
	h.accepted = append(h.accepted, c)
	h.made.Add(1)
	h.poke(c)
	if h.cfg.Arrived != nil {
		h.cfg.Arrived()
	}
}

// closed ends the connection of a client whose session has ended. The gate's.
func (h *Hub) closed(p *gate.Peer, reason string) {
	if c := h.find(p); c != nil {
		c.ends(reason)
	}
}

// find gives the connection of a peer, nil if there is none.
func (h *Hub) find(p *gate.Peer) *Conn {
	if h.client != nil {
		return h.client
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.conns[p]
}

// forget takes an ended connection out of the table; false if it is out already.
func (h *Hub) forget(c *Conn) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.conns[c.peer] != c {
		return false
	}
	delete(h.conns, c.peer)
	return true
}

// Close ends all connections with a reason and the Hub itself. It waits until the far ends
// have been told, three times within 40 ms, and the goroutines have ended.
func (h *Hub) Close(reason string) {
	h.end(reason)
	<-h.ended
}

// end has the pump end everything; the first reason counts.
func (h *Hub) end(reason string) {
	h.why.CompareAndSwap(nil, &reason)
	h.signal()
}

func (h *Hub) signal() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// poke has the pump serve a connection now.
func (h *Hub) poke(c *Conn) { h.pokeBy(c, 0) }

// pokeBy has the pump serve a connection by a time, or earlier: it is woken only where it would sleep longer. Most of
// what arrives just moves what is owed for it, and would wake the pump each time in vain.
func (h *Hub) pokeBy(c *Conn, at time.Duration) {
	if !c.poked.Swap(true) {
		h.enlist(c)
	}
	if int64(at) < h.sleeps.Load() {
		h.signal()
	}
}

// enlist enters a connection among those that the pump is to serve, and gives their number.
func (h *Hub) enlist(c *Conn) int {
	h.pokeMu.Lock()
	defer h.pokeMu.Unlock()
	h.pokes = append(h.pokes, c)
	return len(h.pokes)
}

// Hold has what is flushed from now on wait for Release, but never more than some connections': who flushes many in one go
// wakes the pump seldom. The owner of the connections calls both.
func (h *Hub) Hold() { h.held.Store(true) }

// Release lets leave what waits since Hold.
func (h *Hub) Release() {
	h.held.Store(false)
	if h.sleeps.Load() > 0 && h.waiting() {
		h.signal()
	}
}

// flushed has the pump serve a connection now, or soon.
func (h *Hub) flushed(c *Conn) {
	full := !c.poked.Swap(true) && h.enlist(c)%holdMost == 0
	if (full || !h.held.Load()) && h.sleeps.Load() > 0 {
		h.signal()
	}
}

// waiting tells whether some connection is to be served now.
func (h *Hub) waiting() bool {
	h.pokeMu.Lock()
	defer h.pokeMu.Unlock()
	return len(h.pokes) > 0
}

// now is the time since the Hub began.
func (h *Hub) now() time.Duration { return time.Since(h.began) }

// read takes payloads in until the gate ends.
func (h *Hub) read() {
	defer close(h.unread)
	var b batch
	buf := make([]byte, gate.MaxPayload)
	for {
		n, from, err := h.gate.ReadFrom(buf)
		if err != nil {
			h.end("the socket is closed")
			return
		}
		c := h.find(from.(*gate.Peer))
		if c == nil {
			continue // its session is being closed
		}
		if at, poke := c.arrive(buf[:n], h.now(), &b); poke {
			h.pokeBy(c, at)
		}
	}
}

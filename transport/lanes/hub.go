package lanes

import (
	"crypto/rand"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/xtaci/kcp-go/v5"
)

// Hub is all connections of one socket. Its methods may be called from any goroutine.
type Hub struct {
	pc     net.PacketConn
	cfg    Config
	began  time.Time
	clock  *kcp.KCP // never updated: its Check gives the time of KCP's clock, in ms
	client *Conn    // of a client's socket, which has one connection; else nil

	mu        sync.Mutex
	conns     map[uint32]*Conn
	greeted   map[helloKey]uint32 // of conns
	sources   map[peer]int        // connections by source
	accepted  []*Conn
	greetings greetings
	shutting  bool

	pokeMu sync.Mutex
	pokes  []*Conn
	wake   chan struct{}
	why    atomic.Pointer[string] // why all is to end
	ended  chan struct{}          // closed when both goroutines have ended
	unread chan struct{}          // closed when the reader has ended

	counts counts
}

// counts are a Hub's own; a Conn has its own.
type counts struct {
	junk, foreign, refused, accepted, failed atomic.Uint64
}

// HubStats counts what a Hub has met.
type HubStats struct {
	Junk     uint64 // datagrams of no form or no connection, dropped
	Foreign  uint64 // datagrams of a connection from another address, dropped
	Refused  uint64 // hellos that were turned away
	Accepted uint64 // connections made
	Failed   uint64 // datagrams that the socket did not take
	Now      int    // connections that there are
}

// Stats gives the counts so far.
func (h *Hub) Stats() HubStats {
	h.mu.Lock()
	now := len(h.conns)
	h.mu.Unlock()
	n := &h.counts
	return HubStats{n.junk.Load(), n.foreign.Load(), n.refused.Load(), n.accepted.Load(), n.failed.Load(), now}
}

func newHub(pc net.PacketConn, cfg Config) *Hub {
	if s, ok := pc.(interface{ SetReadBuffer(int) error }); ok {
		s.SetReadBuffer(socketBytes) // as much as the system allows
	}
	return &Hub{
		pc: pc, cfg: cfg.filled(), began: time.Now(), clock: kcp.NewKCP(0, nil),
		wake: make(chan struct{}, 1), ended: make(chan struct{}), unread: make(chan struct{}),
	}
}

// Listen serves connections over a socket, until Close.
func Listen(pc net.PacketConn, cfg Config) *Hub {
	h := newHub(pc, cfg)
	h.conns = map[uint32]*Conn{}
	h.greeted = map[helloKey]uint32{}
	h.sources = map[peer]int{}
	go h.read()
	go h.pump()
	return h
}

// Dial opens a connection to a Hub over a socket of its own. It does not wait: what is
// handed over before the Hub has answered leaves then, and a refusal or a timeout shows in
// Closed. When the connection has ended, so do its goroutines.
func Dial(pc net.PacketConn, to net.Addr, cfg Config) *Conn {
	h := newHub(pc, cfg)
	c := newConn(h, to, peerOf(to), h.now())
	c.key.peer = c.peer
	rand.Read(c.key.nonce[:])
	h.client = c
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
func (h *Hub) poke(c *Conn) {
	if c.poked.Swap(true) {
		return
	}
	h.pokeMu.Lock()
	h.pokes = append(h.pokes, c)
	h.pokeMu.Unlock()
	h.signal()
}

// now is the time since the Hub began.
func (h *Hub) now() time.Duration { return time.Since(h.began) }

// micros is now in a ping.
func (h *Hub) micros() uint32 { return uint32(h.now() / time.Microsecond) }

// addrPortReader is what a UDP socket offers beside ReadFrom, without allocating.
type addrPortReader interface {
	ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error)
}

// read takes datagrams in until the socket is closed or the Hub ends.
func (h *Hub) read() {
	defer close(h.unread)
	fast, _ := h.pc.(addrPortReader)
	var b batch
	buf := make([]byte, readBytes)
	for failed := 0; ; {
		var n int
		var err error
		var p peer
		var from net.Addr
		var at netip.AddrPort
		if fast != nil {
			n, at, err = fast.ReadFromUDPAddrPort(buf)
			p = peerAt(at)
		} else if n, from, err = h.pc.ReadFrom(buf); err == nil {
			p = peerOf(from)
		}
		if err != nil {
			if failed++; failed == readErrors || errors.Is(err, net.ErrClosed) {
				h.end("the socket is closed")
			}
			if h.why.Load() != nil {
				return
			}
			time.Sleep(readPause)
			continue
		}
		failed = 0
		to := func() net.Addr {
			if from == nil {
				from = net.UDPAddrFromAddrPort(at)
			}
			return from
		}
		h.take(buf[:n], p, to, &b)
		h.send(&b)
	}
}

// send writes what a batch holds.
func (h *Hub) send(b *batch) {
	if failed := b.send(h.pc); failed > 0 {
		h.counts.failed.Add(failed)
	}
}

// take gives a datagram to whom it is for.
func (h *Hub) take(raw []byte, p peer, to func() net.Addr, b *batch) {
	d, ok := decode(raw)
	if !ok {
		h.counts.junk.Add(1)
		return
	}
	now := h.now()
	c := h.client
	switch {
	case c != nil && p != c.peer:
		h.counts.foreign.Add(1)
		return
	case c != nil && (d.kind == typeWelcome || d.kind == typeRefuse):
		if c.answered(&d, now, b) {
			h.poke(c)
		}
		return
	case c != nil:
		if d.kind == typeHello || d.id != c.id {
			h.counts.junk.Add(1)
			return
		}
	case d.kind == typeHello:
		h.mu.Lock()
		h.greet(&d, p, to, now, b)
		h.mu.Unlock()
		return
	case d.kind == typeWelcome || d.kind == typeRefuse:
		h.counts.junk.Add(1)
		return
	default:
		if c = h.find(d.id, p, to, now); c == nil {
			return
		}
	}
	poke, ok := c.arrive(&d, len(raw), now, b)
	if !ok {
		h.counts.junk.Add(1)
	}
	if poke {
		h.poke(c)
	}
}

// find gives the connection of a number, if its peer asks; the first time, it is made.
func (h *Hub) find(id uint32, p peer, to func() net.Addr, now time.Duration) *Conn {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.conns[id]
	switch {
	case c == nil:
		if c = h.meet(id, p, to, now); c == nil {
			h.counts.junk.Add(1)
			return nil
		}
		h.poke(c)
	case c.peer != p:
		h.counts.foreign.Add(1)
		return nil
	}
	return c
}

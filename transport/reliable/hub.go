package reliable

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport/secure"
)

// Hub holds all connections of one socket. Its methods may be called from any goroutine.
type Hub struct {
	endpoint  *secure.Endpoint
	cfg       Config
	startedAt time.Time
	kcpClock  *kcp.KCP // never updated: its Check returns the time of KCP's clock, in ms
	client    *Conn    // the one connection of a client's socket; else nil

	mu       sync.Mutex
	conns    map[*secure.Peer]*Conn
	accepted []*Conn
	closing  bool

	queueMu     sync.Mutex
	queue       []*Conn
	corked      atomic.Bool
	sleepsUntil atomic.Int64 // time until which the pump sleeps unless woken; 0: it is awake, and looks at queue before it sleeps
	wakeup      chan struct{}
	closeReason atomic.Pointer[string] // reason to close everything; nil while open
	ended       chan struct{}          // closed when both goroutines have ended
	readerDone  chan struct{}          // closed when the reader has ended

	acceptedCount, refusedCount atomic.Uint64
}

// HubStats counts a Hub's events; Secure has the counts of the layer below.
type HubStats struct {
	Secure   secure.Stats
	Accepted uint64 // connections accepted
	Refused  uint64 // connections refused because too many waited for Accept
	Open     int    // present connections
}

// Add adds the counts of another Hub.
func (s *HubStats) Add(o HubStats) {
	s.Secure.Add(o.Secure)
	s.Accepted, s.Refused, s.Open = s.Accepted+o.Accepted, s.Refused+o.Refused, s.Open+o.Open
}

// Stats returns the counts so far.
func (h *Hub) Stats() HubStats {
	h.mu.Lock()
	now := len(h.conns)
	h.mu.Unlock()
	return HubStats{Secure: h.endpoint.Stats(), Accepted: h.acceptedCount.Load(), Refused: h.refusedCount.Load(), Open: now}
}

func newHub(cfg Config) *Hub {
	return &Hub{
		cfg: cfg.withDefaults(), startedAt: time.Now(), kcpClock: kcp.NewKCP(0, nil), conns: map[*secure.Peer]*Conn{},
		wakeup: make(chan struct{}, 1), ended: make(chan struct{}), readerDone: make(chan struct{}),
	}
}

// connOf returns the connection of a peer, nil if there is none.
func (h *Hub) connOf(p *secure.Peer) *Conn {
	if h.client != nil {
		return h.client
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.conns[p]
}

// removeConn takes an ended connection out of the table, and reports whether it was there.
func (h *Hub) removeConn(c *Conn) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.conns[c.peer] != c {
		return false
	}
	delete(h.conns, c.peer)
	return true
}

// beginClose makes the pump close everything; the first reason counts.
func (h *Hub) beginClose(reason string) {
	h.closeReason.CompareAndSwap(nil, &reason)
	h.wakePump()
}

func (h *Hub) wakePump() {
	select {
	case h.wakeup <- struct{}{}:
	default:
	}
}

// serveSoon makes the pump serve a connection now.
func (h *Hub) serveSoon(c *Conn) { h.serveBy(c, 0) }

// serveBy makes the pump serve a connection by a time. It wakes the pump only if that would sleep longer: most
// datagrams just move the time of their feedback, and need no wake-up.
func (h *Hub) serveBy(c *Conn, at time.Duration) {
	h.enqueue(c, at)
	if int64(at) < h.sleepsUntil.Load() {
		h.wakePump()
	}
}

// enqueue puts a connection into the pump's queue, to be served by a time, unless it is there for an earlier one. It reports
// whether the queue has reached another multiple of corkMax.
func (h *Hub) enqueue(c *Conn, at time.Duration) (full bool) {
	h.queueMu.Lock()
	defer h.queueMu.Unlock()
	if c.pump.queued {
		c.pump.askedFor = min(c.pump.askedFor, at)
		return false
	}
	c.pump.queued, c.pump.askedFor = true, at
	h.queue = append(h.queue, c)
	return len(h.queue)%corkMax == 0
}

// Cork delays flushed data until Uncork, but never for more than corkMax connections, so that a server that flushes
// many connections at once wakes the pump seldom. The owner of the connections calls both.
func (h *Hub) Cork() { h.corked.Store(true) }

// Uncork sends what was delayed since Cork.
func (h *Hub) Uncork() {
	h.corked.Store(false)
	if h.sleepsUntil.Load() > 0 && h.hasQueued() {
		h.wakePump()
	}
}

// serveFlushed makes the pump serve a connection now, or at the next Uncork.
func (h *Hub) serveFlushed(c *Conn) {
	full := h.enqueue(c, 0)
	if (full || !h.corked.Load()) && h.sleepsUntil.Load() > 0 {
		h.wakePump()
	}
}

// hasQueued reports whether a connection waits to be served.
func (h *Hub) hasQueued() bool {
	h.queueMu.Lock()
	defer h.queueMu.Unlock()
	return len(h.queue) > 0
}

// now returns the time since the Hub started.
func (h *Hub) now() time.Duration { return time.Since(h.startedAt) }

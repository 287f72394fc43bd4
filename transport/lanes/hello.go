package lanes

// How a connection begins. A client asks with a nonce, the Hub answers with a random number
// and remembers both in a bounded table; the first datagram with that number from the same
// address makes the connection. A gate with cookies and keys will stand here instead.

import (
	"crypto/rand"
	"encoding/binary"
	"net"
	"time"
)

// Why a Hub refuses.
const (
	refuseVersion = "another version of the transport"
	refuseFull    = "the server is full"
	refuseSource  = "too many connections from your address"
	refuseBusy    = "the server is busy, try again"
)

// helloKey is one client's wish for one connection.
type helloKey struct {
	peer  peer
	nonce nonce
}

// halfOpen is a client that was answered and has not been heard of again.
type halfOpen struct {
	helloKey
	id uint32
	at time.Duration
}

// greetings are the half-open, oldest first, of a Hub.
type greetings struct {
	rows [halfOpenMax]halfOpen
	n    int
}

func (g *greetings) find(is func(*halfOpen) bool) *halfOpen {
	for i := range g.n {
		if is(&g.rows[i]) {
			return &g.rows[i]
		}
	}
	return nil
}

// add forgets the oldest if there is no room.
func (g *greetings) add(r halfOpen) {
	if g.n == halfOpenMax {
		g.remove(&g.rows[0])
	}
	g.rows[g.n] = r
	g.n++
}

func (g *greetings) remove(r *halfOpen) {
	for i := range g.n {
		if &g.rows[i] == r {
			g.n--
			copy(g.rows[i:], g.rows[i+1:g.n+1])
			g.rows[g.n] = halfOpen{}
			return
		}
	}
}

// expire forgets those who were answered too long ago.
func (g *greetings) expire(now time.Duration) {
	for g.n > 0 && now-g.rows[0].at > halfOpenFor {
		g.remove(&g.rows[0])
	}
}

// greet answers a hello. It is the reader's, under the Hub's lock.
func (h *Hub) greet(d *datagram, p peer, to func() net.Addr, now time.Duration, b *batch) {
	key := helloKey{p, d.nonce}
	h.greetings.expire(now)
	id, known := h.greeted[key]
	if r := h.greetings.find(func(r *halfOpen) bool { return r.helloKey == key }); r != nil {
		id, known = r.id, true
	}
	if !known {
		if why := h.refusal(d, p); why != "" {
			h.counts.refused.Add(1)
			b.close(appendRefuse(b.buf, d.nonce, why), len(b.buf), to())
			return
		}
		id = h.freshID()
		h.greetings.add(halfOpen{key, id, now})
	}
	b.close(appendWelcome(b.buf, d.nonce, id), len(b.buf), to())
}

// refusal gives the reason why a new client is turned away, "" if it is not.
func (h *Hub) refusal(d *datagram, p peer) string {
	switch {
	case d.version != Version:
		return refuseVersion
	case len(h.conns) >= h.cfg.Connections || h.shutting:
		return refuseFull
	case h.sources[p.source()] >= h.cfg.PerSource:
		return refuseSource
	case len(h.accepted) >= acceptMax:
		return refuseBusy
	}
	return ""
}

// freshID draws a number that no connection has. It fits 31 bits, and is not 0.
func (h *Hub) freshID() uint32 {
	for {
		var b [4]byte
		rand.Read(b[:])
		id := binary.LittleEndian.Uint32(b[:]) >> 1
		taken := h.greetings.find(func(r *halfOpen) bool { return r.id == id })
		if id != 0 && h.conns[id] == nil && taken == nil {
			return id
		}
	}
}

// meet makes the connection of a half-open client, whose first datagram has come. It is the
// reader's, under the Hub's lock; nil if there is no such client, or no room now.
func (h *Hub) meet(id uint32, p peer, to func() net.Addr, now time.Duration) *Conn {
	r := h.greetings.find(func(r *halfOpen) bool { return r.id == id && r.peer == p })
	if r == nil || len(h.conns) >= h.cfg.Connections || len(h.accepted) >= acceptMax ||
		h.sources[p.source()] >= h.cfg.PerSource || h.shutting {
		return nil
	}
	c := newConn(h, to(), p, now)
	c.key = r.helloKey
	c.begin(id)
	h.greetings.remove(r)
	h.conns[id] = c
	h.greeted[c.key] = id
	h.sources[p.source()]++
	h.accepted = append(h.accepted, c)
	h.counts.accepted.Add(1)
	if h.cfg.Arrived != nil {
		h.cfg.Arrived()
	}
	return c
}

// forget takes an ended connection out of the tables; false if it is out already.
func (h *Hub) forget(c *Conn) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.conns[c.id] != c {
		return false
	}
	delete(h.conns, c.id)
	delete(h.greeted, c.key)
	if s := c.peer.source(); h.sources[s] > 1 {
		h.sources[s]--
	} else {
		delete(h.sources, s)
	}
	return true
}

// hello asks for a connection, again and again. It is the client's pump's.
func (c *Conn) hello(now time.Duration) {
	if now < c.helloAt {
		return
	}
	c.helloGap = min(max(helloFirst, c.helloGap*3/2), helloSlowest)
	c.helloAt = now + c.helloGap
	c.plain(appendHello(c.batch.buf, c.key.nonce))
}

// answered takes the answer to a client's hello. It is the reader's.
func (c *Conn) answered(d *datagram, now time.Duration, b *batch) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batch = b
	if d.nonce != c.key.nonce || c.state != opening {
		return false
	}
	c.heardAt = now
	if d.kind == typeRefuse {
		c.shut(string(d.body), now, 0)
		return true
	}
	c.begin(d.id)
	c.ping() // shows the Hub that the number has come, and measures: which hello was answered is not known
	return true
}

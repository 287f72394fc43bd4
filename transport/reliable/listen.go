package reliable

import (
	"net"

	"voxtide/transport/secure"
)

// Listen serves connections over a socket until Close. It panics without Config.Secure.Secret.
func Listen(pc net.PacketConn, cfg Config) *Hub {
	h := newHub(cfg)
	g := h.cfg.Secure
	g.Opened, g.Closed = h.sessionOpened, h.sessionClosed
	h.endpoint = secure.Listen(pc, g)
	go h.runReader()
	go h.runPump()
	return h
}

// Dial opens a connection to a Hub over a socket of its own. It does not wait: data handed over before the Hub has
// answered leave then, and a refusal or a timeout shows in Closed. When the connection has ended, its goroutines end
// too. It panics without Config.Secure.Secret; without Known and Trust the connection ends at once.
func Dial(pc net.PacketConn, to net.Addr, cfg Config) *Conn {
	h := newHub(cfg)
	c := newConn(h, nil, h.now())
	h.client = c
	g := h.cfg.Secure
	g.Opened = c.sessionOpened
	g.Closed = func(p *secure.Peer, reason string) { c.sessionEnded(reason) }
	h.endpoint = secure.Dial(pc, to, g)
	c.peer = h.endpoint.Peer()
	h.serveSoon(c)
	go h.runReader()
	go h.runPump()
	return c
}

// Accept returns a connection that a client has opened, and whether there was one. It does not wait. At most 64
// connections wait to be accepted; further ones are refused.
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

// sessionOpened makes the connection of a client whose session has opened. Package secure calls it.
func (h *Hub) sessionOpened(p *secure.Peer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closing:
		return // package secure closes it, too
	case len(h.accepted) >= acceptMax:
		h.refusedCount.Add(1)
		p.Close(reasonBusy)
		return
	}
	c := newConn(h, p, h.now())
	c.start()
	h.conns[p] = c
	h.accepted = append(h.accepted, c)
	h.acceptedCount.Add(1)
	h.serveSoon(c)
	if h.cfg.OnAccept != nil {
		h.cfg.OnAccept()
	}
}

// sessionClosed ends the connection of a client whose session has ended. Package secure calls it.
func (h *Hub) sessionClosed(p *secure.Peer, reason string) {
	if c := h.connOf(p); c != nil {
		c.sessionEnded(reason)
	}
}

// Close closes all connections with a reason, and then the Hub. It waits until the far ends have been told, three
// times within 40 ms, and the goroutines have ended.
func (h *Hub) Close(reason string) {
	h.beginClose(reason)
	<-h.ended
}

// runReader receives payloads until the endpoint ends.
func (h *Hub) runReader() {
	defer close(h.readerDone)
	var b batch
	buf := make([]byte, secure.MaxPayload)
	for {
		n, from, err := h.endpoint.ReadFrom(buf)
		if err != nil {
			h.beginClose("the socket is closed")
			return
		}
		c := h.connOf(from.(*secure.Peer))
		if c == nil {
			continue // the session is being closed
		}
		if at, poke := c.receive(buf[:n], h.now(), &b); poke {
			h.serveBy(c, at)
		}
	}
}

package secure

// Endpoints without goroutines, whose reader, worker and pump a test plays itself, and whose time
// it sets: for what has to be done very often, and the same way again.

import (
	"bytes"
	"net"
	"net/netip"
	"time"
)

// steppedSocket takes what a still Endpoint sends.
type steppedSocket struct {
	net.PacketConn
	at   netip.AddrPort
	sent func(datagram)
}

func (w *steppedSocket) ReadFromUDPAddrPort([]byte) (int, netip.AddrPort, error) {
	panic("nobody reads")
}

func (w *steppedSocket) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	w.sent(datagram{w.at, to, b})
	return len(b), nil
}

// stepped is an Endpoint that stands still.
type stepped struct {
	*Endpoint
	wire *steppedSocket
}

func steppedServer(cfg Config, sent func(datagram)) *stepped {
	w := &steppedSocket{at: ap(serverAt), sent: sent}
	return &stepped{newEndpoint(w, cfg), w}
}

func steppedClient(at netip.AddrPort, cfg Config, sent func(datagram)) *stepped {
	w := &steppedSocket{at: at, sent: sent}
	g := newEndpoint(w, cfg)
	g.dialed = newPeer(g, address{addrPort: ap(serverAt)})
	g.dialed.startHandshake()
	return &stepped{g, w}
}

// later lets time pass for it.
func (s *stepped) later(d time.Duration) { s.startedAt = s.startedAt.Add(-d) }

// arrive takes a packet in and does the work it makes.
func (s *stepped) arrive(p datagram) (payload []byte, from *Peer) {
	payload, from = s.dispatch(append(s.reader.buf[:0], p.data...), address{addrPort: p.from})
	s.catchUp()
	return payload, from
}

func (s *stepped) catchUp() {
	for {
		j, ok, _ := s.pending.pop(s.totalRate.wait(s.now(), s.handshakeGap(), s.cfg.TotalRate) <= 0)
		if !ok {
			return
		}
		s.runJob(&j)
	}
}

// pumpOnce does what is due.
func (s *stepped) pumpOnce() {
	for _, p := range s.currentPeers() {
		p.runDue(s.now())
	}
}

// steppedPair is a server and a client and what they have sent each other last.
type steppedPair struct {
	server, client *stepped
	up, down       []datagram // not yet delivered
}

func newSteppedPair(server, client Config) *steppedPair {
	m := &steppedPair{}
	m.server = steppedServer(server, func(p datagram) { m.down = append(m.down, datagram{p.from, p.to, bytes.Clone(p.data)}) })
	m.client = steppedClient(ap("198.51.100.1:1"), client, func(p datagram) { m.up = append(m.up, datagram{p.from, p.to, bytes.Clone(p.data)}) })
	return m
}

// step delivers all that is under way and does what is due, and tells the payloads.
func (m *steppedPair) step() (up, down [][]byte) {
	m.client.pumpOnce()
	for len(m.up)+len(m.down) > 0 {
		if len(m.up) > 0 {
			p := m.up[0]
			m.up = m.up[1:]
			if b, from := m.server.arrive(p); from != nil {
				up = append(up, bytes.Clone(b))
			}
		}
		if len(m.down) > 0 {
			p := m.down[0]
			m.down = m.down[1:]
			if b, from := m.client.arrive(p); from != nil {
				down = append(down, bytes.Clone(b))
			}
			m.client.pumpOnce()
		}
	}
	return up, down
}

// peer returns the server's one.
func (m *steppedPair) peer() *Peer {
	for _, p := range m.server.peers {
		return p
	}
	return nil
}

// opened returns a meeting in an open session.
func opened(server, client Config) *steppedPair {
	server.Secret, client.Secret = secret(1), secret(2)
	if client.Trust == nil {
		client.Known = known(1)
	}
	m := newSteppedPair(server, client)
	for range 5 {
		m.step()
	}
	if m.peer() == nil || !m.peer().IsOpen() || !m.client.dialed.IsOpen() {
		panic("not open")
	}
	return m
}

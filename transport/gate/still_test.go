package gate

// Gates without goroutines, whose reader, worker and pump a test plays itself, and whose time
// it sets: for what has to be done very often, and the same way again.

import (
	"bytes"
	"net"
	"net/netip"
	"time"
)

// wire takes what a still Gate sends.
type wire struct {
	net.PacketConn
	at   netip.AddrPort
	sent func(parcel)
}

func (w *wire) ReadFromUDPAddrPort([]byte) (int, netip.AddrPort, error) { panic("nobody reads") }

func (w *wire) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	w.sent(parcel{w.at, to, b})
	return len(b), nil
}

// still is a Gate that stands still.
type still struct {
	*Gate
	wire *wire
}

func stillServer(cfg Config, sent func(parcel)) *still {
	w := &wire{at: ap(serverAt), sent: sent}
	return &still{newGate(w, cfg), w}
}

func stillClient(at netip.AddrPort, cfg Config, sent func(parcel)) *still {
	w := &wire{at: at, sent: sent}
	g := newGate(w, cfg)
	g.client = newPeer(g, endpoint{at: ap(serverAt)})
	g.client.startDialing()
	return &still{g, w}
}

// later lets time pass for it.
func (s *still) later(d time.Duration) { s.began = s.began.Add(-d) }

// arrive takes a packet in and does the work it makes.
func (s *still) arrive(p parcel) (payload []byte, from *Peer) {
	payload, from = s.take(append(s.buf[:0], p.data...), endpoint{at: p.from})
	s.catchUp()
	return payload, from
}

func (s *still) catchUp() {
	for {
		j, ok, _ := s.line.next(s.total.wait(s.now(), s.gap(), s.cfg.TotalRate) <= 0)
		if !ok {
			return
		}
		s.do(&j)
	}
}

// pumpOnce does what is due.
func (s *still) pumpOnce() {
	for _, p := range s.all() {
		p.serve(s.now())
	}
}

// meeting is a server and a client and what they have sent each other last.
type meeting struct {
	server, client *still
	up, down       []parcel // not yet delivered
}

func meet(server, client Config) *meeting {
	m := &meeting{}
	m.server = stillServer(server, func(p parcel) { m.down = append(m.down, parcel{p.from, p.to, bytes.Clone(p.data)}) })
	m.client = stillClient(ap("198.51.100.1:1"), client, func(p parcel) { m.up = append(m.up, parcel{p.from, p.to, bytes.Clone(p.data)}) })
	return m
}

// step delivers all that is under way and does what is due, and tells the payloads.
func (m *meeting) step() (up, down [][]byte) {
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

// peer gives the server's one.
func (m *meeting) peer() *Peer {
	for _, p := range m.server.peers {
		return p
	}
	return nil
}

// opened gives a meeting in an open session.
func opened(server, client Config) *meeting {
	server.Secret, client.Secret = secret(1), secret(2)
	if client.Trust == nil {
		client.Known = known(1)
	}
	m := meet(server, client)
	for range 5 {
		m.step()
	}
	if m.peer() == nil || !m.peer().IsOpen() || !m.client.client.IsOpen() {
		panic("not open")
	}
	return m
}

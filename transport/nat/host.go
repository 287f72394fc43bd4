package nat

import (
	"net/netip"
	"time"
)

// Host is a machine with one address.
type Host struct {
	network *Network
	realm   *realm
	number  uint32 // on the whole network, from 1
	address netip.Addr
	sockets map[uint16]*Socket
}

// Socket is a UDP socket of a host. It implements punch.Socket and punch.Timed.
type Socket struct {
	at    *Host
	own   netip.AddrPort
	sent  uint64
	inbox []packet
	came  time.Duration // when what was received last had arrived
}

// inboxPackets is how many packets wait in a socket.
const inboxPackets = 256

// NewHost puts a host on the internet, with nothing before it.
func (n *Network) NewHost() *Host { return n.newHost(n.public) }

// NewHost puts a host behind a NAT.
func (a *NAT) NewHost() *Host { return a.network.newHost(a.inside) }

func (n *Network) newHost(r *realm) *Host {
	n.hosts++
	h := &Host{network: n, realm: r, number: n.hosts, address: r.next(), sockets: map[uint16]*Socket{}}
	r.nodes[h.address] = h
	return h
}

// Address returns the host's own address.
func (h *Host) Address() netip.Addr { return h.address }

// Listen opens a socket. It panics if the port has one.
func (h *Host) Listen(port uint16) *Socket {
	if h.sockets[port] != nil {
		panic("nat: the port has a socket")
	}
	s := &Socket{at: h, own: netip.AddrPortFrom(h.address, port)}
	h.sockets[port] = s
	return s
}

// host implements node.
func (h *Host) host(netip.AddrPort) *Host { return h }

// arrive implements node.
func (h *Host) arrive(p *packet) {
	n, s := h.network, h.sockets[p.to.Port()]
	switch {
	case s == nil:
		n.stats.NoReceiver++
	case len(s.inbox) >= inboxPackets:
		n.stats.Full++
	default:
		n.received(p)
		s.inbox = append(s.inbox, *p)
	}
}

// Send sends a copy of a packet. Nobody is told if it does not arrive.
func (s *Socket) Send(packet []byte, to netip.AddrPort) {
	if s.at.sockets[s.own.Port()] == s {
		s.at.network.send(s, packet, to)
	}
}

// Receive copies the oldest packet that has arrived, cut to the buffer, and tells from where it came; false if there is none.
func (s *Socket) Receive(buf []byte) (n int, from netip.AddrPort, ok bool) {
	if len(s.inbox) == 0 {
		return 0, netip.AddrPort{}, false
	}
	p := s.inbox[0]
	s.inbox[0], s.came = packet{}, p.at
	if s.inbox = s.inbox[1:]; len(s.inbox) == 0 {
		s.inbox = nil
	}
	return copy(buf, p.payload), p.from, true
}

// Waited returns how long what Receive returned last had waited in the inbox.
func (s *Socket) Waited() time.Duration { return s.at.network.now - s.came }

// Addresses returns the host's own address with the socket's port, as a program learns it from its system.
func (s *Socket) Addresses() []netip.AddrPort { return []netip.AddrPort{s.own} }

// Close ends the socket. What comes to its port is dropped.
func (s *Socket) Close() {
	if s.at.sockets[s.own.Port()] == s {
		delete(s.at.sockets, s.own.Port())
	}
	s.inbox = nil
}

// MappedTo returns the source address that a server would see in a packet of this socket. Every NAT on the way keeps
// the mapping as for any packet that leaves. The server needs no host here.
func (s *Socket) MappedTo(server netip.AddrPort) netip.AddrPort {
	from, r := s.own, s.at.realm
	for r.nodes[server.Addr()] == nil && r.up != nil {
		from = r.up.mapOut(from, server)
		r = r.up.outside
	}
	return from
}

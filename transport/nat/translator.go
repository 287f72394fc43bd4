package nat

import (
	"net/netip"
	"time"

	"voxtide/internal/splitmix"
)

// NAT translates between its inside, a realm of its own, and one address outside. Its behaviour never changes by itself (REQ-11).
type NAT struct {
	network  *Network
	cfg      Config
	outside  *realm
	inside   *realm
	external netip.Addr
	sessions map[session]*mapping
	ports    map[uint16]*mapping
	draw     splitmix.Source
}

// session is what shares a mapping: a socket inside and, as Config.Mapping says, nothing more, an address, or an address with its port.
type session struct{ from, to netip.AddrPort }

// mapping is an external port that stands for a socket inside.
type mapping struct {
	of    session
	port  uint16
	last  time.Duration                    // when the last packet left by it
	known map[netip.AddrPort]time.Duration // whom the filter lets in, and when the last packet to them left
}

// NewNAT puts a NAT on the internet.
func (n *Network) NewNAT(cfg Config) *NAT { return n.newNAT(cfg, n.public) }

// NewNAT puts a NAT behind another one, as carriers do.
func (a *NAT) NewNAT(cfg Config) *NAT { return a.network.newNAT(cfg, a.inside) }

func (n *Network) newNAT(cfg Config, outside *realm) *NAT {
	if cfg.Timeout == 0 {
		cfg.Timeout = defaultTimeout
	}
	a := &NAT{
		network: n, cfg: cfg, outside: outside, external: outside.next(), sessions: map[session]*mapping{},
		ports: map[uint16]*mapping{},
	}
	a.draw = splitmix.Source(splitmix.Mix(n.seed ^ 0x4e41_54<<40 ^ uint64(outside.made)))
	a.inside = &realm{up: a, prefix: homePrefix, nodes: map[netip.Addr]node{}}
	outside.nodes[a.external] = a
	return a
}

// External returns the address that the outside sees.
func (a *NAT) External() netip.Addr { return a.external }

// Reboot forgets all mappings.
func (a *NAT) Reboot() {
	clear(a.sessions)
	clear(a.ports)
}

// Renumber forgets all mappings and gives the NAT another external address, as providers do at night.
func (a *NAT) Renumber() {
	a.Reboot()
	delete(a.outside.nodes, a.external)
	a.external = a.outside.next()
	a.outside.nodes[a.external] = a
}

// scope cuts an endpoint down to what a behaviour looks at.
func (b Behaviour) scope(e netip.AddrPort) netip.AddrPort {
	switch b {
	case EndpointIndependent:
		return netip.AddrPort{}
	case AddressDependent:
		return netip.AddrPortFrom(e.Addr(), 0)
	}
	return e
}

// live reports whether a mapping has not timed out.
func (a *NAT) live(m *mapping) bool { return m != nil && a.network.now-m.last <= a.cfg.Timeout }

// mapOut returns the external source of a packet that leaves, and keeps its mapping (REQ-1, REQ-6).
func (a *NAT) mapOut(from, to netip.AddrPort) netip.AddrPort {
	key := session{from, a.cfg.Mapping.scope(to)}
	m := a.sessions[key]
	if !a.live(m) {
		if m != nil {
			a.forget(m)
		}
		m = &mapping{of: key, port: a.freePort(from.Port()), known: map[netip.AddrPort]time.Duration{}}
		a.sessions[key], a.ports[m.port] = m, m
	}
	m.last = a.network.now
	m.known[a.cfg.Filter.scope(to)] = a.network.now
	return netip.AddrPortFrom(a.external, m.port)
}

func (a *NAT) forget(m *mapping) {
	delete(a.sessions, m.of)
	delete(a.ports, m.port)
}

const firstPort = 1024 // below it a NAT maps nothing that came from above (REQ-3)

// freePort returns a port that no live mapping has: no two sockets inside share one (REQ-3). Where the internal port is not to be had, the
// parity stays (REQ-4), but for RandomPorts.
func (a *NAT) freePort(wish uint16) uint16 {
	for tries := 0; ; tries++ {
		port := wish
		if tries > 0 || a.cfg.Ports == RandomPorts {
			port = firstPort + uint16(a.draw.Uint64()%(1<<16-firstPort))
			if a.cfg.Ports == PreservePorts {
				port = port&^1 | wish&1
			}
		}
		m := a.ports[port]
		if a.live(m) {
			continue
		}
		if m != nil {
			a.forget(m)
		}
		return port
	}
}

// host implements node.
func (a *NAT) host(to netip.AddrPort) *Host {
	m := a.ports[to.Port()]
	if !a.live(m) {
		return nil
	}
	if in := a.inside.nodes[m.of.from.Addr()]; in != nil {
		return in.host(m.of.from)
	}
	return nil
}

// arrive implements node: it lets a packet in as the filter says (REQ-8).
func (a *NAT) arrive(p *packet) {
	n := a.network
	if a.cfg.NoUDP {
		n.stats.NoUDP++
		return
	}
	m := a.ports[p.to.Port()]
	if !a.live(m) {
		n.stats.Filtered++
		return
	}
	at, ok := m.known[a.cfg.Filter.scope(p.from)]
	if a.cfg.Filter != EndpointIndependent && (!ok || n.now-at > a.cfg.Timeout) {
		n.stats.Filtered++
		return
	}
	if a.cfg.InboundRefresh {
		m.last = n.now
		m.known[a.cfg.Filter.scope(p.from)] = n.now
	}
	p.to = m.of.from
	in := a.inside.nodes[p.to.Addr()]
	if in == nil {
		n.stats.NoReceiver++ // a NAT inside has another address by now
		return
	}
	in.arrive(p)
}

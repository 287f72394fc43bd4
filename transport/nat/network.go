package nat

import (
	"encoding/binary"
	"hash/fnv"
	"net/netip"
	"time"

	"voxtide/internal/splitmix"
)

// Network is the internet, with the NATs and hosts on it and below. It is not safe for concurrent use.
type Network struct {
	now    time.Duration
	seed   uint64
	far    Path
	near   Path
	paths  map[[2]uint32]Path // by the numbers of two hosts, the lower one first
	public *realm
	flight []packet // a heap
	order  uint64   // of packets sent so far; it breaks ties of time
	hosts  uint32
	stats  Stats
	hash   uint64
	tap    func(p Packet)
}

// Stats counts the packets of a network. What is not counted as lost or dropped has arrived, or is in flight.
type Stats struct {
	Sent, Arrived uint64
	SentBytes     uint64 // with headers of IP and UDP
	ArrivedBytes  uint64
	Lost          uint64 // by Path.Loss
	Filtered      uint64 // by a NAT: no mapping, or its filter did not let the packet in
	NoUDP         uint64 // by a NAT with NoUDP
	NoHairpin     uint64 // by a NAT without Hairpin
	NoReceiver    uint64 // to an address or a port at which nobody listens
	Full          uint64 // by a full inbox
}

// headerBytes are those of IPv4 and UDP.
const headerBytes = 28

// Packet is a datagram, as its receiver's side sees it.
type Packet struct {
	At       time.Duration // of arrival
	From, To netip.AddrPort
	Payload  []byte // valid during the call
}

// realm is a network within which every address means one thing: the internet, or the inside of a NAT.
type realm struct {
	up     *NAT // to the outside; nil for the internet
	prefix [2]byte
	nodes  map[netip.Addr]node
	made   uint16
}

// node is a host or a NAT, seen from a realm in which it has an address.
type node interface {
	// host returns the host that a packet would reach, were the filters to let it in; nil if none.
	host(to netip.AddrPort) *Host
	arrive(p *packet)
}

// packet is a datagram in flight.
type packet struct {
	at       time.Duration
	order    uint64
	from, to netip.AddrPort
	receiver node
	payload  []byte
}

// New returns a network at time 0, on which everything is Path{} away. All draws derive from the seed.
func New(seed uint64) *Network {
	return &Network{
		seed: seed, near: DefaultLAN, paths: map[[2]uint32]Path{}, hash: 14695981039346656037,
		public: &realm{prefix: publicPrefix, nodes: map[netip.Addr]node{}},
	}
}

// Numbers of the first host or NAT of the internet and of a home: 20.1.0.1 and 192.168.0.1.
var publicPrefix, homePrefix = [2]byte{20, 1}, [2]byte{192, 168}

// next returns a free address of a realm.
func (r *realm) next() netip.Addr {
	r.made++
	return netip.AddrFrom4([4]byte{r.prefix[0], r.prefix[1], byte(r.made >> 8), byte(r.made)})
}

// Now returns the virtual time.
func (n *Network) Now() time.Duration { return n.now }

// Stats returns the counts of packets so far.
func (n *Network) Stats() Stats { return n.stats }

// Hash returns a digest of all arrivals so far. Networks with the same hash went the same way.
func (n *Network) Hash() uint64 { return n.hash }

// OnPacket sets a function that is called with each packet that reaches a socket.
func (n *Network) OnPacket(f func(p Packet)) { n.tap = f }

// SetPath sets what lies between hosts of different homes, but for those that SetPathBetween names. Packets in flight keep their times.
func (n *Network) SetPath(p Path) { n.far = p }

// SetLAN sets what lies between hosts of one home.
func (n *Network) SetLAN(p Path) { n.near = p }

// SetPathBetween sets what lies between two hosts, wherever they are.
func (n *Network) SetPathBetween(a, b *Host, p Path) {
	n.paths[[2]uint32{min(a.number, b.number), max(a.number, b.number)}] = p
}

// path returns what lies between a sender and a node of a realm.
func (n *Network) path(from *Host, to *Host) Path {
	if to == nil {
		return n.far
	}
	if p, ok := n.paths[[2]uint32{min(from.number, to.number), max(from.number, to.number)}]; ok {
		return p
	}
	if from.realm == to.realm && from.realm.up != nil {
		return n.near
	}
	return n.far
}

// Advance moves virtual time to now: what arrives by then can be received. It panics if time would go back.
func (n *Network) Advance(now time.Duration) {
	if now < n.now {
		panic("nat: virtual time goes back")
	}
	for len(n.flight) > 0 && n.flight[0].at <= now {
		p := n.pop()
		n.now = p.at
		p.receiver.arrive(&p)
	}
	n.now = now
}

// send routes a packet of a socket.
func (n *Network) send(s *Socket, payload []byte, to netip.AddrPort) {
	n.stats.Sent++
	n.stats.SentBytes += uint64(len(payload)) + headerBytes
	s.sent++
	from, r := s.own, s.at.realm
	var target node
	for target = r.nodes[to.Addr()]; target == nil && r.up != nil; target = r.nodes[to.Addr()] {
		up := r.up
		if up.cfg.NoUDP {
			n.stats.NoUDP++
			return
		}
		from = up.mapOut(from, to)
		if to.Addr() == up.external {
			if !up.cfg.Hairpin {
				n.stats.NoHairpin++
				return
			}
			target = up
			break
		}
		r = up.outside
	}
	if target == nil {
		n.stats.NoReceiver++
		return
	}
	path := n.path(s.at, target.host(to))
	draw := splitmix.Source(splitmix.Mix(n.seed ^ splitmix.Mix(uint64(s.at.number)<<48^uint64(s.own.Port())<<32^s.sent)))
	if float64(draw.Uint64()>>11) < path.Loss*(1<<53) {
		n.stats.Lost++
		return
	}
	late := time.Duration(draw.Uint64() >> 1 % uint64(path.Jitter+1))
	n.order++
	n.push(packet{n.now + path.Delay + late, n.order, from, to, target, append([]byte(nil), payload...)})
}

// received counts the arrival of a packet at a socket.
func (n *Network) received(p *packet) {
	n.stats.Arrived++
	n.stats.ArrivedBytes += uint64(len(p.payload)) + headerBytes
	h := fnv.New64a()
	_, _ = h.Write(p.payload)
	var at [8]byte
	binary.LittleEndian.PutUint64(at[:], uint64(p.at))
	_, _ = h.Write(at[:])
	n.hash = splitmix.Mix(n.hash ^ h.Sum64())
	if n.tap != nil {
		n.tap(Packet{p.at, p.from, p.to, p.payload})
	}
}

func (p *packet) before(q *packet) bool { return p.at < q.at || p.at == q.at && p.order < q.order }

// push adds a packet to the heap, ordered by time of arrival, then by order of sending.
func (n *Network) push(p packet) {
	n.flight = append(n.flight, p)
	h := n.flight
	i := len(h) - 1
	for ; i > 0 && p.before(&h[(i-1)/2]); i = (i - 1) / 2 {
		h[i] = h[(i-1)/2]
	}
	h[i] = p
}

func (n *Network) pop() packet {
	h := n.flight
	top, last := h[0], h[len(h)-1]
	h[len(h)-1] = packet{}
	h = h[:len(h)-1]
	n.flight = h
	i := 0
	for down := 1; down < len(h); down = 2*i + 1 {
		if down+1 < len(h) && h[down+1].before(&h[down]) {
			down++
		}
		if !h[down].before(&last) {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = last
	}
	return top
}

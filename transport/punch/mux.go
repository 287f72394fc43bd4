package punch

import (
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"
)

// udp is the part of a UDP socket that does not allocate.
type udp interface {
	ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error)
	WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error)
}

// Mux is a client's UDP socket that carries both the session to a server and links. For the session it is the socket:
// all that comes passes untouched, without a copy or an allocation, but packets of links, which it keeps for Receive. So
// it receives as long as somebody reads. It may be used from any goroutine. It stands under any emulated network, whose
// conditions are those of the way to the server alone.
//
// Packets that name no watched pair are dropped at once. Each pair has an inbox of its own of InboxMax packets, so that
// no peer crowds out another, and the last of its places are kept for packets from where the peer is.
type Mux struct {
	net.PacketConn
	fast udp // nil if the socket has none

	mu      sync.Mutex
	pairs   []muxPair
	turn    int           // pair that Receive asks first
	waited  time.Duration // of the packet that Receive returned last
	dropped MuxStats
	own     ownAddresses
}

// muxPair is the inbox of a pair.
type muxPair struct {
	Watched
	packets []muxPacket // a ring of InboxMax
	first   int
	count   int
}

type muxPacket struct {
	at   time.Time // when it came
	from netip.AddrPort
	n    int
	data [PacketMax]byte
}

// MuxStats counts the packets of links that came and were dropped.
type MuxStats struct {
	Unwatched uint64 // of no watched pair, or of a wrong length
	Full      uint64 // an inbox was full
	Failed    uint64 // packets that the socket did not take
}

var (
	_ Socket  = (*Mux)(nil)
	_ Watcher = (*Mux)(nil)
	_ Timed   = (*Mux)(nil)
	_ udp     = (*net.UDPConn)(nil)
)

// keptPlaces is how many places of an inbox are kept for packets from where the peer is.
const keptPlaces = InboxMax / 4

// errNoSystem means that a socket is none of the system's.
var errNoSystem = errors.New("punch: not a socket of the system")

// NewMux returns a Mux over a socket, which is a *net.UDPConn or like one. Closing it closes the socket.
func NewMux(socket net.PacketConn) *Mux {
	fast, _ := socket.(udp)
	return &Mux{PacketConn: socket, fast: fast}
}

// ReadFromUDPAddrPort reads the next packet that is not one of links.
func (x *Mux) ReadFromUDPAddrPort(b []byte) (n int, from netip.AddrPort, err error) {
	for {
		if x.fast != nil {
			n, from, err = x.fast.ReadFromUDPAddrPort(b)
		} else {
			var at net.Addr
			n, at, err = x.PacketConn.ReadFrom(b)
			from = addrPortOf(at)
		}
		if err != nil || !ofLinks(b[:n]) {
			return n, from, err
		}
		x.keep(b[:n], unmap(from))
	}
}

// ReadFrom implements net.PacketConn.
func (x *Mux) ReadFrom(b []byte) (int, net.Addr, error) {
	for {
		n, from, err := x.PacketConn.ReadFrom(b)
		if err != nil || !ofLinks(b[:n]) {
			return n, from, err
		}
		x.keep(b[:n], unmap(addrPortOf(from)))
	}
}

// WriteToUDPAddrPort writes a packet as it is.
func (x *Mux) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	if x.fast != nil {
		return x.fast.WriteToUDPAddrPort(b, to)
	}
	return x.PacketConn.WriteTo(b, net.UDPAddrFromAddrPort(to))
}

// SyscallConn returns the system's socket, so that transport/secure can ask it for ICMP errors.
func (x *Mux) SyscallConn() (syscall.RawConn, error) {
	if s, ok := x.PacketConn.(syscall.Conn); ok {
		return s.SyscallConn()
	}
	return nil, errNoSystem
}

// SetReadBuffer asks the system for a receive buffer.
func (x *Mux) SetReadBuffer(bytes int) error {
	if s, ok := x.PacketConn.(interface{ SetReadBuffer(int) error }); ok {
		return s.SetReadBuffer(bytes)
	}
	return errNoSystem
}

// addrPortOf converts an address; it is invalid if it is none of UDP.
func addrPortOf(at net.Addr) netip.AddrPort {
	if u, ok := at.(*net.UDPAddr); ok {
		return u.AddrPort()
	}
	return netip.AddrPort{}
}

// ofLinks reports whether a packet is one of links, by its type.
func ofLinks(packet []byte) bool {
	return len(packet) > 0 && packet[0] >= typeKnock && packet[0] <= typeSealed
}

// keep puts a packet into the inbox of its pair.
func (x *Mux) keep(packet []byte, from netip.AddrPort) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(packet) < headBytes+tagBytes || len(packet) > PacketMax {
		x.dropped.Unwatched++
		return
	}
	number := binary.LittleEndian.Uint32(packet[1:])
	for i := range x.pairs {
		p := &x.pairs[i]
		if p.Pair != number {
			continue
		}
		room := len(p.packets) - p.count
		if room == 0 || room <= keptPlaces && p.At.IsValid() && from != p.At {
			x.dropped.Full++
			return
		}
		slot := &p.packets[(p.first+p.count)%len(p.packets)]
		slot.at, slot.from, slot.n = time.Now(), from, copy(slot.data[:], packet)
		p.count++
		return
	}
	x.dropped.Unwatched++
}

// Watch implements Watcher.
func (x *Mux) Watch(pairs []Watched) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.pairs = slices.DeleteFunc(x.pairs, func(p muxPair) bool {
		return !slices.ContainsFunc(pairs, func(w Watched) bool { return w.Pair == p.Pair })
	})
	for _, w := range pairs {
		i := slices.IndexFunc(x.pairs, func(p muxPair) bool { return p.Pair == w.Pair })
		if i < 0 {
			x.pairs = append(x.pairs, muxPair{Watched: w, packets: make([]muxPacket, InboxMax)})
		} else {
			x.pairs[i].At = w.At
		}
	}
}

// Receive implements Socket. The pairs take turns.
func (x *Mux) Receive(buf []byte) (n int, from netip.AddrPort, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for range x.pairs {
		x.turn = (x.turn + 1) % len(x.pairs)
		p := &x.pairs[x.turn]
		if p.count == 0 {
			continue
		}
		slot := &p.packets[p.first]
		p.first = (p.first + 1) % len(p.packets)
		p.count--
		x.waited = time.Since(slot.at)
		return copy(buf, slot.data[:slot.n]), slot.from, true
	}
	return 0, netip.AddrPort{}, false
}

// Waited implements Timed.
func (x *Mux) Waited() time.Duration {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.waited
}

// Send implements Socket. An error of an earlier packet (nobody listens there) takes the place of sending: then it is sent
// again.
func (x *Mux) Send(packet []byte, to netip.AddrPort) {
	for range 2 {
		if _, err := x.WriteToUDPAddrPort(packet, to); err == nil {
			return
		}
	}
	x.mu.Lock()
	x.dropped.Failed++
	x.mu.Unlock()
}

// Addresses implements Socket.
func (x *Mux) Addresses() []netip.AddrPort {
	x.mu.Lock()
	defer x.mu.Unlock()
	local, _ := x.LocalAddr().(*net.UDPAddr)
	if local == nil {
		return nil
	}
	return x.own.list(local.AddrPort(), time.Now())
}

// Stats returns the counts so far.
func (x *Mux) Stats() MuxStats {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.dropped
}

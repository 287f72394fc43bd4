// Package lan finds servers in the local network: who looks for some asks a group of addresses, and servers answer with the port of their
// game.
//
// Data flow: a question goes to the group 239.255.74.7 on each network of the machine, with a time to live of one hop; each server that
// listens there answers the asker alone. Owner: the maker of an Answerer, or the caller of Ask. Invariants: servers say nothing unless they
// are asked; an answer is shorter than its question, leaves at most answersMax times a second, and goes to addresses of local networks
// alone.
//
// Integers are little-endian:
//
//	question  magic "VXTL", layout 1, nonce 8, zeros up to 32 bytes in all
//	answer    magic "VXTl", layout 1, nonce 8, port of the game 2
package lan

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Port is the UDP port on which questions are heard.
const Port = 7404

var group = net.IPv4(239, 255, 74, 7)

const (
	questionMagic = "VXTL\x01"
	answerMagic   = "VXTl\x01"
	nonceBytes    = 8
	questionBytes = 32
	answerBytes   = len(answerMagic) + nonceBytes + 2
	networksMax   = 8  // on which questions are heard and asked
	answersMax    = 20 // a second
	askEvery      = 2 * time.Second
)

// networks returns the networks of this machine that carry to groups.
func networks() (out []net.Interface) {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, n := range all {
		if n.Flags&(net.FlagUp|net.FlagMulticast) == net.FlagUp|net.FlagMulticast && len(out) < networksMax {
			out = append(out, n)
		}
	}
	return out
}

// ownNets returns the networks of the addresses of this machine.
func ownNets() (out []netip.Prefix) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// Answerer answers questions for a server. Use Answer.
type Answerer struct {
	port    uint16
	own     []netip.Prefix // networks of this machine
	conns   []*net.UDPConn
	running sync.WaitGroup

	mu     sync.Mutex
	second time.Time
	count  int
}

// Answer answers questions with the port of a game, until Close. The error says that this machine has no network for it.
func Answer(port uint16) (*Answerer, error) {
	a := &Answerer{port: port, own: ownNets()}
	err := errors.New("no network carries to groups")
	for _, n := range networks() {
		c, e := net.ListenMulticastUDP("udp4", &n, &net.UDPAddr{IP: group, Port: Port})
		if e != nil {
			err = e
			continue
		}
		a.serve(c)
	}
	if len(a.conns) == 0 {
		return nil, err
	}
	return a, nil
}

// serve answers what comes over a socket.
func (a *Answerer) serve(c *net.UDPConn) {
	a.conns = append(a.conns, c)
	a.running.Go(func() {
		var b [questionBytes + 1]byte
		for failed := 0; failed < 100; {
			n, from, err := c.ReadFromUDPAddrPort(b[:])
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				failed++
				continue
			}
			failed = 0
			if answer := a.answer(b[:n], from.Addr(), time.Now()); answer != nil {
				c.WriteToUDPAddrPort(answer, from)
			}
		}
	})
}

// answer returns the answer to a packet, nil for none.
func (a *Answerer) answer(packet []byte, from netip.Addr, now time.Time) []byte {
	if len(packet) != questionBytes || string(packet[:len(questionMagic)]) != questionMagic || !isLocal(from, a.own) {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(a.second) >= time.Second {
		a.second, a.count = now, 0
	}
	if a.count++; a.count > answersMax {
		return nil
	}
	out := append([]byte(answerMagic), packet[len(questionMagic):len(questionMagic)+nonceBytes]...)
	return binary.LittleEndian.AppendUint16(out, a.port)
}

// isLocal reports whether an address is one of local networks, or of the own ones.
func isLocal(at netip.Addr, own []netip.Prefix) bool {
	at = at.Unmap()
	for _, p := range own {
		if p.Contains(at) && p.Bits() >= 8 && !at.IsMulticast() {
			return true
		}
	}
	return at.IsPrivate() || at.IsLinkLocalUnicast() || at.IsLoopback()
}

// Close ends the answers.
func (a *Answerer) Close() {
	for _, c := range a.conns {
		c.Close()
	}
	a.running.Wait()
}

// Ask asks each two seconds who is there until the context ends, and calls found with the address of each game that answers, perhaps more
// than once; calls do not overlap.
func Ask(ctx context.Context, found func(netip.AddrPort)) {
	var conns []*net.UDPConn
	for _, n := range networks() {
		addresses, err := n.Addrs()
		if err != nil {
			continue
		}
		for _, at := range addresses {
			if p, ok := at.(*net.IPNet); ok && p.IP.To4() != nil { // a socket of that address sends to groups over its network
				if c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: p.IP}); err == nil {
					conns = append(conns, c)
				}
				break
			}
		}
	}
	askOver(ctx, conns, &net.UDPAddr{IP: group, Port: Port}, found)
}

// askOver is Ask over sockets, which it closes.
func askOver(ctx context.Context, conns []*net.UDPConn, to *net.UDPAddr, found func(netip.AddrPort)) {
	var nonce [nonceBytes]byte
	rand.Read(nonce[:]) // never fails
	question := append([]byte(questionMagic), nonce[:]...)
	question = append(question, make([]byte, questionBytes-len(question))...)
	own := ownNets()
	var one sync.Mutex
	var readers sync.WaitGroup
	for _, c := range conns {
		readers.Go(func() {
			var b [answerBytes + 1]byte
			for failed := 0; failed < 100; {
				n, from, err := c.ReadFromUDPAddrPort(b[:])
				if errors.Is(err, net.ErrClosed) {
					return
				}
				if err != nil {
					failed++
					continue
				}
				if port, ok := readAnswer(b[:n], nonce); ok && isLocal(from.Addr(), own) {
					one.Lock()
					found(netip.AddrPortFrom(from.Addr().Unmap(), port))
					one.Unlock()
				}
			}
		})
	}
	t := time.NewTicker(askEvery)
	defer t.Stop()
	for {
		for _, c := range conns {
			c.WriteToUDP(question, to) // a network that is down now may be up later
		}
		select {
		case <-t.C:
			continue
		case <-ctx.Done():
		}
		break
	}
	for _, c := range conns {
		c.Close()
	}
	readers.Wait()
}

// readAnswer returns the port that an answer to a nonce names; false if a packet is none.
func readAnswer(packet []byte, nonce [nonceBytes]byte) (port uint16, ok bool) {
	if len(packet) != answerBytes || string(packet[:len(answerMagic)]) != answerMagic || [nonceBytes]byte(packet[len(answerMagic):]) != nonce {
		return 0, false
	}
	port = binary.LittleEndian.Uint16(packet[answerBytes-2:])
	return port, port != 0
}

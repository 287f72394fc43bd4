package flood

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"net"
	"time"

	"golang.org/x/crypto/blake2s"
)

// Of the first messages, which are collected once and sent again and again; the layout is that of package secure.
const (
	crowdSources = 60
	crowdEach    = 10 // first messages of each address
	crowdHello   = 160
	crowdNonce   = 8
	crowdCookie  = 16
	crowdKey     = 32
)

// handshakeCrowd is sixty addresses with cookies for handshakes that they never finish.
type handshakeCrowd struct {
	sockets []*net.UDPConn
	firsts  [][][]byte // by socket
}

func newHandshakeCrowd(a *Attack) (*handshakeCrowd, error) {
	c := &handshakeCrowd{}
	for i := range crowdSources {
		s, err := openAt(net.IPv4(127, 60, byte(i), 1))
		if err != nil {
			c.close()
			return nil, err
		}
		c.sockets = append(c.sockets, s)
		var firsts [][]byte
		for range crowdEach {
			if first := firstMessage(s, a); first != nil {
				firsts = append(firsts, first)
			}
		}
		c.firsts = append(c.firsts, firsts)
	}
	return c, nil
}

// firstMessage asks for a cookie and returns the first message of a handshake; nil without an answer. It does no key
// exchange: the ephemeral key is random bytes, which cost nothing.
func firstMessage(s *net.UDPConn, a *Attack) []byte {
	public := make([]byte, crowdKey)
	rand.Read(public)
	sum := blake2s.Sum256(public)
	hello := append([]byte("\x01VXTG\x01"), 0, 0)
	binary.LittleEndian.PutUint16(hello[6:], a.Version)
	hello = append(hello, sum[:crowdNonce]...)
	s.WriteToUDPAddrPort(append(hello, make([]byte, crowdHello-len(hello))...), a.Server)
	buf := make([]byte, packetMax)
	s.SetReadDeadline(time.Now().Add(time.Second))
	const head = 1 + crowdNonce + crowdCookie
	n, _, err := s.ReadFromUDPAddrPort(buf)
	if err != nil || n < head || buf[0] != 2 {
		return nil
	}
	out := append([]byte{5}, buf[1:head]...)
	out = append(out, public...)
	return append(out, make([]byte, crowdHello-len(out))...)
}

// run sends first messages from all addresses in turn.
func (c *handshakeCrowd) run(ctx context.Context, a *Attack) (sent uint64) {
	atRate(ctx, float64(a.Firsts), func(n int) {
		i := n % len(c.sockets)
		if f := c.firsts[i]; len(f) > 0 {
			if _, err := c.sockets[i].WriteToUDPAddrPort(f[n/len(c.sockets)%len(f)], a.Server); err == nil {
				sent++
			}
		}
	})
	return sent
}

func (c *handshakeCrowd) close() {
	for _, s := range c.sockets {
		s.Close()
	}
}

// atRate calls a function rate times a second until the context ends.
func atRate(ctx context.Context, rate float64, do func(n int)) {
	began := time.Now()
	for n := 0; ctx.Err() == nil; time.Sleep(pollEvery) {
		for due := rate * time.Since(began).Seconds(); float64(n) < due && ctx.Err() == nil; n++ {
			do(n)
		}
	}
}

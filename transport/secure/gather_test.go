package secure

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"

	"voxtide/transport/mmsg"
)

// oneByOne is a socket over which an Endpoint sends and receives one packet with each call.
type oneByOne struct{ *net.UDPConn }

// clientsOf serves over a socket and dials n times; the i-th of the peers is the server's end of the i-th client.
func clientsOf(t *testing.T, pc net.PacketConn, at *net.UDPAddr, n int) (s *testEnd, clients []*testEnd, peers []*Peer) {
	quiet := Config{Keepalive: time.Hour, Timeout: time.Hour} // nothing but what the test says
	s = serveOver(t, pc, quiet)
	for i := range n {
		clients = append(clients, dialOver(t, udp(t), at, quiet))
		eventually(t, "open", func() bool { return len(s.peers()) == i+1 && clients[i].g.Peer().IsOpen() })
	}
	return s, clients, s.peers()
}

// TestGather: what is gathered leaves with Flush or when a batch is full, each peer's packets in their order, over every kind of
// socket; so does what the peers send at once.
func TestGather(t *testing.T) {
	dual, err := net.ListenUDP("udp", nil)
	if err != nil {
		t.Fatal(err)
	}
	one := udp(t)
	for name, pc := range map[string]net.PacketConn{"IPv4": udp(t), "both": dual, "one by one": oneByOne{one}} {
		t.Run(name, func(t *testing.T) {
			at := &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: pc.LocalAddr().(*net.UDPAddr).Port}
			s, clients, peers := clientsOf(t, pc, at, 3)
			var want [3][]string
			say := func(i int, text string) {
				if err := s.g.Gather([]byte(text), peers[i]); err != nil {
					t.Fatal(err)
				}
				want[i] = append(want[i], text)
			}
			told := func() {
				t.Helper()
				for i, c := range clients {
					eventually(t, "all told", func() bool { return len(c.messages()) >= len(want[i]) })
					heard(t, c, want[i]...)
				}
			}
			say(0, "alone")
			s.g.Flush()
			told()
			for i := range mmsg.BatchMax { // a batch is full, and leaves by itself
				say(i%3, fmt.Sprint(i))
			}
			told()
			for i := range 2*mmsg.BatchMax + 7 {
				say(i*i%3, fmt.Sprint("more ", i))
			}
			s.g.Flush()
			told()
			if n := s.g.Stats().Failed; n != 0 {
				t.Fatalf("%d failed", n)
			}
			var up []string
			for i := range 3 * mmsg.BatchMax { // less than a peer may say at once
				up = append(up, fmt.Sprint(i))
				clients[1].g.WriteTo([]byte(up[i]), clients[1].g.Peer())
			}
			eventually(t, "all answered", func() bool { return len(s.messages()) >= len(up) })
			heard(t, s, up...)
			for _, c := range clients {
				c.end()
			}
			s.end()
		})
	}
}

// TestGatherLosesOne: a packet to a peer whose address the socket refuses is counted as failed, and the others of its batch arrive.
func TestGatherLosesOne(t *testing.T) {
	pc := udp(t)
	s, clients, peers := clientsOf(t, pc, pc.LocalAddr().(*net.UDPAddr), 3)
	for _, nowhere := range []string{"127.0.0.1:0", "[::1%lo]:9"} { // the second is not even gathered
		before, heardBefore := s.g.Stats().Failed, len(clients[0].messages())
		right := peers[1].addr.Load()
		peers[1].addr.Store(&address{addrPort: netip.MustParseAddrPort(nowhere)})
		for range 4 {
			for _, p := range peers {
				s.g.Gather([]byte("well?"), p)
			}
		}
		s.g.Flush()
		for _, c := range []*testEnd{clients[0], clients[2]} {
			eventually(t, "what is sent to others", func() bool { return len(c.messages()) == heardBefore+4 })
		}
		if n := s.g.Stats().Failed - before; n != 4 {
			t.Errorf("%d failed to %s", n, nowhere)
		}
		peers[1].addr.Store(right)
	}
	for _, c := range clients {
		c.end()
	}
	s.end()
}

// TestGatherRefuses: what WriteTo refuses is not gathered.
func TestGatherRefuses(t *testing.T) {
	pc := udp(t)
	s, clients, peers := clientsOf(t, pc, pc.LocalAddr().(*net.UDPAddr), 1)
	if err := s.g.Gather(make([]byte, MaxPayload+1), peers[0]); err != ErrTooLarge {
		t.Error(err)
	}
	for _, p := range []*Peer{nil, clients[0].g.Peer()} {
		if err := s.g.Gather([]byte("hello"), p); err != errForeign {
			t.Error(err)
		}
	}
	whole := string(make([]byte, MaxPayload))
	if err := s.g.Gather([]byte(whole), peers[0]); err != nil {
		t.Error(err)
	}
	s.g.Flush()
	eventually(t, "a whole payload", func() bool { return len(clients[0].messages()) == 1 })
	heard(t, clients[0], whole)
	clients[0].end()
	eventually(t, "gone", func() bool { return peers[0].Err() != nil })
	if err := s.g.Gather([]byte("hello"), peers[0]); err != ErrNotOpen {
		t.Error(err)
	}
	s.end()
	if _, _, err := s.g.ReadFrom(make([]byte, 9)); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

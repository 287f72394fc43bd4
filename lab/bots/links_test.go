package bots

import (
	"bytes"
	"crypto/ed25519"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/transport"
	"voxtide/transport/punch"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// captured is a client on a loopback address of its own. Every datagram of its socket is noted by who sent it to whom, and every
// message of its session is searched for addresses.
type captured struct {
	client *client.Client
	socket *tappedSocket
	other  *captured
	named  struct{ own, other int } // messages of its session that hold its own address, and the other's
	offers int
}

// tappedSocket notes the datagrams that pass between its player and anybody but the server.
type tappedSocket struct {
	*net.UDPConn
	server netip.AddrPort
	mu     sync.Mutex
	others int       // datagrams to or from others
	last   time.Time // of those
}

func (s *tappedSocket) note(at netip.AddrPort) {
	if netip.AddrPortFrom(at.Addr().Unmap(), at.Port()) == s.server {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.others++
	s.last = time.Now()
}

// passed returns how many datagrams have passed, and when the last one did.
func (s *tappedSocket) passed() (int, time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.others, s.last
}

func (s *tappedSocket) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	n, from, err := s.UDPConn.ReadFromUDPAddrPort(b)
	if err == nil {
		s.note(from)
	}
	return n, from, err
}

func (s *tappedSocket) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	s.note(to)
	return s.UDPConn.WriteToUDPAddrPort(b, to)
}

// addressed reports whether a message holds an address: with its port, as IPv6 writes IPv4, or as text.
func addressed(data []byte, at netip.AddrPort) bool {
	four := at.Addr().As4()
	low, high := byte(at.Port()), byte(at.Port()>>8)
	for _, way := range [][]byte{append([]byte{0xff, 0xff}, four[:]...), append(four[:], low, high), append(four[:], high, low), []byte(at.Addr().String())} {
		if bytes.Contains(data, way) {
			return true
		}
	}
	return false
}

// address is where the player's socket is.
func (p *captured) address() netip.AddrPort {
	return p.socket.LocalAddr().(*net.UDPAddr).AddrPort()
}

// tappedConn searches what its session says and hears.
type tappedConn struct {
	transport.Conn
	of *captured
}

func (c tappedConn) search(data []byte) {
	if addressed(data, c.of.address()) {
		c.of.named.own++
	}
	if addressed(data, c.of.other.address()) {
		c.of.named.other++
	}
}

func (c tappedConn) Send(lane transport.Lane, msg []byte) error {
	c.search(msg)
	return c.Conn.Send(lane, msg)
}

func (c tappedConn) Value(slot uint8, data []byte) error {
	c.search(data)
	return c.Conn.Value(slot, data)
}

func (c tappedConn) Receive() (transport.Message, bool) {
	m, ok := c.Conn.Receive()
	if ok {
		c.search(m.Data)
		if m.Kind == transport.KindMessage && len(m.Data) > 0 && m.Data[0] == protocol.MsgLinkOffer {
			c.of.offers++
		}
	}
	return m, ok
}

// newCaptured opens a player's socket at an address of this machine, and makes the client.
func newCaptured(t *testing.T, name, at string, server netip.AddrPort, mode links.Mode) *captured {
	t.Helper()
	socket, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(at)})
	if err != nil {
		t.Skipf("this system has one loopback address only: %v", err)
	}
	p := &captured{socket: &tappedSocket{UDPConn: socket, server: server}}
	mux := punch.NewMux(p.socket)
	secret := secure.NewSecret(ed25519.NewKeyFromSeed(bytes.Repeat([]byte(name), 32)[:32]))
	dialed := false
	p.client = client.New(client.Config{NoScene: true, Name: name, ViewDistance: 1,
		Links: &links.Config{Secret: secret, Mode: mode, Ask: mode == links.Off, AllowLoopback: true, Socket: func() punch.Socket { return mux }},
		Dial: func() transport.Conn {
			if dialed {
				return nil
			}
			dialed = true
			return tappedConn{reliable.Dial(mux, net.UDPAddrFromAddrPort(server), reliable.Config{Direct: true, Secure: secure.Config{
				Secret: secret, Version: protocol.Version, Trust: func(secure.Key) error { return nil },
			}}), p}
		},
	})
	return p
}

// linked reports whether the player has a link.
func (p *captured) linked() bool {
	return slices.ContainsFunc(p.client.DirectLinks(), func(i links.Info) bool { return i.State == links.Linked || i.State == links.Stale })
}

// playUntil makes frames of two players until a condition holds or the time is over, and returns how many.
func playUntil(a, b *captured, most time.Duration, condition func() bool) (frames int) {
	for end := time.Now().Add(most); time.Now().Before(end) && !condition(); frames++ {
		for _, p := range []*captured{a, b} {
			p.client.Frame(host.Monotonic(), client.Input{})
		}
		time.Sleep(10 * time.Millisecond)
	}
	return frames
}

func never() bool { return false }

// TestLinksNeedConsent captures every datagram of two players beside each other and reads every message of their sessions, as they
// were before encryption: unless both consent, none passes between the two, and no address is told to anybody, nor written into the
// server's log; with consent, on the same capture, there are both. Withdrawn in play, the link ends within 60 frames, and nothing
// passes any more.
func TestLinksNeedConsent(t *testing.T) {
	var log bytes.Buffer
	h, err := host.Open(host.Config{Dir: filepath.Join(t.TempDir(), "w"), Seed: 3, SeedSet: true, ViewDistance: 16, HashAddresses: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	at, err := h.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := netip.MustParseAddrPort(at.String())
	for _, c := range []struct {
		a, b   links.Mode
		linked bool
		offers int // that a gets
	}{
		{links.Off, links.All, false, 1},
		{links.All, links.Off, false, 0},
		{links.Friends, links.All, false, 0},
		{links.House, links.All, false, 0}, // they play over different addresses
		{links.All, links.All, true, 0},
	} {
		ann := newCaptured(t, "ann", "127.77.213.201", server, c.a)
		bob := newCaptured(t, "bob", "127.91.187.78", server, c.b)
		ann.other, bob.other = bob, ann
		if playUntil(ann, bob, 2*time.Minute, func() bool { return ann.client.Playable() && bob.client.Playable() }); !bob.client.Playable() {
			t.Fatalf("bob is %v: %s", bob.client.State(), bob.client.Reason())
		}
		if c.linked {
			playUntil(ann, bob, 2*time.Minute, func() bool { return ann.linked() && bob.linked() })
		} else {
			playUntil(ann, bob, time.Second, never)
		}
		passed, _ := ann.socket.passed()
		back, _ := bob.socket.passed()
		t.Logf("ann %v, bob %v: %d datagrams at ann's socket and %d at bob's that were not the server's; messages with addresses: ann's session %+v, bob's %+v; %d offers to ann",
			c.a, c.b, passed, back, ann.named, bob.named, ann.offers)
		switch {
		case c.linked && (!ann.linked() || !bob.linked() || passed == 0 || ann.named.other == 0 || bob.named.other == 0):
			t.Error("no link with the consent of both: what is not seen below proves nothing")
		case !c.linked && (ann.linked() || bob.linked() || passed+back > 0 || ann.named.other+bob.named.other > 0):
			t.Error("a datagram or an address has passed without consent")
		case !c.linked && (c.a == links.Off && ann.named.own > 0 || c.b == links.Off && bob.named.own > 0):
			t.Error("a player who consents to nothing has told an address")
		case min(ann.offers, 1) != c.offers || bob.offers > 0 && c.b != links.Off:
			t.Errorf("%d offers to ann, %d to bob", ann.offers, bob.offers)
		}
		if c.linked {
			withdrawn(t, ann, bob)
		}
		ann.client.Leave()
		bob.client.Leave()
		playUntil(ann, bob, 100*time.Millisecond, never)
	}
	h.Close("over")
	for _, word := range []string{"127.77.", "127.91."} {
		if bytes.Contains(log.Bytes(), []byte(word)) {
			t.Errorf("the server's log has an address:\n%s", &log)
		}
	}
}

// withdrawn checks that a link ends when one side no longer consents.
func withdrawn(t *testing.T, ann, bob *captured) {
	t.Helper()
	began := time.Now()
	ann.client.SetDirectLinks(links.Off, nil)
	var counts [2]int
	quiet := 0 // frames without a datagram
	frames := playUntil(ann, bob, 2*time.Minute, func() bool {
		now := counts
		now[0], _ = ann.socket.passed()
		now[1], _ = bob.socket.passed()
		if quiet++; now != counts {
			quiet, counts = 0, now
		}
		return quiet == 60 && !ann.linked() && !bob.linked()
	})
	_, last := ann.socket.passed()
	if _, b := bob.socket.passed(); b.After(last) {
		last = b
	}
	t.Logf("withdrawn: the last datagram %v later, nothing for 60 frames after %d frames", last.Sub(began), frames-60)
	if frames-60 > 60 || ann.linked() || bob.linked() {
		t.Errorf("a withdrawn link goes on: ann %+v, bob %+v", ann.client.DirectLinks(), bob.client.DirectLinks())
	}
}

package linktest

import (
	"encoding/binary"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// The three holes of bare kcp-go, each as a test that ours passes and bare KCP fails: the second half shows that the first
// could fail.

// served is a server with one client, of ours or of bare KCP.
type served struct {
	t        *testing.T
	at       net.Addr       // of the server
	mine     net.PacketConn // the client's socket
	sessions func() int     // that the server has made
	alive    func() bool    // a message from the client to the server arrives within 2 s
	gone     func() bool    // the server knows that the client is gone
	first    func() []byte  // the last packet that the client has sent
}

// tapped remembers the last packet that was written.
type tapped struct {
	net.PacketConn
	last chan []byte
}

func (p *tapped) WriteTo(b []byte, to net.Addr) (int, error) {
	select {
	case <-p.last:
	default:
	}
	p.last <- append([]byte(nil), b...)
	return p.PacketConn.WriteTo(b, to)
}

// ours serves one client with lanes over the gate, which times out after a second.
func ours(t *testing.T) *served {
	near, far := withKeys(reliable.Config{Secure: secure.Config{Timeout: 10 * time.Second, Keepalive: 200 * time.Millisecond}})
	pc := socket(t)
	h := reliable.Listen(pc, far)
	t.Cleanup(func() { h.Close("over") })
	mine := &tapped{socket(t), make(chan []byte, 1)}
	c := reliable.Dial(mine, pc.LocalAddr(), near)
	t.Cleanup(func() { c.Close("over"); <-c.Done() })
	var s *reliable.Conn
	wait(t, time.Minute, func() (ok bool) { s, ok = h.Accept(); return ok })
	return &served{
		t: t, at: pc.LocalAddr(), mine: mine.PacketConn,
		sessions: func() int { return int(h.Stats().Secure.Handshakes) },
		alive: func() bool {
			c.Send(transport.Live, []byte("hello"))
			c.Flush()
			return holds(time.Minute, func() bool { _, ok := s.Receive(); return ok })
		},
		gone:  func() bool { _, closed := s.Closed(); return closed },
		first: func() []byte { return <-mine.last },
	}
}

// bare serves one client with kcp-go's own sessions.
func bare(t *testing.T) *served {
	pc := socket(t)
	l, err := kcp.ServeConn(nil, 0, 0, pc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); pc.Close() })
	mine := &tapped{socket(t), make(chan []byte, 1)}
	c, err := kcp.NewConn2(pc.LocalAddr(), nil, 0, 0, mine)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); mine.Close() })
	c.SetNoDelay(1, 10, 2, 1)
	c.Write([]byte("first"))
	l.SetDeadline(time.Now().Add(time.Minute))
	s, err := l.AcceptKCP()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	made := 1
	buf := make([]byte, 100)
	s.Read(buf)
	return &served{
		t: t, at: pc.LocalAddr(), mine: mine.PacketConn,
		sessions: func() int {
			for {
				l.SetDeadline(time.Now().Add(50 * time.Millisecond))
				other, err := l.AcceptKCP()
				if err != nil {
					return made
				}
				other.Close()
				made++
			}
		},
		alive: func() bool {
			c.Write([]byte("hello"))
			s.SetReadDeadline(time.Now().Add(6 * time.Second))
			_, err := s.Read(buf)
			return err == nil
		},
		gone: func() bool {
			s.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
			_, err := s.Read(buf)
			return err != nil && !strings.Contains(err.Error(), "timeout") // of this reading, not of the session
		},
		first: func() []byte { return <-mine.last },
	}
}

func holds(most time.Duration, is func() bool) bool {
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if is() {
			return true
		}
	}
	return false
}

func wait(t *testing.T, most time.Duration, is func() bool) {
	t.Helper()
	if !holds(most, is) {
		t.Fatalf("not in %v", most)
	}
}

// TestJunkMakesNoSession checks that junk from unknown addresses opens no session. With bare KCP any 24 bytes do.
func TestJunkMakesNoSession(t *testing.T) {
	junk := func(s *served) int {
		luck := rand.New(rand.NewPCG(1, 1))
		before := s.sessions()
		for range 20 {
			stranger := socket(t)
			b := make([]byte, 40)
			for i := range b {
				b[i] = byte(luck.Uint32())
			}
			stranger.WriteTo(b, s.at)
			stranger.Close()
		}
		time.Sleep(100 * time.Millisecond)
		return s.sessions() - before
	}
	if n := junk(ours(t)); n != 0 {
		t.Errorf("junk makes %d sessions", n)
	}
	if n := junk(bare(t)); n == 0 {
		t.Error("junk makes no session of bare KCP: the test shows nothing")
	}
}

// TestSpoofedPacketDoesNotReset: nobody closes a session with a packet from the client's address. In bare KCP a packet with another
// conversation and number 0 does.
func TestSpoofedPacketDoesNotReset(t *testing.T) {
	reset := func(s *served) bool {
		if !s.alive() {
			t.Fatal("not alive before")
		}
		packets := [][]byte{make([]byte, 24)}
		binary.LittleEndian.PutUint32(packets[0], 0xdeadbeef) // another conversation
		packets[0][4] = kcp.IKCP_CMD_PUSH
		seen := s.first()
		for bit := range 8 * min(len(seen), 8) { // the same, and the client's own with each bit of its head turned
			b := append([]byte(nil), seen...)
			b[bit/8] ^= 1 << (bit % 8)
			packets = append(packets, b)
		}
		for _, b := range append(packets, seen) {
			s.mine.WriteTo(b, s.at)
		}
		time.Sleep(100 * time.Millisecond)
		return s.alive()
	}
	if !reset(ours(t)) {
		t.Error("a spoofed packet ends a session")
	}
	if reset(bare(t)) {
		t.Error("a spoofed packet does not end a session of bare KCP: the test shows nothing")
	}
}

// TestSilentPeerIsNoticed checks that a peer that vanishes without a close is detected. Bare KCP never detects it.
func TestSilentPeerIsNoticed(t *testing.T) {
	t.Parallel()
	vanish := func(s *served, most time.Duration) bool {
		if !s.alive() {
			t.Fatal("not alive before")
		}
		s.mine.Close()
		return holds(most, s.gone)
	}
	if !vanish(ours(t), time.Minute) {
		t.Error("a dead peer is not noticed")
	}
	if vanish(bare(t), 4*time.Second) {
		t.Error("bare KCP notices a dead peer: the test shows nothing")
	}
}

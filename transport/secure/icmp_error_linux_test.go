package secure

import (
	"net"
	"testing"
	"time"
)

// TestRefused: a client learns from the system that nobody listens, goes on trying, and forgets it when somebody does; of a
// session whose far end has vanished it learns the same, and such words do not end it, however many there are.
func TestRefused(t *testing.T) {
	pc := udp(t)
	to := pc.LocalAddr().(*net.UDPAddr)
	pc.Close()
	c := dialOver(t, udp(t), to, Config{Keepalive: 10 * ms})
	p := c.g.Peer()
	eventually(t, "told that nobody listens", p.Refused)
	if p.Err() != nil || p.IsOpen() {
		t.Fatalf("%v, open %v", p.Err(), p.IsOpen())
	}
	pc, err := net.ListenUDP("udp", to)
	if err != nil {
		t.Skipf("somebody has taken the port: %v", err)
	}
	s := serveOver(t, pc, Config{Keepalive: 10 * ms})
	eventually(t, "in, and nothing is refused", func() bool { return p.IsOpen() && !p.Refused() })

	pc.Close() // without a goodbye
	eventually(t, "told that nobody listens any more", p.Refused)
	ask := func(n int) {
		for range n {
			c.g.WriteTo([]byte("is anybody there?"), p)
			time.Sleep(ms)
		}
	}
	ask(3 * readErrors)
	if !p.Refused() || !p.IsOpen() || p.Err() != nil {
		t.Errorf("refused %v, open %v, %v", p.Refused(), p.IsOpen(), p.Err())
	}
	kept, _ := discardICMPErrors(c.g.socket.raw, p.Addr())
	for try := 0; try < 20 && kept > 2; try++ { // a busy machine reads them late
		ask(20)
		kept, _ = discardICMPErrors(c.g.socket.raw, p.Addr())
	}
	if kept > 2 {
		t.Errorf("%d words are still kept by the system", kept)
	}
	c.end()
	s.end()
}

// TestRefusedByAnother: an ICMP error of a packet that somebody else sent from the same socket (a link's knock at a closed
// port) says nothing about the server, and the session goes on.
func TestRefusedByAnother(t *testing.T) {
	gone := udp(t)
	closed := gone.LocalAddr()
	gone.Close()
	pc := udp(t)
	server := udp(t)
	s := serveOver(t, server, Config{Keepalive: 10 * ms})
	c := dialOver(t, pc, server.LocalAddr().(*net.UDPAddr), Config{Keepalive: 10 * ms})
	p := c.g.Peer()
	eventually(t, "open", p.IsOpen)
	for range 300 {
		pc.WriteTo([]byte("is anybody there?"), closed)
		time.Sleep(ms)
		if at := p.refusedAt.get(); at != 0 {
			t.Fatalf("the server counts as refusing since %v", at)
		}
	}
	if !p.IsOpen() || p.Err() != nil {
		t.Errorf("open %v, %v", p.IsOpen(), p.Err())
	}
	c.end()
	s.end()
}

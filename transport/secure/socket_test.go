package secure

import (
	"errors"
	"fmt"
	"net"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/transport/netem"
)

func udp(t testing.TB) *net.UDPConn {
	t.Helper()
	pc, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return pc
}

// eventually waits until it is so.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for start := time.Now(); !is(); time.Sleep(ms) {
		if time.Since(start) > time.Minute {
			t.Fatalf("not in a minute: %s", what)
		}
	}
}

// over serves or dials over any PacketConn in real time.
func over(t testing.TB, open func(cfg Config) *Endpoint, cfg Config) *testEnd {
	s := &testEnd{t: t, done: make(chan struct{})}
	s.hook(&cfg)
	s.g = open(cfg)
	s.run()
	return s
}

func serveOver(t testing.TB, pc net.PacketConn, cfg Config) *testEnd {
	cfg.Secret = secret(1)
	return over(t, func(cfg Config) *Endpoint { return Listen(pc, cfg) }, cfg)
}

func dialOver(t testing.TB, pc net.PacketConn, to net.Addr, cfg Config) *testEnd {
	cfg.Secret = secret(2)
	if cfg.Trust == nil {
		cfg.Known = known(1)
	}
	return over(t, func(cfg Config) *Endpoint { return Dial(pc, to, cfg) }, cfg)
}

// TestUDP checks that payloads pass both ways over real sockets, IPv4 and dual-stack.
func TestUDP(t *testing.T) {
	dual, err := net.ListenUDP("udp", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range []*net.UDPConn{udp(t), dual} {
		s := serveOver(t, server, Config{})
		to := &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: server.LocalAddr().(*net.UDPAddr).Port}
		c := dialOver(t, udp(t), to, Config{})
		eventually(t, "open", func() bool { return len(s.peers()) == 1 && c.g.Peer().IsOpen() })
		say(t, c, c.g.Peer(), "up")
		say(t, s, s.peers()[0], "down")
		eventually(t, "payloads", func() bool { return len(s.messages()) == 1 && len(c.messages()) == 1 })
		c.end()
		eventually(t, "gone", func() bool { return s.g.Stats().Peers == 0 })
		s.end()
	}
}

// TestKeepSocket checks that a kept socket works after its Endpoint is closed, also with another Endpoint.
func TestKeepSocket(t *testing.T) {
	pc := udp(t)
	defer pc.Close()
	for range 3 {
		s := serveOver(t, pc, Config{KeepSocket: true})
		c := dialOver(t, udp(t), pc.LocalAddr(), Config{})
		eventually(t, "open", func() bool { return len(s.peers()) == 1 })
		s.end()
		eventually(t, "told", func() bool { return c.g.Peer().Err() != nil })
		if _, _, err := s.g.ReadFrom(make([]byte, 9)); !errors.Is(err, net.ErrClosed) {
			t.Fatal(err)
		}
		c.end()
	}
}

// TestSocketClosedUnderneath checks that closing the socket from outside ends the Endpoint and all peers.
func TestSocketClosedUnderneath(t *testing.T) {
	pc := udp(t)
	s := &testEnd{t: t, done: make(chan struct{})}
	s.g = Listen(pc, Config{Secret: secret(1)})
	go s.read()
	pc.Close()
	<-s.done
	<-s.g.Done()
}

// TestBadNetwork: over a network of 20% loss, 5% twice, and reordering, sessions open at
// once or soon, and hardly more is lost than the network loses.
func TestBadNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad := netem.Conditions{Delay: 5 * ms, Jitter: 5 * ms, Loss: 0.2, Duplicate: 0.05, Reorder: 0.1, ReorderBy: 10 * ms}
		for i, trust := range []func(Key) error{nil, func(Key) error { return nil }} {
			a, b := netem.Pair(bad, bad, uint64(7+i))
			s := serveOver(t, a, Config{})
			c := dialOver(t, b, a.LocalAddr(), Config{Trust: trust})
			eventually(t, "open", func() bool { return len(s.peers()) == 1 && c.g.Peer().IsOpen() })
			for i := range 500 {
				say(t, c, c.g.Peer(), fmt.Sprint(i))
				say(t, s, s.peers()[0], fmt.Sprint(i))
				time.Sleep(ms / 2)
			}
			time.Sleep(50 * ms)
			for _, m := range [][]message{s.messages(), c.messages()} {
				seen := map[string]bool{}
				for _, m := range m {
					if seen[m.data] {
						t.Fatalf("%q came twice", m.data)
					}
					seen[m.data] = true
				}
				if len(m) < 350 || len(m) > 450 {
					t.Fatalf("%d of 500 came", len(m))
				}
			}
			c.end()
			s.end()
		}
	})
}

// TestThousandSessions: 1,000 connects and disconnects, half of them ugly (nobody says goodbye, the
// handshake stops anywhere): no goroutine and hardly any memory is left.
func TestThousandSessions(t *testing.T) {
	server := udp(t)
	s := serveOver(t, server, Config{Timeout: 3 * time.Second, Keepalive: 100 * ms, halfOpen: 2 * time.Second, Peers: 4096, PerSource: 4096, HalfOpen: 4096, SourceRate: 1e6, TotalRate: 1e6})
	var before, after runtime.MemStats
	goroutines := runtime.NumGoroutine()
	var ended atomic.Int64
	round := func(n int) {
		slots := make(chan struct{}, 16)
		for i := range n {
			slots <- struct{}{}
			go func() {
				defer func() { <-slots; ended.Add(1) }()
				pc := udp(t)
				cfg := Config{Secret: secret(3 + i), Known: known(1), Keepalive: 100 * ms}
				if i%3 == 0 {
					cfg.Known, cfg.Trust = nil, func(Key) error { return nil }
				}
				g := Dial(pc, server.LocalAddr(), cfg)
				read := make(chan struct{})
				go func() {
					defer close(read)
					buf := make([]byte, 100)
					for {
						if _, _, err := g.ReadFrom(buf); err != nil {
							return
						}
					}
				}()
				if i%2 == 0 { // in good order
					for start := time.Now(); !g.Peer().IsOpen() && time.Since(start) < time.Minute; {
						time.Sleep(ms)
					}
					if !g.Peer().IsOpen() {
						t.Errorf("not open: %v", g.Peer().Err())
					}
					g.Close()
				} else { // pulled out, at once or a little later
					time.Sleep(time.Duration(i%7) * ms / 2)
					pc.Close()
				}
				<-read
				<-g.Done()
			}()
		}
		for range cap(slots) {
			slots <- struct{}{}
		}
		eventually(t, "all forgotten", func() bool { n := s.g.Stats(); return n.Peers == n.HalfOpen })
	}
	round(100)
	runtime.GC()
	runtime.ReadMemStats(&before)
	round(1000)
	if n := s.g.Stats(); n.Handshakes < 550 || n.Handshakes > 1100 || ended.Load() != 1100 {
		t.Fatalf("%+v", n)
	}
	eventually(t, "the goroutines gone", func() bool { return runtime.NumGoroutine() <= goroutines })
	eventually(t, "all half-open ones gone", func() bool { return s.g.Stats().Peers == 0 })
	s.mu.Lock()
	s.opened, s.closed, s.whys = nil, nil, nil
	s.mu.Unlock()
	runtime.GC()
	runtime.ReadMemStats(&after)
	s.g.mu.Lock()
	left := len(s.g.peers) + len(s.g.handshakes) + len(s.g.sources)
	s.g.mu.Unlock()
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 512<<10 || left != 0 {
		t.Fatalf("%d bytes more, %d rows left", grown, left)
	}
}

// TestSteadyStateOverUDPAllocatesNothing checks that neither ReadFrom nor WriteTo nor Gather allocates over real sockets.
func TestSteadyStateOverUDPAllocatesNothing(t *testing.T) {
	t.Run("WriteTo", func(t *testing.T) {
		echoes(t, func(g *Endpoint, payload []byte, to net.Addr) { g.WriteTo(payload, to) })
	})
	t.Run("Gather", func(t *testing.T) {
		echoes(t, func(g *Endpoint, payload []byte, to net.Addr) {
			g.Gather(payload, to.(*Peer))
			g.Flush()
		})
	})
}

// echoes checks that a question and its answer allocate nothing.
func echoes(t *testing.T, answer func(g *Endpoint, payload []byte, to net.Addr)) {
	a, b := udp(t), udp(t)
	server := Listen(a, Config{Secret: secret(1)})
	client := Dial(b, a.LocalAddr(), Config{Secret: secret(2), Known: known(1)})
	defer server.Close()
	defer client.Close()
	echo := make(chan struct{})
	go func() {
		defer close(echo)
		buf := make([]byte, DatagramMax)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return
			}
			answer(server, buf[:n], from)
		}
	}()
	ready := make(chan struct{})
	asked := make([]byte, 100)
	buf := make([]byte, DatagramMax)
	go func() {
		for !client.Peer().IsOpen() {
			time.Sleep(ms)
		}
		client.WriteTo(asked, client.Peer())
		close(ready)
	}()
	client.ReadFrom(buf)
	<-ready
	n := testing.AllocsPerRun(2000, func() {
		client.WriteTo(asked, client.Peer())
		if n, _, err := client.ReadFrom(buf); n != 100 || err != nil {
			t.Fatal(n, err)
		}
	})
	if n != 0 {
		t.Fatalf("%v allocations there and back", n)
	}
	client.Close()
	server.Close()
	<-echo
}

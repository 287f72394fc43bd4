package reliable

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"flag"
	"math/rand/v2"
	"net"
	"net/netip"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"voxtide/internal/leaktest"
	"voxtide/internal/testrand"
	"voxtide/transport"
	"voxtide/transport/netem"
	"voxtide/transport/secure"
)

// secret is a key that depends on a number.
func secret(n byte) secure.Secret {
	return secure.NewSecret(ed25519.NewKeyFromSeed(append(make([]byte, 31), n)))
}

// serverConfig returns the configuration of the server's end of a test, clientConfig that of the client's.
func serverConfig(cfg Config) Config {
	cfg.Secure.Secret = secret(1)
	return cfg
}

func clientConfig(cfg Config) Config {
	key := secret(1).Public()
	cfg.Secure.Secret, cfg.Secure.Known = secret(2), &key
	return cfg
}

// TestMain also finds what a test left running. KCP's package has timers of its own, which
// run from the start and which nobody here uses.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "12") // most wait for time to pass
	leaktest.Main(m, goleak.IgnoreCurrent())
}

func socket(t testing.TB) net.PacketConn {
	t.Helper()
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
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

// serving returns a Hub over loopback that ends with the test.
func serving(t testing.TB, cfg Config) (*Hub, net.Addr) { return servingOn(t, socket(t), cfg) }

// servingOn returns a Hub over a socket that ends with the test.
func servingOn(t testing.TB, pc net.PacketConn, cfg Config) (*Hub, net.Addr) {
	h := Listen(pc, serverConfig(cfg))
	t.Cleanup(func() { h.Close("the test is over") })
	return h, pc.LocalAddr()
}

// dial returns both ends of a connection to it.
func dial(t testing.TB, h *Hub, to net.Addr, pc net.PacketConn, cfg Config) (client, server *Conn) {
	t.Helper()
	client = Dial(pc, to, clientConfig(cfg))
	t.Cleanup(func() {
		client.Close("the test is over")
		<-client.Done()
	})
	eventually(t, "a connection", func() bool {
		var ok bool
		server, ok = h.Accept()
		return ok
	})
	return client, server
}

// arrives sends a live message and waits until it has come.
func arrives(t testing.TB, from, to *Conn) {
	t.Helper()
	if err := from.Send(transport.Live, []byte("are you there?")); err != nil {
		t.Fatal(err)
	}
	from.Flush()
	eventually(t, "a message", func() bool {
		m, ok := to.Receive()
		return ok && m.Kind == transport.KindMessage
	})
}

func closedWith(t testing.TB, c *Conn, reason string) {
	t.Helper()
	eventually(t, "closed", func() bool { _, closed := c.Closed(); return closed })
	if why, _ := c.Closed(); why != reason {
		t.Fatalf("closed with %q, not %q", why, reason)
	}
}

func dropped(h *Hub) uint64 {
	s := h.Stats().Secure
	return s.Junk + s.NoCookie + s.Unknown + s.Forged + s.Replayed
}

// TestJunkFlood: 20,000 datagrams of junk, half of them nearly right, make no connection and
// no memory, and the one there is goes on.
func TestJunkFlood(t *testing.T) {
	luck := testrand.New(t)
	h, to := serving(t, Config{})
	client, server := dial(t, h, to, socket(t), Config{})
	arrives(t, client, server)
	pc := socket(t)
	defer pc.Close()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	before0 := dropped(h)
	buf := make([]byte, 1400)
	for i := range 20_000 {
		n := luck.IntN(len(buf))
		for j := 0; j+8 <= len(buf); j += 8 {
			binary.LittleEndian.PutUint64(buf[j:], luck.Uint64())
		}
		if i%2 == 0 {
			buf[0] = byte(luck.IntN(20)) // types of the gate are below
		}
		pc.WriteTo(buf[:n], to)
		if i%50 == 0 {
			time.Sleep(ms / 2) // the socket's own queue is short
		}
	}
	eventually(t, "much junk counted", func() bool { return dropped(h) > before0+5_000 })
	runtime.GC()
	runtime.ReadMemStats(&after)
	grown := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d of 20,000 were read; the heap grew by %d bytes", dropped(h)-before0, grown)
	if n := h.Stats(); n.Open != 1 || n.Accepted != 1 {
		t.Fatalf("%d connections, %d made", n.Open, n.Accepted)
	}
	if grown > 1<<20 {
		t.Fatalf("the heap grew by %d bytes", grown)
	}
	arrives(t, client, server)
	arrives(t, server, client)
}

// TestBothEndsKnowTheOther checks that each end knows the other's key, and that a client that expects another key is told
// both.
func TestBothEndsKnowTheOther(t *testing.T) {
	h, to := serving(t, Config{})
	client, server := dial(t, h, to, socket(t), Config{})
	arrives(t, client, server)
	if at := netip.MustParseAddr("127.0.0.1"); transport.RemoteOf(server) != at || transport.RemoteOf(client) != at {
		t.Fatal("the far ends are at", transport.RemoteOf(server), transport.RemoteOf(client))
	}
	if server.Identity() != transport.Identity(secret(2).Public()) || client.Identity() != transport.Identity(secret(1).Public()) {
		t.Fatal("another key")
	}
	other := secret(3).Public()
	cfg := clientConfig(Config{})
	cfg.Secure.Known = &other
	fooled := Dial(socket(t), to, cfg)
	<-fooled.Done()
	var wrong *secure.KeyError
	if !errors.As(fooled.Err(), &wrong) || wrong.Known != other || wrong.Shown != secret(1).Public() {
		t.Fatalf("%v", fooled.Err())
	}
	closedWith(t, fooled, wrong.Error())
}

// TestMalformed: what breaks the form is dropped and counted; a message that does ends the
// connection with that reason, and nobody else's.
func TestMalformed(t *testing.T) {
	h, to := serving(t, Config{})
	client, server := dial(t, h, to, socket(t), Config{})
	<-func() <-chan struct{} { // a far end that is told so is done, too
		_, thrown := dial(t, h, to, socket(t), Config{})
		thrown.Close("out")
		return thrown.Done()
	}()
	other, others := dial(t, h, to, socket(t), Config{})
	arrives(t, client, server)
	client.hub.endpoint.WriteTo([]byte{1 << partLive, segData}, client.peer)
	client.hub.endpoint.WriteTo([]byte{1 << partValues, 2}, client.peer)
	eventually(t, "counted", func() bool { return server.Stats().Malformed == 2 })
	arrives(t, client, server)
	client.mu.Lock()
	l := &client.lanes[transport.Live] // claims that the far end has told of messages
	l.kcp.Send(binary.AppendUvarint(nil, 5<<1|1))
	l.pieces.Push(kcpPiece{end: l.givenTo})
	client.mu.Unlock()
	client.hub.serveSoon(client)
	closedWith(t, server, malformed)
	closedWith(t, client, malformed)
	arrives(t, other, others)
}

// TestSilence: a far end that is gone without a word is noticed, from either side; a quiet one
// is not.
func TestSilence(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, n *memoryNetwork) {
		cfg := Config{Secure: secure.Config{Timeout: 300 * ms, Keepalive: 50 * ms, Handshake: 300 * ms}}
		h, to := servingOn(t, n.socket(), cfg)
		mine := n.socket()
		client, server := dial(t, h, to, mine, cfg)
		time.Sleep(600 * ms)
		arrives(t, client, server)
		mine.Close()
		closedWith(t, client, "the socket is closed")
		closedWith(t, server, transport.Timeout)
		eventually(t, "forgotten", func() bool { return h.Stats().Open == 0 })

		nobody := n.socket()
		defer nobody.Close()
		lonely := Dial(n.socket(), nobody.LocalAddr(), clientConfig(cfg))
		lonely.Send(transport.Live, []byte("hello?"))
		lonely.Flush()
		closedWith(t, lonely, transport.Timeout)
		<-lonely.Done()

		quits := Dial(n.socket(), nobody.LocalAddr(), clientConfig(cfg))
		quits.Close("changed my mind")
		closedWith(t, quits, "changed my mind")
		<-quits.Done()
	})
}

// TestRefused checks that a client receives the reason of a refusal.
func TestRefused(t *testing.T) {
	h, to := serving(t, Config{Secure: secure.Config{PerSource: 1}})
	dial(t, h, to, socket(t), Config{})
	second := Dial(socket(t), to, clientConfig(Config{}))
	closedWith(t, second, (&secure.RefusedError{Code: secure.RefusedSource}).Error())
	<-second.Done()
}

// TestHubCloses checks that closing a Hub ends all its connections with the reason and leaves nothing running.
func TestHubCloses(t *testing.T) {
	bubble(t, func(t *testing.T, n *memoryNetwork) {
		h, to := servingOn(t, n.socket(), Config{})
		var clients []*Conn
		for range 5 {
			c, _ := dial(t, h, to, n.socket(), Config{})
			clients = append(clients, c)
		}
		start := time.Now()
		h.Close("the server stops")
		if took := time.Since(start); took > time.Second {
			t.Errorf("Close took %v", took)
		}
		for _, c := range clients {
			closedWith(t, c, "the server stops")
		}
	})
}

// TestKeepSocket checks that the socket outlives the connection if the caller asked for that.
func TestKeepSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pa, pb := netem.Pair(netem.Conditions{}, netem.Conditions{}, 1)
		defer pa.Close()
		defer pb.Close()
		var keep Config
		keep.Secure.KeepSocket = true
		for range 3 {
			h := Listen(pb, serverConfig(keep))
			client := Dial(pa, pb.LocalAddr(), clientConfig(keep))
			var server *Conn
			eventually(t, "a connection", func() bool {
				var ok bool
				server, ok = h.Accept()
				return ok
			})
			arrives(t, client, server)
			client.Close("done")
			<-client.Done()
			closedWith(t, server, "done")
			h.Close("done too")
		}
	})
}

// TestOneDialMakesOneConnection checks that one dial opens one connection, over any network.
func TestOneDialMakesOneConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := netem.Conditions{Delay: 20 * ms, Jitter: 300 * ms, Loss: 0.3, Duplicate: 0.5}
		pa, pb := netem.Pair(c, c, testrand.Seed(t))
		h := Listen(pb, serverConfig(Config{}))
		defer h.Close("the test is over")
		client, server := dial(t, h, pb.LocalAddr(), pa, Config{})
		arrives(t, client, server)
		time.Sleep(300 * ms)
		if n := h.Stats(); n.Accepted != 1 || n.Open != 1 {
			t.Fatalf("%d connections made, %d there", n.Accepted, n.Open)
		}
	})
}

// TestManyConnectionsLeaveNothing checks that 200 connections, half of which vanish without a close, leave nothing behind.
func TestManyConnectionsLeaveNothing(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, n *memoryNetwork) {
		cfg := Config{Secure: secure.Config{Timeout: 300 * ms, Keepalive: 100 * ms, PerSource: 1000, SourceRate: 1000, TotalRate: 1000}}
		h, to := servingOn(t, n.socket(), cfg)
		luck := rand.New(rand.NewPCG(1, 2))
		for i := range 200 {
			pc := n.socket()
			c := Dial(pc, to, clientConfig(cfg))
			c.Send(transport.Live, make([]byte, luck.IntN(3000)))
			c.Flush()
			var s *Conn
			eventually(t, "a connection", func() bool {
				var ok bool
				s, ok = h.Accept()
				return ok
			})
			switch i % 4 {
			case 0:
				c.Close("left")
			case 1:
				s.Close("thrown out")
			default:
				pc.Close()
			}
		}
		eventually(t, "all gone", func() bool { return h.Stats().Open == 0 })
		eventually(t, "no session left", func() bool { return h.Stats().Secure.Peers == 0 })
	})
}

// TestFullWindowOpens: a far end that was deaf for long is heard again soon, even if its word
// that it listens is lost.
func TestFullWindowOpens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pa, pb := netem.Pair(netem.Conditions{}, netem.Conditions{}, 1)
		h := Listen(pb, serverConfig(Config{}))
		defer h.Close("the test is over")
		client, server := dial(t, h, pb.LocalAddr(), pa, Config{})
		piece := make([]byte, 60_000)
		full := 0
		for full < 100 {
			if full++; client.Send(transport.Bulk, piece) == nil {
				full = 0
			}
			client.Flush()
			time.Sleep(ms)
		}
		pb.SetConditions(netem.Conditions{Loss: 1}, netem.Conditions{}) // of what the Hub writes
		sent := client.Delivered(transport.Bulk)
		for m, ok := server.Receive(); ok; m, ok = server.Receive() {
			_ = m
		}
		time.Sleep(100 * ms)
		pb.SetConditions(netem.Conditions{}, netem.Conditions{})
		start := time.Now()
		eventually(t, "more has come", func() bool {
			_, ok := server.Receive()
			return ok && client.Delivered(transport.Bulk) > sent
		})
		if took := time.Since(start); took > 3*probeEvery {
			t.Fatalf("the window opened after %v", took)
		}
	})
}

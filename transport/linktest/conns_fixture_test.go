package linktest

import (
	"flag"
	"net"
	"os"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/transport/netem"
	"voxtide/transport/reliable"
)

const ms = time.Millisecond

// TestMain lets more tests run at a time than there are processors: they wait for networks.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "12")
	os.Exit(m.Run())
}

// bad is what the KCP of the table has to live with.
var bad = netem.Conditions{
	Delay: 8 * ms, Jitter: 6 * ms, Loss: 0.05, Duplicate: 0.02, Reorder: 0.05, ReorderBy: 8 * ms,
}

// worse comes and goes.
var worse = netem.Conditions{
	Delay: 4 * ms, Jitter: 20 * ms, Loss: 0.1, Burst: true, Reorder: 0.1, ReorderBy: 15 * ms,
	Cuts: []netem.Cut{{From: 300 * ms, For: 300 * ms}},
}

// conns is every Conn that there is.
var conns = []struct {
	name string
	open func(t *testing.T, seed uint64) *link
	slow bool // its network takes time, which is virtual: no other program can be in the way
}{
	{"mem", func(t *testing.T, seed uint64) *link {
		n := memnet.New(seed)
		l := memnet.Link{Delay: 10 * ms, Jitter: 4 * ms, Loss: 0.05, Duplicate: 0.02, Copies: seed%2 == 0}
		a, b := n.Pair(l, l)
		return newLink(t, a, b, seed, func() { n.Advance(n.Now() + 4*ms) }, false)
	}, false},
	{"pipe", func(t *testing.T, seed uint64) *link {
		a, b := transport.Pipe()
		return newLink(t, a, b, seed, func() {}, false)
	}, false},
	{"loopback", loopback(reliable.Config{}), false},
	{"loopback without copies", loopback(reliable.Config{NoCopies: true}), false},
	{"badnet", overBadnet(bad, reliable.Config{}), true},
	{"badnet without copies", overBadnet(bad, reliable.Config{NoCopies: true}), true},
	{"badnet with bad times and a cut", overBadnet(worse, reliable.Config{}), true},
}

func loopback(cfg reliable.Config) func(*testing.T, uint64) *link {
	return func(t *testing.T, seed uint64) *link {
		a, b := overSockets(t, cfg)
		return newLink(t, a, b, seed, func() { time.Sleep(2 * ms) }, true)
	}
}

func overBadnet(c netem.Conditions, cfg reliable.Config) func(*testing.T, uint64) *link {
	return func(t *testing.T, seed uint64) *link {
		pa, pb := netem.Pair(c, c, seed)
		a, b := connect(t, pa, pb, cfg)
		l := newLink(t, a, b, seed, func() { time.Sleep(2 * ms) }, true)
		l.full = 1 // 8 MB of bulk take too long
		for _, cut := range c.Cuts {
			l.quiet += int(cut.For / (2 * ms))
		}
		return l
	}
}

// each runs a case on every Conn.
func each(t *testing.T, f func(t *testing.T, l *link)) {
	t.Parallel()
	for _, c := range conns {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			seed := testrand.Seed(t)
			if !c.slow {
				f(t, c.open(t, seed))
				return
			}
			synctest.Test(t, func(t *testing.T) { f(t, c.open(t, seed)) })
		})
	}
}

func socket(t testing.TB) net.PacketConn {
	t.Helper()
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return pc
}

func overSockets(t testing.TB, cfg reliable.Config) (client, server *reliable.Conn) {
	return connect(t, socket(t), socket(t), cfg)
}

// connect returns a client over pa of a Hub over pb. Both end with the test.
func connect(t testing.TB, pa, pb net.PacketConn, cfg reliable.Config) (client, server *reliable.Conn) {
	t.Helper()
	cfg.Secure.KeepSocket = true // what is under way outlives the end that wrote it
	near, far := withKeys(cfg)
	t.Cleanup(func() {
		pa.Close()
		pb.Close()
	})
	h := reliable.Listen(pb, far)
	t.Cleanup(func() { h.Close("the test is over") })
	client = reliable.Dial(pa, pb.LocalAddr(), near)
	t.Cleanup(func() {
		client.Close("the test is over")
		<-client.Done()
	})
	for start := time.Now(); time.Since(start) < time.Minute; runtime.Gosched() {
		if c, ok := h.Accept(); ok {
			return client, c
		}
		time.Sleep(ms)
	}
	reason, closed := client.Closed()
	t.Fatalf("no connection; closed %v %q", closed, reason)
	return nil, nil
}

//go:build unix

package reliable

import (
	"net"
	"runtime"
	"syscall"
	"testing"
	"time"

	"voxtide/transport"
	"voxtide/transport/secure"
)

// connectionMax bounds what a connection that nothing was sent over takes.
const connectionMax = 60 << 10

// TestMemory checks that a connection takes little memory and no goroutine.
func TestMemory(t *testing.T) {
	h := hubWithoutGoroutines()
	const n = 500
	all := make([]*Conn, n)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range all {
		all[i] = newConn(h, nil, 0)
		all[i].start()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := (after.HeapAlloc - before.HeapAlloc) / n
	t.Logf("%d bytes a connection", each)
	if each > connectionMax {
		t.Fatalf("%d bytes a connection", each)
	}
	runtime.KeepAlive(all)
}

func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// load measures both ends of many connections over a server's socket for some seconds, during which turn is called 60 times a
// second, while the Hub is corked.
func load(b *testing.B, pc net.PacketConn, n int, turn func(step int, clients, servers []*Conn)) {
	h, to := servingOn(b, pc, Config{Secure: secure.Config{Peers: n, PerSource: n, SourceRate: n, TotalRate: n}})
	var clients, servers []*Conn
	for range n {
		c, s := dial(b, h, to, socket(b), Config{})
		clients, servers = append(clients, c), append(servers, s)
	}
	count := func() (packets uint64) {
		for _, c := range clients {
			s := c.Stats()
			packets += s.PacketsUp + s.PacketsDown
		}
		return packets
	}
	for b.Loop() {
		packets := count()
		start, used := time.Now(), processor()
		steps := 180
		if testing.Short() {
			steps = 30
		}
		for step := range steps {
			if turn != nil {
				h.Cork()
				turn(step, clients, servers)
				h.Uncork()
			}
			time.Sleep(time.Until(start.Add(time.Duration(step+1) * time.Second / 60)))
		}
		b.ReportMetric(100*float64(processor()-used)/float64(time.Since(start)), "%core")
		b.ReportMetric(float64(count()-packets)/time.Since(start).Seconds()/float64(n), "packets/s/conn")
	}
}

// BenchmarkIdle is 500 connections over which nothing is sent; a share of a core for both
// ends together.
func BenchmarkIdle(b *testing.B) { load(b, socket(b), 500, nil) }

// BenchmarkGame is 100 players: 60 values of 30 bytes and 5 messages of 60 bytes a second up, 20 messages of 400 bytes down, over a
// server's socket that takes many packets with one call, and over one that does not.
func BenchmarkGame(b *testing.B) {
	b.Run("many", func(b *testing.B) { game(b, socket(b)) })
	b.Run("one by one", func(b *testing.B) { game(b, oneByOne{socket(b).(*net.UDPConn)}) })
}

func game(b *testing.B, pc net.PacketConn) {
	up, down, value := make([]byte, 60), make([]byte, 400), make([]byte, 30)
	load(b, pc, 100, func(step int, clients, servers []*Conn) {
		for i := range clients {
			c, s := clients[i], servers[i]
			c.Value(1, value)
			if (step+i)%12 == 0 {
				c.Send(transport.Live, up)
			}
			c.Flush()
			if step%3 == 0 {
				s.Send(transport.Live, down)
				s.Flush()
			}
			for _, c := range [2]*Conn{c, s} {
				for _, ok := c.Receive(); ok; _, ok = c.Receive() {
				}
			}
		}
	})
}

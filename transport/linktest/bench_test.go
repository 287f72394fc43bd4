//go:build unix

package linktest

import (
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/internal/cputime"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// BenchmarkPlayers is what 100 and 500 players cost a processor, both ends together, over
// loopback: 60 stamps of 12 bytes a second up and 30 frames of 60 bytes down each. Bare KCP, for
// which a stamp is a message, is what lanes are held against.
func BenchmarkPlayers(b *testing.B) {
	sizes := []int{100, 500}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) { players(b, n) })
	}
}

// steps is how many sixtieths of a second a benchmark takes for one of its rounds.
func steps() int {
	if testing.Short() {
		return 30
	}
	return 180
}

func players(b *testing.B, n int) {
	up, down := make([]byte, 12), make([]byte, 60)
	for _, c := range []struct {
		name string
		open func(b *testing.B) (turn func(step int), packets func() uint64)
	}{
		{"kcp", func(b *testing.B) (func(int), func() uint64) {
			pc := socket(b)
			l, err := kcp.ServeConn(nil, 0, 0, pc)
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { l.Close(); pc.Close() })
			var clients, servers []*kcp.UDPSession
			drain := func(s *kcp.UDPSession) {
				setFastest(s)
				b.Cleanup(func() { s.Close() })
				go func() {
					buf := make([]byte, 4096)
					for {
						if _, err := s.Read(buf); err != nil {
							return
						}
					}
				}()
			}
			for range n {
				own := socket(b)
				b.Cleanup(func() { own.Close() })
				s, err := kcp.NewConn2(pc.LocalAddr().(*net.UDPAddr), nil, 0, 0, own)
				if err != nil {
					b.Fatal(err)
				}
				drain(s)
				s.Write(up)
				far, err := l.AcceptKCP()
				if err != nil {
					b.Fatal(err)
				}
				drain(far)
				clients, servers = append(clients, s), append(servers, far)
			}
			return func(step int) {
					for i := range clients {
						clients[i].Write(up)
						if step%2 == 0 {
							servers[i].Write(down)
						}
					}
				}, func() uint64 {
					return kcp.DefaultSnmp.Copy().InPkts
				}
		}},
		{"lanes", func(b *testing.B) (func(int), func() uint64) {
			return crowd(b, n, up, down, reliable.Config{NoCopies: true})
		}},
		{"lanes copies", func(b *testing.B) (func(int), func() uint64) { return crowd(b, n, up, down, reliable.Config{}) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			turn, packets := c.open(b)
			for b.Loop() {
				before, start, used := packets(), time.Now(), cputime.Used()
				for step := range steps() {
					turn(step)
					time.Sleep(time.Until(start.Add(time.Duration(step+1) * time.Second / 60)))
				}
				spent, count := cputime.Used()-used, packets()-before
				b.ReportMetric(100*float64(spent)/float64(time.Since(start)), "%core")
				b.ReportMetric(float64(count)/time.Since(start).Seconds()/float64(n), "packets/s/player")
				b.ReportMetric(float64(spent.Microseconds())/float64(count), "us/packet")
			}
		})
	}
}

func crowd(b *testing.B, n int, up, down []byte, cfg reliable.Config) (turn func(step int), packets func() uint64) {
	cfg.Secure = secure.Config{Peers: n, PerSource: n, SourceRate: n, TotalRate: n}
	near, far := withKeys(cfg)
	pc := socket(b)
	h := reliable.Listen(pc, far)
	b.Cleanup(func() { h.Close("done") })
	var clients, servers []*reliable.Conn
	for range n {
		c := reliable.Dial(socket(b), pc.LocalAddr(), near)
		b.Cleanup(func() { c.Close("done") })
		clients = append(clients, c)
		for {
			if s, ok := h.Accept(); ok {
				servers = append(servers, s)
				break
			}
			time.Sleep(ms)
		}
	}
	return func(step int) {
			for i := range clients {
				for _, c := range [2]*reliable.Conn{clients[i], servers[i]} {
					for _, ok := c.Receive(); ok; _, ok = c.Receive() {
					}
				}
				clients[i].Value(0, up)
				clients[i].Flush()
				if step%2 == 0 {
					servers[i].Send(transport.Live, down)
					servers[i].Flush()
				}
			}
		}, func() (all uint64) {
			for _, c := range clients {
				s := c.Stats()
				all += s.PacketsUp + s.PacketsDown
			}
			return all
		}
}

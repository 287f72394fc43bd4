package host

import (
	"net"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/world"
)

// BenchmarkJoin128 joins a server over loopback and waits until all sections within a view of 128 blocks have come and are
// confirmed, on land that was never made before; s/playable is the time until the player can move.
func BenchmarkJoin128(b *testing.B) {
	var playable, sections, bytes float64
	for range b.N {
		h, err := Open(Config{Dir: b.TempDir(), Seed: 7, SeedSet: true})
		if err != nil {
			b.Fatal(err)
		}
		at, err := h.Listen("127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		c := client.New(client.Config{Name: "ann", ViewDistance: 8, Dial: func() transport.Conn {
			pc, err := net.ListenPacket("udp4", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			return reliable.Dial(pc, at, dialConfig("ann"))
		}})
		begin := time.Now()
		moved := time.Duration(0)
		for all := false; !all; time.Sleep(time.Second / 120) {
			c.Frame(Monotonic(), client.Input{})
			w := c.World()
			if w == nil {
				continue
			}
			e := w.Entity(w.Find(world.AvatarID(c.Stream())))
			if moved == 0 && e.Motion.Flags&world.Suspended == 0 {
				moved = time.Since(begin)
			}
			n := sectionsSeen(e.Motion.Pos.Block().Section().Y)
			h.Do(func(s *server.Server) {
				confirmed := 0
				for sub := range s.World().Stream(c.Stream()).Subscriptions.All() {
					if sub.Confirmed {
						confirmed++
					}
				}
				all = confirmed == n
				bytes = float64(s.Metrics().SnapshotBytes)
			})
			sections = float64(n)
			if time.Since(begin) > time.Minute {
				b.Fatal("takes more than a minute")
			}
		}
		playable += moved.Seconds()
		b.StopTimer()
		c.Leave()
		if err := h.Close(protocol.ReasonStopping.String()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(playable/float64(b.N), "s/playable")
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/all")
	b.ReportMetric(sections, "sections")
	b.ReportMetric(bytes, "bytes")
	b.ReportMetric(0, "ns/op")
}

// sectionsSeen returns the number of sections within 8 sections of one, at a height.
func sectionsSeen(y int32) (n int) {
	for x := -8; x <= 8; x++ {
		for z := -8; z <= 8; z++ {
			for up := -int32(viewHeight); up <= viewHeight && x*x+z*z <= 8*9; up++ {
				if (world.SectionPos{Y: y + up}).Origin().InHeight() {
					n++
				}
			}
		}
	}
	return n
}

package host

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server/livemap"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/world"
)

// BenchmarkMapBuilders has twenty players place and break blocks for ten seconds: without a map, with a map that nobody looks
// at, and with one whose page is open there. It reports the time of a step of the loop, the number of steps over 4 ms, and the
// number of drawn tiles; -short takes a tenth of the time. With -cpuprofile the share of the map can be read (-focus livemap).
func BenchmarkMapBuilders(b *testing.B) {
	for _, how := range []string{"none", "served", "watched"} {
		b.Run(how, func(b *testing.B) {
			for range b.N {
				buildUnderMap(b, how)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

func buildUnderMap(b *testing.B, how string) {
	h, err := Open(Config{Dir: b.TempDir(), Seed: 7, SeedSet: true, ViewDistance: 64})
	if err != nil {
		b.Fatal(err)
	}
	at, err := h.Listen("127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	stop := make(chan bool)
	var page sync.WaitGroup
	if how != "none" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		if err := h.ServeMap(l, MapShows{Players: true}); err != nil {
			b.Fatal(err)
		}
		if how == "watched" {
			page.Go(func() { watch("http://"+l.Addr().String(), stop) })
		}
	}
	var clients []*testClient
	for i := range 20 {
		g := &testClient{Client: joined(b, fmt.Sprint("builder", i), at)}
		clients = append(clients, g)
	}
	edits := 0
	run := func(d time.Duration, build bool) {
		if testing.Short() {
			d /= 10
		}
		for n, end := 0, Monotonic()+d; Monotonic() < end; n++ {
			for i, g := range clients {
				g.in.Actions = nil
				if e, ok := g.Avatar(); ok && build && (n+i)%8 == 0 { // four a second
					p := e.Motion.Pos.Block()
					p.X += 2
					a := actions.Action{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 14, 8}}
					if was, _ := g.World().Block(p); !world.Blocks[was].Replaceable {
						a = actions.Action{Kind: actions.FinishBreak, Pos: p, Aim: actions.Aim{8, 8, 8}}
					}
					g.in.Actions = []actions.Action{a}
				}
				g.Frame(Monotonic(), g.in)
			}
			time.Sleep(30 * time.Millisecond)
		}
	}
	run(6*time.Second, false)
	h.metrics.mu.Lock()
	was, edited := h.metrics.steps, h.metrics.edits
	h.metrics.mu.Unlock()
	drawn := h.MapCounts()
	run(10*time.Second, true)
	h.metrics.mu.Lock()
	now := h.metrics.steps
	edits = int(h.metrics.edits - edited)
	h.metrics.mu.Unlock()
	c := h.MapCounts()
	n := float64(now.total - was.total)
	b.ReportMetric(float64((now.sum-was.sum).Microseconds())/n, "µs/step")
	b.ReportMetric(100*(1-float64(now.counts[5]-was.counts[5])/n), "%over4ms")
	b.ReportMetric(float64(edits)/10, "edits/s")
	b.ReportMetric(float64(c.Visible-drawn.Visible)/10, "seen/s")
	b.ReportMetric(float64(c.Drawn-drawn.Drawn)/10, "tiles/s")
	close(stop)
	page.Wait()
	for _, g := range clients {
		g.Leave()
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		b.Fatal(err)
	}
}

// watch does what an open page does: it asks for updates twice a second and fetches changed tiles once a second.
func watch(url string, stop chan bool) {
	c := http.Client{Timeout: 20 * time.Second}
	get := func(path string) []byte {
		r, err := c.Get(url + path)
		if err != nil {
			return nil
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		return b
	}
	for x := range int32(6) { // a window of 1440 x 900
		for z := range int32(4) {
			get("/tiles/" + livemap.Tile{X: x - 2, Z: z - 1}.Path())
		}
	}
	version := ""
	for n := 0; ; n++ {
		select {
		case <-stop:
			c.CloseIdleConnections()
			return
		case <-time.After(500 * time.Millisecond):
		}
		since := version
		if n%2 == 0 {
			version, _ = renew(get, since)
		} else {
			get("/live.json?since=" + since)
		}
	}
}

// renew asks for updates and fetches the changed tiles of scale 0.
func renew(get func(string) []byte, since string) (version string, tiles int) {
	var u struct {
		Version string
		Tiles   [][3]int32
	}
	json.Unmarshal(get("/live.json?since="+since), &u)
	for _, t := range u.Tiles {
		if t[0] == 0 {
			get("/tiles/" + livemap.Tile{X: t[1], Z: t[2]}.Path() + "?v=" + u.Version)
			tiles++
		}
	}
	return u.Version, tiles
}

// joined is a client over UDP.
func joined(b *testing.B, name string, at net.Addr) *client.Client {
	return client.New(client.Config{Name: name, Dial: func() transport.Conn {
		pc, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			b.Error(err)
			return nil
		}
		return reliable.Dial(pc, at, dialConfig(name))
	}})
}

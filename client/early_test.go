package client_test

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// overtaken is a connection whose live lane stands still at times, while sections go on coming.
type overtaken struct {
	*transport.Mem
	stuck *bool
	kept  []transport.Message
}

func (o *overtaken) Receive() (transport.Message, bool) {
	for {
		if !*o.stuck && len(o.kept) > 0 {
			m := o.kept[0]
			o.kept = o.kept[1:]
			return m, true
		}
		m, ok := o.Mem.Receive()
		if !ok || !*o.stuck || m.Kind != transport.KindMessage || m.Lane != transport.Live {
			return m, ok
		}
		m.Data = append([]byte(nil), m.Data...)
		o.kept = append(o.kept, m)
	}
}

// known is a connection of somebody with a key, whose own session gives way.
type known struct{ *transport.Mem }

func (known) Identity() transport.Identity { return transport.Identity{1} }

// TestTooEarly: a client to which more sections come ahead of the frames than it keeps gives that connection up and has all of
// them over the next; before the Welcome and in the midst of playing.
func TestTooEarly(t *testing.T) {
	for _, first := range []bool{true, false} {
		stuck, dials := first, 0
		net := transport.NewNet(1)
		srv, err := server.New(server.Config{Generate: flat, View: 12, ViewY: 2, BulkCredit: 1500, BulkBytes: 64 << 20, Seed: 3,
			Spawn: func(int) world.Vec { return world.Middle(world.Pos{X: 4, Z: 4}) }})
		if err != nil {
			t.Fatal(err)
		}
		cl := client.New(client.Config{Name: "ann", Check: true, Dial: func() transport.Conn {
			dials++
			link := transport.Link{Delay: 5 * time.Millisecond, Copies: true}
			near, far := net.Pair(link, link)
			srv.Accept(known{far})
			return &overtaken{Mem: near, stuck: &stuck}
		}})
		now := time.Duration(0)
		run := func(d time.Duration) {
			for end := now + d; now < end; {
				now += 16 * time.Millisecond
				net.Advance(now)
				srv.Step(now)
				net.Advance(now)
				cl.Picture(now, client.Input{})
			}
		}
		if !first {
			run(20 * time.Second)
			if cl.State() != client.Playing || dials != 1 {
				t.Fatal(cl.State(), dials)
			}
			stuck = true
			srv.Order(server.Console, "tp ann 5000 1 5000", func([]string) {})
		}
		for range 100 { // sooner than a silence ends a connection
			if run(50 * time.Millisecond); dials > 1 || cl.State() == client.Resuming {
				break
			}
		}
		why := cl.Reason()
		stuck = false
		run(20 * time.Second)
		subs, missing := 0, 0
		st := srv.World().Stream(timestream.Stream(1))
		cl.Received(func(w *world.World) {
			for _, s := range st.Subs {
				subs++
				if !s.Confirmed || w.Section(s.Section) == nil {
					missing++
				}
			}
		})
		t.Logf("before the welcome %v: %d connections, %q; %d sections, %d missing", first, dials, why, subs, missing)
		if dials < 2 || dials > 4 || why != "sections came too early" || cl.State() != client.Playing || subs < 1000 || missing > 0 || cl.Stats().Desyncs > 0 {
			t.Errorf("%v, %s", cl.State(), cl.Stats().FirstDesync)
		}
	}
}

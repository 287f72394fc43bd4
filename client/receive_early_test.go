package client_test

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// stalledLiveConn is a connection whose live lane is held back at times, while sections keep coming.
type stalledLiveConn struct {
	*memnet.Conn
	stuck *bool
	kept  []transport.Message
}

func (o *stalledLiveConn) Receive() (transport.Message, bool) {
	for {
		if !*o.stuck && len(o.kept) > 0 {
			m := o.kept[0]
			o.kept = o.kept[1:]
			return m, true
		}
		m, ok := o.Conn.Receive()
		if !ok || !*o.stuck || m.Kind != transport.KindMessage || m.Lane != transport.Live {
			return m, ok
		}
		m.Data = append([]byte(nil), m.Data...)
		o.kept = append(o.kept, m)
	}
}

// identifiedConn is a connection of a player with a key, whose older session gives way to it.
type identifiedConn struct{ *memnet.Conn }

func (identifiedConn) Identity() transport.Identity { return transport.Identity{1} }

// TestTooEarly: a client that receives more sections ahead of the updates than it keeps gives the connection up and receives
// all of them over the next one, before the welcome as well as while it plays.
func TestTooEarly(t *testing.T) {
	for _, first := range []bool{true, false} {
		stuck, dials := first, 0
		net := memnet.New(1)
		srv, err := server.New(server.Config{Generate: flat, View: 12, ViewY: 2, BulkCredit: 1500, BulkBytes: 64 << 20, Seed: 3,
			Spawn: func(int) world.Vec { return world.BottomCentre(world.Pos{X: 4, Z: 4}) }})
		if err != nil {
			t.Fatal(err)
		}
		cl := client.New(client.Config{Name: "ann", CheckRevert: true, Dial: func() transport.Conn {
			dials++
			link := memnet.Link{Delay: 5 * time.Millisecond, Copies: true}
			near, far := net.Pair(link, link)
			srv.Accept(identifiedConn{far})
			return &stalledLiveConn{Conn: near, stuck: &stuck}
		}})
		now := time.Duration(0)
		run := func(d time.Duration) {
			for end := now + d; now < end; {
				now += 16 * time.Millisecond
				net.Advance(now)
				srv.Step(now)
				net.Advance(now)
				cl.Frame(now, client.Input{})
			}
		}
		if !first {
			run(20 * time.Second)
			if cl.State() != client.Playing || dials != 1 {
				t.Fatal(cl.State(), dials)
			}
			stuck = true
			srv.RunCommand(admin.Console, "tp ann 5000 1 5000", func([]string) {})
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
		cl.InspectReceived(func(w *world.World) {
			for s := range st.Subscriptions.All() {
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

package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// refusedHintConn is a connection for which the system reports the server's port as closed, truly or falsely.
type refusedHintConn struct {
	*memnet.Conn
	refused *bool
}

func (h refusedHintConn) Refused() bool { return *h.refused }

// newRefusedHintHarness returns a harness with such a connection, the hint, and a function that cuts the connection.
func newRefusedHintHarness(t *testing.T) (r *harness, refused *bool, cut func()) {
	refused = new(bool)
	r = newHarness(t, memnet.Link{}, server.Config{}, "")
	link := memnet.Link{Delay: 50 * time.Millisecond, Copies: true}
	var near, far *memnet.Conn
	r.cl = client.New(client.Config{Name: "ann", CheckRevert: true, CheckEveryFrame: true, Dial: func() transport.Conn {
		near, far = r.net.Pair(link, link)
		r.srv.Accept(far)
		return refusedHintConn{near, refused}
	}})
	r.play()
	r.in.Keys, r.in.Yaw = world.KeyForward, 16384
	r.run(700 * time.Millisecond)
	r.in.Keys = 0
	r.run(time.Second)
	return r, refused, func() { near.Cut(time.Hour); far.Cut(time.Hour) }
}

// TestForgedRefusal: the hint that the port is closed changes nothing while updates come.
func TestForgedRefusal(t *testing.T) {
	r, refused, _ := newRefusedHintHarness(t)
	*refused = true
	for range 300 {
		r.run(16 * time.Millisecond)
		if r.cl.SilentFor() != 0 || r.cl.State() != client.Playing {
			t.Fatalf("silent for %v, %v", r.cl.SilentFor(), r.cl.State())
		}
	}
	if s := r.cl.Stats(); s.Resumes > 0 || r.corrections() > 0 {
		t.Errorf("%+v", s)
	}
}

// TestSilence: the player is warned of a silent server after 1.5 s, or after 0.3 s with the hint that the port is closed; the
// connection is given up after 10 s, or after 2 s with the hint. The actions in between take effect once.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		name      string
		refused   bool
		told, up  time.Duration
		tolerance time.Duration
	}{
		{"nothing is said", false, 1500 * time.Millisecond, 10 * time.Second, 200 * time.Millisecond},
		{"refused", true, 300 * time.Millisecond, 2 * time.Second, 200 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, refused, cut := newRefusedHintHarness(t)
			cut()
			*refused = c.refused
			began := r.now
			r.run(100 * time.Millisecond)
			cell := world.Pos{X: int32(r.out.OwnEntity.Simulated[0]) + 2, Y: 0, Z: 4}
			r.in.Actions = []actions.Action{{Kind: actions.Place, Pos: cell, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
			told, up := time.Duration(0), time.Duration(0)
			for up == 0 && r.now < began+20*time.Second {
				r.run(16 * time.Millisecond)
				if told == 0 && r.cl.SilentFor() > 0 {
					told = r.now - began
				}
				if r.cl.State() == client.Resuming {
					up = r.now - began
				}
			}
			if told < c.told || told > c.told+c.tolerance || up < c.up || up > c.up+c.tolerance {
				t.Errorf("warned after %v, given up after %v", told, up)
			}
			*refused = false
			r.run(10 * time.Second)
			if s := r.cl.Stats(); r.cl.State() != client.Playing || s.Resumes != 1 || r.cl.UnackedCount() > 0 || r.cl.SilentFor() != 0 {
				t.Errorf("%v, %d un-acked, %+v", r.cl.State(), r.cl.UnackedCount(), s)
			}
			if b, _ := r.srv.World().Block(cell); b != world.Dirt || r.out.Inventory[0].Count != 9 {
				t.Errorf("the server has %v there, %d are left", b, r.out.Inventory[0].Count)
			}
			if s := r.cl.Stats(); s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/predict"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/world"
)

// hinted is a connection of which a system says that nobody listens at its far end, whether that is so or not.
type hinted struct {
	*transport.Mem
	refused *bool
}

func (h hinted) Refused() bool { return *h.refused }

// hintedRoom is a room whose client's system tells, and what cuts its connection.
func hintedRoom(t *testing.T) (r *room, refused *bool, cut func()) {
	refused = new(bool)
	r = newRoom(t, transport.Link{}, server.Config{}, "")
	link := transport.Link{Delay: 50 * time.Millisecond, Copies: true}
	var near, far *transport.Mem
	r.cl = client.New(client.Config{Name: "ann", Check: true, Every: true, Dial: func() transport.Conn {
		near, far = r.net.Pair(link, link)
		r.srv.Accept(far)
		return hinted{near, refused}
	}})
	r.play()
	r.in.Keys, r.in.Yaw = world.KeyForward, 16384
	r.run(700 * time.Millisecond)
	r.in.Keys = 0
	r.run(time.Second)
	return r, refused, func() { near.Cut(time.Hour); far.Cut(time.Hour) }
}

// TestForgedRefusal: a word that nobody listens changes nothing while the server is heard.
func TestForgedRefusal(t *testing.T) {
	r, refused, _ := hintedRoom(t)
	*refused = true
	for range 300 {
		r.run(16 * time.Millisecond)
		if r.cl.Late() != 0 || r.cl.State() != client.Playing {
			t.Fatalf("late %v, %v", r.cl.Late(), r.cl.State())
		}
	}
	if s := r.cl.Stats(); s.Resumes > 0 || r.corrections() > 0 {
		t.Errorf("%+v", s)
	}
}

// TestSilence: the player is told of a server that is silent after 1.5 s, and after 0.3 s where the system says that nobody
// listens; the connection is given up after 10 s, and there after 2 s. What was done in the meantime happens once.
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
			r, refused, cut := hintedRoom(t)
			cut()
			*refused = c.refused
			began := r.now
			r.run(100 * time.Millisecond)
			cell := world.Pos{X: int32(r.out.Own.Ghost[0]) + 2, Y: 0, Z: 4}
			r.in.Do = []actions.Action{{Kind: actions.Place, Pos: cell, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
			told, up := time.Duration(0), time.Duration(0)
			for up == 0 && r.now < began+20*time.Second {
				r.run(16 * time.Millisecond)
				if told == 0 && r.cl.Late() > 0 {
					told = r.now - began
				}
				if r.cl.State() == client.Resuming {
					up = r.now - began
				}
			}
			if told < c.told || told > c.told+c.tolerance || up < c.up || up > c.up+c.tolerance {
				t.Errorf("told after %v, given up after %v", told, up)
			}
			*refused = false
			r.run(10 * time.Second)
			if s := r.cl.Stats(); r.cl.State() != client.Playing || s.Resumes != 1 || r.cl.Unacked() > 0 || r.cl.Late() != 0 {
				t.Errorf("%v, %d un-acked, %+v", r.cl.State(), r.cl.Unacked(), s)
			}
			if b, _ := r.srv.World().Block(cell); b != world.Dirt || r.out.Slots[0].Count != 9 {
				t.Errorf("the server has %v there, %d are left", b, r.out.Slots[0].Count)
			}
			if s := r.cl.Stats(); s.Corrections[predict.Unexplained] > 0 || s.Desyncs > 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

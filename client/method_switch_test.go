package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// ledger notes what updates say of own actions.
type ledger struct {
	t       testing.TB
	acked   uint64
	refused map[uint64]bool
	updates int
}

func (l *ledger) note(u *protocol.Update) {
	l.updates++
	for i := range u.Entries {
		switch e := &u.Entries[i]; e.Kind {
		case protocol.EntryAck:
			if e.Number < l.acked {
				l.t.Errorf("update %d acks %d after %d", u.Number, e.Number, l.acked)
			}
			l.acked = e.Number
		case protocol.EntryRefusal:
			if l.refused[e.Number] {
				l.t.Errorf("action %d is refused twice", e.Number)
			}
			l.refused[e.Number] = true
		}
	}
}

// newMethodHarness returns a harness whose client begins with a method and notes its actions.
func newMethodHarness(t testing.TB, link memnet.Link, cfg server.Config, method string) (*harness, *ledger) {
	r, l := newHarness(t, link, cfg, ""), &ledger{t: t, refused: map[uint64]bool{}}
	r.cl = client.New(client.Config{Name: "ann", CheckRevert: true, Strategy: method, OnUpdate: l.note, Dial: func() transport.Conn {
		near, far := r.net.Pair(link, link)
		r.up = near
		r.srv.Accept(far)
		return near
	}})
	return r, l
}

// setMethod changes the method by its text.
func (r *harness) setMethod(text string) {
	r.t.Helper()
	m, err := client.ParseMethod(text)
	if err == nil {
		err = r.cl.SetMethod(m)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// checkSettled checks after a silence that every action was answered once and that both sides have the same state.
func (r *harness) checkSettled(l *ledger, placed []world.Pos) {
	r.t.Helper()
	s := r.cl.Stats()
	if r.cl.UnackedCount() > 0 || l.acked != uint64(s.Actions) || s.Acked != l.acked {
		r.t.Errorf("%d of %d actions acked, %d un-acked", l.acked, s.Actions, r.cl.UnackedCount())
	}
	if s.Desyncs > 0 {
		r.t.Errorf("a desync: %s", s.FirstDesync)
	}
	var refused int
	for _, n := range s.Refused {
		refused += n
	}
	if refused != len(l.refused) {
		r.t.Errorf("%d refusals shown, %d came", refused, len(l.refused))
	}
	if received, shown := r.cl.Hashes(); received != shown {
		r.t.Errorf("the shown blocks differ from the received ones: %x, %x", received, shown)
	}
	w, far := r.cl.World(), r.srv.World()
	for _, p := range placed {
		a, _ := w.Block(p)
		if b, _ := far.Block(p); a != b {
			r.t.Errorf("%v is %v here and %v there", p, a, b)
		}
	}
	id := world.AvatarID(r.cl.Stream())
	a, b := w.Entity(w.Find(id)), far.Entity(far.Find(id))
	if a.Motion.Pos != b.Motion.Pos || a.Motion.Keys != b.Motion.Keys {
		r.t.Errorf("the own body is at %v, on the server at %v", a.Motion.Pos, b.Motion.Pos)
	}
}

// TestSwitchMethods plays on while the method changes again and again, over a network with delay, jitter and loss: nothing that
// is un-acked is lost, every action is answered once, and in the end both sides have the same state.
func TestSwitchMethods(t *testing.T) {
	random := testrand.New(t)
	texts := append(client.Strategies(), "timestream,others=interpolate", "dumb,draw=converge,multiplier=0.5", "timestream,draw=chase,others=reckon",
		"timestream,judge=arrival", "dumb,judge=arrival,step=100", "timestream,step=50,hits=present", "dumb,judge=ticks", "dumb,judge=ticks,repeat=3")
	switches, kept, actionsDone := 0, 0, 0
	for _, delay := range []time.Duration{0, 40 * time.Millisecond, 150 * time.Millisecond} {
		link := memnet.Link{Delay: delay, Jitter: delay / 4, Loss: 0.05, Copies: true}
		r, l := newMethodHarness(t, link, server.Config{Creative: true, AnyMethod: true}, "")
		r.play()
		var placed []world.Pos
		frames := 0
		build := func(d time.Duration) {
			for end := r.now + d; r.now < end; {
				r.in.Keys, r.in.Yaw = world.KeyForward, uint16(frames/40*16384)
				if frames++; frames%5 == 0 && r.cl.State() == client.Playing {
					w := r.cl.World()
					p := w.Entity(w.Find(world.AvatarID(r.cl.Stream()))).Motion.Pos.Block()
					p = world.Pos{X: p.X + int32(random.IntN(7)) - 3, Y: 0, Z: p.Z + int32(random.IntN(7)) - 3}
					r.in.Actions = []actions.Action{{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
					placed = append(placed, p)
				}
				r.run(16 * time.Millisecond)
			}
		}
		for i := range 6 * len(texts) {
			build(time.Duration(20+random.IntN(400)) * time.Millisecond)
			before := r.cl.UnackedCount()
			r.setMethod(texts[(i*5+i/len(texts))%len(texts)])
			if after := r.cl.UnackedCount(); after != before {
				t.Fatalf("%d un-acked before the switch to %v, %d after", before, r.cl.WantedMethod(), after)
			}
			switches, kept = switches+1, kept+before
		}
		build(200 * time.Millisecond)
		r.in.Keys = 0
		r.run(4 * time.Second)
		if r.cl.State() != client.Playing || r.srv.Metrics().SessionsEnded > 0 || !r.cl.Method().Equal(r.cl.WantedMethod()) {
			t.Fatalf("%v (%s), shown %v, wanted %v (%s)", r.cl.State(), r.cl.Reason(), r.cl.Method(), r.cl.WantedMethod(), r.cl.MethodRefusal())
		}
		r.checkSettled(l, placed)
		actionsDone += r.cl.Stats().Actions
		t.Logf("delay %v: %d actions, %d refused, corrections %v, %d updates", delay, r.cl.Stats().Actions, len(l.refused), r.cl.Stats().Corrections, l.updates)
	}
	t.Logf("%d switches between %d methods with %d actions un-acked then, %d actions in all", switches, len(texts), kept, actionsDone)
	if kept == 0 {
		t.Error("no action was un-acked at a switch: nothing is tested")
	}
}

package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// welcomeSpy is a connection that records the welcome.
type welcomeSpy struct {
	*memnet.Conn
	welcome *protocol.Welcome
}

func (s welcomeSpy) Receive() (transport.Message, bool) {
	m, ok := s.Conn.Receive()
	if r := wire.NewReader(m.Data); ok && m.Kind == transport.KindMessage && m.Lane == transport.Live && r.Byte() == protocol.MsgWelcome {
		*s.welcome, _ = protocol.ReadWelcome(&r)
	}
	return m, ok
}

// limitedConn is a connection on which the welcome and the server's close arrive together, and which takes a limited number
// of messages.
type limitedConn struct {
	*memnet.Conn
	welcome []byte
	room    int
}

func (b *limitedConn) Send(transport.Lane, []byte) error {
	if b.room--; b.room < 0 {
		return transport.ErrClosed
	}
	return nil
}

func (b *limitedConn) Receive() (m transport.Message, ok bool) {
	if b.welcome == nil {
		return m, false
	}
	m = transport.Message{Kind: transport.KindMessage, Lane: transport.Live, Data: b.welcome}
	b.welcome = nil
	return m, true
}

func (b *limitedConn) Closed() (string, bool) { return protocol.ReasonStopping.String(), true }

// TestWelcomeAndClose: a server that stops right after it has accepted a resume causes no loss, whether the connection ends
// with the join, with the repeated report or after it. The session goes on over the next connection.
func TestWelcomeAndClose(t *testing.T) {
	for room := range 4 {
		r := newHarness(t, memnet.Link{}, server.Config{}, "")
		link := memnet.Link{Copies: true}
		dials, n := 0, 0
		var near *memnet.Conn
		var welcome protocol.Welcome
		r.cl = client.New(client.Config{Name: "ann", CheckRevert: true, CheckEveryFrame: true, Dial: func() transport.Conn {
			dials++
			m, far := r.net.Pair(link, link)
			near = m
			if dials == 2 {
				welcome.Resumed = true
				return &limitedConn{m, protocol.AppendWelcome(nil, &welcome), room}
			}
			r.srv.Accept(far)
			return welcomeSpy{m, &welcome}
		}})
		r.play()
		r.srv.RunCommand(admin.Console, "tp ann 40 10 40", func([]string) {}) // a correction, and so a report
		r.in.Keys = world.KeyForward
		r.run(4 * time.Second)
		r.in.Keys = 0
		if r.corrections() == 0 {
			t.Fatal("nothing is to be reported")
		}
		r.in.Actions = []actions.Action{{Kind: actions.CancelBreak}}
		r.now += 16 * time.Millisecond
		r.cl.Frame(r.now, r.in)
		r.in.Actions = nil
		if n = r.cl.UnackedCount(); n == 0 {
			t.Fatal("all actions are acked")
		}
		near.Kill()
		r.run(4 * time.Second)
		if s := r.cl.Stats(); r.cl.State() != client.Playing || s.Resumes < 1 || dials < 3 || r.cl.UnackedCount() > 0 {
			t.Errorf("room for %d messages: %v (%s), %d dials, %d un-acked, %+v", room, r.cl.State(), r.cl.Reason(), dials, r.cl.UnackedCount(), s)
		}
		t.Logf("room for %d messages: %d un-acked, %d dials, %d resumes", room, n, dials, r.cl.Stats().Resumes)
	}
}

// TestClockComesBack: a clock that was set while the uplink was slow, as to a server under load, is some tenths of a second
// ahead; once the uplink is fast it comes back within seconds, and no frame's time goes back.
func TestClockComesBack(t *testing.T) {
	r := newHarness(t, memnet.Link{}, server.Config{}, "")
	var near, far *memnet.Conn
	r.cl = client.New(client.Config{Name: "ann", CheckRevert: true, Dial: func() transport.Conn {
		near, far = r.net.Pair(memnet.Link{Delay: 750 * time.Millisecond, Copies: true}, memnet.Link{Delay: 50 * time.Millisecond, Copies: true})
		r.srv.Accept(far)
		return near
	}})
	r.play()
	ahead := func() time.Duration {
		w := r.cl.World()
		at := w.Entity(w.Find(world.AvatarID(r.cl.Stream()))).At
		return time.Duration(at-r.srv.Now()) * time.Microsecond
	}
	begun := ahead()
	if begun < 300*time.Millisecond {
		t.Fatalf("%v ahead at joining: nothing is tested", begun)
	}
	good := memnet.Link{Delay: time.Millisecond, Copies: true}
	near.SetLink(good)
	far.SetLink(good)
	last := ahead()
	for range 10 * 60 {
		r.run(16 * time.Millisecond)
		if now := ahead(); now+16*time.Millisecond < last {
			t.Fatalf("%v ahead after %v: the frame's time has gone back", now, last)
		}
		last = ahead()
	}
	t.Logf("%v ahead at joining, %v after 10 s", begun, last)
	if last > 50*time.Millisecond {
		t.Errorf("still %v ahead after 10 s on a fast uplink", last)
	}
}

// stand stops the server's machine, and its clock with it, while the client plays on for as long as it can.
func (r *harness) stand(d time.Duration, each func()) {
	for end := r.now + d; r.now < end; {
		r.now += 16 * time.Millisecond
		r.net.Advance(r.now)
		each()
		r.cl.Frame(r.now, r.in)
		r.in.Actions = nil
	}
	r.stood += d
}

// TestAheadOfTheClock: the server's machine was stopped with its clock while a player went on building. Whether the connection
// survives or is lost meanwhile, and however many actions are un-acked, each takes effect once, where it was done.
func TestAheadOfTheClock(t *testing.T) {
	delays := []time.Duration{0, 40 * time.Millisecond, 200 * time.Millisecond}
	if testing.Short() {
		delays = delays[1:2]
	}
	for _, stood := range []time.Duration{500 * time.Millisecond, 1900 * time.Millisecond, 3 * time.Second, 8 * time.Second, 25 * time.Second} {
		for _, delay := range delays {
			for _, killed := range []bool{false, true} {
				r := newHarness(t, memnet.Link{Delay: delay, Copies: true}, server.Config{Creative: true}, "")
				r.play()
				r.in.Keys, r.in.Yaw = world.KeyForward, 16384
				r.run(300 * time.Millisecond)
				n, built := 0, 0
				r.stand(stood, func() {
					if n++; n%8 == 0 && r.cl.State() == client.Playing {
						w := r.cl.World()
						p := w.Entity(w.Find(world.AvatarID(r.cl.Stream()))).Motion.Pos.Block()
						for _, z := range []int32{3, -3, 2, -2} {
							p := world.Pos{X: p.X, Y: 0, Z: p.Z + z}
							if b, _ := w.Block(p); b == world.Air {
								r.in.Actions = []actions.Action{{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
								built++
								break
							}
						}
					}
				})
				unacked, done := r.cl.UnackedCount(), r.cl.Stats().Actions
				r.in.Keys = 0
				if killed {
					r.up.Kill()
				}
				r.run(6 * time.Second)
				m, s := r.srv.Metrics(), r.cl.Stats()
				t.Logf("stood %v, delay %v, killed %v: %d built, %d un-acked, refused %v, %d resumes, corrections %v", stood, delay, killed, built, unacked, s.Refused, s.Resumes, s.Corrections)
				if m.SessionsEnded > 0 || r.cl.State() != client.Playing || s.Corrections[protocol.Unexplained] > 0 {
					t.Fatalf("%v (%s), %d un-acked, %+v, %+v", r.cl.State(), r.cl.Reason(), r.cl.UnackedCount(), m, s)
				}
				refused := 0
				for _, k := range s.Refused {
					refused += k
				}
				if last := int(r.srv.World().Player(r.cl.Stream()).LastAction); unacked == 0 || refused > 0 || last < done {
					t.Fatalf("%d un-acked, %d refused, %d of %d actions performed", unacked, refused, last, done)
				}
				if !killed && stood < silent && r.corrections() > 0 {
					t.Fatalf("corrections although no other player interfered: %v", s.Corrections)
				}
				ahead := time.Duration(shownAt(r)-r.srv.Now()) * time.Microsecond
				if most := stood - stood*3/100; stood > 2*time.Second && (ahead > 100*time.Millisecond || ahead < -100*time.Millisecond) || ahead > most {
					t.Fatalf("%v ahead in the end", ahead)
				}
			}
		}
	}
}

// silent is the time after which a client gives a silent connection up.
const silent = 10 * time.Second

// shownAt returns the frame's time.
func shownAt(r *harness) timestream.Time {
	w := r.cl.World()
	return w.Entity(w.Find(world.AvatarID(r.cl.Stream()))).At
}

// TestTooMuchAtOnce: however many actions one frame asks for, a client performs at most as many as a server holds, even one
// that is stopped.
func TestTooMuchAtOnce(t *testing.T) {
	r := newHarness(t, memnet.Link{Delay: 20 * time.Millisecond, Copies: true}, server.Config{Creative: true}, "")
	r.play()
	r.run(time.Second)
	began := r.cl.Stats().Actions
	r.stand(time.Second, func() {
		for i := range 150 {
			r.in.Actions = append(r.in.Actions, actions.Action{Kind: actions.SelectSlot, Slot: uint8(i % 9)})
		}
	})
	asked, done := 62*150, r.cl.Stats().Actions-began
	r.run(3 * time.Second)
	if m := r.srv.Metrics(); m.SessionsEnded > 0 || r.cl.State() != client.Playing || r.cl.UnackedCount() > 0 {
		t.Fatalf("%v (%s), %d un-acked of %d", r.cl.State(), r.cl.Reason(), r.cl.UnackedCount(), done)
	}
	if done < 200 || done > 256 {
		t.Errorf("%d of %d were performed, want at most 256", done, asked)
	}
	t.Logf("%d of %d were done", done, asked)
}

// TestJoinLater: a server that has run for a time before a player joins meters the first actions by the same stamps as the
// player's client.
func TestJoinLater(t *testing.T) {
	for _, delay := range []time.Duration{0, 100 * time.Millisecond} {
		r := newHarness(t, memnet.Link{Delay: delay, Copies: true}, server.Config{}, "")
		for range 7 * 60 {
			r.now += 16 * time.Millisecond
			r.srv.Step(r.now)
		}
		r.in.Keys, r.in.Yaw = world.KeyForward, 8192
		r.in.Actions = []actions.Action{{Kind: actions.SelectSlot, Slot: 1}}
		r.play()
		r.run(3 * time.Second)
		s := r.cl.Stats()
		if r.corrections() > 0 || s.Desyncs > 0 || s.Actions < 10 {
			t.Errorf("delay %v: %+v", delay, s)
		}
		t.Logf("delay %v: %d actions, none corrected", delay, s.Actions)
	}
}

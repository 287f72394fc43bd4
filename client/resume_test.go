package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/wire"
	"voxtide/world"
)

// spy is a connection that keeps the Welcome.
type spy struct {
	*transport.Mem
	welcome *protocol.Welcome
}

func (s spy) Receive() (transport.Message, bool) {
	m, ok := s.Mem.Receive()
	if r := wire.NewReader(m.Data); ok && m.Kind == transport.KindMessage && m.Lane == transport.Live && r.Byte() == protocol.MsgWelcome {
		*s.welcome, _ = protocol.ReadWelcome(&r)
	}
	return m, ok
}

// brief is a connection of which the Welcome and the server's close are there at once; only so many messages leave over it.
type brief struct {
	*transport.Mem
	welcome []byte
	room    int
}

func (b *brief) Send(transport.Lane, []byte) error {
	if b.room--; b.room < 0 {
		return transport.ErrClosed
	}
	return nil
}

func (b *brief) Receive() (m transport.Message, ok bool) {
	if b.welcome == nil {
		return m, false
	}
	m = transport.Message{Kind: transport.KindMessage, Lane: transport.Live, Data: b.welcome}
	b.welcome = nil
	return m, true
}

func (b *brief) Closed() (string, bool) { return protocol.ReasonStopping, true }

// TestWelcomeAndClose: a server that stops right after it has accepted a resume costs nothing, wherever the connection ends:
// with the join, the report that goes again, or behind it. The session goes on over the next one.
func TestWelcomeAndClose(t *testing.T) {
	for room := range 4 {
		r := newRoom(t, transport.Link{}, server.Config{}, "")
		link := transport.Link{Copies: true}
		dials, n := 0, 0
		var near *transport.Mem
		var welcome protocol.Welcome
		r.cl = client.New(client.Config{Name: "ann", Check: true, Every: true, Dial: func() transport.Conn {
			dials++
			m, far := r.net.Pair(link, link)
			near = m
			if dials == 2 {
				welcome.Resumed = true
				return &brief{m, protocol.AppendWelcome(nil, &welcome), room}
			}
			r.srv.Accept(far)
			return spy{m, &welcome}
		}})
		r.play()
		r.srv.Order(server.Console, "tp ann 40 10 40", func([]string) {}) // a correction, and so a report
		r.in.Keys = world.KeyForward
		r.run(4 * time.Second)
		r.in.Keys = 0
		if r.corrections() == 0 {
			t.Fatal("there is nothing to report")
		}
		r.in.Do = []actions.Action{{Kind: actions.Undig}}
		r.now += 16 * time.Millisecond
		r.cl.Picture(r.now, r.in)
		r.in.Do = nil
		if n = r.cl.Unacked(); n == 0 {
			t.Fatal("all is acked")
		}
		near.Kill()
		r.run(4 * time.Second)
		if s := r.cl.Stats(); r.cl.State() != client.Playing || s.Resumes < 1 || dials < 3 || r.cl.Unacked() > 0 {
			t.Errorf("room for %d messages: %v (%s), %d dials, %d un-acked, %+v", room, r.cl.State(), r.cl.Reason(), dials, r.cl.Unacked(), s)
		}
		t.Logf("room for %d messages: %d un-acked, %d dials, %d resumes", room, n, dials, r.cl.Stats().Resumes)
	}
}

// TestClockComesBack: a clock that was set while the way up was slow, as to a server under load, is some tenths of a second
// ahead; once the way is good it comes back within seconds, and no picture's time goes back.
func TestClockComesBack(t *testing.T) {
	r := newRoom(t, transport.Link{}, server.Config{}, "")
	var near, far *transport.Mem
	r.cl = client.New(client.Config{Name: "ann", Check: true, Dial: func() transport.Conn {
		near, far = r.net.Pair(transport.Link{Delay: 750 * time.Millisecond, Copies: true}, transport.Link{Delay: 50 * time.Millisecond, Copies: true})
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
	good := transport.Link{Delay: time.Millisecond, Copies: true}
	near.SetLink(good)
	far.SetLink(good)
	last := ahead()
	for range 10 * 60 {
		r.run(16 * time.Millisecond)
		if now := ahead(); now+16*time.Millisecond < last {
			t.Fatalf("%v ahead after %v: the picture's time has gone back", now, last)
		}
		last = ahead()
	}
	t.Logf("%v ahead at joining, %v after 10 s", begun, last)
	if last > 50*time.Millisecond {
		t.Errorf("still %v ahead after 10 s on a good way", last)
	}
}

// stand lets the server's machine stand still, and its clock with it, while the client plays on as long as it does.
func (r *room) stand(d time.Duration, each func()) {
	for end := r.now + d; r.now < end; {
		r.now += 16 * time.Millisecond
		r.net.Advance(r.now)
		each()
		r.cl.Picture(r.now, r.in)
		r.in.Do = nil
	}
	r.stood += d
}

// TestAheadOfTheClock: the server's machine stood still with its clock while a player built on. Whether the connection holds
// out or is lost meanwhile, and with how much un-acked, all that was done happens, once, and where it was done.
func TestAheadOfTheClock(t *testing.T) {
	for _, stood := range []time.Duration{500 * time.Millisecond, 1900 * time.Millisecond, 3 * time.Second, 8 * time.Second, 25 * time.Second} {
		for _, delay := range []time.Duration{0, 40 * time.Millisecond, 200 * time.Millisecond} {
			for _, killed := range []bool{false, true} {
				r := newRoom(t, transport.Link{Delay: delay, Copies: true}, server.Config{Creative: true}, "")
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
								r.in.Do = []actions.Action{{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
								built++
								break
							}
						}
					}
				})
				unacked, done := r.cl.Unacked(), r.cl.Stats().Actions
				r.in.Keys = 0
				if killed {
					r.up.Kill()
				}
				r.run(6 * time.Second)
				m, s := r.srv.Metrics(), r.cl.Stats()
				t.Logf("stood %v, delay %v, killed %v: %d built, %d un-acked, refused %v, %d resumes, corrections %v", stood, delay, killed, built, unacked, s.Refused, s.Resumes, s.Corrections)
				if m.Ended > 0 || r.cl.State() != client.Playing || s.Corrections[protocol.Unexplained] > 0 {
					t.Fatalf("%v (%s), %d un-acked, %+v, %+v", r.cl.State(), r.cl.Reason(), r.cl.Unacked(), m, s)
				}
				refused := 0
				for _, k := range s.Refused {
					refused += k
				}
				if last := int(r.srv.World().Player(r.cl.Stream()).Last); unacked == 0 || refused > 0 || last < done {
					t.Fatalf("%d un-acked, %d refused, %d of %d actions performed", unacked, refused, last, done)
				}
				if !killed && stood < silent && r.corrections() > 0 {
					t.Fatalf("nobody interfered: %v", s.Corrections)
				}
				ahead := time.Duration(shownAt(r)-r.srv.Now()) * time.Microsecond
				if most := stood - stood*3/100; stood > 2*time.Second && (ahead > 100*time.Millisecond || ahead < -100*time.Millisecond) || ahead > most {
					t.Fatalf("%v ahead in the end", ahead)
				}
			}
		}
	}
}

// silent is after how long a client gives a silent connection up.
const silent = 10 * time.Second

// shownAt is the picture's time.
func shownAt(r *room) timestream.Time {
	w := r.cl.World()
	return w.Entity(w.Find(world.AvatarID(r.cl.Stream()))).At
}

// TestTooMuchAtOnce: whatever is asked for in one picture, no more is done than a server holds, even one that stands still.
func TestTooMuchAtOnce(t *testing.T) {
	r := newRoom(t, transport.Link{Delay: 20 * time.Millisecond, Copies: true}, server.Config{Creative: true}, "")
	r.play()
	r.run(time.Second)
	began := r.cl.Stats().Actions
	r.stand(time.Second, func() {
		for i := range 150 {
			r.in.Do = append(r.in.Do, actions.Action{Kind: actions.Select, Slot: uint8(i % 9)})
		}
	})
	asked, done := 62*150, r.cl.Stats().Actions-began
	r.run(3 * time.Second)
	if m := r.srv.Metrics(); m.Ended > 0 || r.cl.State() != client.Playing || r.cl.Unacked() > 0 {
		t.Fatalf("%v (%s), %d un-acked of %d", r.cl.State(), r.cl.Reason(), r.cl.Unacked(), done)
	}
	if done < 200 || done > 256 {
		t.Errorf("%d of %d were done, want no more than 256", done, asked)
	}
	t.Logf("%d of %d were done", done, asked)
}

// TestJoinLater: a server that has run for a while before somebody comes counts their first actions by the same stamps as they do.
func TestJoinLater(t *testing.T) {
	for _, delay := range []time.Duration{0, 100 * time.Millisecond} {
		r := newRoom(t, transport.Link{Delay: delay, Copies: true}, server.Config{}, "")
		for range 7 * 60 {
			r.now += 16 * time.Millisecond
			r.srv.Step(r.now)
		}
		r.in.Keys, r.in.Yaw = world.KeyForward, 8192
		r.in.Do = []actions.Action{{Kind: actions.Select, Slot: 1}}
		r.play()
		r.run(3 * time.Second)
		s := r.cl.Stats()
		if r.corrections() > 0 || s.Desyncs > 0 || s.Actions < 10 {
			t.Errorf("delay %v: %+v", delay, s)
		}
		t.Logf("delay %v: %d actions, none corrected", delay, s.Actions)
	}
}

package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

func TestJoin(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.steps(1)
	if ann.fullUpdates != 1 || ann.stream() != 1 || bob.stream() != 2 || ann.welcome.Resumed {
		t.Fatalf("%+v", ann.welcome)
	}
	r.play(30)
	for _, h := range r.hands {
		h.agrees()
		if h.dumb.World().Stream(h.stream()).Subscriptions.Len() != 27 || h.avatar().Motion.Flags&world.Suspended != 0 {
			t.Fatal("sections are not there")
		}
		if h.dumb.World().EntityCount() != 2 || h.dumb.World().Player(3-h.stream()) != nil {
			t.Fatal("the other is not there, or too much of it")
		}
	}
	twice := r.join("ann")
	r.steps(1)
	if twice.conn.reason != "name taken" {
		t.Fatal(twice.conn.reason)
	}
	r.hands = r.hands[:2]
	ann.conn.value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{ID: 1}))
	r.steps(1)
	if ann.conn.pongs != 1 {
		t.Fatal("no pong")
	}
}

func TestFullAndVersion(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxPlayers = 1 })
	r.join("ann")
	bob := r.join("bob")
	r.steps(1)
	if bob.conn.reason != "the server is full" {
		t.Fatal(bob.conn.reason)
	}
	p := &fakeConn{}
	r.s.Accept(p)
	p.say([]byte{protocol.MsgJoin, 99, 0})
	r.steps(1)
	if !p.closed {
		t.Fatal("another version came in")
	}
}

// TestExactly: an action is judged at exactly its stamp, and acked.
func TestExactly(t *testing.T) {
	var moments []timestream.Time
	r := newHarness(t, func(c *Config) { c.Observer = watcher{&moments} })
	ann := r.join("ann")
	r.play(30)
	moments = moments[:0]
	at := r.s.Now() + 12_345
	a := ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, at)
	r.play(3)
	if len(moments) != 1 || moments[0] != at || ann.acked != a.Number {
		t.Fatalf("%v, want %d; acked %d", moments, at, ann.acked)
	}
	ann.agrees()
	if ann.avatar().Motion.Vel == (world.Vec{}) {
		t.Fatal("does not walk")
	}
	b := ann.do(actions.Action{Kind: actions.FinishBreak, Pos: world.Pos{X: 60, Y: -1}}, r.s.Now())
	r.play(2)
	if ann.acked != b.Number || ann.why[b.Number] != actions.NotLoaded {
		t.Fatalf("acked %d, %v", ann.acked, ann.why)
	}
}

type watcher struct{ moments *[]timestream.Time }

// TestEarly: an action that comes too early is held and performed at its stamp, never cut.
func TestEarly(t *testing.T) {
	var moments []timestream.Time
	r := newHarness(t, func(c *Config) { c.Observer = watcher{&moments} })
	ann := r.join("ann")
	r.play(30)
	moments = moments[:0]
	at := r.s.Now().Add(timestream.Second)
	ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, at)
	early := 0
	for range 90 {
		r.steps(1)
		if len(moments) == 0 {
			early++
			if st := r.s.World().Stream(1).Stamp; st > r.s.Now().Add(50*timestream.Millisecond) {
				t.Fatal("the stream is too far ahead")
			}
		}
	}
	if len(moments) != 1 || moments[0] != at || early < 50 || early > 59 {
		t.Fatalf("%v after %d steps, want %d", moments, early, at)
	}
}

// TestStall: a silent stream is advanced behind its stall line, the player's keys are released, and the client is told both.
func TestStall(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
	r.play(10)
	for range 200 {
		bob.declare(r.s.Now())
		r.step(stepAt)
	}
	st := r.s.World().Stream(1)
	behind := r.s.Now().Sub(st.Stamp)
	if behind < 400*timestream.Millisecond || behind > 600*timestream.Millisecond { // after 3.3 s of silence as after one
		t.Fatalf("%d us behind", behind)
	}
	if ann.stalls == 0 || r.s.Metrics().Stalls != 1 || ann.avatar().Motion.Keys != 0 {
		t.Fatalf("%d stalls told, %+v", ann.stalls, r.s.Metrics())
	}
	r.play(1)
	for _, h := range r.hands {
		h.agrees()
	}
}

// TestStallInFlight: who flies stops in the air when the stream stalls, and does not fall; a walker's keys are released as before.
func TestStallInFlight(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyFly | world.KeyJump}, r.s.Now())
	r.play(30)
	ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyFly | world.KeyForward}, r.s.Now())
	r.play(10)
	height := ann.avatar().Motion.Pos[1]
	for range 200 {
		bob.declare(r.s.Now())
		r.step(stepAt)
	}
	m := ann.avatar().Motion
	if r.s.Metrics().ControlsReleased != 1 || m.Keys != world.KeyFly {
		t.Fatalf("released %d times, %b is held", r.s.Metrics().ControlsReleased, m.Keys)
	}
	if fell := height - m.Pos[1]; fell > world.Unit || m.Vel[0] != 0 || m.Vel[2] != 0 || m.Flags&world.OnGround != 0 {
		t.Errorf("fell by %.2f blocks, with a velocity of %v, flags %b", float64(fell)/float64(world.Unit), m.Vel, m.Flags)
	}
	r.play(1)
	for _, h := range r.hands {
		h.agrees()
	}
}

// TestRulesEndOneSession: whatever a client does ends its session with a reason, and touches no other.
func TestRulesEndOneSession(t *testing.T) {
	act := func(n uint64, at timestream.Time) []byte {
		return protocol.AppendAction(nil, &actions.Action{Kind: actions.CancelBreak, Number: n, At: at})
	}
	for name, wrong := range map[string]func(h *testClient, now timestream.Time){
		"malformed action":     func(h *testClient, _ timestream.Time) { h.conn.say([]byte{protocol.MsgAction, 200}) },
		"unknown message":      func(h *testClient, _ timestream.Time) { h.conn.say([]byte{77}) },
		"malformed stamp":      func(h *testClient, _ timestream.Time) { h.conn.value(0, nil) },
		"unknown value":        func(h *testClient, _ timestream.Time) { h.conn.value(99, nil) },
		"actions out of order": func(h *testClient, now timestream.Time) { h.conn.say(act(h.next+1, now)) },
		"too far in the future": func(h *testClient, now timestream.Time) {
			h.conn.say(act(h.next, now.Add(protocol.Horizon+100*timestream.Millisecond)))
		},
		"time goes backwards": func(h *testClient, now timestream.Time) {
			h.conn.say(act(h.next, now))
			h.conn.say(act(h.next+1, now-1))
		},
		"too many actions waiting": func(h *testClient, now timestream.Time) {
			for i := range uint64(257) {
				h.conn.say(act(h.next+i, now+1_000_000))
			}
		},
	} {
		r := newHarness(t, nil)
		ann, bob := r.join("ann"), r.join("bob")
		r.play(20)
		wrong(ann, r.s.Now())
		bob.declare(r.s.Now())
		r.steps(1)
		if !ann.conn.closed || ann.conn.reason != name {
			t.Errorf("%s: closed with %q", name, ann.conn.reason)
		}
		r.hands = r.hands[1:]
		r.play(20)
		bob.agrees()
		if bob.conn.closed || r.s.World().Stream(1) != nil || r.s.World().EntityCount() != 1 || bob.dumb.World().EntityCount() != 1 {
			t.Errorf("%s: the other is touched, or something is left", name)
		}
	}
}

// TestLeaving: after a cut the session lives on for a minute, then all is handed over; the name keeps its inventory.
func TestLeaving(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(30)
	ann.do(actions.Action{Kind: actions.SelectSlot, Slot: 1}, r.s.Now())
	ann.do(actions.Action{Kind: actions.MoveItem, Slot: 0, ToSlot: 20, Count: 1}, r.s.Now())
	r.play(2)
	ann.conn.Close("timeout")
	r.hands = r.hands[1:]
	for range 59 {
		bob.declare(r.s.Now())
		for range 10 {
			bob.declare(r.s.Now())
			r.step(100 * ms)
		}
	}
	if r.s.World().Stream(1) == nil {
		t.Fatal("gone too early")
	}
	for range 30 {
		bob.declare(r.s.Now())
		r.step(100 * ms)
	}
	if r.s.World().Stream(1) != nil || bob.dumb.World().EntityCount() != 1 || bob.dumb.World().Stream(1) != nil {
		t.Fatal("not gone")
	}
	again := r.join("ann")
	r.play(30)
	again.agrees()
	if again.stream() != 1 || r.s.World().Player(1).Selected != 1 || r.s.World().Player(1).Slots[20].Count != 1 {
		t.Fatal("the name has lost what it had")
	}
}

// TestAllAgree: players walk, place, break and drop sand together; after every step each client has been told exactly the end of it.
func TestAllAgree(t *testing.T) {
	rnd := testrand.New(t)
	for round := range 6 {
		apart := int32(1 + round*rnd.IntN(6)) // so that some are thinned, and some out of sight
		players, linked := 5+3*round, rnd.IntN(2) == 0
		r := newHarness(t, func(c *Config) {
			c.Spawn = func(i int) world.Vec {
				return world.BottomCentre(world.Pos{X: int32(i%3) * apart * 2, Z: int32(i/3) * apart})
			}
			c.UpdateRate = []int{60, 30, 20}[rnd.IntN(3)]
			if rnd.IntN(2) == 0 {
				c.Store = store.NewMemory(func() time.Duration { return time.Duration(rnd.IntN(60)) * ms })
			}
		})
		for i := range players {
			r.join(string(rune('a' + i)))
		}
		r.play(30)
		for range 600 {
			for _, h := range r.hands {
				if h.conn.closed {
					t.Fatalf("%s: %s", h.name, h.conn.reason)
				}
				if h.mute = rnd.IntN(300) == 0; h.mute {
					continue // a hitch
				}
				at := max(r.s.Now().Add(-timestream.Duration(rnd.IntN(5000))), h.stamp)
				if rnd.IntN(8) == 0 {
					h.do(randomAction(h, rnd), at)
				}
				h.declare(at)
			}
			if linked && rnd.IntN(10) == 0 { // links come and go, also to players out of sight
				c := r.s.clients.session(r.hands[rnd.IntN(players)].stream())
				c.told.SetLinked(r.hands[rnd.IntN(players)].stream(), rnd.IntN(3) > 0)
			}
			span := stepAt
			if rnd.IntN(100) == 0 {
				span = time.Duration(1+rnd.IntN(300)) * ms
			}
			r.step(span)
			for _, h := range r.hands {
				if c := r.s.clients.session(h.stream()); c.told.Waiting() == 0 && c.told.UpdatedAt() == r.s.clock.mono {
					h.agrees()
				}
			}
		}
		for _, h := range r.hands {
			if h.dumb.Desyncs != 0 {
				t.Fatal(h.dumb.FirstDesync)
			}
		}
		m := r.s.Metrics()
		if m.Actions[actions.Done] < 100 || m.SessionsEnded != 0 {
			t.Fatalf("%+v", m)
		}
		t.Logf("%+v", m)
	}
}

// TestConfirm: the server confirms a section by itself that was delivered and that the client does not confirm.
func TestConfirm(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	ann.mute = true
	r.play(60)
	if r.s.Metrics().SectionsConfirmed != 0 || ann.avatar().Motion.Flags&world.Suspended == 0 {
		t.Fatal("confirmed too early")
	}
	r.play(6 * 60)
	ann.agrees()
	if r.s.Metrics().SectionsConfirmed != 27 || ann.avatar().Motion.Flags&world.Suspended != 0 {
		t.Fatalf("%+v", r.s.Metrics())
	}
}

// TestTravel: subscriptions follow the avatar, and the server keeps only the sections that it needs.
func TestTravel(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxSections = 100 })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	bob.do(placeBeside(4), r.s.Now())
	ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward | world.KeySprint}, r.s.Now())
	for range 60 * 12 {
		r.play(5)
		ann.agrees()
		bob.agrees()
	}
	far := ann.avatar().Motion.Pos.Block()
	m := r.s.Metrics()
	if far.Z > -250 || m.SectionsUnloaded < 100 || r.s.World().SectionCount() > 120 || m.Stalls != 0 {
		t.Fatalf("at %v with %d sections, %+v", far, r.s.World().SectionCount(), m)
	}
	if ann.dumb.World().EntityCount() != 1 || bob.dumb.World().EntityCount() != 1 {
		t.Fatal("still seen from afar")
	}
	if n := r.s.World().Stream(1).Subscriptions.Len(); n > 60 {
		t.Fatalf("%d subscriptions", n)
	}
}

// TestSectionsInViewComeFirst looks in each direction: the nearest sections come first, and of two equally far ones the one ahead.
func TestSectionsInViewComeFirst(t *testing.T) {
	for q := range (viewOrders{}) {
		m := world.Motion{Yaw: uint16(q) << 14}
		if q >= facings {
			m.Keys = world.KeyFly
		}
		for _, yaw := range []uint16{m.Yaw, m.Yaw - 1<<12, m.Yaw + 1<<12} {
			if m.Yaw = yaw; orderOf(&m) != q {
				t.Errorf("heading %d, keys %v: order %d, not %d", yaw, m.Keys, orderOf(&m), q)
			}
		}
		at := map[world.SectionPos]int{}
		for i, p := range interestOrder(3, 1, q) {
			at[p] = i
		}
		f := facingOffset[q%facings]
		if at[world.SectionPos{}] != 0 || len(at) != 37*3 {
			t.Errorf("quarter %d: the own section is number %d of %d", q, at[world.SectionPos{}], len(at))
		}
		if at[world.SectionPos{X: 2 * f.X, Z: 2 * f.Z}] > at[world.SectionPos{X: -2 * f.X, Z: -2 * f.Z}] {
			t.Errorf("quarter %d: what lies behind comes first", q)
		}
	}
}

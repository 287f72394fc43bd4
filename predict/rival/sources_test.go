package rival

import (
	"slices"
	"testing"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// The numbers that the sources give, from the methods themselves. The server is the test's: it moves the body by the game's
// rules, and the delays are what the source says, to the microsecond. Bodies move along -Z.

// gone returns how far the own body has gone from a start.
func gone(m strategy, from world.Vec) int64 {
	return from[world.AxisZ] - body(m).Motion.Pos[world.AxisZ]
}

// jetpack plays Kahlo 2.5 with a method: one way takes 10 ms, "accelerate" is pressed at 0 ms, there is a frame and an update
// each millisecond. It returns the milliseconds for which the body seems to have flown, at each millisecond, and how often
// the method was corrected. wait is what the action takes on its way up; declared is the judge.
func jetpack(t *testing.T, wait timestream.Duration, declared bool, make func(r *predict.Received, o Options) strategy) (flown []float64, corrections int) {
	t.Helper()
	s, m := joined(t, Options{RoundTrip: func() timestream.Duration { return 20 * ms }}, make)
	press := t0.Add(110 * ms) // 10 ms after a tick: none lies between the received state and what is shown
	a := keys(1, press, world.KeyForward)
	from, arrived := body(m).Motion.Pos, press.Add(wait)
	var down []letter[*protocol.Update]
	speed := int64(0)
	for now := t0; now <= press.Add(40*ms); now = now.Add(ms) {
		if now == press {
			m.AddAction(a)
		}
		if now == arrived && declared {
			s.doDeclared(a)
		} else if now == arrived {
			s.advance(now)
			s.do(a)
		}
		if declared { // the stream comes as far as its client declared
			s.sim.Advance(own, now.Add(-wait))
		} else {
			s.advance(now)
		}
		if speed == 0 { // the first one: the next tick makes it greater
			speed = -s.avatar().Motion.Vel[world.AxisZ]
		}
		down = append(down, letter[*protocol.Update]{now.Add(10 * ms), s.update()})
		for u, ok := take(&down, now); ok; u, ok = take(&down, now) {
			s.tell(m, u)
		}
		if _, wrong := m.AdvanceTo(now); wrong {
			corrections++
		}
		if now >= press {
			flown = append(flown, float64(gone(m, from)))
		}
	}
	for i := range flown {
		flown[i] /= float64(speed) * 1000
	}
	return flown, corrections
}

// TestKahloOrders holds the five orders against the numbers of Kahlo's section 2.5, exactly.
func TestKahloOrders(t *testing.T) {
	times := []int{1, 2, 3, 9, 13, 17, 19}
	want := [Orders][]float64{
		{10, 10, 10, 10, 10, 10, 10},
		{0, 0, 0, 0, 0, 0, 0},
		{1, 2, 3, 9, 10, 10, 10},
		{0, 0, 0, 0, 3, 7, 9},
		{1, 2, 3, 9, 13, 17, 19},
	}
	for i, row := range want {
		flown, corrections := jetpack(t, 10*ms, false, func(r *predict.Received, o Options) strategy { return NewOrder(r, o, i+1) })
		var got []float64
		for _, at := range times {
			got = append(got, flown[at])
		}
		if !slices.Equal(got, row) {
			t.Errorf("order %d at %v ms: %v, want %v", i+1, times, got, row)
		}
		if i == 4 && (corrections != 0 || flown[20] != 20 || flown[29] != 29) {
			t.Errorf("order 5 over the ack: %d corrections, %v", corrections, flown)
		}
		t.Logf("order %d: %v, corrections %d", i+1, got, corrections)
	}
	sequence := func(r *predict.Received, o Options) strategy { return NewSequence(r, o) }
	flown, corrections := jetpack(t, 10*ms, true, sequence)
	for at, is := range flown {
		if is != float64(at) || corrections != 0 {
			t.Errorf("sequence with the judge declared: %v at %d ms, %d corrections", is, at, corrections)
		}
	}
}

// TestOrderFiveNeedsTheRoundTrip lets the action take 10 ms +- 12 on its way up while the estimate stays: order 5 is corrected
// each time, replay at the action's own time never.
func TestOrderFiveNeedsTheRoundTrip(t *testing.T) {
	r := testrand.New(t)
	late := 0
	for range testrand.Rounds(20) {
		wait := timestream.Duration(r.IntN(23)) * ms
		_, five := jetpack(t, wait, false, func(r *predict.Received, o Options) strategy { return NewOrder(r, o, 5) })
		if (five > 0) != (wait != 10*ms) {
			t.Errorf("order 5 with %d us up: %d corrections", wait, five)
		}
		if _, n := jetpack(t, wait, true, func(r *predict.Received, o Options) strategy { return NewSequence(r, o) }); n != 0 {
			t.Errorf("declared with %d us up: %d corrections", wait, n)
		}
		if wait != 10*ms {
			late++
		}
	}
	if late == 0 {
		t.Error("no delay differed from the estimate")
	}
	t.Logf("%d plays with another delay than the estimated one", late)
}

// gambetta plays the example of Gambetta's part II: the key "right" twice, a step each, 100 ms a step, 250 ms of lag, and the
// server tells each step when it is done. It returns x at times in ms, in steps, x = 10 at the beginning.
func gambetta(t *testing.T, make func(r *predict.Received, o Options) strategy, times ...int) (x []int64) {
	t.Helper()
	s, m := joined(t, Options{}, make)
	from := body(m).Motion.Pos
	var script []*actions.Action
	for i := range 2 {
		at := t0.Add(timestream.Duration(i) * 100 * ms)
		script = append(script, keys(uint64(2*i+1), at+1, world.KeyForward), keys(uint64(2*i+2), at.Add(50*ms)+1, 0))
	}
	step := int64(0)
	var down []letter[*protocol.Update]
	for i := range 2 { // the server does each request when it has come, and answers: 250 ms after the press
		done := t0.Add(timestream.Duration(i+1) * 100 * ms)
		s.doDeclared(script[2*i])
		s.doDeclared(script[2*i+1])
		s.sim.Advance(own, done)
		if i == 0 {
			step = from[world.AxisZ] - s.avatar().Motion.Pos[world.AxisZ]
		}
		down = append(down, letter[*protocol.Update]{t0.Add(timestream.Duration(250+100*i) * ms), s.update()})
	}
	for now := t0; now <= t0.Add(450*ms); now = now.Add(10 * ms) {
		for u, ok := take(&down, now); ok; u, ok = take(&down, now) {
			s.tell(m, u)
		}
		for len(script) > 0 && script[0].At <= now+1 {
			m.AddAction(script[0])
			script = script[1:]
		}
		m.AdvanceTo(now)
		if len(times) > 0 && now == t0.Add(timestream.Duration(times[0])*ms) {
			x = append(x, 10+(gone(m, from)+step/2)/step)
			times = times[1:]
		}
	}
	return x
}

// TestGambettaTwelveElevenTwelve: without reconciliation x goes 12, 11, 12; with sequence numbers it stays 12, and so it
// does when the server is ignored. The dumb client shows the steps when they come.
func TestGambettaTwelveElevenTwelve(t *testing.T) {
	at := []int{0, 200, 240, 250, 340, 350, 450}
	for _, c := range []struct {
		name string
		make func(r *predict.Received, o Options) strategy
		want []int64
	}{
		{"naive", func(r *predict.Received, o Options) strategy { return NewNaive(r, o, false) }, []int64{10, 12, 12, 11, 11, 12, 12}},
		{"naive,state=ignore", func(r *predict.Received, o Options) strategy { return NewNaive(r, o, true) }, []int64{10, 12, 12, 12, 12, 12, 12}},
		{"sequence", func(r *predict.Received, o Options) strategy { return NewSequence(r, o) }, []int64{10, 12, 12, 12, 12, 12, 12}},
		{"commit", func(r *predict.Received, _ Options) strategy { return NewCommit(r) }, []int64{10, 10, 10, 11, 11, 12, 12}},
	} {
		got := gambetta(t, c.make, at...)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s at %v ms: x = %v, want %v", c.name, at, got, c.want)
		}
		t.Logf("%-20s at %v ms: x = %v", c.name, at, got)
	}
}

// TestWikiFiveCommands: at 50 frames a second and 100 ms of latency, five commands are stored ahead of the last one that the
// server acknowledged.
func TestWikiFiveCommands(t *testing.T) {
	s, m := joined(t, Options{}, func(r *predict.Received, o Options) strategy { return NewSequence(r, o) })
	var down []letter[*protocol.Update]
	for n := uint64(1); n < 60; n++ {
		now := t0.Add(timestream.Duration(n) * 20 * ms)
		a := &actions.Action{Kind: actions.SetYaw, Number: n, At: now, Yaw: uint16(n * 256)}
		m.AddAction(a)
		s.doDeclared(a)
		down = append(down, letter[*protocol.Update]{now.Add(100 * ms), s.update()})
		for u, ok := take(&down, now); ok; u, ok = take(&down, now) {
			s.tell(m, u)
		}
		if _, wrong := m.AdvanceTo(now); wrong {
			t.Fatal("a correction")
		}
		if n > 10 && m.Base().UnackedCount() != 5 {
			t.Fatalf("command %d: %d are stored", n, m.Base().UnackedCount())
		}
	}
}

// pushed lets a body walk by ticks of 60 Hz, with states from the server a round trip after the client simulated their tick, and
// inputs handed over by tick. At tick 100 the server moves the body by 1 m. It returns the method, and by tick how far the two
// predictions of the tick are apart.
func pushed(t *testing.T, trip timestream.Duration, settings HistorySettings) (h *History, apart map[uint64]int64) {
	t.Helper()
	s, m := joined(t, Options{}, func(r *predict.Received, o Options) strategy { return NewHistory(r, o, settings) })
	h = m.(*History)
	apart = map[uint64]int64{}
	var down []letter[*protocol.Update]
	first := protocol.TickAt(t0)
	path := map[uint64]world.Vec{}
	for n := first; n < first+200; n++ {
		from, to := protocol.TickTime(n), protocol.TickTime(n+1)
		held := world.KeyForward
		if n%40 < 8 {
			held = 0
		}
		slot := s.rec.W.Find(world.AvatarID(own))
		mo := s.avatar().Motion
		setInput(s.rec.W, &mo, held, 0, from)
		if n == first+100 {
			mo.Pos[world.AxisX] += world.Unit
		}
		s.rec.SetMotion(slot, from, &mo)
		s.sim.Advance(own, to)
		path[n] = s.avatar().Motion.Pos
		down = append(down, letter[*protocol.Update]{to.Add(trip), s.update()})
		for u, ok := take(&down, to); ok; u, ok = take(&down, to) {
			s.tell(m, u)
		}
		h.AddTick(n, held, 0)
		m.AdvanceTo(to)
		apart[n-first] = path[n][0] - body(m).Motion.Pos[0] + path[n][2] - body(m).Motion.Pos[2]
	}
	return h, apart
}

// TestJimenezResimulatesFiveTicks: 60 Hz and 80 ms are 4.8, so at least five ticks are simulated again, and nothing before the
// server differed.
func TestJimenezResimulatesFiveTicks(t *testing.T) {
	h, apart := pushed(t, 80*ms, HistorySettings{})
	if st := h.Stats(); st.ResimulatedMost != 5 || st.Resimulated != 5 || st.Overwritten != 0 {
		t.Errorf("re-simulated: %+v", st)
	}
	for n, d := range apart {
		if off := n >= 100 && n < 105; (d != 0) != off {
			t.Errorf("tick %d: the server's body is %d off", n, d)
		}
	}
	t.Logf("%+v", h.Stats())
}

// TestJimenezSpread: with two ticks a tick, six ticks behind are caught up in six ticks, not in the three of the source's
// example, because each tick adds one. Meanwhile the old prediction shows.
func TestJimenezSpread(t *testing.T) {
	h, apart := pushed(t, 110*ms, HistorySettings{Spread: 2})
	if st := h.Stats(); st.ResimulatedMost != 2 || h.AgreedAfter() != 6 {
		t.Errorf("agreed after %d ticks, %+v", h.AgreedAfter(), st)
	}
	for n, d := range apart {
		if off := n >= 100 && n < 112; (d != 0) != off {
			t.Errorf("tick %d: the server's body is %d off", n, d)
		}
	}
	t.Logf("agreed after %d ticks: %+v", h.AgreedAfter(), h.Stats())
}

// TestJimenezOverwritten has rings of 4 ticks for a round trip of 5: each state comes too late to be compared.
func TestJimenezOverwritten(t *testing.T) {
	h, apart := pushed(t, 80*ms, HistorySettings{Size: 4})
	if st := h.Stats(); st.Overwritten < 150 || st.Resimulated != 0 || apart[199] == 0 {
		t.Errorf("%+v, off by %d in the end", st, apart[199])
	}
}

// TestKazapSeparation: at steady speed the predicted body is v*L ahead of the received one, to the unit, for each L.
func TestKazapSeparation(t *testing.T) {
	for _, lag := range []timestream.Duration{20 * ms, 50 * ms, 100 * ms, 200 * ms, 333 * ms} {
		s, m := joined(t, Options{RoundTrip: func() timestream.Duration { return lag }}, func(r *predict.Received, o Options) strategy { return NewDeltas(r, o, VelocityTolerance) })
		a := keys(1, t0+1, world.KeyForward)
		m.AddAction(a)
		var down []letter[*protocol.Update]
		seen, corrections := 0, 0
		for n := range 200 {
			now := t0.Add(timestream.Duration(n+1) * 10 * ms)
			if now.Add(-lag/2) >= t0 && s.acked == 0 {
				s.advance(t0.Add(lag / 2))
				s.do(a)
			}
			s.advance(now)
			down = append(down, letter[*protocol.Update]{now.Add(lag / 2), s.update()})
			var fresh bool
			for u, ok := take(&down, now); ok; u, ok = take(&down, now) {
				s.tell(m, u)
				fresh = true
			}
			var received world.Vec
			m.InspectReceived(func(w *world.World) { received = w.Entity(w.Find(world.AvatarID(own))).Motion.Pos })
			was := body(m).Motion.Pos
			_, wrong := m.AdvanceTo(now)
			if n < 120 || !fresh || lag/2%(10*ms) != 0 {
				continue
			}
			if wrong {
				corrections++
			}
			e := body(m)
			// The frame of the update adds its own step to P.
			want := e.Motion.Vel[world.AxisZ] * int64(lag+10*ms)
			if got := e.Motion.Pos[world.AxisZ] - received[world.AxisZ]; got != want || e.Motion.Pos[0] != was[0] {
				t.Fatalf("L %d ms: P is %d ahead of S, want %d", lag/ms, -got, -want)
			}
			seen++
		}
		if st := m.Stats(); seen > 0 && (corrections > 0 || st.Repredictions == 0) {
			t.Errorf("L %d ms: %d corrections at steady speed, %+v", lag/ms, corrections, st)
		}
		t.Logf("L %d ms: %d frames held, %+v", lag/ms, seen, m.Stats())
	}
}

// TestKazapReplaysAfterACollision: the server's body is thrown back, which the client does not predict. Within the frame of that
// state the inputs are replayed with the server's velocity, and P is again S plus where those inputs lead.
func TestKazapReplaysAfterACollision(t *testing.T) {
	lag := 100 * ms
	for _, tolerance := range []int64{VelocityTolerance, 1 << 40} {
		s, m := joined(t, Options{RoundTrip: func() timestream.Duration { return lag }}, func(r *predict.Received, o Options) strategy { return NewDeltas(r, o, tolerance) })
		m.AddAction(keys(1, t0+1, world.KeyForward))
		var down []letter[*protocol.Update]
		last := int64(0)
		for n := range 100 {
			now := t0.Add(timestream.Duration(n+1) * 10 * ms)
			if n == 5 {
				s.do(keys(1, t0+1, world.KeyForward))
			}
			if n == 50 {
				slot, mo := s.rec.W.Find(world.AvatarID(own)), s.avatar().Motion
				mo.Vel[world.AxisZ] += 8000
				s.rec.SetMotion(slot, s.avatar().At, &mo)
			}
			s.advance(now)
			down = append(down, letter[*protocol.Update]{now.Add(lag / 2), s.update()})
			for u, ok := take(&down, now); ok; u, ok = take(&down, now) {
				s.tell(m, u)
			}
			if c, wrong := m.AdvanceTo(now); wrong && n > 20 {
				last = max(last, c.Distance)
			}
		}
		st := m.Stats()
		if replays := st.Resimulated > 0; replays != (tolerance == VelocityTolerance) {
			t.Errorf("tolerance %d: %+v", tolerance, st)
		}
		t.Logf("tolerance %d: %+v, largest correction %d mm", tolerance, st, last/(world.Unit/1000))
	}
}

// TestMotionOfOthers: with Options.Others the other body goes on between updates, without it stands where it was received.
func TestMotionOfOthers(t *testing.T) {
	for _, m := range methods {
		for _, others := range []bool{false, true} {
			s, p := joined(t, Options{Others: others}, m.make)
			slot := s.rec.W.Find(world.AvatarID(other))
			mo := s.rec.W.Entity(slot).Motion
			mo.Keys = world.KeyForward
			s.rec.SetMotion(slot, t0, &mo)
			s.advance(t0.Add(300 * ms))
			s.tell(p, s.update())
			p.AdvanceTo(t0.Add(310 * ms))
			at := func() int64 { return p.World().Entity(p.World().Find(world.AvatarID(other))).Motion.Pos[world.AxisZ] }
			before := at()
			p.AdvanceTo(t0.Add(400 * ms))
			if goes := at() != before; goes != (others && m.name != "commit") {
				t.Errorf("%s, others %v: the other body goes on: %v", m.name, others, goes)
			}
		}
	}
}

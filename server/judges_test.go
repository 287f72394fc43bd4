package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// TestArrival: an action counts when it arrives, whatever time it names, and the stream follows the server's clock without its client.
func TestArrival(t *testing.T) {
	rnd := testrand.New(t)
	r, ann, seen := newJudged(t, protocol.Method{Judge: protocol.JudgeArrival})
	stalls, count := ann.stalls, 0
	for i := range 600 {
		st := r.s.World().Stream(ann.stream())
		if st.Stamp != r.s.Now() {
			t.Fatalf("step %d: the stream is %d us behind", i, r.s.Now().Sub(st.Stamp))
		}
		arrives := st.Stamp
		if rnd.IntN(3) == 0 {
			at := arrives.Add(timestream.Duration(rnd.IntN(600_000) - 300_000))
			a := ann.do(actions.Action{Kind: actions.SetYaw, Yaw: uint16(i)}, max(at, ann.stamp))
			r.steps(1)
			got := seen.performed[ann.stream()]
			if p := got[len(got)-1]; p.number != a.Number || p.at != arrives || p.stamp != arrives {
				t.Fatalf("action %d of %d arrived at %d: %+v", a.Number, a.At, arrives, p)
			}
			count++
			continue
		}
		r.steps(1)
	}
	if ann.stalls != stalls || r.s.Metrics().Stalls != 0 {
		t.Error("a stream that follows the server's clock stalls")
	}
	t.Logf("%d actions", count)
}

// TestTimeStep: with a server time step of 100 ms, actions are performed and updates sent ten times a second: by arrival together, and
// by declared time still each at its own.
func TestTimeStep(t *testing.T) {
	for _, judge := range []protocol.Judge{protocol.JudgeArrival, protocol.JudgeDeclared} {
		r, ann, seen := newJudged(t, protocol.Method{Judge: judge, StepMs: 100})
		r.play(30)
		from, updates := len(seen.performed[ann.stream()]), len(ann.updates)
		moments, times, stamps := 0, map[timestream.Time]bool{}, map[timestream.Time]bool{}
		for i := range 300 {
			ann.do(actions.Action{Kind: actions.SetYaw, Yaw: uint16(i)}, max(ann.stamp, r.s.Now()))
			before := len(seen.performed[ann.stream()])
			r.play(1)
			if len(seen.performed[ann.stream()]) > before {
				moments++
			}
		}
		for _, p := range seen.performed[ann.stream()][from:] {
			times[p.at] = true
			stamps[p.stamp] = true
		}
		updates = len(ann.updates) - updates
		if moments < 48 || moments > 51 || updates < 48 || updates > 51 {
			t.Errorf("%v: actions in %d of 300 steps, %d updates", judge, moments, updates)
		}
		want := map[protocol.Judge]int{protocol.JudgeArrival: moments, protocol.JudgeDeclared: len(seen.performed[ann.stream()]) - from}[judge]
		if len(times) != want || len(stamps) != want {
			t.Errorf("%v: actions at %d instants with %d stamps, want %d", judge, len(times), len(stamps), want)
		}
		t.Logf("%v: %d steps with actions, %d instants, %d updates", judge, moments, len(times), updates)
	}
}

// TestTicks: each tick has its own input, or the last known one where that was lost; what comes after its tick is dropped, and both are
// counted.
func TestTicks(t *testing.T) {
	rnd := testrand.New(t)
	r, ann, _ := newJudged(t, protocol.Method{Judge: protocol.JudgeTicks})
	ticks := &r.s.clients.session(ann.stream()).method.ticks
	r.steps(2)
	first := ticks.Next + 2 // inputs come two ticks ahead
	held, known := world.Keys(0), false
	inputs := map[uint64]world.Keys{}
	reused, late, counted := uint64(0), uint64(0), 0
	for i := range uint64(900) {
		tick := first + i
		switch keys := world.Keys(rnd.IntN(4)); {
		case rnd.IntN(10) == 0: // lost
		case rnd.IntN(20) == 0: // after its tick
			ann.input(ticks.Next-1-uint64(rnd.IntN(20)), keys, 0)
			late++
		case rnd.IntN(40) == 0: // beyond the ring
			ann.input(ticks.Next+protocol.InputRing, keys, 0)
			late++
		default:
			ann.input(tick, keys, uint16(tick))
			inputs[tick] = keys
		}
		before := ticks.Next
		r.steps(1)
		for n := before; n < ticks.Next; n++ {
			if keys, ok := inputs[n]; ok {
				held, known = keys, true
			} else if known {
				reused++
			}
			counted++
		}
		if got := ann.avatar().Motion.Keys; known && got != held {
			t.Fatalf("tick %d: the body holds %b, want %b", ticks.Next-1, got, held)
		}
		if st := r.s.World().Stream(ann.stream()); st.Stamp != protocol.TickTime(ticks.Next) || r.s.Now().Sub(st.Stamp) > 16_667 {
			t.Fatalf("the stream is at %d, tick %d begins at %d, the clock is at %d", st.Stamp, ticks.Next, protocol.TickTime(ticks.Next), r.s.Now())
		}
	}
	if ticks.Reused != reused || ticks.Late != late || reused < 100 || late < 30 || counted < 890 {
		t.Errorf("%d of %d reused, %d late; want %d and %d", ticks.Reused, counted, ticks.Late, reused, late)
	}
	if m := r.s.Metrics(); m.InputsReused != reused || m.InputsLate != late {
		t.Errorf("metrics: %d reused, %d late", m.InputsReused, m.InputsLate)
	}
	t.Logf("%d ticks, %d reused, %d late", counted, reused, late)
}

// TestSlack: the client is told ten times a second how early its inputs come, the least of the last second.
func TestSlack(t *testing.T) {
	r, ann, _ := newJudged(t, protocol.Method{Judge: protocol.JudgeTicks})
	ticks := &r.s.clients.session(ann.stream()).method.ticks
	r.steps(2)
	for i := range 300 {
		ahead := uint64(4)
		if i == 100 {
			ahead = 1
		}
		ann.input(protocol.TickAt(r.s.Now())+ahead, world.KeyForward, 0)
		was := ann.conn.slacks
		r.steps(1)
		if i < 20 || ann.conn.slacks == was {
			continue
		}
		least := ann.conn.slack.Least
		want := timestream.Duration(4 * 16_667)
		if i >= 100 && i < 150 {
			want = 16_667
		}
		if i >= 150 && i < 170 { // the second is over somewhere here
			continue
		}
		if least > want || least < want-16_667 {
			t.Fatalf("step %d: %d us, want %d", i, least, want)
		}
	}
	if n := ann.conn.slacks; n < 40 || n > 60 {
		t.Errorf("%d times in 5 s", n)
	}
	if ann.conn.slack.Tick != ticks.Next-1 && ann.conn.slack.Tick < ticks.Next-7 {
		t.Errorf("tick %d of %d", ann.conn.slack.Tick, ticks.Next)
	}
	t.Logf("told %d times, at last %+v", ann.conn.slacks, ann.conn.slack)
}

// TestSilenceLetsGo: under a judge that waits for nobody the keys of a player of whom nothing is heard are released.
func TestSilenceLetsGo(t *testing.T) {
	for _, judge := range []protocol.Judge{protocol.JudgeArrival, protocol.JudgeTicks} {
		r, ann, _ := newJudged(t, protocol.Method{Judge: judge})
		r.play(30)
		ann.mute = true // walking, it would confirm sections
		if judge == protocol.JudgeTicks {
			ann.input(protocol.TickAt(r.s.Now())+1, world.KeyForward, 0)
		} else {
			ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
		}
		r.steps(4)
		if ann.avatar().Motion.Keys == 0 {
			t.Fatalf("%v: no key is held", judge)
		}
		r.steps(34) // 0.57 s
		if ann.avatar().Motion.Keys == 0 {
			t.Errorf("%v: released too early", judge)
		}
		r.steps(8)
		if k := ann.avatar().Motion.Keys; k != 0 {
			t.Errorf("%v: %b is held after 0.7 s", judge, k)
		}
	}
}

package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// TestOwnMethodAlone: a server that is not asked to compare keeps to its own method and says why.
func TestOwnMethodAlone(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(30)
	full := ann.fullUpdates
	ann.ask(protocol.Method{Judge: protocol.JudgeArrival})
	r.play(10)
	if want := (protocol.MethodState{Number: 1, Refusal: protocol.MethodOwnOnly}); ann.method != want || ann.fullUpdates != full {
		t.Fatalf("%+v after %d full updates", ann.method, ann.fullUpdates-full)
	}
	ann.ask(protocol.Method{})
	r.play(10)
	if want := (protocol.MethodState{Number: 2}); ann.method != want || r.s.Metrics().MethodSwitches != 0 {
		t.Fatalf("%+v", ann.method)
	}
	ann.conn.say([]byte{protocol.MsgMethod, 1, 99})
	r.play(2)
	if ann.conn.reason != "malformed method" {
		t.Fatal(ann.conn.reason)
	}
}

// anyMethod draws a method.
func anyMethod(n func(int) int) protocol.Method {
	m := protocol.Method{Judge: protocol.Judge(n(int(protocol.JudgeCount))), Hits: protocol.Hits(n(int(protocol.HitsCount)))}
	if m.Judge != protocol.JudgeTicks && n(2) == 0 {
		m.StepMs = uint16(1 + n(200))
	}
	return m
}

// TestSwitchLosesNothing: over switches of the judge, resumes and pauses of the server, each action is performed once and in order, and
// acked, and the client is told what the server has.
func TestSwitchLosesNothing(t *testing.T) {
	rnd := testrand.New(t)
	switches, count, resumes := 0, 0, 0
	for round := range 12 {
		r, ann, seen := newJudged(t, protocol.Method{})
		for range 600 {
			now := r.s.Now()
			if rnd.IntN(25) == 0 {
				ann.ask(anyMethod(rnd.IntN))
			}
			if rnd.IntN(3) == 0 && ann.next-ann.acked < 40 {
				a := actions.Action{Kind: actions.SetYaw, Yaw: uint16(rnd.IntN(1 << 16))}
				if rnd.IntN(3) == 0 {
					a = actions.Action{Kind: actions.SetKeys, Keys: world.Keys(rnd.IntN(int(world.KeysAll) + 1))}
				}
				ann.do(a, max(ann.stamp, now.Add(timestream.Duration(rnd.IntN(400_000)-200_000))))
			}
			if tick := protocol.TickAt(now) + uint64(rnd.IntN(6)); rnd.IntN(2) == 0 {
				ann.input(tick, world.Keys(rnd.IntN(int(world.KeysAll)+1)), uint16(tick))
			}
			if rnd.IntN(200) == 0 && !ann.conn.closed {
				ann.conn.closed = true
				r.steps(1)
				ann.resume(r)
				resumes++
			}
			ann.declare(max(now, ann.stamp))
			span := stepAt
			if rnd.IntN(100) == 0 {
				span = time.Duration(1+rnd.IntN(600)) * ms
			}
			r.step(span)
			if ann.conn.closed {
				t.Fatalf("round %d: %s", round, ann.conn.reason)
			}
		}
		ann.ask(protocol.Method{})
		r.play(240)
		for i := 0; i < 3600 && ann.acked < ann.next-1; i++ { // a pause can leave the stream behind by more than its budget
			r.play(1)
		}
		last := uint64(0)
		for _, p := range seen.performed[ann.stream()] {
			if p.number != last+1 {
				t.Fatalf("round %d: action %d after %d", round, p.number, last)
			}
			last = p.number
		}
		if last != ann.next-1 || ann.acked != last {
			t.Fatalf("round %d: %d of %d actions were performed, %d acked", round, last, ann.next-1, ann.acked)
		}
		if ann.method.Number != ann.asked || ann.method.Method != (protocol.Method{}) {
			t.Fatalf("round %d: request %d, told %+v", round, ann.asked, ann.method)
		}
		ann.agrees()
		switches, count = switches+r.s.Metrics().MethodSwitches, count+int(last)
	}
	t.Logf("%d switches, %d resumes, %d actions", switches, resumes, count)
	if switches < 60 || count < 1000 {
		t.Error("too few to tell")
	}
}

// TestSwitchesGainNoTime: whatever a client declares and however it switches between judges, no window of steps of length T contains
// more than 1.005*T + 700 ms of its stream, and the stream is never further ahead than the bound.
func TestSwitchesGainNoTime(t *testing.T) {
	rnd := testrand.New(t)
	most, switches := int64(0), 0
	for round := range 30 {
		r, ann, _ := newJudged(t, protocol.Method{})
		b := r.s.cfg.Bounds
		var surplus, least, worst int64 // as in TestNoWindowIsTooLong
		last := r.s.World().Stream(1).Stamp
		mood, until, back := 0, 0, timestream.Duration(0)
		for i := range 1500 {
			now, stamp := r.s.Now(), r.s.World().Stream(1).Stamp
			if i >= until {
				mood, until = rnd.IntN(5), i+1+rnd.IntN(200)
				back = timestream.Duration(rnd.IntN(2_000_000))
				ann.ask(anyMethod(rnd.IntN))
			}
			switch mood {
			case 0:
				ann.declare(now)
			case 1: // as far ahead as ends no session
				ann.declare(stamp.Add(b.Held))
			case 2: // silent about its time, so that the next judge finds it late
				ann.conn.value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{}))
			case 3:
				ann.declare(max(ann.stamp, now.Add(-back)))
			case 4: // inputs of all ticks, near and far
				ann.input(protocol.TickAt(max(0, now.Add(timestream.Duration(rnd.IntN(3_000_000)-1_000_000)))), world.KeyForward, 0)
			}
			span := stepAt
			if rnd.IntN(60) == 0 {
				span = time.Duration(1+rnd.IntN(900)) * ms
			}
			before := r.now
			r.step(span)
			if ann.conn.closed {
				t.Fatalf("round %d: %s", round, ann.conn.reason)
			}
			stamp = r.s.World().Stream(1).Stamp
			if stamp > r.s.Now().Add(b.Ahead) || stamp < last {
				t.Fatalf("round %d: %d us ahead, %d us on", round, stamp.Sub(r.s.Now()), stamp.Sub(last))
			}
			surplus += int64(stamp.Sub(last))*1000 - b.RateMille*int64((r.now/time.Microsecond)-(before/time.Microsecond))
			last = stamp
			worst, least = max(worst, surplus-least), min(least, surplus)
		}
		if most = max(most, worst); worst > int64(b.Burst)*1000+1000 {
			t.Fatalf("round %d: a window is %d us longer than the rate", round, worst/1000)
		}
		switches += r.s.Metrics().MethodSwitches
	}
	t.Logf("%d switches, the longest window has %d us more than the rate", switches, most/1000)
	if switches < 100 {
		t.Error("too few switches to tell")
	}
}

// TestRulesTakeMethodsBack: where the rules no longer allow other methods, each session goes back to the server's own, and is told why.
func TestRulesTakeMethodsBack(t *testing.T) {
	r, ann, _ := newJudged(t, protocol.Method{Judge: protocol.JudgeTicks})
	c := &r.s.cfg
	r.s.Reconfigure(RuntimeConfig{MaxPlayers: c.MaxPlayers, View: c.View, UpdateRate: c.UpdateRate, Creative: c.Creative})
	r.play(10)
	if want := (protocol.MethodState{Number: ann.asked, Refusal: protocol.MethodOwnOnly}); ann.method != want {
		t.Fatalf("%+v", ann.method)
	}
	r.play(30)
	ann.agrees()
	if st := r.s.World().Stream(ann.stream()).Stamp; st > ann.stamp {
		t.Errorf("the stream is at %d, its client declares %d", st, ann.stamp)
	}
}

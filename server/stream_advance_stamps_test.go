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

// disconnectFor drops all messages in both directions for some seconds; then the session is resumed.
func (h *testClient) disconnectFor(r *harness, seconds int) {
	h.conn.in = nil
	h.conn.full = true
	r.steps(60 * seconds)
	h.resume(r)
	r.play(60)
}

// actOnce performs a first action: a player who has done nothing does not stay for long without a connection.
func (h *testClient) actOnce(r *harness) {
	r.play(60)
	h.do(actions.Action{Kind: actions.CancelBreak}, r.s.Now())
	r.play(30)
}

// TestBreakOverACut: a block whose breaking began before a cut and ended in its first 2 s is broken.
func TestBreakOverACut(t *testing.T) {
	for _, seconds := range []int{1, 3, 5, 9, 30, 50} {
		r := newHarness(t, func(c *Config) { c.Creative = false })
		ann := r.join("ann")
		ann.actOnce(r)
		target, aim := world.Pos{X: 1, Y: -1, Z: 1}, actions.Aim{8, 16, 8}
		begin := r.s.Now()
		ann.do(actions.Action{Kind: actions.StartBreak, Pos: target, Aim: aim}, begin+1)
		ann.do(actions.Action{Kind: actions.FinishBreak, Pos: target, Aim: aim}, begin.Add(1300*timestream.Millisecond))
		ann.disconnectFor(r, seconds)
		if b, _ := r.s.World().Block(target); b != world.Air {
			t.Errorf("%d s: the block is there still: %v", seconds, ann.why)
		}
		ann.agrees()
	}
}

// TestPlaceOverACut: blocks that were placed in the first 2 s of a cut, as fast as is allowed, are placed.
func TestPlaceOverACut(t *testing.T) {
	for _, seconds := range []int{0, 2, 5, 50} {
		r := newHarness(t, nil)
		ann := r.join("ann")
		ann.actOnce(r)
		begin := r.s.Now()
		for i := range 16 {
			p := world.Pos{X: int32(i%4) - 2, Z: 4 - int32(i/4)}
			a := actions.Action{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
			if seconds > 0 {
				ann.do(a, begin.Add(timestream.Duration(i+1)*120*timestream.Millisecond))
			} else { // no cut
				ann.do(a, max(ann.stamp, r.s.Now()))
				r.play(7)
			}
		}
		if seconds > 0 {
			ann.disconnectFor(r, seconds)
		}
		r.play(30)
		if len(ann.why) > 0 || ann.acked < 16 {
			t.Errorf("%d s: refused of 16 placements: %v", seconds, ann.why)
		}
		ann.agrees()
	}
}

// TestLatenessOfTheServer: late steps of the server stall no client, whatever has arrived meanwhile; a late client stalls.
func TestLatenessOfTheServer(t *testing.T) {
	for _, late := range []time.Duration{600 * ms, time.Second, 1900 * ms} {
		r := newHarness(t, nil)
		ann := r.join("ann")
		r.play(120)
		ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
		r.play(3)
		for range 5 {
			r.step(late) // its stamps of that time are missing: it was late itself, as a game is that plays in one process
			r.play(60)
		}
		if m := r.s.Metrics(); m.Stalls+m.ControlsReleased > 0 || ann.stalls > 0 || ann.avatar().Motion.Keys != world.KeyForward || m.LateSteps != 5 {
			t.Errorf("%v: %d stalls, %d told, released %d, %d late steps", late, m.Stalls, ann.stalls, m.ControlsReleased, m.LateSteps)
		}
		r.steps(150)
		if r.s.Metrics().Stalls != 1 {
			t.Error("silence is no stall either")
		}
	}
}

// performedActions is an observer of the actions that were performed.
type performedActions struct {
	noObserver
	done func(k actions.Kind)
}

func (d performedActions) Action(_ timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	if why == actions.Done {
		d.done(a.Kind)
	}
}

// TestLiarsBreakNoFaster: whatever stamps a client gives its actions, with silences, cuts and returns, no window of time holds more
// broken or placed blocks than its length allows, with the burst and with the actions of a client that is not heard.
func TestLiarsBreakNoFaster(t *testing.T) {
	rnd := testrand.New(t)
	broken, placed, silences := 0, 0, 0
	for round := range 12 {
		var breaks, places []time.Duration
		var r *harness
		r = newHarness(t, func(c *Config) {
			c.Creative = false
			c.Observer = performedActions{done: func(k actions.Kind) {
				switch k {
				case actions.FinishBreak:
					breaks = append(breaks, r.now)
				case actions.Place:
					places = append(places, r.now)
				}
			}}
		})
		ann := r.join("ann")
		r.play(60)
		r.s.roster.MarkPersistent(ann.stream(), true) // a player who leaves comes back to the same row
		b := r.s.cfg.Bounds
		aim := actions.Aim{8, 16, 8}
		var targets, spots []world.Pos
		for i := range int32(20) {
			targets = append(targets, world.Pos{X: i%5 - 2, Y: -1, Z: i/5 + 1})
			spots = append(spots, world.Pos{X: i%5 - 2, Y: 0, Z: -i/5 - 1})
		}
		turn := 0
		hard := world.Blocks[world.Stone].Hardness
		put := func(p world.Pos, b world.Block) {
			r.s.rec.PutBlock(timestream.Server, p, b)
			r.s.endTransaction("test")
		}
		kind := actions.StartBreak
		last := r.s.Now() // a stamp that it gave
		for end := r.now + 90*time.Second; r.now < end; {
			if ann.conn.closed {
				t.Fatal(ann.conn.reason)
			}
			quiet := rnd.IntN(4)
			if quiet == 0 {
				silences++
				for range rnd.IntN(20 * 60) {
					ann.conn.value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{}))
					r.steps(1)
				}
			}
			switch rnd.IntN(12) {
			case 0: // it joins from elsewhere, and claims to have done nothing
				ann.resume(r)
				r.steps(2)
				last = max(0, last.Add(-timestream.Duration(rnd.IntN(3_000_000))))
			case 1: // it leaves, and returns with its un-acked actions
				if ann.stamp > r.s.Now() {
					break
				}
				ann.conn.Close(LeaveReason)
				r.steps(2)
				ann.updates = nil // numbers begin at 1 again
				ann.resume(r)
				r.steps(2)
				last = 0
			}
			greedy := rnd.IntN(2) == 0 // it breaks blocks without a pause
			for range 1 + rnd.IntN(40) {
				stamp := r.s.World().Stream(ann.stream()).Stamp
				if n := len(ann.unacked); n > 0 { // of this connection, or sent again over it
					last = max(last, ann.unacked[n-1].At)
				}
				next := last
				switch n := rnd.IntN(3); {
				case greedy && kind == actions.FinishBreak:
					next = last.Add(hard)
				case greedy:
				case n == 0:
					next = last.Add(hard + 1)
				case n == 1:
					next = last.Add(timestream.Duration(rnd.IntN(int(2 * hard))))
				}
				if next > stamp.Add(b.Held) {
					break
				}
				last = next
				if !greedy && rnd.IntN(3) == 0 {
					ann.do(actions.Action{Kind: actions.SelectSlot, Slot: 0}, last)
					ann.do(actions.Action{Kind: actions.Place, Pos: spots[turn%len(spots)], Face: world.Down, Aim: actions.Aim{8, 0, 8}}, last)
				} else {
					ann.do(actions.Action{Kind: kind, Pos: targets[turn%len(targets)], Aim: aim}, last)
					kind = actions.StartBreak + actions.FinishBreak - kind
				}
				if kind == actions.StartBreak {
					turn++
				}
			}
			for range 1 + rnd.IntN(20) {
				if rnd.IntN(3) > 0 && quiet > 1 {
					ann.declare(max(ann.stamp, last, r.s.Now()))
					last = max(last, ann.stamp)
				}
				r.s.rec.PutInventorySlot(ann.stream(), 0, world.StackOf(world.Stone, 64))
				r.s.endTransaction("test")
				r.step(stepAt)
				for i := range targets { // as before
					put(targets[i], world.Stone)
					put(spots[i], world.Air)
				}
			}
		}
		broken, placed = broken+len(breaks), placed+len(places)
		within := func(what string, times []time.Duration, each timestream.Duration, burst int) {
			for i := range times {
				for j := i; j < len(times); j++ {
					span := timestream.Duration((times[j] - times[i]).Microseconds())
					most := int((span*timestream.Duration(b.RateMille)/1000+b.Held+b.Burst)/each) + burst
					if n := j - i + 1; n > most {
						t.Fatalf("round %d: %d %s in %d ms, %d at most", round, n, what, span/timestream.Millisecond, most)
					}
				}
			}
		}
		within("broken", breaks, hard, 2)
		within("placed", places, timestream.Second/10, 21)
	}
	t.Logf("%d broken, %d placed, %d silences", broken, placed, silences)
	if broken < 50 || placed < 50 || silences < 10 {
		t.Error("that is too little to say anything")
	}
}

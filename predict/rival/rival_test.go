package rival

import (
	"math/rand/v2"
	"testing"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// letter is a message on its way.
type letter[T any] struct {
	at timestream.Time
	of T
}

// take returns the first message that has arrived by a time.
func take[T any](box *[]letter[T], by timestream.Time) (m T, ok bool) {
	if len(*box) == 0 || (*box)[0].at > by {
		return m, false
	}
	m = (*box)[0].of
	*box = (*box)[1:]
	return m, true
}

// TestLawsOfEveryMethod plays walking and building over delays that change, with every method, alone and with the others
// predicted. Whatever a method shows: reverting gives the received state (law 1), VisibleChanges tells exactly what changed,
// nothing acked comes back, and when the network is silent the received state is the server's (law 2).
func TestLawsOfEveryMethod(t *testing.T) {
	seed := testrand.Seed(t)
	for _, m := range methods {
		for _, others := range []bool{false, true} {
			frames, seen, corrections := 0, 0, 0
			for round := range testrand.Rounds(6) {
				r := rand.New(rand.NewPCG(seed, uint64(round)))
				s, p := joined(t, Options{Others: others, RoundTrip: func() timestream.Duration { return 80 * ms }}, m.make)
				screen := map[world.Pos]world.Block{}
				var up []letter[actions.Action]
				var down []letter[*protocol.Update]
				number, last := uint64(0), t0
				held := world.Keys(0)
				for now := t0; now < t0.Add(3*timestream.Second); {
					now = now.Add(timestream.Duration(2000 + r.IntN(30_000)))
					quiet := now > t0.Add(2*timestream.Second)
					for a, ok := take(&up, now); ok; a, ok = take(&up, now) {
						s.do(&a)
					}
					s.advance(now)
					arrive := max(now.Add(timestream.Duration(10_000+r.IntN(60_000))), last)
					last = arrive
					down = append(down, letter[*protocol.Update]{arrive, s.update()})
					for u, ok := take(&down, now); ok; u, ok = take(&down, now) {
						s.tell(p, u)
					}
					if r.IntN(20) == 0 {
						slot := s.rec.W.Find(world.AvatarID(other))
						mo := s.rec.W.Entity(slot).Motion
						mo.Keys, mo.Yaw = world.Keys(r.IntN(16)), uint16(r.IntN(1<<16))
						s.rec.SetMotion(slot, s.rec.W.Entity(slot).At, &mo)
					}
					if at := p.Now() + 1; !quiet && r.IntN(3) == 0 {
						number++
						a := *place(number, at, int32(2+r.IntN(8)))
						if r.IntN(2) == 0 {
							held = world.Keys(r.IntN(16))
							a = *keys(number, at, held)
						}
						p.AddAction(&a)
						arrive := now.Add(timestream.Duration(10_000 + r.IntN(50_000)))
						if n := len(up); n > 0 {
							arrive = max(arrive, up[n-1].at)
						}
						up = append(up, letter[actions.Action]{arrive, a})
					}
					if _, wrong := p.AdvanceTo(now); wrong {
						corrections++
					}
					frames++
					seen += checkScreen(t, m.name, p, screen)
					if r.IntN(8) == 0 {
						before := *body(p)
						p.InspectReceived(func(*world.World) {})
						if *body(p) != before {
							t.Fatalf("%s: looking at the received state moves the body (-seed %d)", m.name, seed)
						}
					}
					if why := p.Base().PendingEvents().BrokenLaw; why != "" {
						t.Fatalf("%s: %s (-seed %d)", m.name, why, seed)
					}
				}
				for u, ok := take(&down, timestream.Never); ok; u, ok = take(&down, timestream.Never) {
					s.tell(p, u)
				}
				if n := p.Base().UnackedCount(); n != 0 {
					t.Fatalf("%s: %d actions are not acked", m.name, n)
				}
				p.InspectReceived(func(w *world.World) {
					if w.BlocksHash() != s.rec.W.BlocksHash() || *w.Entity(w.Find(world.AvatarID(own))) != *s.avatar() {
						t.Fatalf("%s: what was received is not what the server has (-seed %d)", m.name, seed)
					}
				})
			}
			if frames < 100 || seen < 10 {
				t.Errorf("%s: %d frames with %d changes test nothing", m.name, frames, seen)
			}
			t.Logf("%-20s others %-5v %d frames, %d changed blocks seen, %d corrections", m.name, others, frames, seen, corrections)
		}
	}
}

// checkScreen holds the visible changes of a frame against the world that is shown.
func checkScreen(t *testing.T, name string, p strategy, screen map[world.Pos]world.Block) int {
	t.Helper()
	w, changes := p.World(), p.VisibleChanges(p.Now())
	for _, c := range changes {
		b, _ := w.Block(c.Pos)
		if b == c.Before || screen[c.Pos] != c.Before {
			t.Fatalf("%s: %v is told to change from %v to %v, and showed %v", name, c.Pos, c.Before, b, screen[c.Pos])
		}
		screen[c.Pos] = b
	}
	for x := int32(0); x < 12; x++ {
		at := world.Pos{X: x, Z: 7}
		if b, _ := w.Block(at); b != screen[at] {
			t.Fatalf("%s: %v shows %v, and nobody was told", name, at, b)
		}
	}
	return len(changes)
}

// TestActionsShowAtOnce places a block and presses a key under every method: which of them show it in the next frame, and which
// wait.
func TestActionsShowAtOnce(t *testing.T) {
	waits := map[string]bool{"order=2": true, "order=4": true, "commit": true} // the body; order 2 shows the block
	for _, m := range methods {
		_, p := joined(t, Options{RoundTrip: func() timestream.Duration { return 100 * ms }}, m.make)
		at := body(p).Motion.Pos
		p.AddAction(keys(1, t0+1, world.KeyForward))
		p.AddAction(place(2, t0+1, 3))
		p.AdvanceTo(t0.Add(34 * ms))
		b, _ := p.World().Block(world.Pos{X: 3, Z: 7})
		if moved := body(p).Motion.Pos != at; moved == waits[m.name] {
			t.Errorf("%s: the body moved in the next frame: %v", m.name, moved)
		}
		if shows := b == world.Dirt; shows == (m.name == "order=4" || m.name == "commit") {
			t.Errorf("%s: the block shows in the next frame: %v", m.name, shows)
		}
		if late := p.LastPerformed() < 2; late == (b == world.Dirt) {
			t.Errorf("%s: %d is said to be the last action that shows", m.name, p.LastPerformed())
		}
	}
}

// TestRefusalsGiveTheBlockBack lets the server refuse a block that every method showed.
func TestRefusalsGiveTheBlockBack(t *testing.T) {
	for _, m := range methods {
		s, p := joined(t, Options{}, m.make)
		cell := world.Pos{X: 3, Z: 7}
		p.AddAction(place(1, t0+1, 3))
		p.AdvanceTo(t0.Add(10 * ms))
		s.advance(t0.Add(5 * ms))
		s.acked, s.refused = 1, []refusal{{1, actions.Claimed}}
		s.tell(p, s.update())
		p.AdvanceTo(t0.Add(20 * ms))
		if b, _ := p.World().Block(cell); b != world.Air || p.World().Player(own).Slots[0].Count != 64 {
			t.Errorf("%s: the refusal did not give the block back", m.name)
		}
	}
}

// TestSwitchKeepsWhatIsUnacked goes through all methods over one received state, two frames each, with an action that the server
// has not answered: none of them loses it, and the screen is told of each change.
func TestSwitchKeepsWhatIsUnacked(t *testing.T) {
	s := newTruth(t)
	r := predict.NewReceived(own)
	var p strategy = NewSequence(r, Options{})
	s.join(p)
	now := t0
	p.AdvanceTo(now)
	p.AddAction(place(1, now+1, 3))
	screen := map[world.Pos]world.Block{}
	for _, m := range methods {
		p.Revert()
		p = m.make(r, Options{Check: true})
		p.AdvanceTo(now)
		now = now.Add(20 * ms)
		p.AdvanceTo(now)
		checkScreen(t, m.name, p, screen)
		if p.Base().UnackedCount() != 1 || p.Now() != now {
			t.Fatalf("%s: the action is lost", m.name)
		}
		if b := screen[world.Pos{X: 3, Z: 7}]; (b == world.Dirt) == (m.name == "commit") {
			t.Errorf("%s shows %v", m.name, b)
		}
	}
	if r.BrokenLaw != "" {
		t.Error(r.BrokenLaw)
	}
}

// loaded returns a method with 10 un-acked actions in 200 ms before the frame, and updates to receive: the second one differs
// in the own body, so that each of them in turn makes the method predict again.
func loaded(t testing.TB, make func(r *predict.Received, o Options) strategy) (p strategy, updates [2]*protocol.Update, to timestream.Time) {
	s, p := joined(t, Options{RoundTrip: func() timestream.Duration { return 200 * ms }}, make)
	to = t0.Add(200 * ms)
	number := uint64(0)
	for now := t0; now < to; now = now.Add(timestream.Second / 60) {
		if now < to.Add(-5*ms) && int(now-t0)/20_000 > int(number)-1 {
			number++
			if a := keys(number, now+1, world.KeyForward<<(number%2)); number%3 > 0 {
				p.AddAction(a)
			} else {
				p.AddAction(place(number, now+1, int32(number)))
			}
		}
		p.AdvanceTo(now)
	}
	p.AdvanceTo(to)
	at := t0
	for i := range updates {
		w := s.begin()
		e := *s.avatar()
		at++
		m := e.Motion
		m.Pos[0] += int64(i)
		base := e.Motion
		base.Pos[0] += int64(1 - i)
		if at == t0+1 {
			base = e.Motion
		}
		w.Motion(e.ID, at, &base, &m)
		w.Advance(own, at, nil)
		updates[i] = s.end()
	}
	return p, updates, to
}

// forgetNewest lets the method of ticks take a state of the same tick again.
func forgetNewest(p strategy) {
	if h, ok := p.(*History); ok {
		h.newest = 0
	}
}

// TestSteadyStateAllocatesNothing receives an update and predicts again, in each method.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, m := range methods {
		p, updates, to := loaded(t, m.make)
		i := 0
		work := func() {
			forgetNewest(p)
			if err := p.ApplyUpdate(updates[i%2]); err != nil {
				t.Fatal(err)
			}
			i++
			p.AdvanceTo(to)
			p.VisibleChanges(p.Now())
		}
		work()
		work()
		if n := testing.AllocsPerRun(50, work); n != 0 {
			t.Errorf("%s: %v allocations a frame with an update", m.name, n)
		}
	}
}

// BenchmarkRepredict is one frame with an update that moves the own body, at a round trip of 200 ms and 10 un-acked actions.
func BenchmarkRepredict(b *testing.B) {
	for _, m := range methods {
		b.Run(m.name, func(b *testing.B) {
			p, updates, to := loaded(b, m.make)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				forgetNewest(p)
				if err := p.ApplyUpdate(updates[i%2]); err != nil {
					b.Fatal(err)
				}
				p.AdvanceTo(to)
				p.VisibleChanges(p.Now())
			}
		})
	}
}

package actions

import (
	"testing"

	"voxtide/edits"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// TestBed places a bed each way, breaks it by each half, lies in it at night and not by day, and gets up in a low room.
func TestBed(t *testing.T) {
	bed := world.Block(0)
	if k, known := world.KindNamed("bed"); known {
		bed = k.Block()
	}
	start := func() (*edits.Recorder, world.Pos) {
		s := stage(false)
		s.PutInventorySlot(1, 0, world.StackOf(bed, 2))
		return s, s.W.Entity(s.W.Find(world.AvatarID(1))).Motion.Pos.Block().Next(world.West).Next(world.West).Next(world.South)
	}
	beds := func(s *edits.Recorder, foot world.Pos) (n int) {
		for _, st := range s.W.Player(1).Slots {
			if st.Item == world.ItemOf(bed) {
				n += int(st.Count)
			}
		}
		if b, _ := s.W.Block(foot); b.Kind() == bed.Kind() {
			n++
		}
		return n
	}
	at := 20 * sec
	for i, look := range []world.Face{world.North, world.East, world.South, world.West} {
		for half := range 2 {
			s, foot := start()
			yaw := uint16(i) * 16384
			act(t, s, at, Done, Action{Kind: Place, Pos: foot, Face: world.Down, Aim: Aim{8, 0, 8}, Yaw: yaw})
			b, _ := s.W.Block(foot)
			head := foot.Next(look)
			other, _ := s.W.Block(head)
			if b != bed.With(world.PropFacing, int(look-world.North)) || other != b.With(world.PropHalf, world.UpperHalf) || beds(s, foot) != 2 {
				t.Fatalf("looking %v: %v and %v, %d beds", look, b, other, beds(s, foot))
			}
			broken := [...]world.Pos{foot, head}[half]
			act(t, s, at+sec, Done, Action{Kind: StartBreak, Pos: broken, Aim: Aim{8, 9, 8}})
			act(t, s, at+2*sec, Done, Action{Kind: FinishBreak, Pos: broken, Aim: Aim{8, 9, 8}})
			for _, p := range [...]world.Pos{foot, head} {
				if b, _ := s.W.Block(p); b != world.Air {
					t.Errorf("half %d broken: at %v is %v", half, p, b)
				}
			}
			if n := beds(s, foot); n != 2 {
				t.Errorf("half %d broken: %d beds of 2", half, n)
			}
		}
	}

	// No room for the head; a body where it would lie.
	s, foot := start()
	s.PutBlock(1, foot.Next(world.North), world.Stone)
	act(t, s, at, Occupied, Action{Kind: Place, Pos: foot, Face: world.Down, Aim: Aim{8, 0, 8}})
	act(t, s, at, OwnBodyInPlace, Action{Kind: Place, Pos: foot.Next(world.North).Next(world.East), Face: world.Down, Aim: Aim{8, 0, 8}, Yaw: 16384})
}

// TestSleep lies down at night and not by day, one in a bed, and gets up in a room that is two blocks high.
func TestSleep(t *testing.T) {
	s := stage(false)
	k, _ := world.KindNamed("bed")
	m := func(who timestream.Stream) world.Motion { return s.W.Entity(s.W.Find(world.AvatarID(who))).Motion }
	set := func(who timestream.Stream, change func(m *world.Motion)) {
		slot := s.W.Find(world.AvatarID(who))
		now := s.W.Entity(slot).Motion
		change(&now)
		s.SetMotion(slot, s.W.Entity(slot).At, &now)
	}
	foot := m(1).Pos.Block().Next(world.West).Next(world.West).Next(world.South)
	s.PutHalves(1, foot, k.Block())
	for i := range int32(9) { // a ceiling
		s.PutBlock(1, world.Pos{X: foot.X - 1 + i%3, Y: foot.Y + 2, Z: foot.Z - 2 + i/3}, world.Stone)
	}
	run := &sim.Sim{R: s}
	advance := func(to timestream.Time) {
		for _, who := range []timestream.Stream{1, 2} {
			run.Advance(who, to)
		}
	}
	use := Action{Kind: Use, Pos: foot, Aim: Aim{8, 9, 8}, Want: true}
	lies := func(want bool) {
		t.Helper()
		if on := m(1); (on.Flags&world.Lying != 0) != want || want && on.Pos != MiddleOfBed(foot, k.Block()) {
			t.Fatalf("lies: %v, at %v", on.Flags&world.Lying != 0, on.Pos)
		}
	}
	advance(sec)
	act(t, s, sec, Done, use)
	lies(false) // it is morning
	s.Do(edits.Edit{Kind: edits.SetDayOffset, Number: uint64(s.W.DayOffsetFor(sec, 22*60))})
	set(1, func(m *world.Motion) { m.Keys = world.KeyForward })
	act(t, s, sec, Done, use)
	lies(false) // it walks
	set(1, func(m *world.Motion) { m.Keys = 0 })
	act(t, s, sec, Done, use)
	lies(true)
	advance(5 * sec)
	lies(true)
	a := use
	a.At = 5 * sec
	if why := Do(s, 2, 5*sec, &a); why != BodyInPlace {
		t.Errorf("two in one bed: %v", why)
	}
	act(t, s, 5*sec, Done, Action{Kind: SetKeys, Keys: world.KeyForward})
	lies(true)
	advance(6 * sec)
	lies(false)
	lo, hi := s.W.Entity(s.W.Find(world.AvatarID(1))).Box()
	for y := foot.Y; y < foot.Y+3; y++ {
		for i := range int32(25) {
			p := world.Pos{X: foot.X - 2 + i%5, Y: y, Z: foot.Z - 2 + i/5}
			if b, _ := s.W.Block(p); world.OverlapsBlock(lo, hi, p, b.Boxes()) {
				t.Errorf("who got up stands in %v", b)
			}
		}
	}

	// Who is struck, and whose bed is gone, gets up.
	set(1, func(m *world.Motion) {
		m.Keys, m.Pos, m.Vel = 0, world.BottomCentre(foot.Next(world.South)), world.Vec{}
	})
	advance(8 * sec)
	act(t, s, 8*sec, Done, use)
	lies(true)
	s.PutBlock(1, foot, world.Air)
	advance(9 * sec)
	lies(false)
	t.Log("a body lay, was alone in its bed, and got up by a key in a low room and when the bed was gone")
}

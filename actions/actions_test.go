package actions

import (
	"math/rand/v2"
	"testing"

	"voxtide/chance"
	"voxtide/edits"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// stage is a small room: stone below y 0, air above, a player of stream 1 in the middle and one of stream 2 beside.
func stage(creative bool) *edits.Recorder {
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	for s := timestream.Stream(1); s <= 2; s++ {
		w.AddStream(s, 0, 1)
		e := world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s}
		e.Motion.Pos = world.Middle(world.Pos{X: 3 + 3*int32(s), Y: 0, Z: 6})
		if creative {
			e.Motion.Flags |= world.Creative
		}
		p := world.Player{Name: "p"}
		p.Slots[0] = world.Stack{Block: world.Dirt, Count: 5}
		p.Slots[1] = world.Stack{Block: world.Water, Count: 5}
		w.AddEntity(e)
		w.AddPlayer(s, p)
		for y := int32(-1); y <= 1; y++ {
			w.SetSub(s, world.Sub{Section: world.SectionPos{Y: y}, Epoch: 1, Confirmed: true})
		}
	}
	w.PutSection(world.SectionPos{Y: -1}, world.NewSection(world.Stone))
	w.PutSection(world.SectionPos{}, world.NewSection(world.Air))
	w.PutSection(world.SectionPos{Y: 1}, world.NewSection(world.Air))
	r := &edits.Recorder{W: w, Keep: true}
	r.ShowHand(1)
	r.ShowHand(2)
	r.Commit()
	r.Log = nil
	return r
}

func random(r *rand.Rand, k Kind) Action {
	a := Action{Kind: k, Number: r.Uint64N(1 << 40), At: timestream.Time(r.Int64N(1 << 50)), Frame: r.Uint64N(1 << 30)}
	switch k {
	case Controls:
		a.Keys = world.Keys(r.IntN(int(world.KeysAll) + 1))
	case Heading:
		a.Yaw = uint16(r.IntN(1 << 16))
	case Dig, Dug, Place, Goto:
		a.Pos = world.Pos{X: int32(r.IntN(12)), Y: int32(r.IntN(5) - 2), Z: int32(r.IntN(12))}
		a.Aim = Aim{uint8(r.IntN(17)), uint8(r.IntN(17)), uint8(r.IntN(17))}
		if k == Place {
			a.Face = world.Face(r.IntN(world.Faces))
		}
	case Select:
		a.Slot = uint8(r.IntN(world.HotbarSlots))
	case MoveItem:
		a.Slot, a.To, a.Count = uint8(r.IntN(world.Slots)), uint8(r.IntN(world.Slots)), uint8(1+r.IntN(world.StackMax))
	case Have:
		for range r.IntN(4) {
			a.Haves = append(a.Haves, Arrived{world.SectionPos{X: int32(r.IntN(3)), Y: 1}, uint32(1 + r.IntN(3))})
		}
	case Chat:
		a.Text = "well met"
	}
	return a
}

func TestTable(t *testing.T) {
	for k := Kind(1); k < Kinds; k++ {
		if row := &table[k]; row.name == "" || row.perform == nil || row.write == nil || row.read == nil {
			t.Errorf("action %d has no whole row in table.go", k)
		}
	}
	for r := Done; r < Refusals; r++ {
		if r.String() == "" {
			t.Errorf("refusal %d has no words", r)
		}
	}
}

func TestCodecRoundTrip(t *testing.T) {
	r := chance.Source(t)
	for k := Kind(1); k < Kinds; k++ {
		for range 100 {
			a := random(r, k)
			b := Append(nil, &a)
			rd := wire.NewReader(b)
			var got Action
			Read(&rd, &got)
			if err := rd.End(); err != nil {
				t.Fatalf("%v: %v", k, err)
			}
			if again := Append(nil, &got); string(again) != string(b) {
				t.Fatalf("%v: %+v reads back as %+v", k, a, got)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for k := Kind(1); k < Kinds; k++ {
		a := random(r, k)
		f.Add(Append(nil, &a))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		rd := wire.NewReader(b)
		var a Action
		Read(&rd, &a)
		if rd.End() != nil {
			return
		}
		if again := Append(nil, &a); string(again) != string(b) {
			t.Fatalf("%x reads and writes as %x", b, again)
		}
		s := stage(false)
		before := s.W.Hash()
		Do(s, 1, 1000, &a)
		s.Revert()
		if s.W.Hash() != before {
			t.Fatalf("%+v is not undone", a)
		}
	})
}

// TestPredictThenRevert performs random actions of all kinds and takes them back: law 1. What is refused must change
// nothing but the number of the last action and the rate.
func TestPredictThenRevert(t *testing.T) {
	r := chance.Source(t)
	done := map[Kind]int{}
	for range 400 {
		s := stage(r.IntN(2) == 0)
		before := s.W.Hash()
		at := timestream.Time(0)
		for n := range 30 {
			at = at.Add(timestream.Duration(r.IntN(300_000)))
			a := random(r, Kind(1+r.IntN(int(Kinds)-1)))
			a.Number = uint64(n + 1)
			blocks, logged := s.W.BlocksHash(), len(s.Log)
			if a.Kind == Dug && r.IntN(2) == 0 { // dig first, long enough
				d := a
				d.Kind, d.At = Dig, at
				Do(s, 1, at, &d)
				at = at.Add(10 * timestream.Second)
				logged = len(s.Log)
			}
			a.At = at
			why := Do(s, 1, at, &a)
			if why == Done {
				done[a.Kind]++
			} else if s.W.BlocksHash() != blocks || len(s.Log) != logged+1 {
				t.Fatalf("%v was refused (%v) and changed something", a.Kind, why)
			}
			if s.W.Player(1).Last != a.Number {
				t.Fatalf("%v (%v) was not counted", a.Kind, why)
			}
		}
		s.Revert()
		if s.W.Hash() != before {
			t.Fatal("reverting leaves a trace")
		}
	}
	for k := Kind(1); k < Kinds; k++ {
		if done[k] == 0 {
			t.Errorf("%v was never performed: the test does not test it", k)
		}
	}
}

func act(t *testing.T, s *edits.Recorder, at timestream.Time, want Refusal, a Action) {
	t.Helper()
	a.At = at
	if why := Do(s, 1, at, &a); why != want {
		t.Fatalf("%v: %v, want %v", a.Kind, why, want)
	}
}

const sec = timestream.Time(timestream.Second)

// TestPlaceAndBreak tells the rules of both in one story: the item and the block change together or not at all.
func TestPlaceAndBreak(t *testing.T) {
	s := stage(false)
	cell := world.Pos{X: 8, Y: 0, Z: 6}
	place := Action{Kind: Place, Pos: cell, Face: world.Down, Aim: Aim{8, 0, 8}}
	count := func() uint8 { return s.W.Player(1).Slots[0].Count }

	act(t, s, 1*sec, BodyInWay, Action{Kind: Place, Pos: world.Pos{X: 9, Y: 0, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	act(t, s, 1*sec, Done, place)
	if b, _ := s.W.Block(cell); b != world.Dirt || count() != 4 {
		t.Fatalf("placed %v, %d left", b, count())
	}
	act(t, s, 2*sec, Occupied, place)
	act(t, s, 3*sec, BodyInWay, Action{Kind: Place, Pos: world.Pos{X: 6, Y: 0, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	act(t, s, 3*sec, NoSupport, Action{Kind: Place, Pos: world.Pos{X: 7, Y: 3, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	act(t, s, 3*sec, TooFar, Action{Kind: Place, Pos: world.Pos{X: 14, Y: 0, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	if count() != 4 {
		t.Fatalf("a refusal cost an item: %d left", count())
	}

	act(t, s, 4*sec, Changed, Action{Kind: Dug, Pos: cell, Aim: Aim{8, 16, 8}})
	act(t, s, 4*sec, Done, Action{Kind: Dig, Pos: cell, Aim: Aim{8, 16, 8}})
	act(t, s, 4*sec+1, TooSoon, Action{Kind: Dug, Pos: cell, Aim: Aim{8, 16, 8}})
	act(t, s, 9*sec, Done, Action{Kind: Dug, Pos: cell, Aim: Aim{8, 16, 8}})
	if b, _ := s.W.Block(cell); b != world.Air || count() != 5 {
		t.Fatalf("broken to %v, %d held", b, count())
	}
}

// TestRate is law 10 for actions: 64 a second of stream time, the surplus is refused, and time gives it back.
func TestRate(t *testing.T) {
	s := stage(false)
	refused := 0
	for i := range 100 {
		if Do(s, 1, sec, &Action{Kind: Select, Slot: uint8(i % 9), Number: uint64(i + 1), At: sec}) == TooFast {
			refused++
		}
	}
	if refused != 36 {
		t.Fatalf("%d of 100 at once were refused, want 36", refused)
	}
	act(t, s, 2*sec, Done, Action{Kind: Select, Number: 101})
}

// TestReachIsJudgedFarOut guards against distances that wrap to a positive number.
func TestReachIsJudgedFarOut(t *testing.T) {
	s := stage(false)
	for _, x := range []int32{1 << 30, -1 << 30, 1<<31 - 1, -1 << 31} {
		if why := Do(s, 1, sec, &Action{Kind: Dig, Pos: world.Pos{X: x}}); why == Done {
			t.Fatalf("dug at %d", x)
		}
	}
	eye := physics.Eye(&s.W.Entity(s.W.Find(world.AvatarID(1))).Motion)
	if physics.Within(eye, world.Pos{X: 1 << 30}, reach) {
		t.Fatal("a billion blocks are within reach")
	}
}

// TestRooted digs the ground from under a flower: it goes with it, as an item where blocks cost something; and one cannot be
// put where there is no ground.
func TestRooted(t *testing.T) {
	for _, creative := range []bool{true, false} {
		s := stage(creative)
		at := world.Pos{X: 7, Y: 0, Z: 6}
		s.PutBlock(1, at, world.RedFlower)
		s.Commit()
		if !creative {
			act(t, s, 0, Done, Action{Kind: Dig, Pos: at.Below(), Aim: Aim{8, 16, 0}})
		}
		act(t, s, timestream.Time(10*timestream.Second), Done, Action{Kind: Dug, Pos: at.Below(), Aim: Aim{8, 16, 0}})
		if b, _ := s.W.Block(at); b != world.Air {
			t.Errorf("creative %v: %v stands on nothing", creative, b)
		}
		items := 0
		for _, slot := range s.W.Bodies(1) {
			if e := s.W.Entity(slot); e.Kind == world.KindItem && e.Stack.Block == world.RedFlower {
				items++
			}
		}
		if items == 1 == creative {
			t.Errorf("creative %v: %d flowers lie there", creative, items)
		}
		s.W.Player(1).Slots[2] = world.Stack{Block: world.RedFlower, Count: 1}
		act(t, s, timestream.Time(11*timestream.Second), Done, Action{Kind: Select, Slot: 2})
		act(t, s, timestream.Time(12*timestream.Second), NoSupport, Action{Kind: Place, Pos: at, Face: world.West, Aim: Aim{0, 8, 8}})
	}
}

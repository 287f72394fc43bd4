package actions

import (
	"testing"

	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// TestReachIsJudgedFarOut guards against distances that wrap to a positive number.
func TestReachIsJudgedFarOut(t *testing.T) {
	s := stage(false)
	for _, x := range []int32{1 << 30, -1 << 30, 1<<31 - 1, -1 << 31} {
		if why := Do(s, 1, sec, &Action{Kind: StartBreak, Pos: world.Pos{X: x}}); why == Done {
			t.Fatalf("broken at %d", x)
		}
	}
	eye := physics.EyePos(&s.W.Entity(s.W.Find(world.AvatarID(1))).Motion)
	if physics.WithinReach(eye, world.Pos{X: 1 << 30}, reach) {
		t.Fatal("a billion blocks are within reach")
	}
}

// TestNeedsFloor breaks the block below a flower: the flower breaks too, as an item in survival mode, and no flower can
// be placed without a floor.
func TestNeedsFloor(t *testing.T) {
	for _, creative := range []bool{true, false} {
		s := stage(creative)
		at := world.Pos{X: 7, Y: 0, Z: 6}
		s.PutBlock(1, at, world.RedFlower)
		s.Commit()
		if !creative {
			act(t, s, 0, Done, Action{Kind: StartBreak, Pos: at.Below(), Aim: Aim{8, 16, 0}})
		}
		act(t, s, timestream.Time(10*timestream.Second), Done, Action{Kind: FinishBreak, Pos: at.Below(), Aim: Aim{8, 16, 0}})
		if b, _ := s.W.Block(at); b != world.Air {
			t.Errorf("creative %v: %v stands on nothing", creative, b)
		}
		items := 0
		for _, slot := range s.W.Bodies(1) {
			if e := s.W.Entity(slot); e.Kind == world.KindItem && e.Stack.Block() == world.RedFlower {
				items++
			}
		}
		if items == 1 == creative {
			t.Errorf("creative %v: %d flowers lie there", creative, items)
		}
		s.W.Player(1).Slots[2] = world.StackOf(world.RedFlower, 1)
		act(t, s, timestream.Time(11*timestream.Second), Done, Action{Kind: SelectSlot, Slot: 2})
		act(t, s, timestream.Time(12*timestream.Second), NoSupport, Action{Kind: Place, Pos: at, Face: world.West, Aim: Aim{0, 8, 8}})
	}
}

// TestPlaceAndBreak places and breaks a block: the item and the block change together or not at all.
func TestPlaceAndBreak(t *testing.T) {
	s := stage(false)
	cell := world.Pos{X: 8, Y: 0, Z: 6}
	place := Action{Kind: Place, Pos: cell, Face: world.Down, Aim: Aim{8, 0, 8}}
	count := func() uint8 { return s.W.Player(1).Slots[0].Count }

	act(t, s, 1*sec, BodyInPlace, Action{Kind: Place, Pos: world.Pos{X: 9, Y: 0, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	act(t, s, 1*sec, Done, place)
	if b, _ := s.W.Block(cell); b != world.Dirt || count() != 4 {
		t.Fatalf("placed %v, %d left", b, count())
	}
	act(t, s, 2*sec, Occupied, place)
	act(t, s, 3*sec, OwnBodyInPlace, Action{Kind: Place, Pos: world.Pos{X: 6, Y: 0, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	act(t, s, 3*sec, NoSupport, Action{Kind: Place, Pos: world.Pos{X: 7, Y: 3, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	act(t, s, 3*sec, TooFar, Action{Kind: Place, Pos: world.Pos{X: 14, Y: 0, Z: 6}, Face: world.Down, Aim: Aim{8, 0, 8}})
	if count() != 4 {
		t.Fatalf("a refusal cost an item: %d left", count())
	}

	act(t, s, 4*sec, TargetChanged, Action{Kind: FinishBreak, Pos: cell, Aim: Aim{8, 16, 8}})
	act(t, s, 4*sec, Done, Action{Kind: StartBreak, Pos: cell, Aim: Aim{8, 16, 8}})
	act(t, s, 4*sec+1, TooSoon, Action{Kind: FinishBreak, Pos: cell, Aim: Aim{8, 16, 8}})
	act(t, s, 9*sec, Done, Action{Kind: FinishBreak, Pos: cell, Aim: Aim{8, 16, 8}})
	if b, _ := s.W.Block(cell); b != world.Air || count() != 5 {
		t.Fatalf("broken to %v, %d held", b, count())
	}
}

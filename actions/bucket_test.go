package actions

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestBuckets scoops and pours: sources and full buckets together stay as many as they were, but that a pool is not missed.
func TestBuckets(t *testing.T) {
	s := stage(false)
	at := pool
	s.PutInventorySlot(1, 0, world.Stack{Item: named("bucket"), Count: 1})
	count := func() (n int) {
		for x := int32(0); x < 12; x++ {
			for z := int32(0); z < 12; z++ {
				if b, _ := s.W.Block(world.Pos{X: x, Z: z}); b == world.Water {
					n++
				}
			}
		}
		if s.W.Player(1).Slots[0].Item == named("water_bucket") {
			n++
		}
		return n
	}
	scoop := Action{Kind: Scoop, Pos: at, Aim: Aim{8, 8, 8}}
	pour := Action{Kind: Place, Pos: at, Face: world.Down, Aim: Aim{8, 0, 8}}
	for i := range 5 {
		act(t, s, sec*timestream.Time(2+4*i), Done, scoop)
		if b, _ := s.W.BlockAt(at, 1<<50); s.W.Player(1).Slots[0].Item != named("water_bucket") || b == world.Water || count() != 1 {
			t.Fatalf("scooped %d: %v, %v in the hand, %d in all", i, b, s.W.Player(1).Slots[0], count())
		}
		act(t, s, sec*timestream.Time(3+4*i), NothingHeld, scoop)
		act(t, s, sec*timestream.Time(4+4*i), Done, pour)
		if b, _ := s.W.Block(at); b != world.Water || s.W.Player(1).Slots[0] != (world.Stack{Item: named("bucket"), Count: 1}) || count() != 1 {
			t.Fatalf("poured %d: %v, %v in the hand, %d in all", i, b, s.W.Player(1).Slots[0], count())
		}
	}
	s.PutBlock(1, at.Next(world.East), world.Water)
	s.PutBlock(1, at.Next(world.West), world.Water)
	act(t, s, 100*sec, Done, scoop)
	if b, _ := s.W.Block(at); b != world.Water || count() != 4 {
		t.Errorf("a pool has %v and %d sources", b, count())
	}
	act(t, s, 102*sec, NothingHeld, scoop)
	s.PutInventorySlot(1, 0, world.Stack{Item: named("bucket"), Count: 1})
	act(t, s, 103*sec, TargetChanged, Action{Kind: Scoop, Pos: world.Pos{X: 6, Y: 0, Z: 5}, Aim: Aim{8, 8, 8}})
}

package actions

import (
	"testing"

	"voxtide/world"
)

// TestLever switches levers beside doors, gates and trapdoors, and with blocks between.
func TestLever(t *testing.T) {
	s := stage(false)
	body := s.W.Entity(s.W.Find(world.AvatarID(1))).Motion.Pos.Block()
	named := func(name string) world.Block {
		b, known := world.BlockNamed(name)
		if !known {
			t.Fatalf("there is no %s", name)
		}
		return b
	}
	at := 20 * sec
	use := func(p world.Pos, want bool, why Refusal) {
		t.Helper()
		at = at.Add(sec.Sub(0))
		act(t, s, at, why, Action{Kind: Use, Pos: p, Aim: Aim{8, 1, 8}, Want: want})
	}
	open := func(p world.Pos, want int) {
		t.Helper()
		if b, _ := s.W.Block(p); !opens(b) || b.Get(world.PropOpen) != want {
			t.Errorf("at %v is %v, want it open: %d", p, b, want)
		}
	}
	// A door with a block beside it, on whose far side a lever hangs and on whose top another one stands; a gate beside the first lever.
	wall := world.Pos{X: body.X + 2, Z: body.Z + 1}
	door, hanging, standing := wall.Next(world.East), wall.Next(world.West), wall.Above()
	gate := hanging.Next(world.South)
	s.PutBlock(1, wall, world.Stone)
	s.PutHalves(1, door, named("oak_door"))
	s.PutBlock(1, hanging, named("lever[facing=west,wall=yes]"))
	s.PutBlock(1, standing, named("lever"))
	s.PutBlock(1, gate, named("oak_gate"))
	use(hanging, true, Done)
	open(door, 1)
	open(door.Above(), 1)
	open(gate, 1)
	use(standing, true, Done)
	use(hanging, false, Done)
	open(gate, 0)
	open(door, 1) // the other lever reaches it too
	use(hanging, false, Done)
	use(standing, false, Done)
	open(door, 0)
	open(door.Above(), 0)

	// What cannot shut keeps the lever on.
	use(hanging, true, Done)
	m := s.W.Entity(s.W.Find(world.AvatarID(2))).Motion
	m.Pos = world.BottomCentre(gate)
	s.SetMotion(s.W.Find(world.AvatarID(2)), at, &m)
	use(hanging, false, BodyInPlace)
	open(gate, 1)
	open(door, 1)
	if b, _ := s.W.Block(hanging); b.Get(world.PropOn) != 1 {
		t.Error("the lever is off, and what it reaches is open")
	}
}

// opens reports whether a block opens and shuts.
func opens(b world.Block) bool { return b.Has(world.PropOpen) }

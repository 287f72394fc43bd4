package actions

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestOrient places a block of each class against each side, looking to all four sides, and names what comes of it.
func TestOrient(t *testing.T) {
	const north, east, south, west = 0, 16384, 32768, 49152
	cases := 0
	for _, c := range []struct {
		block   string
		yaw     uint16
		against world.Face
		aimY    uint8
		want    string // "" if it does not fit
	}{
		{"plank_stairs", north, world.Down, 0, "plank_stairs"}, {"plank_stairs", east, world.Down, 0, "plank_stairs[facing=east]"},
		{"plank_stairs", south, world.Down, 0, "plank_stairs[facing=south]"}, {"plank_stairs", west, world.Down, 0, "plank_stairs[facing=west]"},
		{"plank_stairs", west + 8191, world.Up, 16, "plank_stairs[facing=west,half=upper]"}, {"plank_stairs", west + 8192, world.North, 7, "plank_stairs"},
		{"plank_stairs", north, world.North, 8, "plank_stairs[half=upper]"},
		{"stone_slab", north, world.Down, 0, "stone_slab"}, {"stone_slab", north, world.Up, 16, "stone_slab[half=upper]"}, {"stone_slab", east, world.East, 12, "stone_slab[half=upper]"},
		{"log", north, world.Down, 0, "log"}, {"log", north, world.West, 0, "log[axis=x]"}, {"log", north, world.South, 0, "log[axis=z]"},
		{"torch", north, world.Down, 0, "torch"}, {"torch", north, world.North, 5, "torch[facing=south,wall=yes]"}, {"torch", east, world.East, 5, "torch[facing=west,wall=yes]"},
		{"torch", north, world.Up, 16, ""}, {"ladder", north, world.Down, 0, ""}, {"ladder", north, world.West, 5, "ladder[facing=east]"},
		{"oak_sign", east, world.Down, 0, "oak_sign[facing=west]"}, {"chest", north, world.Down, 0, "chest[facing=south]"}, {"furnace", west, world.North, 3, "furnace[facing=east]"},
		{"oak_gate", east, world.Down, 0, "oak_gate[facing=east]"}, {"oak_trapdoor", east, world.North, 9, "oak_trapdoor[facing=south,half=upper]"},
		{"leaves", north, world.Down, 0, "leaves[placed=yes]"}, {"stone", north, world.Down, 0, "stone"}, {"oak_door", south, world.Down, 0, "oak_door[facing=south]"},
	} {
		b, known := world.BlockNamed(c.block)
		got, fits := Orient(b, &Action{Face: c.against, Aim: Aim{8, c.aimY, 8}, Yaw: c.yaw})
		if !known || fits != (c.want != "") || fits && got.String() != c.want {
			t.Errorf("%s at yaw %d against %d, aim %d: %v, %v, want %q", c.block, c.yaw, c.against, c.aimY, got, fits, c.want)
		}
		cases++
	}
	t.Logf("%d cases", cases)
}

// TestPlaceStates places through the whole rule: two slabs make one block, a door has two halves, nothing grows into a body.
func TestPlaceStates(t *testing.T) {
	s := stage(false)
	at := 10 * sec
	put := func(name string, p world.Pos, face world.Face, want Refusal, then string) {
		t.Helper()
		b, known := world.BlockNamed(name)
		if !known {
			t.Fatalf("there is no %s", name)
		}
		s.PutInventorySlot(1, int(s.W.Player(1).Selected), world.StackOf(b, 3))
		at = at.Add(timestream.Second)
		act(t, s, at, want, Action{Kind: Place, Pos: p, Face: face, Aim: Aim{8, 0, 8}})
		if got, _ := s.W.Block(p); got.String() != then {
			t.Errorf("%s at %v made %v, want %s", name, p, got, then)
		}
	}
	body := s.W.Entity(s.W.Find(world.AvatarID(1))).Motion.Pos.Block()
	p := world.Pos{X: body.X + 2, Z: body.Z}
	put("stone_slab", p, world.Down, Done, "stone_slab")
	put("stone_slab", p, world.Down, Done, "stone_slab[half=both]")
	put("stone_slab", p, world.Down, Occupied, "stone_slab[half=both]")
	q := world.Pos{X: body.X, Z: body.Z + 2}
	put("oak_door", q, world.Down, Done, "oak_door")
	if up, _ := s.W.Block(q.Above()); up.String() != "oak_door[half=upper]" {
		t.Errorf("above the door is %v", up)
	}
	fence := world.Pos{X: body.X - 1, Z: body.Z}
	put("oak_fence", fence, world.Down, Done, "oak_fence")
	put("torch", world.Pos{X: body.X - 2, Y: 2, Z: body.Z}, world.Down, NoSupport, "air")
}

func TestUseDoor(t *testing.T) {
	s := stage(false)
	body := s.W.Entity(s.W.Find(world.AvatarID(1))).Motion.Pos.Block()
	door, _ := world.BlockNamed("oak_door[facing=east]")
	at := 20 * sec
	use := func(p world.Pos, want bool, why Refusal) {
		t.Helper()
		at = at.Add(timestream.Second)
		act(t, s, at, why, Action{Kind: Use, Pos: p, Aim: Aim{8, 8, 8}, Want: want})
	}
	expect := func(p world.Pos, lower, upper string) {
		t.Helper()
		a, _ := s.W.Block(p)
		if b, _ := s.W.Block(p.Above()); a.String() != lower || b.String() != upper {
			t.Errorf("the door is %v and %v, want %s and %s", a, b, lower, upper)
		}
	}
	p := world.Pos{X: body.X + 2, Z: body.Z}
	s.PutHalves(1, p, door)
	use(p, true, Done)
	expect(p, "oak_door[facing=east,open=yes]", "oak_door[facing=east,half=upper,open=yes]")
	use(p.Above(), true, Done) // what is wanted, not that it changes
	use(p.Above(), false, Done)
	expect(p, "oak_door[facing=east]", "oak_door[facing=east,half=upper]")
	use(p.Below(), true, TargetChanged)
	for shut := range 2 { // a leaf does not move into a body: the player's, at the north and west sides of his cell
		s.W.SetBlock(body, door.With(world.PropOpen, shut).With(world.PropHalf, world.LowerHalf))
		s.W.SetBlock(body.Above(), door.With(world.PropOpen, shut).With(world.PropHalf, world.UpperHalf))
		m := s.W.Entity(s.W.Find(world.AvatarID(1))).Motion
		for _, axis := range [...]int{world.AxisX, world.AxisZ} {
			m.Pos[axis] = m.Pos[axis] &^ (world.Unit - 1)
		}
		s.SetMotion(s.W.Find(world.AvatarID(1)), at, &m)
		use(body, shut == 0, OwnBodyInPlace)
	}
}

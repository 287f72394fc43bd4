package edits

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// clearing returns a recorder over a world with a section of air over one of stone, and a function that names a state.
func clearing(t *testing.T) (*Recorder, func(name string) world.Block) {
	w := world.New()
	for x := int32(-1); x < 2; x++ {
		for z := int32(-1); z < 2; z++ {
			w.SetSection(world.SectionPos{X: x, Y: -1, Z: z}, world.NewSection(world.Stone))
			w.SetSection(world.SectionPos{X: x, Z: z}, world.NewSection(world.Air))
		}
	}
	w.AddStream(0, 0, 0)
	return &Recorder{W: w}, func(name string) world.Block {
		b, known := world.BlockNamed(name)
		if !known {
			t.Fatalf("there is no %s", name)
		}
		return b
	}
}

// expect compares a cell with the name of a state.
func expect(t *testing.T, r *Recorder, p world.Pos, name string) {
	t.Helper()
	if b, _ := r.W.Block(p); b.String() != name {
		t.Errorf("at %v is %v, want %s", p, b, name)
	}
}

func TestJoins(t *testing.T) {
	r, named := clearing(t)
	at := world.Pos{X: 5, Z: 5}
	r.PutBlock(0, at, named("birch_fence"))
	r.PutBlock(0, at.Next(world.East), named("oak_fence"))
	expect(t, r, at, "birch_fence[joins=e]")
	expect(t, r, at.Next(world.East), "oak_fence[joins=w]")
	r.PutBlock(0, at.Next(world.North), named("glass_pane"))
	expect(t, r, at, "birch_fence[joins=e]")
	r.PutBlock(0, at.Next(world.North), world.Stone)
	expect(t, r, at, "birch_fence[joins=ne]")
	r.PutBlock(0, at.Next(world.East), world.Air)
	expect(t, r, at, "birch_fence[joins=n]")

	// Whatever is put where and in which order, each block is joined to what is beside it.
	rnd, joined := testrand.New(t), 0
	kinds := []world.Block{world.Air, world.Stone, world.Leaves, named("oak_fence"), named("stone_wall"), named("glass_pane"), named("iron_bars"), named("oak_gate")}
	for range testrand.Rounds(3000) {
		r.PutBlock(0, world.Pos{X: int32(rnd.IntN(4)), Y: int32(rnd.IntN(2)), Z: int32(rnd.IntN(4))}, kinds[rnd.IntN(len(kinds))])
	}
	for i := range 32 {
		p := world.Pos{X: int32(i & 3), Y: int32(i >> 4), Z: int32(i >> 2 & 3)}
		b, _ := r.W.Block(p)
		if want := Joined(r.W, p, b); b != want {
			t.Errorf("at %v is %v, want %v", p, b, want)
		}
		if b.Get(world.PropJoins) != 0 {
			joined++
		}
	}
	if t.Logf("%d blocks joined", joined); joined < 3 {
		t.Error("too few to say something")
	}
}

// TestHangingThings takes away what each thing stands on or hangs at.
func TestHangingThings(t *testing.T) {
	r, named := clearing(t)
	cases := 0
	for _, name := range []string{"torch", "torch[facing=west,wall=yes]", "ladder[facing=south]", "oak_sign[wall=yes]", "lever", "stone_button[facing=east,wall=yes]",
		"stone_plate", "red_carpet", "red_flower", "lantern", "oak_sign"} {
		b := named(name)
		for _, creative := range []bool{false, true} {
			r.NoDrops = creative
			p, behind := world.Pos{X: 5, Y: 5, Z: 5}, world.Down
			if b.Get(world.PropWall) == 1 || b.Class() == world.ClassLadder {
				behind = b.Facing() ^ 1
			}
			if Stands(r.W, p, b) {
				t.Errorf("%s stands in the air", name)
			}
			r.PutBlock(0, p.Next(behind), world.Stone)
			if !Stands(r.W, p, b) {
				t.Errorf("%s does not stand at a stone", name)
			}
			r.PutBlock(0, p, b)
			items := len(r.W.Bodies(0))
			for f := range world.Face(world.FaceCount) {
				if f != behind {
					r.PutBlock(0, p.Next(f), world.Dirt)
					r.PutBlock(0, p.Next(f), world.Air)
				}
			}
			expect(t, r, p, name)
			r.PutBlock(0, p.Next(behind), world.Air)
			expect(t, r, p, "air")
			if dropped := len(r.W.Bodies(0)) - items; dropped != 1 && !creative || dropped != 0 && creative {
				t.Errorf("%s has dropped %d items, creative %v", name, dropped, creative)
			}
			cases++
		}
	}
	r.NoDrops = false
	t.Logf("%d cases", cases)
}

func TestDoorHalves(t *testing.T) {
	r, named := clearing(t)
	lower := named("oak_door[facing=east]")
	for what, c := range map[string]struct {
		gone  world.Pos
		drops int
	}{"the floor": {world.Pos{X: 3, Y: 3, Z: 3}, 1}, "the lower half": {world.Pos{X: 3, Y: 4, Z: 3}, 0}, "the upper half": {world.Pos{X: 3, Y: 5, Z: 3}, 0}} {
		r.PutBlock(0, world.Pos{X: 3, Y: 3, Z: 3}, world.Stone)
		r.PutHalves(0, world.Pos{X: 3, Y: 4, Z: 3}, lower)
		expect(t, r, world.Pos{X: 3, Y: 5, Z: 3}, "oak_door[facing=east,half=upper]")
		items := len(r.W.Bodies(0))
		r.PutBlock(0, c.gone, world.Air)
		expect(t, r, world.Pos{X: 3, Y: 4, Z: 3}, "air")
		expect(t, r, world.Pos{X: 3, Y: 5, Z: 3}, "air")
		if got := len(r.W.Bodies(0)) - items; got != c.drops {
			t.Errorf("without %s %d items drop, want %d", what, got, c.drops)
		}
	}
}

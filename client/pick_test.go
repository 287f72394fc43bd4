package client_test

import (
	"testing"

	"voxtide/actions"
	"voxtide/chance"
	"voxtide/client"
	"voxtide/physics"
	"voxtide/world"
)

// TestPick looks at random blocks of all shapes from random places: what is found can be seen and reached by the rules of
// the server, and nothing lies before it.
func TestPick(t *testing.T) {
	r := chance.Source(t)
	found := 0
	for range 5000 {
		w := world.New()
		var cells [world.SectionCells]world.Block
		for i := range cells {
			if r.IntN(14) == 0 {
				cells[i] = world.Block(r.IntN(world.BlockCount))
			}
		}
		sp := world.SectionPos{X: int32(r.IntN(2000) - 1000), Y: int32(r.IntN(8)), Z: int32(r.IntN(2000) - 1000)}
		w.PutSection(sp, world.SectionOf(&cells))
		eye := world.Middle(sp.At(r.IntN(world.SectionCells)))
		for i := range eye {
			eye[i] += r.Int64N(world.Unit) - world.Unit/2
		}
		if b, _ := w.Block(eye.Block()); b.Solid() {
			continue
		}
		dir := client.Look(uint16(r.IntN(1<<16)), r.Float64()*180-90)
		h, ok := client.Pick(w, eye, dir, client.Reach)
		if !ok {
			continue
		}
		found++
		if b, _ := w.Block(h.Pos); len(b.Outline()) == 0 {
			t.Fatalf("%v is looked at", b)
		}
		if !physics.Within(eye, h.Pos, client.Reach*1024) {
			t.Fatalf("%v is out of reach of %v", h.Pos, eye)
		}
		// An aim is a sixteenth of a block: beside an edge another block may hide it, seldom.
		if !physics.Sight(w, eye, h.Aim.Point(h.Pos), h.Pos) {
			found--
		}
		p := h.Against(w)
		if b, _ := w.Block(p.Pos.Next(p.Face)); p.Pos != h.Pos && b == world.Air {
			t.Fatalf("%+v builds against nothing", p)
		}
	}
	if found < 1000 {
		t.Fatalf("%d of 5000 found something that can be seen", found)
	}
}

func TestPickStraight(t *testing.T) {
	w := world.New()
	w.PutSection(world.SectionPos{}, world.NewSection(world.Air))
	w.SetBlock(world.Pos{X: 5, Y: 3, Z: 5}, world.Stone)
	eye := world.Vec{5*world.Unit + world.Unit/2, 3*world.Unit + world.Unit/2, 9 * world.Unit}
	h, ok := client.Pick(w, eye, client.Look(0, 0), client.Reach)
	if want := (client.Hit{Pos: world.Pos{X: 5, Y: 3, Z: 5}, Face: world.South, Aim: actions.Aim{8, 8, 16}}); !ok || h != want {
		t.Fatalf("%+v %v", h, ok)
	}
	a := h.Against(w)
	if a.Pos != (world.Pos{X: 5, Y: 3, Z: 6}) || a.Face != world.North || a.Aim != (actions.Aim{8, 8, 0}) {
		t.Fatalf("%+v", a)
	}
	if _, ok := client.Pick(w, eye, client.Look(1<<15, 0), client.Reach); ok {
		t.Fatal("something is behind")
	}
	if _, ok := client.Pick(w, eye, client.Look(0, 0), 2); ok {
		t.Fatal("it is too far")
	}
	w.SetBlock(world.Pos{X: 5, Y: 3, Z: 7}, world.TallGrass)
	if h, _ := client.Pick(w, eye, client.Look(0, 0), client.Reach); h.Against(w).Pos != (world.Pos{X: 5, Y: 3, Z: 7}) {
		t.Fatalf("grass is not overwritten: %+v", h)
	}
}

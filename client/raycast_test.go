package client_test

import (
	"math"
	"testing"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/physics"
	"voxtide/world"
)

// TestRaycast looks at random blocks of all shapes from random positions: a hit is visible and in reach by the server's rules,
// and no block is in front of it.
func TestRaycast(t *testing.T) {
	r := testrand.New(t)
	found, hidden := 0, 0
	for range 5000 {
		w := world.New()
		var cells [world.SectionCells]world.Block
		for i := range cells {
			if r.IntN(9) == 0 {
				cells[i] = world.Block(r.IntN(world.BlockCount))
			}
		}
		sp := world.SectionPos{X: int32(r.IntN(2000) - 1000), Y: int32(r.IntN(8)), Z: int32(r.IntN(2000) - 1000)}
		w.SetSection(sp, world.SectionOf(&cells))
		eye := world.BottomCentre(sp.PosAt(r.IntN(world.SectionCells)))
		for i := range eye {
			eye[i] += r.Int64N(world.Unit) - world.Unit/2
		}
		if b, _ := w.Block(eye.Block()); b.Solid() {
			continue
		}
		dir := client.Direction(uint16(r.IntN(1<<16)), r.Float64()*180-90)
		h, ok := client.Raycast(w, eye, dir, client.Reach)
		if !ok {
			continue
		}
		found++
		if b, _ := w.Block(h.Pos); len(b.Outline()) == 0 {
			t.Fatalf("the ray hits %v", b)
		}
		if !physics.WithinReach(eye, h.Pos, client.Reach*1024) {
			t.Fatalf("%v is out of reach of %v", h.Pos, eye)
		}
		// An aim is rounded to a sixteenth of a block: of what is seen as a narrower sliver than that it may be hidden.
		if !physics.LineOfSight(w, eye, h.Aim.Point(h.Pos), h.Pos) {
			hidden++
		}
		p := h.PlaceAction(w)
		if b, _ := w.Block(p.Pos.Next(p.Face)); p.Pos != h.Pos && b == world.Air {
			t.Fatalf("%+v is placed against nothing", p)
		}
	}
	t.Logf("%d of 5000 hit a block, %d aims are hidden", found, hidden)
	if found < 1000 || hidden*500 > found {
		t.Fatalf("%d of 5000 hit a block, %d aims are hidden", found, hidden)
	}
}

// TestSlivers looks close past the edges of a block at a wall behind it: what is hit can be acted on by the server's rules, though the
// aim is rounded, unless less than a sixteenth of a block of it is seen.
func TestSlivers(t *testing.T) {
	r := testrand.New(t)
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	for i := range int32(256) {
		w.SetBlock(world.Pos{X: i & 15, Y: i >> 4, Z: 4}, world.Stone)
	}
	front := world.Pos{X: 8, Y: 8, Z: 6}
	w.SetBlock(front, world.Stone)
	seen, hidden := 0, 0
	for range 20000 {
		eye := [3]float64{8.5 + 2*(r.Float64()-0.5), 8.5 + 2*(r.Float64()-0.5), 8 + r.Float64()}
		edge := [3]float64{8 + r.Float64(), 8 + r.Float64(), 6 + float64(r.IntN(2))}
		axis := r.IntN(2)
		side := r.IntN(2)
		edge[axis] = 8 + float64(side) + (float64(side)*2-1)*r.Float64()*0.01
		dx, dy, dz := edge[0]-eye[0], edge[1]-eye[1], edge[2]-eye[2]
		yaw, pitch := math.Atan2(dx, -dz)/(2*math.Pi)*65536, math.Atan2(dy, math.Hypot(dx, dz))/math.Pi*180
		var from world.Vec
		for i := range from {
			from[i] = int64(eye[i] * float64(world.Unit))
		}
		h, ok := client.Raycast(w, from, client.Direction(uint16(int64(math.Round(yaw))&0xffff), pitch), client.Reach)
		if !ok || h.Pos == front {
			continue
		}
		if seen++; !physics.LineOfSight(w, from, h.Aim.Point(h.Pos), h.Pos) {
			hidden++
		}
	}
	t.Logf("%d looks past an edge, %d aims hidden", seen, hidden)
	if seen < 5000 || hidden*1000 > seen {
		t.Errorf("%d looks past an edge, %d aims hidden", seen, hidden)
	}
}

func TestRaycastStraight(t *testing.T) {
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	w.SetBlock(world.Pos{X: 5, Y: 3, Z: 5}, world.Stone)
	eye := world.Vec{5*world.Unit + world.Unit/2, 3*world.Unit + world.Unit/2, 9 * world.Unit}
	h, ok := client.Raycast(w, eye, client.Direction(0, 0), client.Reach)
	if want := (client.Hit{Pos: world.Pos{X: 5, Y: 3, Z: 5}, Face: world.South, Aim: actions.Aim{8, 8, 16}}); !ok || h != want {
		t.Fatalf("%+v %v", h, ok)
	}
	a := h.PlaceAction(w)
	if a.Pos != (world.Pos{X: 5, Y: 3, Z: 6}) || a.Face != world.North || a.Aim != (actions.Aim{8, 8, 0}) {
		t.Fatalf("%+v", a)
	}
	if _, ok := client.Raycast(w, eye, client.Direction(1<<15, 0), client.Reach); ok {
		t.Fatal("it hits a block behind")
	}
	if _, ok := client.Raycast(w, eye, client.Direction(0, 0), 2); ok {
		t.Fatal("it is too far")
	}
	w.SetBlock(world.Pos{X: 5, Y: 3, Z: 7}, world.TallGrass)
	if h, _ := client.Raycast(w, eye, client.Direction(0, 0), client.Reach); h.PlaceAction(w).Pos != (world.Pos{X: 5, Y: 3, Z: 7}) {
		t.Fatalf("grass is not replaced: %+v", h)
	}
}

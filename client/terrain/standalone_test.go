package terrain

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// TestLODFollowsTheCamera: far sections are coarse and near ones are not, wherever the camera goes, and none is if it is off.
func TestLODFollowsTheCamera(t *testing.T) {
	if testing.Short() {
		t.Skip("the workers do the same in TestStandaloneFollowsEdits")
	}
	g := newStandaloneHarness(t, 7)
	g.settle()
	if n := g.agrees(levelOfDetail{}); n > 0 {
		t.Fatalf("%d are coarse", n)
	}
	for p := range g.l.sections { // half of the sections have leaves, which may be closed
		if (p.X+p.Z)&1 == 0 && g.l.Block(p.PosAt(1234)) == world.Air {
			g.l.SetBlock(p.PosAt(1234), world.Leaves)
		}
	}
	g.settle()
	for _, of := range []struct {
		detail Detail
		levels levelOfDetail
	}{
		{Detail{LODDistance: 48}, levelOfDetail{[...]int32{0, 3, 5}}},
		{Detail{LODDistance: 48, PlainLeaves: true}, levelOfDetail{[...]int32{2, 3, 5}}},
		{Detail{LODDistance: 80, PlainLeaves: true}, levelOfDetail{[...]int32{3, 5, 8}}},
		{Detail{LODDistance: 32, PlainLeaves: true}, levelOfDetail{[...]int32{2, 2, 3}}},
		{Detail{LODDistance: 160, PlainLeaves: true}, levelOfDetail{[...]int32{4, 10, 15}}},
		{Detail{PlainLeaves: true}, levelOfDetail{[...]int32{4, 0, 0}}},
	} {
		g.l.SetDetail(of.detail)
		for _, x := range []float64{8, 90, 40, -60} {
			g.sc.Camera.Pos = [3]float64{x, 8, 8}
			g.settle()
			n := g.agrees(of.levels)
			if t.Logf("%+v, seen from %v: %d are not in full", of.detail, x, n); n < 20 {
				t.Errorf("%+v: %d are not in full, seen from %v", of.detail, n, x)
			}
		}
	}
	g.l.SetDetail(Detail{})
	g.settle()
	if n := g.agrees(levelOfDetail{}); n > 0 {
		t.Fatalf("%d are coarse", n)
	}
}

// TestLODShowsSmallThings: what coarse groups leave out, a lone torch and a cave of one cell, shows when the camera comes near.
func TestLODShowsSmallThings(t *testing.T) {
	g := newStandaloneHarness(t, 5)
	g.settle()
	flat := func(p world.SectionPos) {
		for i := range world.SectionCells {
			g.l.SetBlock(p.PosAt(i), world.Air)
		}
	}
	flat(world.SectionPos{X: 3, Y: 1, Z: 0})
	g.l.SetBlock(world.Pos{X: 56, Y: 24, Z: 8}, world.Torch)
	low := world.SectionPos{X: 3, Y: -2, Z: 0}
	for i := range world.SectionCells {
		g.l.SetBlock(low.PosAt(i), world.Stone)
	}
	g.l.SetBlock(world.Pos{X: 54, Y: -24, Z: 8}, world.Dirt) // the section is of more than one block
	g.l.SetBlock(world.Pos{X: 56, Y: -24, Z: 8}, world.Air)
	for _, eye := range []float64{-60, 50, -60} {
		g.sc.Camera.Pos = [3]float64{eye, 8, 8}
		g.l.SetDetail(Detail{LODDistance: 48})
		g.settle()
		g.agrees(levelsOf(Detail{LODDistance: 48}))
		torch, cave := g.meshes[[3]int32{3, 1, 0}], g.meshes[[3]int32{3, -2, 0}]
		near := eye > 0
		if (torch != nil && len(torch.Models) > 0) != near || (cave != nil && len(cave.Quads) > 0) != near {
			t.Errorf("seen from %v: torch %v, cave %v", eye, torch != nil && len(torch.Models) > 0, cave != nil && len(cave.Quads) > 0)
		}
	}
}

// TestStandaloneFollowsEdits changes blocks of all kinds at random, near and far, fine and coarse: meshes, light and
// connectivity equal those of a fresh view.
func TestStandaloneFollowsEdits(t *testing.T) {
	r := testrand.New(t)
	g := newStandaloneHarness(t, 3)
	g.l.SetDetail(Detail{LODDistance: 32})
	g.settle()
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	for range testrand.Rounds(rounds) {
		for range 150 {
			p := world.Pos{X: r.Int32N(80) - 40, Y: r.Int32N(24) - 16, Z: r.Int32N(80) - 40}
			b := world.Block(r.IntN(world.BlockCount))
			if r.IntN(3) == 0 {
				b = world.Air
			}
			g.l.SetBlock(p, b)
			if r.IntN(8) == 0 {
				g.sc.Camera.Pos = [3]float64{r.Float64()*60 - 30, 8, r.Float64()*60 - 30}
				g.l.Frame(&g.sc)
				g.take()
			}
		}
		g.settle()
		g.agrees(levelsOf(Detail{LODDistance: 32}))
	}
}

package terrain

import (
	"testing"

	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/world"
)

// TestCovered: once all is meshed, exactly the columns that can be meshed are covered, over hills and over a sea that is deeper than what is
// loaded; a column whose upper sections have not come is not, and one that goes is uncovered with the same frame.
func TestCovered(t *testing.T) {
	g := &standaloneHarness{t: t, l: NewStandalone(BlockFaces(textures.All()), 2), meshes: map[[3]int32]*scene.Mesh{}}
	t.Cleanup(g.l.Close)
	const wide, low, high = 3, -3, 5
	load := func(x, z, from, to int32) {
		for y := from; y <= to; y++ {
			p := world.SectionPos{X: x, Y: y, Z: z}
			s := hills(p)
			if x > 0 {
				if s = world.NewSection(world.Air); y < 2 { // up to the level of the sea
					s = world.NewSection(world.Water)
				}
			}
			g.l.Load(p, s, protocol.Biomes{})
		}
	}
	for x := int32(-wide); x <= wide; x++ {
		for z := int32(-wide); z <= wide; z++ {
			load(x, z, low, high)
		}
	}
	g.sc.Camera.Pos = [3]float64{0, (low+protocol.ViewHeight)*world.SectionSize + 5, 0} // the lowest layer is the last that is seen
	g.l.Watch(5)
	covered := func() (n int) {
		g.settle()
		for range 3 { // each looks at all
			g.l.Frame(&g.sc)
		}
		c, _ := g.l.Covered()
		for x := int32(-wide - 2); x <= wide+2; x++ {
			for z := int32(-wide - 2); z <= wide+2; z++ {
				in := max(x, -x, z, -z) < wide
				if c.At(x, z) {
					n++
				}
				if c.At(x, z) && !in {
					t.Errorf("column %d, %d is covered, and lacks neighbours", x, z)
				}
			}
		}
		return n
	}
	const all = (2*wide - 1) * (2*wide - 1)
	if n := covered(); n != all {
		t.Fatalf("%d of %d columns are covered", n, all)
	}
	// Above what is there may be more that has not come.
	top := world.SectionPos{X: -1, Y: 2, Z: 0} // air
	g.l.Unload(top)
	g.l.Frame(&g.sc)
	if n := covered(); n != all-1 {
		t.Errorf("%d columns are covered without a section above the ground", n)
	}
	load(top.X, top.Z, top.Y, top.Y)
	if n := covered(); n != all {
		t.Errorf("%d columns once it is there again", n)
	}
	for y := int32(low); y <= high; y++ {
		g.l.Unload(world.SectionPos{X: 2, Y: y, Z: 1})
	}
	g.l.Watch(0) // even where nobody looks
	g.l.Frame(&g.sc)
	c, version := g.l.Covered()
	if c.At(2, 1) {
		t.Error("a column that went is covered")
	}
	t.Logf("%d columns, %d changes", all, version)
}

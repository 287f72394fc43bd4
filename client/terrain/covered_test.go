package terrain

import (
	"testing"
	"time"

	"voxtide/internal/testrand"
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

// TestCoveredIsCopied: while the renderer copies two meshes with a frame at most, and land comes and goes, a column is covered only when the renderer has all that it draws. Else one would
// see through the land where far land gives way.
func TestCoveredIsCopied(t *testing.T) {
	r := testrand.New(t)
	const high = 5
	g := newStandaloneHarness(t, 5)
	for x := int32(-5); x <= 5; x++ {
		for z := int32(-5); z <= 5; z++ {
			for y := int32(3); y <= high; y++ { // as far up as is looked at
				g.l.Load(world.SectionPos{X: x, Y: y, Z: z}, hills(world.SectionPos{X: x, Y: y, Z: z}), protocol.Biomes{})
			}
		}
	}
	g.l.Watch(8)
	g.sc.Camera.Pos = [3]float64{0, (-3+protocol.ViewHeight)*world.SectionSize + 5, 0}
	drawn := func(key [3]int32) bool { m := g.meshes[key]; return m != nil && !m.Empty() }
	looked, waiting, most, changes := 0, 0, 0, 0
	for n := 0; n < 3000 || n < 60000 && (looked < 10000 || waiting < 100 || changes < 5); n++ {
		g.l.Frame(&g.sc)
		for _, p := range g.sc.Unloads {
			delete(g.meshes, p)
		}
		c, _ := g.l.Covered()
		n := 0
		for p, s := range g.l.view.grid.sections {
			if !c.At(p.X, p.Z) {
				continue
			}
			n++
			if looked++; s.drawn && !drawn([3]int32{p.X, p.Y, p.Z}) {
				t.Fatalf("section %v is drawn by nobody, and its column is covered", p)
			}
		}
		most = max(most, n)
		g.sc.Uploads = g.l.view.Uploads()
		if take := r.IntN(3); len(g.sc.Uploads) > take { // of few that workers make on a busy machine some wait, too
			waiting++
			g.sc.Uploads = g.sc.Uploads[:take]
		}
		g.take()
		if r.IntN(100) == 0 {
			x, z := int32(r.IntN(11)-5), int32(r.IntN(11)-5)
			for y := int32(-3); y <= high; y++ {
				g.l.Unload(world.SectionPos{X: x, Y: y, Z: z})
			}
			g.l.Frame(&g.sc)
			for _, p := range g.sc.Unloads {
				delete(g.meshes, p)
			}
			for y := int32(-3); y <= high; y++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				g.l.Load(p, hills(p), protocol.Biomes{})
			}
			changes++
		}
		if g.l.PendingCount() > 0 {
			time.Sleep(100 * time.Microsecond) // the workers' time is real
		}
	}
	t.Logf("%d looks at sections of covered columns, %d at most in a frame; %d frames in which meshes waited, %d columns went and came", looked, most, waiting, changes)
	if looked < 10000 || waiting < 100 || changes < 5 {
		t.Error("too few")
	}
}

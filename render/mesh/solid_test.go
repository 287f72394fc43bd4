package mesh

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// TestSolidIsWhatIsOpaque: the bits of Solid are the opaque blocks of the padded section, and its own leaves if they are closed, of random blocks at all levels.
func TestSolidIsWhatIsOpaque(t *testing.T) {
	r := testrand.New(t)
	m, dst := New(testFaces()), &scene.Mesh{}
	opaque := 0
	for round := range testrand.Rounds(60) {
		p, tints := randomPadded(r), testTints(r)
		if round%2 == 1 {
			p = woodPadded(r)
		}
		p.Coarsen(Level(round/2) % LevelCount)
		m.Build(dst, world.SectionPos{}, p, tints)
		any := false
		for y := -1; y <= size; y++ {
			for z := -1; z <= size; z++ {
				for x := -1; x <= size; x++ {
					b := p.Blocks[CellIndex(x, y, z)]
					want := blockKinds[b].opaque || min(x, y, z) >= 0 && max(x, y, z) < size && p.fills(b)
					if got := dst.Solid.Column(x+1+scene.SolidEdge*(z+1))>>(y+1)&1 != 0; got != want {
						t.Fatalf("at %d %d %d: opaque is %v, and Solid says %v", x, y, z, want, got)
					}
					any = any || want
					if want {
						opaque++
					}
				}
			}
		}
		if any != dst.Solid.Any {
			t.Fatalf("Any is %v, and there are opaque blocks: %v", dst.Solid.Any, any)
		}
		if dst.Solid.Buried {
			t.Fatal("a section that may be seen is buried")
		}
	}
	t.Logf("%d opaque blocks", opaque)
	if opaque == 0 {
		t.Error("nothing was opaque")
	}
}

// TestBuriedIsSolid: a section of one opaque block among such sections is buried, and one of air is not.
func TestBuriedIsSolid(t *testing.T) {
	m, dst, p := New(testFaces()), &scene.Mesh{}, &Padded{}
	for _, c := range []struct {
		block  world.Block
		buried bool
	}{{world.Stone, true}, {world.Air, false}} {
		s := world.NewSection(c.block)
		var a Neighbourhood
		for i := range a {
			a[i] = s
		}
		p.Fill(&a)
		if m.Build(dst, world.SectionPos{}, p, &Tints{}); dst.Solid.Buried != c.buried || dst.Solid.Any {
			t.Errorf("of %v: buried is %v, any is %v", c.block, dst.Solid.Buried, dst.Solid.Any)
		}
	}
}

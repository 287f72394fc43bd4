package gen3

import (
	"testing"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

const (
	areaLow  = int32(world.MinY)
	areaHigh = int32(landTop)
)

// area is all blocks of a square of columns of sections.
type area struct {
	g      *Generator
	x0, z0 int32 // lowest block
	side   int32 // blocks
	blocks []world.Block
}

// newArea makes the square of n columns of sections whose middle is near a block.
func newArea(g *Generator, x, z, n int32) *area {
	a := &area{g: g, x0: (x>>4 - n/2) << 4, z0: (z>>4 - n/2) << 4, side: n * 16}
	a.blocks = make([]world.Block, a.side*a.side*(areaHigh-areaLow))
	var cells [world.SectionCells]world.Block
	for sy := areaLow >> 4; sy < areaHigh>>4; sy++ {
		for i := range n * n {
			p := world.SectionPos{X: a.x0>>4 + i%n, Y: sy, Z: a.z0>>4 + i/n}
			s := g.Section(p)
			if b, ok := s.Uniform(); ok && b == world.Air {
				continue
			}
			s.Cells(&cells)
			o := p.Origin()
			for k := int32(0); k < world.SectionCells; k += 16 {
				copy(a.blocks[a.index(o.X, o.Y+k>>8, o.Z+k>>4&15):], cells[k:k+16])
			}
		}
	}
	return a
}

func (a *area) index(x, y, z int32) int32 {
	return ((y-areaLow)*a.side+z-a.z0)*a.side + x - a.x0
}

func (a *area) at(p world.Pos) world.Block { return a.blocks[a.index(p.X, p.Y, p.Z)] }

// holds reports whether a position and its neighbours are inside.
func (a *area) holds(p world.Pos) bool {
	return p.X > a.x0 && p.Z > a.z0 && p.X < a.x0+a.side-1 && p.Z < a.z0+a.side-1 && p.Y > areaLow && p.Y < areaHigh-1
}

// areas calls f with terrain of every biome: n x n columns of sections around the first place of each.
func areas(t *testing.T, n int32, seeds []uint64, f func(t *testing.T, a *area)) {
	for _, seed := range seeds {
		g := New(seed, nil)
		var seen [landscape.Biomes]bool
		spiral(60, func(x, z int32) bool {
			b := g.Biome(x*48, z*48)
			if !seen[b] {
				seen[b] = true
				f(t, newArea(g, x*48, z*48, n))
			}
			return t.Failed()
		})
		for b, ok := range seen {
			if !ok && !t.Failed() {
				t.Errorf("seed %d: no %v within reach", seed, landscape.Biome(b))
			}
		}
	}
}

// each calls f with every position inside.
func (a *area) each(f func(p world.Pos, b world.Block)) {
	for y := areaLow + 1; y < areaHigh-1; y++ {
		for z := a.z0 + 1; z < a.z0+a.side-1; z++ {
			for x := a.x0 + 1; x < a.x0+a.side-1; x++ {
				if b := a.blocks[a.index(x, y, z)]; b != world.Air && b != world.Stone {
					f(world.Pos{X: x, Y: y, Z: z}, b)
				}
			}
		}
	}
}

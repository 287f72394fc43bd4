package gen2

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// TestSurface compares Surface with the sections.
func TestSurface(t *testing.T) {
	r := testrand.New(t)
	seen := map[world.Block]int{}
	opened := 0
	for _, seed := range []uint64{1, r.Uint64()} {
		g := New(seed)
		for range 160 {
			x, z := int32(r.IntN(4000)-2000), int32(r.IntN(4000)-2000)
			var tops [256]landscape.SurfaceColumn
			g.Surface(x, z, &tops)
			var want [256]landscape.SurfaceColumn
			for y := int32(world.MaxY >> 4); y >= world.MinY>>4; y-- {
				p := world.SectionPos{X: x, Y: y, Z: z}
				s := g.Section(p)
				for i := world.SectionCells - 1; i >= 0; i-- {
					if b := s.Get(i); b != world.Air && want[i&255].Block == world.Air {
						want[i&255].Y, want[i&255].Block = int16(p.PosAt(i).Y), b
					}
				}
			}
			for i, got := range tops {
				at := world.SectionPos{X: x, Z: z}.PosAt(i)
				want := want[i]
				if isBareStone(want.Block) && got.Block == world.Stone {
					want.Block = world.Stone
				}
				if got.Y != want.Y || got.Block != want.Block {
					t.Fatalf("seed %d at %d,%d: %v at %d, is %v at %d", seed, at.X, at.Z, got.Block, got.Y, want.Block, want.Y)
				}
				if h := g.Height(at.X, at.Z); int32(got.Ground) != h || got.Biome != g.Biome(at.X, at.Z) {
					t.Fatalf("seed %d at %d,%d: ground at %d, is %d", seed, at.X, at.Z, got.Ground, h)
				}
				if b := g.Section(world.Pos{X: at.X, Y: int32(got.Ground), Z: at.Z}.Section()).Get(world.Pos{X: at.X, Y: int32(got.Ground), Z: at.Z}.Index()); i%37 == 0 &&
					b != got.Cover && !isBareStone(b) {
					t.Fatalf("seed %d at %d,%d: the ground is %v, not %v", seed, at.X, at.Z, b, got.Cover)
				}
				if int16(g.column(at.X, at.Z).top) != got.Ground {
					opened++
				}
				seen[got.Block]++
			}
		}
	}
	for _, b := range []world.Block{world.Water, world.Leaves, world.Grass, world.TallGrass, world.Snow, world.Stone} {
		if seen[b] == 0 {
			t.Errorf("no %v was seen", b)
		}
	}
	if opened == 0 {
		t.Error("no cave was seen")
	}
}

// isBareStone reports whether Surface shows a block as stone.
func isBareStone(b world.Block) bool {
	for i := range ores {
		if ores[i].block == b {
			return true
		}
	}
	return b == world.Marble
}

// TestDistantSurface: at multiples of 4 DistantSurface returns the ground and the biome of the terrain.
func TestDistantSurface(t *testing.T) {
	r := testrand.New(t)
	g := New(r.Uint64())
	for range 2000 {
		x, z := int32(r.IntN(1<<16)-1<<15)*4, int32(r.IntN(1<<16)-1<<15)*4
		d, c := g.DistantSurface(x, z), g.column(x, z)
		if d.Ground != c.top || d.Biome != c.biome || (d.Block == world.Ice) != (c.cold && c.top < int16(landscape.SeaLevel)) {
			t.Fatalf("%d,%d: %+v, is %+v", x, z, d, *c)
		}
	}
}

func BenchmarkSurface(b *testing.B) {
	g := New(1)
	var tops [256]landscape.SurfaceColumn
	b.ReportAllocs()
	for i := int32(0); b.Loop(); i++ {
		g.Surface(i&15, i>>4, &tops)
	}
}

func BenchmarkDistantSurface(b *testing.B) {
	g := New(1)
	b.ReportAllocs()
	for i := int32(0); b.Loop(); i++ {
		g.DistantSurface(i&255*8, i>>8*8)
	}
}

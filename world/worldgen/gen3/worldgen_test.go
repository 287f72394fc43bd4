package gen3

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// TestOrderDoesNotShow makes the same sections in order, and in random order with a generator that caches almost
// nothing and makes other places in between.
func TestOrderDoesNotShow(t *testing.T) {
	r := testrand.New(t)
	for range testrand.Rounds(3) {
		seed := r.Uint64()
		x, z := int32(r.IntN(4000)-2000), int32(r.IntN(4000)-2000)
		want := map[world.SectionPos]uint64{}
		var all []world.SectionPos
		g := New(seed, nil)
		for i := range int32(36) {
			for y := int32(world.MinY >> 4); y <= world.MaxY>>4; y++ {
				p := world.SectionPos{X: x + i%6, Y: y, Z: z + i/6}
				want[p] = g.Section(p).Hash()
				all = append(all, p)
			}
		}
		r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		small := newGenerator(seed, nil, 4)
		for _, p := range all[:len(all)/3] {
			if r.IntN(8) == 0 {
				small.Section(world.SectionPos{X: int32(r.Uint32()), Y: int32(r.IntN(32) - 8), Z: int32(r.Uint32())})
			}
			s := small.Section(p)
			if s.Hash() != want[p] {
				t.Fatalf("seed %d: %v depends on the sections that were made before it", seed, p)
			}
			s.Set(r.IntN(world.SectionCells), world.Lamp) // the caller owns it
		}
	}
}

// TestHeightIsTheGround compares Height with the blocks.
func TestHeightIsTheGround(t *testing.T) {
	areas(t, 3, []uint64{3}, func(t *testing.T, a *area) {
		for i := range a.side * a.side {
			x, z := a.x0+i%a.side, a.z0+i/a.side
			h := a.g.Height(x, z)
			if b := a.at(world.Pos{X: x, Y: h, Z: z}); !b.Full() || wooden(b) && !rocky(b) || leafy[b] || b == world.Ice {
				t.Fatalf("seed %d: the ground at %d,%d,%d is %v", a.g.seed, x, h, z, b)
			}
			for y := h + 1; y < areaHigh; y++ { // rocks that stand alone do not count
				b := a.at(world.Pos{X: x, Y: y, Z: z})
				if b.Full() && !wooden(b) && !rocky(b) && !leafy[b] && b != world.Ice {
					t.Fatalf("seed %d: %v at %d,%d,%d above the ground at %d", a.g.seed, b, x, y, z, h)
				}
			}
		}
	})
}

// TestSectionAllocatesLittle counts what a section costs beyond itself: its words and its palette.
func TestSectionAllocatesLittle(t *testing.T) {
	g := New(1, nil)
	for y := int32(world.MinY >> 4); y <= world.MaxY>>4; y++ {
		p := world.SectionPos{X: 3, Y: y, Z: 5}
		g.Section(p)
		if n := testing.AllocsPerRun(3, func() { g.Section(p) }); n > 4 {
			t.Errorf("%v: %v allocations", p, n)
		}
	}
}

// FuzzSection asks for sections anywhere: nothing may panic, and two generators must agree.
func FuzzSection(f *testing.F) {
	const far = 1<<31 - 1
	for _, x := range []int32{0, -1, far, -far - 1, far >> 4, -far >> 4, far>>4 + 1, 1 << 30} {
		f.Add(uint64(x), x, int32(1), -x)
		f.Add(uint64(7), x, x, x)
		f.Add(uint64(7), -x, int32(2), x)
	}
	f.Fuzz(func(t *testing.T, seed uint64, x, y, z int32) {
		g := New(seed, nil)
		p := world.SectionPos{X: x, Y: y, Z: z}
		s := g.Section(p)
		if s.Hash() != newGenerator(seed, nil, 4).Section(p).Hash() {
			t.Fatal("two generators disagree")
		}
		if h := g.Height(x, z); h < world.MinY || h > landTop {
			t.Fatalf("height %d", h)
		}
		if b := g.Biome(x, z); int(b) >= landscape.Biomes {
			t.Fatalf("biome %d", b)
		}
		if b, _ := s.Uniform(); y > world.MaxY>>4 && b != world.Air || y < world.MinY>>4 && b != world.Bedrock {
			t.Fatalf("%v outside the world's height", b)
		}
	})
}

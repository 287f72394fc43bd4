package light

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// wide is the edge of a test world in sections; blocks is the same in blocks.
const (
	wide   = 4
	blocks = wide * size
)

// terrain is a test world: wide^3 sections, the lowest at y 0.
type terrain struct {
	cells    [blocks * blocks * blocks]world.Block
	sections [wide * wide * wide]*world.Section
	tops     [wide * wide]*Heightmap
	ref      []uint8
}

func cellAt(x, y, z int) int { return x + blocks*z + blocks*blocks*y }

// settle makes the sections and the heightmaps, the way a client does.
func (w *terrain) settle() {
	for i := range w.sections {
		var cells [world.SectionCells]world.Block
		for k := range cells {
			cells[k] = w.cells[cellAt(i%wide*size+k&15, i/wide/wide*size+k>>8, i/wide%wide*size+k>>4&15)]
		}
		w.sections[i] = world.SectionOf(&cells)
	}
	for c := range w.tops {
		w.tops[c] = &Heightmap{}
		w.tops[c].Reset()
		for y := wide - 1; y >= 0 && !w.tops[c].AddBelow(int32(y), w.sections[c+wide*wide*y]); y-- {
		}
	}
	w.ref = w.naive()
}

// around returns the neighbourhood of a section.
func (w *terrain) around(x, y, z int) *Neighbourhood {
	a := &Neighbourhood{Y: int32(y)}
	for i := range a.Sections {
		a.Sections[i] = w.sections[(x+i%3-1)+wide*(z+i/3%3-1)+wide*wide*(y+i/9-1)]
	}
	for i := range a.Heightmaps {
		a.Heightmaps[i] = w.tops[(x+i%3-1)+wide*(z+i/3-1)]
	}
	return a
}

// naive computes the light of all cells by the rules, a cell at a time; it is right far from the border.
func (w *terrain) naive() []uint8 {
	sky, lamp := make([]uint8, len(w.cells)), make([]uint8, len(w.cells))
	dim := func(b world.Block) bool { return b.Info().Liquid || b.Info().Tint == world.TintLeaves }
	for x := range blocks {
		for z := range blocks {
			open := true
			for y := blocks - 1; y >= 0; y-- {
				i := cellAt(x, y, z)
				b := w.cells[i]
				lamp[i] = b.Info().Light
				open = open && !b.Info().Opaque
				if !open {
					continue
				}
				sky[i] = Full
				for up := y + 1; up <= y+DimDepth && up < blocks; up++ {
					if dim(w.cells[cellAt(x, up, z)]) {
						sky[i]--
					}
				}
			}
		}
	}
	w.relax(sky, 2)
	w.relax(lamp, 1)
	for i := range sky {
		sky[i] = sky[i]<<4 | lamp[i]
	}
	return sky
}

// relax spreads levels until nothing changes.
func (w *terrain) relax(level []uint8, step int) {
	var queue []int32
	for i := range level {
		if level[i] > 0 {
			queue = append(queue, int32(i))
		}
	}
	for len(queue) > 0 {
		i := int(queue[0])
		queue = queue[1:]
		x, z, y := i%blocks, i/blocks%blocks, i/blocks/blocks
		for _, d := range [6][3]int{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}} {
			nx, ny, nz := x+d[0], y+d[1], z+d[2]
			if min(nx, ny, nz) < 0 || max(nx, ny, nz) >= blocks {
				continue
			}
			j := cellAt(nx, ny, nz)
			info := w.cells[j].Info()
			to := int(level[i]) - step
			if info.Liquid || info.Tint == world.TintLeaves {
				to--
			}
			if !info.Opaque && to > int(level[j]) {
				level[j] = uint8(to)
				queue = append(queue, int32(j))
			}
		}
	}
}

// caves is a world of hills with holes, trees, water and lamps; the amount of each is random.
func caves(r *rand.Rand) *terrain {
	w := &terrain{}
	base, holes, leaves, lamps := 5+r.IntN(45), r.IntN(50), r.IntN(4), r.IntN(3)
	water := r.IntN(base)
	ax, az := r.IntN(8), r.IntN(8)
	for i := range w.cells {
		x, z, y := i%blocks, i/blocks%blocks, i/blocks/blocks
		h := base + (x*ax+z*az)/32 + (x*z)%5
		switch {
		case y <= h && (x/3*7+y/3*11+z/3*5+x/5*y/4)%100 >= holes:
			w.cells[i] = world.Stone
		case y <= water:
			w.cells[i] = world.Water
		case leaves > 0 && y > h+3 && y < h+8 && (x/4+z/4*3)%5 < leaves:
			w.cells[i] = world.Leaves
		}
		if lamps > 0 && r.IntN(2000) == 0 {
			w.cells[i] = [...]world.Block{world.Lamp, world.Torch}[r.IntN(2)]
		}
	}
	w.settle()
	return w
}

// chaos is a world of all blocks at random, some of its sections of one block.
func chaos(r *rand.Rand) *terrain {
	w := &terrain{}
	air := r.IntN(100)
	var one [wide * wide * wide]world.Block
	for i := range one {
		one[i] = world.Block(r.IntN(4 * world.BlockCount))
	}
	for i := range w.cells {
		x, z, y := i%blocks, i/blocks%blocks, i/blocks/blocks
		if b := one[x/size+z/size*wide+y/size*wide*wide]; int(b) < world.BlockCount {
			w.cells[i] = b
		} else if r.IntN(100) >= air {
			w.cells[i] = world.Block(r.IntN(world.BlockCount))
		}
	}
	w.settle()
	return w
}

// check compares the light of a section with the reference, and so with that of its neighbours.
func (w *terrain) check(t *testing.T, s *Scratch, sx, sy, sz int) {
	t.Helper()
	var got [Cells]uint8
	s.Compute(&got, w.around(sx, sy, sz))
	for i, g := range got {
		x, z, y := sx*size+i%Edge-1, sz*size+i/Edge%Edge-1, sy*size+i/Edge/Edge-1
		if want := w.ref[cellAt(x, y, z)]; g != want {
			t.Fatalf("section %d,%d,%d: light %02x, not %02x, at %d,%d,%d in %v", sx, sy, sz, g, want, x, y, z, w.cells[cellAt(x, y, z)])
		}
	}
}

// TestLight: sections computed apart, by one worker after the other, have the light that the rules give for the whole.
// So they agree where they overlap.
func TestLight(t *testing.T) {
	r := testrand.New(t)
	s := &Scratch{}
	for round := range testrand.Rounds(12) {
		w := caves(r)
		if round%3 == 2 {
			w = chaos(r)
		}
		for i := range 8 {
			w.check(t, s, 1+i&1, 1+i>>1&1, 1+i>>2)
		}
	}
}

// TestDim: leaves dim the open sky; leaves at the greatest height count at the end of the longest path of sky light:
// six cells up a shaft, and one sideways into the sun.
func TestDim(t *testing.T) {
	w := &terrain{}
	for i := range w.cells {
		if x, y := i%blocks, i/blocks/blocks; y%11 == 4 && x%5 < 3 {
			w.cells[i] = world.Leaves
		}
	}
	w.settle()
	s := &Scratch{}
	w.check(t, s, 1, 1, 1)

	const top = 2 * size // of the padded section
	w = &terrain{}
	for i := range w.cells {
		if y := i / blocks / blocks; y < top+7 {
			w.cells[i] = world.Stone
		}
	}
	for y := top; y < top+7; y++ {
		w.cells[cellAt(20, y, 20)] = world.Air
	}
	w.cells[cellAt(20, top+7, 20)] = world.Stone
	w.cells[cellAt(21, top+6, 20)] = world.Air
	w.settle()
	if got := w.ref[cellAt(20, top, 20)]; got != 0x10 {
		t.Fatalf("%02x", got)
	}
	w.check(t, s, 1, 1, 1)
	w.cells[cellAt(21, top+6+DimDepth, 20)] = world.Leaves
	w.settle()
	if got := w.ref[cellAt(20, top, 20)]; got != 0 {
		t.Fatalf("%02x", got)
	}
	w.check(t, s, 1, 1, 1)
}

// TestHeightmap: after single changes the heights equal those of the whole columns computed again.
func TestHeightmap(t *testing.T) {
	r := testrand.New(t)
	const sections = 3
	var column [sections]*world.Section
	for i := range column {
		column[i] = world.NewSection(world.Air)
	}
	low := int32(world.MinY / size)
	var got, want Heightmap
	got.Reset()
	for range testrand.Rounds(300) {
		b := [...]world.Block{world.Air, world.Stone, world.Glass, world.Lamp}[r.IntN(4)]
		i, y := r.IntN(2), int32(world.MinY+r.IntN(sections*size))
		column[(y-world.MinY)/size].Set(i|int(y&15)<<8, b)
		got.SetBlock(i, y, IsOpaque(b), func(y int32) world.Block {
			return column[(y-world.MinY)/size].Get(i | int(y&15)<<8)
		})
		want.Reset()
		for k := sections - 1; k >= 0 && !want.AddBelow(low+int32(k), column[k]); k-- {
		}
		if got != want {
			t.Fatalf("%v at %d: tops %v, not %v", b, y, got[:2], want[:2])
		}
	}
}

// TestAllocatesNothing: a worker that has warmed up allocates nothing.
func TestAllocatesNothing(t *testing.T) {
	w := chaos(testrand.New(t))
	s, a := &Scratch{}, w.around(1, 1, 1)
	var dst [Cells]uint8
	if n := testing.AllocsPerRun(5, func() { s.Compute(&dst, a) }); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

func BenchmarkLight(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 1))
	hills := func(lamps, leaves bool) *Neighbourhood {
		w := &terrain{}
		for i := range w.cells {
			x, z, y := i%blocks, i/blocks%blocks, i/blocks/blocks
			h := 18 + (x+z)/8 + (x*x+z*z)/300
			switch {
			case y <= h && !(y > 20 && y < 24 && z%9 < 3):
				w.cells[i] = world.Stone
			case leaves && y > h+4 && y < h+8 && (x/5+z/5)%3 == 0:
				w.cells[i] = world.Leaves
			case lamps && r.IntN(3000) == 0:
				w.cells[i] = world.Torch
			}
		}
		w.settle()
		return w.around(1, 1, 1)
	}
	open := &terrain{}
	open.settle()
	for _, c := range []struct {
		name string
		a    *Neighbourhood
		cold bool
	}{
		{"open", open.around(1, 1, 1), false}, {"hills", hills(false, false), false}, {"hills-cold", hills(false, false), true},
		{"forest", hills(false, true), false}, {"torches", hills(true, false), false}, {"both", hills(true, true), false},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := &Scratch{}
			var dst [Cells]uint8
			b.ReportAllocs()
			for b.Loop() {
				if c.cold {
					s.cache.hashes = [cacheSets][cacheWays]uint64{}
				}
				s.Compute(&dst, c.a)
			}
		})
	}
}

package mesh

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// woodPicker returns a source of blocks of a wood, in random shares.
func woodPicker(r *rand.Rand) func() world.Block {
	blocks := []world.Block{world.Leaves, world.PineLeaves, world.Log, world.Dirt, world.TallGrass, world.PlankSlab, world.Water}
	blocks = blocks[:1+r.IntN(len(blocks))]
	air := r.IntN(100)
	return func() world.Block {
		if r.IntN(100) < air {
			return world.Air
		}
		return blocks[r.IntN(len(blocks))]
	}
}

// woodPadded returns a padded section of blocks of a wood, in lumps, without lamps.
func woodPadded(r *rand.Rand) *Padded {
	p, draw, lump, b := &Padded{}, woodPicker(r), 1+r.IntN(8), world.Air
	for i := range p.Blocks {
		if r.IntN(lump) == 0 {
			b = draw()
		}
		p.Blocks[i], p.Light[i] = b, uint8(r.Uint32())&0xf0
	}
	return p
}

// TestClosedLeaves: the faces of a closed section are those, and no others, at which what fills it ends: opaque blocks and leaves. At
// its border leaves end, but for opaque blocks.
func TestClosedLeaves(t *testing.T) {
	r := testrand.New(t)
	m, dst, closed := New(testFaces()), &scene.Mesh{}, 0
	for round := range testrand.Rounds(60) {
		p := woodPadded(r)
		p.Coarsen(LevelClosed + Level(round%3))
		if m.Build(dst, world.SectionPos{}, p, testTints(r)); dst.Closed != p.closed {
			t.Fatal("the mesh does not tell that it is closed")
		} else if !p.closed {
			continue
		}
		closed++
		drawn := expand(t, dst)
		for i := range size * size * size {
			x, y, z := i&15, i>>8, i>>4&15
			b := p.Blocks[CellIndex(x, y, z)]
			if !p.fills(b) {
				continue
			}
			for f, d := range faceSteps {
				nx, ny, nz := x+d[0], y+d[1], z+d[2]
				next := p.Blocks[CellIndex(nx, ny, nz)]
				inside := min(nx, ny, nz) >= 0 && max(nx, ny, nz) < size
				want := !blockKinds[next].opaque && !(inside && p.fills(next)) && blockKinds[next].covers>>(f^1)&1 == 0
				if _, is := drawn[unitFace{f, x, y, z, int(blockKinds[b].pass)}]; is != want {
					t.Fatalf("face %d of %v at %d, %d, %d before %v, inside %v: drawn is %v", f, b, x, y, z, next, inside, is)
				}
			}
		}
	}
	if closed == 0 {
		t.Error("no section was closed")
	}
}

// TestWhatIsClosed: a section that is not in full and has leaves is closed, unless it has glass or a lamp, or one shines on it.
func TestWhatIsClosed(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(p *Padded)
		to     Level
		want   bool
	}{
		{"leaves", func(*Padded) {}, LevelGroups, true},
		{"leaves nearer by, all blocks", func(*Padded) {}, LevelClosed, true},
		{"leaves farther away", func(*Padded) {}, LevelCrowns, true},
		{"in full", func(*Padded) {}, LevelFull, false},
		{"no leaves", func(p *Padded) { p.Blocks[CellIndex(3, 3, 3)] = world.Log }, LevelGroups, false},
		{"glass", func(p *Padded) { p.Blocks[CellIndex(9, 9, 9)] = world.Glass }, LevelGroups, false},
		{"a lamp", func(p *Padded) { p.Blocks[CellIndex(9, 9, 9)] = world.Lamp }, LevelGroups, false},
		{"light of a lamp beside it", func(p *Padded) { p.Light[CellIndex(-1, 9, 9)] = 1 }, LevelGroups, false},
		{"light of the sky", func(p *Padded) { p.Light[CellIndex(-1, 9, 9)] = 0xf0 }, LevelGroups, true},
		{"leaves beside it", func(p *Padded) {
			p.Blocks[CellIndex(3, 3, 3)], p.Blocks[CellIndex(-1, 3, 3)] = world.Log, world.Leaves
		}, LevelGroups, false},
	} {
		p := &Padded{}
		p.Blocks[CellIndex(3, 3, 3)] = world.Leaves
		c.change(p)
		if p.Coarsen(c.to); p.closed != c.want {
			t.Errorf("%s: closed is %v", c.name, p.closed)
		}
	}
}

// TestCrowns: at the coarsest level what is in a group of 4x2x4 blocks beside leaves is leaves, but for water and for what is more than
// the leaves; other groups are as at the level before.
func TestCrowns(t *testing.T) {
	r := testrand.New(t)
	filled := 0
	for range testrand.Rounds(60) {
		p := woodPadded(r)
		fine, coarse := *p, *p
		fine.Coarsen(LevelGroups)
		coarse.Coarsen(LevelCrowns)
		for i := range size * size * size {
			x, y, z := i&15, i>>8, i>>4&15
			leaves, solid := 0, 0
			for k := range 4 {
				b := fine.Blocks[CellIndex(x&^3+k&1*2, y, z&^3+k>>1*2)]
				if crownKinds[b] == crownLeaf {
					leaves++
				} else if blockKinds[b].opaque {
					solid++
				}
			}
			was, is := fine.Blocks[CellIndex(x, y, z)], coarse.Blocks[CellIndex(x, y, z)]
			want := fine.closed && leaves > 0 && (was == world.Air || crownKinds[was] == crownLeaf || blockKinds[was].opaque && leaves > solid)
			if want && crownKinds[is] != crownLeaf || !want && is != was {
				t.Fatalf("%v became %v, with %d of leaves and %d opaque ones in the group; closed: %v", was, is, leaves, solid, fine.closed)
			}
			if is != was && was == world.Air {
				filled++
			}
		}
	}
	if filled == 0 {
		t.Error("no air became leaves")
	}
}

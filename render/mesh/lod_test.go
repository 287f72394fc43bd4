package mesh

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// TestLODLeavesNoHole: two neighbouring sections, each at any level, leave no hole into rock or closed leaves: where such a cell
// of one meets a cell of the other that is drawn as neither, the face is drawn.
func TestLODLeavesNoHole(t *testing.T) {
	r := testrand.New(t)
	closed := 0
	for round := range testrand.Rounds(60) {
		var cells [2][size][size][size]world.Block // of two sections side by side along X, by y, z, x
		draw := blockPicker(r)
		if round%2 == 1 {
			draw = woodPicker(r)
		}
		for s := range cells {
			for i := range size * size * size {
				b := world.Air
				if y := i >> 8; r.IntN(16) > y || r.IntN(4) == 0 {
					b = draw()
				}
				cells[s][i>>8][i>>4&15][i&15] = b
			}
		}
		fill := func(s int) *Padded {
			p := &Padded{}
			for y := range size {
				for z := range size {
					for x := range size {
						p.Blocks[CellIndex(x, y, z)] = cells[s][y][z][x]
					}
					if s == 0 {
						p.Blocks[CellIndex(size, y, z)] = cells[1][y][z][0]
					} else {
						p.Blocks[CellIndex(-1, y, z)] = cells[0][y][z][size-1]
					}
				}
			}
			return p
		}
		for kind := range int(LevelCount * LevelCount) {
			var mesh [2]scene.Mesh
			var drawn [2]*Padded
			l, ts := testFaces(), testTints(r)
			for s := range mesh {
				drawn[s] = fill(s)
				drawn[s].Coarsen([2]Level{Level(kind) % LevelCount, Level(kind) / LevelCount}[s])
				if drawn[s].closed {
					closed++
				}
				New(l).Build(&mesh[s], world.SectionPos{}, drawn[s], ts)
			}
			east, west := expand(t, &mesh[0]), expand(t, &mesh[1])
			for y := range size {
				for z := range size {
					a, b := drawn[0].Blocks[CellIndex(size-1, y, z)], drawn[1].Blocks[CellIndex(0, y, z)]
					_, there := east[unitFace{int(world.East), size - 1, y, z, int(blockKinds[a].pass)}]
					_, back := west[unitFace{int(world.West), 0, y, z, int(blockKinds[b].pass)}]
					fa, fb := drawn[0].fills(a), drawn[1].fills(b)
					if ka, kb := &blockKinds[a], &blockKinds[b]; fa && !fb && kb.covers == 0 && !there {
						t.Fatalf("round %d, kind %d: %v before %v at %d, %d shows no side", round, kind, a, b, y, z)
					} else if fb && !fa && ka.covers == 0 && !back {
						t.Fatalf("round %d, kind %d: %v behind %v at %d, %d shows no side", round, kind, b, a, y, z)
					}
				}
			}
		}
	}
	if closed == 0 {
		t.Error("no section was closed")
	}
}

// fills reports whether a block of a section hides what is behind it.
func (p *Padded) fills(b world.Block) bool {
	return blockKinds[b].opaque || p.closed && crownKinds[b] == crownLeaf
}

// TestLODGroups: every group becomes one block; an opaque group stays opaque or becomes leaves, and air stays air.
func TestLODGroups(t *testing.T) {
	r := testrand.New(t)
	for range testrand.Rounds(40) {
		p := hillPadded(r)
		q := *p
		q.Coarsen(LevelGroups)
		for i := range size * size * size / 8 {
			x, y, z := i&7*2, i>>6*2, i>>3&7*2
			opaque, air, first := false, true, q.Blocks[CellIndex(x, y, z)]
			for k := range 8 {
				at := CellIndex(x+k&1, y+k>>2, z+k>>1&1)
				opaque = opaque || blockKinds[p.Blocks[at]].opaque
				air = air && p.Blocks[at] == world.Air
				if q.Blocks[at] != first {
					t.Fatalf("the group at %d, %d, %d is of %v and %v", x, y, z, first, q.Blocks[at])
				}
			}
			if opaque && !blockKinds[first].opaque && blockKinds[first].pass != passCutout || air && first != world.Air {
				t.Fatalf("the group at %d, %d, %d became %v", x, y, z, first)
			}
			if blockKinds[first].model {
				t.Fatalf("%v is small", first)
			}
		}
	}
	for _, c := range []struct{ b, want world.Block }{
		{world.Stone, world.Stone}, {world.Water, world.Water}, {world.Leaves, world.Leaves}, {world.TallGrass, world.Air}, {world.Torch, world.Air},
		{world.PlankStairsEast, world.Planks}, {world.PlankSlab, world.Planks}, {world.Air, world.Air},
	} {
		if got := lodBlocks[c.b]; got != c.want {
			t.Errorf("%v becomes %v instead of %v", c.b, got, c.want)
		}
	}
}

// TestLODIsSmaller: coarse terrain has far fewer faces, and making it coarse allocates nothing.
func TestLODIsSmaller(t *testing.T) {
	r := testrand.New(t)
	m := New(testFaces())
	ts := testTints(r)
	var fine, coarse scene.Mesh
	p := hillPadded(r)
	m.Build(&fine, world.SectionPos{}, p, ts)
	q := *p
	q.Coarsen(LevelGroups)
	m.Build(&coarse, world.SectionPos{}, &q, ts)
	if a, b := len(fine.Quads)+len(fine.Models), len(coarse.Quads)+len(coarse.Models); b*3 > a*2 || b == 0 {
		t.Errorf("%d words, and %d in full", b, a)
	}
	if n := testing.AllocsPerRun(50, func() {
		q = *p
		q.Coarsen(LevelGroups)
		m.Build(&coarse, world.SectionPos{}, &q, ts)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

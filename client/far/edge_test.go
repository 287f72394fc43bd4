package far

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// steps is a ground under the land of hills, that lies deeper the farther west, and over it in the east.
type steps struct{}

func (steps) Ground(x, z, below, low int32) int32 {
	h := int32(max(hills(x, z), 31)) + 1
	switch {
	case x >= 32:
		h += 4
	case x >= 0:
		h -= 4
	default:
		h -= 30
	}
	return min(max(h, low), below)
}

// TestEdgeGround: a wall goes a block into the lowest ground in front of it and no deeper, however deep it may be, and there is none where the ground is higher.
func TestEdgeGround(t *testing.T) {
	v := seenToHalfAKilometre(t)
	const half = 3
	columns := &scene.Columns{}
	for z := int32(-half); z < half; z++ {
		for x := int32(-half); x < half; x++ {
			columns.Set(x, z, true)
		}
	}
	m := v.Update(Covered{Columns: columns, Version: 1, Ground: steps{}}).Edge
	type place struct{ x, z int32 }
	tops, lows := map[place]float32{}, map[place]float32{}
	for i := 0; i < len(m.Vertices); i += scene.FarVertexWords {
		w := m.Vertices[i:]
		p := place{int32(w[0]&0xFFFF) + m.Origin[0], int32(w[0]>>16) + m.Origin[1]}
		y := float32(int16(w[1])) / scene.FarHeightUnits
		if _, is := tops[p]; !is {
			tops[p], lows[p] = y, y
		}
		tops[p], lows[p] = max(tops[p], y), min(lows[p], y)
	}
	deep, shallow := 0, 0
	for p, low := range lows {
		if p.x > 33 {
			t.Fatalf("a wall at %v, behind higher ground", p)
		}
		ground := float32(steps{}.Ground(p.x, p.z, 1000, -1000))
		switch {
		case p.x > 0 && p.x < 32:
			if shallow++; low > ground-edgeUnder+2 || low < ground-edgeUnder-6 { // land rises and falls by some blocks beside each place
				t.Errorf("at %v the wall goes down to %v, the ground is at %v", p, low, ground)
			}
		case p.x < 0:
			if deep++; low > tops[p]-edgeDeep+1 {
				t.Errorf("at %v the wall goes from %v down to %v", p, tops[p], low)
			}
		}
	}
	if deep == 0 || shallow == 0 {
		t.Fatalf("%d deep places, %d shallow ones", deep, shallow)
	}
	t.Logf("%d deep places, %d shallow ones", deep, shallow)
}

// TestWallsReachTheLand: along each piece of wall around random columns, however long, its top is where the surface of the land beyond is, nowhere lower and a unit higher at most, and it goes down by edgeDeep at
// least; pieces are long where that is straight.
func TestWallsReachTheLand(t *testing.T) {
	v := seenTiles(t, func(p protocol.FarPlace) *protocol.FarTile {
		tile := tileOf(p)
		x0, z0 := p.Corner()
		for i := range tile.Heights { // steps within columns in the west, a slope in the east
			x, z := x0+int32(i%side)*p.Cell(), z0+int32(i/side)*p.Cell()
			if tile.Heights[i] += int16((x/6 + z/20) & 3 * 2); x >= 0 {
				tile.Heights[i] = int16(40 + x)
			}
		}
		if x0 >= 0 {
			clear(tile.Cells[:]) // no water
		}
		return tile
	})
	r := testrand.New(t)
	places, long, short := 0, 0, 0
	for n := range testrand.Rounds(20) {
		columns := randomColumns(r, 10)
		var w walls
		w.begin([2]int32{})
		for z := int32(-10); z < 10; z++ {
			for x := int32(-10); x < 10; x++ {
				for _, s := range sides {
					if columns.At(x, z) && !columns.At(x+s.outX, z+s.outZ) {
						v.addWall(&w, &Covered{Columns: columns, Version: uint64(n + 1)}, x, z, s)
					}
				}
			}
		}
		for i := range w.strips {
			p := &w.strips[i]
			if p.to-p.from > edgeStep {
				long++
			} else if p.to-p.from == edgeStep {
				short++
			}
			beyondX, beyondZ := (p.column[0]+p.side.outX)<<4, (p.column[1]+p.side.outZ)<<4
			tile, dx, dz := v.at(beyondX, beyondZ)
			for k := p.from; k <= p.to; k++ {
				at := w.place(p, k)
				land := tile.surface(at[0]-beyondX+dx, at[1]-beyondZ+dz)
				part := float32(k-p.from) / float32(p.to-p.from)
				top := (float32(p.ends[0][0].y)*(1-part) + float32(p.ends[1][0].y)*part) / scene.FarHeightUnits
				first, last := p.ends[0], p.ends[1]
				low := (float32(first[len(first)-1].y)*(1-part) + float32(last[len(last)-1].y)*part) / scene.FarHeightUnits
				if low > land-edgeDeep+1 { // unless one knows the ground
					t.Fatalf("%d blocks along a wall of %d it goes from %v down to %v", k-p.from, p.to-p.from, top, low)
				}
				if places++; top < land || top > land+1.5/scene.FarHeightUnits {
					t.Fatalf("%d blocks along a wall of %d the top is %v, the land %v", k-p.from, p.to-p.from, top, land)
				}
			}
		}
	}
	if long < 50 || short == 0 {
		t.Fatalf("%d long pieces, %d short ones", long, short)
	}
	t.Logf("%d places of walls, %d long pieces, %d short ones", places, long, short)
}

// TestFrozenSea: where the sea is frozen the part of a wall that stands out looks like the ice beyond, and all below like the water of a sea that is not.
func TestFrozenSea(t *testing.T) {
	seen := map[Detail]int{}
	for _, frozen := range []bool{true, false} {
		v := seenTiles(t, func(p protocol.FarPlace) *protocol.FarTile {
			tile := tileOf(p)
			clear(tile.Cells[:])
			tile.Covers = []protocol.FarCover{{Block: world.Water}}
			if frozen {
				tile.Covers[0].Block = world.Ice
			}
			return tile
		})
		columns := &scene.Columns{}
		columns.Set(0, 0, true)
		ice, water := packed(colourOf(world.Ice, 0), iceRow.shade), colourOf(world.Water, 0)
		for detail, rows := range seaRows {
			v.detail = Detail(detail)
			var w walls
			w.begin([2]int32{})
			v.addWall(&w, &Covered{Columns: columns, Version: 1}, 0, 0, sides[0])
			for _, p := range w.strips {
				corners := p.ends[0]
				top, below := corners[:1], corners[1:]
				if frozen {
					top, below = corners[:2], corners[2:]
				}
				for _, c := range top {
					if is := c.colour == ice && c.flags == scene.FarOwnColour; is != frozen {
						t.Errorf("detail %d, frozen %v: its top is %+v", detail, frozen, c)
					}
				}
				last := rows[len(rows)-1]
				if c := below[len(below)-1]; c.colour != packed(last.tint.of(water), last.shade) || c.flags != last.flags {
					t.Errorf("detail %d, frozen %v: its foot is %+v", detail, frozen, c)
				}
				seen[v.detail]++
			}
		}
	}
	if seen[Plain] == 0 || seen[Fine] == 0 {
		t.Fatalf("%v pieces of walls", seen)
	}
	t.Logf("%v pieces of walls", seen)
}

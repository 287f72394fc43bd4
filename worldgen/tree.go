package worldgen

import "voxtide/world"

// treeKind is a kind of tree: a row of shapes. Boulders stand among them, because they are placed alike.
type treeKind uint8

const (
	oak treeKind = iota
	bigOak
	birch
	pine
	tallPine
	acacia
	willow
	bush
	cactus
	boulder
	treeKinds
)

// tree is one that stands: all of it follows from these.
type tree struct {
	x, y, z int32 // the cell above the ground
	kind    treeKind
	chance  uint64
}

// The places for trees: one in each square of 4 x 4 columns.
const treeSquare = 4

// plant decides which trees stand in a tile.
func (g *Generator) plant(t *tile) {
	t.trees, t.crown = t.trees[:0], t.low
	for i := range int32(16) {
		qx, qz := t.x<<2|i&3, t.z<<2|i>>2
		h := hash2(g.seed^saltTree, int64(qx), int64(qz))
		// Every other row is moved by a block: trunks never touch, and rows do not show.
		dx, dz := i&3*treeSquare+int32(h%3)+i>>2&1, i>>2*treeSquare+int32(h>>8%3)+i&1
		c := &t.columns[dx|dz<<4]
		if int32(c.top) < SeaLevel {
			continue
		}
		kind, ok := biomes[c.biome].trees.pick(int64(h>>16&4095), g.fields.rough.at(int64(t.x)*16+int64(dx), int64(t.z)*16+int64(dz)))
		if !ok || !kind.stands(c.cover) {
			continue
		}
		x, z := t.x<<4|dx, t.z<<4|dz
		if c.ceiling >= c.top && g.hollow(x, int32(c.top), z) {
			continue
		}
		t.trees = append(t.trees, tree{x, int32(c.top) + 1, z, kind, scramble(h)})
		t.crown = max(t.crown, int32(c.top)+treeHigh)
		c.plant = world.Air
	}
}

// pick draws one of the trees; lush is noise that makes thickets and clearings.
func (t trees) pick(roll, lush int64) (treeKind, bool) {
	roll = roll * (one - lush/2) >> 12
	for i := range t {
		if roll -= int64(t[i].share); roll < 0 {
			return t[i].kind, true
		}
	}
	return 0, false
}

// treesNear tells whether trees around a tile may reach up to y.
func (g *Generator) treesNear(t *tile, y int32) bool {
	x, z := t.x, t.z
	for i := range int32(9) {
		if g.tile(x+i%3-1, z+i/3-1).crown >= y {
			return true
		}
	}
	return false
}

// stand puts the trees of the tile and those around it into the cells, always in the same order, and tells whether
// there are any.
func (g *Generator) stand(t *tile, o world.Pos) bool {
	c := canvas{origin: o, cells: &g.cells}
	x, z := t.x, t.z
	for i := range int32(9) {
		n := g.tile(x+i%3-1, z+i/3-1)
		if n.crown < o.Y {
			continue
		}
		for k := range n.trees {
			c.draw(&n.trees[k])
		}
	}
	return c.drawn
}

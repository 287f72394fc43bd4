package gen2

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// placeTrees decides which trees stand in a tile.
func (g *Generator) placeTrees(t *tile) {
	t.trees, t.crown = t.trees[:0], t.low
	for i := range int32(16) {
		qx, qz := t.x<<2|i&3, t.z<<2|i>>2
		h := noise.Hash2(g.seed^saltTree, int64(qx), int64(qz))
		// Every other row is shifted by a block, so that trunks never touch and rows do not show.
		dx, dz := i&3*treeSquare+int32(h%3)+i>>2&1, i>>2*treeSquare+int32(h>>8%3)+i&1
		c := &t.columns[dx|dz<<4]
		if int32(c.top) < landscape.SeaLevel {
			continue
		}
		kind, ok := biomes[c.biome].trees.choose(int64(h>>16&4095), g.fields.rough.At(int64(t.x)*16+int64(dx), int64(t.z)*16+int64(dz)))
		if !ok || !kind.growsOn(c.cover) {
			continue
		}
		x, z := t.x<<4|dx, t.z<<4|dz
		if c.ceiling >= c.top && g.isCave(x, int32(c.top), z) {
			continue
		}
		t.trees = append(t.trees, tree{x, int32(c.top) + 1, z, kind, noise.Hash64(h)})
		t.crown = max(t.crown, int32(c.top)+1+shapes[kind].high)
		c.plant = world.Air
	}
}

// choose picks one of the trees; lush is noise that makes thickets and clearings.
func (t trees) choose(roll, lush int64) (treeKind, bool) {
	roll = roll * (noise.One - lush/2) >> 12
	for i := range t {
		if roll -= int64(t[i].share); roll < 0 {
			return t[i].kind, true
		}
	}
	return 0, false
}

// treesNear reports whether trees around a tile may reach up to y.
func (g *Generator) treesNear(t *tile, y int32) bool {
	x, z := t.x, t.z
	for i := range int32(9) {
		if g.tile(x+i%3-1, z+i/3-1).crown >= y {
			return true
		}
	}
	return false
}

// drawTrees draws the trees of the tile and of those around it into the cells, always in the same order. It reports
// whether there are any.
func (g *Generator) drawTrees(t *tile, o world.Pos) bool {
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

package gen3

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
		if c.joined || g.giantNear(t, i) {
			continue
		}
		x, z := t.x<<4|dx, t.z<<4|dz
		if int32(c.water) != dry {
			if c.cliffs && c.water == int16(landscape.SeaLevel) && c.top > c.water-9 && c.top < c.water-2 && h>>16&4095 < 420 && stack.growsOn(c.cover) {
				t.plantTree(tree{x, int32(c.top) + 1, z, stack, noise.Hash64(h)})
			}
			continue
		}
		kind, ok := biomes[c.biome].trees.choose(int64(h>>16&4095), g.fields.rough.At(int64(t.x)*16+int64(dx), int64(t.z)*16+int64(dz)))
		if !ok || !kind.growsOn(c.cover) || kind == fallen && !t.level(dx, dz, noise.Hash64(h)) {
			continue
		}
		if c.ceiling >= c.top && g.isCave(x, int32(c.top), z) {
			continue
		}
		t.plantTree(tree{x, int32(c.top) + 1, z, kind, noise.Hash64(h)})
		c.plant = world.Air
	}
}

func (t *tile) plantTree(k tree) {
	t.trees = append(t.trees, k)
	t.crown = max(t.crown, k.y+shapes[k.kind].high)
}

// giantNear reports whether a giant stands so near to a place of a tile, on one before it, that no other tree fits.
func (g *Generator) giantNear(t *tile, place int32) bool {
	for i := range t.trees {
		if k := &t.trees[i]; giants[k.kind] {
			dx, dz := k.x&15/treeSquare-place&3, k.z&15/treeSquare-place>>2
			if dx*dx+dz*dz <= 2 {
				return true
			}
		}
	}
	return false
}

// level reports whether a fallen log lies on the ground with all of its length, within the tile.
func (t *tile) level(dx, dz int32, chance uint64) bool {
	c := &t.columns[dx|dz<<4]
	for k := range int32(fallenLong) {
		x, z := dx+k, dz
		if chance&1 == 1 {
			x, z = dx, dz+k
		}
		if x > 15 || z > 15 {
			return false
		}
		if n := &t.columns[x|z<<4]; n.top != c.top || int32(n.water) != dry || n.cliff || n.ceiling >= n.top {
			return false
		}
	}
	return true
}

// choose picks one of the trees; lush is noise that makes thickets and clearings.
func (t trees) choose(roll, lush int64) (treeKind, bool) {
	roll = roll * (one - lush/2) >> 12
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

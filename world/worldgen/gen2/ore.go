package gen2

import (
	"voxtide/world"
	"voxtide/world/worldgen/noise"
)

// ore is a row of the table of ores. Each vein is within one section, and a section has at most two kinds, so that most
// sections need two bits for a cell.
type ore struct {
	block     world.Block
	low, high int32  // y of the lowest and the highest
	share     uint64 // share of the sections at its heights that have it, in 1/256
	veins     int    // veins in such a section
	size      int    // steps of a vein
	radius    int    // of a pocket instead of a vein, in blocks
}

// ores are those of generator 2.
var ores = []ore{
	{world.Obsidian, -124, -90, 60, 2, 26, 0},
	{world.GoldOre, -124, -44, 70, 2, 10, 0},
	{world.IronOre, -112, 56, 120, 4, 12, 0},
	{world.CoalOre, -64, 260, 130, 4, 18, 0},
	{named("copper_ore"), -48, 140, 130, 4, 13, 0},
	{named("tin_ore"), -80, 48, 45, 3, 8, 0},
	{world.Gravel, -96, 24, 26, 1, 0, 4},
	{world.Dirt, -40, 60, 26, 1, 0, 4},
	{world.Clay, -20, 30, 18, 1, 0, 3},
}

// ores1 are those of generator 1.
var ores1 = []ore{
	{world.Obsidian, -124, -90, 60, 2, 26, 0},
	{world.GoldOre, -124, -44, 70, 2, 10, 0},
	{world.IronOre, -112, 56, 105, 4, 12, 0},
	{world.CoalOre, -64, 260, 120, 4, 18, 0},
	{world.Gravel, -96, 24, 26, 1, 0, 4},
	{world.Dirt, -40, 60, 26, 1, 0, 4},
	{world.Clay, -20, 30, 18, 1, 0, 3},
}

// named returns the usual state of a kind without a constant.
func named(kind string) world.Block {
	k, known := world.KindNamed(kind)
	if !known {
		panic("gen2: no block is named " + kind)
	}
	return k.Block()
}

// oreKinds is the greatest number of kinds in a section.
const oreKinds = 2

// placeOres puts ores into the rock of the cells. It reports whether there are any.
func (g *Generator) placeOres(t *tile, o world.Pos) (any bool) {
	h := noise.Hash3(g.seed^saltOre, int64(t.x), int64(o.Y>>4), int64(t.z))
	kinds, ores := 0, ores
	if g.number == 1 {
		ores = ores1
	}
	// The table is searched from a random row on, so that no kind is crowded out everywhere.
	start := int(h >> 56 % uint64(len(ores)))
	for i := range ores {
		k := (start + i) % len(ores)
		r := &ores[k]
		if o.Y+15 < r.low || o.Y > r.high {
			continue
		}
		if h2 := noise.Hash64(h + uint64(k)); h2&255 < r.share {
			for v := range r.veins {
				if h3 := noise.Hash64(h2 + uint64(v) + 1); r.radius > 0 {
					any = g.placePocket(r, o, h3) || any
				} else {
					any = g.placeVein(r, o, h3) || any
				}
			}
			if kinds++; kinds == oreKinds {
				break
			}
		}
	}
	return any
}

// placeVein walks through the section and turns rock into ore.
func (g *Generator) placeVein(r *ore, o world.Pos, h uint64) (any bool) {
	x, y, z := int(h&15), int(h>>4&15), int(h>>8&15)
	bx, by, bz := x, y, z
	for i := range r.size {
		g.placeOre(r, o, x|z<<4|y<<8, &any)
		h = h*6364136223846793005 + 1442695040888963407
		step := int(h>>62)&1*2 - 1
		switch h >> 59 & 3 {
		case 0:
			x = min(max(x+step, 0), 15)
		case 1:
			z = min(max(z+step, 0), 15)
		case 2:
			y = min(max(y+step, 0), 15)
		default:
			if i&7 == 7 { // back to the start, so that it stays a lump
				x, y, z = bx, by, bz
			}
		}
	}
	return any
}

// placePocket fills a ragged ball of rock with another block, from below, so that gravel rests on gravel.
func (g *Generator) placePocket(r *ore, o world.Pos, h uint64) (any bool) {
	room := 16 - 2*r.radius
	cx, cy, cz := r.radius+int(h&255)*room>>8, r.radius+int(h>>8&255)*room>>8, r.radius+int(h>>16&255)*room>>8
	for y := max(cy-r.radius, 0); y <= min(cy+r.radius, 15); y++ {
		for z := max(cz-r.radius, 0); z <= min(cz+r.radius, 15); z++ {
			for x := max(cx-r.radius, 0); x <= min(cx+r.radius, 15); x++ {
				d := (x-cx)*(x-cx) + (z-cz)*(z-cz) + (y-cy)*(y-cy)*2
				h = h*6364136223846793005 + 1442695040888963407
				if d <= (r.radius-int(h>>63))*(r.radius-int(h>>62&1)) {
					g.placeOre(r, o, x|z<<4|y<<8, &any)
				}
			}
		}
	}
	return any
}

// placeOre turns one cell into ore if it is rock, at the ore's depth, and a falling block would be supported.
func (g *Generator) placeOre(r *ore, o world.Pos, cell int, any *bool) {
	y := o.Y + int32(cell>>8)
	b := g.cells[cell]
	if b != world.Stone && b != world.Basalt || y < r.low || y > r.high {
		return
	}
	if world.Blocks[r.block].Falls && (cell < 256 || !g.cells[cell-256].Solid()) {
		return
	}
	g.cells[cell] = r.block
	*any = true
}

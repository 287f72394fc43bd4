package livemap

import (
	"runtime"

	"voxtide/world"
	"voxtide/worldgen"
)

// The near scales show every block. One column of sections around the tile belongs to the view: to the north and west
// it throws shadows, and on all sides the colours of biomes run into each other.

// view is the columns of sections that a tile of a near scale shows, with those around it.
type view struct {
	x0, z0 int32 // of the first block
	side   int32 // in columns of sections
	of     [34 * 34]*patch
}

// at is a column of the view, by blocks from its corner.
func (v *view) at(x, z int32) *worldgen.Top {
	return &v.of[x>>4+z>>4*v.side][x&15|z&15<<4]
}

// drawNear draws a tile of scale 0 or 1.
func (b *brush) drawNear(t Tile) error {
	v := &b.near
	x, z := t.origin()
	n := int32(tileSize) << t.Far
	v.x0, v.z0, v.side = x-16, z-16, n>>4+2
	from := chunk{v.x0 >> 4, v.z0 >> 4}
	kept, err := b.kept(from, chunk{from.x + v.side - 1, from.z + v.side - 1})
	if err != nil {
		return err
	}
	for i := range v.side * v.side {
		c := chunk{from.x + i%v.side, from.z + i/v.side}
		if v.of[i], err = b.column(c, t.At, kept[c]); err != nil {
			return err
		}
		if i&7 == 0 {
			runtime.Gosched() // whoever has less time goes first
		}
	}
	for py := range int32(tileSize) {
		for px := range int32(tileSize) {
			if t.Far == 0 {
				b.out.set(px, py, v.pixel(px+16, py+16))
				continue
			}
			var sum rgb
			for k := range int32(4) {
				c := v.pixel(px*2+16+k&1, py*2+16+k>>1)
				sum = rgb{sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]}
			}
			b.out.set(px, py, rgb{sum[0] >> 2, sum[1] >> 2, sum[2] >> 2})
		}
	}
	return nil
}

// tintReach is how far around a block the biomes count for its tint.
const tintReach = 5

// tint is the colour by which a block is tinted.
func (v *view) tint(x, z int32, t world.Tint) (c rgb) {
	here := v.at(x, z).Biome
	nw, ne := v.at(x-tintReach, z-tintReach).Biome, v.at(x+tintReach, z-tintReach).Biome
	sw, se := v.at(x-tintReach, z+tintReach).Biome, v.at(x+tintReach, z+tintReach).Biome
	if here == nw && here == ne && here == sw && here == se {
		return tintOf(here, t)
	}
	for _, b := range [4]worldgen.Biome{nw, ne, sw, se} {
		k := tintOf(b, t)
		c = rgb{c[0] + k[0], c[1] + k[1], c[2] + k[2]}
	}
	return rgb{c[0] >> 2, c[1] >> 2, c[2] >> 2}
}

// colour is a block from above where it stands, in even light.
func (v *view) colour(x, z int32, b world.Block) rgb {
	if t := world.Blocks[b].Tint; t != world.TintNone {
		return tinted(b, v.tint(x, z, t))
	}
	return palette[b].colour
}

// pixel is the colour of a column, lit from the north-west.
func (v *view) pixel(x, z int32) rgb {
	t := v.at(x, z)
	c := rgb{}
	if t.Cover != world.Air {
		c = v.colour(x, z, t.Cover)
	}
	switch {
	case t.Block == world.Water:
		c = flooded(c, v.tint(x, z, world.TintWater), int32(t.Y-t.Ground))
	case t.Block != t.Cover:
		c = over(c, v.colour(x, z, t.Block), palette[t.Block].cover)
	}
	here, slope := level(t), int32(0)
	for _, n := range [2]*worldgen.Top{v.at(x-1, z), v.at(x, z-1)} {
		slope += min(max(here-level(n), -6), 6)
	}
	return lit(c, shade(slope, here))
}

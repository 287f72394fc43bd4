package livemap

import (
	"runtime"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// The near scales show every block. The view has one column of sections more on each side of the tile: those in the north and
// west cast shadows, and the colours of biomes blend on all sides.

// nearView holds the surfaces of a tile of a near scale, and of the columns around it.
type nearView struct {
	x0, z0   int32 // of the first block
	side     int32 // in columns of sections
	surfaces [34 * 34]*surface
}

// at returns the surface at a position, in blocks from the corner of the view.
func (v *nearView) at(x, z int32) *landscape.SurfaceColumn {
	return &v.surfaces[x>>4+z>>4*v.side][x&15|z&15<<4]
}

// render draws a tile of scale 0 or 1.
func (v *nearView) render(b *surfaceReader, t Tile, out *canvas) error {
	x, z := t.origin()
	n := int32(tileSize) << t.Scale
	v.x0, v.z0, v.side = x-16, z-16, n>>4+2
	from := column{v.x0 >> 4, v.z0 >> 4}
	kept, err := b.storedColumns(from, column{from.x + v.side - 1, from.z + v.side - 1})
	if err != nil {
		return err
	}
	for i := range v.side * v.side {
		c := column{from.x + i%v.side, from.z + i/v.side}
		if v.surfaces[i], err = b.surface(c, t.At, kept[c]); err != nil {
			return err
		}
		if i&7 == 0 {
			runtime.Gosched() // to goroutines that are in a hurry
		}
	}
	for py := range int32(tileSize) {
		for px := range int32(tileSize) {
			if t.Scale == 0 {
				out.set(px, py, v.pixel(px+16, py+16))
				continue
			}
			var sum rgb
			for k := range int32(4) {
				c := v.pixel(px*2+16+k&1, py*2+16+k>>1)
				sum = rgb{sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]}
			}
			out.set(px, py, rgb{sum[0] >> 2, sum[1] >> 2, sum[2] >> 2})
		}
	}
	return nil
}

// tintReach is the distance in blocks over which the tints of biomes blend.
const tintReach = 5

// tint returns the tint of a block.
func (v *nearView) tint(x, z int32, t world.Tint) (c rgb) {
	here := v.at(x, z).Biome
	nw, ne := v.at(x-tintReach, z-tintReach).Biome, v.at(x+tintReach, z-tintReach).Biome
	sw, se := v.at(x-tintReach, z+tintReach).Biome, v.at(x+tintReach, z+tintReach).Biome
	if here == nw && here == ne && here == sw && here == se {
		return tintOf(here, t)
	}
	for _, b := range [4]landscape.Biome{nw, ne, sw, se} {
		k := tintOf(b, t)
		c = rgb{c[0] + k[0], c[1] + k[1], c[2] + k[2]}
	}
	return rgb{c[0] >> 2, c[1] >> 2, c[2] >> 2}
}

// colour returns the colour of a block at its place, in even light.
func (v *nearView) colour(x, z int32, b world.Block) rgb {
	if t := world.Blocks[b].Tint; t != world.TintNone {
		return tinted(b, v.tint(x, z, t))
	}
	return palette()[b].colour
}

// pixel returns the colour of a column, lit from the north-west.
func (v *nearView) pixel(x, z int32) rgb {
	t := v.at(x, z)
	c := rgb{}
	if t.Cover != world.Air {
		c = v.colour(x, z, t.Cover)
	}
	switch {
	case t.Block == world.Water:
		c = underWater(c, v.tint(x, z, world.TintWater), int32(t.Y-t.Ground))
	case t.Block != t.Cover:
		c = blend(c, v.colour(x, z, t.Block), palette()[t.Block].opacity)
	}
	here, slope := lightHeight(t), int32(0)
	for _, n := range [2]*landscape.SurfaceColumn{v.at(x-1, z), v.at(x, z-1)} {
		slope += min(max(here-lightHeight(n), -6), 6)
	}
	return scaleBrightness(c, brightness(slope, here))
}

package livemap

import (
	"runtime"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// The far scales show the land as generated, with one sample a pixel and trees as a tone of its colour: building all surfaces
// of a tile would take thousands of columns. Unexplored land is drawn in the same way: it is a function of the seed. Changed
// columns are drawn block by block, as many as one drawing may read; the next drawing adds others.

// farView draws tiles of the far scales: its samples have a row and a column more in the north and west, for shadows.
type farView struct {
	glances [(tileSize + 1) * (tileSize + 1)]landscape.SurfaceColumn
	near    nearView // of one changed column
}

// render draws a tile of scale 2 or 3, over its old image if there is one. more says that something was left out.
func (f *farView) render(b *surfaceReader, t Tile, old []byte, out *canvas) (more bool, err error) {
	if old != nil {
		if err := out.decode(old); err != nil {
			return false, err
		}
		return f.renderChanged(b, t, out)
	}
	const row = tileSize + 1
	x0, z0 := t.origin()
	step := int32(1) << t.Scale
	for i := range f.glances {
		f.glances[i] = b.gen.DistantSurface(x0+(int32(i%row)-1)*step, z0+(int32(i/row)-1)*step)
		if i&1023 == 0 {
			runtime.Gosched()
		}
	}
	for py := range int32(tileSize) {
		for px := range int32(tileSize) {
			i := (py+1)*row + px + 1
			out.set(px, py, glancePixel(&f.glances[i], &f.glances[i-1], &f.glances[i-row], t.Scale))
		}
	}
	return f.renderChanged(b, t, out)
}

// glancePixel returns the colour of a sample.
func glancePixel(t, west, north *landscape.SurfaceColumn, far uint8) rgb {
	c := biomeColours[t.Biome]
	switch t.Block {
	case world.Water:
		c = underWater(palette()[t.Cover].colour, tintOf(t.Biome, world.TintWater), int32(t.Y-t.Ground))
	case world.Ice:
		c = palette()[world.Ice].colour
	}
	h := int32(max(t.Y, t.Ground))
	slope := 2*h - int32(max(west.Y, west.Ground)) - int32(max(north.Y, north.Ground))
	return scaleBrightness(c, brightness(slope*3>>far, h))
}

// renderChanged draws the columns that differ from the generated land over a far tile, each as the mean of its blocks.
func (f *farView) renderChanged(b *surfaceReader, t Tile, out *canvas) (more bool, err error) {
	x0, z0 := t.origin()
	from := column{x0 >> 4, z0 >> 4}
	n := int32(tileSize) << t.Scale >> 4
	to := column{from.x + n - 1, from.z + n - 1}
	kept, err := b.storedColumns(from, to)
	if err != nil {
		return false, err
	}
	if t.At == 0 {
		for _, c := range b.ground.pendingColumns(from, to) {
			if !kept[c] {
				kept[c] = false // the store may not have it yet
			}
		}
	}
	budget := columnReadsMax
	if t.At != 0 { // for which no surface is cached
		budget = pastColumnReadsMax
	}
	for c, has := range kept {
		if !b.isCached(c, t.At) {
			if budget--; budget < 0 {
				more = t.At == 0 && len(kept) <= surfacesMax // else the next drawing would evict these
				continue
			}
			runtime.Gosched()
		}
		p, err := b.surface(c, t.At, has)
		if err != nil {
			return false, err
		}
		f.renderMean(out, p, (c.x<<4-x0)>>t.Scale, (c.z<<4-z0)>>t.Scale, t.Scale)
	}
	return more, nil
}

// renderMean draws a column onto its pixels of a far scale. Shadows and tints stay within the column.
func (f *farView) renderMean(out *canvas, p *surface, px, py int32, far uint8) {
	v := &f.near
	v.side = 3
	for i := range 9 {
		v.surfaces[i] = p
	}
	n := int32(16) >> far
	for i := range n * n {
		x, z := 16+i%n<<far, 16+i/n<<far
		var sum rgb
		for k := range int32(1) << (2 * far) {
			c := v.pixel(x+k&(1<<far-1), z+k>>far)
			sum = rgb{sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]}
		}
		out.set(px+i%n, py+i/n, rgb{sum[0] >> (2 * far), sum[1] >> (2 * far), sum[2] >> (2 * far)})
	}
}

package livemap

import (
	"runtime"

	"voxtide/world"
	"voxtide/worldgen"
)

// The far scales show the land as it is generated, a glance for each pixel, with its trees as a tone of its colour:
// making all that a tile shows would be thousands of columns of sections. Unexplored land is drawn in the same way: it
// is a function of the seed, and whoever goes there finds it so. What was changed is looked at block by block, as far as
// one drawing may go; what is left comes with the next.

// far is a drawing of a far scale: the glances, with a row and a column to the north and west for shadows.
type far struct {
	glances [(tileSize + 1) * (tileSize + 1)]worldgen.Top
}

// drawFar draws a tile of scale 2 or 3, over what was drawn before if there is something. more says that something was
// left out.
func (b *brush) drawFar(t Tile, old []byte) (more bool, err error) {
	if old != nil {
		if err := b.out.load(old); err != nil {
			return false, err
		}
		return b.changed(t)
	}
	const row = tileSize + 1
	x0, z0 := t.origin()
	step := int32(1) << t.Far
	f := &b.far
	for i := range f.glances {
		f.glances[i] = b.gen.Glance(x0+(int32(i%row)-1)*step, z0+(int32(i/row)-1)*step)
		if i&1023 == 0 {
			runtime.Gosched()
		}
	}
	for py := range int32(tileSize) {
		for px := range int32(tileSize) {
			i := (py+1)*row + px + 1
			b.out.set(px, py, glanced(&f.glances[i], &f.glances[i-1], &f.glances[i-row], t.Far))
		}
	}
	return b.changed(t)
}

// glanced is the colour of a place that was glanced at.
func glanced(t, west, north *worldgen.Top, far uint8) rgb {
	c := means[t.Biome]
	switch t.Block {
	case world.Water:
		c = flooded(palette[t.Cover].colour, tintOf(t.Biome, world.TintWater), int32(t.Y-t.Ground))
	case world.Ice:
		c = palette[world.Ice].colour
	}
	h := int32(max(t.Y, t.Ground))
	slope := 2*h - int32(max(west.Y, west.Ground)) - int32(max(north.Y, north.Ground))
	return lit(c, shade(slope*3>>far, h))
}

// changed draws the columns that are not as they were generated over a far tile, each as the mean of its blocks.
func (b *brush) changed(t Tile) (more bool, err error) {
	x0, z0 := t.origin()
	from := chunk{x0 >> 4, z0 >> 4}
	n := int32(tileSize) << t.Far >> 4
	to := chunk{from.x + n - 1, from.z + n - 1}
	kept, err := b.kept(from, to)
	if err != nil {
		return false, err
	}
	if t.At == 0 {
		for _, c := range b.m.lately(from, to) {
			if !kept[c] {
				kept[c] = false // the store may not have it yet
			}
		}
	}
	budget := coldMax
	if t.At != 0 { // of which nothing is remembered
		budget = pastColdMax
	}
	for c, has := range kept {
		if !b.known(c, t.At) {
			if budget--; budget < 0 {
				more = t.At == 0 && len(kept) <= patchesMax // else what comes next pushes out what was
				continue
			}
			runtime.Gosched()
		}
		p, err := b.column(c, t.At, has)
		if err != nil {
			return false, err
		}
		b.mean(p, (c.x<<4-x0)>>t.Far, (c.z<<4-z0)>>t.Far, t.Far)
	}
	return more, nil
}

// known tells whether looking at a column costs next to nothing.
func (b *brush) known(c chunk, at int64) bool {
	b.m.mu.Lock()
	defer b.m.mu.Unlock()
	return at == 0 && b.m.patches.of[c] != nil
}

// mean draws a column at a pixel of a far scale. Shadows and tints stay within the column.
func (b *brush) mean(p *patch, px, py int32, far uint8) {
	v := &b.near
	v.side = 3
	for i := range 9 {
		v.of[i] = p
	}
	n := int32(16) >> far
	for i := range n * n {
		x, z := 16+i%n<<far, 16+i/n<<far
		var sum rgb
		for k := range int32(1) << (2 * far) {
			c := v.pixel(x+k&(1<<far-1), z+k>>far)
			sum = rgb{sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]}
		}
		b.out.set(px+i%n, py+i/n, rgb{sum[0] >> (2 * far), sum[1] >> (2 * far), sum[2] >> (2 * far)})
	}
}

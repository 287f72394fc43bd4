package gen3

import "voxtide/world"

// treeShape is a row of the table of trees.
type treeShape struct {
	draw func(c *canvas, t *tree)
	high int32          // greatest height above its foot
	on   [4]world.Block // blocks that it grows on
}

var (
	soils = [4]world.Block{world.Grass, world.Dirt, world.Snow}
	sands = [4]world.Block{world.Sand, world.RedSand}
)

var (
	beaches = [4]world.Block{world.Sand, world.Grass}
	seabed  = [4]world.Block{world.Sand, world.Gravel, world.Clay, world.Dirt}
)

var shapes = [treeKinds]treeShape{
	oak:        {drawOak, 8, soils},
	bigOak:     {drawBigOak, 16, soils},
	kapok:      {drawKapok, 23, soils},
	birch:      {drawBirch, 11, soils},
	pine:       {drawPine, 14, soils},
	tallPine:   {drawTallPine, 23, soils},
	acacia:     {drawAcacia, 10, soils},
	willow:     {drawWillow, 9, soils},
	bush:       {drawBush, 2, soils},
	cactus:     {drawCactus, 5, sands},
	boulder:    {drawBoulder, 3, [4]world.Block{world.Grass, world.Dirt, world.Snow, world.Gravel}},
	greatOak:   {drawGreatOak, 22, soils},
	giantKapok: {drawGiantKapok, 36, soils},
	redwood:    {drawRedwood, 41, soils},
	poplar:     {drawPoplar, 17, soils},
	palm:       {drawPalm, 11, beaches},
	snag:       {drawSnag, 8, soils},
	fallen:     {drawFallen, 1, soils},
	stack:      {drawStack, 30, seabed},
	arch:       {drawArch, 17, [4]world.Block{world.Sand, world.Stone, world.Grass, world.RedSand}},
}

// giants are the kinds that need free ground around: no other that comes later stands beside their place.
var giants = [treeKinds]bool{greatOak: true, giantKapok: true, redwood: true, arch: true}

// growsOn reports whether a kind of tree grows on a block.
func (k treeKind) growsOn(ground world.Block) bool {
	on := shapes[k].on
	return ground != world.Air && (ground == on[0] || ground == on[1] || ground == on[2] || ground == on[3])
}

// canvas is the section into which a tree is drawn.
type canvas struct {
	origin world.Pos
	cells  *[world.SectionCells]world.Block
	drawn  bool // a block was put
}

// draw draws the part of a tree that is in the canvas.
func (c *canvas) draw(t *tree) {
	if o := c.origin; t.x+treeWide < o.X || t.x-treeWide > o.X+15 || t.z+treeWide < o.Z || t.z-treeWide > o.Z+15 ||
		t.y-treeDeep > o.Y+15 || t.y+shapes[t.kind].high < o.Y {
		return
	}
	shapes[t.kind].draw(c, t)
}

// put draws a block: leaves into air and plants, other blocks into leaves too.
func (c *canvas) put(x, y, z int32, b world.Block) {
	dx, dy, dz := uint32(x-c.origin.X), uint32(y-c.origin.Y), uint32(z-c.origin.Z)
	if dx|dy|dz > 15 {
		return
	}
	cell := &c.cells[dx|dz<<4|dy<<8]
	if *cell == world.Air || cell.Shape() == world.ShapeCross || leafy[*cell] && !leafy[b] || soft[*cell] {
		*cell = b
		c.drawn = true
	}
}

// soft marks what lies on the ground, which trees replace.
var soft = func() (t [world.BlockCount]bool) {
	for _, b := range halves {
		t[b] = b != world.Air
	}
	t[carpet], t[pebble], t[mossyPebble] = true, true, true
	return t
}()

// rock draws a block of rock, also into water.
func (c *canvas) rock(x, y, z int32, b world.Block) {
	dx, dy, dz := uint32(x-c.origin.X), uint32(y-c.origin.Y), uint32(z-c.origin.Z)
	if dx|dy|dz <= 15 && c.cells[dx|dz<<4|dy<<8] == world.Water {
		c.cells[dx|dz<<4|dy<<8] = b
		c.drawn = true
		return
	}
	c.put(x, y, z, b)
}

// leafy marks the leaf blocks, which other blocks replace.
var leafy = func() (t [world.BlockCount]bool) {
	for _, b := range [...]world.Block{world.Leaves, world.BirchLeaves, world.PineLeaves, willowLeaves, acaciaLeaves, kapokLeaves} {
		t[b] = true
	}
	return t
}()

// The blocks of trees without constants.
var (
	willowLog, willowLeaves = named("willow_log"), named("willow_leaves")
	acaciaLog, acaciaLeaves = named("acacia_log"), named("acacia_leaves")
	kapokLog, kapokLeaves   = named("kapok_log"), named("kapok_leaves")
)

func (c *canvas) trunk(t *tree, height int32, b world.Block) {
	for y := range height {
		c.put(t.x, t.y+y, t.z, b)
	}
}

// disc draws a flat disc of leaves with random corners. The radius is in half blocks.
func (c *canvas) disc(x, y, z, radius int32, b world.Block, chance uint64) {
	r := radius / 2
	for dz := -r; dz <= r; dz++ {
		for dx := -r; dx <= r; dx++ {
			d := 4 * (dx*dx + dz*dz)
			if d > radius*radius+2 || d > radius*radius-radius && chance>>(uint32(dx*5+dz*3+y)&63)&1 == 0 {
				continue
			}
			c.put(x+dx, y, z+dz, b)
		}
	}
}

// ball draws a lump of leaves, a little flat; the radius is in half blocks.
func (c *canvas) ball(x, y, z, radius int32, b world.Block, chance uint64) {
	r := radius / 2
	for dy := -r; dy <= r; dy++ {
		if flat := radius*radius - 5*dy*dy; flat > 0 {
			c.disc(x, y+dy, z, root(flat), b, chance)
		}
	}
}

// root returns the square root of a small number, rounded down.
func root(n int32) (r int32) {
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

func drawOak(c *canvas, t *tree) {
	h := 4 + int32(t.chance%3)
	for i, r := range [4]int32{5, 5, 3, 2} {
		c.disc(t.x, t.y+h-2+int32(i), t.z, r, world.Leaves, t.chance>>8)
	}
	c.trunk(t, h, world.Log)
}

func drawBigOak(c *canvas, t *tree) {
	h := 7 + int32(t.chance%4)
	c.ball(t.x, t.y+h, t.z, 8+int32(t.chance>>8&1), world.Leaves, t.chance>>9)
	for i := range uint64(3) {
		a := t.chance >> (16 + 8*i)
		dx, dz := int32(a%3)-1, int32(a>>2%3)-1
		y := t.y + h - 3 - int32(a>>5&1)
		for k := range int32(3) {
			c.put(t.x+dx*(k+1), y+k/2, t.z+dz*(k+1), world.Log)
		}
		c.ball(t.x+dx*3, y+2, t.z+dz*3, 5, world.Leaves, a)
	}
	c.trunk(t, h+1, world.Log)
}

func drawKapok(c *canvas, t *tree) {
	h := 11 + int32(t.chance%7)
	c.ball(t.x, t.y+h, t.z, 9, kapokLeaves, t.chance>>8)
	for i := range uint64(2) { // branches with a tuft each
		a := t.chance >> (20 + 9*i)
		dx, dz := int32(a%3)-1, int32(a>>2%3)-1
		y := t.y + 5 + int32(a>>5%4)
		c.put(t.x+dx, y, t.z+dz, kapokLog)
		c.ball(t.x+2*dx, y+1, t.z+2*dz, 5, kapokLeaves, a)
	}
	c.trunk(t, h+2, kapokLog)
}

func drawBirch(c *canvas, t *tree) {
	h := 6 + int32(t.chance%4)
	for i, r := range [5]int32{3, 5, 4, 3, 2} {
		c.disc(t.x, t.y+h-3+int32(i), t.z, r, world.BirchLeaves, t.chance>>8)
	}
	c.trunk(t, h, world.BirchLog)
}

func drawPine(c *canvas, t *tree) { c.cone(t, 7+int32(t.chance%5), 1+int32(t.chance>>40&1)) }

func drawTallPine(c *canvas, t *tree) { c.cone(t, 14+int32(t.chance%7), 4+int32(t.chance>>40&1)) }

// cone draws a pine whose leaves begin at bare blocks above the ground: tiers of boughs, each narrower upwards, none of which leaves the trunk
// bare.
func (c *canvas) cone(t *tree, h, bare int32) {
	for y := bare; y <= h; y++ {
		left := h - y
		tier := left % 3 // 2: the broad foot of a tier
		r := min(2+left/2, 8) - 2 + tier
		c.disc(t.x, t.y+y, t.z, max(r, 2), world.PineLeaves, t.chance>>8)
		for i := range int32(4) { // never bare
			c.put(t.x+(i&1)*(i-2), t.y+y, t.z+(1-i&1)*(i-1), world.PineLeaves)
		}
	}
	c.put(t.x, t.y+h+1, t.z, world.PineLeaves)
	c.put(t.x, t.y+h+2, t.z, world.PineLeaves)
	c.trunk(t, h+1, world.PineLog)
}

func drawAcacia(c *canvas, t *tree) {
	h := 5 + int32(t.chance%3)
	dx, dz := int32(t.chance>>8%3)-1, int32(t.chance>>10%3)-1
	c.trunk(t, h-2, acaciaLog)
	for k := range int32(3) {
		c.put(t.x+dx*(k+1)/2, t.y+h-2+k, t.z+dz*(k+1)/2, acaciaLog)
	}
	x, z := t.x+dx*3/2, t.z+dz*3/2
	c.disc(x, t.y+h+1, z, 7, acaciaLeaves, t.chance>>12)
	c.disc(x, t.y+h+2, z, 4, acaciaLeaves, t.chance>>12)
}

func drawWillow(c *canvas, t *tree) {
	h := 5 + int32(t.chance%3)
	c.disc(t.x, t.y+h-2, t.z, 6, willowLeaves, t.chance>>8)
	c.disc(t.x, t.y+h-1, t.z, 7, willowLeaves, t.chance>>8)
	c.disc(t.x, t.y+h, t.z, 5, willowLeaves, t.chance>>8)
	for i := range uint64(8) { // hanging leaves
		a := t.chance >> (i * 7)
		dx, dz := int32(a%7)-3, int32(a>>3%7)-3
		if dx*dx+dz*dz < 5 || dx*dx+dz*dz > 12 {
			continue
		}
		for k := range int32(a>>6&1) + 2 {
			c.put(t.x+dx, t.y+h-2-k, t.z+dz, willowLeaves)
		}
	}
	c.trunk(t, h, willowLog)
}

func drawBush(c *canvas, t *tree) {
	c.disc(t.x, t.y, t.z, 3, world.Leaves, t.chance>>8)
	c.put(t.x, t.y+1, t.z, world.Leaves)
	c.put(t.x, t.y, t.z, world.Log)
}

func drawCactus(c *canvas, t *tree) { c.trunk(t, 2+int32(t.chance%3), world.Cactus) }

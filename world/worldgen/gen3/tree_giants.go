package gen3

import "voxtide/world"

// The large trees and the rocks that stand alone.

// thick draws a trunk of 2 x 2.
func (c *canvas) thick(t *tree, low, high int32, b world.Block) {
	for y := low; y < high; y++ {
		for i := range int32(4) {
			c.put(t.x+i&1, t.y+y, t.z+i>>1, b)
		}
	}
}

// roots draws what holds a thick trunk: ridges that run out and down the ground.
func (c *canvas) roots(t *tree, b world.Block) {
	for i := range int32(4) {
		dx, dz := i&1*2-1, i>>1*2-1
		x, z := t.x+(dx+1)/2+dx, t.z+(dz+1)/2
		if i == 1 || i == 2 {
			x, z = t.x+(dx+1)/2, t.z+(dz+1)/2+dz
		}
		for y := int32(-3); y < 2+int32(t.chance>>(20+i)&1); y++ {
			c.put(x, t.y+y, z, b)
		}
	}
}

// bough draws a branch that runs out and up, with a tuft at its end.
func (c *canvas) bough(x, y, z, dx, dz, long int32, wood, leaves world.Block, tuft int32, chance uint64) {
	for k := range long {
		c.put(x+dx*k, y+k/2, z+dz*k, wood)
	}
	c.ball(x+dx*(long-1), y+long/2+1, z+dz*(long-1), tuft, leaves, chance)
}

var eight = [8][2]int32{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

func drawGreatOak(c *canvas, t *tree) {
	h := 10 + int32(t.chance%4)
	for i := range uint64(8) {
		a := t.chance >> (6 * i)
		d := eight[i]
		long := 5 + int32(a&1)
		if d[0] != 0 && d[1] != 0 {
			long--
		}
		c.bough(t.x+(d[0]+1)/2, t.y+h-4+int32(a>>1%4), t.z+(d[1]+1)/2, d[0], d[1], long, world.Log, world.Leaves, 6+int32(a>>3&1), a)
	}
	c.ball(t.x, t.y+h+2, t.z, 11, world.Leaves, t.chance>>9)
	c.thick(t, -3, h+2, world.Log)
	c.roots(t, world.Log)
}

func drawGiantKapok(c *canvas, t *tree) {
	h := 22 + int32(t.chance%7)
	for i := range uint64(8) {
		a := t.chance >> (6 * i)
		d := eight[i]
		long := 5 + int32(a&1)
		c.bough(t.x+(d[0]+1)/2, t.y+h-6+int32(a>>1%5), t.z+(d[1]+1)/2, d[0], d[1], long, kapokLog, kapokLeaves, 7, a)
		if i%3 == 0 { // low tufts
			c.bough(t.x+(d[0]+1)/2, t.y+8+int32(a>>2%8), t.z+(d[1]+1)/2, d[0], d[1], 3, kapokLog, kapokLeaves, 5, a>>3)
		}
	}
	c.ball(t.x, t.y+h+2, t.z, 12, kapokLeaves, t.chance>>9)
	c.thick(t, -3, h+2, kapokLog)
	c.roots(t, kapokLog)
	for i := range uint64(6) { // vines
		a := t.chance >> (8 * i)
		d := eight[a%8]
		for k := range int32(3 + a>>3%6) {
			c.put(t.x+d[0]*(4+int32(a>>6&1)), t.y+h-5-k, t.z+d[1]*(4+int32(a>>6&1)), kapokLeaves)
		}
	}
}

func drawRedwood(c *canvas, t *tree) {
	h := 28 + int32(t.chance%9)
	for y := int32(9); y <= h; y++ {
		left := h - y
		r := min(3+left*2/5, 11) - left%4
		c.disc(t.x, t.y+y, t.z, max(r, 3), world.PineLeaves, t.chance>>(uint(y)&15))
		c.disc(t.x+1, t.y+y, t.z+1, max(r, 3), world.PineLeaves, t.chance>>(uint(y)&15+3))
	}
	c.disc(t.x, t.y+h+1, t.z, 3, world.PineLeaves, t.chance)
	c.put(t.x, t.y+h+2, t.z, world.PineLeaves)
	c.thick(t, -3, h-3, world.PineLog)
	for y := h - 3; y <= h; y++ {
		c.put(t.x, t.y+y, t.z, world.PineLog)
	}
	c.roots(t, world.PineLog)
}

func drawPoplar(c *canvas, t *tree) {
	h := 10 + int32(t.chance%5)
	for y := int32(2); y <= h+1; y++ {
		r := int32(4)
		if y < 4 || y > h-2 {
			r = 3
		}
		c.disc(t.x, t.y+y, t.z, r, world.BirchLeaves, t.chance>>(uint(y)&31))
	}
	c.put(t.x, t.y+h+2, t.z, world.BirchLeaves)
	c.trunk(t, h, world.BirchLog)
}

func drawPalm(c *canvas, t *tree) {
	h := 6 + int32(t.chance%3)
	d := eight[t.chance>>8%8]
	x, z := t.x, t.z
	for y := range h {
		if y == 2 || y == 4 { // it leans
			x, z = x+d[0], z+d[1]
			c.put(x, t.y+y-1, z, kapokLog)
		}
		c.put(x, t.y+y, z, kapokLog)
	}
	c.put(x, t.y+h, z, kapokLeaves)
	for i, e := range eight {
		for k := int32(1); k <= 3; k++ {
			y := t.y + h
			if k == 3 || i&1 == 1 && k == 2 {
				y--
			}
			if i&1 == 1 && k == 3 {
				continue
			}
			c.put(x+e[0]*k, y, z+e[1]*k, kapokLeaves)
		}
	}
}

func drawSnag(c *canvas, t *tree) {
	h := 4 + int32(t.chance%4)
	d := eight[t.chance>>8%8]
	c.trunk(t, h, world.PineLog)
	c.put(t.x+d[0], t.y+h-2, t.z+d[1], world.PineLog)
}

// fallenLong is how many blocks of a fallen log lie beside its first one.
const fallenLong = 4

func drawFallen(c *canvas, t *tree) {
	wood := [3]world.Block{world.Log, world.BirchLog, world.PineLog}[t.chance>>4%3]
	axis := 1 + int(t.chance&1)*1
	for k := range int32(fallenLong) {
		x, z := t.x+k, t.z
		if t.chance&1 == 1 {
			x, z = t.x, t.z+k
		}
		c.put(x, t.y, z, wood.With(world.PropAxis, axis))
		if t.chance>>(8+k)&3 == 0 {
			c.put(x, t.y+1, z, carpet)
		}
	}
}

// lump draws a ragged lump of rock; the radius is in half blocks.
func (c *canvas) lump(x, y, z, radius int32, b, other world.Block, chance uint64) {
	r := radius / 2
	for dy := -r; dy <= r; dy++ {
		for dz := -r; dz <= r; dz++ {
			for dx := -r; dx <= r; dx++ {
				d := 4*(dx*dx+dz*dz) + 5*dy*dy
				if d > radius*radius || d > radius*radius-radius*2 && chance>>(uint32(dx*5+dz*3+dy*7)&63)&1 == 0 {
					continue
				}
				if chance>>(uint32(dx*3+dz*11+dy*5)&63)&3 == 0 {
					c.rock(x+dx, y+dy, z+dz, other)
					continue
				}
				c.rock(x+dx, y+dy, z+dz, b)
			}
		}
	}
}

func drawBoulder(c *canvas, t *tree) {
	c.lump(t.x, t.y, t.z, 3+int32(t.chance%4), world.MossyCobblestone, world.Stone, t.chance>>8)
	c.put(t.x, t.y, t.z, world.MossyCobblestone)
}

// drawStack draws a pillar of rock that the sea left.
func drawStack(c *canvas, t *tree) {
	h := 14 + int32(t.chance%12)
	for y := int32(-2); y <= h; y++ {
		r := 7 - y*4/h + int32(t.chance>>(uint(y+2)*2)&1)
		x, z := t.x+int32(t.chance>>40&1)*y/9, t.z-int32(t.chance>>41&1)*y/9
		for dz := -r / 2; dz <= r/2; dz++ {
			for dx := -r / 2; dx <= r/2; dx++ {
				if 4*(dx*dx+dz*dz) > r*r {
					continue
				}
				b := world.Stone
				if y > h-1 {
					b = world.Grass
				} else if t.chance>>(uint32(y/2)&63)&3 == 0 {
					b = slate
				}
				c.rock(x+dx, t.y+y, z+dz, b)
			}
		}
	}
}

var slate = named("slate")

// drawArch draws a gate of rock.
func drawArch(c *canvas, t *tree) {
	b := world.Stone
	if t.chance>>50&1 == 1 {
		b = world.Sandstone
	}
	d := [2]int32{1, 0}
	if t.chance&1 == 1 {
		d = [2]int32{0, 1}
	}
	for i := range int32(25) { // a half circle of lumps, in steps of a 24th
		x, y := arc[i][0]*7/64, arc[i][1]*13/64
		size := int32(4) + int32(t.chance>>(i+8)&1)
		c.lump(t.x+d[0]*x, t.y-2+y, t.z+d[1]*x, size, b, world.MossyCobblestone, t.chance>>8^uint64(i)*primeArch)
	}
}

const primeArch = 0x9e3779b97f4a7c15

// arc is a half circle of radius 64.
var arc = [25][2]int32{{64, 0}, {63, 8}, {62, 17}, {59, 24}, {55, 32}, {51, 39}, {45, 45}, {39, 51}, {32, 55}, {24, 59}, {17, 62}, {8, 63}, {0, 64},
	{-8, 63}, {-17, 62}, {-24, 59}, {-32, 55}, {-39, 51}, {-45, 45}, {-51, 39}, {-55, 32}, {-59, 24}, {-62, 17}, {-63, 8}, {-64, 0}}

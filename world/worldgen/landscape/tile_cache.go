package landscape

// TileCache remembers what was computed for tiles of land, in a square of slots by the lower bits of the tiles' coordinates: of tiles that share them the last one stays. A
// player who walks needs a small square. A crowd that comes in over a wide area asks for sections here and there by turns, and each would evict what the next one
// needs: after Widen, where every fourth tile that is computed was computed before, the square is doubled, up to most.
//
// It belongs to one goroutine.
type TileCache[T any] struct {
	least, side, most int32 // powers of two
	slots             []tileSlot[T]
	unused            []T // tiles that no slot has yet: they are made several at a time, as each memory of its own costs the runtime some that it never gives back

	computed []tileKey // of a square of most: the last tile that was computed, by the lower bits; nil: none was evicted yet
	misses   int32     // of the last side*side*4: tiles that took the place of others
	again    int32     // and those of them that had been computed before
}

// tilesTogether is how many tiles are made at once.
const tilesTogether = 8

type tileKey struct {
	x, z int32
	set  bool
}

type tileSlot[T any] struct {
	x, z int32
	tile *T // nil: there is none
}

// NewTileCache returns a cache of a square of side by side tiles. The side is a power of two, and at least 4, so that a tile and those around it never evict each
// other.
func NewTileCache[T any](side int32) TileCache[T] {
	return TileCache[T]{least: side, side: side, most: side, slots: make([]tileSlot[T], side*side)}
}

// Widen lets the cache grow to a side, a power of two. Who calls it calls Rest.
func (c *TileCache[T]) Widen(most int32) { c.most = max(c.side, most) }

// Find returns what was computed for a tile, nil if it is not there.
func (c *TileCache[T]) Find(x, z int32) *T {
	if s := c.slot(x, z); s.tile != nil && s.x == x && s.z == z {
		return s.tile
	}
	return nil
}

func (c *TileCache[T]) slot(x, z int32) *tileSlot[T] {
	return &c.slots[x&(c.side-1)+z&(c.side-1)*c.side]
}

// Place returns where to compute a tile that Find did not find; it holds what was there before. It is valid until the next Place of a tile
// with the same lower bits.
func (c *TileCache[T]) Place(x, z int32) *T {
	s := c.slot(x, z)
	if s.tile != nil && c.evicts(x, z) {
		c.grow()
		s = c.slot(x, z)
	}
	if c.computed != nil {
		*c.key(x, z) = tileKey{x, z, true}
	}
	if s.tile == nil {
		if len(c.unused) == 0 {
			c.unused = make([]T, tilesTogether)
		}
		s.tile, c.unused = &c.unused[0], c.unused[1:]
	}
	s.x, s.z = x, z
	return s.tile
}

func (c *TileCache[T]) key(x, z int32) *tileKey {
	return &c.computed[x&(c.most-1)+z&(c.most-1)*c.most]
}

// evicts notes that a tile takes the place of another one, and reports whether the square is to be doubled.
func (c *TileCache[T]) evicts(x, z int32) bool {
	if c.side == c.most {
		return false
	}
	if c.computed == nil {
		c.computed = make([]tileKey, c.most*c.most)
		for _, s := range c.slots {
			if s.tile != nil {
				*c.key(s.x, s.z) = tileKey{s.x, s.z, true}
			}
		}
	}
	if *c.key(x, z) == (tileKey{x, z, true}) {
		c.again++
	}
	if c.misses++; c.misses < 4*c.side*c.side {
		return false
	}
	many := c.again >= c.side*c.side
	c.misses, c.again = 0, 0
	return many
}

// grow doubles the square. No two tiles come to the same slot.
func (c *TileCache[T]) grow() {
	old := c.slots
	if c.side *= 2; c.side == c.most { // nothing is to be noted any more
		c.computed = nil
	}
	c.slots = make([]tileSlot[T], c.side*c.side)
	for _, s := range old {
		if s.tile != nil {
			*c.slot(s.x, s.z) = s
		}
	}
}

// Rest gives back the memory of all tiles, and of the slots by which the cache has grown. What is needed again is computed again.
func (c *TileCache[T]) Rest() {
	most := c.most
	*c = NewTileCache[T](c.least)
	c.Widen(most)
}

// Side returns the side of the square of slots, in tiles.
func (c *TileCache[T]) Side() int32 { return c.side }

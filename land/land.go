// Package land is the book of claimed land: boxes of cells, or whole columns, with a number for their owner. It is data and its lookup. The server
// tells it to all, so that what stops at a border between two owners (running water, power, what hangs at a block) stops there in
// every prediction, too. Who may build where the server alone decides.
//
// Owner: whose world holds the book. Invariant: equal claims have an equal hash, in whatever order they were added.
package land

import (
	"cmp"
	"slices"
)

// Claim is land of an owner. Bounds along X and Z are inclusive, in blocks.
type Claim struct {
	LowX, LowZ, HighX, HighZ int32
	Heights
	Owner uint32 // 0 is nobody
	Plot  bool   // it is a part of other claims with an owner of its own
}

// Heights are those of a claim: from LowY on, below TopY. Both 0 are all, from the bottom of the world to the sky.
type Heights struct{ LowY, TopY int32 }

// Whole reports whether heights are all that there are.
func (h Heights) Whole() bool { return h == Heights{} }

// Contain reports whether a height is among them.
func (h Heights) Contain(y int32) bool { return h.Whole() || y >= h.LowY && y < h.TopY }

// Meet reports whether some height is among both.
func (h Heights) Meet(o Heights) bool {
	return h.Whole() || o.Whole() || h.LowY < o.TopY && o.LowY < h.TopY
}

// Valid reports whether there may be such heights.
func (h Heights) Valid() bool {
	const far = 1 << 20
	return h.Whole() || h.LowY >= -far && h.TopY <= far && h.TopY > h.LowY && h.TopY-h.LowY <= HeightMax
}

// Max is the greatest number of claims in a book; WidthMax the greatest number of columns along an edge of one, HeightMax the greatest number of
// heights of one that does not have all.
const (
	Max       = 4096
	WidthMax  = 256
	HeightMax = 1<<15 - 1
)

// Valid reports whether there may be such a claim.
func (c Claim) Valid() bool {
	const far = 1 << 30
	return c.Owner != 0 && c.LowX >= -far && c.LowZ >= -far && c.HighX >= c.LowX && c.HighZ >= c.LowZ && c.HighX <= far && c.HighZ <= far &&
		c.HighX-c.LowX < WidthMax && c.HighZ-c.LowZ < WidthMax && c.Heights.Valid()
}

// Compare orders claims, plots first: so the first that contains a cell decides whose it is.
func (c Claim) Compare(o Claim) int {
	if c.Plot != o.Plot {
		if c.Plot {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(c.LowX, o.LowX), cmp.Compare(c.LowZ, o.LowZ), cmp.Compare(c.HighX, o.HighX), cmp.Compare(c.HighZ, o.HighZ), cmp.Compare(c.LowY, o.LowY),
		cmp.Compare(c.TopY, o.TopY), cmp.Compare(c.Owner, o.Owner))
}

// hash is mixed as by splitmix64, a field at a time.
func (c Claim) hash() (h uint64) {
	for _, v := range [...]uint32{uint32(c.LowX), uint32(c.LowZ), uint32(c.HighX), uint32(c.HighZ), uint32(c.LowY), uint32(c.TopY), c.Owner} {
		h = (h ^ uint64(v)) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
		h = h*0x94d049bb133111eb + 1
	}
	if c.Plot {
		h = ^h
	}
	return h ^ h>>32
}

// Book is a set of claims. The zero value is empty.
type Book struct {
	claims []Claim            // in order
	grid   map[square][]int32 // indices of claims by the squares that they touch; nil: to be made
	hash   uint64
}

// square is 64 by 64 columns.
type square struct{ x, z int32 }

const squareBits = 6

// Claims returns the claims, in order. Read it only.
func (b *Book) Claims() []Claim { return b.claims }

// Hash returns the hash of the book, 0 for an empty one.
func (b *Book) Hash() uint64 { return b.hash }

// Add adds a claim. It returns false and changes nothing if it is there, is none, or the book is full.
func (b *Book) Add(c Claim) bool {
	i, there := slices.BinarySearchFunc(b.claims, c, Claim.Compare)
	if there || !c.Valid() || len(b.claims) >= Max {
		return false
	}
	b.claims = slices.Insert(b.claims, i, c)
	b.hash, b.grid = b.hash^c.hash(), nil
	return true
}

// Remove removes a claim. It returns false if it is not there.
func (b *Book) Remove(c Claim) bool {
	i, there := slices.BinarySearchFunc(b.claims, c, Claim.Compare)
	if !there {
		return false
	}
	b.claims = slices.Delete(b.claims, i, i+1)
	b.hash, b.grid = b.hash^c.hash(), nil
	return true
}

// Clone returns a copy that shares nothing.
func (b *Book) Clone() Book { return Book{claims: slices.Clone(b.claims), hash: b.hash} }

// OwnerAt returns the owner of a cell, 0 for nobody. Where there is a plot that is the plot's.
func (b *Book) OwnerAt(x, y, z int32) uint32 {
	if len(b.claims) == 0 {
		return 0
	}
	if b.grid == nil {
		b.index()
	}
	for _, i := range b.grid[square{x >> squareBits, z >> squareBits}] {
		if c := &b.claims[i]; x >= c.LowX && x <= c.HighX && z >= c.LowZ && z <= c.HighZ && c.Contain(y) {
			return c.Owner
		}
	}
	return 0
}

// Apart reports whether there is a border between two cells: they have different owners, or one of them has one.
func (b *Book) Apart(x, y, z, otherX, otherY, otherZ int32) bool {
	return len(b.claims) > 0 && (x != otherX || y != otherY || z != otherZ) && b.OwnerAt(x, y, z) != b.OwnerAt(otherX, otherY, otherZ)
}

func (b *Book) index() {
	b.grid = map[square][]int32{}
	for i := range b.claims {
		c := &b.claims[i]
		for x := c.LowX >> squareBits; x <= c.HighX>>squareBits; x++ {
			for z := c.LowZ >> squareBits; z <= c.HighZ>>squareBits; z++ {
				b.grid[square{x, z}] = append(b.grid[square{x, z}], int32(i))
			}
		}
	}
}

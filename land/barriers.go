package land

import (
	"cmp"
	"slices"
)

// Barriers are where no body goes: beyond the border of the world, and into closed areas. A body that is inside already may move about there, and out.
// All know them, so that what stops at one stops there in every prediction. The zero value has none.
type Barriers struct {
	border Border
	closed []Area // in order
	hash   uint64
}

// Border is a square of columns, beyond which there is nothing for bodies: R blocks to each side of a column. R 0 is none.
type Border struct{ X, Z, R int32 }

// BorderMax is the greatest R of a border, in blocks.
const BorderMax = 30_000_000

// Valid reports whether there may be such a border.
func (b Border) Valid() bool {
	const far = BorderMax
	return b.R >= 0 && b.R <= far && b.X >= -far && b.X <= far && b.Z >= -far && b.Z <= far && (b.R > 0 || b == Border{})
}

// Inside reports whether a column is within the border.
func (b Border) Inside(x, z int32) bool {
	return b.R == 0 || distance(x, b.X) <= int64(b.R) && distance(z, b.Z) <= int64(b.R)
}

func distance(a, b int32) int64 { return max(int64(a)-int64(b), int64(b)-int64(a)) }

// Area is a box of cells, by its lowest and highest cell along X, Y, Z.
type Area struct{ Low, High [3]int32 }

// ClosedMax is the greatest number of closed areas; AreaWidthMax the greatest size of one along an axis, in blocks.
const (
	ClosedMax    = 256
	AreaWidthMax = 4096
)

// Valid reports whether there may be such an area.
func (a Area) Valid() bool {
	const far = 1 << 30
	for i := range a.Low {
		if a.Low[i] < -far || a.High[i] > far || a.High[i] < a.Low[i] || a.High[i]-a.Low[i] >= AreaWidthMax {
			return false
		}
	}
	return true
}

// Compare orders areas.
func (a Area) Compare(o Area) int {
	return cmp.Or(slices.Compare(a.Low[:], o.Low[:]), slices.Compare(a.High[:], o.High[:]))
}

// meets reports whether two areas have a cell in common.
func (a *Area) meets(o *Area) bool {
	for i := range a.Low {
		if a.Low[i] > o.High[i] || o.Low[i] > a.High[i] {
			return false
		}
	}
	return true
}

func (a Area) hash() (h uint64) {
	for i := range a.Low {
		h = mix(mix(h, uint64(uint32(a.Low[i]))), uint64(uint32(a.High[i])))
	}
	return h ^ h>>32
}

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0xbf58476d1ce4e5b9
	h ^= h >> 29
	return h*0x94d049bb133111eb + 1
}

// Any reports whether there are any barriers.
func (b *Barriers) Any() bool { return b.hash != 0 }

// Hash returns a hash of the barriers, 0 for none.
func (b *Barriers) Hash() uint64 { return b.hash }

// Border returns the border.
func (b *Barriers) Border() Border { return b.border }

// Closed returns the closed areas, in order. Read it only.
func (b *Barriers) Closed() []Area { return b.closed }

// SetBorder sets the border and returns the one before; false, and no change, for one that there may not be.
func (b *Barriers) SetBorder(n Border) (old Border, ok bool) {
	if !n.Valid() {
		return b.border, false
	}
	old, b.border = b.border, n
	b.hash ^= old.hash() ^ n.hash()
	return old, true
}

func (b Border) hash() uint64 {
	if b.R == 0 {
		return 0
	}
	return mix(mix(mix(1, uint64(uint32(b.X))), uint64(uint32(b.Z))), uint64(uint32(b.R)))
}

// Close adds a closed area. It returns false and changes nothing if it is there, is none, or there are too many.
func (b *Barriers) Close(a Area) bool {
	i, there := slices.BinarySearchFunc(b.closed, a, Area.Compare)
	if there || !a.Valid() || len(b.closed) >= ClosedMax {
		return false
	}
	b.closed = slices.Insert(b.closed, i, a)
	b.hash ^= a.hash()
	return true
}

// Open removes a closed area. It returns false if it is not there.
func (b *Barriers) Open(a Area) bool {
	i, there := slices.BinarySearchFunc(b.closed, a, Area.Compare)
	if !there {
		return false
	}
	b.closed = slices.Delete(b.closed, i, i+1)
	b.hash ^= a.hash()
	return true
}

// Clone returns a copy that shares nothing.
func (b *Barriers) Clone() Barriers {
	return Barriers{border: b.border, closed: slices.Clone(b.closed), hash: b.hash}
}

// AppendNear appends the barriers that meet an area, as areas: of the land beyond the border the part in and beside it.
func (b *Barriers) AppendNear(dst []Area, near Area) []Area {
	if b.border.R > 0 {
		c := [3]int32{b.border.X, 0, b.border.Z}
		for _, axis := range [2]int{0, 2} {
			if low := c[axis] - b.border.R; near.Low[axis] < low {
				a := near.wider()
				a.High[axis] = low - 1
				dst = append(dst, a)
			}
			if high := c[axis] + b.border.R; near.High[axis] > high {
				a := near.wider()
				a.Low[axis] = high + 1
				dst = append(dst, a)
			}
		}
	}
	for i := range b.closed {
		if b.closed[i].meets(&near) {
			dst = append(dst, b.closed[i])
		}
	}
	return dst
}

// wider returns an area that is larger by a cell on each side.
func (a Area) wider() Area {
	for i := range a.Low {
		a.Low[i]--
		a.High[i]++
	}
	return a
}

package world

import (
	"iter"
	"math/bits"
	"slices"
)

// Subscription is a subscription of a client to a section.
type Subscription struct {
	Section   SectionPos
	Epoch     uint32 // of the subscription; from 1
	Confirmed bool   // the client has said (or the server has decided) that the section has arrived
}

// Subscriptions are the subscriptions of a client, one for each section, in the order of SectionPos.Compare. The zero value has none. They
// are kept by tiles, squares of 4 by 4 sections of one height: a client has thousands, side by side, and lists of them take five times the memory,
// in as many objects as there are heights.
type Subscriptions struct {
	levels  []subscriptionLevel // by height, none of them empty
	tiles   []subscriptionTile  // of all levels, in no order
	free    []uint32            // places in tiles that are free
	count   int
	passing bool // in a pass by Backward: tiles that become empty stay until its end
	emptied int  // tiles that are empty and still listed
}

// subscriptionLevel is the subscriptions of one height.
type subscriptionLevel struct {
	y     int32
	count int32
	list  []tilePlace // by Z and X, none of them empty
}

// tilePlace says where in tiles the tile at a place is; x and z count tiles.
type tilePlace struct {
	x, z int32
	at   uint32
}

const (
	tileBits  = 2 // of X and of Z are the place of a section in its tile
	tileMask  = 1<<tileBits - 1
	tileCells = 1 << (2 * tileBits)
)

// subscriptionTile is the subscriptions of a tile; bit and index are cellOf the section. What is not taken may be anything in the other two.
type subscriptionTile struct {
	taken, confirmed uint16
	epochs           [tileCells]uint32
}

func tileOf(p SectionPos) (x, z int32) { return p.X >> tileBits, p.Z >> tileBits }
func cellOf(p SectionPos) int32        { return p.X&tileMask | p.Z&tileMask<<tileBits }

// at returns the subscription in a cell; the zero value if there is none.
func (t *subscriptionTile) at(p SectionPos, cell int32) Subscription {
	if t.taken>>cell&1 == 0 {
		return Subscription{}
	}
	return Subscription{Section: p, Epoch: t.epochs[cell], Confirmed: t.confirmed>>cell&1 != 0}
}

// Len returns their number.
func (s *Subscriptions) Len() int { return s.count }

// At returns the i-th in order, from 0. It counts by tiles: a server asks for one after the other until one is confirmed.
func (s *Subscriptions) At(i int) Subscription {
	l := 0
	for ; i >= int(s.levels[l].count); l++ {
		i -= int(s.levels[l].count)
	}
	v := &s.levels[l]
	for from := 0; ; {
		to, n := from, 0
		for ; to < len(v.list) && v.list[to].z == v.list[from].z; to++ {
			n += bits.OnesCount16(s.tiles[v.list[to].at].taken)
		}
		if i < n {
			return s.inBand(v.y, v.list[from:to], i)
		}
		i, from = i-n, to
	}
}

// inBand returns the i-th in order of tiles side by side along X.
func (s *Subscriptions) inBand(y int32, band []tilePlace, i int) Subscription {
	for z := int32(0); ; z++ {
		for _, a := range band {
			t := &s.tiles[a.at]
			row := t.taken >> (z << tileBits) & (1<<(1<<tileBits) - 1)
			n := bits.OnesCount16(row)
			if i >= n {
				i -= n
				continue
			}
			for ; i > 0; i-- {
				row &= row - 1
			}
			p := SectionPos{X: a.x<<tileBits | int32(bits.TrailingZeros16(row)), Y: y, Z: a.z<<tileBits | z}
			return t.at(p, cellOf(p))
		}
	}
}

// All calls yield with each of them, in order; yield must not change them.
func (s *Subscriptions) All() iter.Seq[Subscription] {
	return func(yield func(Subscription) bool) {
		for i := range s.levels {
			if !s.each(&s.levels[i], yield) {
				return
			}
		}
	}
}

// Backward is All from the last to the first; yield may set or remove the one that it is called with.
func (s *Subscriptions) Backward() iter.Seq[Subscription] {
	return func(yield func(Subscription) bool) {
		within := s.passing
		s.passing = true
		for i := len(s.levels) - 1; i >= 0 && s.eachBackward(&s.levels[i], yield); i-- {
		}
		if s.passing = within; !within && s.emptied > 0 {
			s.dropEmpty()
		}
	}
}

// each calls yield with each subscription of a level, in order, while it returns true. It reports whether it always did.
func (s *Subscriptions) each(l *subscriptionLevel, yield func(Subscription) bool) bool {
	for from := 0; from < len(l.list); {
		to := from + 1
		for to < len(l.list) && l.list[to].z == l.list[from].z {
			to++
		}
		for z := int32(0); z <= tileMask; z++ {
			for _, a := range l.list[from:to] {
				t := &s.tiles[a.at]
				for left := t.taken >> (z << tileBits) & (1<<(1<<tileBits) - 1); left != 0; left &= left - 1 {
					x := int32(bits.TrailingZeros16(left))
					p := SectionPos{X: a.x<<tileBits | x, Y: l.y, Z: a.z<<tileBits | z}
					if !yield(t.at(p, cellOf(p))) {
						return false
					}
				}
			}
		}
		from = to
	}
	return true
}

// eachBackward is each from the last to the first.
func (s *Subscriptions) eachBackward(l *subscriptionLevel, yield func(Subscription) bool) bool {
	list, y := l.list, l.y
	for to := len(list); to > 0; {
		from := to - 1
		for from > 0 && list[from-1].z == list[from].z {
			from--
		}
		for z := int32(tileMask); z >= 0; z-- {
			for i := to - 1; i >= from; i-- {
				a := list[i]
				for left := s.tiles[a.at].taken >> (z << tileBits) & (1<<(1<<tileBits) - 1); left != 0; {
					x := int32(bits.Len16(left)) - 1
					left &^= 1 << x
					p := SectionPos{X: a.x<<tileBits | x, Y: y, Z: a.z<<tileBits | z}
					if !yield(s.tiles[a.at].at(p, cellOf(p))) {
						return false
					}
				}
			}
		}
		to = from
	}
	return true
}

// Clone returns a copy that shares nothing with s.
func (s *Subscriptions) Clone() Subscriptions {
	c := Subscriptions{levels: slices.Clone(s.levels), tiles: slices.Clone(s.tiles), free: slices.Clone(s.free), count: s.count, emptied: s.emptied}
	for i := range c.levels {
		c.levels[i].list = slices.Clone(c.levels[i].list)
	}
	if c.emptied > 0 {
		c.dropEmpty()
	}
	return c
}

// level returns the index of a height in levels, or where it would be, and whether it exists. Heights nearly always follow one another.
func (s *Subscriptions) level(y int32) (int, bool) {
	if len(s.levels) == 0 {
		return 0, false
	}
	if i := int(y) - int(s.levels[0].y); i >= 0 && i < len(s.levels) && s.levels[i].y == y {
		return i, true
	}
	return slices.BinarySearchFunc(s.levels, y, func(l subscriptionLevel, y int32) int { return int(l.y) - int(y) })
}

// find returns the index of a tile at its height, or where it would be, and whether it exists. The search is written out because
// a server does it for many sections of each client in each step: one that calls a function to compare takes half as long again.
func (l *subscriptionLevel) find(x, z int32) (int, bool) {
	lo, hi := 0, len(l.list)
	for lo < hi {
		mid := (lo + hi) / 2
		if q := &l.list[mid]; q.z < z || q.z == z && q.x < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(l.list) && l.list[lo].x == x && l.list[lo].z == z
}

// get returns the subscription to a section; the zero value (epoch 0) if there is none.
func (s *Subscriptions) get(p SectionPos) Subscription {
	if l, ok := s.level(p.Y); ok {
		if i, ok := s.levels[l].find(tileOf(p)); ok {
			return s.tiles[s.levels[l].list[i].at].at(p, cellOf(p))
		}
	}
	return Subscription{}
}

// set sets a subscription and returns the one before; epoch 0 removes it.
func (s *Subscriptions) set(sub Subscription) (old Subscription) {
	p, cell := sub.Section, cellOf(sub.Section)
	x, z := tileOf(p)
	l, ok := s.level(p.Y)
	if !ok {
		if sub.Epoch == 0 {
			return Subscription{}
		}
		s.levels = slices.Insert(s.levels, l, subscriptionLevel{y: p.Y})
	}
	v := &s.levels[l]
	i, ok := v.find(x, z)
	if !ok {
		if sub.Epoch == 0 {
			return Subscription{}
		}
		v.list = slices.Insert(v.list, i, tilePlace{x, z, s.newTile()})
	}
	t := &s.tiles[v.list[i].at]
	old = t.at(p, cell)
	if was := t.taken; sub.Epoch == 0 {
		if t.taken &^= 1 << cell; t.taken == was {
			return old
		}
		v.count--
		s.count--
		if t.taken == 0 {
			if s.emptied++; !s.passing {
				s.dropTile(l, i)
			}
		}
		return old
	}
	if old.Epoch == 0 {
		if t.taken == 0 && ok {
			s.emptied--
		}
		v.count++
		s.count++
	}
	t.taken |= 1 << cell
	t.epochs[cell] = sub.Epoch
	if t.confirmed &^= 1 << cell; sub.Confirmed {
		t.confirmed |= 1 << cell
	}
	return old
}

// newTile returns the place of an empty tile.
func (s *Subscriptions) newTile() uint32 {
	if n := len(s.free); n > 0 {
		at := s.free[n-1]
		s.free = s.free[:n-1]
		return at
	}
	s.tiles = append(s.tiles, subscriptionTile{})
	return uint32(len(s.tiles) - 1)
}

// dropTile takes the i-th tile of a level, which is empty, out of it, and the level if it was its last one.
func (s *Subscriptions) dropTile(l, i int) {
	v := &s.levels[l]
	s.free = append(s.free, v.list[i].at)
	s.emptied--
	if v.list = slices.Delete(v.list, i, i+1); len(v.list) == 0 {
		s.levels = slices.Delete(s.levels, l, l+1)
	}
	if s.count == 0 && s.emptied == 0 {
		*s = Subscriptions{}
	}
}

// dropEmpty drops all tiles that are empty.
func (s *Subscriptions) dropEmpty() {
	for l := len(s.levels) - 1; l >= 0; l-- {
		for i := len(s.levels[l].list) - 1; i >= 0 && s.emptied > 0; i-- {
			if s.tiles[s.levels[l].list[i].at].taken != 0 {
				continue
			}
			last := len(s.levels[l].list) == 1
			if s.dropTile(l, i); last {
				break
			}
		}
	}
}

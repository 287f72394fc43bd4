package server

import (
	"math/bits"
	"slices"

	"voxtide/protocol"
	"voxtide/world"
)

// facings is the number of directions in which a player may look, as quarter turns from north: sections in view are opened first.
const facings = 4

var facingOffset = [facings]world.SectionPos{{Z: -1}, {X: 1}, {Z: 1}, {X: -1}}

// facingOf returns the quarter turn that is nearest to a heading.
func facingOf(yaw uint16) int { return int(yaw+1<<13) >> 14 & (facings - 1) }

// viewOrders are offsets of sections in the orders in which they are opened: by facing for who stands, and behind these for who flies. One that nobody
// needed yet is nil: a step that makes all of them takes milliseconds longer.
type viewOrders [2 * facings][]world.SectionPos

// orderOf returns which of viewOrders holds for a body.
func orderOf(m *world.Motion) int {
	q := facingOf(m.Yaw)
	if m.Keys&world.KeyFly != 0 {
		q += facings
	}
	return q
}

// interestOrder returns the offsets of the sections around a player in one of viewOrders: the nearest first, where a section behind the player counts as half as
// far again. They fill an upright cylinder. For who flies the square of a distance downwards counts a third, and upwards a quarter more: he sees the ground first,
// whole near by, and not the air around.
func interestOrder(view, viewY, order int) (out []world.SectionPos) {
	facing, flies := facingOffset[order%facings], order >= facings
	for y := -viewY; y <= viewY; y++ {
		for z := -view; z <= view; z++ {
			for x := -view; x <= view; x++ {
				p := world.SectionPos{X: int32(x), Y: int32(y), Z: int32(z)}
				if withinView(p, view) {
					out = append(out, p)
				}
			}
		}
	}
	rank := func(p world.SectionPos) int32 {
		d := 12 * (p.X*p.X + p.Z*p.Z)
		switch {
		case !flies:
			d += 12 * p.Y * p.Y
		case p.Y < 0:
			d += 4 * p.Y * p.Y
		default:
			d += 15 * p.Y * p.Y
		}
		if p.X*facing.X+p.Z*facing.Z < 0 && d > 3*12 {
			return 9 * d
		}
		return 4 * d
	}
	slices.SortFunc(out, func(a, b world.SectionPos) int {
		if d := rank(a) - rank(b); d != 0 {
			return int(d)
		}
		return a.Compare(b)
	})
	return out
}

// withinView reports whether an offset lies within a view distance, seen from above.
func withinView(p world.SectionPos, view int) bool { return protocol.InView(p.X, p.Z, view) }

// subscriptionsMax returns the most subscriptions that a view distance can come to, including sections that are not closed at once.
func subscriptionsMax(view, viewY int) int {
	n := 0
	for z := -view - 1; z <= view+1; z++ {
		for x := -view - 1; x <= view+1; x++ {
			if withinView(world.SectionPos{X: int32(x), Z: int32(z)}, view+1) {
				n += min(2*(viewY+1)+1, (world.MaxY+1-world.MinY)/world.SectionSize)
			}
		}
	}
	return n
}

func axisDistance(a, b int32) int32 { return max(a-b, b-a) }

// interestArea is where a client is subscribed to sections, besides the subscriptions that the world holds.
type interestArea struct {
	lastEpoch uint32           // of the last subscription
	view      int              // view distance in sections
	center    world.SectionPos // section of the avatar
	open      openSet          // the sections that are open, in the view around the center
	scanFrom  int              // into the order: all sections before it are open
	aheadFrom int              // into the order: all sections before it are open, or in memory
	order     int              // of viewOrders
	requested int              // sections requested for the client that have not arrived
	waits     bool             // the last look ahead found as many missing as may be requested; one that was requested for the client will arrive
}

// restart makes the scan begin again.
func (a *interestArea) restart() { a.scanFrom, a.aheadFrom, a.waits = 0, 0, false }

// passed notes that the i-th section of the order is open, or is in memory.
func (a *interestArea) passed(i int, open bool) {
	if open && i == a.scanFrom {
		a.scanFrom++
	}
	if i == a.aheadFrom {
		a.aheadFrom++
	}
	a.aheadFrom = max(a.aheadFrom, a.scanFrom)
}

// openSet is the set of the sections to which a client is subscribed, for those within its view and one beyond: a bit each, at the place
// of the section modulo the size of that box, which is large enough for no two of them to share a bit, and a power of two for the modulo to
// cost nothing. The zero value is an empty set for no view.
type openSet struct {
	wide, high uint32 // of the box, as powers of two of sections
	bits       []uint64
}

// newOpenSet returns an empty set for a view distance in sections.
func newOpenSet(view, viewY int) openSet {
	s := openSet{wide: uint32(bits.Len(uint(2 * (view + 1)))), high: uint32(bits.Len(uint(2 * (viewY + 1))))}
	s.bits = make([]uint64, max(1, 1<<(2*s.wide+s.high)/64))
	return s
}

// at returns the bit of a section.
func (s *openSet) at(p world.SectionPos) (word uint32, bit uint64) {
	wide, high := uint32(1)<<s.wide-1, uint32(1)<<s.high-1
	i := (uint32(p.Y)&high<<s.wide|uint32(p.Z)&wide)<<s.wide | uint32(p.X)&wide
	return i / 64, 1 << (i % 64)
}

// has reports whether a section is in the set.
func (s *openSet) has(p world.SectionPos) bool {
	word, bit := s.at(p)
	return s.bits[word]&bit != 0
}

// set puts a section into the set, or takes it out.
func (s *openSet) set(p world.SectionPos, in bool) {
	if s.bits == nil {
		return
	}
	word, bit := s.at(p)
	if s.bits[word] &^= bit; in {
		s.bits[word] |= bit
	}
}

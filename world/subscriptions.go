package world

import (
	"iter"
	"slices"
)

// Subscription is a subscription of a client to a section.
type Subscription struct {
	Section   SectionPos
	Epoch     uint32 // of the subscription; from 1
	Confirmed bool   // the client has said (or the server has decided) that the section has arrived
}

// Subscriptions are the subscriptions of a client, one for each section, in the order of SectionPos.Compare. The zero value has none. They
// are kept by height, a list for each: a server opens and closes thousands in each step, and one list would be moved for each of them.
type Subscriptions struct {
	levels []subscriptionLevel // by height, none of them empty
	count  int
}

// subscriptionLevel is the subscriptions of one height, by Z and X.
type subscriptionLevel struct {
	y    int32
	list []Subscription
}

// Len returns their number.
func (s *Subscriptions) Len() int { return s.count }

// At returns the i-th in order, from 0.
func (s *Subscriptions) At(i int) Subscription {
	l := 0
	for i >= len(s.levels[l].list) {
		i -= len(s.levels[l].list)
		l++
	}
	return s.levels[l].list[i]
}

// All calls yield with each of them, in order; yield must not change them.
func (s *Subscriptions) All() iter.Seq[Subscription] {
	return func(yield func(Subscription) bool) {
		for i := range s.levels {
			for _, sub := range s.levels[i].list {
				if !yield(sub) {
					return
				}
			}
		}
	}
}

// Backward is All from the last to the first; yield may set or remove the one that it is called with.
func (s *Subscriptions) Backward() iter.Seq[Subscription] {
	return func(yield func(Subscription) bool) {
		for l := len(s.levels) - 1; l >= 0; l-- {
			y := s.levels[l].y
			for i := len(s.levels[l].list) - 1; i >= 0; i-- {
				if !yield(s.levels[l].list[i]) {
					return
				}
				if l == len(s.levels) || s.levels[l].y != y { // it was the last of its height
					break
				}
			}
		}
	}
}

// Clone returns a copy that shares nothing with s.
func (s *Subscriptions) Clone() Subscriptions {
	c := Subscriptions{levels: slices.Clone(s.levels), count: s.count}
	for i := range c.levels {
		c.levels[i].list = slices.Clone(c.levels[i].list)
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

// find returns the index of the subscription to a section at its height, or where it would be, and whether it exists. The search is written out because
// a server does it for many sections of each client in each step: one that calls a function to compare takes half as long again.
func (l *subscriptionLevel) find(p SectionPos) (int, bool) {
	lo, hi := 0, len(l.list)
	for lo < hi {
		mid := (lo + hi) / 2
		if q := &l.list[mid].Section; q.Z < p.Z || q.Z == p.Z && q.X < p.X {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(l.list) && l.list[lo].Section == p
}

// get returns the subscription to a section; the zero value (epoch 0) if there is none.
func (s *Subscriptions) get(p SectionPos) Subscription {
	if l, ok := s.level(p.Y); ok {
		if i, ok := s.levels[l].find(p); ok {
			return s.levels[l].list[i]
		}
	}
	return Subscription{}
}

// set sets a subscription and returns the one before; epoch 0 removes it.
func (s *Subscriptions) set(sub Subscription) (old Subscription) {
	l, ok := s.level(sub.Section.Y)
	if !ok {
		if sub.Epoch == 0 {
			return Subscription{}
		}
		s.levels = slices.Insert(s.levels, l, subscriptionLevel{y: sub.Section.Y})
	}
	v := &s.levels[l]
	i, ok := v.find(sub.Section)
	if ok {
		old = v.list[i]
	}
	switch {
	case sub.Epoch == 0 && ok:
		v.list = slices.Delete(v.list, i, i+1)
		if s.count--; len(v.list) == 0 {
			s.levels = slices.Delete(s.levels, l, l+1)
		}
	case sub.Epoch == 0:
	case ok:
		v.list[i] = sub
	default:
		v.list = slices.Insert(v.list, i, sub)
		s.count++
	}
	return old
}

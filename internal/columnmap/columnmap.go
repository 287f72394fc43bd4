// Package columnmap is a map from places in a grid of three axes to pointers, for land that is loaded by whole columns: a look-up is one in a
// map of columns and one in an array, and the map has a place for each column where one of places had 20 and more.
//
// Owner: the one that changes a Map; several goroutines may read it while nobody does. Invariants: a column without a value is not in the map; a
// place above or below the range of heights is kept aside, and as good as any other.
package columnmap

import "iter"

// Height is the number of heights in the range of a map.
const Height = 32

// Map maps places to pointers that are not nil. New makes one.
type Map[T any] struct {
	lowest  int32
	columns map[uint64]*column[T]
	aside   map[place]*T // above and below the range; nil: nothing
	count   int
}

// column is the values of one column, by height above the lowest.
type column[T any] struct {
	values [Height]*T
	count  int
}

type place struct{ x, y, z int32 }

// New returns an empty map for heights from the lowest on.
func New[T any](lowest int32) Map[T] {
	return Map[T]{lowest: lowest, columns: map[uint64]*column[T]{}}
}

// key returns the key of a column.
func key(x, z int32) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(z)) }

// Get returns the value of a place, nil if there is none.
func (m *Map[T]) Get(x, y, z int32) *T {
	h := uint32(y - m.lowest)
	if h >= Height {
		return m.aside[place{x, y, z}]
	}
	if c := m.columns[key(x, z)]; c != nil {
		return c.values[h]
	}
	return nil
}

// Len returns the number of places with a value.
func (m *Map[T]) Len() int { return m.count }

// Set gives a place a value in the place of the one before.
func (m *Map[T]) Set(x, y, z int32, v *T) {
	h := uint32(y - m.lowest)
	if h >= Height {
		if m.aside == nil {
			m.aside = map[place]*T{}
		}
		before := len(m.aside)
		m.aside[place{x, y, z}] = v
		m.count += len(m.aside) - before
		return
	}
	c := m.columns[key(x, z)]
	if c == nil {
		c = &column[T]{}
		m.columns[key(x, z)] = c
	}
	if c.values[h] == nil {
		c.count++
		m.count++
	}
	c.values[h] = v
}

// Delete takes the value of a place away, if it has one.
func (m *Map[T]) Delete(x, y, z int32) {
	if m.Get(x, y, z) == nil {
		return
	}
	m.count--
	h := uint32(y - m.lowest)
	if h >= Height {
		delete(m.aside, place{x, y, z})
		return
	}
	c := m.columns[key(x, z)]
	c.values[h] = nil
	if c.count--; c.count == 0 {
		delete(m.columns, key(x, z))
	}
}

// All calls yield with each place and its value, in no order. Only the value of the place that yield is called with may be changed meanwhile.
func (m *Map[T]) All() iter.Seq2[[3]int32, *T] {
	return func(yield func([3]int32, *T) bool) {
		for k, c := range m.columns {
			for h, v := range c.values {
				if v != nil && !yield([3]int32{int32(k >> 32), m.lowest + int32(h), int32(k)}, v) {
					return
				}
			}
		}
		for p, v := range m.aside {
			if !yield([3]int32{p.x, p.y, p.z}, v) {
				return
			}
		}
	}
}

// Shrink gives back memory that is there for many more columns than have values: Go's maps never get smaller by themselves.
func (m *Map[T]) Shrink() {
	columns := make(map[uint64]*column[T], len(m.columns))
	for k, c := range m.columns {
		columns[k] = c
	}
	m.columns = columns
}

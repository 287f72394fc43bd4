// Package columns holds sets of columns of sections, as bits: a world that was upgraded keeps one of the land that stayed as it was.
//
// Owner: who fills a Set; once it is full any goroutine may read it. Invariant: a set holds nothing of a square without columns, so that
// equal sets have equal squares.
package columns

import (
	"cmp"
	"math/bits"
	"slices"
)

// SquareSide is the side of a square of a set, in columns.
const SquareSide = 64

// Square is a part of a set: bit X of row Z says whether the column at that offset from its corner is in it.
type Square struct {
	X, Z int32 // of the corner, in squares
	Rows [SquareSide]uint64
}

// Kept is the land that stayed as it was when a world was given another generator.
type Kept struct {
	Generator int // that had made it, as far as earlier upgrades had not kept other land
	Columns   *Set
}

// Set is a set of columns by their section coordinates. The zero value is empty. A nil one may be read, and is empty, too.
type Set struct {
	squares map[[2]int32]*Square
	count   int
}

// Add adds a column; more than once is the same.
func (s *Set) Add(x, z int32) {
	at := [2]int32{x >> 6, z >> 6}
	q := s.squares[at]
	if q == nil {
		if s.squares == nil {
			s.squares = map[[2]int32]*Square{}
		}
		q = &Square{X: at[0], Z: at[1]}
		s.squares[at] = q
	}
	if bit := uint64(1) << (x & 63); q.Rows[z&63]&bit == 0 {
		q.Rows[z&63] |= bit
		s.count++
	}
}

// AddAround adds all columns whose distance from a column is at most reach along both axes.
func (s *Set) AddAround(x, z, reach int32) {
	for dz := -reach; dz <= reach; dz++ {
		for dx := -reach; dx <= reach; dx++ {
			s.Add(x+dx, z+dz)
		}
	}
}

// Has reports whether a column is in the set.
func (s *Set) Has(x, z int32) bool {
	if s == nil {
		return false
	}
	q := s.squares[[2]int32{x >> 6, z >> 6}]
	return q != nil && q.Rows[z&63]>>(x&63)&1 == 1
}

// Len returns the number of columns.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return s.count
}

// Squares returns the squares in order of X and Z. The caller does not write to them.
func (s *Set) Squares() (all []*Square) {
	if s == nil {
		return nil
	}
	for _, q := range s.squares {
		all = append(all, q)
	}
	slices.SortFunc(all, func(a, b *Square) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z)) })
	return all
}

// AddSquare adds the columns of a square.
func (s *Set) AddSquare(q *Square) {
	for z, row := range q.Rows {
		for ; row != 0; row &= row - 1 {
			s.Add(q.X<<6+int32(bits.TrailingZeros64(row)), q.Z<<6+int32(z))
		}
	}
}

// Each calls f with each column, in order of their squares.
func (s *Set) Each(f func(x, z int32)) {
	for _, q := range s.Squares() {
		for z, row := range q.Rows {
			for ; row != 0; row &= row - 1 {
				f(q.X<<6+int32(bits.TrailingZeros64(row)), q.Z<<6+int32(z))
			}
		}
	}
}

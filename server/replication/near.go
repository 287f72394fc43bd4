package replication

import (
	"math/bits"
	"slices"

	"voxtide/internal/faults"
	"voxtide/timestream"
)

// A ranking looks at the bodies around one client, at its own ones, and at those that it knows, wherever they have gone; all others would
// change nothing. Those around it are found by squares of 64 blocks, which serve the distances of rankings as the columns of package world
// serve those of a hand: with columns it would be thousands of lists. They are made in each step that ranks anybody, of the positions at
// its end.

const squareBits = 10 // of a position, in 1/16 block, are its place in its square

// squares are the indices of positions, sorted by the hash of their square; squares may share a hash.
type squares struct {
	sorted bool    // they are of the present positions
	starts []int32 // by hash: where its positions start in order; one more than there are hashes, which are a power of two
	order  []int32
	bySlot []int32 // the index of the position of the entity in a slot; of one that has none, of any other
}

// hash returns the hash of a square.
func (q *squares) hash(x, z int64) uint32 {
	h := uint32(x)*0x9e3779b1 + uint32(z)*0x85ebca6b
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return h & uint32(len(q.starts)-2)
}

func (q *squares) hashOf(at *[3]int64) uint32 { return q.hash(at[0]>>squareBits, at[2]>>squareBits) }

// sort sorts positions of entities in slots below a bound.
func (q *squares) sort(positions []entityPosition, slots int) {
	size := 64
	for size < 2*len(positions) {
		size *= 2
	}
	q.sorted = true
	q.starts = slices.Grow(q.starts[:0], size+1)[:size+1]
	q.order = slices.Grow(q.order[:0], len(positions))[:len(positions)]
	q.bySlot = slices.Grow(q.bySlot[:0], slots)[:slots]
	clear(q.starts)
	for i := range positions {
		q.starts[q.hashOf(&positions[i].at)]++
	}
	sum := int32(0)
	for h, n := range q.starts {
		sum += n
		q.starts[h] = sum // the end, which goes back to the start as the positions are put in
	}
	for i := len(positions) - 1; i >= 0; i-- {
		p := &positions[i]
		n := &q.starts[q.hashOf(&p.at)]
		*n--
		q.order[*n] = int32(i)
		q.bySlot[p.slot] = int32(i)
	}
}

// indexSet is a set of indices.
type indexSet []uint64

func (b indexSet) set(i int32) { b[i>>6] |= 1 << (i & 63) }

func (b indexSet) has(i int32) bool { return b[i>>6]>>(i&63)&1 != 0 }

// all calls yield with each index, in order.
func (b indexSet) all(yield func(i int) bool) {
	for k, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(64*k + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// sortSquares sorts the positions of the step, once.
func (l *Trajectories) sortSquares() {
	if !l.squares.sorted {
		l.squares.sort(l.positions, len(l.bySlot))
	}
}

// near returns the indices of the positions within farLeaveBlocks of a client that is at a position, of some beyond, and of the client's
// own entities, in the memory of dst.
func (l *Trajectories) near(dst indexSet, of timestream.Stream, here [3]int64) indexSet {
	q, words := &l.squares, (len(l.positions)+63)/64
	dst = slices.Grow(dst[:0], words)[:words]
	clear(dst)
	l.sortSquares()
	const reach = 16*farLeaveBlocks + 15 // distances are rounded down
	for z := (here[2] - reach) >> squareBits; z <= (here[2]+reach)>>squareBits; z++ {
		for x := (here[0] - reach) >> squareBits; x <= (here[0]+reach)>>squareBits; x++ {
			h := q.hash(x, z)
			for _, i := range q.order[q.starts[h]:q.starts[h+1]] {
				dst.set(i)
			}
		}
	}
	for i := l.firstOf(of); i < len(l.positions) && l.positions[i].stream == of; i++ {
		dst.set(int32(i))
	}
	return dst
}

// appendFarKnown appends the indices of the positions of the entities that a client knows and that are not near, in no particular order.
func (l *Trajectories) appendFarKnown(dst []int32, near indexSet, known *knownEntities) []int32 {
	if faults.Active(faults.FarKnownForgotten) {
		return dst
	}
	for i := range known.list[:known.active] { // the others are at rest, and have no position
		t := &known.list[i]
		if int(t.slot) >= len(l.squares.bySlot) {
			continue
		}
		at := l.squares.bySlot[t.slot]
		if int(at) < len(l.positions) && l.positions[at].slot == t.slot && l.positions[at].id == t.id && !near.has(at) {
			dst = append(dst, at)
		}
	}
	return dst
}

// firstOf returns the index of the first position of a stream, or where it would be.
func (l *Trajectories) firstOf(s timestream.Stream) int {
	lo, hi := 0, len(l.positions)
	for lo < hi {
		if mid := (lo + hi) / 2; l.positions[mid].stream < s {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

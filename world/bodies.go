package world

import (
	"cmp"

	"voxtide/internal/faults"
)

// A body with the flag Asleep stays where it is until a block beside it changes: time does nothing to it, so it costs
// nothing. The bodies of a stream are in one list, the awake ones first; sleeping bodies can also be found by their
// section. Both indexes are functions of the state, kept by the setters.
//
// Awake bodies can be found by where they are, so that what looks for the bodies at a place costs the same however many there are
// elsewhere. Each is in the list of its column, which is 2^32 position units wide, about 4.3 blocks, so that the column of a position is a
// shift: a body that moves pays for that and a comparison. The links of the lists are in the records of the entities, and the lists begin
// in a table of hashes; columns may share a place there. What a list's order is depends on the past: no outcome may depend on it.

// Sleeping returns the slots of the bodies that sleep in a section, in no particular order.
func (w *World) Sleeping(p SectionPos) []EntitySlot {
	if i, ok := w.sleepingIndex[p]; ok {
		return w.sleeping[i].slots
	}
	return nil
}

// SleepingSectionCount returns the number of sections with sleeping bodies.
func (w *World) SleepingSectionCount() int { return len(w.sleeping) }

// SleepingSectionAt returns the i-th section with sleeping bodies, and their slots; 0 <= i < SleepingSectionCount, in
// no particular order.
func (w *World) SleepingSectionAt(i int) (SectionPos, []EntitySlot) {
	return w.sleeping[i].pos, w.sleeping[i].slots
}

// listBody adds an entity to the bodies of its stream and, if it sleeps, to those of its section.
func (w *World) listBody(s EntitySlot) {
	sl := &w.slots[s]
	st := w.mustStream(sl.Stream)
	sl.streamIndex = int32(len(st.bodies))
	st.bodies = append(st.bodies, s)
	if sl.Motion.Flags&Asleep == 0 {
		w.swapBodies(st, sl.streamIndex, int32(st.awake))
		st.awake++
		w.enterColumn(s)
		return
	}
	p := sl.Motion.Pos.Block().Section()
	i, ok := w.sleepingIndex[p]
	if !ok {
		i = int32(len(w.sleeping))
		w.sleepingIndex[p] = i
		if int(i) < cap(w.sleeping) { // reuse the memory of a dropped one
			w.sleeping = w.sleeping[:i+1]
			w.sleeping[i] = sleepingBodies{p, w.sleeping[i].slots[:0]}
		} else {
			w.sleeping = append(w.sleeping, sleepingBodies{pos: p})
		}
	}
	l := &w.sleeping[i]
	sl.sleepIndex = int32(len(l.slots))
	l.slots = append(l.slots, s)
}

// unlistBody undoes listBody.
func (w *World) unlistBody(s EntitySlot) {
	sl := &w.slots[s]
	st := w.mustStream(sl.Stream)
	if st.bodies[sl.streamIndex] != s {
		panic("world: entity is not in its stream")
	}
	if sl.Motion.Flags&Asleep == 0 {
		w.leaveColumn(s)
		st.awake--
		w.swapBodies(st, sl.streamIndex, int32(st.awake))
	} else {
		w.unlistSleeping(sl)
	}
	last := len(st.bodies) - 1
	w.swapBodies(st, sl.streamIndex, int32(last))
	st.bodies = st.bodies[:last]
}

// unlistSleeping removes an entity from the sleeping bodies of its section.
func (w *World) unlistSleeping(sl *entityRecord) {
	p := sl.Motion.Pos.Block().Section()
	i := w.sleepingIndex[p]
	l := &w.sleeping[i]
	last := len(l.slots) - 1
	moved := l.slots[last]
	l.slots[sl.sleepIndex] = moved
	w.slots[moved].sleepIndex = sl.sleepIndex
	l.slots = l.slots[:last]
	if last > 0 {
		return
	}
	delete(w.sleepingIndex, p)
	end := len(w.sleeping) - 1
	w.sleeping[i], w.sleeping[end] = w.sleeping[end], w.sleeping[i]
	if int(i) != end {
		w.sleepingIndex[w.sleeping[i].pos] = i
	}
	w.sleeping = w.sleeping[:end]
}

// swapBodies exchanges two bodies in the list of their stream.
func (w *World) swapBodies(st *streamState, a, b int32) {
	if a == b {
		return
	}
	st.bodies[a], st.bodies[b] = st.bodies[b], st.bodies[a]
	w.slots[st.bodies[a]].streamIndex = a
	w.slots[st.bodies[b]].streamIndex = b
}

// column is the place of a body on X and Z, in columns.
type column struct{ x, z int32 }

const columnBits = 32 // of a position are its place in its column

func columnOf(at *Vec) column {
	return column{int32(at[AxisX] >> columnBits), int32(at[AxisZ] >> columnBits)}
}

// columnTable holds the first bodies of the lists of columns, by the hash of the column.
type columnTable struct {
	first []EntitySlot // NoEntity for none; its length is a power of two
	count int          // of bodies in all lists
}

// list returns the place of the list of a column.
func (t *columnTable) list(c column) *EntitySlot {
	h := uint32(c.x)*0x9e3779b1 + uint32(c.z)*0x85ebca6b
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return &t.first[h&uint32(len(t.first)-1)]
}

const columnsMin = 64 // the least length of the table

// enterColumn puts a body into the list of the column that it is in.
func (w *World) enterColumn(s EntitySlot) {
	t := &w.columns
	if t.count++; t.count > len(t.first) {
		w.growColumns()
	}
	w.slots[s].column = columnOf(&w.slots[s].Motion.Pos)
	w.linkColumn(s)
}

// linkColumn links a body into the list of its column.
func (w *World) linkColumn(s EntitySlot) {
	sl := &w.slots[s]
	first := w.columns.list(sl.column)
	sl.previousInColumn, sl.nextInColumn = NoEntity, *first
	if *first != NoEntity {
		w.slots[*first].previousInColumn = s
	}
	*first = s
}

// leaveColumn takes a body out of the list of its column.
func (w *World) leaveColumn(s EntitySlot) {
	w.columns.count--
	sl := &w.slots[s]
	if sl.previousInColumn == NoEntity {
		*w.columns.list(sl.column) = sl.nextInColumn
	} else {
		w.slots[sl.previousInColumn].nextInColumn = sl.nextInColumn
	}
	if sl.nextInColumn != NoEntity {
		w.slots[sl.nextInColumn].previousInColumn = sl.previousInColumn
	}
}

// changeColumn puts a body that has moved into the list of another column.
func (w *World) changeColumn(s EntitySlot) {
	if faults.Active(faults.ColumnNotLeft) {
		return
	}
	w.leaveColumn(s)
	w.enterColumn(s)
}

// growColumns makes the table longer, and links the bodies again.
func (w *World) growColumns() {
	old := w.columns.first
	w.columns.first = make([]EntitySlot, max(columnsMin, 2*len(old)))
	for i := range w.columns.first {
		w.columns.first[i] = NoEntity
	}
	for _, s := range old {
		for s != NoEntity {
			next := w.slots[s].nextInColumn
			w.linkColumn(s)
			s = next
		}
	}
}

// widest is the greatest half width of a body.
var widest = func() (most int64) {
	for i := range EntityKinds {
		most = max(most, EntityKinds[i].HalfWidth)
	}
	return most
}()

// Near walks over the awake bodies that overlap a box.
type Near struct {
	Slot EntitySlot // of the present one

	w        *World
	lo, hi   Vec
	from, to column
	at       column
	next     EntitySlot
}

// AwakeNear returns a walk over the awake bodies whose boxes overlap a box; touching is no overlap. It is for boxes of some blocks, and
// visits the bodies in no particular order, which is another on each side: see CompareBodies. No setter may be called in between.
//
//	for near := w.AwakeNear(lo, hi); near.Next(); {
//		e := w.Entity(near.Slot)
func (w *World) AwakeNear(lo, hi Vec) Near {
	n := Near{w: w, lo: lo, hi: hi, next: NoEntity}
	n.from = columnOf(&Vec{lo[AxisX] - widest, 0, lo[AxisZ] - widest})
	n.to = columnOf(&Vec{hi[AxisX] + widest, 0, hi[AxisZ] + widest})
	n.at = column{n.from.x - 1, n.from.z}
	if len(w.columns.first) == 0 {
		n.at.z, n.from.z = n.to.z+1, n.to.z+1
	}
	return n
}

// AwakeInCell returns a walk over the awake bodies that can overlap the boxes of a block at p: some blocks are higher than their cell.
func (w *World) AwakeInCell(p Pos) Near {
	lo := Vec{int64(p.X) * Unit, int64(p.Y) * Unit, int64(p.Z) * Unit} //exact: a block times the unit
	return w.AwakeNear(lo, Vec{lo[AxisX] + Unit, lo[AxisY] + 2*Unit, lo[AxisZ] + Unit})
}

// Next goes on to the next body; false if there is none.
func (n *Near) Next() bool {
	for {
		for n.next != NoEntity {
			sl := &n.w.slots[n.next]
			n.Slot, n.next = n.next, sl.nextInColumn
			if sl.column == n.at && n.overlaps(&sl.Entity) {
				return true
			}
		}
		if n.at.x++; n.at.x > n.to.x {
			n.at.x, n.at.z = n.from.x, n.at.z+1
		}
		if n.at.z > n.to.z {
			return false
		}
		n.next = *n.w.columns.list(n.at)
	}
}

// overlaps reports whether the box of a body overlaps that of the walk.
func (n *Near) overlaps(e *Entity) bool {
	k, at := &EntityKinds[e.Kind], &e.Motion.Pos
	return at[AxisX]-k.HalfWidth < n.hi[AxisX] && at[AxisX]+k.HalfWidth > n.lo[AxisX] &&
		at[AxisZ]-k.HalfWidth < n.hi[AxisZ] && at[AxisZ]+k.HalfWidth > n.lo[AxisZ] &&
		at[AxisY] < n.hi[AxisY] && at[AxisY]+k.Height > n.lo[AxisY]
}

// CompareBodies compares two awake bodies by the order in which those of all streams are visited: by stream, each in the order of Awake.
// What depends on an order uses this one.
func (w *World) CompareBodies(a, b EntitySlot) int {
	x, y := &w.slots[a], &w.slots[b]
	return cmp.Or(cmp.Compare(x.Stream, y.Stream), cmp.Compare(x.streamIndex, y.streamIndex))
}

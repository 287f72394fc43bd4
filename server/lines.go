package server

import (
	"voxtide/timestream"
	"voxtide/world"
)

// line is a stretch of a body's path that is pure arithmetic: position + velocity * span. Whoever was told any point of
// it needs stamps alone.
type line struct {
	id      world.EntityID
	version uint64 // of the stretch; no two have the same
	at      timestream.Time
	motion  world.Motion // the last point
}

// lines holds the line of each body, by slot.
type lines struct {
	bySlot []line
	last   uint64
	stands []stand // of all bodies that time moves, by stream: what ranking looks at
}

// stand is where a body is at the end of a step, in 1/16 block.
type stand struct {
	slot   world.Slot
	kind   world.EntityKind
	stream timestream.Stream
	id     world.EntityID
	at     [3]int64
}

func sixteenths(v *world.Vec) (at [3]int64) {
	for i := range v {
		at[i] = v[i] / (world.Unit / 16)
	}
	return at
}

// update follows to the end of a step all bodies that time moves, and those that have come to rest or woken in it.
func (l *lines) update(w *world.World, turned []world.EntityID) {
	for len(l.bySlot) < w.SlotCount() {
		l.bySlot = append(l.bySlot, line{})
	}
	l.stands = l.stands[:0]
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		for _, slot := range w.AwakeAt(i) {
			e := w.Entity(slot)
			l.follow(slot, e)
			l.stands = append(l.stands, stand{slot, e.Kind, of, e.ID, sixteenths(&e.Motion.Pos)})
		}
	}
	for _, id := range turned {
		if slot := w.Find(id); slot != world.NoSlot {
			l.follow(slot, w.Entity(slot))
		}
	}
}

// follow lets the line of a body go on to where it is.
func (l *lines) follow(slot world.Slot, e *world.Entity) {
	for len(l.bySlot) <= int(slot) {
		l.bySlot = append(l.bySlot, line{})
	}
	n := &l.bySlot[slot]
	if n.id != e.ID || n.version == 0 || !onward(n, e) {
		l.last++
		n.id, n.version = e.ID, l.last
	}
	n.at, n.motion = e.At, e.Motion
}

// onward tells whether a body has done nothing but fly on.
func onward(n *line, e *world.Entity) bool {
	if n.at == e.At {
		return n.motion == e.Motion
	}
	return n.motion.After(e.At.Sub(n.at)) == e.Motion
}
